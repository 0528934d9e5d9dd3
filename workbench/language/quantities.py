"""Quantities: numbers with their unit and bound, in English, Japanese and Chinese.

"at most 30 seconds", "3-5 items", "two retries", "50 % or more", "100行以内" are one value each:
low and high in the base unit of a dimension. Numbers in code, paths, links and versions are none.
What is a unit, a bound or a number word is data (`data/units.txt`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import inf

from workbench.language.content import grammar
from workbench.language.lists import load
from workbench.language.words import Word, words

_BOUNDS = ("at-most", "at-least", "below", "above", "exactly", "about")
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d[\d_]*(?:\.\d+)?")
#: The longest bound or unit has this many characters.
_REACH = 24


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is meant.

    `start`, `end`: half-open offsets of all its words, bound and unit included. `low`, `high`: its
    values in base units, infinite where it is open. `dimension`: time, bytes, lines ...; empty
    for a bare number. `bound`: at-most, at-least, below, above, exactly, about, between, or
    nothing. `noun`: the stem of the word behind a bare number ("3 retries").
    """

    start: int
    end: int
    low: float
    high: float
    dimension: str = ""
    bound: str = ""
    noun: str = ""

    @property
    def value(self) -> tuple[float, float, str, str]:
        """What is compared."""
        return self.low, self.high, self.dimension, self.bound

    def disjoint(self, other: Quantity) -> bool:
        """Whether no number satisfies both; false where the dimensions differ or one is vague."""
        if self.dimension != other.dimension or "about" in (self.bound, other.bound):
            return False
        strict = "below" in (self.bound, other.bound) or "above" in (self.bound, other.bound)
        a, b = (self, other) if self.low <= other.low else (other, self)
        return a.high < b.low or (strict and a.high == b.low)


