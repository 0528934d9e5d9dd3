"""From ctrl+o to the changed text: propose, review, carry out what was accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.tui import jobs, keep, work
from workbench.tui.decisions import Review
from workbench.tui.inspector import Note
from workbench.tui.screens.review import ReviewScreen

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt
    from workbench.tui.ask_run import Run
    from workbench.tui.screens.bench_actions import BenchActions


class Reviewing:
    """The proposals of one bench."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        self.review: Review | None = None
        self._open_when_ready = False
        self._after = ""
        #: What a model wrote, each with the hash of the words of the part that it was written for.
        self._rewrites: dict[str, tuple[str, Any]] = {}

    def take_rewrites(self, rows: Sequence[dict[str, Any]], run: Run) -> None:
        """Shorter words of a model: `propose` makes proposals of those that still fit."""
        from workbench.change.agents.describing import DESCRIPTION
        from workbench.change.agents.rewriting import Rewrite

        for row in rows:
            one = Rewrite(row["part"], row["text"], row["note"], row["by"])
            if one.part != DESCRIPTION or run.revision == self.session.live.revision:
                self._rewrites[one.part] = (row["sha"], one)
                self.review = None  # it was made without these words

    def _fitting(self) -> tuple[Any, ...]:
        """The rewrites whose part says what it said when a model was asked."""
        if not self._rewrites:
            return ()
        from dataclasses import replace

        from workbench.change.agents.describing import DESCRIPTION
        from workbench.tui.ask_wants import sha_of

        text, parts = self.session.live.text(), self.session.live.parts
        now = {sha_of(text[part.start : part.end]): part.id for part in parts}
        return tuple(
            one if one.part == DESCRIPTION else replace(one, part=now[sha])
            for sha, one in self._rewrites.values()
            if one.part == DESCRIPTION or sha in now
        )

    def propose(self) -> None:
        """Look for proposals in the background."""
        from workbench.verbs.measured import Counting

        live, path = self.session.live, self.session.path
        prompt, parts, rewrites = live.prompt(), live.parts, self._fitting()
        self.bench.asking.follow()
        scores = self.session.judged.result(self.bench.analysis.scores, parts)
        counting = Counting(*self.session.counter_wanted)
        worker = jobs.start(
            self.bench,
            "proposing",
            live.revision,
            lambda: work.proposing(path, prompt, parts, scores, counting, rewrites),
        )
        self._parts = parts
        if self._open_when_ready:
            # The inspector shows the proposals, so looking for them goes on.
            words = "looking for proposals"
            self.bench.waiting.begin(worker, words, stops=False, on_leave=self._leave)

    def again(self) -> None:
        """Marks or scores have changed: look for proposals anew, though the text is the same."""
        self.review = None
        self.propose()

    def _leave(self) -> None:
        """Nobody waits for the review any more."""
        self._open_when_ready = False

    def open(self) -> None:
        """Review the proposals for the text as it is now."""
        if self.review is None or self.review.revision != self.session.live.revision:
            self._open_when_ready = True
            self.propose()
            return
        shown = self.review
        screen = ReviewScreen(shown, self.session.path, self.session.counter_wanted)

        def closed(answer: Any) -> None:
            # A model may have ended meanwhile: what was decided here is not lost by that.
            newer, self.review = self.review, shown
            self._closed(answer)
            if newer is not shown and answer != "own" and not shown.accepted():
                self.again()

        self.bench.app.push_screen(screen, closed)

    def _proposed(self, event: jobs.Done) -> None:
        if event.revision != self.session.live.revision:
            if self._open_when_ready:
                self.propose()
            return
        old = self.review
        proposals, left, rejected = event.result
        self.review = Review(proposals, event.revision, self._parts, left=left, rejected=rejected)
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
        if review is not None and review.answers:
            # The screen's own jobs end with it; what was answered is kept all the same.
            path = self.session.path
            verdicts = [(key, kind, again) for key, (kind, again) in review.answers.items()]
            review.answers = {}
            jobs.start(self.bench, "refusing", 0, lambda: keep.refusing(path, verdicts))
        if review is not None and answer == "own":
            proposal = review.shown[review.at]
            label = f"with this {proposal.kind}"
            self._compare(proposal.prompt, proposal.result, label, proposal.files)
            return
        if review is None or not review.accepted():
            return
        self._after = str(answer)
        files = [file for p in review.accepted() for file in p.files]
        if files and self._after != "diff":
            self._ask(files, review)
        else:
            self._apply(review)

    def _ask(self, files: Sequence[Any], review: Review) -> None:
        """New files are written after a yes only; with a no the text stays in the prompt."""
        from workbench.tui.screens.dialogs import ChooseScreen

        many = f"{len(files)} new files" if len(files) > 1 else "a new file"
        words = "\n".join(file.path for file in files)
        words += "\n^Z brings the prompt back afterwards; what was written stays."
        answers = (
            ("y", "yes", "yes, write and leave a line that points there"),
            ("n", "no", "no, leave these sections in the prompt"),
        )

        def answered(answer: str | None) -> None:
            if answer == "no":
                for p in review.accepted():
                    if p.files:
                        review.drop(p)
            if answer is not None and review.accepted():
                self._apply(review)

        title = f"Write {many} beside {self.session.path.name}?"
        self.bench.app.push_screen(ChooseScreen(title, words, answers), answered)

    def _apply(self, review: Review) -> None:
        path, accepted, parts = self.session.path, review.accepted(), review.parts
        counter, model = self.session.counter_wanted
        worker = jobs.start(
            self.bench,
            "applying",
            review.revision,
            lambda: work.applying(path, accepted, parts, counter, model),
        )
        self.bench.waiting.begin(worker, "applying what was accepted")

    def _applied(self, event: jobs.Done) -> None:
        review = self.review
        if review is None or event.revision != self.session.live.revision:
            self.bench.bench_app.say("The text changed meanwhile; nothing was applied.")
            return
        prompt, new = event.result
        if self._after == "diff":
            beside = [file for p in review.accepted() for file in p.files]
            self._compare(prompt, new, "with what is accepted", beside)
            return
        path, accepted = self.session.path, review.accepted()
        files = tuple(file for p in accepted for file in p.files)
        if files:
            # The file first: the prompt must not point to what is not there.
            worker = jobs.start(
                self.bench,
                "writing beside",
                event.revision,
                lambda: keep.offloading(path, files, new.text),
            )
            self.bench.waiting.begin(worker, "writing the new files", stops=False)
            return
        self._put(new.text, accepted)

    def _written(self, event: jobs.Done) -> None:
        review = self.review
        text, names = event.result
        if review is None or event.revision != self.session.live.revision:
            self.bench.bench_app.say(
                f"The text changed meanwhile; it was left alone. {names} was written."
            )
            return
        self._put(text, review.accepted(), f" {names} was written and stays.")

    def _put(self, text: str, accepted: Sequence[Any], more: str = "") -> None:
        """The new text into the editor, where it can be taken back."""
        self.bench.editor.replace_text(text)
        self.bench.analysis.score_later()
        self.session.accepted += [p.to_dict() | {"accepted": True} for p in accepted]
        words = f"{len(accepted)} change{'s' if len(accepted) != 1 else ''} applied"
        self.bench.bench_app.say(f"{words}. ^Z takes them back, ^S saves.{more}")
        self.propose()

    def _compare(self, old: Prompt, new: Prompt, label: str, files: Sequence[Any]) -> None:
        """Show the difference, then go on with the review; what goes to `files` is not lost."""
        path = self.session.path
        before, after = old.source.data, new.source.data
        self.bench.after_diff = self.open
        worker = jobs.start(
            self.bench,
            "comparing",
            self.session.live.revision,
            lambda: work.comparing(
                before, after, f"{path.name}, in the editor", label, path, files
            ),
        )
        self.bench.waiting.begin(worker)

    def notes(self) -> list[Note]:
        """The proposals in short, for the inspector."""
        if self.review is None:
            return [Note("Proposals are being looked for …", "dim")]
        found = [] if self.review.proposals else [Note("Nothing to propose.", "dim")]
        for i, p in enumerate(self.review.proposals):
            safe = "safe" if p.safe else "decide yourself"
            verdict = self.review.verdict(p)
            safe += _by(p) + (f" · {verdict}" if verdict else "")
            head = f"{i + 1} {p.kind} · {safe}. "
            found.append(Note(p.found, "", f"proposal {i}", head))
        found += [
            Note(f"{one}", "dim", "", f"No proposal of what {one.by or 'a model'} wrote: ")
            for one in self.review.rejected
        ]
        found += [
            Note(f"{rule.reason}.", "dim", "", f"Line {rule.line} stays: ")
            for rule in self.review.left
        ]
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
            case "writing beside":
                self._written(event)
            case _:
                return False
        return True


def _by(proposal: Any) -> str:
    """Who made a proposal, where it was no offline rule."""
    from workbench.change.proposals import OFFLINE

    return "" if proposal.by == OFFLINE else f" · by {proposal.by}"
