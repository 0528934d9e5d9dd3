"""One alignment of two texts; part identity, diff, ledger, notes and drift all stand on it.

Lines are compared by their bodies, so a change of line ends alone matches everything. Lines
that hold no letter or digit (blank lines, rules, fences) never carry a match of their own:
they only follow a neighbour that matched, which keeps a blank line from pairing strangers.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.prompt.lcs import common_pairs
from workbench.prompt.lines import body

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|\w+")
#: Gaps up to this many line pairs are searched for lines that were changed.
_PAIRING = 40_000
_ALIKE = 0.5


class PartLike(Protocol):
    """What the alignment of parts needs to know of a part."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def path(self) -> tuple[str, ...]: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


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


def align_lines(a: Sequence[str], b: Sequence[str]) -> list[Run]:
    """Align two line sequences (with or without endings); runs in the order of the new text."""
    left, right = [body(line) for line in a], [body(line) for line in b]
    if left == right:
        return [Run("equal", 0, len(a), 0, len(b))] if a else []
    match = _match(left, right)
    partner = dict(match)
    moves = list(_moves(left, right, partner))
    return _runs(left, right, match, moves)


def words(text: str) -> list[str]:
    """Words in lower case; Chinese, Japanese and Korean script by character."""
    return _WORD.findall(text.lower())


def similarity(a: str, b: str) -> float:
    """Shared words of two texts, 0 to 1 (Dice on multisets)."""
    return _dice(Counter(words(a)), Counter(words(b)))


def _dice(x: Counter[str], y: Counter[str]) -> float:
    total = x.total() + y.total()
    return 2 * (x & y).total() / total if total else 0.0


def _heavy(line: str) -> bool:
    return any(ch.isalnum() for ch in line)


