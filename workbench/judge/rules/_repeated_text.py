"""Where the same words stand in more than one place: clauses, sentences, items, commands, blocks.

A text is a row of words. Six in a row that stand in several places are the seed of a repeat; seeds
that follow one another in all their places are one run, which is cut back to where a clause, a
sentence or a line begins and ends. Each word is looked at a fixed number of times.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from workbench.prompt.placeholders import ANY_SYNTAX

#: Words from which on a text says so much that its repeat is one; from which on it may begin or
#: end within a clause; and from which on it may do both.
WORDS, HALF, LOOSE = 6, 7, 16
#: Words between two runs that are the same in all places join them; more are not looked at.
_GAP = 12
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SLOT = rf"{ANY_SYNTAX}|<[A-Za-z][\w -]{{0,40}}>|\[[ xX]\](?=\s)"
#: What holds blanks and is one piece.
_WHOLE = re.compile(rf"(?P<code>`[^`\n]{{1,400}}`)|(?P<slot>{_SLOT})")
_PIECE = re.compile(
    rf"(?P<wide>{_WIDE.pattern})|(?P<sign>[()\[\]{{}}|<>\"“”「」—。、，；：（）])|(?P<word>"
    r"[^()\[\]{}|<>\"“”「」—。、，；：（）\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)"
)
_BLANK_FREE = re.compile(r"\S+")
_MARKUP = "*_~`'’‘"
_STOPS = ",;:.!?…"
_EDGE = _MARKUP + _STOPS
_LINE = re.compile(r"[^\n]+")
_PARTS = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
#: Blank-separated words from which on a code span is a command, and counts by its pieces.
_COMMAND = 3

_Places = list[tuple[int, int]]


class Unit(NamedTuple):
    """A stretch of text that no run leaves but into the next: a paragraph, an item, a row, a
    heading, a block of code. `at`: its offset. `least`: words from which on it says enough.
    `code`: its lines are clauses, and commas end nothing."""

    text: str
    at: int
    least: float = WORDS
    code: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """Words that stand in all of the places (half-open offsets), and how many they are."""

    places: tuple[tuple[int, int], ...]
    size: float


@dataclass(slots=True)
class _Words:
    """The words of a text: what each is and its weight; its unit's end, and what is enough there.

    Where a word stands, and whether a clause begins or ends with it, is read for the units that
    hold a repeat: `spans`, `begins` and `ends` are filled by `detail`.
    """

    names: list[str] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    unit_end: list[int] = field(default_factory=list)
    least: list[float] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    #: The first word of each unit.
    firsts: list[int] = field(default_factory=list)
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    begins: set[int] = field(default_factory=set)
    ends: set[int] = field(default_factory=set)
    known: dict[tuple[str, bool], list[_Read]] = field(default_factory=dict)

    def detail(self, first: int, end: int) -> None:
        """Read the units from one word to another closely."""
        unit = bisect_right(self.firsts, first) - 1
        while unit < len(self.units) and self.firsts[unit] < end:
            at = self.firsts[unit]
            if at not in self.spans:
                self._detail(self.units[unit], at)
            unit += 1

    def _detail(self, unit: Unit, at: int) -> None:
        self.begins.add(at)
        # Where much is said twice, most units are: each wording is read closely once.
        key = (unit.text, unit.code)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = list(_read(unit))
        for word, _, start, stop, opens, closes in found:
            if opens:  # the clause before ends here
                self.begins.add(at)
                self.ends.add(at - 1)
            if word:
                self.spans[at] = (unit.at + start, unit.at + stop)
                if closes:
                    self.ends.add(at)
                    self.begins.add(at + 1)
                at += 1
        self.ends.add(at - 1)


def size(text: str) -> float:
    """Words; two characters of Japanese, Chinese or Korean count as one."""
    wide = len(_WIDE.findall(text))
    return wide / 2 + (len(text.split()) if wide < len(text) / 2 else 0)


def repeats(units: Iterable[Unit]) -> list[Repeat]:
    """The longest repeats of a text, in the order of their first places."""
    row = _words(units)
    names, sizes = row.names, row.sizes
    count = Counter(names)
    seeds: dict[tuple[str, ...], _Places] = {}
    for begin in row.firsts:
        first = end = begin
        done, least, words = row.unit_end[begin], row.least[begin], 0.0
        while True:
            while end < done and words < least:
                if count[names[end]] > 1:
                    words += sizes[end]
                else:  # a word that stands nowhere else is in no repeat
                    first, words = end + 1, 0.0
                end += 1
            if words < least:
                break
            if sizes[first]:
                seeds.setdefault(tuple(names[first:end]), []).append((first, end))
            words -= sizes[first]
            first += 1
    found = [_apart(same) for same in seeds.values() if len(same) > 1]
    groups = [same for same in found if len(same) > 1]
    runs = [run for joined in _joined(groups, row) if (run := _cut(joined, row))]
    return [_made(places, row) for places in _longest(runs)]


# -- words ----------------------------------------------------------------------------------


def _words(units: Iterable[Unit]) -> _Words:
    row = _Words()
    names, sizes = row.names, row.sizes
    for unit in units:
        first = len(names)
        if unit.code or _holds_whole(unit.text):
            for word, weight, *_ in _read(unit):
                if word:
                    names.append(word)
                    sizes.append(weight)
        else:
            for token in unit.text.split():
                if token.isalpha() and token.isascii():
                    names.append(token.lower())
                    sizes.append(1.0)
                    continue
                for word, weight, *_ in _pieces(token):
                    if word:
                        names.append(word)
                        sizes.append(weight)
        at = len(names)
        if at > first:
            row.units.append(unit)
            row.firsts.append(first)
            # A whole unit that says enough with fewer words counts as a whole only.
            short = sum(sizes[first:]) < WORDS
            row.unit_end += [at] * (at - first)
            row.least += [unit.least if short else max(unit.least, WORDS)] * (at - first)
    return row


def _holds_whole(text: str) -> bool:
    """Whether a piece that holds blanks may stand in a text."""
    return "`" in text or "<" in text or "{" in text or "[" in text


_Read = tuple[str, float, int, int, bool, bool]


def _read(unit: Unit) -> Iterator[_Read]:
    """(word, weight, start, stop, a clause begins with it, one ends with it); no word: a sign at
    which a clause ends."""
    text = unit.text
    if unit.code:
        for line in _LINE.finditer(text):
            yield from _code(line[0], line.start())
        return
    if not _holds_whole(text):
        yield from _prose(text, 0, len(text))
        return
    at = 0
    for found in _WHOLE.finditer(text):
        start, stop = found.span()
        yield from _prose(text, at, start)
        at = stop
        inner = found[0].strip("`")
        if found["slot"]:
            yield inner.casefold(), 0.0, start, stop, False, False
        elif inner.count(" ") >= _COMMAND - 1:
            yield from _code(inner, start + 1)
        else:
            yield inner.casefold(), inner.count(" ") + 1.0, start, stop, False, False
    yield from _prose(text, at, len(text))


def _prose(text: str, start: int, stop: int) -> Iterator[_Read]:
    for found in _BLANK_FREE.finditer(text, start, stop):
        word, at = found[0], found.start()
        if word.isalpha() and word.isascii():
            yield word.lower(), 1.0, at, found.end(), False, False
        else:
            for piece, weight, a, b, opens, closes in _pieces(word):
                yield piece, weight, at + a, at + b, opens, closes


@lru_cache(maxsize=8192)  # most words of a text stand in it often
def _pieces(token: str) -> tuple[_Read, ...]:
    """The words of what stands between two blanks, and the signs at which clauses end."""
    row: list[_Read] = []
    for found in _PIECE.finditer(token):
        text, start, kind = found[0], found.start(), found.lastgroup
        bare = text.strip(_EDGE) if kind == "word" else ""
        if kind == "wide":
            row.append((text, 0.5, start, found.end(), False, False))
        elif any(map(str.isalnum, bare)):
            at = text.find(bare)
            before, behind = text[:at], text[at + len(bare) :]
            opens = any(ch in _STOPS for ch in before)
            closes = any(ch in _STOPS for ch in behind)
            word = bare.casefold().replace("’", "'")
            row.append((word, 1.0, start + at, start + at + len(bare), opens, closes))
        elif text.strip(_MARKUP):
            row.append(("", 0.0, start, found.end(), True, True))
    return tuple(row)


def _code(line: str, at: int) -> Iterator[_Read]:
    """A line of code or a command: each of its pieces counts, as `a/b` says two things."""
    yield "", 0.0, at, at, True, True
    for found in _BLANK_FREE.finditer(line):
        word, weight = _weighed(found[0])
        if word:
            start = at + found.start()
            yield word, weight, start, start + len(word), False, False
        else:
            yield "", 0.0, at, at, True, True
    yield "", 0.0, at, at, True, True


@lru_cache(maxsize=8192)
def _weighed(token: str) -> tuple[str, float]:
    """A piece of code and how many things it says; a place to fill in says none."""
    bare = token.rstrip(",;\"'`")
    if _WHOLE.fullmatch(bare):
        return bare.casefold(), 0.0
    weight = float(len(_PARTS.findall(bare)))
    return (bare.casefold(), weight) if weight else ("", 0.0)


# -- runs -----------------------------------------------------------------------------------


def _apart(same: Sequence[tuple[int, int]]) -> _Places:
    """Places that do not overlap."""
    kept: _Places = []
    for first, end in same:
        if not kept or first >= kept[-1][1]:
            kept.append((first, end))
    return kept


def _joined(groups: Sequence[_Places], row: _Words) -> list[_Places]:
    """Groups that follow one another in all their places become one."""
    done: list[_Places] = []
    running: dict[tuple[int, ...], _Places] = {}
    for same in sorted(groups, key=lambda group: group[0]):
        base = same[0][0]
        shape = tuple(first - base for first, _ in same)
        before = running.get(shape)
        if before is not None:
            gap = base - before[0][1]
            if gap <= _GAP and _equal(before, gap, row) and _clear(before, same):
                running[shape] = [(a, d) for (a, _), (_, d) in zip(before, same, strict=True)]
                continue
            done.append(before)
        running[shape] = list(same)
    return done + list(running.values())


def _equal(before: _Places, gap: int, row: _Words) -> bool:
    """Whether the words behind all places are the same, so many on."""
    if gap <= 0:
        return True
    behind = {tuple(row.names[end : end + gap]) for _, end in before}
    return len(behind) == 1


def _clear(before: _Places, same: _Places) -> bool:
    """Whether the joined places do not run into one another."""
    return all(end <= before[i + 1][0] for i, (_, end) in enumerate(same[:-1]))


def _cut(same: _Places, row: _Words) -> _Places:
    """The places from where a clause begins to where one ends, in one of them at least; nothing
    where too little is left."""
    long = same[0][1] - same[0][0]
    # The last seed may end before its clause does, where a word weighs more than one.
    room = min(row.unit_end[end - 1] - end for _, end in same)
    more = 0
    while more < room and len({row.names[end + more] for _, end in same}) == 1:
        more += 1
    long += more
    for first, _ in same:
        row.detail(first, first + long)
    begins = [k for k in range(long) if any(first + k in row.begins for first, _ in same)]
    ends = [k for k in range(long) if any(first + k in row.ends for first, _ in same)]
    first = same[0][0]
    least = row.least[first]
    choices = [
        (begins[0] if begins else long, ends[-1] if ends else -1, least),
        (begins[0] if begins else long, long - 1, HALF),
        (0, ends[-1] if ends else -1, HALF),
        (0, long - 1, LOOSE),
    ]
    for start, last, enough in choices:
        if sum(row.sizes[first + start : first + last + 1]) >= max(enough, least):
            return [(place + start, place + last + 1) for place, _ in same]
    return []


def _longest(runs: Sequence[_Places]) -> list[_Places]:
    """Without runs all of whose places lie in longer ones."""
    around: dict[int, int] = {}  # word -> the longest run over it, its first word
    kept: list[_Places] = []
    for same in sorted(runs, key=lambda run: (run[0][0] - run[0][1], -len(run), run[0])):
        if all(
            around.get(first) is not None and around.get(first) == around.get(end - 1)
            for first, end in same
        ):
            continue
        kept.append(same)
        for first, end in same:
            for word in range(first, end):
                around.setdefault(word, first)
    return sorted(kept)


def _made(places: _Places, row: _Words) -> Repeat:
    first, end = places[0]
    return Repeat(
        tuple((row.spans[a][0], row.spans[b - 1][1]) for a, b in places), sum(row.sizes[first:end])
    )
