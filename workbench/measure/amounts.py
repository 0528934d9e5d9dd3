"""Amounts of calls, tokens and money, and an estimate made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from workbench.measure.tokens.types import CounterInfo

#: Money in words, for runners where no token has a price. A command may be the client of a
#: subscription or a script of one's own: what it costs is not known here.
NO_PRICE = {
    "local": "no price: local",
    "subscription": "no price known: a command",
    "folder": "no price known: answered by hand",
}


@dataclass(frozen=True, slots=True)
class Amount:
    """Calls, tokens and US dollars; `usd` is None where it is not known or there is no price."""

    calls: int = 0
    input: int = 0
    cache_write: int = 0
    cache_read: int = 0
    output: int = 0
    usd: float | None = 0.0

    @property
    def read(self) -> int:
        """All tokens the model reads."""
        return self.input + self.cache_write + self.cache_read

    def __add__(self, other: Amount) -> Amount:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        return Amount(
            self.calls + other.calls,
            self.input + other.input,
            self.cache_write + other.cache_write,
            self.cache_read + other.cache_read,
            self.output + other.output,
            usd,
        )

    def to_dict(self) -> dict[str, int | float | None]:
        return {
            "calls": self.calls,
            "input": self.input,
            "cache_write": self.cache_write,
            "cache_read": self.cache_read,
            "output": self.output,
            "usd": None if self.usd is None else round(self.usd, 6),
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run, such as all questions of one kind."""

    name: str
    low: Amount
    expected: Amount
    worst: Amount

    def to_dict(self) -> dict[str, Any]:
        return {"step": self.name} | {
            name: getattr(self, name).to_dict() for name in ("low", "expected", "worst")
        }


@dataclass(frozen=True, slots=True)
class Estimate:
    """`payment`: price, price unknown, local or subscription; `formula`: lines for people."""

    model: str
    payment: str
    steps: tuple[Step, ...]
    counter: CounterInfo
    formula: tuple[str, ...] = ()
    as_of: str = ""
    source: str = ""

    @property
    def low(self) -> Amount:
        return total_of(step.low for step in self.steps)

    @property
    def expected(self) -> Amount:
        return total_of(step.expected for step in self.steps)

    @property
    def worst(self) -> Amount:
        return total_of(step.worst for step in self.steps)

    def in_words(self, amount: Amount) -> str:
        """What one amount of this estimate costs."""
        return usd_words(amount.usd, self.payment)

    def money(self) -> str:
        """`0.012 to 0.04 USD`, `price unknown` or `no price: local`."""
        low, high = self.low.usd, self.worst.usd
        if self.payment != "price" or low is None or high is None:
            return usd_words(None, self.payment)
        return f"{usd(low)} to {usd(high)} USD"

    def to_dict(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "payment": self.payment,
            "steps": [step.to_dict() for step in self.steps],
            "low": self.low.to_dict(),
            "expected": self.expected.to_dict(),
            "worst": self.worst.to_dict(),
            "money": self.money(),
            "prices_as_of": self.as_of or None,
            "prices_from": self.source or None,
            "counter": self.counter.to_dict(),
            "formula": "\n".join(self.formula),
        }


def usd(value: float) -> str:
    """Dollars with enough digits to mean something: `12.40`, `0.04`, `0.0031`."""
    if value >= 1:
        return f"{value:,.2f}"
    text = f"{value:.4f}" if value >= 0.001 else f"{value:.6f}"
    whole, _, digits = text.rstrip("0").partition(".")
    return f"{whole}.{digits.ljust(2, '0')}"


def usd_words(value: float | None, payment: str) -> str:
    """Money for people; never a zero where nobody knows the price."""
    if payment in NO_PRICE:
        return NO_PRICE[payment]
    return "price unknown" if value is None else f"{usd(value)} USD"


def total_of(amounts: Iterable[Amount]) -> Amount:
    total = Amount()
    for amount in amounts:
        total += amount
    return total
