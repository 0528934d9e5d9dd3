"""The list that most views are made of: rows painted by the line, one row marked.

Nothing is mounted per row, so ten thousand cost what ten cost. Every piece of text passes
`visible` here, and none of it is markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from workbench.prompt.visible import visible
from workbench.tui.styles import StyleBook


class Piece(NamedTuple):
    """A stretch of a row: its text and the names of its styles (`weak`, `dim`, `added`, ...)."""

    text: str
    style: str = ""


Row = Sequence[Piece]


def fit(text: str, width: int) -> str:
    """`text` cut with an ellipsis or padded to `width` cells; made visible first."""
    text = visible(text)
    if cell_len(text) > width:
        return set_cell_size(text, width - 1) + "…" if width > 0 else ""
    return text + " " * (width - cell_len(text))


def styles_of(widget: Widget) -> StyleBook:
    """The styles of the theme that is set."""
    app = widget.app
    book = _BOOKS.get(app)
    if book is None or book[0] != app.theme:
        book = _BOOKS[app] = (app.theme, StyleBook(app.theme_variables))
    return book[1]


_BOOKS: WeakKeyDictionary[App[object], tuple[str, StyleBook]] = WeakKeyDictionary()


def set_height(view: ScrollView, rows: int) -> None:
    """Tell a line-painting view how many rows it has, without a layout of the whole screen."""
    size = Size(0, rows)
    if size != view.virtual_size:
        view.set_reactive(Widget.virtual_size, size)
        view._scroll_update(size)


if TYPE_CHECKING:
    _View = ScrollView
else:
    _View = object


class Scrolled(_View):
    """A view that paints its own thin scroll mark in the last column.

    Textual's scrollbar is a widget of its own: three of them cost more than the text.
    """

    @property
    def allow_vertical_scroll(self) -> bool:
        return not self.disabled

    def thumb(self, y: int) -> bool:
        """Whether the scroll mark covers row `y` of the view; never when all rows are seen."""
        height, rows = self.scrollable_content_region.height, self.virtual_size.height
        if rows <= height or not height:
            return False
        size = max(1, height * height // rows)
        top = round(self.scroll_offset.y / max(1, rows - height) * (height - size))
        return top <= y < top + size


THUMB = "▐"


class RowList(Scrolled, ScrollView, can_focus=True, inherit_bindings=False):
    """Rows with a cursor. Subclasses give `row_count` and `row`."""

    #: Whether a row is marked; without, the arrows scroll.
    has_cursor = True
    #: Whether the marked row gets a sign as well: it must be seen without colours.
    pointer = False
    #: Whether the row is marked while the focus is elsewhere.
    marks_always = True
    #: Whether the last column is kept for the scroll mark.
    scrolls = True

    cursor: reactive[int] = reactive(0, repaint=False)

    class Moved(Message):
        """The cursor is on another row."""

        def __init__(self, rows: RowList, index: int) -> None:
            super().__init__()
            self.rows, self.index = rows, index

        @property
        def control(self) -> RowList:
            return self.rows

    class Chosen(Moved):
        """Enter or a double click on a row."""

    def __init__(self, *, id: str | None = None) -> None:
        self._base: Style | None = None
        super().__init__(id=id)

    def row_count(self) -> int:
        raise NotImplementedError

    def row(self, index: int, width: int) -> Row:
        raise NotImplementedError

    def marked_row(self, index: int) -> bool:
        """Whether a row looks marked; an entry of several rows marks all of them."""
        return index == self.cursor

    # -- content --------------------------------------------------------------------------

    def notify_style_update(self) -> None:
        self._base = None
        super().notify_style_update()

    @property
    def base(self) -> Style:
        """The style of the list itself."""
        if self._base is None:
            self._base = self.rich_style
        return self._base

    def style_of(self, name: str) -> Style:
        """The style of a kind of row or piece, in the theme of the application."""
        return styles_of(self)(name)

    def rows_changed(self) -> None:
        """Call when rows came or went; the cursor stays where it is, if it can."""
        count = self.row_count()
        set_height(self, count)
        self.set_reactive(RowList.cursor, max(0, min(self.cursor, count - 1)))
        self.refresh()

    def on_resize(self) -> None:
        self.rows_changed()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        index = self.scroll_offset.y + y
        base = self.base
        if not 0 <= index < self.row_count():
            return Strip.blank(width, base)
        room = width - 1 if self.scrolls else width
        marked = self.has_cursor and self.marked_row(index)
        if marked and (self.has_focus or self.marks_always):
            base += self.style_of("cursor" if self.has_focus else "hunk")
        row = self.row(index, room)
        if self.pointer:
            row = (Piece("▸" if index == self.cursor else " ", "key"), *row)
        strip = self.paint(row, room, base)
        if not self.scrolls:
            return strip
        sign = THUMB if self.thumb(y) else " "
        return Strip([*strip, Segment(sign, self.base + self.style_of("none"))], width)

    def paint(self, row: Iterable[Piece], width: int, base: Style) -> Strip:
        """A row as exactly `width` cells."""
        segments: list[Segment] = []
        used = 0
        for text, names in row:
            shown = visible(text)
            cells = cell_len(shown)
            if used + cells > width:
                shown = set_cell_size(shown, width - used)
                cells = width - used
            style = base
            for name in names.split():
                style += self.style_of(name)
            segments.append(Segment(shown, style))
            used += cells
            if used >= width:
                break
        if used < width:
            segments.append(Segment(" " * (width - used), base))
        return Strip(segments, width)

    # -- moving ---------------------------------------------------------------------------

    def watch_cursor(self, old: int, new: int) -> None:
        if old == new or not self.is_mounted:
            return
        self.refresh_lines(old)
        self.refresh_lines(new)
        self.show_row(new)
        self.post_message(self.Moved(self, new))

    def show_row(self, index: int) -> None:
        """Scroll as little as is needed to show a row."""
        region = Region(0, index, 1, 1)
        self.scroll_to_region(region, animate=False, force=True)

    def _move(self, by: int) -> None:
        if self.has_cursor:
            self.cursor = max(0, min(self.cursor + by, self.row_count() - 1))
        else:
            self.scroll_relative(y=by, animate=False)

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    def action_page_up(self) -> None:
        self._move(-max(1, self.size.height - 1))

    def action_page_down(self) -> None:
        self._move(max(1, self.size.height - 1))

    def action_first(self) -> None:
        self._move(-(1 << 40))

    def action_last(self) -> None:
        self._move(1 << 40)

    def action_go(self) -> None:
        if self.row_count():
            self.post_message(self.Chosen(self, self.cursor))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        index = event.y + self.scroll_offset.y - self.gutter.top
        if 0 <= index < self.row_count():
            self.cursor = index
            if event.chain > 1:
                self.action_go()
