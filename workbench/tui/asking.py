"""Questions to a model, in the open workbench: price first, then the answers as they come.

Each run has a process of its own (`ask_apart.py`), so that no key waits for it and the end of the
workbench is the end of it. Nothing is sent before the dialog got its yes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workbench.prompt.plural import plural
from workbench.prompt.visible import visible
from workbench.tui import jobs
from workbench.tui.ask_apart import Questioner
from workbench.tui.ask_wants import KINDS, Judged, Shown, Want
from workbench.tui.inspector import Note
from workbench.tui.keymap import current

if TYPE_CHECKING:
    from workbench.tui.screens.ask import AskModelScreen
    from workbench.tui.screens.bench_actions import BenchActions

#: Ended runs that the list of jobs keeps, and failures of one that are kept.
_KEPT, _FAILURES = 8, 40
RUNNING = ("running", "stopping")


@dataclass
class Run:
    """One run. `state`: planning, running, stopping, then done, partial, stopped or failed."""

    number: int
    want: Want
    revision: int
    process: Questioner | None
    state: str = "planning"
    plan: Shown | None = None
    done: int = 0
    total: int = 0
    spent: float | None = None
    step: str = ""
    #: What is waited for, and until when (seconds of the monotonic clock).
    waiting: dict[str, Any] = field(default_factory=dict)
    until: float = 0.0
    failures: list[str] = field(default_factory=list)
    end: dict[str, Any] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        return self.state in RUNNING

    @property
    def who(self) -> str:
        if self.plan is None:
            return ""
        return self.plan.model or self.plan.endpoint

    def short(self) -> str:
        """For the window bar: `Scores 12/30 · 0.0134 USD`."""
        if self.state == "stopping":
            return f"◷ {self.want.words}: stopping"
        words = f"◷ {self.want.words}"
        if self.total:
            words += f" {self.done}/{self.total}"
        if left := self._left():
            return f"{words} · waits {left} s"
        return words + (f" · {self.spent:.4f} USD" if self.spent else "")

    def _left(self) -> int:
        """Seconds that are still waited, rounded up; 0 when nothing is waited for."""
        left = self.until - time.monotonic() if self.waiting else 0.0
        return int(left) + 1 if left > 0 else 0

    def wait_words(self) -> str:
        """`The server is busy (429). Waiting 12 s, then try 2 of 5.`"""
        left = self._left()
        if not left:
            return ""
        w = self.waiting
        return f"{w['why']} Waiting {left} s, then try {w['attempt']} of {w['attempts']}."


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
        run.process = Questioner(lambda row: self.bench.post_message(jobs.News(number, row)))
        self.runs.append(run)
        self.dialog = AskModelScreen(run, self.session.live.data())
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
            self.bench.bench_app.say(f"{run.want.words}: {self.result(run)}")
        if run.want.kind in ("score", "optimize"):
            self.bench.reviewing.propose()

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
        return [note for run in reversed(self.runs) for note in self._noted(run)]

    def _noted(self, run: Run) -> list[Note]:
        if run.state == "planning":
            return []
        action = f"job {run.number}"
        who = f"{run.want.words} by {run.who}: "
        if not run.running:
            style = "bad" if run.state == "failed" else ""
            notes = [Note(self.result(run), style, action, who)]
        else:
            stopping = " Stopping." if run.state == "stopping" else ""
            stop = current().sign("panes", "cancel_job")
            words = f"{run.done} of {run.total} {run.step or 'asked'}{self._money(run)}.{stopping}"
            notes = [Note(f"{words} {stop} stops.", "", action, f"◷ {who}")]
            if wait := run.wait_words():
                notes.append(Note(wait, "warn", action))
        if run.failures:
            many = len(run.failures)
            notes.append(Note(f"{plural(many, 'question')} without an answer.", "warn", action))
        return notes

    @staticmethod
    def _money(run: Run) -> str:
        money = run.plan.money if run.plan is not None else ""
        if run.spent is None or not money.endswith("USD"):
            return f", {money}" if money else ""
        return f", {run.spent:.4f} USD so far ({money} expected)"

    def result(self, run: Run) -> str:
        """How a run ended, in one or two sentences."""
        end = run.end
        if end.get("words"):
            return str(end["words"])
        calls, stored = end.get("calls", 0), end.get("stored", 0)
        parts = [plural(calls, "call")] if calls else []
        if stored:
            parts.append(f"{plural(stored, 'answer')} stored before")
        cost = f", {end['money']}" if calls and end.get("money") else ""
        words = f"{end['state']}; {' and '.join(parts) or 'nothing was sent'}{cost}."
        if "found" in end:
            words += f" {plural(end['found'], 'contradiction')} more than the rules see."
        for more in (end.get("suspect"), end.get("error"), end.get("hint")):
            if more:
                words += f" {more}"
        return words

    def details(self, number: int) -> None:
        """One run in full, to read."""
        from workbench.tui.screens.text import TextScreen

        run = next((run for run in self.runs if run.number == number), None)
        if run is None or run.plan is None:
            return
        plan = run.plan
        lines = [f"{KINDS[run.want.kind]}, {run.state}", ""]
        lines += [f"Asked:    {plan.endpoint} {plan.model}".rstrip(), f"Sent:     {plan.what}"]
        lines += [
            f"{name.capitalize() + ':':<10}{calls} calls, {tokens} tokens, {money}"
            for name, calls, tokens, money in plan.cases
        ]
        if not run.running:
            lines += ["", self.result(run)]
        elif wait := run.wait_words():
            lines += ["", wait]
        lines += ["", *run.failures] if run.failures else []
        lines = [visible(line) for line in lines]
        self.bench.app.push_screen(TextScreen(run.want.words, lines, numbered=False))
