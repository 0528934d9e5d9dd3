"""What the keys and the palette do in the main view; each action starts one flow."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.tui import jobs

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    from workbench.tui.analysis import Analysis
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.asking import Asking
    from workbench.tui.description import DescriptionSize
    from workbench.tui.editor import PromptArea
    from workbench.tui.files import Files
    from workbench.tui.findings import Findings
    from workbench.tui.history import History
    from workbench.tui.inspector import Inspector
    from workbench.tui.parts_list import PartsList
    from workbench.tui.reviewing import Reviewing
    from workbench.tui.rule_notes import RuleNotes
    from workbench.tui.seeking import Seeker
    from workbench.tui.session import Session
    from workbench.tui.waiting import Waiting

if TYPE_CHECKING:
    Base = Screen[None]
else:
    Base = object

GRANULARITIES = ("coarse", "auto", "fine")


class BenchActions(Base):
    """The actions; `BenchScreen` has the panes. A mixin: a second screen class costs a start-up."""

    session: Session
    described: DescriptionSize
    after_diff: Callable[[], None] | None
    running: dict[str, str]
    waiting: Waiting
    ended: dict[str, str]

    if TYPE_CHECKING:

        @property
        def bench_app(self) -> WorkbenchApp: ...
        @property
        def editor(self) -> PromptArea: ...
        @property
        def parts(self) -> PartsList: ...
        @property
        def inspector(self) -> Inspector: ...
        @property
        def complete(self) -> bool: ...
        def refresh_map(self) -> None: ...
        def refresh_soon(self) -> None: ...
        def go_again(self, pane: str, what: str) -> bool: ...
        def seen(self, pane: Widget) -> bool: ...
        def show_job(self, name: str, words: str) -> None: ...

    # The flows are made when they are first needed: the first screen needs none of them.

    @cached_property
    def analysis(self) -> Analysis:
        from workbench.tui.analysis import Analysis

        return Analysis(self)

    @cached_property
    def files(self) -> Files:
        from workbench.tui.files import Files

        return Files(self)

    @cached_property
    def history(self) -> History:
        from workbench.tui.history import History

        return History(self)

    @cached_property
    def seeker(self) -> Seeker:
        from workbench.tui.seeking import Seeker

        return Seeker(self)

    @cached_property
    def reviewing(self) -> Reviewing:
        from workbench.tui.reviewing import Reviewing

        return Reviewing(self)

    @cached_property
    def findings(self) -> Findings:
        from workbench.tui.findings import Findings

        return Findings(self)

    @cached_property
    def rule_notes(self) -> RuleNotes:
        from workbench.tui.rule_notes import RuleNotes

        return RuleNotes(self)

    @cached_property
    def asking(self) -> Asking:
        from workbench.tui.asking import Asking

        return Asking(self)

    # -- the prompt -----------------------------------------------------------------------

    def action_save(self) -> None:
        self.files.save()

    def action_disk(self) -> None:
        self.files.decide()

    def action_review(self) -> None:
        self.reviewing.open()

    def action_diff(self) -> None:
        self.after_diff = None
        self.history.diff()

    def diff_closed(self, _: object = None) -> None:
        """A diff or a text was closed: go back to where it was asked for."""
        after, self.after_diff = self.after_diff, None
        if after is not None:
            after()

    def action_versions(self) -> None:
        self.history.versions()

    def action_export(self) -> None:
        self.history.export()

    def action_score(self) -> None:
        self.analysis.score()

    def action_edit_task(self) -> None:
        from workbench.tui.screens.dialogs import AskScreen

        hint = "What is an agent to do with this prompt? Parts are scored against it."
        self.app.push_screen(AskScreen("Task", self.session.task, hint), self._task_given)

    def _task_given(self, task: str | None) -> None:
        if task is None or task == self.session.task:
            return
        self.session.task, self.session.task_origin = task, "given"
        from workbench.tui import keep

        path = self.session.path
        jobs.start(self, "keeping the task", 0, lambda: keep.keeping_task(path, task))
        self.query_one("#task").refresh()
        self.asking.follow()
        self.analysis.score()

    def action_ask(self, kind: str) -> None:
        """What asking a model would send and cost; nothing is sent before a yes."""
        self.asking.open(kind)

    def action_find(self) -> None:
        self.seeker.open()

    def action_find_next(self) -> None:
        self.seeker.go(1)

    def action_find_previous(self) -> None:
        self.seeker.go(-1)

    # -- the view -------------------------------------------------------------------------

    def action_scenario(self) -> None:
        self.session.next_scenario()
        self.refresh_map()

    def action_granularity(self, by: int) -> None:
        """Cut into more (1) or fewer (-1) parts."""
        live = self.session.live
        at = GRANULARITIES.index(str(live.granularity)) if live.granularity in GRANULARITIES else 1
        wanted = GRANULARITIES[max(0, min(at + by, len(GRANULARITIES) - 1))]
        if wanted == live.granularity:
            self.bench_app.say(f"Parts are {wanted} already.")
            return
        live.set_cuts(live.cuts, wanted)
        self.session.scores = {}
        self.session.changed()
        self.asking.follow()
        self.refresh_map()
        self.analysis.score()

    def action_split(self) -> None:
        """Let a part open at the line of the editor's cursor."""
        from workbench.tui import cutting

        cutting.split(self)

    def action_merge(self) -> None:
        """Merge the marked part with the one before it."""
        from workbench.tui import cutting

        cutting.merge(self)

    def action_pin(self) -> None:
        """Pin the part that is marked in the list, or take its pin off."""
        from workbench.tui import keep

        session = self.session
        if not session.rows:
            return
        part = session.rows[min(self.parts.cursor, len(session.rows) - 1)].part
        text = session.live.text()[part.start : part.end]
        path, pin = session.path, part.id not in session.pins
        jobs.start(self, "pinning", 0, lambda: keep.pinning(path, part.id, text, pin))

    def action_inspect(self) -> None:
        self.inspector.action_view(1)

    def action_why(self) -> None:
        from workbench.tui.screens.text import TextScreen

        text = self.session.why()
        self.app.push_screen(TextScreen("Where the weights come from", text, numbered=False))

    def action_cancel_jobs(self) -> None:
        """Stop the marked job of the inspector, else all that runs."""
        what, _, number = self.inspector.marked.partition(" ")
        if what == "job" and number.isdigit() and self.asking.stop(int(number)):
            return
        self.workers.cancel_node(self)
        self.asking.stop()
        self.bench_app.say("Background work is being stopped.")

    # -- coming and going -----------------------------------------------------------------

    def action_open(self) -> None:
        self._when_saved("Open another prompt", self.bench_app.choose)

    def action_leave(self) -> None:
        self._when_saved("Quit", self.app.exit)

    def _when_saved(self, title: str, then: Callable[[], object]) -> None:
        """Ask what becomes of changes that are not saved, then go on."""
        from workbench.tui.screens.dialogs import ChooseScreen

        self.session.recheck()
        if not self.session.modified:
            then()
            return
        then_words = "quit" if title == "Quit" else "open the other"
        kept = self.session.kept.get(self.session.sha_of(self.session.live.data()), "")
        without = f"{then_words}: this very text is kept already, as {kept}"
        if not kept:
            without = f"{then_words} without saving: no version, the file stays as it is"

        def without_draft() -> None:
            if self.bench_app.drafting is not None:
                self.bench_app.drafting.discard()
            then()

        def answered(answer: str | None) -> None:
            if answer == "save":
                self.files.save(after=then)
            elif answer == "discard":
                without_draft()
            elif answer == "keep":
                self.files.keep_and_leave(without_draft)

        answers = (
            ("s", "save", f"save first, then {then_words}"),
            ("k", "keep", f"{then_words}, the text kept as a version; the file stays as it is"),
            ("d", "discard", without),
        )
        words = f"{Path(self.session.path).name} has changes that are not saved."
        self.app.push_screen(ChooseScreen(title, words, answers), answered)
