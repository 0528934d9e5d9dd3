"""One row of the editor, painted from nothing but what it shows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from workbench.prompt.visible import visible
from workbench.tui.flagged import STYLES
from workbench.tui.paint import spans_of
from workbench.tui.wrap import tabbed


class Mark(NamedTuple):
    """What the gutter says about a line: the map glyph with its band, a flag, and the severity of
    what was found there."""

    glyph: str = " "
    band: str = "none"
    flag: str = " "
    found: str = ""


class RowShown(NamedTuple):
    """All that a row shows; two rows that are equal look the same, so it keys the cache.

    `left`, `right`, `cursor` and `chosen` are columns of the line in code points; `number` is
    the line (0-based) on its first row, else -1; `width` and `gutter` are cells; `wrapped` is
    the width at which the text was wrapped; `inside` a fence; `here`: the cursor is on the line.
    """

    line: str
    left: int
    right: int
    width: int
    wrapped: int
    gutter: int
    mark: Mark
    number: int
    here: bool
    cursor: int
    chosen: tuple[int, int] | None
    inside: bool
    tab: int
    thumb: bool


def paint_row(row: RowShown, style: Callable[[str], Style]) -> Strip:
    """The row as exactly `row.width` cells; `style` gives the style of a name."""
    base = style("base")
    if row.here:
        base += style("line")
    text = visible(row.line, lines=True)
    layers = [
        (max(a, row.left), min(b, row.right), style(name))
        for a, b, name in spans_of(text, row.inside)
        if a < row.right and b > row.left
    ]
    if row.chosen is not None:
        layers.append((*row.chosen, style("selection")))
    if row.cursor >= 0:
        layers.append((row.cursor, row.cursor + 1, style("text-cursor")))
    text += " "  # a cell for the cursor behind the end
    edges = {row.left, row.right}
    for a, b, _ in layers:
        edges.update((a, b))
    segments = list(_gutter(row, base, style))
    used = 0
    column = cell_len(tabbed(text[: row.left], row.tab)) if "\t" in text else 0
    for a, b in pairwise(sorted(edges)):
        piece = text[a:b]
        if "\t" in piece:
            piece = tabbed(piece, row.tab, column + used)
        combined = base
        for start, end, layer in layers:
            if start <= a and b <= end:
                combined += layer
        segments.append(Segment(piece, combined))
        used += cell_len(piece)
    room = row.width - row.gutter - used - 1
    if room < 0:
        cropped = Strip(segments, row.gutter + used).crop(0, row.width - 1)
        segments = list(cropped)
    elif room:
        segments.append(Segment(" " * room, base))
    segments.append(Segment("▐" if row.thumb else " ", style("base") + style("none")))
    return Strip(segments, row.width)


def _gutter(row: RowShown, base: Style, style: Callable[[str], Style]) -> tuple[Segment, ...]:
    """Map glyph, line number, flag; one glyph on every row, so that the map has no gaps."""
    numbers = base + style("line-number")
    if row.here:
        numbers += style("bold")
    sign = base + style("flag")
    if row.mark.found and row.number >= 0:  # underlined: seen without colours, beside any flag
        colour = style(STYLES[row.mark.found])
        numbers += colour + style("found")
        sign = sign if row.mark.flag in "◆!" else base + colour + style("bold")
    label = "" if row.number < 0 else str(row.number + 1)
    flag = row.mark.flag if row.number >= 0 else " "
    return (
        Segment(row.mark.glyph, base + style(row.mark.band)),
        Segment(" " * (row.gutter - 3 - len(label)), base),
        Segment(label, numbers),
        Segment(flag + " ", sign),
    )
