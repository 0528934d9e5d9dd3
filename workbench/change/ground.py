"""What proposals stand on: a prompt with its units, counts, weights and pinned text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from workbench.change.compose import chain, cut_lines
from workbench.change.own_sections import Spot
from workbench.change.passages import Passage, find_passages
from workbench.change.pressing import pressing
from workbench.change.scope import carried, title_of
from workbench.change.section_move import move_section, section_span
from workbench.change.sections import end_spot, entry, start_spot
from workbench.measure.position import Weight
from workbench.measure.window import Channel, Scenario, prompt_curve, scenario_of, window_curve
from workbench.prompt.edits import Edit
from workbench.prompt.instructions import Instruction
from workbench.prompt.lines import line_at, usual_ending
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import encode

#: Tokens of each line (with endings); they add up to the tokens of the text.
LineCosts = Callable[[Sequence[str]], Sequence[int]]

#: The weak place, as shares of the tokens: a rule there is a candidate for an edge.
WEAK = (0.2, 0.8)
_PIN = re.compile(r"<!--\s*ctxbench:pin\s*-->")
_UNPIN = re.compile(r"<!--\s*/ctxbench:pin\s*-->")
#: File kinds whose layout is data: nothing in them is rearranged.
FIXED_KINDS = frozenset({"json", "jsonl", "yaml", "toml"})


def text_hash(text: str) -> str:
    """The sha256 of a text's bytes, as pins are kept."""
    return hashlib.sha256(encode(text)).hexdigest()


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


