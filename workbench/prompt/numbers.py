"""Numbers from text that anybody may have written: bounded, and None for what is none.

`int()` refuses more than 4,300 digits with an error of its own, `float()` takes `nan` and `1e999`.
"""

from __future__ import annotations

import math

#: Digits of a whole number: what fits the integers of SQLite and JSON readers alike.
MOST_DIGITS = 18


def whole_number(text: str) -> int | None:
    """The number that 1 to 18 ASCII digits write; None for anything else."""
    fits = 0 < len(text) <= MOST_DIGITS and text.isascii() and text.isdigit()
    return int(text) if fits else None


def finite_number(text: str) -> float | None:
    """The number that a short text writes; None for anything else, infinite and `nan` included."""
    try:
        number = float(text) if len(text) <= 40 else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None
