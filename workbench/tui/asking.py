"""Questions to a model, in the open workbench: price first, then the answers as they come.

Each run has a process of its own (`ask_apart.py`), so that no key waits for it and the end of the
workbench is the end of it. Nothing is sent before the dialog got its yes.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from workbench.tui import jobs
from workbench.tui.ask_apart import Questioner
from workbench.tui.ask_run import Run, details, notes_of, result
from workbench.tui.ask_wants import KINDS, Judged, Shown, Want
from workbench.tui.inspector import Note
from workbench.tui.keymap import current

if TYPE_CHECKING:
    from workbench.tui.screens.ask import AskModelScreen
    from workbench.tui.screens.bench_actions import BenchActions

#: Ended runs that the list of jobs keeps, and failures of one that are kept.
_KEPT, _FAILURES = 8, 40


class Asking:
    """All runs of one bench."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        self.runs: list[Run] = []
        self.dialog: AskModelScreen | None = None
        self._last: Want | None = None
        self._count = 0

    # -- the question ---------------------------------------------------------------------

    def open(self, kind: str) -> None:
        """Show what asking would send and cost; nothing is sent before a yes."""
        from workbench.tui.screens.ask import AskModelScreen

        if self.session.total is None:
            self.bench.bench_app.say("The prompt is still being counted; ask again in a moment.")
            return
        same = next((r for r in self.runs if r.running and r.want.kind == kind), None)
        if same is not None:
            self.bench.bench_app.say(f"{KINDS[kind]} runs already; {self._key()} shows it.")
            return
        self._count += 1
        number = self._count
        run = Run(number, self._want(kind), self.session.live.revision, None)
        self.runs.append(run)

        def process() -> Questioner:
            return Questioner(lambda row: self.bench.post_message(jobs.News(number, row)))

        self.dialog = AskModelScreen(run, self.session.live.data(), process)
        self.bench.app.push_screen(self.dialog, lambda yes: self._answered(run, bool(yes)))

    def _want(self, kind: str) -> Want:
        """The wish as the settings say, or as it was changed in the last dialog."""
        session, settings, last = self.session, self.session.settings, self._last
        if last is None:
            runner = settings.runner if settings is not None else None
            last = Want(
                kind,
                str(session.path),
                judge="command" if runner else "anthropic",
                runner=runner,
                base_url=settings.base_url if settings is not None else None,
                judge_model=settings.judge_model if settings is not None else None,
                max_cost=settings.max_cost if settings is not None else None,
            )
        counter, model = session.counter_wanted
        return last.but(
            kind=kind,
            allow_secrets=False,
            part=self.bench.parts.cursor + 1,
            task=session.task,
            given=session.task_origin == "given",
            granularity=session.live.granularity,
            counter=counter,
            model=model,
            threshold=settings.threshold if settings is not None else None,
            host=settings.host if settings is not None else None,
        )

    def _answered(self, run: Run, yes: bool) -> None:
        self.dialog = None
        self._last = run.want
        if not yes or run.plan is None or run.process is None:
            self.runs.remove(run)
            if run.process is not None:
                run.process.close()
            return
        run.state, run.total = "running", run.plan.calls
        run.process.send(run.plan.number)
        if run.plan.calls:
            words = f"{run.who} is being asked; {self._key()} shows how far it is."
            self.bench.bench_app.say(words)
        self._paint(run)

    @staticmethod
    def _key() -> str:
        return current().sign("bench", "jobs")

    # -- what the processes tell ----------------------------------------------------------

    def news(self, event: jobs.News) -> None:
        """A row of one of the processes."""
        run = next((run for run in self.runs if run.number == event.run), None)
        if run is None:
            return
        row = event.row
        if "progress" in row:
            self._progress(run, row["progress"])
        elif "plan" in row:
            if self.dialog is not None and self.dialog.run is run:
                self.dialog.planned(Shown.of(row["plan"]))
        elif "scores" in row:
            self._scores(run, row["scores"])
        elif "rewrites" in row:
            self.bench.reviewing.take_rewrites(row["rewrites"], run)
        elif "findings" in row:
            self.bench.findings.take_told(row["findings"], run.revision)
        elif "error" in row:
            self._error(run, row["error"])
        elif "end" in row:
            self._ended(run, row["end"])

    def _progress(self, run: Run, row: dict[str, Any]) -> None:
        run.done, run.total, run.step = row["done"], row["total"], row["step"]
        run.spent = row["spent"]
        if "waiting" in row:
            run.waiting = row["waiting"]
            run.until = time.monotonic() + run.waiting["seconds"]
        elif run.waiting and row.get("answered") == run.waiting["id"]:
            run.waiting = {}
        if "failed" in row and len(run.failures) < _FAILURES:
            run.failures.append(row["failed"])
        self._paint(run)

    def _scores(self, run: Run, rows: list[Any]) -> None:
        found = [one for one in map(Judged.of, rows) if one is not None]
        self.session.judged.take(found)
        self.follow()

    def follow(self) -> None:
        """The text, the task or the scores have changed: say which score is of which text."""
        session = self.session
        if session.judged.follow(session.live, session.task):
            session.changed()
            self.bench.refresh_map()
            self.bench.inspector.update_notes()

    def _error(self, run: Run, row: dict[str, Any]) -> None:
        if run.state == "planning":
            if self.dialog is not None and self.dialog.run is run:
                self.dialog.refused(row["number"], row["message"], row["hint"])
            return
        self._ended(run, {"state": "failed", "error": row["message"], "hint": row["hint"]})

    def _ended(self, run: Run, end: dict[str, Any]) -> None:
        if not run.running:
            return
        run.state, run.end, run.waiting = str(end["state"]), end, {}
        if run.process is not None:
            run.process.close()
            run.process = None
        over = [other for other in self.runs if not other.running and other.state != "planning"]
        for old in over[:-_KEPT]:
            self.runs.remove(old)
        self._paint(run)
        if end.get("error") and run.state != "stopped":
            words = " ".join(filter(None, (end["error"], end.get("hint", ""))))
            self.bench.bench_app.say(f"{run.want.words}: {words}", severity="error")
        else:
            self.bench.bench_app.say(f"{run.want.words}: {result(run)}")
        if run.want.kind in ("score", "optimize"):
            self.bench.reviewing.again()

    # -- what can be done -----------------------------------------------------------------

    def stop(self, number: int | None = None) -> bool:
        """Stop one run, or all; false when none ran. What was answered is kept."""
        found = [r for r in self.runs if r.running and number in (None, r.number)]
        for run in found:
            run.state = "stopping"
            if run.process is not None:
                run.process.stop()
            self._paint(run)
        return bool(found)

    def close(self) -> None:
        """The screen closes: no process is left behind, and nothing waits for one."""
        for run in self.runs:
            if run.process is not None:
                run.process.close()
                run.process = None

    def tick(self) -> None:
        """A second has passed: waits are counted down."""
        for run in self.runs:
            if run.running and run.waiting:
                self._paint(run)

    def _paint(self, run: Run) -> None:
        self.bench.show_job(f"ask {run.number}", run.short() if run.running else "")
        self.bench.inspector.update_notes()

    # -- what the inspector says ----------------------------------------------------------

    def notes(self) -> list[Note]:
        """The runs, the newest first."""
        shown = [run for run in reversed(self.runs) if run.state != "planning"]
        return [note for run in shown for note in notes_of(run)]

    def details(self, number: int) -> None:
        """One run in full, to read."""
        from workbench.tui.screens.text import TextScreen

        run = next((run for run in self.runs if run.number == number), None)
        if run is not None and run.plan is not None:
            lines = details(run, run.plan)
            self.bench.app.push_screen(TextScreen(run.want.words, lines, numbered=False))
