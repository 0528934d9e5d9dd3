"""How a window is shared out: rows that add up, what is paid every turn, what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from workbench.measure.window import Row

#: The kinds of content that compete for a window; those in STATIC are paid on every turn.
STATIC = ("system instructions", "tool definitions")
DYNAMIC = (
    *("user prompt", "history", "long-term memory", "retrieved information", "output format"),
    "tool outputs",  # part of the history, apart because they can be most of it
)
OVERHEAD = "separators and wrappers"
#: Warning level of a budget, used share of what is allowed.
WARN_AT = 0.8


@dataclass(frozen=True)
class WindowBudget:
    """How a window is shared out. `rows` maps names of `STATIC` and `DYNAMIC` to tokens (other
    names count as dynamic); `measured_total` is a count of everything together, if there is one.

    variable_budget = max(window - reserved_output - system - tools, 0)
    """

    window: int
    reserved_output: int
    rows: Mapping[str, int]
    measured_total: int | None = None

    @cached_property
    def lines(self) -> tuple[Row, ...]:
        """The rows in order, with a row of their own for separators: they add up to `used`."""
        order: Sequence[str] = [*STATIC, *DYNAMIC, *self.rows]
        rows = [Row(name, self.rows[name]) for name in dict.fromkeys(order) if name in self.rows]
        if self.measured_total is not None:
            rest = self.measured_total - sum(row.tokens for row in rows)
            if rest:
                rows.append(Row(OVERHEAD, rest))
        return tuple(rows)

    @property
    def used(self) -> int:
        return sum(row.tokens for row in self.lines)

    @property
    def static_tokens(self) -> int:
        return sum(row.tokens for row in self.lines if row.name in STATIC)

    @property
    def dynamic_tokens(self) -> int:
        return self.used - self.static_tokens

    @property
    def static_share(self) -> float:
        """Share of the used tokens that is paid on every turn, 0 to 1."""
        return self.static_tokens / self.used if self.used else 0.0

    @property
    def dynamic_share(self) -> float:
        return 1.0 - self.static_share if self.used else 0.0

    @property
    def variable_budget(self) -> int:
        """What everything that is not paid on every turn shares."""
        return max(self.window - self.reserved_output - self.static_tokens, 0)

    @property
    def free(self) -> int:
        """Tokens left for dynamic content; 0 when it is spent."""
        return max(self.window - self.reserved_output - self.used, 0)

    @property
    def exceeded_by(self) -> int:
        """Tokens that do not fit beside the reserved output."""
        return max(self.used + self.reserved_output - self.window, 0)

    @property
    def warns(self) -> bool:
        return self.used >= WARN_AT * max(self.window - self.reserved_output, 1)

    @property
    def words(self) -> str:
        """The state in one sentence; no share above 100 percent is ever printed bare."""
        room = self.window - self.reserved_output
        if self.exceeded_by:
            return (
                f"The limit is exceeded: {self.used:,} tokens and {self.reserved_output:,} "
                f"reserved for the answer are {self.exceeded_by:,} more than the window of "
                f"{self.window:,}."
            )
        share = 100 * self.used / room if room else 0.0
        return (
            f"{self.used:,} of {room:,} tokens used ({share:.1f} %), {self.free:,} free; "
            f"{self.reserved_output:,} reserved for the answer. Static "
            f"{100 * self.static_share:.0f} %, dynamic {100 * self.dynamic_share:.0f} %."
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "window": self.window,
            "reserved_output": self.reserved_output,
            "rows": [
                {
                    "name": row.name,
                    "tokens": row.tokens,
                    "static": row.name in STATIC,
                    "share": row.tokens / self.used if self.used else 0.0,
                }
                for row in self.lines
            ],
            "used": self.used,
            "static_share": self.static_share,
            "dynamic_share": self.dynamic_share,
            "variable_budget": self.variable_budget,
            "free": self.free,
            "exceeded_by": self.exceeded_by,
            "words": self.words,
        }
