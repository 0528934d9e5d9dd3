"""Bold lines and numbered topics that stand above headings, as a person sees them.

Some writers put `**Process:**`, or `2. **Process**`, above a row of headings with sharps, and
`**Edge Cases:**` below it: these are the chapters, and the headings belong to one of them. Only the
cut into parts asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.prompt.outline import Block

#: So many titles above the first label in a text are chapters, whatever labels look like them.
_FEWEST_ABOVE = 3
#: Words of fewer letters are small in titles whose words begin with capitals.
_SHORT = 4


def above_headings(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks; where one of several bold titles, or of the topics of a numbered list that goes
    on below, has only a heading of a deeper level below it, all of them are headings one level
    above that one. What stands between headings of that level is a label in their text: it stays
    one, and so do all where no row of them is above it."""
    families = [alike for alike in (list(_bold(blocks)), *_series(blocks)) if len(alike) > 1]
    if not families:
        return blocks
    heads = [n for n, block in enumerate(blocks) if block.kind == "heading"]
    levels: dict[int, int] = {}
    for alike in families:
        levels |= dict(_chapters(blocks, heads, alike))
    if not levels:
        return blocks
    return tuple(
        chapter
        for n, block in enumerate(blocks)
        for chapter in (_headings(block, levels[n]) if n in levels else (block,))
    )


def _chapters(
    blocks: Sequence[Block], heads: Sequence[int], alike: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Those of titles of one kind that are chapters, with their level."""
    last = {n for n in alike if _ends_above_a_heading(blocks, n)}
    level = min((blocks[n + 1].level for n in last if _is_deeper(blocks, heads, n)), default=0)
    if level < 2:
        return
    labels = {n for n in alike if _is_label(blocks, heads, n, level, last)}
    if labels and sum(n < min(labels) for n in alike) < _FEWEST_ABOVE:
        return
    words = {blocks[n].title for n in labels} - {""}
    for n in alike:
        if n not in labels and blocks[n].title not in words:
            yield n, level - 1


def _headings(block: Block, level: int) -> Iterator[Block]:
    """A bold title as a heading, or each topic of a list as one that holds its text."""
    starts = [block.start_line + item for item in block.items or (0,)]
    ends = [*starts[1:], block.end_line]
    bare = replace(block, kind="heading", level=level, form="", items=(), topics=(), labels=())
    for start, end, title in zip(starts, ends, block.topics or (block.title,), strict=True):
        end = max(start + 1, end - 1)  # text stands between it and the next one
        yield replace(bare, start_line=start, end_line=end, title=title, number=0)


def _bold(blocks: Sequence[Block]) -> Iterator[int]:
    """Which blocks are bold titles whose words begin with capitals: `Edge Cases`, not `Edge cases`.
    A single word behind one of the other kind is of that kind."""
    small = False
    for n, block in enumerate(blocks):
        if block.form == "bold" and block.title:
            small = not _in_capitals(block.title) or (small and " " not in block.title)
            if not small:
                yield n


def _in_capitals(title: str) -> bool:
    return not any(word[:1].islower() for word in title.split() if len(word) >= _SHORT)


def _series(blocks: Sequence[Block]) -> list[list[int]]:
    """The lists of topics with numbers, `2. **Topic**`, in rows that go on from 1."""
    found: list[list[int]] = []
    following = 0
    for n, block in enumerate(blocks):
        if block.kind != "list" or not block.number or not block.topics:
            continue
        if block.number == 1:
            found.append([])
            following = 1
        if block.number == following:
            found[-1].append(n)
            following += len(block.items)
    return found


def _ends_above_a_heading(blocks: Sequence[Block], n: int) -> bool:
    """Whether a title, or the last topic of a list, has a heading right below it."""
    block = blocks[n]
    last = block.start_line + (block.items[-1] if block.items else 0)
    return n + 1 < len(blocks) and blocks[n + 1].kind == "heading" and block.end_line - last == 1


def _is_deeper(blocks: Sequence[Block], heads: Sequence[int], n: int) -> bool:
    """Whether the heading right below a title is deeper than the one above, of which the title does
    not say more."""
    at = bisect_left(heads, n) - 1
    if at < 0:
        return n > 0
    more = heads[at] == n - 1 and len(blocks[n].items) < 2
    return not more and blocks[heads[at]].level < blocks[n + 1].level


def _is_label(
    blocks: Sequence[Block], heads: Sequence[int], n: int, level: int, last: set[int]
) -> bool:
    """Whether a title stands between two headings of this level or below it, with none of those
    that end above a heading behind it."""
    at = bisect_left(heads, n)
    if not 0 < at < len(heads):
        return False
    above, below = heads[at - 1], heads[at]
    return blocks[above].level >= level <= blocks[below].level and below - 1 not in last
