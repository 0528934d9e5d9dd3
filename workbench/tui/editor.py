"""The editor: Textual's `TextArea` on our own document, wrapping, painting and gutter.

What a key costs does not grow with the text: rows are painted from a cache keyed by what they
show, and nothing on the way asks for the whole document. `tests/tui/test_canary.py` names
every private Textual name that is relied on here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.document._document import EditResult, Location, Selection
from textual.document._document_navigator import DocumentNavigator
from textual.document._edit import Edit
from textual.geometry import Region
from textual.reactive import Reactive, reactive
from textual.strip import Strip
from textual.widgets import TextArea

from workbench.tui.document import ChangeHook, PromptDocument, PromptEdit
from workbench.tui.keymap import current
from workbench.tui.line_strip import Mark, RowShown, paint_row
from workbench.tui.paint import Fences
from workbench.tui.pane import Pane
from workbench.tui.rows import Scrolled, set_height, styles_of
from workbench.tui.wrap import LineWrap

_NO_MARK = Mark()


def _nothing() -> None:
    """Nobody wants to know."""


class PromptArea(Pane, Scrolled, TextArea, inherit_bindings=False, inherit_css=False):
    """A text area whose lines keep their endings and whose gutter shows the map."""

    # What Textual's editor looks like is not wanted here, and costs time at the start.
    DEFAULT_CSS = "PromptArea { width: 1fr; height: 1fr; layout: vertical; }"

    BINDINGS: ClassVar[list[BindingType]] = current().bindings("editor")

    @classmethod
    def _get_component_classes(cls) -> frozenset[str]:  # type: ignore[override]
        return frozenset()

    # Textual would paint everything for each move of the cursor; we paint the rows it touches.
    selection: Reactive[Selection] = reactive(
        Selection(), init=False, always_update=True, repaint=False
    )

    def __init__(self, text: str = "", *, id: str | None = None, read_only: bool = False) -> None:
        self._strips: LRUCache[RowShown, Strip] = LRUCache(1024)
        self._fences = Fences(())
        self.mark_of: Callable[[int], Mark] = lambda line: _NO_MARK
        self.on_document: ChangeHook | None = None
        self.on_edited: Callable[[], None] = _nothing
        self._styles: dict[str, Style] = {}
        self._hit: tuple[int, int, int] | None = None
        # Given the text here, Textual would split and wrap it in its own way first.
        super().__init__(
            "",
            id=id,
            tab_behavior="indent",
            show_line_numbers=True,
            read_only=read_only,
            compact=True,
            max_checkpoints=1000,
        )
        # A steady cursor: no repaint twice a second over SSH.
        self.set_reactive(TextArea.cursor_blink, False)
        self._set_document(text, None)

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
        self._hit = None
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

    async def _on_key(self, event: events.Key) -> None:
        """Textual runs this and then its own handler, which would take Escape for itself.

        And it would type the letter of Alt with a letter, which is a key here.
        """
        if event.key == "escape" or event.key.startswith("alt+"):
            event.prevent_default()

    def replace_text(self, text: str) -> None:
        """Make the document `text` with one edit of the rows that differ; undo takes it back."""
        change = self.prompt_document.change_to(text)
        if change is not None:
            words, start, end = change
            self.replace(words, start, end)

    def find_matching_bracket(self, bracket: str, search_from: Location) -> Location | None:
        return None  # searches the whole document for a bracket that is never closed

    def show_hit(self, hit: tuple[int, int, int] | None) -> None:
        """Mark a place (line, first column, end) that was found; it is not selected."""
        old, self._hit = self._hit, hit
        for one in (old, hit):
            if one is not None:
                self._refresh_rows(one[0], one[0])

    def action_unselect(self) -> None:
        """Nothing is selected any more; the cursor stays."""
        self.move_cursor(self.selection.end)

    def action_text_start(self) -> None:
        """Cursor to the start of the prompt."""
        self.move_cursor((0, 0))

    def action_text_end(self) -> None:
        """Cursor to the end of the prompt."""
        self.move_cursor(self.document.end)

    @property
    def wrap_width(self) -> int:
        """Cells for text: a cell for the cursor and one for the scroll mark are kept free."""
        return max(0, self.scrollable_content_region.width - self.gutter_width - 2)

    # -- the gutter -----------------------------------------------------------------------

    @property
    def gutter_width(self) -> int:
        """Map glyph, space, line number, flag, space."""
        return max(2, len(str(self.document.line_count))) + 4

    def show_line(self, line: int) -> None:
        """Scroll so that a line stands near the top."""
        self.scroll_to(y=max(0, self.line_wrap.first_row(line) - 1), animate=False)

    def show_both(self, line: int, lines: Sequence[int]) -> None:
        """Scroll, if it is needed, so that `lines` (0-based) or at least `line` are seen."""
        wrap, height = self.line_wrap, max(1, self.scrollable_content_region.height)
        seen = round(self.scroll_offset.y)
        top, bottom = wrap.span(min(lines, default=line), max(lines, default=line))
        if bottom - top > height:
            top, bottom = wrap.span(line, line)
        if top < seen or bottom > seen + height:
            self.scroll_to(y=max(0, top - max(0, height - bottom + top) // 3), animate=False)

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
        """The style of a name, or the `base` of the widget."""
        style = self._styles.get(name)
        if style is None:
            style = self.rich_style if name == "base" else styles_of(self)(name)
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
        cursor = -1
        if row == line and self.has_focus and left <= column and (column < right or last):
            cursor = column
        shown = RowShown(
            raw,
            left,
            right,
            width,
            self.wrap_width,
            self.gutter_width,
            self.mark_of(line),
            -1 if section else line,
            row == line,
            cursor,
            self._chosen(line, left, right, last),
            self._fences.inside(line),
            self.indent_width,
            self.thumb(y),
        )
        strip = self._strips.get(shown)
        if strip is None:
            strip = self._strips[shown] = paint_row(shown, self._style)
        return strip

    def _chosen(self, line: int, left: int, right: int, last: bool) -> tuple[int, int] | None:
        start, end = self.selection
        if start == end:
            if self._hit is None or self._hit[0] != line:
                return None
            start, end = (line, self._hit[1]), (line, self._hit[2])
        top, bottom = sorted((start, end))
        if not top[0] <= line <= bottom[0]:
            return None
        a = max(left, top[1] if line == top[0] else 0)
        b = min(right, bottom[1]) if line == bottom[0] else right + last
        return (a, b) if b > a else None
