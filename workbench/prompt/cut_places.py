"""Where a text may be cut, and how strongly each place asks for it.

A place is the first line of a top-level block that is not inside a tag pair (a pair that holds
much of the text is looked into). Headings rank by level, then tags, then lines that look like
headings, rules, paragraphs and list items.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.prompt.outline import Block, Outline
from workbench.prompt.tags import TagPair

#: Ranks of cutting places; headings take 1 to 6, a tag the rank below its enclosing heading.
PSEUDO, RULE, BLOCK, ITEM = 20, 30, 40, 50


@dataclass(frozen=True, slots=True)
class Place:
    """A line (0-based) where the text may be cut, how strongly it asks for it, and its name."""

    line: int
    rank: int
    title: str = ""
    kind: str = "text"
    level: int = 0


#: A tag pair with more than this share of the text, and more than this many bytes, is looked
#: into: a tag around everything, or around most of it, would else hide all that it holds.
_LARGE_SHARE, _LARGE_BYTES = 0.25, 2000


def places(outline: Outline, sizes: Sequence[int] = ()) -> list[Place]:
    """Every line where the text may be cut, in order, the first line of the text left out.

    `sizes`: running sum of bytes before each line, with the total last; without it no tag pair is
    taken for large. A tag at the very start of a line opens a place even where Markdown would read
    it as the continuation of a list item or a paragraph: people who write tags close items with
    them. Headings inside a large pair rank below the heading that the pair stands under.
    """
    pairs = [pair for pair in outline.pairs if not _large(pair, sizes)]
    inside = _Inside(pairs)
    tags = {pair.start_line: pair.name for pair in outline.pairs if not inside(pair.start_line)}
    outer = [pair for pair in outline.pairs if pair.start_line in tags]
    ends = {pair.end_line for pair in outer}
    borders = sorted(
        {pair.start_line for pair in outer if pair.flush}
        | {pair.end_line for pair in outer if pair.flush_end}
    )
    under = _Under([pair for pair in outline.pairs if _large(pair, sizes)], outline)
    bare = not outline.headings
    found: list[Place] = []
    level = 0
    after_tag = False
    for block in outline.blocks:
        start = block.start_line
        if inside(start):
            pass
        elif block.kind == "heading":
            level = under(start) + block.level
            found.append(Place(start, level, block.title, "section", block.level))
        elif start in tags:
            level = max(level, under(start))
            found.append(Place(start, level + 1, f"<{tags[start]}>", "tag"))
        elif block.kind in ("tag", "template", "conflict"):
            pass  # it belongs to what stands around it
        elif block.kind == "title" or (block.title and bare):
            found.append(Place(start, level + 1, block.title))
        elif block.title:
            found.append(Place(start, PSEUDO, block.title))
        elif block.kind == "rule":
            found.append(Place(start, RULE))
        else:
            found.append(Place(start, level + 1 if after_tag else BLOCK))
            found += _items(block, inside)
        if block.kind in ("paragraph", "html", "list"):
            for line in borders[
                bisect_left(borders, start + 1) : bisect_left(borders, block.end_line)
            ]:
                if line in tags:
                    found.append(Place(line, level + 1, f"<{tags[line]}>", "tag"))
                elif not inside(line):
                    found.append(Place(line, level + 1))
        if block.kind != "template":
            after_tag = block.end_line in ends
    unique = {place.line: place for place in found if place.line > 0}
    return [unique[line] for line in sorted(unique)]


def _large(pair: TagPair, sizes: Sequence[int]) -> bool:
    if not sizes:
        return False
    size = sizes[pair.end_line] - sizes[pair.start_line]
    return size > max(_LARGE_BYTES, _LARGE_SHARE * sizes[-1])


def _items(block: Block, inside: _Inside) -> list[Place]:
    lines = [block.start_line + item for item in block.items[1:]]
    return [Place(line, ITEM) for line in lines if not inside(line)]


class _Under:
    """The rank that headings inside large tag pairs start from: that of the pair's own heading."""

    def __init__(self, large: Sequence[TagPair], outline: Outline) -> None:
        self._spans: list[tuple[int, int, int]] = []
        lines = [heading.start_line for heading in outline.headings]
        for pair in large:
            at = bisect_left(lines, pair.start_line) - 1
            above = outline.headings[at].level if at >= 0 else 0
            self._spans.append((pair.start_line, pair.end_line, above + self(pair.start_line)))

    def __call__(self, line: int) -> int:
        return max((above for a, b, above in self._spans if a < line < b), default=0)


class _Inside:
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
        i = bisect_left(self._starts, line) - 1
        return i >= 0 and line < self._ends[i]
