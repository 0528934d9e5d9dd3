"""Longest common subsequences of long sequences: unique anchors first, then bit vectors.

The bit-vector method (one big-integer addition per element) is exact and takes time of
n * m / 64; what would take too long is matched in pieces, so a hostile file of two lines that
are repeated a hundred thousand times does no harm.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

#: Rows kept at once for tracing back; larger tasks are halved first.
_TRACE_BITS = 64_000_000
#: Larger tasks are cut into pieces first and matched piece by piece: long rather than longest.
_EXACT_BITS = 2_000_000_000


def common_pairs(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Index pairs of equal elements, strictly rising on both sides.

    Elements that occur once on each side are matched first (they make the most readable
    alignment); what lies between them is matched exactly.
    """
    out: list[tuple[int, int]] = []
    stack = [(0, len(a), 0, len(b))]
    while stack:
        i0, i1, j0, j1 = stack.pop()
        while i0 < i1 and j0 < j1 and a[i0] == b[j0]:
            out.append((i0, j0))
            i0, j0 = i0 + 1, j0 + 1
        while i0 < i1 and j0 < j1 and a[i1 - 1] == b[j1 - 1]:
            i1, j1 = i1 - 1, j1 - 1
            out.append((i1, j1))
        if i0 == i1 or j0 == j1:
            continue
        anchors = _unique(a, b, i0, i1, j0, j1)
        if not anchors:
            out += [(i0 + i, j0 + j) for i, j in _exact(a[i0:i1], b[j0:j1])]
            continue
        last_i, last_j = i0, j0
        for i, j in anchors:
            out.append((i, j))
            stack.append((last_i, i, last_j, j))
            last_i, last_j = i + 1, j + 1
        stack.append((last_i, i1, last_j, j1))
    return sorted(out)


def _unique(
    a: Sequence[Hashable], b: Sequence[Hashable], i0: int, i1: int, j0: int, j1: int
) -> list[tuple[int, int]]:
    """Elements that occur once on each side, the longest rising chain of them."""
    count_a, count_b = Counter(a[i0:i1]), Counter(b[j0:j1])
    at = {b[j]: j for j in range(j0, j1) if count_b[b[j]] == 1}
    pairs = [(i, at[a[i]]) for i in range(i0, i1) if count_a[a[i]] == 1 and a[i] in at]
    return [pairs[k] for k in rising([j for _, j in pairs])]


def rising(values: Sequence[int]) -> list[int]:
    """Indices of a longest strictly rising subsequence."""
    tops: list[int] = []
    ends: list[int] = []
    before = [-1] * len(values)
    for k, value in enumerate(values):
        at = bisect_left(tops, value)
        if at == len(tops):
            tops.append(value)
            ends.append(k)
        else:
            tops[at] = value
            ends[at] = k
        before[k] = ends[at - 1] if at else -1
    out: list[int] = []
    k = ends[-1] if ends else -1
    while k >= 0:
        out.append(k)
        k = before[k]
    return out[::-1]


def _exact(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    shared = set(a) & set(b)
    keep_a = [i for i, x in enumerate(a) if x in shared]
    keep_b = [j for j, x in enumerate(b) if x in shared]
    if not shared:
        return []
    n, m = len(keep_a), len(keep_b)
    pieces = 1 + n * m // _EXACT_BITS
    out: list[tuple[int, int]] = []
    for k in range(pieces):
        part_a = keep_a[n * k // pieces : n * (k + 1) // pieces]
        part_b = keep_b[m * k // pieces : m * (k + 1) // pieces]
        pairs = _halved([a[i] for i in part_a], [b[j] for j in part_b])
        out += [(part_a[i], part_b[j]) for i, j in pairs]
    return out


def _halved(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Hirschberg's halving until the trace fits, then tracing back."""
    out: list[tuple[int, int]] = []
    stack = [(0, len(a), 0, len(b))]
    while stack:
        i0, i1, j0, j1 = stack.pop()
        n, m = i1 - i0, j1 - j0
        if not n or not m:
            continue
        if n * m <= _TRACE_BITS or n == 1:
            out += [(i0 + i, j0 + j) for i, j in _traced(a[i0:i1], b[j0:j1])]
            continue
        mid = i0 + n // 2
        head = _lengths(_rows(a[i0:mid], b[j0:j1])[-1], m)
        tail = _lengths(_rows(a[mid:i1][::-1], b[j0:j1][::-1])[-1], m)
        cut = max(range(m + 1), key=lambda j: head[j] + tail[m - j])
        stack += [(i0, mid, j0, j0 + cut), (mid, i1, j0 + cut, j1)]
    return out


def _rows(a: Sequence[Hashable], b: Sequence[Hashable], keep: bool = False) -> list[int]:
    """Bit rows of the table: a zero bit j says that element j of b lengthens the match."""
    masks: dict[Hashable, int] = defaultdict(int)
    places: dict[Hashable, bytearray] = {}
    size = len(b) // 8 + 1
    for j, x in enumerate(b):
        if x not in places:
            places[x] = bytearray(size)
        places[x][j >> 3] |= 1 << (j & 7)
    for x, bits in places.items():
        masks[x] = int.from_bytes(bits, "little")
    full = (1 << len(b)) - 1
    row = full
    rows = [row]
    for x in a:
        hit = row & masks.get(x, 0)
        row = ((row + hit) | (row - hit)) & full
        if keep:
            rows.append(row)
        else:
            rows[0] = row
    return rows


def _lengths(row: int, m: int) -> list[int]:
    out = [0]
    bits = row.to_bytes(m // 8 + 1, "little")
    for j in range(m):
        out.append(out[-1] + (not bits[j >> 3] >> (j & 7) & 1))
    return out


def _traced(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int]]:
    rows = [row.to_bytes(len(b) // 8 + 1, "little") for row in _rows(a, b, keep=True)]
    out: list[tuple[int, int]] = []
    i, j = len(a), len(b)
    while i and j:
        if rows[i][(j - 1) >> 3] >> ((j - 1) & 7) & 1:
            j -= 1  # element j - 1 of b lengthens nothing here
        elif not rows[i - 1][(j - 1) >> 3] >> ((j - 1) & 7) & 1:
            i -= 1  # the same length without element i - 1 of a
        else:
            i, j = i - 1, j - 1
            out.append((i, j))
    return out[::-1]
