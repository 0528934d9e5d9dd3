"""Does a new wording still demand exactly this? Asked in a fresh context, with the two texts alone.

Whoever wrote the new words is not asked: the question shows neither the rest of the file nor any
reason for the change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.judge.agents.quoting import mark_of, quote
from workbench.judge.reading.answer_rows import (
    TEXT,
    TRUTH,
    answer_of,
    in_one_line,
    numbered_rows,
    objects,
    unreadable,
)
from workbench.judge.reading.wording import wording
from workbench.measure.request import Request

METHOD = "equivalence-1"
#: Pairs of one question: more are judged carelessly.
MOST = 20
_MOST_TOKENS = 8_000

SCHEMA = answer_of(pairs=objects(id=TEXT, differences=TEXT, equivalent=TRUTH))


@dataclass(frozen=True, slots=True)
class Pair:
    """A passage and the words that are to take its place; `id` names it for the one who asks."""

    id: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Whether the new words demand the same, and what differs in the eyes of the model."""

    equivalent: bool
    differs: str


@dataclass(frozen=True, slots=True)
class EquivalenceQuestion:
    """The question about some pairs; `number` counts the questions of one run from 1."""

    pairs: tuple[Pair, ...]
    number: int = 1

    @property
    def request(self) -> Request:
        mark = mark_of(*(text for pair in self.pairs for text in (pair.old, pair.new)))
        rows = [
            f"[{mark} pair {number}: the passage now]\n{quote(pair.old)}\n"
            f"[{mark} pair {number}: the new wording]\n{quote(pair.new)}\n"
            f"[{mark} end of pair {number}]"
            for number, pair in enumerate(self.pairs, start=1)
        ]
        count = len(self.pairs)
        return Request(
            id="equivalence" + (f" {self.number}" if self.number > 1 else ""),
            system=wording("equivalence"),
            prefix="",
            question="\n\n".join(rows),
            schema=SCHEMA,
            max_tokens=_MOST_TOKENS,
            answer_tokens=(20 * count, 90 * count + 100),
        )

    @property
    def step(self) -> str:
        return "equivalence"

    @property
    def about(self) -> Mapping[str, Any]:
        return {"rows": [pair.id for pair in self.pairs]}

    def read(self, answer: str) -> dict[str, Equivalence]:
        """By id of the pair; one without a verdict is left out. Raises AnswerBroken where there is
        none at all."""
        rows = numbered_rows(answer, "pairs", len(self.pairs))
        found = {
            self.pairs[number - 1].id: Equivalence(
                row["equivalent"], in_one_line(row.get("differences"))
            )
            for number, row in rows.items()
            if isinstance(row.get("equivalent"), bool)
        }
        if self.pairs and not found:
            raise unreadable("verdict", answer)
        return found


def questions(pairs: Sequence[Pair]) -> tuple[EquivalenceQuestion, ...]:
    """The pairs in questions of at most MOST."""
    return tuple(
        EquivalenceQuestion(tuple(pairs[at : at + MOST]), number)
        for number, at in enumerate(range(0, len(pairs), MOST), start=1)
    )
