"""Limits on a prompt: how many tokens, findings and how much risk are allowed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.errors import UsageError
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
class Row:
    """One limit and what was measured against it. `value` None: it could not be measured."""

    name: str
    limit: float
    value: float | None
    note: str = ""

    @property
    def over(self) -> bool:
        return self.value is not None and self.value > self.limit

    @property
    def words(self) -> str:
        value = "not known" if self.value is None else f"{self.value:,.6g}"
        if self.name == "risk" and self.value is not None:
            value = f"{self.value:.3g}"
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
            "over": self.over,
            "note": self.note,
        }


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
