"""A forgiving scanner for XML-style tags: no XML parser, since prompts are not XML.

Attributes, unclosed and mismatched tags, placeholders such as <name> and tags inside code are
facts of life: only what opens at the start of a line and closes again is a pair.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.prompt.codespans import inline_spans
from workbench.prompt.lines import body
from workbench.prompt.markdown import TAG, tag_name
from workbench.prompt.word_lists import word_list

#: Elements of HTML that never have a closing tag; people write `<input>` as a name of their own,
#: with both tags on lines of their own.
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link"]
    + ["meta", "param", "source", "track", "wbr"]
)


def layout_elements() -> frozenset[str]:
    """Names of the elements that say how words look."""
    return word_list("layout.txt")


def without_layout(line: str) -> str:
    """The line without its elements of HTML that say how words look, and without its comments."""
    line = _COMMENT.sub("", line)
    unnamed = layout_elements() | _VOID
    return TAG.sub(lambda tag: "" if tag["name"].lower() in unnamed else tag[0], line)


_COMMENT = re.compile(r"<!--.{0,500}?-->")


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening or closing tag that stands at the start (or, closing, the end) of a line."""

    line: int
    name: str
    closing: bool
    flush: bool = True  # nothing stands before it on its line, not even a blank
    title: str = ""  # all of its words, where it is `<tool calling spec>`
    attribute: str = ""  # the one that says which it is, `role="system"`


@dataclass(frozen=True, slots=True)
class TagPair:
    """An element from its opening to its closing tag (lines, half-open).

    `name`: its words, attributes left out. `flush`: the opening tag stands in the first column;
    `flush_end`: the closing tag does; `attribute`: the one that tells it from others of its name.
    """

    name: str
    start_line: int
    end_line: int
    flush: bool = True
    flush_end: bool = True
    attribute: str = ""


def find_tags(lines: Sequence[str], skip: int, code: set[int], starts: set[int]) -> Iterable[Tag]:
    """The tags of `lines` from line `skip` on: none in `code` lines, in comments or in code spans.

    `starts`: lines at which a block starts; no comment runs from one block into the next.
    """
    in_comment = False
    for number in range(skip, len(lines)):
        line = lines[number]
        if number in starts:
            in_comment = False
        if number in code or ("<" not in line and not in_comment):
            continue
        text, in_comment = _outside_comments(line, in_comment)
        yield from _line_tags(text, number)


def _outside_comments(line: str, inside: bool) -> tuple[str, bool]:
    """The line with commented stretches blanked, and whether a comment goes on behind it."""
    out: list[str] = []
    at = 0
    while at < len(line):
        if inside:
            close = line.find("-->", at)
            if close < 0:
                return "".join(out), True
            out.append(" " * (close + 3 - at))
            at, inside = close + 3, False
        else:
            start = line.find("<!--", at)
            if start < 0:
                out.append(line[at:])
                break
            out.append(line[at:start])
            at, inside = start, True
            if line.startswith(("<!-->", "<!--->"), at):
                at, inside = at + 5, False
    return "".join(out), inside


def _line_tags(line: str, number: int) -> list[Tag]:
    text = body(line).strip()
    flush = not line[:1].isspace()
    if "`" in text:
        text = _without_code(text).strip()
    lead = len(text) - len(text.lstrip("</>"))
    open_here: list[tuple[str, str, str, bool]] = []
    waiting: Counter[str] = Counter()
    found: list[Tag] = []
    for match in TAG.finditer(text):
        closing, name, rest = match[1] == "/", match[2], match[3]
        if rest.endswith("/") or (name.lower() in _VOID and match[0] != text):
            continue
        if not closing:
            words = tag_name(name, rest)
            open_here.append((name, words, naming_attribute(rest), match.start() <= lead))
            waiting[name] += 1
        elif waiting[name]:  # opened on this very line: an inline pair
            last = ""
            while last != name:
                last, *_ = open_here.pop()
                waiting[last] -= 1
        elif match.start() == 0 or match.end() == len(text):
            found.append(Tag(number, name, True, flush and match.start() == 0))
    found += [
        Tag(number, name, False, flush, words, attribute)
        for name, words, attribute, first in open_here
        if first
    ]
    return found


_ATTRIBUTE = re.compile(
    r"""(?:^|\s)(?P<all>(?:role|name|type|title|id|index)=(?:"[^"]{1,40}"|'[^']{1,40}'|[^\s"'=]{1,40}))"""
)


def naming_attribute(words: str) -> str:
    """The first of the attributes of a tag that says which one it is, as it is written."""
    found = _ATTRIBUTE.search(words[:400]) if "=" in words else None
    return found["all"] if found else ""


def _without_code(text: str) -> str:
    """The line with its inline code blanked."""
    out: list[str] = []
    end = 0
    for span in inline_spans(text, 0, len(text)):
        out += (text[end : span.start], " " * (span.end - span.start))
        end = span.end
    return "".join(out) + text[end:]


def pair_tags(tags: Iterable[Tag]) -> tuple[TagPair, ...]:
    """Match opening and closing tags by name, innermost first; what is left over is no pair."""
    stack: list[Tag] = []
    pairs: list[TagPair] = []
    waiting: dict[str, int] = {}
    for tag in tags:
        if not tag.closing:
            stack.append(tag)
            waiting[tag.name] = waiting.get(tag.name, 0) + 1
        elif waiting.get(tag.name):
            while stack:
                top = stack.pop()
                waiting[top.name] -= 1
                if top.name == tag.name:
                    name = top.title or top.name
                    ends = (top.line, tag.line + 1, top.flush, tag.flush)
                    pairs.append(TagPair(name, *ends, top.attribute))
                    break
    return tuple(sorted(pairs, key=lambda pair: (pair.start_line, -pair.end_line)))
