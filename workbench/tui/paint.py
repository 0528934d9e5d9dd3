"""Cheap colouring of one line at a time: headings, fences, tags, lists, code, placeholders.

There is no syntax tree on the way from a key to the screen. What a line is follows from its own
characters and from whether it stands inside a fence, which `Fences` keeps up to date.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

Span = tuple[int, int, str]

_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_MARKER = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?=\s)")
_QUOTE = re.compile(r" {0,3}>")
_INLINE = re.compile(
    r"(?P<code>`+[^`]+`+)"
    r"|(?P<comment><!--.*?(?:-->|$))"
    r"|(?P<placeholder>\{\{[^{}]{1,80}\}\}|\$\{?[A-Z][A-Z0-9_]+\}?)"
    r"|(?P<tag></?[A-Za-z][\w.:-]*(?:\s[^<>]{0,200})?/?>)"
    r"|(?P<emphasis>\*\*[^*]{1,200}\*\*|__[^_]{1,200}__)"
)
#: Longer lines are painted plain: nobody reads markup in a megabyte on one line.
_LONGEST = 4_000


@lru_cache(maxsize=2048)
def spans_of(line: str, inside: bool) -> tuple[Span, ...]:
    """The coloured stretches of a line as (start, end, name), in code points, disjoint, sorted."""
    size = len(line)
    if not size or size > _LONGEST:
        return ()
    if _FENCE.match(line):
        return ((0, size, "fence"),)
    if inside:
        return ((0, size, "code"),)
    if _HEADING.match(line):
        return ((0, size, "heading"),)
    spans: list[Span] = []
    at = 0
    if marker := _MARKER.match(line):
        spans.append((marker.start(), marker.end(), "marker"))
        at = marker.end()
    elif quote := _QUOTE.match(line):
        spans.append((0, quote.end(), "marker"))
        at = quote.end()
    spans += [(m.start(), m.end(), m.lastgroup or "") for m in _INLINE.finditer(line, at)]
    return tuple(spans)


class Fences:
    """Which rows lie inside a fenced block, kept through edits without a new scan of the text."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._marks = _scan(lines, 0)
        self._inside: list[tuple[int, int]] | None = None

    def changed(self, start: int, old_end: int, new: Sequence[str]) -> None:
        """Rows `start` to `old_end` (half-open) became `new`."""
        shift = len(new) - (old_end - start)
        found = _scan(new, start)
        touched = [m for m in self._marks if start <= m[0] < old_end]
        if not shift and found == touched:
            return
        below = [(row + shift, mark) for row, mark in self._marks if row >= old_end]
        self._marks = [m for m in self._marks if m[0] < start] + found + below
        self._inside = None

    def inside(self, row: int) -> bool:
        """True for the rows between the two marks of a fence."""
        if self._inside is None:
            self._inside = _pairs(self._marks)
        at = bisect_right(self._inside, (row, -1)) - 1
        if at + 1 < len(self._inside) and self._inside[at + 1][0] == row:
            at += 1
        return at >= 0 and self._inside[at][0] < row < self._inside[at][1]


def _scan(lines: Sequence[str], offset: int) -> list[tuple[int, str]]:
    marks = []
    for i, line in enumerate(lines):
        if "```" in line or "~~~" in line:
            match = _FENCE.match(line)
            if match:
                bare = not line[match.end() :].strip()
                marks.append((i + offset, match[1] if bare else match[1] + " "))
    return marks


def _pairs(marks: Sequence[tuple[int, str]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    for row, mark in marks:
        run = mark.rstrip()
        if opened is None:
            opened = (row, run)
        elif mark == run and run[0] == opened[1][0] and len(run) >= len(opened[1]):
            pairs.append((opened[0], row))
            opened = None
    if opened is not None:
        pairs.append((opened[0], 1 << 60))
    return pairs
