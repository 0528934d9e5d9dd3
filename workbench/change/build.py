"""Carrying changes out: lines taken out, entries and sections put in, as one proven edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from workbench.change.compose import chain, cut_lines
from workbench.change.own_sections import Spot
from workbench.change.recount import recount
from workbench.change.section_move import move_section, section_span
from workbench.change.sections import end_spot, entry, start_spot
from workbench.prompt.edits import Edit
from workbench.prompt.lines import line_at, usual_ending
from workbench.prompt.prompt import Prompt

#: Tokens of each line (with endings); they add up to the tokens of the text.
LineCosts = Callable[[Sequence[str]], Sequence[int]]


@dataclass(frozen=True)
class Change:
    """What to do, in lines of the text now (0-based, spans half-open).

    `cuts`: lines to take out. `start`, `end`: entries to put in, each with the line it comes
    from, its words and its list mark. `sections`: headings whose sections go to the start.
    """

    cuts: tuple[tuple[int, int], ...] = ()
    start: tuple[tuple[int, str, str], ...] = ()  # line it comes from, words, list mark
    end: tuple[tuple[int, str, str], ...] = ()
    sections: tuple[int, ...] = ()

    def ordered(self) -> Change:
        """The same change in one order, whatever it was put together from."""
        return Change(
            tuple(sorted(set(self.cuts))),
            tuple(sorted(set(self.start))),
            tuple(sorted(set(self.end))),
            tuple(sorted(set(self.sections))),
        )

    def __add__(self, other: Change) -> Change:
        sections = tuple(dict.fromkeys(self.sections + other.sections))
        return Change(
            self.cuts + other.cuts, self.start + other.start, self.end + other.end, sections
        )


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
            spans = (section_span(self.prompt, heading) for heading in change.sections)
            cuts = [*change.cuts, *(span for span in spans if span)]
            self._proved[change] = _sound(self.prompt, built.prompt, built.edit, cuts)
        if not self._proved[change]:
            return None
        return replace(built, edit=Edit(kind, built.edit.splices))

    def attempt(self, change: Change) -> Built | None:
        """As `build`, without the proof: for trying out many changes."""
        change = change.ordered()
        if change not in self._tried:
            self._tried[change] = self._carry_out(change)
        return self._tried[change]

    def _carry_out(self, change: Change) -> Built | None:
        prompt, kind = self.prompt, "change"
        edit = cut_lines(prompt, change.cuts, kind)
        now = prompt.with_text(edit.apply(prompt.text)) if edit.splices else prompt
        starts: dict[int, tuple[int, int]] = {}
        ends: dict[int, tuple[int, int]] = {}
        spots: dict[str, Spot] = {}
        shown: list[str] = []
        for heading in change.sections:
            at = line_at(now.starts, edit.follow(prompt.starts[heading], after=True))
            moved = move_section(now, at, self._share(now, edit), free=self._free(now))
            if moved is None:
                return None
            edit = chain(prompt.text, edit, moved.edit, kind)
            now = prompt.with_text(moved.edit.apply(now.text))
            starts[heading] = (moved.line, moved.line + moved.text.count("\n") or 1)
            shown.append(moved.text)
        for name, entries in (("start", change.start), ("end", change.end)):
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
