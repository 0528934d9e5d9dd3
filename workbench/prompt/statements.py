"""Statements: the sentences and list items of a prompt, with exact places.

A light scan of lines of its own: it looks into lists, tables, quotes and elements, which the
outline leaves whole, and it never fails. Frontmatter, fences, indented code and comments hold
no statements; a code span stays part of the sentence that holds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from workbench.prompt.lines import body, line_starts, split_lines
from workbench.prompt.outline import frontmatter_lines

_FENCE = re.compile(r"^(?:[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+)?[ \t]*(`{3,}|~{3,})([^`]*)$")
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*[ \t]*$")
_ITEM = re.compile(r"^([ \t]*)([-*+•]|(\d{1,9})[.)])([ \t]+|$)(.*)$", re.DOTALL)
_RULE = re.compile(r"^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_SETEXT = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_TAG_LINE = re.compile(r"^[ \t]*<(/?)([A-Za-z_][\w.:-]{0,60})(?:\s[^<>]{0,300})?(/?)>[ \t]*$")
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_QUOTED = re.compile(r"^[ \t]*>[ \t]?")
_BOLD_LINE = re.compile(r"^(?:\*\*|__)([^*_]{1,100})(?:\*\*|__)[:：]?$")
_SPAN = re.compile(r"(`{1,3})[^`]{1,400}?\1|\]\([^()\s]{0,500}\)|https?://\S{1,500}")
_ABBREVIATIONS = (
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)(?<!\bapprox)(?<!\bno)(?<!\bDr)"
    r"(?<!\bMr)(?<!\bMs)(?<!\bSt)(?<!\bfig)(?<!\bFig)(?<!\be\. g)(?<!\bi\. e)(?<!\bNo)(?<!\bca)"
)
_STOP = re.compile(
    _ABBREVIATIONS + r"[.!?…]+[\"')\]”’*_]{0,4}(?:[ \t]+|[ \t]*(?:\r\n|\r|\n)[ \t>]*)"
    r"(?=[\"'“‘(\[*_`¤<]{0,4}[A-Z0-9\u00c0-\u00de\u0370-\uffff]|[`$])"
    r"|[。！？]+[」』）”]{0,3}[ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?"
)
_BREAK = re.compile(r"(?:\r\n|\r|\n)[ \t>]*")
_FOLD = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*(?:>[ \t]?)*[ \t]*")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, list item or table cell.

    `start`, `end`: offsets of its words in the text, list mark left out. `text`: the words
    with line breaks folded. `kind`: item, paragraph, cell or quote. `unit`: offsets of the
    whole lines of the item or paragraph it stands in (children of an item left out).
    `whole`: it is all of that unit. `path`: titles of the headings above; `tags`: names of the
    elements around it. `lead`: the sentence that introduces its list, or its parent item.
    `ordered`: a step of a numbered list. `children`: its item has nested items or code below.
    """

    start: int
    end: int
    text: str
    kind: str
    unit: tuple[int, int]
    whole: bool
    path: tuple[str, ...]
    tags: tuple[str, ...] = ()
    lead: str = ""
    ordered: bool = False
    children: bool = False
    depth: int = 0


@dataclass(slots=True)
class _Unit:
    """A block of running text under construction: lines `first` to `last`, inclusive."""

    kind: str
    first: int
    last: int
    offset: int  # where its words start
    path: tuple[str, ...]
    tags: tuple[str, ...]
    lead: str = ""
    ordered: bool = False
    children: bool = False
    depth: int = 0
    indent: int = 0
    words: str = ""


