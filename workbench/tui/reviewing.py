"""From ctrl+o to the changed text: propose, review, carry out what was accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.tui import jobs, work
from workbench.tui.decisions import Review
from workbench.tui.inspector import Note
from workbench.tui.screens.review import ReviewScreen

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt
    from workbench.tui.screens.bench_actions import BenchActions


class Reviewing:
    """The proposals of one bench."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        self.review: Review | None = None
        self._open_when_ready = False
        self._after = ""

    def propose(self) -> None:
        """Look for proposals in the background."""
        live, path, scores = self.session.live, self.session.path, self.bench.analysis.scores
        prompt, parts = live.prompt(), live.parts
        counter, model = self.session.counter_wanted
        jobs.start(
            self.bench,
            "proposing",
            live.revision,
            lambda: work.proposing(path, prompt, parts, scores, counter, model),
        )
        self._parts = parts

    def open(self) -> None:
        """Review the proposals for the text as it is now."""
        if self.review is None or self.review.revision != self.session.live.revision:
            self._open_when_ready = True
            self.propose()
            return
        screen = ReviewScreen(self.review, self.session.path, self.session.counter_wanted)
        self.bench.app.push_screen(screen, self._closed)

    def _proposed(self, event: jobs.Done) -> None:
        if event.revision != self.session.live.revision:
            if self._open_when_ready:
                self.propose()
            return
        old = self.review
        proposals, left = event.result
        self.review = Review(proposals, event.revision, self._parts, left=left)
        if old is not None:
            self._keep_place(old)
        self.bench.inspector.update_notes()
        if self._open_when_ready:
            self._open_when_ready = False
            self.open()

    def _keep_place(self, old: Review) -> None:
        """Stand at the proposal that was next, also after the text has changed."""
        assert self.review is not None
        rest = [p.id for p in old.shown[old.at :]]
        ids = [p.id for p in self.review.proposals]
        self.review.at = next((ids.index(name) for name in rest if name in ids), 0)

    def _closed(self, answer: Any) -> None:
        review = self.review
        if review is not None and answer == "own":
            proposal = review.shown[review.at]
            self._compare(proposal.prompt, proposal.result, f"with this {proposal.kind}")
            return
        if review is None or not review.accepted():
            return
        self._after = str(answer)
        path, accepted, parts = self.session.path, review.accepted(), review.parts
        counter, model = self.session.counter_wanted
        jobs.start(
            self.bench,
            "applying",
            review.revision,
            lambda: work.applying(path, accepted, parts, counter, model),
        )

    def _applied(self, event: jobs.Done) -> None:
        review = self.review
        if review is None or event.revision != self.session.live.revision:
            self.bench.bench_app.say("The text changed meanwhile; nothing was applied.")
            return
        prompt, new = event.result
        if self._after == "diff":
            self._compare(prompt, new, "with what is accepted")
            return
        accepted = review.accepted()
        editor = self.bench.editor
        editor.replace_text(new.text)
        self.session.accepted += [p.to_dict() | {"accepted": True} for p in accepted]
        words = f"{len(accepted)} change{'s' if len(accepted) != 1 else ''} applied"
        self.bench.bench_app.say(f"{words}. ^Z takes them back, ^S saves.")
        self.propose()

    def _compare(self, old: Prompt, new: Prompt, label: str) -> None:
        """Show the difference, then go on with the review."""
        name = self.session.path.name
        before, after = old.source.data, new.source.data
        self.bench.after_diff = self.open
        jobs.start(
            self.bench,
            "comparing",
            self.session.live.revision,
            lambda: work.comparing(before, after, f"{name}, in the editor", label),
        )

    def notes(self) -> list[Note]:
        """The proposals in short, for the inspector."""
        if self.review is None:
            return [Note("Proposals are being looked for …", "dim")]
        if not self.review.proposals:
            return [Note("Nothing to propose.", "dim")]
        found = []
        for i, p in enumerate(self.review.proposals):
            safe = "safe" if p.safe else "decide yourself"
            verdict = self.review.decided.get(p.id, "")
            head = f"{i + 1} {p.kind} · {safe}{' · ' + verdict if verdict else ''}. "
            found.append(Note(p.found, "", f"proposal {i}", head))
        return found

    def notes_for(self, first: int, last: int) -> list[Note]:
        """The proposals about the lines `first` to `last` (from 1), for the part view."""
        if self.review is None:
            return []
        return [
            Note(f"{p.found}. Enter: look at it", "", f"proposal {i}", f"◆ {p.kind}: ")
            for i, p in enumerate(self.review.proposals)
            if p.start_line <= last and p.end_line >= first
        ]

    def open_at(self, index: int) -> None:
        """Review, starting at one proposal."""
        if self.review is not None:
            self.review.kind, self.review.at = "", index
            self.open()

    def done(self, event: jobs.Done) -> bool:
        """Take a result; false when it is not one of ours."""
        match event.name:
            case "proposing":
                self._proposed(event)
            case "applying":
                self._applied(event)
            case _:
                return False
        return True
