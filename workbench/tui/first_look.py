"""Part titles for the first screen, from a look at headings and fences alone.

Reading the Markdown of a prompt needs a parser that takes longer to import than to run. It is
used right after the first screen; until then this look stands in. It finds the same parts for
ordinary prompts (a test compares them on real files) and declines where it might not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from workbench.prompt.lines import body
from workbench.prompt.outline import Block, Outline, frontmatter_lines, plain_title
from workbench.prompt.parts import Part, split_parts

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^`]*)")
_MARKER = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
#: What a look at single lines cannot judge: tags, comments, underlined headings, quotes, tables
#: in lists, conflicts, lines that stand for headings.
_HARD = re.compile(
    r"^ {0,3}(?:[<>]|=+|-+\s*$|\|{7}|\{[%{#]|\[[^\]\n]*\][ \t]*$)|^ {0,3}(?:\*\*|__)", re.MULTILINE
)


#: First characters of lines that may end a paragraph or a list.
_TURNS = frozenset(("", " ", "\t", "#", "`", "~", "\r", "\n"))


def quick_parts(lines: Sequence[str]) -> tuple[Part, ...] | None:
    """The parts as far as headings and fences tell, or None when more has to be known."""
    skip = frontmatter_lines(lines)
    if _HARD.search("".join(lines[skip:])):
        return None
    blocks = [Block("frontmatter", 0, skip)] if skip else []
    fence, start = "", skip
    kind = ""
    for number in range(skip, len(lines) + 1):
        raw = lines[number] if number < len(lines) else ""
        if kind and raw[:1] not in _TURNS:
            continue  # goes on with its paragraph or list
        line = body(raw)
        if fence:
            mark = _FENCE.fullmatch(line)
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                blocks.append(Block("fence", start, number + 1))
                fence = ""
            continue
        head = line[:4]
        opening = _FENCE.fullmatch(line) if "`" in head or "~" in head else None
        heading = _HEADING.fullmatch(line) if "#" in head else None
        if kind and (opening or heading or not line.strip()):
            blocks.append(Block(kind, start, number))
            kind = ""
        if opening:
            fence, start = opening[1], number
        elif heading:
            title = plain_title(heading[2] or "")
            blocks.append(Block("heading", number, number + 1, len(heading[1]), title))
        elif line.strip() and not kind:
            kind, start = "list" if _MARKER.match(line) else "paragraph", number
    if fence:
        blocks.append(Block("fence", start, len(lines)))
    if not any(block.kind == "heading" for block in blocks) and any(map(str.isupper, lines)):
        return None  # lines in capitals may stand for headings
    if any(2 * (b.end_line - b.start_line) > len(lines) for b in blocks if b.kind == "fence"):
        return None  # the prompt may stand in it
    return split_parts(lines, Outline(tuple(_with_items(lines, block) for block in blocks)))


def _with_items(lines: Sequence[str], block: Block) -> Block:
    """A list with the first lines of its items, between which a long one is divided."""
    if block.kind != "list":
        return block
    text = lines[block.start_line : block.end_line]
    return replace(block, items=tuple(n for n, line in enumerate(text) if _MARKER.match(line)))
