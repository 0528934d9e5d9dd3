"""What `review` finds, in the open workbench: looked for in the background, shown, gone to, muted.

The review runs in a process of its own (`review_apart.py`), so no key waits for a rule. It starts
when nobody has typed for a moment and is stopped by the next change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.worker import get_current_worker

from workbench.tui import jobs
from workbench.tui.finding_words import NOTHING_FOUND, FindingWords
from workbench.tui.flagged import Flagged
from workbench.tui.review_apart import Reviewer
from workbench.tui.told import ToldByModel, joined

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.worker import Worker

    from workbench.tui.screens.bench_actions import BenchActions

JOB = "reviewing"
#: Above this many bytes a review waits this many seconds more for the typing to end.
LARGE, _LATER = 300_000, 3.0


class Findings(ToldByModel, FindingWords):
    """The findings of one bench."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        self.table = bench.session.flagged
        self.reviewer = Reviewer()
        self._worker: Worker[None] | None = None
        self._later: Timer | None = None
        self._revision = -1
        self._end = 0  # which place of the finding that is looked at
        self._told = ""
        self._told_by_model = set()

    # -- the review -----------------------------------------------------------------------

    def rest(self) -> None:
        """Nobody types: review the text, unless this very text has been."""
        live = self.session.live
        if self._revision == live.revision:
            return
        self._revision = live.revision
        data = live.data()
        if self.table.known and len(data) > LARGE:
            # Seconds of work: not for every pause in the typing.
            self._later = self.bench.set_timer(_LATER, lambda: self._begin(data))
        else:
            self._begin(data)

    def _begin(self, data: bytes) -> None:
        live, session = self.session.live, self.session
        settings = session.settings
        request = {
            "path": str(session.path),
            "task": session.task if session.task_origin == "given" else "",
            "host": settings.host if settings is not None else None,
        }
        self._worker = jobs.start(
            self.bench, JOB, live.revision, lambda: self._steps(request, data)
        )

    def _steps(self, request: dict[str, Any], data: bytes) -> jobs.Steps:
        if get_current_worker().is_cancelled:  # the text changed before the thread began
            yield 0, 1
        self.bench.described.warm()
        return (yield from self.reviewer.review(request, data))

    def again(self) -> None:
        """Review the same text again: settings or task have changed."""
        self.stop()
        self.rest()

    def stop(self) -> None:
        """The text changed, or the screen closes: what is being found out is of no use."""
        self._revision = -1
        later, self._later = self._later, None
        if later is not None:
            later.stop()
        worker, self._worker = self._worker, None
        if worker is not None and not worker.is_finished:
            worker.cancel()
        if self.reviewer.busy:
            self.reviewer.stop()

    def close(self) -> None:
        """The screen closes: leave no process behind."""
        self.stop()
        self.reviewer.stop()

    def _take(self, event: jobs.Done) -> None:
        if event.result is None or event.revision != self.session.live.revision:
            return
        table = self.table
        before = [table.get(i) for i in range(len(table))] if table.known else None
        still = self._still_told()
        self.table.take(joined(event.result, still))
        self.bench.analysis.flag(event.result.critical)
        trouble = event.result.trouble
        if trouble and trouble != self._told:
            self.bench.bench_app.say(f"Reviewed without settings. {trouble}", severity="warning")
        self._told = trouble
        for words in event.result.stopped:
            self.bench.bench_app.say(f"Not looked at: {words}.", severity="warning")
        if before != [table.get(i) for i in range(len(table))] or event.result.critical:
            self.show()

    def failed(self, event: jobs.Failed) -> None:
        """The review broke down: what is known is old, and nothing is claimed."""
        if event.name == JOB:
            self.table.broken = True
            self.show()

    def show(self) -> None:
        """Paint what depends on the findings."""
        self.session.changed()
        self.bench.refresh_map()
        self.bench.query_one("#task").refresh()
        self.bench.inspector.update_notes()

    # -- going there ----------------------------------------------------------------------

    def step(self, by: int) -> None:
        """To the next finding after the cursor (1), or to the one before it (-1)."""
        table, line = self.table, self.bench.editor.selection.end[0] + 1
        if not len(table):
            words = NOTHING_FOUND if table.known else "The text is being reviewed."
            self.bench.bench_app.say(words)
            return
        at = table.at
        if at is not None and table.get(at).line == line:
            self.go((at + by) % len(table))
        else:
            self.go(table.after(line, by))

    def go(self, index: int | None) -> None:
        """Cursor to the place of a finding; both ends of a pair are marked."""
        finding = self.table.look_at(index)
        if finding is None:
            return
        self._end = 0
        columns = (
            (finding.column, finding.end_column) if finding.line == finding.end_line else (0, 0)
        )
        self._stand(finding, finding.line, columns)

    def other_end(self) -> None:
        """From one place of the finding at the cursor to its next, and in the end back."""
        table, line = self.table, self.bench.editor.selection.end[0] + 1
        at = table.at
        chosen = None if at is None else table.get(at)
        if chosen is None or (line not in chosen.places and not self._abroad(chosen)):
            at, self._end = table.at_line(line), 0
        finding = table.look_at(at)
        if finding is None:
            self.bench.bench_app.say("There is no finding on this line.")
        elif not finding.pair:
            self.bench.bench_app.say("This finding is about one place only.")
        else:
            lines = [(finding.line, "", "")] + [(o.line, o.path, o.text) for o in finding.others]
            if not self._abroad(finding):
                near = [i for i, (n, path, _) in enumerate(lines) if n == line and not path]
                self._end = self._end if self._end in near else near[0] if near else 0
            self._end = (self._end + 1) % len(lines)
            to, path, text = lines[self._end]
            if path:
                self.bench.bench_app.say(f"The other end is {path}, line {to}: {text[:200]}")
            else:
                self._stand(finding, to, (0, 0))

    def _abroad(self, finding: Flagged) -> bool:
        """Whether the place that was named last is in another file."""
        return 0 < self._end <= len(finding.others) and bool(finding.others[self._end - 1].path)

    def _stand(self, finding: Flagged, line: int, columns: tuple[int, int]) -> None:
        editor = self.bench.editor
        start, end = columns
        last = editor.document.line_count - 1
        row = min(line - 1, last)
        editor.show_hit((row, start - 1, end - 1) if 0 < start < end else None)
        editor.move_cursor((row, max(0, start - 1)))
        editor.show_both(row, [min(place - 1, last) for place in finding.places])
        editor.refresh()
        self._speak(finding)

    def _speak(self, finding: Flagged) -> None:
        """The inspector says what the finding is; without one, a notice does."""
        inspector = self.bench.inspector
        if not inspector.display:
            self.bench.bench_app.say(f"{finding.rule}: {finding.message}")
        elif inspector.view == "findings":
            inspector.mark(f"finding {self.table.at}")
        elif inspector.view != "part" and not inspector.has_focus:
            inspector.show_view("part")
        inspector.update_notes()

    # -- what is done with one ------------------------------------------------------------

    def marked(self) -> int | None:
        """The finding that a key in the inspector means: that of the marked line, else the one at
        the cursor of the text."""
        what, _, number = self.bench.inspector.marked.partition(" ")
        if what == "finding" and number.isdigit():
            return int(number)
        return self.table.at_line(self.bench.editor.selection.end[0] + 1)

    def _one(self) -> Flagged | None:
        index = self.marked()
        if index is None or index >= len(self.table):
            self.bench.bench_app.say("No finding is marked.")
            return None
        return self.table.get(index)

    def toggle_low(self) -> None:
        """Show or hide findings rarely worth a look and those that are muted for now."""
        self.table.low = not self.table.low
        self.table.choose()
        self.show()

    def explain(self) -> None:
        """The finding and its rule in full."""
        finding = self._one()
        if finding is not None:
            from workbench.tui import rule_work

            self.bench.waiting.begin(
                jobs.start(self.bench, "explaining", 0, lambda: rule_work.explaining(finding))
            )

    def mute(self) -> None:
        """Ask where to mute the finding; nothing is written before the answer."""
        finding = self._one()
        if finding is None:
            return
        if finding.key in self.table.quiet:
            self.table.quiet.discard(finding.key)
            self.table.choose()
            self.show()
            return
        from workbench.tui import rule_work

        path = self.session.path
        self.bench.waiting.begin(
            jobs.start(self.bench, "planning to mute", 0, lambda: rule_work.planning(path, finding))
        )

    def _planned(self, result: Any) -> None:
        from workbench.tui.screens.dialogs import ChooseScreen

        finding, plan, words = result
        answers = [("s", "session", "for now only: heard again when the workbench opens")]
        text = f"{finding.rule}, line {finding.line}: {finding.message}"
        if plan is None:
            text += f"\n\n{words}"
        else:
            new = f"line {plan.line}" if plan.before is not None else "a new file"
            words = f"for good: writes this line to {plan.file.name}, never to the prompt"
            answers.insert(0, ("p", "project", words))
            text += f"\n\n{plan.file}, {new}:\n{plan.words}"
            text += "\n\nTake that line out again to hear of it."

        def answered(answer: str | None) -> None:
            if answer == "session":
                self.table.quiet.add(finding.key)
                self.table.choose()
                self.show()
            elif answer == "project":
                from workbench.tui import rule_work

                jobs.start(self.bench, "muting", 0, lambda: rule_work.muting(plan))

        self.bench.app.push_screen(ChooseScreen("Mute this finding?", text, answers), answered)

    def done(self, event: jobs.Done) -> bool:
        """Take a result; false when it is not one of ours."""
        match event.name:
            case "reviewing":
                self._take(event)
            case "explaining":
                from workbench.tui.screens.text import TextScreen

                title, lines = event.result
                self.bench.app.push_screen(TextScreen(title, lines, numbered=False))
            case "planning to mute":
                self._planned(event.result)
            case "muting":
                plan = event.result
                self.bench.bench_app.say(f"Muted in {plan.file.name}, line {plan.line}.")
                self.again()
            case _:
                return False
        return True