@dataclass(slots=True)
class _State:
    path: list[tuple[int, str]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    items: list[_Unit] = field(default_factory=list)
    lead: str = ""

    def titles(self) -> tuple[str, ...]:
        return tuple(title for _, title in self.path)


def statements(text: str) -> tuple[Statement, ...]:
    """All statements of a text, in order."""
    lines = split_lines(text)
    starts = line_starts(lines)
    out: list[Statement] = []
    for unit in list(_units(text, lines, starts)):  # whole: later lines tell which have children
        out += _sentences(text, starts, unit)
    return tuple(out)


def headings(text: str) -> tuple[tuple[int, int, str], ...]:
    """Headings as `(line, level, title)`, line 1-based; fences and comments do not count."""
    lines = split_lines(text)
    return tuple(
        (unit.first + 1, unit.depth, unit.words)
        for unit in _units(text, lines, line_starts(lines), titles=True)
        if unit.kind == "heading"
    )


def _units(
    text: str, lines: Sequence[str], starts: Sequence[int], *, titles: bool = False
) -> Iterator[_Unit]:
    """The blocks of running text; with `titles` headings too."""
    state = _State()
    open_unit: _Unit | None = None
    number = frontmatter_lines(lines)
    fence = ""
    comment = False
    table = 0  # 0 outside, 1 in the body of a table
    blank_before = True

    def closed() -> Iterator[_Unit]:
        nonlocal open_unit
        if open_unit is not None:
            unit, open_unit = open_unit, None
            unit.words = text[unit.offset : starts[unit.last] + len(body(lines[unit.last]))]
            unit.words = unit.words.rstrip()
            if unit.kind in ("paragraph", "quote"):
                stripped = unit.words.rstrip("*_ ")
                bold = _BOLD_LINE.match(unit.words)
                state.lead = unit.words if stripped.endswith((":", "：")) or bold else ""
            yield unit

    total = len(lines)
    while number < total:
        line = body(lines[number])
        stripped = line.strip()
        if fence:
            if stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = ""
            number += 1
            continue
        if comment:
            comment = "-->" not in line
            number += 1
            continue
        opening = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if opening:
            if open_unit is not None:
                open_unit.children = True
            elif state.items:
                state.items[-1].children = True
            yield from closed()
            fence = opening[1]
            blank_before = False
            number += 1
            continue
        if stripped.startswith("<!--") and not (open_unit and open_unit.kind == "item"):
            yield from closed()
            comment = "-->" not in stripped
            number += 1
            continue
        if not stripped:
            yield from closed()
            table = 0
            blank_before = True
            number += 1
            continue
        indent = len(line) - len(line.lstrip(" \t"))
        heading = _HEADING.match(line) if stripped[0] == "#" and indent < 4 else None
        if heading:
            yield from closed()
            level, title = len(heading[1]), (heading[2] or "").strip()
            _enter(state, level, title)
            if titles:
                yield _Unit(
                    "heading", number, number, starts[number], (), (), "", depth=level, words=title
                )
            table, blank_before = 0, True
            number += 1
            continue
        if _SETEXT.match(line) and open_unit and open_unit.kind == "paragraph":
            unit, open_unit = open_unit, None
            title = " ".join(text[unit.offset : starts[number]].split())
            level = 1 if stripped[0] == "=" else 2
            _enter(state, level, title)
            if titles:
                yield _Unit(
                    "heading",
                    unit.first,
                    number,
                    starts[unit.first],
                    (),
                    (),
                    "",
                    depth=level,
                    words=title,
                )
            blank_before = True
            number += 1
            continue
        if _RULE.match(line):
            yield from closed()
            state.items.clear()
            state.lead = ""
            blank_before = True
            number += 1
            continue
        tag = _TAG_LINE.match(line) if stripped[0] == "<" else None
        if tag:
            yield from closed()
            if tag[1]:
                if tag[2] in state.tags:
                    while state.tags.pop() != tag[2]:
                        pass
            elif not tag[3] and len(state.tags) < 30:
                state.tags.append(tag[2])
            state.items.clear()
            state.lead = ""
            blank_before = True
            number += 1
            continue
        if "|" in line and _row_start(lines, number, table):
            yield from closed()
            if table == 0:
                table = 1
                number += 2  # the head and the rule below it
                continue
            yield _Unit("row", number, number, starts[number], state.titles(), tuple(state.tags))
            number += 1
            continue
        table = 0
        item = _ITEM.match(line)
        if item:
            yield from closed()
            open_unit = _item(state, item, number, starts, blank_before)
            blank_before = False
            number += 1
            continue
        if open_unit is not None:
            open_unit.last = number
            number += 1
            continue
        if blank_before and indent >= 4 and not state.items:
            number += 1  # indented code
            continue
        quoted = _QUOTED.match(line)
        open_unit = _paragraph(state, line, number, starts, indent, bool(quoted))
        blank_before = False
        number += 1
    yield from closed()


def _enter(state: _State, level: int, title: str) -> None:
    while state.path and state.path[-1][0] >= level:
        state.path.pop()
    state.path.append((level, title))
    state.items.clear()
    state.lead = ""


def _row_start(lines: Sequence[str], number: int, table: int) -> bool:
    if table:
        return True
    return (
        number + 1 < len(lines)
        and "-" in lines[number + 1]
        and "|" in lines[number + 1]
        and bool(_TABLE_RULE.match(body(lines[number + 1])))
    )


def _item(
    state: _State, item: re.Match[str], number: int, starts: Sequence[int], blank_before: bool
) -> _Unit:
    indent = len(item[1].expandtabs(4))
    if not state.items and not blank_before:
        pass  # a list right below its paragraph keeps that as its lead
    while state.items and state.items[-1].indent >= indent:
        state.items.pop()
    parent = state.items[-1] if state.items else None
    if parent:
        parent.children = True
    offset = starts[number] + item.start(5)
    unit = _Unit(
        "item",
        number,
        number,
        offset,
        state.titles(),
        tuple(state.tags),
        parent.words if parent else state.lead,
        item[3] is not None,
        depth=len(state.items),
        indent=indent,
        words=item[5].strip(),
    )
    state.items.append(unit)
    return unit


def _paragraph(
    state: _State, line: str, number: int, starts: Sequence[int], indent: int, quoted: bool
) -> _Unit:
    while state.items and indent <= state.items[-1].indent:
        state.items.pop()
    parent = state.items[-1] if state.items else None
    offset = starts[number] + len(line) - len(line.lstrip(" \t>" if quoted else " \t"))
    unit = _Unit(
        "quote" if quoted else "paragraph",
        number,
        number,
        offset,
        state.titles(),
        tuple(state.tags),
        parent.words if parent else "",
        depth=len(state.items),
        indent=indent,
    )
    if not parent:
        state.lead = ""
    return unit


def _sentences(text: str, starts: Sequence[int], unit: _Unit) -> Iterator[Statement]:
    span = (starts[unit.first], starts[unit.last + 1])
    end = span[1]
    while end > unit.offset and text[end - 1] in " \t\r\n":
        end -= 1
    if unit.kind == "row":
        pieces = list(_cells(text, unit.offset, end))
    elif unit.kind == "heading":
        return
    else:
        pieces = list(_split(text, unit.offset, end))
    for start, stop in pieces:
        words = _FOLD.sub(" ", text[start:stop])
        if any(ch.isalpha() for ch in words):
            yield Statement(
                start,
                stop,
                words,
                "cell" if unit.kind == "row" else unit.kind,
                span,
                len(pieces) == 1 and unit.kind != "row",
                unit.path,
                unit.tags,
                unit.lead,
                unit.ordered,
                unit.children,
                unit.depth,
            )


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Sentences between two offsets; code spans and addresses are never cut."""
    part = text[start:end]
    if "`" in part or "](" in part or "://" in part:
        part = _SPAN.sub(lambda m: "x" * len(m[0]) if m[0][0] != "`" else _mask(m[0]), part)
    cuts = {m.end() for m in _STOP.finditer(part)}
    if "\n" in part or "\r" in part:
        cuts |= set(_line_cuts(part))
    last = 0
    for cut in [*sorted(cuts), len(part)]:
        a, b = last, cut
        while a < b and part[a] in " \t\r\n>":
            a += 1
        while b > a and part[b - 1] in " \t\r\n":
            b -= 1
        if b > a:
            yield start + a, start + b
        last = cut


def _mask(span: str) -> str:
    return "`" + "x" * (len(span) - 2) + "`"


def _line_cuts(part: str) -> Iterator[int]:
    """Line breaks that end a statement: short lines followed by a new beginning.

    Prose that was wrapped by hand begins its lines anywhere; where every line begins like a
    sentence, every line is one.
    """
    breaks = list(_BREAK.finditer(part))
    begins = [_begins(part[found.end() : found.end() + 2]) for found in breaks]
    listed = len(breaks) > 1 and all(begins)
    last = 0
    for found, new in zip(breaks, begins, strict=True):
        line = part[last : found.start()]
        wide = ord(part[found.end()]) > 0x2190 if found.end() < len(part) else False
        short = len(line) < (30 if wide else 60)
        if new and (listed or short or line.endswith(("  ", "\\", ":", "：", "<br>", "<br/>"))):
            yield found.end()
        last = found.end()


def _begins(rest: str) -> bool:
    return bool(rest) and (rest[0].isupper() or rest[0] in '*`["“' or ord(rest[0]) > 0x2190)


def _cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    part = _SPAN.sub(lambda m: "x" * len(m[0]), text[start:end]).replace("\\|", "xx")
    last = 0
    for at, ch in [*((i, ch) for i, ch in enumerate(part) if ch == "|"), (len(part), "|")]:
        del ch
        a, b = last, at
        while a < b and part[a] in " \t":
            a += 1
        while b > a and part[b - 1] in " \t":
            b -= 1
        if b > a:
            yield start + a, start + b
        last = at + 1
