"""Which of the places open parts: the granularities auto, coarse, fine and a number.

Sizes are compared in bytes, so that nothing has to be counted before a text is split.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise

from workbench.errors import UsageError
from workbench.prompt.cut_places import ANSWER, BLOCK, ITEM, LED, LOOSE_ITEM, PSEUDO, RULE, Place
from workbench.prompt.title_lines import speaker
from workbench.prompt.visible import one_line

#: Bytes per token, to compare sizes before anything is counted (evidence: 3.8 to 4.4 for
#: English Markdown with o200k; bytes rather than characters, so that Japanese weighs right).
_BYTES_PER_TOKEN = 4
_FEW, _MANY = 3, 15
#: A part above this share of the text, and above this many tokens, is worth splitting.
_LARGE_SHARE, _LARGE_TOKENS = 0.25, 500
#: So is a part that holds most of a text, from this size on.
_MOST_SHARE, _LEAST_TOKENS = 0.5, 150
#: A section of so many tokens, within another that it is the larger half of, is a part where that
#: one has a text of its own.
_HALF_TOKENS, _OWN_BYTES = 100, 80
#: Texts longer than 15 parts of this size may have more parts, up to `_MOST`; in them half as
#: much again is worth splitting too.
_LONG_PART, _MOST = 2500, 60
_SMALL_TEXT, _SMALL_PART = 350, 60
#: Parts are joined to one of so many tokens, or of the usual size in a text of many.
_SMALL_JOINED = 300
#: A message of fewer bytes is joined with its answer; deeper ones are those of a trace.
_TINY_MESSAGE, _CHAT_DEPTH = 60, 3


def running_sizes(lines: Sequence[str]) -> list[int]:
    """Running sum of bytes before each line, with the total last."""
    if all(map(str.isascii, lines)):
        return list(accumulate(map(len, lines), initial=0))
    sizes = (len(x) if x.isascii() else len(x.encode("utf-8", "surrogatepass")) for x in lines)
    return list(accumulate(sizes, initial=0))


def choose(
    found: Sequence[Place], sizes: Sequence[int], head: int, granularity: str | int
) -> list[Place]:
    usable = [place for place in found if place.line >= head]
    wanted = _number(granularity)
    if wanted is not None:
        return _exactly(usable, sizes, head, wanted)
    if granularity == "fine":
        chosen = [p for p in usable if p.rank < RULE]
        return chosen or [p for p in usable if p.rank <= BLOCK]
    if granularity == "coarse":
        return _outermost(usable)
    if granularity == "auto":
        return _auto([p for p in usable if p.rank < LOOSE_ITEM], sizes, head)
    raise UsageError(
        f"There is no granularity '{one_line(str(granularity), 40)}'.",
        hint="Use auto, coarse, fine or a number of parts from 1 up.",
    )


def _number(granularity: str | int) -> int | None:
    text = str(granularity)
    if not re.fullmatch(r"[0-9]{1,6}", text):
        return None
    if int(text) < 1:
        raise UsageError("A prompt has at least one part.", hint="Use a number from 1 up.")
    return int(text)


def _outermost(usable: Sequence[Place]) -> list[Place]:
    """The places of the strongest rank that occurs at least twice (else of the strongest)."""
    ranks = sorted({p.rank for p in usable if p.rank < PSEUDO})
    for rank in ranks:
        chosen = [p for p in usable if p.rank <= rank]
        if len(chosen) >= 2:
            return chosen
    return [p for p in usable if p.rank < PSEUDO]


def _auto(usable: Sequence[Place], sizes: Sequence[int], head: int) -> list[Place]:
    """What a person would take: the outermost titles, those inside what is large, small neighbours
    joined. Titles of one form are taken together or not at all."""
    total = sizes[-1] / _BYTES_PER_TOKEN
    most = min(_MOST, max(_MANY, int(total / _LONG_PART))) - (1 if head else 0)
    chosen: list[Place] = []
    for rank in sorted({p.rank for p in usable if p.rank < PSEUDO}):
        if _count(chosen, head) >= _FEW:
            break
        chosen = [p for p in usable if p.rank <= rank]
    least = _LARGE_TOKENS * _BYTES_PER_TOKEN
    long = max(_LONG_PART * _BYTES_PER_TOKEN, 2 * sizes[-1] / _MOST)
    large = max(min(_LARGE_SHARE * sizes[-1], 1.5 * long), least)
    records = all(p.kind == "data" for p in usable)
    if not records:
        large = min(large, max(_MOST_SHARE * sizes[-1], _LEAST_TOKENS * _BYTES_PER_TOKEN))
    chosen = _refine(_with_messages(chosen, usable, most), usable, sizes, head, large)
    if total >= _SMALL_TEXT:
        for rank in sorted({p.rank for p in usable if PSEUDO <= p.rank < RULE}):
            if _count(chosen, head) >= _FEW:
                break
            chosen = _with(chosen, [p for p in usable if p.rank == rank])
        for weakest in (RULE, LED):
            alike = [p for p in usable if p.rank == weakest]
            small = total < _SMALL_PART * (len(alike) + 1)
            if _count(chosen, head) < _FEW and not small and len(alike) < most:
                chosen = _with(chosen, alike)
        for weakest in (RULE, BLOCK, ITEM):
            if _count(chosen, head) >= _FEW:
                break
            more = [p for p in usable if p.rank <= weakest]
            chosen = _fill(chosen, more, sizes, head, _FEW, sizes[-1] / _MANY)
    floor = max(_LARGE_SHARE * sizes[-1], least)
    chosen = _divide(chosen, usable, sizes, head, floor)
    chosen = _with_larger_ones(chosen, usable, sizes, head, most)
    joined = long if records else max(_SMALL_JOINED * _BYTES_PER_TOKEN, 1.4 * sizes[-1] / most)
    return _merge(_without_tiny(chosen, sizes), sizes, head, most, joined)


def _with_messages(chosen: list[Place], usable: Sequence[Place], most: int) -> list[Place]:
    """The messages of a chat in a data file are parts, however small the file is."""
    data = [p for p in usable if p.kind == "data" and p.level <= _CHAT_DEPTH]
    said = [p for p in data if speaker(p.title)]
    if len(said) + len(chosen) > most or len({speaker(p.title) for p in said}) < 2:
        return chosen
    return [*{p.line: p for p in sorted([*chosen, *said], key=lambda p: p.line)}.values()]


def _without_tiny(chosen: Sequence[Place], sizes: Sequence[int]) -> list[Place]:
    """A few words that somebody says in a chat stand in one part with the answer."""
    kept: list[Place] = []
    for place in chosen:
        last = kept[-1] if kept else place
        answers = last.rank == place.rank and last.kind == place.kind == "text"
        few = 0 < sizes[place.line] - sizes[last.line] < _TINY_MESSAGE
        if answers and few and speaker(last.title) and speaker(place.title):
            continue
        kept.append(place)
    return kept


def _divide(
    chosen: list[Place], usable: Sequence[Place], sizes: Sequence[int], head: int, floor: float
) -> list[Place]:
    """Divide what is still above a quarter of the text at the strongest places that it has, all of
    one kind; among plain paragraphs at the one that halves it, which a part with a title needs only
    where it is very large. What holds most of a text that is not short is divided where places of
    one kind do it."""
    lines = [p.line for p in usable]
    half = max(_MOST_SHARE * sizes[-1], _SMALL_TEXT * _BYTES_PER_TOKEN)
    above = max(floor, min(2 / 3 * sizes[-1], _LONG_PART * _BYTES_PER_TOKEN))
    titled = {p.line for p in chosen if p.title and p.rank < RULE}
    first = _spans(chosen, head, len(sizes) - 1)
    left = {a for a, b in first if a in titled and sizes[b] - sizes[a] <= above}
    whole: set[tuple[int, int]] = set()
    while True:
        spans = [s for s in _spans(chosen, head, len(sizes) - 1) if s not in whole]
        a, b = max(spans, key=lambda s: sizes[s[1]] - sizes[s[0]], default=(0, 0))
        size = sizes[b] - sizes[a]
        if size <= min(floor, half):
            break
        inside = usable[bisect_left(lines, a + 1) : bisect_left(lines, b)]
        best = _middle(inside, sizes, a, b)
        plain = best is not None and best.rank > LED
        if best is None or (plain and (a in left or size <= floor)):
            whole.add((a, b))
        elif best.rank > LED:
            chosen = _with(chosen, [best])
        else:
            chosen = _with(chosen, [p for p in inside if p.rank == best.rank])
    return chosen


def _with_larger_ones(
    chosen: list[Place], usable: Sequence[Place], sizes: Sequence[int], head: int, most: int
) -> list[Place]:
    """The places, with those of sections that alone stand in another one, below a text of its own
    that is shorter: the part would be named for its smaller half."""
    lines = [p.line for p in usable]
    for a, b in _spans(chosen, head, len(sizes) - 1):
        inside = usable[bisect_left(lines, a + 1) : bisect_left(lines, b)]
        rank = min((p.rank for p in inside), default=RULE)
        alone = [p for p in inside if p.rank == rank]
        if rank >= PSEUDO or len(alone) > 1 or alone[0].kind == "data":
            continue
        own = sizes[alone[0].line] - sizes[a]
        size = sizes[b] - sizes[alone[0].line]
        larger = size >= max(own, _HALF_TOKENS * _BYTES_PER_TOKEN) and own >= _OWN_BYTES
        if larger and _count(chosen, head) < most:
            chosen = _with(chosen, alone)
    return chosen


def _with(chosen: Sequence[Place], more: Sequence[Place]) -> list[Place]:
    """The places in order, each line once."""
    found = {p.line: p for p in more} | {p.line: p for p in chosen}
    return [found[line] for line in sorted(found)]


def _middle(inside: Sequence[Place], sizes: Sequence[int], a: int, b: int) -> Place | None:
    """The place of the strongest rank that leaves a fifth on either side, else a tenth."""

    def small(place: Place) -> int:
        return min(sizes[place.line] - sizes[a], sizes[b] - sizes[place.line])

    for share in (5, 10):
        for rank in sorted({p.rank for p in inside}):
            best = max((p for p in inside if p.rank == rank), key=small)
            if small(best) * share >= sizes[b] - sizes[a]:
                return best
    return None


def _count(chosen: Sequence[Place], head: int) -> int:
    """Parts that the chosen places make (the frontmatter left out)."""
    return len(chosen) + (0 if chosen and chosen[0].line == head else 1)


def _spans(chosen: Sequence[Place], head: int, end: int) -> list[tuple[int, int]]:
    borders = [*sorted({head, *(p.line for p in chosen)}), end]
    return [(a, b) for a, b in pairwise(borders) if b > a]


def _refine(
    chosen: list[Place], usable: Sequence[Place], sizes: Sequence[int], head: int, large: float
) -> list[Place]:
    """Split what is large at all of its strongest titles, and so on inside."""
    lines = [p.line for p in usable]
    found = {p.line: p for p in chosen}
    waiting = _spans(chosen, head, len(sizes) - 1)
    while waiting:
        a, b = waiting.pop()
        if sizes[b] - sizes[a] <= large:
            continue
        between = usable[bisect_left(lines, a + 1) : bisect_left(lines, b)]
        rank = min((p.rank for p in between), default=RULE)
        if rank >= RULE or (rank >= ANSWER and between[0].kind == "data"):
            continue
        inner = [p for p in between if p.rank == rank]
        found |= {p.line: p for p in inner}
        waiting += pairwise([a, *(p.line for p in inner), b])
    return [found[line] for line in sorted(found)]


def _fill(
    chosen: list[Place],
    usable: Sequence[Place],
    sizes: Sequence[int],
    head: int,
    wanted: int,
    least: float = 0,
) -> list[Place]:
    """Add places one by one, each where it halves the largest span best, up to `wanted` parts;
    none that leaves fewer than `least` bytes on either side."""
    end = len(sizes) - 1
    taken = {p.line for p in chosen} | {head}
    spare = [p for p in usable if p.line not in taken]
    spare_lines = [p.line for p in spare]
    chosen = list(chosen)
    while _count(chosen, head) < wanted:
        best: tuple[float, Place] | None = None
        for a, b in _spans(chosen, head, end):
            size = sizes[b] - sizes[a]
            for place in spare[bisect_left(spare_lines, a + 1) : bisect_left(spare_lines, b)]:
                small = min(sizes[place.line] - sizes[a], sizes[b] - sizes[place.line])
                # A stronger place may be a little off the middle.
                gain = small * (1.3 if place.rank < BLOCK else 1.0) + size * 1e-9
                if small >= least and (best is None or gain > best[0]):
                    best = (gain, place)
        if best is None:
            return chosen
        chosen = sorted([*chosen, best[1]], key=lambda p: p.line)
        index = spare.index(best[1])
        del spare[index], spare_lines[index]
    return chosen


def _merge(
    chosen: list[Place], sizes: Sequence[int], head: int, most: int, large: float = math.inf
) -> list[Place]:
    """Join neighbours until at most `most` parts are left, the smallest first.

    Sisters are joined before a heading and what stands below it; the end of a section and the next
    one, or a heading whose sub-sections would be left behind, only where there are far too many.
    Where a part of more than `large` bytes would come out, nothing is joined.
    """
    spare = _count(chosen, head) - most
    if spare <= 0:
        return list(chosen)
    borders = [head, *(p.line for p in chosen), len(sizes) - 1]
    ranks = [0, *(p.rank for p in chosen), 0]
    if chosen and chosen[0].line == head:
        ranks[0] = ranks[1]
    before = list(range(-1, len(borders) - 1))
    after = list(range(1, len(borders) + 1))
    usual = (sizes[-1] - sizes[head]) / most if most > 0 else math.inf

    def cost(i: int) -> tuple[bool, bool, float, int]:
        joined = sizes[borders[after[i]]] - sizes[borders[before[i]]]
        above, own, below = ranks[before[i]], ranks[i], ranks[after[i]]
        across = above > own or below > own
        return (joined > large, across, joined + usual * (above < own), i)

    queue = [cost(i) for i in range(1, len(borders) - 1) if borders[i] > head]
    heapify(queue)
    gone: set[int] = set()
    while queue and len(gone) < spare:
        entry = heappop(queue)
        i = entry[-1]
        if i in gone:
            continue
        now = cost(i)
        if now != entry:  # a neighbour went meanwhile
            heappush(queue, now)
            continue
        few = spare - len(gone) <= most // 3
        if entry[0] or (entry[1] and few and large < math.inf):
            break
        gone.add(i)
        before[after[i]], after[before[i]] = before[i], after[i]
    return [place for i, place in enumerate(chosen, 1) if i not in gone]


def _exactly(usable: Sequence[Place], sizes: Sequence[int], head: int, wanted: int) -> list[Place]:
    """As near to `wanted` parts as the text allows (the frontmatter counts as one)."""
    wanted = max(1, wanted - (1 if head else 0))
    chosen: list[Place] = []
    for rank in sorted({p.rank for p in usable}):
        more = [p for p in usable if p.rank <= rank]
        if _count(more, head) >= wanted or rank == LOOSE_ITEM:
            if rank < RULE:
                return _merge(more, sizes, head, wanted)
            return _fill(chosen, more, sizes, head, wanted)
        chosen = more
    return chosen
