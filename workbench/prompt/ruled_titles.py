"""Titles between drawn lines, `=====` above and below, as a person sees them.

Where several stand in a text they are its chapters: a heading with sharps below one, however high
by the letter, is below it, and a template that a chapter shows is no chapter. Only the cut into
parts asks; everything else reads the text by the letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, starmap
from typing import TYPE_CHECKING

from workbench.prompt.placeholders import ANY_SYNTAX
from workbench.prompt.title_lines import LEADS

if TYPE_CHECKING:
    from workbench.prompt.outline import Block

#: So many such titles are the chapters of a text.
_FEWEST = 3
_SLOT = re.compile(rf"{ANY_SYNTAX}|<[^<>]{{2,120}}>|\[[^\[\]]{{2,80}}\](?!\()")
_FIELD = re.compile(r"[A-Za-z_][\w-]{0,40}:\s")
#: Paragraphs that say what stands below them.
_ANNOUNCE = frozenset({"plain", "numbered"}) | LEADS


def below_ruled(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks with their headings below the ruled titles that they follow."""
    blocks = _without_fields(blocks)
    ruled = [block.level for block in blocks if block.form == "ruled"]
    if not ruled or len(ruled) + sum(starmap(_shares_its_line, pairwise(blocks))) < _FEWEST:
        return blocks
    return tuple(_without_templates(list(_chapters(blocks, min(ruled)))))


def _without_fields(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks with no heading made of the fields of a frontmatter that is shown: `---`, lines of
    `key: value`, `---`. The first line may seem to underline what stands above it."""
    found: dict[int, Block] = {}
    for above, block in pairwise(blocks):
        fields = block.form == "underlined" and block.end_line - block.start_line > 2
        if not fields or above.end_line != block.start_line or not _FIELD.match(block.title):
            continue
        start = block.start_line
        if above.form == "underlined":
            start = above.end_line - 1
            found[above.start_line] = replace(
                above, kind="paragraph", end_line=start, level=0, title="", form="lead"
            )
        elif above.kind != "rule":
            continue
        found[block.start_line] = replace(
            block, kind="code", start_line=start, level=0, title="", form=""
        )
    return tuple(found.get(b.start_line, b) for b in blocks) if found else blocks


def _chapters(blocks: Sequence[Block], level: int) -> Iterator[Block]:
    """Ruled titles with the lines above them; other headings behind the first are lower."""
    behind = False
    at = 0
    while at < len(blocks):
        block = blocks[at]
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        at += 1
        if following is not None and _shares_its_line(block, following):
            # By the letter the line above a title underlines what stands above it.
            last = block.end_line - 1
            yield replace(block, kind="paragraph", end_line=last, level=0, title="", form="")
            yield replace(following, start_line=last, level=level, form="ruled")
            behind = True
            at += 1
        elif following is not None and block.form == "frame" and _is_numbered(following):
            end = following.end_line
            yield replace(
                block,
                kind="heading",
                end_line=end,
                level=level,
                title=following.title,
                form="ruled",
            )
            behind = True
            at += 1
        elif block.form == "ruled":
            behind = True
            yield replace(block, level=level)
        elif behind and block.level and block.kind in ("heading", "title"):
            yield replace(block, level=min(6, block.level + level))
        else:
            yield block


def _shares_its_line(block: Block, following: Block) -> bool:
    both = block.form == following.form == "underlined" and block.level == following.level
    return both and block.end_line == following.start_line


def _is_numbered(block: Block) -> bool:
    """Whether a block is a heading with its number in front, `1. # Title`."""
    return block.kind == "list" and bool(block.title)


def _without_templates(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, each template as one: it begins with a heading that holds a slot."""
    at = 0
    while at < len(blocks):
        if not _is_slot(blocks[at]):
            yield blocks[at]
            at += 1
            continue
        end = _end_of_template(blocks, at)
        yield replace(
            blocks[at], kind="code", end_line=blocks[end - 1].end_line, level=0, title="", form=""
        )
        at = end


def _is_slot(block: Block) -> bool:
    return block.kind == "heading" and block.form != "ruled" and bool(_SLOT.search(block.title))


def _end_of_template(blocks: Sequence[Block], start: int) -> int:
    """The block behind the template: the next chapter, a heading of the text, or, behind the last
    heading with a slot, a line that announces something else."""
    level = blocks[start].level
    end, last = start + 1, start
    while end < len(blocks):
        block = blocks[end]
        if _is_slot(block):
            last, level = end, min(level, block.level)
        elif block.form == "ruled" or (block.kind == "heading" and block.level <= level):
            break
        end += 1
    for n in range(last + 1, end):
        if blocks[n].kind == "paragraph" and blocks[n].form in _ANNOUNCE:
            return n
    return end
