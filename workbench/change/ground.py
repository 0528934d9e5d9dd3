"""What proposals stand on: a prompt with its units, counts, weights and pinned text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from workbench.change.apply_changes import Builder, Built, LineCosts
from workbench.change.changes import Change
from workbench.change.passages import Passage, find_passages
from workbench.change.recount import recount
from workbench.change.scope import carried, title_of
from workbench.language.instructions import Instruction
from workbench.measure.position import Weight
from workbench.measure.window import Channel, Scenario, prompt_curve, scenario_of, window_curve
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import encode

if TYPE_CHECKING:
    from workbench.measure.host_profile import HostProfile

__all__ = ["WEAK", "Built", "Change", "Ground", "LineCosts", "Surroundings", "text_hash"]

#: The weak place, as shares of the tokens: a rule there is a candidate for an edge.
WEAK = (0.2, 0.8)
_PIN = re.compile(r"<!--\s*ctxbench:pin\s*-->")
_UNPIN = re.compile(r"<!--\s*/ctxbench:pin\s*-->")
#: File kinds whose layout is data: nothing in them is rearranged.
FIXED_KINDS = frozenset({"json", "jsonl", "yaml", "toml"})


def text_hash(text: str) -> str:
    """The sha256 of a text's bytes, as pins are kept."""
    return hashlib.sha256(encode(text)).hexdigest()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a new text has to respect. `scenario`: the window it is read in, None for the usual one
    of its kind; `hosts`: whose limits it has to meet.

    `pinned`: ids of parts, or hashes (`text_hash`) of texts, that must stay byte for byte;
    stretches between `<!-- ctxbench:pin -->` and `<!-- /ctxbench:pin -->` are pinned as well.
    """

    scenario: Scenario | None = None
    pinned: Collection[str] = ()
    hosts: Sequence[HostProfile] = ()


class Ground:
    """One prompt under review. `costs`: counts lines; `known_costs`: of the prompt's own lines, so
    that they are not counted again."""

    def __init__(
        self,
        prompt: Prompt,
        parts: Sequence[Part],
        instructions: Sequence[Instruction],
        costs: LineCosts,
        around: Surroundings | None = None,
        *,
        known_costs: Sequence[int] | None = None,
    ) -> None:
        self.prompt = prompt
        self.parts = tuple(parts)
        self.instructions = tuple(instructions)
        self.costs = costs
        around = around or Surroundings()
        self.scenario = around.scenario or scenario_of(kind=prompt.kind)
        self.line_costs = costs(prompt.lines) if known_costs is None else known_costs
        self.before = tuple(accumulate(self.line_costs, initial=0))
        self._pinned = frozenset(around.pinned)
        self.hosts = tuple(around.hosts)

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
    def critical_ids(self) -> frozenset[str]:
        """Ids of the statements that are marked critical."""
        return frozenset(rule.id for rule in self.instructions if rule.critical)

    @cached_property
    def title(self) -> str:
        found = title_of(self.prompt)
        return found.title if found else ""

    def carried(self, unit: Passage) -> tuple[str, ...] | str:
        """The names in front of a unit that stands elsewhere, or why there are none."""
        return carried(unit, self.title)

    @cached_property
    def heading_trails(self) -> tuple[list[int], list[tuple[int, ...]]]:
        """Lines of the headings; and the lines of those that hold behind none, one, two ..."""
        starts: list[int] = []
        trails: list[tuple[int, ...]] = [()]
        stack: list[tuple[int, int]] = []
        for heading in self.prompt.outline.headings:
            while stack and stack[-1][0] >= heading.level:
                stack.pop()
            stack.append((heading.level, heading.start_line))
            starts.append(heading.start_line)
            trails.append(tuple(line for _, line in stack))
        return starts, trails

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

    def keeps_pins(self, new: Prompt) -> bool:
        """Whether every pinned stretch stands in `new` byte for byte."""
        lines = self.prompt.lines
        return all("".join(lines[first:last]) in new.text for first, last in self.pins)

    # -- carrying out -------------------------------------------------------

    @cached_property
    def _builder(self) -> Builder:
        return Builder(self.prompt, self.costs, self.line_costs, self.pins)

    def build(self, change: Change, kind: str) -> Built | None:
        """Carry a change out; None where no good place is found for its entries.

        What is built here is sound: it can be undone, and all headings keep their order.
        """
        return self._builder.build(change, kind)

    def attempt(self, change: Change) -> Built | None:
        """As `build`, without the proof: for trying out many changes."""
        return self._builder.attempt(change)

    def after(self, built: Built) -> Ground:
        """The text that a change leads to, for asking where lines stand in it.

        Only what changed is counted; the total may be off by a few tokens.
        """
        known = recount(self.prompt, self.line_costs, built.edit, built.prompt, self.costs)
        return Ground(
            built.prompt, (), (), self.costs, Surroundings(self.scenario), known_costs=known
        )

    def grown(self, built: Built) -> int:
        """The tokens that a change adds, all lines counted."""
        return sum(self.costs(built.prompt.lines)) - self.total
