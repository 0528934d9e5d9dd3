"""Words inside a changed line: what went, what came; CJK script by character."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.prompt.lcs import common_pairs
from workbench.prompt.likeness import PIECE

#: Lines with more tokens are marked between the first and the last difference only.
_LONG = 4_000


@dataclass(frozen=True, slots=True)
class WordSpan:
    """A stretch of words on one line that only one side has.

    `side` is `a` (gone) or `b` (new), `line` 1-based, `start` and `end` columns in the line
    (0-based, half-open, in code points).
    """

    side: str
    line: int
    start: int
    end: int

    def to_dict(self) -> dict[str, object]:
        return {"side": self.side, "line": self.line, "start": self.start, "end": self.end}


def word_spans(a: str, b: str, a_line: int, b_line: int) -> list[WordSpan]:
    """What differs between two versions of one line."""
    left = [(m.start(), m.end(), m[0]) for m in PIECE.finditer(a)]
    right = [(m.start(), m.end(), m[0]) for m in PIECE.finditer(b)]
    words_a, words_b = [x[2] for x in left], [x[2] for x in right]
    if len(left) > _LONG or len(right) > _LONG:
        pairs = _edges(words_a, words_b)
    else:
        pairs = _without_crumbs(common_pairs(words_a, words_b), words_a)
    spans: list[WordSpan] = []
    last_i = last_j = 0
    for i, j in [*pairs, (len(left), len(right))]:
        if i > last_i:
            spans.append(WordSpan("a", a_line, left[last_i][0], left[i - 1][1]))
        if j > last_j:
            spans.append(WordSpan("b", b_line, right[last_j][0], right[j - 1][1]))
        last_i, last_j = i + 1, j + 1
    return spans


def _edges(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    limit = min(len(a), len(b))
    head = 0
    while head < limit and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < limit - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return [(k, k) for k in range(head)] + [(len(a) - k, len(b) - k) for k in range(tail, 0, -1)]


def _without_crumbs(pairs: list[tuple[int, int]], words: list[str]) -> list[tuple[int, int]]:
    """Drop matched blanks that stand alone between two differences: they only break up marks."""
    out = []
    for k, (i, j) in enumerate(pairs):
        joined_before = k > 0 and pairs[k - 1] == (i - 1, j - 1)
        joined_after = k + 1 < len(pairs) and pairs[k + 1] == (i + 1, j + 1)
        if words[i].isspace() and not joined_before and not joined_after:
            continue
        out.append((i, j))
    return out
