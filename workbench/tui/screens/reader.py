"""What the full screens share: a title bar, rows, a key row; the keys of their place."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import Screen

from workbench.tui.bars import Bar, keys_of
from workbench.tui.rows import Piece, Row, RowList


class Rows(RowList):
    """Rows given as a list."""

    def __init__(self, *, id: str | None = None, cursor: bool = True) -> None:
        super().__init__(id=id)
        self.has_cursor = self.pointer = cursor
        self.rows: list[Row] = []

    def set_rows(self, rows: list[Row]) -> None:
        self.rows = rows
        self.rows_changed()

    def row_count(self) -> int:
        return len(self.rows)

    def row(self, index: int, width: int) -> Row:
        return self.rows[index]


class ReaderScreen(Screen[object]):
    """A title, rows to read, keys below. Subclasses name their place and their keys."""

    PLACE: ClassVar[str] = "diff"
    KEYS: ClassVar[tuple[str, ...]] = ("close", "help")
    AUTO_FOCUS = "#rows"

    def compose(self) -> ComposeResult:
        yield Bar(lambda width: (), id="title")
        yield self.make_rows()
        yield Bar(lambda width: keys_of(self.offers(), width), id="keys")

    def offers(self) -> list[tuple[str, str, str]]:
        """The keys that do something now: (place, action, words or "" for its own)."""
        return [(self.PLACE, name, "") for name in self.KEYS]

    def make_rows(self) -> RowList:
        """The list in the middle; its id is `rows`."""
        return Rows(id="rows", cursor=False)

    @property
    def rows(self) -> Rows:
        return self.query_one("#rows", Rows)

    def title_bar(self, *pieces: Piece) -> None:
        self.query_one("#title", Bar).show(*pieces)

    def action_close(self) -> None:
        self.leave(None)

    def leave(self, answer: object) -> None:
        """Close with an answer; a second key that comes while the screen closes does nothing."""
        if self.is_current:
            self.dismiss(answer)

    # The keys of movement work wherever the focus is.
    def action_up(self) -> None:
        self.query_one("#rows", RowList).action_up()

    def action_down(self) -> None:
        self.query_one("#rows", RowList).action_down()

    def action_page_up(self) -> None:
        self.query_one("#rows", RowList).action_page_up()

    def action_page_down(self) -> None:
        self.query_one("#rows", RowList).action_page_down()

    def action_first(self) -> None:
        self.query_one("#rows", RowList).action_first()

    def action_last(self) -> None:
        self.query_one("#rows", RowList).action_last()
