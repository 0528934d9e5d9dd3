"""Soft wrapping that costs the same at 1 MB as at 10 KB.

Textual's `WrappedDocument` sums over every line for its height, and walks every line below an edit
that adds a row. Here the rows of a line are found with `str.rfind`, heights are kept in
blocks, and an edit touches its own lines and the sums of the blocks.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise

from rich.cells import cell_len, get_character_cell_size
from textual.document._document import DocumentBase, Location
from textual.document._wrapped_document import WrappedDocument
from textual.geometry import Offset, clamp

from workbench.prompt.visible import visible

_BLOCK = 256
_NONE: list[int] = []


def tabbed(text: str, tab_width: int, column: int = 0) -> str:
    """`text` with tabs as spaces up to the next stop; `column` cells stand before it."""
    if "\t" not in text:
        return text
    out: list[str] = []
    for i, piece in enumerate(text.split("\t")):
        if i:
            gap = tab_width - column % tab_width
            out.append(" " * gap)
            column += gap
        out.append(piece)
        column += cell_len(piece)
    return "".join(out)


def break_line(text: str, width: int, tab_width: int) -> list[int]:
    """Columns (code points) at which the rows of a line after the first start.

    Breaks fall behind spaces, between wide characters, or inside a word longer than a row. One
    space may hang over the end, where the cursor has its cell.
    """
    if not width:
        return _NONE
    size = len(text)
    if text.isascii() and "\t" not in text:
        if size <= width:
            return _NONE
        breaks: list[int] = []
        at = 0
        while size - at > width:
            space = text.rfind(" ", at, at + width + 1)
            at = space + 1 if space > at else at + width
            if at >= size:  # the very last character hangs over: the cursor needs its cell
                breaks.append(size - 1)
                break
            breaks.append(at)
        return breaks
    if size * 2 <= width and "\t" not in text:
        return _NONE
    return _break_wide(text, width, tab_width)


def _break_wide(text: str, width: int, tab_width: int) -> list[int]:
    breaks: list[int] = []
    row_start, used, column, candidate, before = 0, 0, 0, 0, 0
    cell_size = get_character_cell_size
    for i, ch in enumerate(text):
        cells = tab_width - column % tab_width if ch == "\t" else cell_size(ch)
        column += cells
        if cells > 1:
            candidate, before = i, used
        limit = width + 1 if ch == " " and i < len(text) - 1 else width
        if used + cells > limit and i > row_start:
            if candidate <= row_start:
                candidate, before = i, used
            breaks.append(candidate)
            row_start, used = candidate, used - before
            before = 0
        used += cells
        if ch in " \t":
            candidate, before = i + 1, used
    return breaks


class LineWrap(WrappedDocument):
    """The document as rows of at most `width` cells; text is measured as it is painted."""

    def __init__(self, document: DocumentBase, width: int = 0, tab_width: int = 4) -> None:
        self._breaks: list[list[int]] = []
        self._heights: list[int] = []
        self._starts: list[int] = [0]
        super().__init__(document, width, tab_width)

    def wrap(self, width: int, tab_width: int | None = None) -> None:
        self._width = width
        if tab_width:
            self._tab_width = tab_width
        if width:
            self._breaks = [self._break(line) for line in self.document.lines]
        else:
            self._breaks = [_NONE] * self.document.line_count
        self._heights = [len(breaks) + 1 for breaks in self._breaks]
        self._starts = [0]
        self._sum_from(0)

    def _break(self, line: str) -> list[int]:
        return break_line(visible(line, lines=True), self._width, self._tab_width)

    def _sum_from(self, line: int) -> None:
        """Sum the blocks again, from the block that holds `line`."""
        block = min(line // _BLOCK, len(self._starts) - 1)
        heights = self._heights
        sums = (sum(heights[i : i + _BLOCK]) for i in range(block * _BLOCK, len(heights), _BLOCK))
        self._starts[block:] = accumulate(sums, initial=self._starts[block])

    @property
    def wrapped(self) -> bool:
        return self.height != len(self._heights)

    @property
    def height(self) -> int:
        return self._starts[-1]

    def wrap_range(self, start: Location, old_end: Location, new_end: Location) -> None:
        last = self.document.line_count - 1
        top = clamp(min(start[0], old_end[0], new_end[0]), 0, last)
        # Whatever was said about the old end, the count of lines tells how many went.
        new_bottom = clamp(max(start[0], new_end[0]), top, last)
        old_bottom = new_bottom + len(self._breaks) - self.document.line_count
        old_bottom = max(old_bottom, top - 1)
        breaks = [self._break(line) for line in self.document.lines[top : new_bottom + 1]]
        heights = [len(rows) + 1 for rows in breaks]
        same = heights == self._heights[top : old_bottom + 1]
        self._breaks[top : old_bottom + 1] = breaks
        self._heights[top : old_bottom + 1] = heights
        if not same:
            self._sum_from(top)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The rows of the lines `first` to `last`, half-open."""
        return self.first_row(first), self.first_row(last) + len(self.get_offsets(last)) + 1

    def first_row(self, line: int) -> int:
        """The row (from the top of the document) where a line starts."""
        block = line // _BLOCK
        return self._starts[block] + sum(self._heights[block * _BLOCK : line])

    def at_row(self, row: int) -> tuple[int, int] | None:
        """(line, section) painted at a row, or None below the end."""
        if not 0 <= row < self.height:
            return None
        block = bisect_right(self._starts, row) - 1
        line, left = block * _BLOCK, row - self._starts[block]
        heights = self._heights
        while left >= heights[line]:
            left -= heights[line]
            line += 1
        return line, left

    def get_offsets(self, line_index: int) -> list[int]:
        if not 0 <= line_index < len(self._breaks):
            raise ValueError(f"no line {line_index} among {len(self._breaks)}")
        return self._breaks[line_index]

    def get_sections(self, line_index: int) -> list[str]:
        line = visible(self.document.get_line(line_index), lines=True)
        breaks = self._breaks[line_index]
        if not breaks:
            return [line]
        edges = [0, *breaks, len(line)]
        return [line[a:b] for a, b in pairwise(edges)]

    def get_tab_widths(self, line_index: int) -> list[int]:
        return []  # rows are expanded where they are painted

    def location_to_offset(self, location: Location) -> Offset:
        line = clamp(location[0], 0, len(self._breaks) - 1)
        breaks = self._breaks[line]
        section = bisect_right(breaks, location[1])
        text = visible(self.document.get_line(line), lines=True)[: location[1]]
        start = breaks[section - 1] if section else 0
        if "\t" in text:
            x = cell_len(tabbed(text, self._tab_width))
            x -= cell_len(tabbed(text[:start], self._tab_width))
        else:
            x = cell_len(text[start:])
        return Offset(x, self.first_row(line) + section)

    def offset_to_location(self, offset: Offset) -> Location:
        x, y = max(0, offset[0]), max(0, offset[1])
        found = self.at_row(min(y, self.height - 1))
        assert found is not None
        line, section = found
        return line, self.get_target_document_column(line, x, section)

    def get_target_document_column(self, line_index: int, x_offset: int, y_offset: int) -> int:
        breaks = self._breaks[line_index]
        section = y_offset if y_offset >= 0 else len(breaks) + 1 + y_offset
        text = visible(self.document.get_line(line_index), lines=True)
        start = breaks[section - 1] if section else 0
        end = breaks[section] if section < len(breaks) else len(text)
        column = cell_len(tabbed(text[:start], self._tab_width)) if "\t" in text else 0
        used = 0
        for i in range(start, end):
            ch = text[i]
            cells = (
                self._tab_width - column % self._tab_width
                if ch == "\t"
                else get_character_cell_size(ch)
            )
            if used + cells > x_offset:
                return i
            used += cells
            column += cells
        return end if section == len(breaks) else max(start, end - 1)
