"""`ledger` with a model that did not write the change: does the new wording demand the same?

It may call a changed row equivalent, with its reason. Never one in which a literal, a number, a
negation or a quantifier differs: there the words prove a difference, whatever a model thinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.change.compare import proven_difference
from workbench.change.ledger import Ledger, Row
from workbench.errors import CtxbenchError
from workbench.judge.reading.equivalence import METHOD, Equivalence, Pair, questions
from workbench.verbs.ledger import LedgerResult
from workbench.verbs.model_session import Inquiry, Outcome, named


@dataclass(frozen=True)
class LedgerByModel:
    """A ledger with a model's view of its changed rows. `asked`: who was asked and what it cost;
    `error`: why not every row was judged."""

    result: LedgerResult
    asked: Mapping[str, Any] = field(default_factory=dict)
    error: CtxbenchError | None = None

    @property
    def exit_code(self) -> int:
        return self.result.exit_code

    def to_dict(self) -> dict[str, Any]:
        return {**self.result.to_dict(), "asked": dict(self.asked)}


def equivalence_inquiry(
    found: LedgerResult,
) -> Inquiry[dict[str, Equivalence], LedgerByModel]:
    """What it would take to have the changed rows judged by what they demand."""
    pairs = [Pair(row.id, row.text_a, row.text_b) for row in found.ledger.rows if _open(row, found)]

    def result(outcome: Outcome[dict[str, Equivalence]]) -> LedgerByModel:
        said = {name: one for values in outcome.values.values() for name, one in values.items()}
        rows = tuple(_judged(row, said.get(row.id), outcome.plan.who) for row in found.ledger.rows)
        book: Ledger = replace(found.ledger, rows=rows)
        return LedgerByModel(replace(found, ledger=book), outcome.to_dict(), outcome.error)

    return Inquiry(
        "equivalence",
        f"ledger {found.a.spec} {found.b.spec}",
        METHOD,
        questions(pairs),
        named([("rows", "\n".join(f"{pair.old}\n{pair.new}" for pair in pairs))]),
        result,
        {"a": found.a.spec, "b": found.b.spec},
        things=len(pairs),
    )


def _open(row: Row, found: LedgerResult) -> bool:
    """Whether a model may be asked about a row."""
    if row.status != "changed" or not row.text_a or not row.text_b or row.scope_lost:
        return False
    lost = {one.row for one in found.ledger.lost_literals}
    return row.id not in lost and not proven_difference(row.text_a, row.text_b)


def _judged(row: Row, said: Equivalence | None, by: str) -> Row:
    if said is None:
        return row
    if said.equivalent:
        return replace(row, status="reworded", why=f"equivalent, in the opinion of {by}")
    return replace(row, why=f"not equivalent, in the opinion of {by}: {said.differs}")