class Ground:
    """One prompt under review. `costs`: counts lines; `scenario`: the window it is read in.

    `pinned`: ids of parts, or hashes (`text_hash`) of texts, that must stay byte for byte;
    stretches between `<!-- ctxbench:pin -->` and `<!-- /ctxbench:pin -->` are pinned as well.
    """

    def __init__(
        self,
        prompt: Prompt,
        parts: Sequence[Part],
        instructions: Sequence[Instruction],
        costs: LineCosts,
        *,
        scenario: Scenario | None = None,
        pinned: Collection[str] = (),
        known_costs: Sequence[int] | None = None,
    ) -> None:
        self.prompt = prompt
        self.parts = tuple(parts)
        self.instructions = tuple(instructions)
        self.costs = costs
        self.scenario = scenario or scenario_of(kind=prompt.kind)
        self.newline = usual_ending(prompt.text)
        given = costs(prompt.lines) if known_costs is None else known_costs
        self.before = tuple(accumulate(given, initial=0))
        self._pinned = frozenset(pinned)

    @property
    def pinned_hashes(self) -> frozenset[str]:
        """Hashes that pin the same texts in another version of the prompt."""
        lines = self.prompt.lines
        texts = ("".join(lines[first:last]) for first, last in self.pins)
        return self._pinned | {text_hash(text) for text in texts}

    @property
    def total(self) -> int:
        """Tokens of the whole text."""
        return self.before[-1]

    @property
    def fixed(self) -> bool:
        return self.prompt.is_data or self.prompt.kind in FIXED_KINDS

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        return () if self.fixed else find_passages(self.prompt, self.instructions)

    @cached_property
    def pressing(self) -> frozenset[int]:
        """Offsets of the rules that may go to an edge."""
        return pressing(self.instructions)

    @cached_property
    def pressing_units(self) -> tuple[Passage, ...]:
        """The passages that hold a pressing rule."""
        if not self.pressing:
            return ()
        return tuple(
            unit for unit in self.passages if any(r.start in self.pressing for r in unit.rules)
        )

    @cached_property
    def title(self) -> str:
        found = title_of(self.prompt)
        return found.title if found else ""

    def carried(self, unit: Passage) -> tuple[str, ...] | str:
        """The names in front of a unit that stands elsewhere, or why there are none."""
        return carried(unit, self.title)

    @cached_property
    def inside(self) -> Channel:
        return prompt_curve(self.total, self.scenario.window)

    @cached_property
    def around(self) -> Channel:
        return window_curve(self.scenario, self.total)

    def share(self, line: int) -> float:
        """How much of the prompt's tokens stands before a 0-based line, 0 to 1."""
        return self.before[min(line, len(self.before) - 1)] / self.total if self.total else 0.0

    def middle(self, first: int, last: int) -> float:
        """The token midpoint of lines (0-based, half-open)."""
        return (self.before[first] + self.before[last]) / 2

    def place(self, first: int, last: int) -> float:
        """Where lines stand in the prompt, 0 to 1."""
        return self.middle(first, last) / self.total if self.total else 0.0

    def weights(self, first: int, last: int) -> tuple[Weight, Weight]:
        """Position weight in this prompt and in the window."""
        middle = self.middle(first, last)
        return self.inside.at(middle), self.around.at(middle)

    # -- pinned text --------------------------------------------------------

    @cached_property
    def pins(self) -> tuple[tuple[int, int], ...]:
        """Pinned lines, 0-based and half-open."""
        return tuple(self._find_pins())

    def _find_pins(self) -> Iterator[tuple[int, int]]:
        for part in self.parts:
            if part.id in self._pinned or text_hash(self.prompt.part_text(part)) in self._pinned:
                yield part.start_line - 1, part.end_line
        for unit in self.passages if self._pinned else ():
            if text_hash(unit.words) in self._pinned:
                yield unit.start_line, unit.end_line
        opened = None
        for number, line in enumerate(self.prompt.lines):
            if opened is None and _PIN.search(line):
                opened = number
            elif opened is not None and _UNPIN.search(line):
                yield opened, number + 1
                opened = None
        if opened is not None:
            yield opened, len(self.prompt.lines)

    def is_pinned(self, first: int, last: int) -> bool:
        return any(first < end and start < last for start, end in self.pins)

    # -- carrying out -------------------------------------------------------

    def build(self, change: Change, kind: str) -> Built | None:
        """Carry a change out; None where no good place is found for its entries."""
        prompt = self.prompt
        edit = cut_lines(prompt, change.cuts, kind)
        now = prompt.with_text(edit.apply(prompt.text)) if edit.splices else prompt
        starts: dict[int, tuple[int, int]] = {}
        ends: dict[int, tuple[int, int]] = {}
        spots: dict[str, Spot] = {}
        shown: list[str] = []
        for heading in change.sections:
            at = line_at(now.starts, edit.follow(prompt.starts[heading], after=True))
            moved = move_section(now, at, self._share(now), free=self._free(now))
            if moved is None:
                return None
            edit = chain(prompt.text, edit, moved.edit, kind)
            now = prompt.with_text(moved.edit.apply(now.text))
            starts[heading] = (moved.line, moved.line + moved.text.count("\n") or 1)
            shown.append(moved.text)
        for name, entries in (("start", change.start), ("end", change.end)):
            if not entries:
                continue
            spot = (
                start_spot(now, self._share(now), free=self._free(now))
                if name == "start"
                else end_spot(now, free=self._free(now))
            )
            if spot is None:
                return None
            entries = tuple(sorted(entries))
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
        spans = (section_span(prompt, heading) for heading in change.sections)
        if not _sound(prompt, now, edit, [*change.cuts, *(s for s in spans if s)]):
            return None
        return Built(edit, now, starts, ends, spots.get("start"), spots.get("end"), "".join(shown))

    def _entry(self, words: str, mark: str, spot: Spot) -> str:
        # A new list takes the mark that the item had, so that its line stays the same.
        own = mark if mark and not spot.existing and not mark[0].isdigit() else spot.mark
        return entry(words, own, self.newline)

    def _share(self, now: Prompt) -> Callable[[int], float]:
        if now is self.prompt:
            return self.share
        before = tuple(accumulate(self.costs(now.lines), initial=0))
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

    def keeps_pins(self, new: Prompt) -> bool:
        """Whether every pinned stretch stands in `new` byte for byte."""
        lines = self.prompt.lines
        return all("".join(lines[first:last]) in new.text for first, last in self.pins)


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
