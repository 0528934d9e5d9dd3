"""The main view: bars, parts, editor, inspector."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import TextArea

from workbench.tui import jobs
from workbench.tui.bars import Bar, window_pieces
from workbench.tui.description import DescriptionSize
from workbench.tui.editor import PromptArea
from workbench.tui.keymap import current
from workbench.tui.layout import Layout
from workbench.tui.parts_list import PartsList
from workbench.tui.rows import RowList
from workbench.tui.screens.bench_actions import BenchActions
from workbench.tui.screens.bench_panes import BenchPanes
from workbench.tui.screens.bench_views import BenchViews
from workbench.tui.waiting import Waiting

if TYPE_CHECKING:
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.inspector import Inspector
    from workbench.tui.session import Session

#: Seconds without a key before structure is settled and flags are looked for again.
IDLE = 0.4


class BenchScreen(BenchPanes, BenchViews, BenchActions, Screen[None]):
    """One open prompt."""

    BINDINGS: ClassVar[list[BindingType]] = current().bindings("bench")
    AUTO_FOCUS = "#editor"

    def __init__(self, session: Session, layouts: list[Layout], layout: str | None) -> None:
        super().__init__()
        self.session = session
        self.described = DescriptionSize(session)
        self.layouts = layouts
        self.wanted = layout
        self._idle: Timer | None = None
        self._pending = False
        self._at_part = -1
        self._title = ""
        self._arranged: Layout | None = None
        self.panes: dict[str, Widget] = {}
        self.after_diff: Callable[[], None] | None = None
        self.running: dict[str, str] = {}
        self.waiting = Waiting(self.waiting_changed)
        self.went_to = ("", "")
        self.job = ""
        self.ended: dict[str, str] = {}

    @property
    def bench_app(self) -> WorkbenchApp:
        return self.app  # type: ignore[return-value]

    def compose(self) -> ComposeResult:
        editor = PromptArea(self.session.source.text, id="editor")
        editor.mark_of = self.session.mark_of
        editor.on_document = self._edited
        editor.on_edited = self._after_edit
        parts = PartsList(self.session, id="parts")
        grid = Container(parts, editor, id="grid")
        self.panes = {"grid": grid, "parts": parts, "editor": editor}
        self._arrange()
        session = self.session
        yield Bar(lambda width: window_pieces(session, self.job, width), id="window")
        yield Bar(self._task_row, id="task")
        yield grid
        yield Bar(self._key_row, id="keys")

    @property
    def editor(self) -> PromptArea:
        return self.panes["editor"]  # type: ignore[return-value]

    @property
    def complete(self) -> bool:
        """Whether the panes that come after the first screen are there."""
        return "inspector" in self.panes

    @property
    def parts(self) -> PartsList:
        return self.panes["parts"]  # type: ignore[return-value]

    @property
    def inspector(self) -> Inspector:
        return self.panes["inspector"]  # type: ignore[return-value]

    def on_unmount(self) -> None:
        if "findings" in self.__dict__:
            self.findings.close()  # leaving must not wait for a review
        if "asking" in self.__dict__:
            self.asking.close()

    def on_mount(self) -> None:
        self.parts.update_rows()
        self._follow(0)
        self._idle = self.set_interval(IDLE, self._rest, pause=True)  # a timer would fire once
        self.call_after_refresh(self._complete)
        self.say_what_fits()
        if not self.session.on_disk:
            name = self.session.path.name
            self.bench_app.say(f"New file: {name} is not on the disk. Saving makes it.")
        self.set_interval(1.0, self._second)

    def _second(self) -> None:
        self.files.watch()
        if "asking" in self.__dict__:
            self.asking.tick()

    def _complete(self) -> None:
        """The first screen is there: make the model, then find out the rest in the background."""
        inspector = self.make_inspector(self._at_part)
        self.panes["inspector"] = inspector
        self._arranged = None
        self._arrange()
        self.panes["grid"].mount(inspector)
        parts = self.session.parts
        if self.session.live.parts != parts:
            self.session.changed()
            self._at_part = -1
            self.refresh_soon()
        self.analysis.begin()

    # -- following the text ---------------------------------------------------------------

    def _edited(self, start: int, end: int, lines: list[str]) -> None:
        self.session.replace_lines(start, end, lines)

    def _after_edit(self) -> None:
        """The document and the cursor are where they should be: everything else follows."""
        if self.session.changed():
            self.editor.refresh()
        if "findings" in self.__dict__:
            self.findings.stop()
        if self._idle is not None:
            self._idle.reset()
            self._idle.resume()
        self._refresh_panes()

    def refresh_soon(self) -> None:
        """Paint what depends on the prompt once, however many changes came together."""
        if not self._pending:
            self._pending = True
            self.call_later(self._refresh_panes)

    def _refresh_panes(self) -> None:
        self._pending = False
        self.parts.update_rows()
        self.query_one("#window").refresh()
        self._follow(self.editor.selection.end[0])

    def refresh_map(self) -> None:
        """The map or the flags changed: gutter, parts and bars are painted again."""
        self.editor.refresh()
        self.refresh_soon()

    def _rest(self) -> None:
        """Nobody has typed for a moment."""
        if self._idle is not None:
            self._idle.pause()
        self.session.recheck()
        if self.session.live.settle():
            self.session.changed()
        self.refresh_soon()
        self.analysis.rest()

    @on(TextArea.SelectionChanged)
    def _cursor_moved(self, event: TextArea.SelectionChanged) -> None:
        self._follow(event.selection.end[0])

    def _follow(self, line: int) -> None:
        """The parts list and the inspector go along with the cursor of the editor."""
        if self.described.follow(line):
            self.query_one("#task").refresh()
        index = self.session.part_at(line)
        if index != self._at_part:
            self._at_part = index
            if not self.parts.has_focus:
                self.parts.cursor = index
            part = self.session.rows[index].part if self.session.rows else None
            title = part.title or part.kind if part is not None else ""
            self._title = title
            self._mark_focus()
            if self.complete:
                self.inspector.show_part(index)
        elif self.complete:
            self.inspector.update_notes()

    @on(RowList.Moved, "#parts")
    def _part_marked(self, event: RowList.Moved) -> None:
        if self.parts.has_focus:
            self.inspector.show_part(event.index)

    @on(RowList.Chosen, "#parts")
    def _part_chosen(self, event: RowList.Chosen) -> None:
        part = self.session.rows[event.index].part
        if not self.go_again("parts", str(event.index)):
            self.editor.move_cursor((part.start_line - 1, 0), center=False)
            self.editor.show_line(part.start_line - 1)

    @on(RowList.Moved)
    def _marked(self) -> None:
        """Another row or view of a list: its key row may be another."""
        self.query_one("#keys").refresh()

    # -- jobs -----------------------------------------------------------------------------

    @on(jobs.Progress)
    def _progress(self, event: jobs.Progress) -> None:
        share = f" {event.done / event.total:.0%}" if event.total > 1 else ""
        self._job(event.name, f"◷ {event.name}{share}")

    def _job(self, name: str, words: str) -> None:
        """Show a running job in the window bar; empty words: it has ended."""
        if words:
            self.running[name] = words
        else:
            self.running.pop(name, None)
        # What a person started and pays for comes first.
        first = sorted(self.running, key=lambda job: not job.startswith("ask "))
        shown = self.running[first[0]] if first else ""
        if self.job != shown:
            self.job = shown
            self.query_one("#window").refresh()

    def show_job(self, name: str, words: str) -> None:
        """The same for what is no worker, such as a question to a model."""
        self._job(name, words)

    @on(jobs.News)
    def _news(self, event: jobs.News) -> None:
        self.asking.news(event)

    def on_inspector_offer(self, event: Inspector.Offer) -> None:
        self.do_offer(event)

    @on(jobs.Done)
    def _job_done(self, event: jobs.Done) -> None:
        self._job(event.name, "")
        self.log_job(event.name, "done")
        owners = (
            self.analysis, self.files, self.history, self.reviewing, self.findings, self.rule_notes
        )  # fmt: skip
        if self.waiting.wanted(event):
            any(owner.done(event) for owner in owners)
        # After what follows from it: where that is waited for, no key slips in between.
        self.waiting.ended(event)
        self.settle_focus()

    @on(jobs.Failed)
    def _job_failed(self, event: jobs.Failed) -> None:
        self.waiting.ended(event)
        self._job(event.name, "")
        self.log_job(event.name, event.words)
        if self.files.failed(event):
            return  # asked about, so nothing more to say
        self.findings.failed(event)
        self.rule_notes.failed(event)
        self.bench_app.say(event.words, severity="error")

    @on(jobs.Cancelled)
    def _job_cancelled(self, event: jobs.Cancelled) -> None:
        self.waiting.ended(event)
        self._job(event.name, "")
        self.log_job(event.name, "stopped")

    def log_job(self, name: str, end: str) -> None:
        """Remember how a job ended, for the inspector; the newest last."""
        self.ended[name] = end
        self.inspector.update_notes()
