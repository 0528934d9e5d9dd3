"""One alignment of two texts; part identity, diff, ledger, notes and drift all stand on it.

Lines are compared by their bodies, so a change of line ends alone matches everything. Lines
that hold no letter or digit (blank lines, rules, fences) never carry a match of their own:
they only follow a neighbour that matched, which keeps a blank line from pairing strangers.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from workbench.prompt.lcs import common_pairs
from workbench.prompt.likeness import ALIKE, MOST_PAIRS, dice, words
from workbench.prompt.lines import body
from workbench.prompt.moves import Run, find_moves, heavy
from workbench.prompt.part_identity import PartLike, align_parts

__all__ = ["PartLike", "Run", "align_lines", "align_parts"]


def align_lines(a: Sequence[str], b: Sequence[str]) -> list[Run]:
    """Align two line sequences (with or without endings); runs in the order of the new text."""
    left, right = [body(line) for line in a], [body(line) for line in b]
    if left == right:
        return [Run("equal", 0, len(a), 0, len(b))] if a else []
    match = _match(left, right)
    partner = dict(match)
    moves = list(find_moves(left, right, partner))
    return _runs(left, right, match, moves)


def _match(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Pairs of equal lines in order, anchored on lines that hold words."""
    heavy_a = [i for i, line in enumerate(a) if heavy(line)]
    heavy_b = [j for j, line in enumerate(b) if heavy(line)]
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
        while i < ie and j < je and a[i] == b[j] and not heavy(a[i]):
            out.append((i, j))
            i, j = i + 1, j + 1
        tail: list[tuple[int, int]] = []
        while ie > i and je > j and a[ie - 1] == b[je - 1] and not heavy(a[ie - 1]):
            ie, je = ie - 1, je - 1
            tail.append((ie, je))
        if i < ie and j < je and not any(heavy(x) for x in a[i:ie] + b[j:je]):
            out += [(i + x, j + y) for x, y in common_pairs(a[i:ie], b[j:je])]
        out += reversed(tail)
    return out


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
        runs += _gap(a, b, gap_a, gap_b, i0 + 1, j0 + 1)
    return sorted(runs, key=lambda r: (r.b_start, r.b_end, r.a_start, r.a_end))


def _gap(
    a: list[str],
    b: list[str],
    gap_a: list[int],
    gap_b: list[int],
    here_a: int,
    here_b: int,
) -> list[Run]:
    """The runs between two matches, which begin at `here_a` and `here_b`: changed lines paired by
    likeness, the rest in or out."""
    pairs = _pair_alike(a, b, gap_a, gap_b)
    steps: list[tuple[str, int, int]] = []
    x = y = 0
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
    if not n or not m or n * m > MOST_PAIRS:
        return []
    bags_a = [Counter(words(a[i])) for i in gap_a]
    bags_b = [Counter(words(b[j])) for j in gap_b]
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    score = [[0.0] * m for _ in range(n)]
    for x in range(n - 1, -1, -1):
        for y in range(m - 1, -1, -1):
            alike = dice(bags_a[x], bags_b[y])
            if not bags_a[x] and not bags_b[y]:
                alike = 0.3 if a[gap_a[x]].strip() == b[gap_b[y]].strip() else 0.0
            elif alike < ALIKE:
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
