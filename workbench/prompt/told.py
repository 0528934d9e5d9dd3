"""An instruction as data: what to do, with what, how much, where, when, and except when.

The words are concepts: stems of the words of the text, and where the lexicon knows a better one
the name that all its forms share (`deploy` for "rollout"). They are for comparing and
filtering, not for reading aloud.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from workbench.prompt.amounts import Amount
from workbench.prompt.slots import slots_of


@dataclass(frozen=True, slots=True)
class Told:
    """Concepts, sorted: `action`, `object`, `value` (with, by or as what), `where`, `when` (a
    condition), `exception` (what is left out of it). `approval`: ask (somebody is asked first),
    free or nothing. Strength and polarity are told by the instruction itself.
    """

    action: tuple[str, ...]
    object: tuple[str, ...]
    value: tuple[str, ...]
    where: tuple[str, ...]
    when: tuple[str, ...]
    approval: str
    exception: tuple[str, ...]
    amounts: tuple[Amount, ...]
    paths: tuple[str, ...]
    #: Dimension (language, environment, branch ...) and the places of it that are named.
    scope: tuple[tuple[str, tuple[str, ...]], ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "action": list(self.action),
            "object": list(self.object),
            "value": list(self.value),
            "where": list(self.where),
            "when": list(self.when),
            "approval": self.approval,
            "exception": list(self.exception),
            "amounts": [
                {
                    "text": amount.text,
                    "dimension": amount.dimension,
                    "low": _finite(amount.low),
                    "high": _finite(amount.high),
                    "bound": amount.bound,
                }
                for amount in self.amounts
            ],
            "paths": list(self.paths),
            "scope": {dimension: list(names) for dimension, names in self.scope},
        }


def told(text: str, lang: str = "") -> Told:
    """What one statement tells, over all its clauses."""
    slots = slots_of(text, lang)
    clauses = slots.clauses
    return Told(
        action=_all(clause.deeds for clause in clauses),
        object=_all(clause.things for clause in clauses),
        value=_all(clause.value for clause in clauses),
        where=_all(clause.around for clause in clauses),
        when=_all(clause.when for clause in clauses),
        approval=next((clause.approval for clause in clauses if clause.approval), ""),
        exception=_all([slots.exception or frozenset()]),
        amounts=tuple(amount for amount, _ in slots.amounts),
        paths=tuple(sorted(slots.paths)),
        scope=tuple((dimension, tuple(sorted(names))) for dimension, names in slots.places),
    )


def _all(sets: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted({word for one in sets for word in one}))


def _finite(number: float | None) -> float | None:
    """JSON knows no infinity."""
    return None if number is None or number in (float("inf"), float("-inf")) else number
