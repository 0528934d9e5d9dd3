"""Does a new wording still demand exactly this? Asked in a fresh context, with the two texts alone.

Whoever wrote the new words is not asked: the question shows neither the rest of the file nor any
reason for the change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.errors import AnswerBroken
from workbench.judge.agents.quoting import mark_of, quote
from workbench.judge.reading.wording import wording
from workbench.measure.answer_json import first_words, json_values
from workbench.measure.request import Request

METHOD = "equivalence-1"
#: Pairs of one question: more are judged carelessly.
MOST = 20
_MOST_TOKENS = 8_000

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "pairs": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "differences": {"type": "string"},
                    "equivalent": {"type": "boolean"},
                },
                "required": ["id", "differences", "equivalent"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["pairs"],
    "additionalProperties": False,
}


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
        found: dict[str, Equivalence] = {}
        for value in json_values(answer):
            rows = value.get("pairs") if isinstance(value, Mapping) else value
            for row in rows if isinstance(rows, list) else ():
                if not isinstance(row, Mapping) or not isinstance(row.get("equivalent"), bool):
                    continue
                number = "".join(ch for ch in str(row.get("id")) if ch.isdigit())
                if number and 1 <= int(number) <= len(self.pairs):
                    said = row.get("differences")
                    words = " ".join(said.split())[:600] if isinstance(said, str) else ""
                    found[self.pairs[int(number) - 1].id] = Equivalence(row["equivalent"], words)
        if self.pairs and not found:
            raise AnswerBroken(
                f"The answer holds no verdict. It begins: {first_words(answer)}",
                hint="Nothing of it is kept.",
                fault="schema",
            )
        return found


def questions(pairs: Sequence[Pair]) -> tuple[EquivalenceQuestion, ...]:
    """The pairs in questions of at most MOST."""
    return tuple(
        EquivalenceQuestion(tuple(pairs[at : at + MOST]), number)
        for number, at in enumerate(range(0, len(pairs), MOST), start=1)
    )
