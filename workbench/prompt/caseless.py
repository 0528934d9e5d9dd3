"""Patterns that do not care about case, searched in lower case first because that is faster.

A pattern with `re.IGNORECASE` is tried letter by letter at every place of a text; the same
pattern in lower case lets the engine skip whole branches. Where no letter outside ASCII has a
case (that holds for English with dashes and arrows, Japanese, Chinese) both find the same.
A pattern that is used often looks for the words that it needs before it runs at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from workbench.prompt.needed_words import needed

#: Reading the words that it needs off a pattern takes as long as a thousand uses of it.
_OFTEN = 1_000
#: Capitals of a pattern that stand for themselves: neither behind a stroke nor in `(?P`.
_CAPITALS = re.compile(r"\\.|\(\?P|[A-Z]+", re.DOTALL)
#: Where scripts with two cases stand, and the few signs that fold into an ASCII letter.
_CASED = re.compile(
    "[\u00aa-\u058f\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1fff\u2071-\u209c\u2100-\u218f\u24b6-\u24e9"
    "\u2c00-\u2dff\ua640-\ua7ff\uab30-\uabbf\ufb00-\ufb17\uff21-\uff5a\U00010400-\U0001efff]"
)


@lru_cache(maxsize=1024)  # many patterns look at one sentence
def lowered(text: str) -> str | None:
    """`text` in lower case, letter for letter; None where case is not as simple as in ASCII."""
    return text.lower() if text.isascii() or not _CASED.search(text) else None


class Caseless:
    """A pattern that ignores case; its methods answer as those of `re.Pattern` do.

    It is compiled when it is used first: most programs use few of the many patterns, and
    compiling takes most of the time of a start.
    """

    __slots__ = ("_exact", "_flags", "_low", "_uses", "_words", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._exact: re.Pattern[str] | None = None
        self._low: re.Pattern[str] | None = None
        self._flags = flags
        self._uses = 0
        self._words: tuple[str, ...] = ()

    @property
    def exact(self) -> re.Pattern[str]:
        """The pattern itself. Raises `re.error` where it is none."""
        if self._exact is None:
            self._exact = re.compile(self.pattern, self._flags | re.IGNORECASE)
        return self._exact

    @property
    def low(self) -> re.Pattern[str]:
        """The pattern in lower case, for texts in lower case."""
        if self._low is None:
            low = _CAPITALS.sub(lambda m: m[0].lower() if m[0].isalpha() else m[0], self.pattern)
            # Other letters than those of ASCII may fold into one: `İ` is found in `I`.
            other = re.IGNORECASE if _CASED.search(low) else 0
            self._low = re.compile(low, self._flags | other)
        return self._low

    def search(self, text: str) -> re.Match[str] | None:
        low = lowered(text)
        if low is None:
            return self.exact.search(text)
        if self._lacks(low):
            return None
        found = (self._low or self.low).search(low)
        return found and self.exact.match(text, found.start())

    def match(self, text: str) -> re.Match[str] | None:
        return self.exact.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self.exact.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self.exact.finditer(text) if self._may(text) else iter(())

    def findall(self, text: str) -> list[Any]:
        return self.exact.findall(text) if self._may(text) else []

    def sub(self, by: str, text: str) -> str:
        return self.exact.sub(by, text) if self._may(text) else text

    def _may(self, text: str) -> bool:
        low = lowered(text)
        return low is None or (
            not self._lacks(low) and (self._low or self.low).search(low) is not None
        )

    def _lacks(self, low: str) -> bool:
        """Whether a text in lower case has none of the words that a match needs."""
        if self._words:
            for word in self._words:  # noqa: SIM110  `all` takes twice as long
                if word in low:
                    return False
            return True
        self._uses += 1
        if self._uses == _OFTEN:
            self._words = needed(self.pattern, self._flags)
        return False
