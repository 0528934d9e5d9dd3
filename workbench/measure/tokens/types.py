"""What every counter is: its label, its error, and how a text may be counted in blocks."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Protocol

from workbench.errors import CtxbenchError


@dataclass(frozen=True, slots=True)
class CounterInfo:
    """How a number is known.

    name       the counter: a Claude family, an OpenAI encoding, `ratio` forms or `chars`
    model      the model id that was asked for, or "" when the counter was named directly
    label      exact (the provider counted this text) | offline (a local tokenizer) | est | rough
    error_pct  the error to expect, in percent of the count; None when nothing is known about it
    note       one sentence for people: where the number comes from and what it leaves out
    """

    name: str
    model: str
    label: str
    error_pct: float | None
    note: str

    def to_dict(self) -> dict[str, str | float | None]:
        """The keys of the command line contract, and the note."""
        return {
            "name": self.name,
            "model": self.model,
            "label": self.label,
            "error_pct": self.error_pct,
            "note": self.note,
        }

    @property
    def estimated(self) -> bool:
        """Whether the count is a guess about the text, not a count of it."""
        return self.label in ("est", "rough") and bool(self.error_pct)

    def upper(self, tokens: int) -> int:
        """The most that `tokens` may be: what a limit is held to. A count that is no estimate
        stands as it is."""
        return upper_end(tokens, self.error_pct or 0.0) if self.estimated else tokens

    def __str__(self) -> str:
        if self.label in ("est", "rough") and self.error_pct is not None:
            return f"{self.name}, {self.label} ±{self.error_pct:.0f}%"
        return f"{self.name}, {self.label}"


class CounterUnavailable(CtxbenchError):
    """A counter cannot be loaded now; nothing is remembered, so asking again tries again."""


class Tokenizer(Protocol):
    """A counter of text.

    `count` gives tokens of the text alone; `frame_tokens` is what the provider adds around one
    user message, reported apart. The other members let `LineCounter` count in blocks: costs are
    integers in `1 / unit` tokens, so that sums are exact for estimates too.
    """

    @property
    def info(self) -> CounterInfo: ...

    @property
    def frame_tokens(self) -> int: ...

    @property
    def unit(self) -> int: ...

    @property
    def slice_chars(self) -> int:
        """Characters that take some 10 ms to count: the grain of progress and cancelling."""
        ...

    def count(self, text: str) -> int: ...

    def describe(self, text: str) -> CounterInfo:
        """`info` with the error that holds for this very text."""
        ...

    def cut_before(self, line: str, previous: str) -> bool:
        """Whether the text may be cut between two lines (with endings) without changing a count."""
        ...

    def block_cost(self, text: str, first: bool, last: bool) -> int:
        """Cost of a block between two cuts; `first` and `last` say that it touches an end."""
        ...


def upper_end(tokens: int, error_pct: float) -> int:
    """The upper end of an estimate of `tokens`, in whole tokens."""
    return ceil(round(tokens * (1 + error_pct / 100), 6))


def whole_tokens(cost: int, unit: int) -> int:
    """A cost in `1 / unit` tokens, rounded to tokens; monotone, so differences add up."""
    return cost if unit == 1 else (cost + unit // 2) // unit
