"""A diff as rows: older on the left numbers, moves shown as moves, words marked inside lines."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from workbench.change.diff import Diff
from workbench.change.worddiff import WordSpan
from workbench.tui.rows import Piece, Row
from workbench.tui.wrap import break_line

_STYLES = {
    " ": "equal",
    "-": "removed",
    "+": "added",
    ">": "moved",
    "<": "moved dim",
    "~": "moved",
    "@": "hunk dim",
}
_SIGNS = {"<": "⇠", ">": "⇢", "~": "⇢", "@": "·"}


def diff_rows(diff: Diff, width: int, context: int = 3) -> tuple[list[Row], list[int]]:
    """All rows of a diff wrapped to `width` cells, and the rows where a change starts."""
    words: dict[tuple[str, int], list[WordSpan]] = {}
    for hunk in diff.hunks:
        for span in hunk.words:
            words.setdefault((span.side, span.line), []).append(span)
    rows: list[Row] = []
    starts: list[int] = []
    digits = max(3, *(len(str(max(h.a_end, h.b_end))) for h in diff.hunks), 3)
    before = " "
    for mark, a_line, b_line, text in diff.lines(context):
        changed = mark not in " @"
        if changed and (before in " @" or (mark == "<") != (before == "<")):
            starts.append(len(rows))
        before = mark
        spans: Iterable[WordSpan] = ()
        if mark == "-":
            spans = words.get(("a", a_line), ())
        elif mark in "+~":
            spans = words.get(("b", b_line), ())
        numbers = f"{a_line or '':>{digits}} {b_line or '':>{digits}}"
        rows += _wrapped(numbers, mark, text, list(spans), width)
    return rows, starts


def _wrapped(numbers: str, mark: str, text: str, spans: list[WordSpan], width: int) -> list[Row]:
    style = _STYLES[mark]
    head = len(numbers) + 3
    edges = [0, *break_line(text, max(8, width - head - 1), 4), len(text)]
    rows: list[Row] = []
    for start, end in pairwise(edges):
        row = [
            Piece(numbers if not start else " " * len(numbers), "dim"),
            Piece(f" {_SIGNS.get(mark, mark)} " if not start else "   ", style),
        ]
        inside = (c for s in spans for c in (s.start, s.end) if start < c < end)
        cuts = sorted({start, end, *inside})
        for a, b in pairwise(cuts):
            marked = any(s.start <= a and b <= s.end for s in spans)
            word = "removed-word" if mark == "-" else "added-word"
            row.append(Piece(text[a:b].replace("\t", "    "), word if marked else style))
        rows.append(row)
    return rows
