"""How alike two texts are by their words."""

from __future__ import annotations

import re
from collections import Counter

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+")
#: Texts with at least this likeness may be one text that was changed.
ALIKE = 0.5
#: Up to this many pairs are compared with each other.
MOST_PAIRS = 40_000


def words(text: str) -> list[str]:
    """Words in lower case; Chinese, Japanese and Korean script by character."""
    return _WORD.findall(text.lower())


def dice(x: Counter[str], y: Counter[str]) -> float:
    """Shared elements of two multisets, 0 to 1."""
    total = x.total() + y.total()
    return 2 * (x & y).total() / total if total else 0.0
