"""`candidate`: can a text that somebody or something wrote take the place of a prompt?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from workbench.change.candidate import Candidate, Terms, judge_candidate
from workbench.errors import UnreadableInput
from workbench.measure.limits import token_cap
from workbench.measure.tokens import CounterInfo
from workbench.prompt.plain_data import BadData, read_json
from workbench.verbs.inputs import Input, once, read_input
from workbench.verbs.ledger import check_allowed
from workbench.verbs.measured import AUTO, Counting


@dataclass(frozen=True, slots=True)
class Judged:
    """One candidate, with where both texts are from."""

    a: Input
    b: Input
    counter: CounterInfo
    candidate: Candidate

    @property
    def exit_code(self) -> int:
        """1 when it cannot be used as it is."""
        return 0 if self.candidate.usable else 1

    def to_dict(self) -> dict[str, Any]:
        made = self.candidate.to_dict()
        made["ledger"] = {**made["ledger"], "a": self.a.spec, "b": self.b.spec}
        return {
            "path": self.a.spec,
            "candidate": self.b.spec,
            "counter": self.counter.to_dict(),
            **made,
        }


@dataclass(frozen=True, slots=True)
class CandidateRequest:
    """FILE `b` is to take the place of FILE `a`. `budget`: the most tokens that it may have; the
    other terms are those of `change.candidate.Terms`."""

    a: str | Input
    b: str | Input
    _: KW_ONLY
    shorter: bool = False
    budget: int | None = None
    queries: Sequence[str] = ()
    pinned: Collection[str] = ()
    allow: Collection[str] = ()
    counting: Counting = AUTO


def candidate(wanted: CandidateRequest) -> Judged:
    """Judge one text as what could be put in place of another; see `judge_candidate`."""
    once((wanted.a, wanted.b))
    left, right = read_input(wanted.a), read_input(wanted.b)
    tokenizer = wanted.counting.tokenizer()
    old, new = left.prompt(), right.prompt()
    tokens = tokenizer.count(old.text), tokenizer.count(new.text)
    terms = Terms(
        wanted.shorter,
        token_cap(wanted.budget, tokenizer.describe(new.text)),
        wanted.queries,
        wanted.pinned,
        wanted.allow,
    )
    made = judge_candidate(old, new, tokens, terms)
    check_allowed(made.ledger, wanted.allow)
    return Judged(left, right, tokenizer.describe(new.text), made)


def read_queries(spec: str) -> tuple[str, ...]:
    """Queries from a file: one a line, or JSON: a list of texts or of objects with `q` or `query`.

    Raises UnreadableInput where JSON holds something else.
    """
    text = read_input(spec).prompt().text
    if not text.lstrip().startswith(("[", "{")):
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    trouble = UnreadableInput(
        f"{spec} holds no queries.",
        hint='Write one a line, or JSON: ["...", "..."] or [{"q": "..."}, ...].',
    )
    try:
        found = read_json(text)
    except BadData:
        try:  # one object a line
            found = [read_json(line) for line in text.splitlines() if line.strip()]
        except BadData:
            raise trouble from None
    rows = found if isinstance(found, list) else [found]
    queries = []
    for row in rows:
        words = row if isinstance(row, str) else None
        if isinstance(row, dict):
            words = next((row[k] for k in ("q", "query", "text", "input") if k in row), None)
        if not isinstance(words, str):
            raise trouble
        queries.append(words)
    return tuple(queries)
