"""What stands inside what: tags, and statements of template languages, with what they enclose.

Where most of a text stands in one pair, a cut looks into it; a small one is never cut.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from workbench.prompt.outline import Block, Outline
from workbench.prompt.tags import Tag, TagPair, pair_tags

#: A tag pair with more than this share of the text, and more than this many bytes, is looked
#: into: a tag around everything, or around most of it, would else hide all that it holds. So is
#: one around this much of a text of any size.
LARGE_SHARE, _LARGE_BYTES = 0.25, 2000
WRAPS = 0.75
#: And one around most of a text that is not short.
_MOST, _NOT_SHORT = 0.5, 600
#: So many bytes are as long as a section; fewer are in a short text.
SECTION, _SHORT_SECTION = 600, 200


def share(pair: TagPair, sizes: Sequence[int]) -> float:
    return (sizes[pair.end_line] - sizes[pair.start_line]) / max(1, sizes[-1])


def is_large(pair: TagPair, sizes: Sequence[int], most: float = _MOST) -> bool:
    if not sizes:
        return False
    size = sizes[pair.end_line] - sizes[pair.start_line]
    large = max(_LARGE_BYTES, LARGE_SHARE * sizes[-1])
    return size > min(large, max(_NOT_SHORT, most * sizes[-1]), WRAPS * sizes[-1])


def is_section(pair: TagPair, sizes: Sequence[int]) -> bool:
    """Whether a pair is as long as a section of this text."""
    least = min(SECTION, max(_SHORT_SECTION, sizes[-1] // 10)) if sizes else 0
    return bool(sizes) and sizes[pair.end_line] - sizes[pair.start_line] >= least


def statements_of(blocks: Sequence[Block]) -> list[TagPair]:
    """What statements of a template language enclose, matched by their words like tags."""
    halves = [block for block in blocks if block.kind == "template" and block.topics]
    tags = (Tag(half.start_line, half.topics[0], half.form == "closes") for half in halves)
    return list(pair_tags(tags))


def documents(outline: Outline, sizes: Sequence[int]) -> set[int]:
    """Lines of the tags that hold a text of its own: a large one with headings inside that stand
    no deeper than the heading above the tag, and the tags beside it that no heading divides."""
    if not sizes:
        return set()
    lines = [heading.start_line for heading in outline.headings]
    found: set[int] = set()
    row: list[int] = []  # tags beside one another
    own_text = False
    end = first = above = at = 0
    for pair in outline.pairs:
        if pair.start_line < end or not pair.flush:
            continue
        while at < len(lines) and lines[at] < pair.start_line:
            above = outline.headings[at].level
            at += 1
        if at > first:
            found.update(row if own_text else ())
            row, own_text = [], False
        row.append(pair.start_line)
        first = at
        while first < len(lines) and lines[first] < pair.end_line:
            first += 1
        own = min((h.level for h in outline.headings[at:first]), default=0)
        large = sizes[pair.end_line] - sizes[pair.start_line] > _LARGE_BYTES
        own_text = own_text or bool(0 < own <= above and large)
        at = first
        end = pair.end_line
    return found.union(row if own_text else ())


class Under:
    """The rank that headings inside large tag pairs start from: that of the pair's own heading."""

    def __init__(self, large: Sequence[TagPair], outline: Outline) -> None:
        self._lines: list[int] = []  # from each of these lines on the value beside it holds
        self._values: list[int] = []
        heads = [heading.start_line for heading in outline.headings]
        open_: list[tuple[int, int, int]] = []  # first line, end and value of the pairs around

        def leave(line: float) -> None:
            while open_ and open_[-1][1] <= line:
                _, end, _ = open_.pop()
                self._note(end, open_[-1][2] if open_ else 0)

        for pair in large:
            leave(pair.start_line)
            at = bisect_left(heads, pair.start_line) - 1
            above = outline.headings[at].level if at >= 0 else 0
            around = next((v for start, _, v in reversed(open_) if start < pair.start_line), 0)
            value = max(above + around, open_[-1][2] if open_ else 0)
            open_.append((pair.start_line, pair.end_line, value))
            self._note(pair.start_line + 1, value)
        leave(math.inf)

    def _note(self, line: int, value: int) -> None:
        self._lines.append(line)
        self._values.append(value)

    def __call__(self, line: int) -> int:
        at = bisect_right(self._lines, line) - 1
        return self._values[at] if at >= 0 else 0


class Depth:
    """How many of these pairs a line stands in (their opening lines are outside)."""

    def __init__(self, pairs: Sequence[TagPair]) -> None:
        self._starts = sorted(pair.start_line for pair in pairs)
        self._ends = sorted(pair.end_line for pair in pairs)

    def __call__(self, line: int) -> int:
        return bisect_left(self._starts, line) - bisect_right(self._ends, line)


class Inside:
    """Whether a line stands inside a tag pair (its opening line itself is outside)."""

    def __init__(self, pairs: Iterable[TagPair]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for pair in pairs:
            if not self._ends or pair.start_line >= self._ends[-1]:
                self._starts.append(pair.start_line)
                self._ends.append(pair.end_line)
            elif pair.end_line > self._ends[-1]:  # crossing pairs count as one
                self._ends[-1] = pair.end_line

    def __call__(self, line: int) -> bool:
        return self.opened(line) is not None

    def opened(self, line: int) -> int | None:
        """The line that opens the pair around this one."""
        i = bisect_left(self._starts, line) - 1
        return self._starts[i] if i >= 0 and line < self._ends[i] else None
