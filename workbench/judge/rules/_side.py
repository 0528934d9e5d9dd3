"""One instruction with its heading, and a verdict on two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from workbench.prompt.slot_types import Clause, Slots
from workbench.prompt.slots_choices import concepts_of, places_of

#: A pair scores from 0 (nothing) to 1; at THRESHOLD two sentences put side by side conflict.
#: Chosen by cross-validation over topics (see benchmarks/contradictions.py).
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` 0 to 1; `kind` as in the probes; `reason` in words, empty when there is none."""

    kind: str = ""
    score: float = 0.0
    reason: str = ""
    left: Clause | None = None
    right: Clause | None = None
    attribute: bool = False
    unknown: bool = False  # rests on names that the lexicon does not know

    @property
    def conflict(self) -> bool:
        return self.score >= THRESHOLD


NOTHING = Verdict()


@dataclass(frozen=True)
class Side:
    """One instruction with the heading it stands under."""

    slots: Slots
    heading: str = ""

    @cached_property
    def weight(self) -> Mapping[str, float]:
        return dict(self.slots.weights)

    @cached_property
    def reaches(self) -> dict[int, tuple[frozenset[str], frozenset[str]]]:
        """Filled by `sameness`: what a clause of this side (by its `id`) is about, and covers."""
        return {}

    @cached_property
    def told(self) -> dict[int, frozenset[str]]:
        """Filled by `two_subjects`, by the `id` of a clause of this side."""
        return {}

    @cached_property
    def limits(self) -> frozenset[tuple[str, float, float]]:
        """Dimension, lowest and highest of each amount."""
        return frozenset((x.dimension, x.low, x.high) for x, _ in self.slots.amounts)

    @cached_property
    def carved(self) -> tuple[frozenset[str], ...]:
        """What a permission takes out of a ban on the same thing in one statement."""
        bans = [one for one in self.slots.clauses if one.sign < 0]
        return tuple(
            two.when | two.around | two.value | (two.things - one.things)
            for one in bans
            for two in self.slots.clauses
            if two.sign > 0
            and (
                (two.mode in ("may", "optional") and one.things & two.things)
                or (one.start < two.start and (one.deeds & two.deeds) - {"do", "use"})
            )
        )

    @cached_property
    def deeds(self) -> frozenset[str]:
        return frozenset(d for clause in self.slots.clauses for d in clause.deeds)

    @cached_property
    def named(self) -> bool:
        """Whether a clause has a name that the lexicon may not know."""
        return any(clause.names for clause in self.slots.clauses)

    @cached_property
    def rejects(self) -> bool:
        """Whether a clause turns something down: "X, not Y"."""
        return any(clause.rejected for clause in self.slots.clauses)

    @cached_property
    def about(self) -> frozenset[str]:
        """The concepts of the heading."""
        return _heading(self.heading)[0]

    @cached_property
    def places(self) -> Mapping[str, frozenset[str]]:
        return dict(self.slots.places)

    @cached_property
    def heading_places(self) -> Mapping[str, frozenset[str]]:
        return _heading(self.heading)[1]

    @cached_property
    def words(self) -> frozenset[str]:
        out: set[str] = set()
        for clause in self.slots.clauses:
            out |= clause.words | clause.when
        return with_dependency(frozenset(out))


@lru_cache(maxsize=512)
def _heading(text: str) -> tuple[frozenset[str], Mapping[str, frozenset[str]]]:
    return (concepts_of(text), places_of(text)) if text else (frozenset(), {})


def with_dependency(words: frozenset[str]) -> frozenset[str]:
    """Who installs something adds a dependency."""
    return words | {"dependency", "add"} if "install" in words else words