def _match(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Pairs of equal lines in order, anchored on lines that hold words."""
    heavy_a = [i for i, line in enumerate(a) if _heavy(line)]
    heavy_b = [j for j, line in enumerate(b) if _heavy(line)]
    pairs = [
        (heavy_a[i], heavy_b[j])
        for i, j in common_pairs([a[i] for i in heavy_a], [b[j] for j in heavy_b])
    ]
    out: list[tuple[int, int]] = []
    bounds = [(-1, -1), *pairs, (len(a), len(b))]
    for (i0, j0), (i1, j1) in itertools.pairwise(bounds):
        if i0 >= 0:
            out.append((i0, j0))
        i, j, ie, je = i0 + 1, j0 + 1, i1, j1
        while i < ie and j < je and a[i] == b[j] and not _heavy(a[i]):
            out.append((i, j))
            i, j = i + 1, j + 1
        tail: list[tuple[int, int]] = []
        while ie > i and je > j and a[ie - 1] == b[je - 1] and not _heavy(a[ie - 1]):
            ie, je = ie - 1, je - 1
            tail.append((ie, je))
        if i < ie and j < je and not any(_heavy(x) for x in a[i:ie] + b[j:je]):
            out += [(i + x, j + y) for x, y in common_pairs(a[i:ie], b[j:je])]
        out += reversed(tail)
    return out


def _moves(a: list[str], b: list[str], partner: dict[int, int]) -> Iterator[Run]:
    """Stretches that are in both texts but out of order, longest first."""
    taken_b = set(partner.values())
    free_b = [j for j in range(len(b)) if j not in taken_b]
    where: dict[str, list[int]] = defaultdict(list)
    for j in free_b:
        if _heavy(b[j]):
            where[b[j]].append(j)
    open_a = {i for i in range(len(a)) if i not in partner}
    open_b = set(free_b)
    found: list[tuple[int, int, int]] = []
    for i in sorted(open_a):
        for j in where.get(a[i], ())[:8]:
            if i - 1 in open_a and j - 1 in open_b and a[i - 1] == b[j - 1] and _heavy(a[i - 1]):
                continue  # it starts further up
            n = 1
            while i + n in open_a and j + n in open_b and a[i + n] == b[j + n]:
                n += 1
            while n > 1 and not _heavy(a[i + n - 1]):
                n -= 1
            found.append((sum(len(x) for x in a[i : i + n]), i, j) if n else (0, i, j))
    for _, i, j in sorted(found, key=lambda x: (-x[0], x[1], x[2])):
        n = 0
        while i + n in open_a and j + n in open_b and a[i + n] == b[j + n]:
            n += 1
        while n and not _heavy(a[i + n - 1]):
            n -= 1
        if n and sum(len(x.split()) for x in a[i : i + n]) > 1:
            i, j, n = _with_blank_edge(a, b, open_a, open_b, i, j, n)
            open_a.difference_update(range(i, i + n))
            open_b.difference_update(range(j, j + n))
            yield _with_seam(a, b, open_a, open_b, Run("move", i, i + n, j, j + n))
    yield from _changed_moves(a, b, sorted(open_a), sorted(open_b), partner)


def _with_blank_edge(
    a: list[str], b: list[str], open_a: set[int], open_b: set[int], i: int, j: int, n: int
) -> tuple[int, int, int]:
    """Take the blank lines behind (else before) a moved stretch along where both have them."""
    while i + n in open_a and j + n in open_b and not _heavy(a[i + n]) and a[i + n] == b[j + n]:
        n += 1
    while i - 1 in open_a and j - 1 in open_b and not _heavy(a[i - 1]) and a[i - 1] == b[j - 1]:
        i, j, n = i - 1, j - 1, n + 1
    return i, j, n


def _with_seam(a: list[str], b: list[str], open_a: set[int], open_b: set[int], run: Run) -> Run:
    """A move between the edge and the inside of a text leaves its blank line on the other
    side (before it in one text, behind it in the other): that line belongs to the move.
    """
    i, j, k, m = run.a_start, run.a_end, run.b_start, run.b_end
    while i - 1 in open_a and m in open_b and a[i - 1] == b[m] and not _heavy(b[m]):
        open_a.discard(i - 1)
        open_b.discard(m)
        i, m = i - 1, m + 1
    while j in open_a and k - 1 in open_b and a[j] == b[k - 1] and not _heavy(a[j]):
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
    if len(heavy_a) * len(heavy_b) > _PAIRING:
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
                score = _dice(bag, bags[j])
                if score >= 0.6:
                    scored.append((score, i, j))
            elif _dice(bag, bags[j]) >= _ALIKE:
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


def _runs(a: list[str], b: list[str], match: list[tuple[int, int]], moves: list[Run]) -> list[Run]:
    moved_a = {i for run in moves for i in range(run.a_start, run.a_end)}
    moved_b = {j for run in moves for j in range(run.b_start, run.b_end)}
    runs: list[Run] = list(moves)
    bounds = [(-1, -1), *match, (len(a), len(b))]
    start = None
    for (i0, j0), (i1, j1) in itertools.pairwise(bounds):
        if i0 >= 0 and start is None:
            start = (i0, j0)
        if (i1, j1) == (i0 + 1, j0 + 1) and i1 < len(a) and j1 < len(b) and i0 >= 0:
            continue
        if start is not None:
            runs.append(Run("equal", start[0], i0 + 1, start[1], j0 + 1))
            start = None
        gap_a = [i for i in range(i0 + 1, i1) if i not in moved_a]
        gap_b = [j for j in range(j0 + 1, j1) if j not in moved_b]
        runs += _gap(a, b, gap_a, gap_b, i1, j0 + 1, i0 + 1)
    return sorted(runs, key=lambda r: (r.b_start, r.b_end, r.a_start, r.a_end))


def _gap(
    a: list[str],
    b: list[str],
    gap_a: list[int],
    gap_b: list[int],
    a_at: int,
    b_at: int,
    a_from: int,
) -> list[Run]:
    """The runs between two matches: changed lines paired by likeness, the rest in or out."""
    pairs = _pair_alike(a, b, gap_a, gap_b)
    steps: list[tuple[str, int, int]] = []
    x = y = 0
    here_a, here_b = a_from, b_at
    for i, j in [*pairs, (-1, -1)]:
        while x < len(gap_a) and gap_a[x] != i:
            steps.append(("delete", gap_a[x], here_b))
            here_a = gap_a[x] + 1
            x += 1
        while y < len(gap_b) and gap_b[y] != j:
            steps.append(("insert", here_a, gap_b[y]))
            here_b = gap_b[y] + 1
            y += 1
        if i >= 0:
            steps.append(("replace", i, j))
            here_a, here_b = i + 1, j + 1
            x, y = x + 1, y + 1
    return _joined(steps)


def _joined(steps: list[tuple[str, int, int]]) -> list[Run]:
    runs: list[Run] = []
    for op, i, j in steps:
        wide_a, wide_b = op != "insert", op != "delete"
        last = runs[-1] if runs else None
        if last and last.op == op and last.a_end == i and last.b_end == j:
            runs[-1] = Run(op, last.a_start, i + wide_a, last.b_start, j + wide_b)
        else:
            runs.append(Run(op, i, i + wide_a, j, j + wide_b))
    return runs


def _pair_alike(
    a: list[str], b: list[str], gap_a: list[int], gap_b: list[int]
) -> list[tuple[int, int]]:
    """Which lines of a gap became which, in order: the pairing with the most likeness."""
    n, m = len(gap_a), len(gap_b)
    if not n or not m or n * m > _PAIRING:
        return []
    bags_a = [Counter(words(a[i])) for i in gap_a]
    bags_b = [Counter(words(b[j])) for j in gap_b]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    score = [[0.0] * m for _ in range(n)]
    for x in range(n - 1, -1, -1):
        for y in range(m - 1, -1, -1):
            alike = _dice(bags_a[x], bags_b[y])
            if not bags_a[x] and not bags_b[y]:
                alike = 0.3 if a[gap_a[x]].strip() == b[gap_b[y]].strip() else 0.0
            elif alike < _ALIKE:
                alike = 0.01 if n == 1 and m == 1 and alike > 0.3 else 0.0
            score[x][y] = alike
            take = best[x + 1][y + 1] + alike if alike else 0.0
            best[x][y] = max(best[x + 1][y], best[x][y + 1], take)
    pairs = []
    x = y = 0
    while x < n and y < m:
        if score[x][y] and best[x][y] == best[x + 1][y + 1] + score[x][y]:
            pairs.append((gap_a[x], gap_b[y]))
            x, y = x + 1, y + 1
        elif best[x][y] == best[x + 1][y]:
            x += 1
        else:
            y += 1
    return pairs


def align_parts(
    old_text: str, old_parts: Sequence[PartLike], new_text: str, new_parts: Sequence[PartLike]
) -> dict[str, str]:
    """Which old part each new part is: `{new id: old id}`; new parts without one are absent.

    Exact text first, then the same title path, then the likeness of the words (at least half).
    """
    pairs: dict[str, str] = {}
    free = list(old_parts)
    todo = list(new_parts)

    def text_of(text: str, part: PartLike) -> str:
        return text[part.start : part.end].strip()

    def settle(key_old: Sequence[object], key_new: Sequence[object]) -> None:
        nonlocal free, todo
        slots: dict[object, list[PartLike]] = defaultdict(list)
        for part, key in zip(free, key_old, strict=True):
            if key:
                slots[key].append(part)
        left = []
        gone: set[int] = set()
        for part, key in zip(todo, key_new, strict=True):
            if key and slots.get(key):
                twin = slots[key].pop(0)
                gone.add(id(twin))
                pairs[part.id] = twin.id
            else:
                left.append(part)
        todo, free = left, [part for part in free if id(part) not in gone]

    settle(
        [(p.path, text_of(old_text, p)) for p in free],
        [(p.path, text_of(new_text, p)) for p in todo],
    )
    settle([text_of(old_text, p) for p in free], [text_of(new_text, p) for p in todo])
    settle(
        [(p.kind, p.path) if p.path else None for p in free],
        [(p.kind, p.path) if p.path else None for p in todo],
    )
    bags = {p.id: Counter(words(text_of(old_text, p))) for p in free}
    scored = []
    if len(free) * len(todo) <= _PAIRING:
        for y, part in enumerate(todo):
            bag = Counter(words(text_of(new_text, part)))
            scored += [(-_dice(bag, bags[p.id]), y, x) for x, p in enumerate(free)]
    used: set[str] = set()
    for score, y, x in sorted(scored):
        if -score < _ALIKE:
            break
        if todo[y].id not in pairs and free[x].id not in used:
            pairs[todo[y].id] = free[x].id
            used.add(free[x].id)
    return pairs