@dataclass(frozen=True, slots=True)
class _Number:
    start: int
    end: int
    value: float
    times: bool = False


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of a sentence in order."""
    row = words(text)
    found: list[Quantity] = []
    at = 0
    while at < len(row):
        number, behind = _number(text, row, at)
        if number is None:
            at += 1
            continue
        quantity, at = _quantity(text, row, number, behind)
        if not found or quantity.start >= found[-1].end:
            found.append(quantity)
    return tuple(found)


def _quantity(text: str, row: Sequence[Word], number: _Number, at: int) -> tuple[Quantity, int]:
    low = high = number.value
    end, bound = number.end, ""
    size, start = _before(text, number.start)
    joint = _starts(text[end : end + _REACH].lower(), _entries("and-to"))
    if joint:
        second, behind, k = None, at, at
        while second is None and k < min(len(row), at + 3) and row[k].start < end + len(joint) + 3:
            second, behind = _number(text, row, k)
            k += 1
        spoken = joint == "and" and size != "between"
        if second is not None and not spoken and second.value > low:
            high, end, at, bound = second.value, second.end, behind, "between"
    unit, length = ("times", 0) if number.times else _unit(text, end)
    dimension, factor = _units().get(unit, ("", 1.0)) if unit else ("", 1.0)
    if number.times:
        dimension = "times"
    end += length
    if not bound and size != "between":
        bound = size
    if size == "between" and bound != "between":
        start = number.start
    if bound in ("", "about"):
        after, more = _after(text, end)
        if after:
            bound, end = after, end + more
    low, high = low * factor, high * factor
    if bound in ("at-most", "below"):
        low = -inf
    elif bound in ("at-least", "above"):
        high = inf
    while at < len(row) and row[at].start < end:
        at += 1
    noun = ""
    if not dimension and at < len(row) and row[at].kind == "word":
        plain = not text[end : row[at].start].strip() and row[at].lower not in grammar()
        noun = row[at].stem if plain else ""
    dimension = "" if dimension == "count" else dimension
    return Quantity(start, end, low, high, dimension, bound, noun), at


def _number(text: str, row: Sequence[Word], at: int) -> tuple[_Number | None, int]:
    """The number that begins with a token, and the token behind it."""
    word = row[at]
    if word.kind == "number":
        if not _DIGITS.fullmatch(word.text):
            return None, at + 1  # a version, a list of digits
        value = float(word.text.replace(",", "").replace("_", ""))
        behind = row[at + 1] if at + 1 < len(row) else None
        if behind and behind.start == word.end and behind.lower == "k":
            return _Number(word.start, behind.end, value * 1000), at + 2
        return _Number(word.start, word.end, value), at + 1
    if word.kind == "word":
        ones, tens = _places("ones"), _places("tens")
        if word.lower in ("once", "twice"):
            return _Number(word.start, word.end, 1.0 + (word.lower == "twice"), True), at + 1
        if word.lower in ones:
            return _Number(word.start, word.end, float(ones[word.lower])), at + 1
        if word.lower in tens:
            value, k = 10.0 * (tens[word.lower] + 1), at + 1
            if k + 1 < len(row) and row[k].text == "-" and 0 < ones.get(row[k + 1].lower, 0) < 10:
                return _Number(word.start, row[k + 1].end, value + ones[row[k + 1].lower]), k + 2
            return _Number(word.start, word.end, value), k
    if word.kind == "han":
        return _han(text, word), at + 1
    return None, at + 1


def _han(text: str, word: Word) -> _Number | None:
    """三行, 至少两次: numerals in front of a unit, at the start of a run or behind a bound."""
    digits = _places("han")
    for first, ch in enumerate(word.text):
        at = word.start + first
        if ch not in digits or (first and not _before(text, at)[0]):
            continue
        size = 1
        while size < 3 and word.text[first + size : first + size + 1] in digits:
            size += 1
        unit, _ = _unit(text, at + size)
        if not unit or word.text.startswith("十分", first):  # "enough"
            continue
        value = 0
        for digit in (digits[c] for c in word.text[first : first + size]):
            value = max(value, 1) * 10 if digit == 10 else value + digit
        return _Number(at, at + size, float(value))
    return None


# -- what stands around a number --------------------------------------------------------------


def _before(text: str, start: int) -> tuple[str, int]:
    """The bound in front of a number and where it begins."""
    low = text[max(0, start - _REACH) : start].lower()
    rest = low.rstrip(" *_`")
    for entry, name in _bounds("").get(rest[-1:], ()):
        if rest.endswith(entry):
            head = rest[: -len(entry)]
            if entry[0].isascii() and entry[0].isalpha() and head[-1:].isalpha():
                continue
            return name, start - len(low) + len(head)
    return "", start


def _after(text: str, end: int) -> tuple[str, int]:
    """The bound behind number and unit, and how many characters it takes."""
    low = text[end : end + _REACH].lower()
    rest = low.lstrip(" ")
    for entry, name in _bounds("-after").get(rest[:1], ()):
        if rest.startswith(entry) and not _goes_on(entry, rest):
            return name, len(low) - len(rest) + len(entry)
    return "", 0


def _unit(text: str, end: int) -> tuple[str, int]:
    """The unit behind a number, and how many characters it takes with the blank before it."""
    low = text[end : end + _REACH].lower()
    rest = low.lstrip(" -*_\u00a0")
    entry = _starts(rest, _unit_words().get(rest[:1], ()))
    return (entry, len(low) - len(rest) + len(entry)) if entry else ("", 0)


def _starts(low: str, entries: Sequence[str]) -> str:
    rest = low.lstrip(" ")
    return next((e for e in entries if rest.startswith(e) and not _goes_on(e, rest)), "")


def _goes_on(entry: str, rest: str) -> bool:
    """Whether a Latin word goes on behind what was matched."""
    last, behind = entry[-1], rest[len(entry) : len(entry) + 1]
    return last.isascii() and last.isalpha() and behind.isascii() and behind.isalnum()


# -- the data ---------------------------------------------------------------------------------


@cache
def _units() -> dict[str, tuple[str, float]]:
    """Unit words, the longest first, with dimension and factor."""
    found: dict[str, tuple[str, float]] = {}
    for entries in load("units").values():
        dimension, _, factor = entries[0].partition(" ")
        if factor.replace(".", "", 1).isdigit():
            found.update((entry, (dimension, float(factor))) for entry in entries[1:])
    return {key: found[key] for key in sorted(found, key=len, reverse=True)}


@cache
def _unit_words() -> dict[str, list[str]]:
    """Unit words by their first letter, the longest first."""
    found: dict[str, list[str]] = {}
    for word in _units():
        found.setdefault(word[0], []).append(word)
    return found


@cache
def _bounds(suffix: str) -> dict[str, list[tuple[str, str]]]:
    """Bounds with their names, the longest first: those in front of a number by their last letter,
    those behind it by their first."""
    names = (*_BOUNDS, "between") if not suffix else _BOUNDS
    entries = [(e, name) for name in names for e in load("units").get(name + suffix, ())]
    found: dict[str, list[tuple[str, str]]] = {}
    for entry, name in sorted(entries, key=lambda pair: -len(pair[0])):
        found.setdefault(entry[0] if suffix else entry[-1], []).append((entry, name))
    return found


@cache
def _entries(name: str) -> tuple[str, ...]:
    return tuple(sorted(load("units")[name], key=len, reverse=True))


@cache
def _places(name: str) -> dict[str, int]:
    found = {entry: i for i, entry in enumerate(load("units")[name])}
    return found | {"两": 2} if name == "han" else found
