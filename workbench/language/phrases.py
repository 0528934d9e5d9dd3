"""Words and phrases that are looked for as whole words, by looking up the words of a text.

A text is cut into runs of letters, digits and hyphens once, whoever asks; a list of single words is
then a set that shares none with it, and only a phrase whose first word is there is searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_RUN = re.compile(r"[\w-]+")


@lru_cache(maxsize=8192)  # each sentence is asked for several lists
def runs(text: str) -> frozenset[str]:
    """The runs of letters, digits and hyphens in a text, in lower case."""
    return frozenset(_RUN.findall(text.lower()))


class Phrases:
    """A list of words and phrases; case is ignored, and no word or hyphen may touch them."""

    __slots__ = ("_first", "_pattern", "_words")

    def __init__(self, entries: Iterable[str]) -> None:
        listed = sorted(map(str.lower, entries), key=len, reverse=True)
        self._words = frozenset(one for one in listed if _RUN.fullmatch(one))
        phrases = [one for one in listed if one not in self._words]
        self._first = frozenset(_RUN.findall(one)[0] for one in phrases)
        either = "|".join(map(re.escape, phrases)) or r"(?!)"
        self._pattern = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)

    def within(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        found = runs(text)
        if not self._words.isdisjoint(found):
            return True
        return not self._first.isdisjoint(found) and self._pattern.search(text) is not None
