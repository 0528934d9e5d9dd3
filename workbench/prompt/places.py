"""Where a text may be cut, and how strongly each place asks for it.

A place is the first line of a top-level block that is not inside a tag pair. Headings rank
by level, then tags, then lines that look like headings, rules, paragraphs and list items.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from workbench.prompt.outline import Block, Outline

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


def places(outline: Outline) -> list[Place]:
    """Every line where the text may be cut, in order, the first line of the text left out.

    A tag at the very start of a line opens a place even where Markdown would read it as the
    continuation of a list item or a paragraph: people who write tags close items with them.
    """
    inside = _Inside(outline)
    outer = [pair for pair in outline.pairs if not inside(pair.start_line)]
    tags = {pair.start_line: pair.name for pair in outer}
    borders = sorted(
        {pair.start_line for pair in outer if pair.flush}
        | {p.end_line for p in outer if p.flush_end}
    )
    found: list[Place] = []
    level = 0
    tag_ends = sorted({pair.end_line for pair in outer})
    after_tag = False
    for block in outline.blocks:
        start = block.start_line
        if inside(start):
            pass
        elif block.kind == "heading":
            level = block.level
            found.append(Place(start, level, block.title, "section", level))
        elif start in tags:
            found.append(Place(start, level + 1, f"<{tags[start]}>", "tag"))
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
        next_end = bisect_right(tag_ends, start)
        after_tag = next_end < len(tag_ends) and tag_ends[next_end] <= block.end_line
    unique = {place.line: place for place in found if place.line > 0}
    return [unique[line] for line in sorted(unique)]


def _items(block: Block, inside: _Inside) -> list[Place]:
    lines = [block.start_line + item for item in block.items[1:]]
    return [Place(line, ITEM) for line in lines if not inside(line)]


class _Inside:
    """Whether a line stands inside a tag pair (its opening line itself is outside)."""

    def __init__(self, outline: Outline) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for pair in outline.pairs:
            if not self._ends or pair.start_line >= self._ends[-1]:
                self._starts.append(pair.start_line)
                self._ends.append(pair.end_line)
            elif pair.end_line > self._ends[-1]:  # crossing pairs count as one
                self._ends[-1] = pair.end_line

    def __call__(self, line: int) -> bool:
        i = bisect_left(self._starts, line) - 1
        return i >= 0 and line < self._ends[i]
