"""Where the same words stand in more than one place: clauses, sentences, items, commands, blocks.

A text is a row of words. Six in a row that stand in several places are the seed of a repeat; seeds
that follow one another in all their places are one run, which is cut back to where a clause, a
sentence or a line begins and ends. Each word is looked at a fixed number of times.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

#: Words from which on a text says so much that its repeat is one; from which on it may begin or
#: end within a clause; and from which on it may do both.
WORDS, HALF, LOOSE = 6, 7, 16
#: Words between two runs that are the same in all places join them; more are not looked at.
_GAP = 12
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SLOT = r"\{\{[^{}\n]{0,80}\}\}|\$\{[^{}\n]{0,80}\}|<[A-Za-z][\w -]{0,40}>|\[[ xX]\](?=\s)"
_PIECE = re.compile(
    rf"(?P<code>`[^`\n]{{1,400}}`)|(?P<slot>{_SLOT})|(?P<wide>{_WIDE.pattern})"
    rf"|(?P<word>[^\s()\[\]{{}}|<>\"“”「」—。、，；：（）`\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)"
    r"|(?P<sign>\S)"
)
_CODE = re.compile(rf"(?P<slot>{_SLOT})|(?P<word>\S+)")
_MARKUP = "*_~`'’‘"
_STOPS = ",;:.!?…"
_EDGE = _MARKUP + _STOPS
_PARTS = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
#: Blank-separated words from which on a code span is a command, and counts by its pieces.
_COMMAND = 3


@dataclass(frozen=True, slots=True)
class Unit:
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
    """The words of a text: what each is, its weight and place, whether a clause begins or ends
    there, and where its unit ends."""

    names: list[int]
    sizes: list[float]
    starts: list[int]
    stops: list[int]
    begins: list[bool]
    ends: list[bool]
    unit_end: list[int]
    least: list[float]


def size(text: str) -> float:
    """Words; two characters of Japanese, Chinese or Korean count as one."""
    wide = len(_WIDE.findall(text))
    return wide / 2 + (len(text.split()) if wide < len(text) / 2 else 0)


def repeats(units: Iterable[Unit]) -> list[Repeat]:
    """The longest repeats of a text, in the order of their first places."""
    row = _words(units)
    seeds: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    end, words, done = 0, 0.0, 0
    for first in range(len(row.names)):
        if end <= first or row.unit_end[first] != done:
            end, words, done = first, 0.0, row.unit_end[first]
        while end < done and words < row.least[first]:
            words += row.sizes[end]
            end += 1
        if words >= row.least[first] and row.sizes[first]:
            seeds[tuple(row.names[first:end])].append((first, end))
        words -= row.sizes[first]
    groups = [same for same in map(_apart, seeds.values()) if len(same) > 1]
    runs = [run for joined in _joined(groups, row) if (run := _cut(joined, row))]
    return [_made(places, row) for places in _longest(runs)]


# -- words ----------------------------------------------------------------------------------


def _words(units: Iterable[Unit]) -> _Words:
    row = _Words([], [], [], [], [], [], [], [])
    known: dict[str, int] = {}
    for unit in units:
        first = len(row.names)
        begins = True
        for word, weight, start, stop, opens, closes in _read(unit):
            if not word:  # a sign alone: a clause ends before it and begins behind it
                begins = True
                if len(row.names) > first:
                    row.ends[-1] = True
                continue
            if opens and len(row.names) > first:
                row.ends[-1] = True
            row.names.append(known.setdefault(word, len(known)))
            row.sizes.append(weight)
            row.starts.append(unit.at + start)
            row.stops.append(unit.at + stop)
            row.begins.append(begins or opens)
            row.ends.append(closes)
            begins = closes
        count = len(row.names) - first
        if count:
            row.ends[-1] = True
            row.unit_end += [len(row.names)] * count
            # A whole unit that says enough with fewer words counts as a whole only.
            short = sum(row.sizes[first:]) < WORDS
            row.least += [unit.least if short else max(unit.least, WORDS)] * count
    return row


_Read = tuple[str, float, int, int, bool, bool]


def _read(unit: Unit) -> Iterator[_Read]:
    """(word, weight, start, stop, a clause begins with it, one ends with it)."""
    if unit.code:
        for line in re.finditer(r"[^\n]+", unit.text):
            yield from _code(line[0], line.start())
        return
    for found in _PIECE.finditer(unit.text):
        text, start = found[0], found.start()
        if found["code"]:
            inner = text.strip("`")
            if len(inner.split()) >= _COMMAND:
                yield from _code(inner, start + 1)
                continue
            yield inner.casefold(), float(len(inner.split())), start, found.end(), False, False
        elif found["slot"]:
            yield text, 0.0, start, found.end(), False, False
        elif found["wide"]:
            yield text, 0.5, start, found.end(), False, False
        elif found["sign"]:
            if text != "`":
                yield "", 0.0, start, found.end(), True, True
        else:
            bare = text.strip(_EDGE)
            at = start + text.find(bare) if bare else start
            before, behind = text[: at - start], text[at - start + len(bare) :]
            if any(map(str.isalnum, bare)):
                stop = at + len(bare)
                closes = any(ch in _STOPS for ch in behind)
                opens = any(ch in _STOPS for ch in before)
                yield bare.casefold().replace("’", "'"), 1.0, at, stop, opens, closes
            elif text.strip(_MARKUP):
                yield "", 0.0, start, found.end(), True, True


def _code(line: str, at: int) -> Iterator[_Read]:
    """A line of code or a command: each of its pieces counts, as `a/b` says two things."""
    yield "", 0.0, at, at, True, True
    for found in _CODE.finditer(line):
        bare = found[0].rstrip(",;\"'`")
        weight = 0.0 if found["slot"] else float(len(_PARTS.findall(bare)))
        if found["slot"] or weight:
            start = at + found.start()
            yield bare.casefold(), weight, start, start + len(bare), False, False
        else:
            yield "", 0.0, at, at, True, True
    yield "", 0.0, at, at, True, True


# -- runs -----------------------------------------------------------------------------------

_Places = list[tuple[int, int]]


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
    begins = [k for k in range(long) if any(row.begins[first + k] for first, _ in same)]
    ends = [k for k in range(long) if any(row.ends[first + k] for first, _ in same)]
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
        tuple((row.starts[a], row.stops[b - 1]) for a, b in places), sum(row.sizes[first:end])
    )
