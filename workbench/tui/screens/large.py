"""A file too large to edit here: read-only lines, counted in the background."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType

from workbench.prompt.lines import body, split_lines
from workbench.prompt.source import Source
from workbench.prompt.visible import visible
from workbench.tui import jobs, work
from workbench.tui.bars import Bar
from workbench.tui.keymap import current
from workbench.tui.rows import Piece, Row, RowList
from workbench.tui.screens.reader import ReaderScreen

#: Characters of a line that are painted; scroll right for more.
_STEP = 40


class LargeScreen(ReaderScreen):
    """Shows lines; nothing can be changed."""

    PLACE = "diff"
    KEYS = ("close", "help")
    BINDINGS: ClassVar[list[BindingType]] = current().bindings("diff")

    def __init__(self, path: Path, data: bytes, counter: str, model: str | None) -> None:
        super().__init__()
        self.path = path
        self.size_in_bytes = len(data)
        self.source = Source.from_bytes(data)
        self.lines = split_lines(self.source.text)
        self.counter, self.model = counter, model
        self.left = 0
        self.state = "counting …"

    def compose(self) -> ComposeResult:
        found = list(super().compose())
        yield found[0]
        note = " Read-only: files above 2 MB are shown and counted here, not edited."
        yield Bar(lambda width: (Piece(note, "warn"),), id="note")
        yield from found[1:]

    def offers(self) -> list[tuple[str, str, str]]:
        sideways = [("diff", "next_change", "right"), ("diff", "previous_change", "left")]
        return [*sideways, *super().offers()]

    def make_rows(self) -> RowList:
        return LineRows(self)

    def on_key(self, event: events.Key) -> None:
        keys = {key for found in current().keys["diff"].values() for key in found}
        if event.is_printable and event.key not in keys:
            self.app.notify("Read-only: above 2 MB.", timeout=3, markup=False)

    def on_mount(self) -> None:
        self._title()
        self.query_one(LineRows).rows_changed()
        self.call_after_refresh(self._count)

    def _count(self) -> None:
        path, counter, model = self.path, self.counter, self.model
        jobs.start(self, "counting", 0, lambda: work.counting_apart(path, counter, model))

    def _title(self) -> None:
        megabytes = self.size_in_bytes / 1_000_000
        self.title_bar(
            Piece(f" {self.path.name}", "title"),
            Piece(f" · {self.state}", "bold"),
            Piece(f" · {megabytes:.1f} MB, {len(self.lines):,} lines · ", "dim"),
            Piece("read-only", "warn"),
        )

    @on(jobs.Progress)
    def _progress(self, event: jobs.Progress) -> None:
        if event.total > 1:
            self.state = f"◷ counting {event.done / event.total:.0%}"
            self._title()

    @on(jobs.Done)
    def _done(self, event: jobs.Done) -> None:
        total, label, name = event.result
        self.state = f"{total:,} tok {label} {name}"
        self._title()

    @on(jobs.Failed)
    def _failed(self, event: jobs.Failed) -> None:
        self.state = "not counted"
        self._title()
        self.app.notify(visible(event.words), severity="error", markup=False)

    # The keys for the next and the previous change scroll sideways here.
    def action_next_change(self) -> None:
        self.left += _STEP
        self.query_one(LineRows).refresh()

    def action_previous_change(self) -> None:
        self.left = max(0, self.left - _STEP)
        self.query_one(LineRows).refresh()

    def action_context(self) -> None:
        """Nothing to fold here."""

    def action_close(self) -> None:
        self.workers.cancel_node(self)
        self.app.exit()


class LineRows(RowList):
    """The lines of the file, made harmless when they are painted."""

    has_cursor = False

    def __init__(self, screen: LargeScreen) -> None:
        super().__init__(id="rows")
        self.of = screen

    def row_count(self) -> int:
        return len(self.of.lines)

    def row(self, index: int, width: int) -> Row:
        line, left = self.of.lines[index], self.of.left
        shown = body(line[left : left + width * 2 + 2]).replace("\t", "    ")
        digits = len(str(len(self.of.lines)))
        return (Piece(f"{index + 1:>{digits}} ", "dim"), Piece(shown))
