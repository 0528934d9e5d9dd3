"""The editor: Textual's `TextArea` on our own document, wrapping, painting and gutter.

What a key costs does not grow with the text: rows are painted from a cache keyed by what they
show, and nothing on the way asks for the whole document. `tests/tui/test_canary.py` names
every private Textual name that is relied on here.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.document._document import EditResult, Location, Selection
from textual.document._document_navigator import DocumentNavigator
from textual.document._edit import Edit
from textual.geometry import Region
from textual.reactive import Reactive, reactive
from textual.strip import Strip
from textual.widgets import TextArea

from workbench.prompt.visible import visible
from workbench.tui.document import ChangeHook, PromptDocument, PromptEdit
from workbench.tui.keymap import current
from workbench.tui.paint import Fences, spans_of
from workbench.tui.rows import set_height
from workbench.tui.wrap import LineWrap, tabbed


class Mark(NamedTuple):
    """What the gutter says about a line: the map glyph with its band, and a flag."""

    glyph: str = " "
    band: str = "none"
    flag: str = " "


_NO_MARK = Mark()


def _nothing() -> None:
    """Nobody wants to know."""


_BASE_BANDS = ("strong", "fair", "weak", "none")
_SPANS = ("heading", "fence", "code", "marker", "comment", "placeholder", "tag", "strong")


class PromptArea(TextArea, inherit_bindings=False):
    """A text area whose lines keep their endings and whose gutter shows the map."""

    BINDINGS: ClassVar[list[BindingType]] = current().bindings("editor")
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"prompt--{name}" for name in _SPANS),
        *(f"prompt--map-{band}" for band in _BASE_BANDS),
        "prompt--number",
        "prompt--flag",
    }

    # Textual would paint everything for each move of the cursor; we paint the rows it touches.
    selection: Reactive[Selection] = reactive(
        Selection(), init=False, always_update=True, repaint=False
    )

    def __init__(self, text: str = "", *, id: str | None = None, read_only: bool = False) -> None:
        self._strips: LRUCache[tuple[object, ...], Strip] = LRUCache(1024)
        self._fences = Fences(())
        self.mark_of: Callable[[int], Mark] = lambda line: _NO_MARK
        self.on_document: ChangeHook | None = None
        self.on_edited: Callable[[], None] = _nothing
        self._styles: dict[str, Style] = {}
        super().__init__(
            text,
            id=id,
            tab_behavior="indent",
            show_line_numbers=True,
            read_only=read_only,
            compact=True,
            max_checkpoints=1000,
        )
        # A steady cursor: no repaint twice a second over SSH.
        self.set_reactive(TextArea.cursor_blink, False)

    # -- the document ---------------------------------------------------------------------

    def _set_document(self, text: str, language: str | None) -> None:
        if isinstance(self.document, PromptDocument) and self.document.text == text:
            return  # Textual sets the document twice on the way up
        document = PromptDocument(text, self._document_changed)
        self.document = document
        self._fences = Fences(document.lines)
        self.wrapped_document = LineWrap(document, tab_width=self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self.move_cursor((0, 0))
        self._rewrap_and_refresh_virtual_size()

    def _document_changed(self, start: int, end: int, lines: list[str]) -> None:
        document = self.prompt_document
        gone = end - start - len(lines)
        rows = document.lines[start : min(start + len(lines), document.line_count)]
        self._fences.changed(start, start + len(rows) + gone, rows)
        if self.on_document is not None:
            self.on_document(start, end, lines)

    @property
    def prompt_document(self) -> PromptDocument:
        assert isinstance(self.document, PromptDocument)
        return self.document

    @property
    def line_wrap(self) -> LineWrap:
        assert isinstance(self.wrapped_document, LineWrap)
        return self.wrapped_document

    def edit(self, edit: Edit) -> EditResult:
        wrap = self.line_wrap
        top, height, lines = edit.top[0], wrap.height, self.document.line_count
        result = super().edit(PromptEdit.of(edit))
        if height == wrap.height and lines == self.document.line_count:
            self._refresh_rows(top, max(edit.bottom[0], result.end_location[0]))
        else:
            self._refresh_rows(top, lines)
        self.on_edited()
        return result

    def _undo_batch(self, edits: Sequence[Edit]) -> None:
        super()._undo_batch(edits)
        self.refresh()
        self.on_edited()

    def _redo_batch(self, edits: Sequence[Edit]) -> None:
        super()._redo_batch(edits)
        self.refresh()
        self.on_edited()

    def _replace_via_keyboard(
        self, insert: str, start: Location, end: Location
    ) -> EditResult | None:
        row = min(start, end)[0]
        return super()._replace_via_keyboard(self.prompt_document.native(insert, row), start, end)

    def replace_text(self, text: str) -> None:
        """Make the document `text` with one edit of the rows that differ; undo takes it back."""
        document = self.prompt_document
        old = document.with_endings(0, document.line_count)
        new = PromptDocument(text).with_endings(0, 1 << 60)
        same = 0
        for a, b in zip(old, new, strict=False):
            if a != b:
                break
            same += 1
        tail = 0
        shortest = min(len(old), len(new)) - same
        while tail < shortest and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        if same == len(old) == len(new):
            return
        # The rows in the tail end like the text ends, so an edit up to their start is exact.
        end = (len(old) - tail, 0) if tail else document.end
        self.replace("".join(new[same : len(new) - tail]), (same, 0), end)

    def find_matching_bracket(self, bracket: str, search_from: Location) -> Location | None:
        return None  # searches the whole document for a bracket that is never closed

    def action_text_start(self) -> None:
        """Cursor to the start of the prompt."""
        self.move_cursor((0, 0))

    def action_text_end(self) -> None:
        """Cursor to the end of the prompt."""
        self.move_cursor(self.document.end)

    # -- the gutter -----------------------------------------------------------------------

    @property
    def gutter_width(self) -> int:
        """Map glyph, space, line number, flag, space."""
        return max(2, len(str(self.document.line_count))) + 4

    def show_line(self, line: int) -> None:
        """Scroll so that a line stands near the top."""
        self.scroll_to(y=max(0, self.line_wrap.first_row(line) - 1), animate=False)

    # -- what to paint again --------------------------------------------------------------

    def _watch_selection(self, previous_selection: Selection, selection: Selection) -> None:
        super()._watch_selection(previous_selection, selection)
        if not self.is_mounted:
            return
        for chosen in (previous_selection, selection):
            top, bottom = sorted(chosen)
            self._refresh_rows(top[0], bottom[0])

    def _refresh_rows(self, first: int, last: int) -> None:
        """Paint the rows of the lines `first` to `last` again, as far as they can be seen."""
        wrap = self.line_wrap
        end = self.document.line_count - 1
        top = wrap.first_row(max(0, min(first, end)))
        seen = self.scroll_offset.y
        bottom = wrap.height if last >= end else wrap.first_row(max(0, last) + 1)
        if last > end:
            bottom += self.size.height  # rows below a text that became shorter
        top, bottom = max(top, seen), min(bottom, seen + self.size.height)
        if bottom > top:
            self.refresh_lines(top, bottom - top)

    # -- painting -------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        self._strips.clear()
        self._styles.clear()
        super().notify_style_update()

    def _style(self, name: str) -> Style:
        """The partial style of a component; Textual forgets its own with each refresh."""
        style = self._styles.get(name)
        if style is None:
            if name == "base":
                style = self.rich_style
            else:
                style = self.get_component_rich_style(name, partial=True)
            self._styles[name] = style
        return style

    def render_lines(self, crop: Region) -> list[Strip]:
        return super(TextArea, self).render_lines(crop)  # without the theme of the syntax tree

    def _refresh_size(self) -> None:
        set_height(self, self.line_wrap.height)

    def render_line(self, y: int) -> Strip:
        wrap = self.line_wrap
        found = wrap.at_row(self.scroll_offset.y + y)
        width = self.scrollable_content_region.width
        if found is None:
            return Strip.blank(width, self._style("base"))
        line, section = found
        raw = self.document.get_line(line)
        breaks = wrap.get_offsets(line)
        left = breaks[section - 1] if section else 0
        right = breaks[section] if section < len(breaks) else len(raw)
        last = section == len(breaks)
        row, column = self.selection.end
        here = row == line
        cursor = -1
        if here and self.has_focus and left <= column and (column < right or last):
            cursor = column
        chosen = self._chosen(line, left, right, last)
        mark = self.mark_of(line)
        inside = self._fences.inside(line)
        key = (
            raw, left, right, width, wrap._width, mark, line if not section else -1, here, cursor,
            chosen, inside, self.gutter_width,
        )  # fmt: skip
        strip = self._strips.get(key)
        if strip is None:
            strip = self._paint(
                raw, left, right, mark, line if not section else -1, here, cursor, chosen, inside
            )
            self._strips[key] = strip
        return strip

    def _chosen(self, line: int, left: int, right: int, last: bool) -> tuple[int, int] | None:
        start, end = self.selection
        if start == end:
            return None
        top, bottom = sorted((start, end))
        if not top[0] <= line <= bottom[0]:
            return None
        a = max(left, top[1] if line == top[0] else 0)
        b = min(right, bottom[1]) if line == bottom[0] else right + last
        return (a, b) if b > a else None

    def _paint(
        self,
        raw: str,
        left: int,
        right: int,
        mark: Mark,
        number: int,
        here: bool,
        cursor: int,
        chosen: tuple[int, int] | None,
        inside: bool,
    ) -> Strip:
        """One row of the screen; columns are code points of the line."""
        style = self._style
        base = style("base")
        if here:
            base += style("text-area--cursor-line")
        text = visible(raw, lines=True)
        edges = {left, right}
        layers: list[tuple[int, int, Style]] = []
        for a, b, name in spans_of(text, inside):
            if a < right and b > left:
                layers.append((max(a, left), min(b, right), style(f"prompt--{name}")))
        if chosen is not None:
            layers.append((*chosen, style("text-area--selection")))
        if cursor >= 0:
            layers.append((cursor, cursor + 1, style("text-area--cursor")))
        text += " "  # a cell for the cursor behind the end
        for a, b, _ in layers:
            edges.update((a, b))
        cuts = sorted(edges)
        width = self.gutter_width
        segments = list(self._gutter(mark, number, here, width, base))
        used = 0
        column = cell_len(tabbed(text[:left], self.indent_width)) if "\t" in text else 0
        for a, b in itertools.pairwise(cuts):
            piece = text[a:b]
            if "\t" in piece:
                piece = tabbed(piece, self.indent_width, column + used)
            combined = base
            for start, end, layer in layers:
                if start <= a and b <= end:
                    combined += layer
            segments.append(Segment(piece, combined))
            used += cell_len(piece)
        room = self.scrollable_content_region.width - width - used
        if room > 0:
            segments.append(Segment(" " * room, base))
        strip = Strip(segments, width + used + max(room, 0))
        return strip if room >= 0 else strip.crop(0, width + used + room)

    def _gutter(
        self, mark: Mark, number: int, here: bool, width: int, base: Style
    ) -> tuple[Segment, ...]:
        style = self._style
        numbers = base + style("prompt--number")
        if here:
            numbers += style("text-area--cursor-gutter")
        label = "" if number < 0 else str(number + 1)
        return (
            Segment(mark.glyph, base + style(f"prompt--map-{mark.band}")),
            Segment(f"{label:>{width - 3}}", numbers),
            Segment(
                (mark.flag if number >= 0 else " ") + " ",
                base + style("prompt--flag"),
            ),
        )
