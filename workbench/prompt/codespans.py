"""Where raw text is code: fenced blocks and inline backtick spans, by CommonMark's rules.

A light scan of lines for questions about raw text ("is this @path inside code?"); the block
structure proper is `workbench.prompt.outline`. Indented code is not code here, because hosts
skip fences and backticks only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from workbench.prompt.lines import body, split_lines


class Span(NamedTuple):
    """A stretch of text, half-open offsets."""

    start: int
    end: int


_FENCE = re.compile(r"(`{3,})([^`]*)$|(~{3,})(.*)$")
_QUOTE = re.compile(r"(?: {0,3}>)+ ?")
_MARKER = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?= |\t|$)")
_MARKS = frozenset("-*+")
_TICKS = re.compile(r"`+")
#: A line that opens a block of its own: an inline span does not run across it.
_BLOCK_START = re.compile(r"\s*(?:[-*+] |\d{1,9}[.)] |#{1,6} |>|\||$)")


@lru_cache(maxsize=4)  # one text is asked for by several in a row
def code_spans(text: str) -> tuple[Span, ...]:
    """Fenced blocks (fences included) and inline spans (backticks included), sorted, disjoint."""
    if "`" not in text and "~~~" not in text:
        return ()
    spans: list[Span] = []
    for start, end, fenced in _stretches(text):
        if fenced:
            spans.append(Span(start, end))
        elif text.find("`", start, end) >= 0:  # most runs have none
            spans.extend(inline_spans(text, start, end))
    return tuple(spans)


def in_spans(spans: Sequence[Span], offset: int) -> bool:
    """Whether `offset` lies inside one of the sorted, disjoint `spans`."""
    i = bisect_right(spans, offset, key=lambda span: span[0]) - 1
    return i >= 0 and offset < spans[i][1]


def _stretches(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, is a fenced block) of fences and of the runs of lines between them.

    A run ends where an inline span must end: at blank lines and where a new block opens.
    """
    offset = run = 0
    fence = ""  # the characters that opened the block we are in
    opened = depth = column = 0
    columns: list[int] = []  # content columns of the list items around this line
    for line in split_lines(text):
        end = offset + len(line)
        plain = body(line).expandtabs(4)
        quote = _QUOTE.match(plain) if ">" in plain else None
        quotes = quote[0].count(">") if quote else 0
        plain = plain[quote.end() :] if quote else plain
        stripped = plain.lstrip(" ")
        indent = len(plain) - len(stripped)
        if fence:
            left = quotes < depth or (bool(stripped) and indent < column)
            if not left:
                if _closes(stripped, fence) and indent - column <= 3:
                    yield opened, end, True
                    fence, run = "", end
                offset = end
                continue
            yield opened, offset, True  # its list item or quote ended, and so did the fence
            fence, run = "", offset
        if _BLOCK_START.match(plain) or quotes:
            if run < offset:
                yield run, offset, False
            run = offset
        inside = stripped
        if stripped:
            while columns and columns[-1] > indent:
                columns.pop()
            while (
                (inside[:1] in _MARKS or inside[:1].isdecimal())
                and indent - (columns[-1] if columns else 0) <= 3
                and (m := _MARKER.match(inside))
            ):
                rest = inside[m.end() :].lstrip(" ")
                indent += len(inside) - len(rest)
                columns.append(indent if rest else indent + 1)
                inside = rest
        base = columns[-1] if columns else 0
        match = _FENCE.match(inside) if inside[:1] in ("`", "~") else None
        if match and indent - base <= 3:
            if run < offset:
                yield run, offset, False
            fence, opened, depth, column = match[1] or match[3], offset, quotes, base
        offset = end
    if fence:
        yield opened, offset, True
    elif run < offset:
        yield run, offset, False


def _closes(stripped: str, fence: str) -> bool:
    rest = stripped.rstrip(" ")
    return len(rest) >= len(fence) and set(rest) == {fence[0]}


def inline_spans(text: str, start: int, end: int) -> Iterator[Span]:
    """Spans between equally long runs of backticks within `start` to `end`."""
    ticks = [
        (m.start(), m.end(), _escaped(text, m.start(), start))
        for m in _TICKS.finditer(text, start, end)
        if m.start() > start or text[start - 1 : start] != "`"
    ]
    later: dict[int, list[int]] = {}
    for i, (a, b, _) in enumerate(ticks):
        later.setdefault(b - a, []).append(i)
    i = 0
    while i < len(ticks):
        a, b, escaped = ticks[i]
        if escaped:  # the first backtick is text; what is left of the run may still open
            a += 1
        same = later.get(b - a, []) if b > a else []
        at = bisect_right(same, i)
        if at < len(same):
            close = same[at]
            yield Span(a, ticks[close][1])
            i = close + 1
        else:
            i += 1


def _escaped(text: str, at: int, low: int) -> bool:
    count = 0
    while at - count > low and text[at - count - 1] == "\\":
        count += 1
    return count % 2 == 1
