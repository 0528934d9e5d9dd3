"""Proposals one at a time: what was found, the text now, the new text, the reason, the proof."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar

from textual import events, on
from textual.binding import BindingType

from workbench.change.proposals import OFFLINE
from workbench.prompt.lines import split_lines
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible
from workbench.tui import jobs, keep, work
from workbench.tui.decisions import Review
from workbench.tui.keymap import current
from workbench.tui.rewording import words_of
from workbench.tui.rows import Piece, Row
from workbench.tui.screens.dialogs import ChooseScreen
from workbench.tui.screens.reader import ReaderScreen
from workbench.tui.wrap import break_line

#: A text now of more lines is shown by its first ones.
_LONG, _SHOWN = 16, 10


class ReviewScreen(ReaderScreen):
    """Gives `done`, `diff` or `own` (the diff of one proposal); the `Review` has the decisions."""

    PLACE = "review"
    KEYS = ("accept", "refuse", "edit", "skip", "undo", "whole_diff", "filter", "close", "help")
    BINDINGS: ClassVar[list[BindingType]] = current().bindings("review")

    def __init__(
        self, review: Review, path: Any, counter: tuple[str, str | None] = ("auto", None)
    ) -> None:
        super().__init__()
        self.review, self.path, self.counter = review, path, counter
        self._end_told = False  # a held key says it once

    @property
    def proposal(self) -> Any | None:
        shown = self.review.shown
        self.review.at = max(0, min(self.review.at, len(shown) - 1))
        return shown[self.review.at] if shown else None

    def offers(self) -> list[tuple[str, str, str]]:
        review, always = self.review, ("close", "help")
        works = {*always, "filter"} if review.proposals else set(always)
        if review.shown:
            works |= {"accept", "refuse", "skip", "whole_diff"}
            if self.proposal is not None and words_of(self.proposal) is not None:
                works.add("edit")
        if review.decided:
            works.add("undo")
        return [one for one in super().offers() if one[1] in works]

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def show(self) -> None:
        """Draw the current proposal, and have its ledger made when it is not there yet."""
        proposal = self.proposal
        review = self.review
        self.query_one("#keys").refresh()
        saved = sum(p.saved for p in review.accepted())
        tally = (
            f"accepted {len(review.accepted())} · refused {review.refused()}"
            f" · {_signed(-saved)} tok"
        )
        if proposal is None:
            self.title_bar(Piece(" Proposals  ", "title"), Piece(tally, "dim"))
            key = current().sign("bench", "mark")
            words = (
                " Nothing to propose that you have not refused before.",
                f" Looked for: repairs, exact repeats, reference, rules that you marked ({key}).",
            )
            self.rows.set_rows([*((Piece(line, "dim"),) for line in words), (), *self._left()])
            return
        total = len(review.shown)
        only = f" {review.kind} only ·" if review.kind else ""
        verdict = review.verdict(proposal)
        self.title_bar(
            Piece(f" Proposal {review.at + 1} of {total}", "title"),
            Piece(f" ·{only} {proposal.kind} · ", "bold"),
            Piece(*self._standing(proposal)),
            Piece(f" · {verdict}" if verdict else "", "key"),
            Piece(f"   {tally}", "dim"),
        )
        if "ledger" not in proposal.__dict__:
            jobs.start(self, "checking", review.at, lambda: work.checking(proposal))
        self.rows.set_rows(self._rows(proposal))
        self.rows.scroll_to(y=0, animate=False)

    def _standing(self, proposal: Any) -> tuple[str, str]:
        if proposal.id in self.review.own:
            return "your words", "warn"
        return ("safe", "good") if proposal.safe else ("decide yourself", "warn")

    def _rows(self, p: Any) -> list[Row]:
        width = max(30, self.app.size.width - 2)
        rows: list[Row] = []
        rows += _paragraph("Found", _found(p), "", width)
        if p.by != OFFLINE:
            rows += _paragraph("By", p.by, "warn", width)
        now, more = _beginning(p.before.rstrip("\r\n"))
        rows += _paragraph("Now", now, "removed", width)
        if more:
            rows[-1:] = _paragraph("", f"… {more} more lines; d shows them", "dim", width)
        rows += _paragraph("New", p.after.rstrip("\r\n") or "(nothing)", "added", width)
        rows += _paragraph("Why", p.reason, "", width)
        rows += _paragraph("Ledger", _ledger(p), "", width)
        change = p.tokens_after - p.tokens_before
        price = f"{plural(change, 'token', signed=True)}; {p.cache}"
        rows += _paragraph("Cost", price, "dim", width)
        rows += _paragraph("Risk", p.risk, "dim", width)
        for file in p.files:
            words = f"{file.path}, new: the section as it is now, word for word"
            rows += _paragraph("File", words, "added", width)
        if self.review.at == len(self.review.shown) - 1:
            rows += self._left()
        return rows

    def _left(self) -> list[Row]:
        """Behind the last proposal: the marked rules that none is about, with the reason."""
        width = max(30, self.app.size.width - 2)
        rows: list[Row] = []
        for one in self.review.rejected:
            rows += _paragraph("Refused", f"by {one.by or 'a model'}, {one}", "dim", width)
        if self.review.left:
            rows += [(Piece(" Marked rules that stay in the weak place", "bold"),)]
        for rule in self.review.left:
            rows += _paragraph(f"{rule.line:>6}", f"{rule.text} ({rule.reason})", "dim", width)[:-1]
        return rows

    @on(jobs.Done)
    def _checked(self, event: jobs.Done) -> None:
        if event.name == "rewording":
            self._reworded(event.result)
        elif event.name == "checking" and event.revision == self.review.at:
            proposal = self.proposal
            if proposal is not None:
                self.rows.set_rows(self._rows(proposal))

    @on(jobs.Failed)
    def _not_checked(self, event: jobs.Failed) -> None:
        self.app.notify(visible(event.words), severity="error", markup=False)

    # -- decisions ------------------------------------------------------------------------

    def action_accept(self) -> None:
        proposal = self.proposal
        if proposal is not None:
            self._with_yes(proposal, lambda: self._decide(proposal, "accepted"))

    def _with_yes(self, proposal: Any, then: Any) -> None:
        """Ask once, with every row that loses, weakens or flips something; a yes goes on."""
        bad = [row for row in proposal.ledger.rows if row.bad]
        if not bad:
            then()
            return
        said = []
        for row in bad:
            new = row.status == "added"
            words = (
                f"added: {row.text_b}" if new else f"{row.status}, line {row.a_line}: {row.text_a}"
            )
            more = row.why if row.scope_lost else f"now: {row.text_b}" if row.text_b else ""
            said.append(f"{words}\n  {more}" if more else words)

        def answered(answer: str | None) -> None:
            if answer == "yes":
                then()

        many = len(bad) > 1
        sure = any(row.gate == "refused" for row in bad)
        one = "yes, this may go" if sure else "yes, I have read it"
        yes = f"yes to all of these {len(bad)}" if many else one
        no = f"no, keep {'them' if many else 'it'}" if sure else "no, leave the text as it is"
        answers = (("y", "yes", yes), ("n", "no", no))
        title = f"This proposal {'changes' if sure else 'may change'} what the prompt demands"
        title += f" in {len(bad)} places" if many else ""
        self.app.push_screen(ChooseScreen(title, "\n".join(said), answers), answered)

    def _decide(self, proposal: Any, verdict: str) -> None:
        before = self.review.decided.get(proposal.id)
        self.review.decide(proposal, verdict)
        if verdict == "refused" or before == "refused":
            self._remember(proposal, again=verdict != "refused")
        self._next()

    def _remember(self, proposal: Any, *, again: bool) -> None:
        path, key, kind = self.path, proposal.key, proposal.kind
        self.review.answers[key] = (kind, again)
        verdict = ((key, kind, again),)
        jobs.start(self, f"refusing {key[:8]}", 0, lambda: keep.refusing(path, verdict))

    def _next(self) -> None:
        if self.review.at < len(self.review.shown) - 1:
            self.review.at += 1
        self.show()

    def action_refuse(self) -> None:
        if self.proposal is not None:
            self._decide(self.proposal, "refused")

    def action_skip(self) -> None:
        if self.review.at >= len(self.review.shown) - 1 and not self._end_told:
            self._end_told = True
            self.app.notify("This is the last one. q takes what you accepted to the text.")
        self._next()

    def action_back(self) -> None:
        self.review.at = max(0, self.review.at - 1)
        self.show()

    def action_undo(self) -> None:
        taken = self.review.take_back()
        if taken is not None and taken[1] == "refused":
            self._remember(taken[0], again=True)
        self.show()

    def action_accept_safe(self) -> None:
        self.review.accept_safe()
        self.show()

    def action_filter(self) -> None:
        kinds = ["", *dict.fromkeys(p.kind for p in self.review.proposals)]
        self.review.kind = kinds[(kinds.index(self.review.kind) + 1) % len(kinds)]
        self.review.at = 0
        self.show()

    def action_edit(self) -> None:
        """Reword what the proposal puts in; it is shown and proved anew before it is accepted."""
        from workbench.tui.rewording import rewording
        from workbench.tui.screens.words import WordsScreen

        proposal = self.proposal
        if proposal is None:
            return
        words = words_of(proposal)
        if words is None:
            text = "It moves or takes out lines as they are: there are no words to edit."
            self.app.notify(text, markup=False)
            return
        parts, (counter, model) = self.review.parts, self.counter

        def edited(new: str | None) -> None:
            if new is not None and new.split() != words.split():
                jobs.start(
                    self,
                    "rewording",
                    self.review.at,
                    lambda: rewording(proposal, parts, new, counter, model),
                )

        self.app.push_screen(WordsScreen(f"Reword the {proposal.kind}", words), edited)

    def _reworded(self, proposal: Any) -> None:
        """Put the new wording in the place of the old; it waits for a decision again."""
        review = self.review
        review.proposals = tuple(proposal if p.id == proposal.id else p for p in review.proposals)
        review.drop(proposal)
        review.own.add(proposal.id)
        self.show()

    def action_whole_diff(self) -> None:
        """All that is accepted as one diff; before that, what this proposal would change."""
        if self.review.accepted():
            self.leave("diff")
        elif self.proposal is not None:
            self.leave("own")

    def action_close(self) -> None:
        self.leave("done")


def _beginning(text: str) -> tuple[str, int]:
    """The first lines of a long text and how many more there are, so that the new text is seen."""
    lines = split_lines(text)
    if len(lines) <= _LONG:
        return text, 0
    return "".join(lines[:_SHOWN]).rstrip("\r\n"), len(lines) - _SHOWN


def _found(p: Any) -> str:
    """What was found, with its lines unless it begins with them."""
    if p.found.startswith(("line ", "lines ")):
        return str(p.found)
    one = p.start_line >= p.end_line
    lines = f"line {p.start_line}" if one else f"lines {p.start_line}-{p.end_line}"
    return f"{p.found} ({lines})"


def _signed(number: int) -> str:
    return f"+{number:,}" if number > 0 else f"−{-number:,}" if number else "±0"


def _ledger(p: Any) -> str:
    if "ledger" not in p.__dict__:
        return "being checked …"
    counts = p.ledger.counts()
    order = ("moved", "kept", "added", "merged", "reworded", "changed", "weakened", "strengthened")
    said = [f"{name} {counts[name]}" for name in (*order, "flipped") if counts.get(name)]
    said += [f"lost {counts.get('lost', 0)}", f"literals lost {len(p.ledger.lost_literals)}"]
    return " · ".join(said)


def _paragraph(head: str, text: str, style: str, width: int) -> list[Row]:
    """A label at the left, the text beside it, wrapped; then an empty row."""
    rows: list[Row] = []
    label = f" {head:<8}"
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        shown = visible(line, lines=True).replace("\t", "    ")
        edges = [0, *break_line(shown, width - len(label), 4), len(shown)]
        for a, b in pairwise(edges):
            rows.append((Piece(label, "bold"), Piece(shown[a:b], style)))
            label = " " * len(label)
    return [*rows, ()]
