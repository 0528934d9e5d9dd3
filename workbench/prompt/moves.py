"""Stretches of lines that stand in both of two texts, out of order."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.prompt.likeness import ALIKE, MOST_PAIRS, dice, words


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of an alignment; line numbers are 0-based and half-open.

    `op` is `equal`, `insert`, `delete`, `replace` (as many lines on both sides) or `move`.
    Every line of the old text is in exactly one run that is not an insert, every line of the
    new text in exactly one that is not a delete. A deleted run has the empty range of the new
    text where it would stand, an inserted one that of the old text.
    The lines of a `move` may differ: then it moved and changed (or only a blank line changed
    sides, where a text moved to the edge).
    """

    op: str
    a_start: int
    a_end: int
    b_start: int
    b_end: int


#: Lines that may be looked at for each copy of a line that is not in place. Only a line that is
#: repeated very often needs more; the rest of its copies is shown as deleted and inserted.
_STEPS = 50


def heavy(line: str) -> bool:
    """Whether a line holds a letter or digit; others never carry a match of their own."""
    return any(ch.isalnum() for ch in line)


def find_moves(a: list[str], b: list[str], partner: dict[int, int]) -> Iterator[Run]:
    """Stretches that are in both texts but out of order, longest first."""
    taken_b = set(partner.values())
    free_b = [j for j in range(len(b)) if j not in taken_b]
    where: dict[str, list[int]] = defaultdict(list)
    for j in free_b:
        if heavy(b[j]):
            where[b[j]].append(j)
    open_a = {i for i in range(len(a)) if i not in partner}
    open_b = set(free_b)
    found: list[tuple[int, int, int]] = []
    looked: Counter[str] = Counter()  # lines looked at, by the words that a stretch begins with
    for i in sorted(open_a):
        places = where.get(a[i], [])
        if looked[a[i]] > _STEPS * len(places) + 1000:
            continue
        for j in places[:8]:
            if i - 1 in open_a and j - 1 in open_b and a[i - 1] == b[j - 1] and heavy(a[i - 1]):
                continue  # it starts further up
            n = 1
            while i + n in open_a and j + n in open_b and a[i + n] == b[j + n]:
                n += 1
            looked[a[i]] += n
            while n > 1 and not heavy(a[i + n - 1]):
                n -= 1
            found.append((sum(len(x) for x in a[i : i + n]), i, j) if n else (0, i, j))
    for _, i, j in sorted(found, key=lambda x: (-x[0], x[1], x[2])):
        n = 0
        while i + n in open_a and j + n in open_b and a[i + n] == b[j + n]:
            n += 1
        while n and not heavy(a[i + n - 1]):
            n -= 1
        if n and sum(len(x.split()) for x in a[i : i + n]) > 1:
            run = _with_blank_edge(a, b, open_a, open_b, Run("move", i, i + n, j, j + n))
            open_a.difference_update(range(run.a_start, run.a_end))
            open_b.difference_update(range(run.b_start, run.b_end))
            yield _with_seam(a, b, open_a, open_b, run)
    yield from _changed_moves(a, b, sorted(open_a), sorted(open_b), partner)


def _with_blank_edge(
    a: list[str], b: list[str], open_a: set[int], open_b: set[int], run: Run
) -> Run:
    """Take the blank lines behind (else before) a moved stretch along where both have them."""
    i, j, k, m = run.a_start, run.a_end, run.b_start, run.b_end
    while j in open_a and m in open_b and not heavy(a[j]) and a[j] == b[m]:
        j, m = j + 1, m + 1
    while i - 1 in open_a and k - 1 in open_b and not heavy(a[i - 1]) and a[i - 1] == b[k - 1]:
        i, k = i - 1, k - 1
    return Run("move", i, j, k, m)


def _with_seam(a: list[str], b: list[str], open_a: set[int], open_b: set[int], run: Run) -> Run:
    """A move between the edge and the inside of a text leaves its blank line on the other
    side (before it in one text, behind it in the other): that line belongs to the move.
    """
    i, j, k, m = run.a_start, run.a_end, run.b_start, run.b_end
    while i - 1 in open_a and m in open_b and a[i - 1] == b[m] and not heavy(b[m]):
        open_a.discard(i - 1)
        open_b.discard(m)
        i, m = i - 1, m + 1
    while j in open_a and k - 1 in open_b and a[j] == b[k - 1] and not heavy(a[j]):
        open_a.discard(j)
        open_b.discard(k - 1)
        j, k = j + 1, k - 1
    return Run("move", i, j, k, m)


def _changed_moves(
    a: list[str], b: list[str], free_a: list[int], free_b: list[int], partner: dict[int, int]
) -> Iterator[Run]:
    """Single lines that moved and changed: alike in words, and not in the same gap."""
    heavy_a = [i for i in free_a if len(a[i].split()) > 2 or len(a[i]) > 12]
    heavy_b = [j for j in free_b if len(b[j].split()) > 2 or len(b[j]) > 12]
    if len(heavy_a) * len(heavy_b) > MOST_PAIRS:
        return
    order = sorted(partner)
    gap_a = _gap_of(order, heavy_a)
    gap_b = _gap_of(sorted(partner.values()), heavy_b)
    bags = {j: Counter(words(b[j])) for j in heavy_b}
    scored = []
    for i in heavy_a:
        bag = Counter(words(a[i]))
        for j in heavy_b:
            if gap_a[i] != gap_b[j]:
                score = dice(bag, bags[j])
                if score >= 0.6:
                    scored.append((score, i, j))
            elif dice(bag, bags[j]) >= ALIKE:
                scored.append((2.0, i, j))  # stays for the gap to pair in place
    used_a: set[int] = set()
    used_b: set[int] = set()
    for score, i, j in sorted(scored, key=lambda x: (-x[0], x[1], x[2])):
        if i in used_a or j in used_b:
            continue
        used_a.add(i)
        used_b.add(j)
        if score <= 1:
            yield Run("move", i, i + 1, j, j + 1)


def _gap_of(matched: list[int], lines: list[int]) -> dict[int, int]:
    return {line: bisect_left(matched, line) for line in lines}
