"""Incremental counting: an edit recounts the lines it touched, the total stays exact."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterable, Sequence
from itertools import accumulate, pairwise

from workbench.measure.tokens.blocks import costs_by_block, to_tokens
from workbench.measure.tokens.types import Tokenizer, whole_tokens

_CHUNK = 512


class LineCounter:
    """Tokens of a text held as lines (with endings), kept up to date through `splice`.

    Invariant: `total == tokenizer.count("".join(lines))` after every call. The text is cut into
    blocks where counting apart is exact; an edit recounts the blocks it touches and the one before.
    Lines of a block share its cost, so the costs of any ranges that cover the text add up to the
    total. Chunks of about 512 lines hold partial sums: finding a line costs a binary search and
    a short sum, an edit one move of memory.
    """

    def __init__(self, tokenizer: Tokenizer, lines: Iterable[str] = ()) -> None:
        self.tokenizer = tokenizer
        self._lines: list[str] = []
        self._costs: list[int] = []  # in 1 / unit tokens
        self._sizes: list[int] = []  # lines of each chunk
        self._sums: list[int] = []  # cost of each chunk
        self._starts: list[int] | None = None  # first line of each chunk, and the number of lines
        self._before: list[int] = []  # cost before each chunk, and the whole cost
        given = list(lines)
        if given:
            self.splice(0, 0, given)

    def __len__(self) -> int:
        """Number of lines."""
        return len(self._lines)

    @property
    def total(self) -> int:
        """Tokens of the whole text, without the frame of a message."""
        self._index()
        return whole_tokens(self._before[-1], self.tokenizer.unit)

    def before(self, line: int) -> int:
        """Tokens before a 0-based line: 0 for line 0, the total for the number of lines.

        Never falls as `line` grows; `before(b) - before(a)` is the cost of lines a to b. Where the
        text may be cut it is exact. Numbers outside the text are taken as its ends.
        """
        return whole_tokens(self._cost_before(line), self.tokenizer.unit)

    def between(self, start: int, end: int) -> int:
        """Tokens of the lines from `start` to `end` (0-based, half-open)."""
        return self.before(end) - self.before(start)

    def costs(self) -> list[int]:
        """Tokens of every line; they add up to the total."""
        unit = self.tokenizer.unit
        return list(self._costs) if unit == 1 else to_tokens(self._costs, unit)

    def raw_costs(self) -> list[int]:
        """Cost of every line in 1 / unit tokens: what `adopt` takes."""
        return list(self._costs)

    def splice(self, start: int, end: int, new_lines: Sequence[str]) -> int:
        """Replace the lines from `start` to `end` (0-based, half-open); returns the new total.

        Lines carry their endings, as `split_lines` gives them. Raises IndexError outside the text.
        """
        size = len(self._lines)
        if not 0 <= start <= end <= size:
            raise IndexError(f"lines {start} to {end} of {size}")
        low = self._block_start(start - 1) if start else 0
        before = new_lines[-1] if new_lines else (self._lines[start - 1] if start else "")
        high = self._next_cut(end, before)
        # Two reasons to take one block more: the edit stood at the start of the text, so that the
        # block behind was the first one or becomes it; or there was no cut here before the edit.
        if high < size and (start == 0 or (high == end and not self._is_cut(end))):
            high = self._next_cut(high + 1, self._lines[high])
        region = [*self._lines[low:start], *new_lines, *self._lines[end:high]]
        blocks = costs_by_block(self.tokenizer, region, first=low == 0, last=high == size)
        costs = [cost for block in blocks for cost in block]
        self._put(low, high, region, costs)
        return self.total

    def load(self, lines: Iterable[str]) -> Generator[tuple[int, int], None, None]:
        """Replace everything, in slices of some 10 ms: yields (lines done, all lines).

        Nothing changes before the last slice; a generator that is dropped leaves the old state, and
        what it counted is remembered by the tokenizer, so that a second try is quick.
        """
        given = list(lines)
        costs: list[int] = []
        pending = done = 0
        for block in costs_by_block(self.tokenizer, given, first=True, last=True):
            costs += block
            pending += sum(map(len, given[done : len(costs)]))
            done = len(costs)
            if pending >= self.tokenizer.slice_chars:
                pending = 0
                yield done, len(given)
        self.adopt(given, costs)
        yield len(given), len(given)

    def adopt(self, lines: Iterable[str], costs: Iterable[int]) -> None:
        """Replace everything by lines whose costs were counted elsewhere with the same counter.

        `costs` are in 1 / unit tokens, one for each line.
        """
        given, known = list(lines), list(costs)
        if len(given) != len(known):
            raise ValueError(f"{len(known)} costs for {len(given)} lines")
        self._lines, self._costs, self._sizes, self._sums = [], [], [], []
        self._starts = None
        if given:
            self._put(0, 0, given, known)

    def _cost_before(self, line: int) -> int:
        starts = self._index()
        line = max(0, min(line, len(self._lines)))
        chunk = bisect_right(starts, line) - 1
        return self._before[chunk] + sum(self._costs[starts[chunk] : line])

    def _index(self) -> list[int]:
        if self._starts is None:
            self._starts = [0, *accumulate(self._sizes)]
            self._before = [0, *accumulate(self._sums)]
        return self._starts

    def _block_start(self, line: int) -> int:
        """The first line of the block that holds `line`."""
        lines, cut_before = self._lines, self.tokenizer.cut_before
        while line > 0 and not cut_before(lines[line], lines[line - 1]):
            line -= 1
        return line

    def _is_cut(self, line: int) -> bool:
        return self.tokenizer.cut_before(self._lines[line], self._lines[line - 1])

    def _next_cut(self, line: int, previous: str) -> int:
        """The first cut at or behind `line`, where `previous` stands before `line`."""
        lines, cut_before = self._lines, self.tokenizer.cut_before
        while line < len(lines) and not cut_before(lines[line], previous):
            previous = lines[line]
            line += 1
        return line

    def _put(self, low: int, high: int, lines: list[str], costs: list[int]) -> None:
        """Replace the lines from `low` to `high` together with their costs and the sums above."""
        starts = self._index()
        first = max(0, min(bisect_right(starts, low) - 1, len(self._sizes) - 1))
        last = max(first, min(bisect_right(starts, max(low, high - 1)) - 1, len(self._sizes) - 1))
        start = starts[first]
        size = sum(self._sizes[first : last + 1]) - (high - low) + len(lines)
        removed = sum(self._costs[low:high])
        total = sum(self._sums[first : last + 1]) - removed + sum(costs)
        self._lines[low:high] = lines
        self._costs[low:high] = costs
        sizes, sums = [size], [total]
        if size > 2 * _CHUNK:
            edges = [*range(start, start + size, _CHUNK), start + size]
            sizes = [b - a for a, b in pairwise(edges)]
            sums = [sum(self._costs[a:b]) for a, b in pairwise(edges)]
        elif size == 0:
            sizes, sums = [], []
        self._sizes[first : last + 1] = sizes
        self._sums[first : last + 1] = sums
        self._starts = None
