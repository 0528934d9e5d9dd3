"""`candidate`: can a text that somebody or something wrote take the place of a prompt?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.change.candidate import Candidate, judge_candidate
from workbench.errors import UnreadableInput
from workbench.measure.limits import token_cap
from workbench.measure.tokens import CounterInfo, get_tokenizer
from workbench.prompt.plain_data import BadData, read_json
from workbench.verbs.inputs import Input, once, read_input
from workbench.verbs.ledger import check_allowed


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


def candidate(
    a: str | Input,
    b: str | Input,
    *,
    shorter: bool = False,
    budget: int | None = None,
    queries: Sequence[str] = (),
    pinned: Collection[str] = (),
    allow: Collection[str] = (),
    counter: str = "auto",
    model: str | None = None,
) -> Judged:
    """Judge FILE `b` as a text to put in place of FILE `a`; see `judge_candidate`."""
    once((a, b))
    left, right = read_input(a), read_input(b)
    tokenizer = get_tokenizer(counter, model)
    old, new = left.prompt(), right.prompt()
    tokens = tokenizer.count(old.text), tokenizer.count(new.text)
    made = judge_candidate(
        old,
        new,
        tokens,
        shorter=shorter,
        budget=token_cap(budget, tokenizer.describe(new.text)),
        queries=queries,
        pinned=pinned,
        allow=allow,
    )
    check_allowed(made.ledger, allow)
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
