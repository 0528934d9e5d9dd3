"""Limits on a prompt: how many tokens, findings and how much risk are allowed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.errors import UsageError
from workbench.measure.tokens.types import CounterInfo, upper_end
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line

NAMES = ("tokens", "findings", "risk")
_WHAT = {
    "tokens": "tokens always loaded",
    "findings": "findings",
    "risk": "poisoning risk",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is allowed per file; None: no limit was set. `risk` runs from 0 to 2."""

    tokens: int | None = None
    findings: int | None = None
    risk: float | None = None

    def __bool__(self) -> bool:
        return any(getattr(self, name) is not None for name in NAMES)

    def to_dict(self) -> dict[str, float]:
        """The limits that are set."""
        found = {name: getattr(self, name) for name in NAMES}
        return {name: value for name, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class TokenCap:
    """The most tokens that a text may have. Its count may be off by `error_pct` percent: then the
    upper end of it is held to the cap."""

    most: int
    error_pct: float = 0.0

    def upper(self, tokens: int) -> int:
        """What a count of `tokens` is taken for."""
        return upper_end(tokens, self.error_pct) if self.error_pct else tokens

    def above(self, tokens: int) -> int:
        """By how much `tokens` are too many; 0 when they fit."""
        return max(0, self.upper(tokens) - self.most)

    def size(self, tokens: int) -> str:
        """`620 tokens`, or both ends that matter: `620 tokens by estimate, up to 868`."""
        words = plural(tokens, "token")
        return f"{words} by estimate, up to {self.upper(tokens):,}" if self.error_pct else words

    def too_large(self, tokens: int) -> str:
        """`720 tokens, 20 above the 700 allowed`."""
        return f"{self.size(tokens)}, {self.above(tokens):,} above the {self.most:,} allowed"


@dataclass(frozen=True, slots=True)
class Row:
    """One limit and what was measured against it. `value` None: it could not be measured.

    `upper`: the most that an estimated value may be; it decides, since a limit that is held only
    on the middle of an estimate is not held.
    """

    name: str
    limit: float
    value: float | None
    note: str = ""
    upper: float | None = None

    @property
    def judged(self) -> float | None:
        """What is compared with the limit."""
        return self.value if self.upper is None else self.upper

    @property
    def over(self) -> bool:
        return self.judged is not None and self.judged > self.limit

    @property
    def words(self) -> str:
        value = "not known" if self.value is None else f"{self.value:,.6g}"
        if self.name == "risk" and self.value is not None:
            value = f"{self.value:.3g}"
        if self.upper is not None and self.upper != self.value:
            value += f" estimated, up to {self.upper:,.6g}"
        verdict = "over" if self.over else "within"
        tail = f" ({self.note})" if self.note else ""
        if self.name == "risk" and self.over:
            # Findings that are hidden for their low confidence count here as well.
            tail += "; its claims: ctxbench verify FILE"
        return f"{_WHAT[self.name]}: {value}, {verdict} the budget of {self.limit:,.6g}{tail}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "limit": self.limit,
            "value": self.value,
            "upper": self.judged,
            "over": self.over,
            "note": self.note,
        }


def token_cap(most: int | None, counter: CounterInfo) -> TokenCap | None:
    """The cap that a person set, for counts made by `counter`."""
    if most is None:
        return None
    return TokenCap(most, counter.error_pct or 0.0 if counter.estimated else 0.0)


def parse_limits(text: str) -> Limits:
    """`tokens=4000,findings=0,risk=0.1`, any of them. Raises UsageError."""
    given: dict[str, Any] = {}
    for piece in filter(None, (word.strip() for word in text.split(","))):
        name, sign, value = (part.strip() for part in piece.partition("="))
        if not sign:
            raise UsageError(
                f"A limit is NAME=NUMBER, not {one_line(piece, 40)!r}.",
                hint=f"Names: {', '.join(NAMES)}. Example: tokens=4000,findings=0,risk=0.1",
            )
        given[name] = value
    return limits_from(given)


def limits_from(given: Mapping[str, Any]) -> Limits:
    """Limits from names and numbers, as in `budget:` of `.ctxbench.yaml`. Raises UsageError."""
    made: dict[str, float] = {}
    for name, value in given.items():
        if name not in NAMES:
            raise UsageError(
                f"Unknown limit {one_line(str(name), 40)!r}.", hint=f"Names: {', '.join(NAMES)}."
            )
        # Aliases of YAML can make a table or a list endlessly large: those are not written out.
        shown = str(value) if isinstance(value, (str, int, float)) else "a table or a list"
        try:
            number = float(shown.replace("_", ""))
        except ValueError:
            number = math.nan
        if not 0 <= number < math.inf or (name != "risk" and number != int(number)):
            raise UsageError(
                f"The limit {name} cannot be {one_line(shown, 40)!r}.",
                hint="Give a number from 0 to 2." if name == "risk" else "Give a whole number.",
            )
        made[name] = number if name == "risk" else int(number)
    return Limits(**made)  # type: ignore[arg-type]  # whole numbers but for the risk
