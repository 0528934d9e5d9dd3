"""Choose a prompt: the files found below a folder, narrowed by what is typed; or any path."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from workbench.tui import jobs
from workbench.tui.bars import Bar
from workbench.tui.finder import Found, finding
from workbench.tui.rows import Piece, Row, RowList, fit
from workbench.tui.screens.reader import Rows


class OpenScreen(Screen[Path | None]):
    """Gives the path that was chosen, or None."""

    AUTO_FOCUS = "#filter"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel"),
        Binding("down", "move(1)", "Down"),
        Binding("up", "move(-1)", "Up"),
        Binding("pagedown", "move(15)", "Down"),
        Binding("pageup", "move(-15)", "Up"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.found: list[Found] = []
        self.shown: list[Found] = []
        self.busy = True

    def compose(self) -> ComposeResult:
        yield Bar(lambda width: (), id="title")
        yield Input(placeholder="type to narrow the list, or a path; Enter opens", id="filter")
        yield Rows(id="rows")
        legend = " ● a prompt by its name or folder   ↓ ↑ choose   Enter open   Esc leave"
        yield Bar(lambda width: (Piece(legend, "dim"),), id="keys")

    def on_mount(self) -> None:
        self._narrow("")
        jobs.start(self, "finding", 0, lambda: finding(self.folder))

    @on(jobs.Done)
    def _found(self, event: jobs.Done) -> None:
        self.found, self.busy = event.result, False
        self._narrow(self.query_one("#filter", Input).value)

    @on(jobs.Failed)
    def _failed(self, event: jobs.Failed) -> None:
        self.busy = False
        self._narrow("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._narrow(event.value)

    def _narrow(self, words: str) -> None:
        wanted = words.lower().split()
        self.shown = [f for f in self.found if all(w in str(f.path).lower() for w in wanted)]
        state = "looking …" if self.busy else f"{len(self.shown)} of {len(self.found)} files"
        self.query_one("#title", Bar).show(
            Piece(" Open a prompt  ", "title"), Piece(f"{self.folder}  {state}", "dim")
        )
        rows = self.query_one("#rows", Rows)
        rows.set_rows([self._row(found) for found in self.shown])

    def _row(self, found: Found) -> Row:
        try:
            name = str(found.path.relative_to(self.folder))
        except ValueError:
            name = str(found.path)
        width = max(20, self.app.size.width - 15)
        return (
            Piece(" ● " if found.sure else "   ", "good"),
            Piece(fit(name, width), "" if found.sure else "dim"),
            Piece(f"{_size(found.size):>10} ", "dim"),
        )

    def action_move(self, by: int) -> None:
        rows = self.query_one("#rows", Rows)
        if self.shown:
            rows.cursor = max(0, min(rows.cursor + by, len(self.shown) - 1))

    def _give(self, path: Path | None) -> None:
        """Hand the choice back; as the first screen of the application, end it with the choice."""
        if len(self.app.screen_stack) > 1:
            self.dismiss(path)
        else:
            self.app.exit(path)

    def action_cancel(self) -> None:
        self._give(None)

    @on(Input.Submitted)
    def _enter(self, event: Input.Submitted) -> None:
        typed = Path(event.value).expanduser() if event.value else None
        if typed is not None and (self.folder / typed).is_file():
            self._give(self.folder / typed)
        elif self.shown:
            self._give(self.shown[self.query_one("#rows", Rows).cursor].path)
        elif typed is not None and not self.busy:
            self._give(self.folder / typed)

    @on(RowList.Chosen)
    def _clicked(self, event: RowList.Chosen) -> None:
        if self.shown:
            self._give(self.shown[event.index].path)


def _size(size: int) -> str:
    """Bytes as people read them: `812 B`, `14.2 kB`, `3.1 MB`."""
    if size < 1_000:
        return f"{size} B"
    return f"{size / 1_000:.1f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
