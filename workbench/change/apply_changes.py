"""Carrying changes out: lines taken out, entries and sections put in, as one proven edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise

from workbench.change.changes import Change
from workbench.change.compose import chain, cut_lines
from workbench.change.outline_after_edit import Following
from workbench.change.own_sections import Spot
from workbench.change.recount import recount
from workbench.change.sections import check_spot, end_spot, entry, start_spot
from workbench.errors import EditRefused
from workbench.prompt.edits import Edit, Splice
from workbench.prompt.lines import line_at, usual_ending
from workbench.prompt.prompt import Prompt

#: Tokens of each line (with endings); they add up to the tokens of the text.
LineCosts = Callable[[Sequence[str]], Sequence[int]]


#: Texts that are kept once built: at least so many, and of short prompts so many characters.
_KEPT, _KEPT_CHARS = 2, 8_000_000


@dataclass(frozen=True)
class Built:
    """A change carried out: its edit, the new prompt, and where the entries stand in it.

    `start_lines`, `end_lines`: for each entry (by the line it comes from) its new lines, 0-based
    and half-open. `shown`: the added text for people, section included.
    """

    edit: Edit
    prompt: Prompt
    start_lines: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    end_lines: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    start_spot: Spot | None = None
    end_spot: Spot | None = None
    shown: str = ""


class Builder:
    """Carries changes of one prompt out, each once.

    `known`: the costs of its lines; `pins`: lines that nothing may be put between.
    """

    def __init__(
        self,
        prompt: Prompt,
        costs: LineCosts,
        known: Sequence[int],
        pins: Sequence[tuple[int, int]],
    ) -> None:
        self.prompt, self.costs, self.known, self.pins = prompt, costs, known, pins
        self.newline = usual_ending(prompt.text)
        self._following = Following(prompt)
        # A built text holds all of its lines: of a long prompt only the last few are kept.
        self._kept = max(_KEPT, _KEPT_CHARS // (len(prompt.text) + 1))
        self._tried: dict[Change, Built | None] = {}
        self._proved: dict[Change, bool] = {}

    def build(self, change: Change, kind: str) -> Built | None:
        """Carry a change out; None where no good place is found for its entries.

        What is built here is sound: it can be undone, and all headings keep their order.
        """
        change = change.ordered()
        built = self.attempt(change)
        if built is None:
            return None
        if change not in self._proved:
            cuts = [*change.cuts, *self._torn(change)]
            self._following.outline(built.edit, built.prompt)
            self._proved[change] = _sound(self.prompt, built.prompt, built.edit, cuts)
        if not self._proved[change]:
            return None
        return replace(built, edit=Edit(kind, built.edit.splices))

    def attempt(self, change: Change) -> Built | None:
        """As `build`, without the proof: for trying out many changes."""
        change = change.ordered()
        if change not in self._tried:
            made = self._carry_out(change)
            while len(self._tried) >= self._kept:
                del self._tried[next(iter(self._tried))]
            self._tried[change] = made
        return self._tried[change]

    def _torn(self, change: Change) -> list[tuple[int, int]]:
        """The lines whose words are replaced."""
        starts = self.prompt.starts
        return [
            (line_at(starts, s.start), line_at(starts, s.end) + 1)
            for s in change.splices
            if s.end > s.start
        ]

    def _rewritten(self, change: Change) -> list[str]:
        """The lines whose words are replaced, as they are afterwards."""
        starts, text = self.prompt.starts, self.prompt.text
        groups: list[tuple[int, int, list[Splice]]] = []  # first line, last line, what is replaced
        for splice in change.splices:
            first, last = line_at(starts, splice.start), line_at(starts, splice.end)
            if groups and first <= groups[-1][1]:
                groups[-1] = (groups[-1][0], max(last, groups[-1][1]), [*groups[-1][2], splice])
            else:
                groups.append((first, last, [splice]))
        out = []
        for first, last, inner in groups:
            words, at = "", starts[first]
            for piece in inner:
                words += text[at : piece.start] + piece.text
                at = piece.end
            end = starts[last + 1] if last + 1 < len(starts) else len(text)
            out.append((words + text[at:end]).strip("\r\n") + self.newline)
        return out

    def _first(self, change: Change) -> Edit | None:
        """Lines out and words replaced; None where they touch one another."""
        edit = cut_lines(self.prompt, change.cuts, "change")
        if not change.splices:
            return edit
        new = sorted(change.splices)
        if any(a.end >= b.start for a, b in pairwise(new)):
            return None
        try:
            return Edit.of("change", [*edit.splices, *new])
        except EditRefused:
            return None

    def _carry_out(self, change: Change) -> Built | None:
        prompt, kind = self.prompt, "change"
        if len({file.path for file in change.files}) < len(change.files):
            return None
        edit = self._first(change)
        if edit is None:
            return None
        now = prompt.with_text(edit.apply(prompt.text)) if edit.splices else prompt
        starts: dict[int, tuple[int, int]] = {}
        ends: dict[int, tuple[int, int]] = {}
        spots: dict[str, Spot] = {}
        shown = self._rewritten(change)
        for name, entries in (
            ("start", change.start),
            ("check", change.check),
            ("end", change.end),
        ):
            if not entries:
                continue
            spot = self._spot(name, now, edit)
            if spot is None:
                return None
            lines = [self._entry(words, mark, spot) for _, words, mark in entries]
            step = spot.edit(lines, self.newline, kind)
            edit = chain(prompt.text, edit, step, kind)
            now = prompt.with_text(step.apply(now.text))
            at = spot.offset + len(spot.opening)
            for (line, _, _), text in zip(entries, lines, strict=True):
                first = line_at(now.starts, at)
                last = line_at(now.starts, at + len(text) - 1) + 1
                (starts if name == "start" else ends)[line] = (first, last)
                at += len(text) + len(self.newline)
            spots[name] = spot
            shown.append(spot.shown(lines, self.newline))
        return Built(edit, now, starts, ends, spots.get("start"), spots.get("end"), "".join(shown))

    def _spot(self, name: str, now: Prompt, edit: Edit) -> Spot | None:
        self._following.outline(edit, now)
        if name == "check":
            return check_spot(now, free=self._free(now))
        if now is self.prompt:
            return self._start if name == "start" else self._end
        if name == "start":
            return start_spot(now, self._share(now, edit), free=self._free(now))
        return end_spot(now, free=self._free(now))

    @cached_property
    def _start(self) -> Spot | None:
        share = self._share(self.prompt, Edit("", ()))
        return start_spot(self.prompt, share, free=self._free(self.prompt))

    @cached_property
    def _end(self) -> Spot | None:
        return end_spot(self.prompt, free=self._free(self.prompt))

    def _entry(self, words: str, mark: str, spot: Spot) -> str:
        # A new list takes the mark that the item had, so that its line stays the same.
        own = mark if mark and not spot.existing and not mark[0].isdigit() else spot.mark
        return entry(words, own, self.newline)

    def _share(self, now: Prompt, edit: Edit) -> Callable[[int], float]:
        known = self.known if now is self.prompt else None
        if known is None:
            known = recount(self.prompt, self.known, edit, now, self.costs)
        before = tuple(accumulate(known, initial=0))
        return lambda line: before[min(line, len(before) - 1)] / before[-1] if before[-1] else 0.0

    def _free(self, now: Prompt) -> Callable[[int], bool]:
        """Whether something may stand before a line of `now`: not inside pinned text."""
        if not self.pins:
            return lambda line: True
        stretches = []
        for first, last in self.pins:
            text = "".join(self.prompt.lines[first:last])
            at = now.text.find(text)
            if at >= 0:
                stretches.append((at, at + len(text)))

        def free(line: int) -> bool:
            offset = now.starts[min(line, len(now.starts) - 1)]
            return not any(start < offset < end for start, end in stretches)

        return free


def _sound(old: Prompt, new: Prompt, edit: Edit, cuts: Sequence[tuple[int, int]]) -> bool:
    """The edit gives the new text and can be undone, and headings keep their order.

    `cuts`: the lines that are taken out or go elsewhere, headings and all.
    """
    if edit.apply(old.text) != new.text:
        return False
    if edit.inverse(old.text).apply(new.text) != old.text:
        return False
    have = iter((h.level, h.title) for h in new.outline.headings)
    return all(
        (h.level, h.title) in have
        for h in old.outline.headings
        if not any(first <= h.start_line < last for first, last in cuts)
    )
