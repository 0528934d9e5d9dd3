"""Long stretches of words that two texts share, the rest of which differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

#: Words from which on a shared stretch is a copy; two wide characters are one.
LEAST = 16
#: Words in a row by which a stretch is found; half of the least, so that no offset hides one.
_GRAM = 8
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PIECE = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
#: Only stretches that begin with such a word are looked up: the word alone decides, so that both
#: copies have the same beginnings, and most words cost nothing.
_LONG_WORD, _ONE_IN = 7, 3


def shared_stretches(texts: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """(index of the earlier text, index of the later one, words that both have).

    Each text is compared with the first that has the same words in a row. A stretch is at least
    half of the shorter text.
    """
    seen: dict[tuple[str, ...], tuple[int, int]] = {}
    rows: list[list[str]] = []
    for index, text in enumerate(texts):
        row = _PIECE.findall(text) if _WIDE.search(text) else text.split()
        rows.append(row)
        if len(row) < LEAST:
            continue
        end = 0
        told: set[int] = set()
        for at in _beginnings(row):
            other, there = seen.setdefault(tuple(row[at : at + _GRAM]), (index, at))
            if other == index or at < end or other in told:
                continue
            first, last = _widest(rows[other], there, row, at)
            end = last
            words = row[first:last]
            shorter = min(_weight(rows[other]), _weight(row))
            if _weight(words) >= max(LEAST, shorter / 2):
                told.add(other)
                yield other, index, _joined(words)


def _beginnings(row: Sequence[str]) -> Iterator[int]:
    for at in range(len(row) - _GRAM + 1):
        word = row[at]
        if len(word) >= _LONG_WORD or (len(word) == 1 and ord(word) % _ONE_IN == 0):
            yield at


def _widest(one: Sequence[str], there: int, two: Sequence[str], at: int) -> tuple[int, int]:
    """The stretch around a common row of words, as bounds in the second text."""
    first = at
    while first and at - first < there and one[there - (at - first) - 1] == two[first - 1]:
        first -= 1
    last = at
    most = min(len(two) - at, len(one) - there)
    while last - at < most and one[there + last - at] == two[last]:
        last += 1
    return first, last


def _joined(row: Sequence[str]) -> str:
    """With blanks between words, and none between wide characters."""
    return re.sub(rf"(?<={_WIDE.pattern}) (?={_WIDE.pattern})", "", " ".join(row))


def _weight(row: Sequence[str]) -> float:
    """How many words say something: arrows and dashes do not, a wide character is half a word."""
    wide = sum(len(word) == 1 and "\u3040" <= word <= "\ud7af" for word in row)
    return sum(any(map(str.isalnum, word)) for word in row) - wide / 2
