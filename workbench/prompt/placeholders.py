"""Placeholders: what a template engine, a host or a person fills in before a model reads it.

Braces of JSON samples and empty `{}` are plain text. Styles that are also everyday writing
(`<file_name>`, `{name}`, `$5`) are reported with low certainty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.prompt.codespans import Span, in_spans


@dataclass(frozen=True, slots=True)
class Placeholder:
    """One placeholder as written: `name` without its marks, half-open offsets.

    `style` is one of mustache ({{name}}), jinja ({% if name %}), dollar (${NAME}), argument
    ($ARGUMENTS, $1), percent (%(name)s), brace ({name}), angle (<name_like_this>). `certain` is
    false where the writing has other everyday meanings; `in_code` whether it stands in code.
    """

    name: str
    start: int
    end: int
    style: str
    certain: bool
    in_code: bool


#: A regular expression for whatever is written like a placeholder, angle brackets left out: such a
#: token stands or falls as written, also where nobody can be sure that it is one.
ANY_SYNTAX = (
    r"\{\{[^{}\n]{1,120}\}\}|\{%[^%\n]{1,200}%\}|<%[^%\n]{1,200}%>|\$\{[^{}\n]{1,120}\}"
    r"|%\([A-Za-z_]\w{0,80}\)[sdrfi]|(?<![\d%])(?<!\d[ ])%[sdifr](?!\w)|%[A-Z][A-Z0-9_]{1,60}%"
    r"|\$[A-Za-z_]\w{0,80}|\$\d\b|(?<![\w$}])\{[A-Za-z_][\w.]{0,60}\}|\[\[[^\[\]\n]{1,80}\]\]"
)
_PATH = r"[@$]?[^\W\d][\w$-]{0,80}(?:[.\[/][\w$'\"@-]{1,80}\]?){0,8}"
_PATTERN = re.compile(
    rf"""
      \{{\{{\{{ \s{{0,20}} (?P<triple>{_PATH}) \s{{0,20}} \}}\}}\}}
    | (?<!\$) \{{\{{ [~-]? \s{{0,20}} (?P<mustache>
            # a name, several words, a name with filters
            [.&]?{_PATH} (?:[ ][\w-]{{1,40}}){{0,5}} (?:\s{{0,9}}\|[^{{}}\n]{{0,120}})?
          | [#/^>]\s{{0,9}}[@*]?{_PATH} (?:\s[^{{}}\n]{{0,120}})?  # blocks and partials
          | else
        ) \s{{0,20}} [~-]? \}}\}}
    | \$\{{\{{ \s{{0,20}} (?P<actions>{_PATH}) \s{{0,20}} \}}\}}
    | \{{% [-+]? \s{{0,20}} (?P<jinja>[a-z]+(?:\s[^%{{}}\n]{{0,200}})?) \s{{0,20}} [-+]? %\}}
    | (?<![\\$]) \$\{{ (?P<dollar>[A-Za-z_][\w.]{{0,80}})
        (?: :?[-=?+] [^{{}}\n]{{0,120}} )? \}}
    | (?<![\\\w$]) \$ (?P<argument>ARGUMENTS\b(?:\[\d{{1,3}}\])?)
    | (?<![\\\w$]) \$ (?P<position>\d) (?![\w%$/]|[.,]\d|[ \t]?(?:million|billion|USD|per)\b)
    | (?<!%) %\( (?P<percent>[A-Za-z_]\w{{0,80}}) \)[sdrfi]
    | (?<![\\$\w}}{{\]]) \{{ (?P<brace>(?!(?:null|true|false)\}})[A-Za-z_]\w{{0,60}}) \}} (?!\}})
    | (?<![\w<&\\]) < (?P<angle>[A-Za-z][\w-]{{0,40}}(?:[ ][\w-]{{1,30}}){{0,5}}) > (?![>=(])
    """,
    re.VERBOSE,
)
_STYLE = {"triple": "mustache", "actions": "mustache", "position": "argument"}
_HTML_NAMES = (
    "a abbr address article aside audio b base bdi bdo blockquote body br button canvas caption "
    "center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed "
    "fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe "
    "img input ins kbd label legend li link main map mark meta meter nav noscript object ol "
    "optgroup option output p picture pre progress q rp rt ruby s samp script section select "
    "small span strong style sub summary sup svg table tbody td template textarea tfoot th thead "
    "time title tr track u ul var video wbr"
)
_HTML = frozenset(_HTML_NAMES.split())
_CLOSING = re.compile(r"</\s{0,9}([A-Za-z][\w.:-]{0,60})\s{0,9}>")


def find_placeholders(text: str, code_spans: Sequence[Span] = ()) -> tuple[Placeholder, ...]:
    """The placeholders of `text` in order, those in code included.

    Pass `codespans.code_spans(text)` to have `in_code` told.
    """
    closed: set[str] | None = None
    commands = "$ARGUMENTS" in text
    found = []
    for match in _PATTERN.finditer(text):
        group = match.lastgroup or ""
        name = match[group].strip()
        if group == "angle":
            if closed is None:
                closed = {name.lower() for name in _CLOSING.findall(text)}
            if _is_tag(name, closed):
                continue
        certain = group not in ("angle", "brace", "actions")
        if group == "position":
            certain = commands
        found.append(
            Placeholder(
                name,
                match.start(),
                match.end(),
                _STYLE.get(group, group),
                certain,
                bool(code_spans) and in_spans(code_spans, match.start()),
            )
        )
    return tuple(found)


def _is_tag(name: str, closed: set[str]) -> bool:
    """Whether `<name>` is markup: HTML, a tag that is closed somewhere, or one with attributes."""
    first = name.split(" ", 1)[0].lower()
    return first in closed or (name.lower() in _HTML)
