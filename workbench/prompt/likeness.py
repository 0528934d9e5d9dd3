"""How alike two texts are by their words, for lines and parts that are looked up in bulk.

What sentences mean is read in `language`; here a word is a run of letters, as fast as can be.
"""

from __future__ import annotations

import re
from collections import Counter

_WORDS = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+"
#: A word: a run of letters, or one character of a script without blanks.
WORD = re.compile(_WORDS)
#: All of a text: words, runs of blanks, single signs.
PIECE = re.compile(rf"{_WORDS}|\s+|.", re.DOTALL)
#: Texts with at least this likeness may be one text that was changed.
ALIKE = 0.5
#: Up to this many pairs are compared with each other.
MOST_PAIRS = 40_000


def words(text: str) -> list[str]:
    """Words in lower case; Chinese, Japanese and Korean script by character."""
    return WORD.findall(text.lower())


def dice(x: Counter[str], y: Counter[str]) -> float:
    """Shared elements of two multisets, 0 to 1."""
    total = x.total() + y.total()
    return 2 * (x & y).total() / total if total else 0.0
