"""The command lines that a text gives, and what each of them runs in the end.

A line such as `cd api && sudo uv run --project x pytest -q` runs `pytest`, through `uv run`. What
is shown as wrong, holds on a condition or is one of two ways is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from workbench.judge.claims_runners import ASSIGN, NODE_OWN, WITH_VALUE
from workbench.judge.registry import Context
from workbench.judge.rules._passages import (
    Fence,
    fences,
    line_text,
    said,
    shared,
    shown_title,
    title_above,
)
from workbench.language.code_and_quotes import SHELLS
from workbench.language.lists import group, patterns
from workbench.language.markup import plain
from workbench.language.phrases import Phrases

_MAY_HOLD = SHELLS | {"", "text"}
_SIGN = re.compile(r"^[$>%] +")
_JOINED = re.compile(r"\s*(?:&&|\|\||;)\s*")
_ORDER = re.compile(
    r"\b(?:(?:run|running|execute|executing|invoke|invoking) (?:the command )?(`[^`]{2,200}`)"
    r"|(?:use|using|call|calling|type) (?:the command )?(`[^`\s]{1,60} [^`]{1,200}`))",
    re.IGNORECASE,
)
#: A row that is a command, with its name or what it does.
ROW = re.compile(r"^(?:[^`:：]{1,40}[:：] )?(`[^`]{2,200}`)(?: ?(?:[-–—#(:：].{0,200})?)$")
#: The lines under it are no order of this text, or hold in one case.
_AWAY = patterns("rules", "banned-commands-away", re.IGNORECASE)
_AWAY_COMMENT = re.compile(
    r"\b(?:not|never|don't|avoid|wrong|bad|instead|if|when|unless|only|or|old|legacy)\b|❌|✗",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Layer:
    """A command that runs: its words, and by what it was started (`uv run`), outermost first.
    `place`: it runs in a container or on another machine."""

    words: tuple[str, ...]
    through: tuple[str, ...] = ()
    place: bool = False


@dataclass(frozen=True)
class Run:
    """A command line that somebody is to run, with its line. `names`: the first words of all
    commands of its block. `shell`: the text says that it is one, by a fence's tag or an order.
    `title`: the heading above and the words that lead to it."""

    words: tuple[str, ...]
    line: int
    text: str
    names: frozenset[str]
    shell: bool = True
    title: str = ""

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        return layers(self.words)


@cache
def conditional() -> Phrases:
    """Words that make what a sentence says hold in some cases only."""
    words = (group("english", "exception") | group("english", "condition")) - {
        "in",
        "on",
        "at",
        "with",
        "for",
        "upon",
        "under",
        "within",
    }
    return Phrases(words)


@lru_cache(maxsize=512)
def layers(words: tuple[str, ...]) -> tuple[Layer, ...]:
    """A command line and, one by one, what it starts."""
    through: tuple[str, ...] = ()
    place = False
    found: list[Layer] = []
    rest = list(words)
    for _ in range(6):
        while rest and (ASSIGN.match(rest[0]) or rest[0] in group("commands", "prefix")):
            rest = _behind_flags(rest[1:])
        if not rest:
            break
        found.append(Layer(tuple(rest), through, place))
        starter = next(
            (" ".join(rest[:n]) for n in (3, 2, 1) if " ".join(rest[:n]) in _starters()), ""
        )
        if starter:
            inner = _behind_flags(rest[starter.count(" ") + 1 :])
            if starter in group("commands", "container"):
                place, inner = True, _behind_flags(inner[1:])
        elif rest[0] in group("commands", "runner-by-name") and len(rest) > 1:
            starter, inner = rest[0], rest[1:]
            if inner[0] in NODE_OWN or inner[0] == "run" or inner[0].startswith("-"):
                break
        else:
            break
        through = (*through, starter)
        rest = [inner[0].partition("@")[0] or inner[0], *inner[1:]] if inner else []
    return tuple(found)


@cache
def _starters() -> frozenset[str]:
    return group("commands", "runner") | group("commands", "container")


def _behind_flags(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "--":
            return words[at + 1 :]
        at += 2 if words[at] in WITH_VALUE else 1
    return words[at:]


def runs(context: Context) -> tuple[Run, ...]:
    """The command lines of shell blocks, commands that a sentence orders, and rows that are one."""
    return shared(context, "command lines", lambda: tuple(_runs(context)))


def _runs(context: Context) -> Iterator[Run]:
    for fence in fences(context):
        title = title_above(context, fence.start_line)
        if fence.info not in _MAY_HOLD or shown_title(title) or _AWAY.search(title):
            continue
        lead = _lead(context, fence.start_line)
        if not _AWAY.search(lead):
            yield from _fenced(fence, f"{title} {lead}")
    for passage in said(context):
        text = passage.text
        if "`" not in text or passage.force.polarity != "do" or conditional().within(text):
            continue
        bare = plain(text)
        title = " ".join((*passage.statement.path[-1:], passage.statement.lead))
        if _AWAY.search(re.sub(r"`[^`]*`", "", bare)) or _AWAY.search(title):
            continue
        ordered = [one or other for one, other in _ORDER.findall(bare)]
        row = ROW.match(bare)
        for code in ordered or ([row[1]] if row else ()):
            for words in split_line(code.strip("`")):
                if ordered or len(words) > 1:
                    names = frozenset({words[0]})
                    yield Run(words, passage.line, text, names, bool(ordered), title)


def _fenced(fence: Fence, title: str) -> Iterator[Run]:
    rows: list[tuple[int, str, tuple[str, ...]]] = []
    above = ""
    goes_on = False
    for number, line in enumerate(fence.inside, fence.start_line + 1):
        text = line.strip()
        if text.startswith("#") or not text:
            above = text
            continue
        code, _, comment = text.partition(" #")
        if not goes_on and not _AWAY_COMMENT.search(above + " " + comment):
            rows += [(number, text, words) for words in split_line(code.rstrip("\\"))]
        goes_on = code.endswith("\\")
    names = frozenset(words[0] for _, _, words in rows)
    for number, text, words in rows:
        yield Run(words, number, text, names, bool(fence.info) and fence.info != "text", title)


def split_line(line: str) -> Iterator[tuple[str, ...]]:
    """The commands of a line, each as its words, without prompt sign, settings and `sudo`."""
    for piece in _JOINED.split(_SIGN.sub("", line.strip())):
        words = piece.split()
        while words and (ASSIGN.match(words[0]) or words[0] == "sudo"):
            del words[0]
        if words:
            yield tuple(words)


def _lead(context: Context, line: int) -> str:
    """The words right above a block, a blank line or two between them."""
    rows = (line_text(context, n).strip() for n in range(line - 1, max(0, line - 4), -1))
    return next((row for row in rows if row), "")
