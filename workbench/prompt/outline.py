"""The block structure of a prompt: one Markdown pass, a forgiving tag scanner, frontmatter.

Everything is counted in lines (0-based, half-open). Only top-level blocks are listed: what
stands inside a list, a quote or a table cannot be cut and is not offered as a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from workbench.prompt.lines import body, is_blank
from workbench.prompt.tags import Tag, TagPair, find_tags, pair_tags

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "fence": "fence",
    "code_block": "code",
    "table_open": "table",
    "blockquote_open": "quote",
    "html_block": "html",
    "hr": "rule",
}
_PSEUDO = re.compile(r"(?:\*\*|__)(?P<title>[^*_]{1,80}?)(?:\*\*|__):?\s*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block: its kind, its lines and, for a heading, level and title.

    `kind` is one of frontmatter, heading, paragraph, list, fence, code, table, quote, html,
    comment, rule. `items` are the first lines of the items of a list, relative to the block.
    """

    kind: str
    start_line: int
    end_line: int
    level: int = 0
    title: str = ""
    items: tuple[int, ...] = ()

    def shifted(self, lines: int) -> Block:
        # Spelled out: `replace` takes ten times as long, and an outline has many blocks.
        first, last = self.start_line + lines, self.end_line + lines
        return Block(self.kind, first, last, self.level, self.title, self.items)


@dataclass(frozen=True)
class Outline:
    """The blocks and tag pairs of a text; `open_end` tells that a fence or comment never closes."""

    blocks: tuple[Block, ...]
    tags: tuple[Tag, ...] = ()
    open_end: bool = False
    note: str = ""

    @cached_property
    def headings(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind == "heading")

    @cached_property
    def section_ends(self) -> dict[int, int | None]:
        """By the line of each heading that of the one that ends its section; None at the end."""
        ends: dict[int, int | None] = {}
        stack: list[Block] = []
        for heading in self.headings:
            while stack and stack[-1].level >= heading.level:
                ends[stack.pop().start_line] = heading.start_line
            stack.append(heading)
            ends[heading.start_line] = None
        return ends

    @cached_property
    def pairs(self) -> tuple[TagPair, ...]:
        return pair_tags(self.tags)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # 70 ms of import: only when a text is split

    # Only the block structure is needed; the inline rules cost more than half of the time.
    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])


_FIELD = re.compile(r"[^\s#][^:]*:(\s|$)")


def frontmatter_lines(lines: Sequence[str]) -> int:
    """How many lines the YAML frontmatter takes, fences included; 0 when there is none.

    The first line must be `---` alone, the closing one `---` or `...`. An opening that never
    closes, or a body that holds no `key:` at all, is not frontmatter but a thematic break.
    """
    if not lines or body(lines[0]).rstrip(" \t").removeprefix("\ufeff") != "---":
        return 0
    for number, line in enumerate(lines[1:], 1):
        # Most lines are turned away by their start: this runs at each key.
        if line.startswith(("---", "...")) and body(line).rstrip(" \t") in ("---", "..."):
            inside = lines[1:number]
            if number == 1 or any(_FIELD.match(body(x)) for x in inside):
                return number + 1
            return 0
    return 0


def scan(lines: Sequence[str], *, first: bool = True) -> Outline:
    """The outline of `lines` (with endings). `first`: the text starts here, so frontmatter may."""
    skip = frontmatter_lines(lines) if first else 0
    blocks: list[Block] = [Block("frontmatter", 0, skip)] if skip else []
    text = "".join(lines[skip:])
    tokens = _parser().parse(text)
    code: set[int] = set()
    deepest = 0
    last: Token | None = None
    for position, token in enumerate(tokens):
        if token.map and token.type in ("fence", "code_block"):
            code.update(range(token.map[0] + skip, token.map[1] + skip))
        deepest = max(deepest, token.level)
        if token.level == 0 and token.map and token.type in _KINDS:
            # The inline token that holds the words follows its heading.
            words = tokens[position + 1].content if token.type == "heading_open" else ""
            blocks.append(_block(token, words, skip, lines))
            last = token
    _list_items(tokens, blocks, skip)
    return Outline(
        tuple(blocks),
        tuple(find_tags(lines, skip, code, {block.start_line for block in blocks})),
        last is not None and _never_closes(last, lines, skip),
        "nesting too deep to split" if deepest >= _NESTING else "",
    )


#: markdown-it stops nesting at 20 levels (its `maxNesting`), lists and items counted apart.
_NESTING = 19


def _block(token: Token, words: str, skip: int, lines: Sequence[str]) -> Block:
    assert token.map is not None
    start, end = token.map[0] + skip, min(token.map[1] + skip, len(lines))
    # The parser counts trailing blank lines into lists and code: a block ends with its text.
    while end > start + 1 and is_blank(lines[end - 1]):
        end -= 1
    kind = _KINDS[token.type]
    if kind == "heading":
        return Block(kind, start, end, int(token.tag[1]), plain_title(words))
    if kind == "html" and lines[start].lstrip().startswith("<!--"):
        kind = "comment"
    if kind == "paragraph" and end == start + 1:
        found = _PSEUDO.match(body(lines[start]).strip())
        if found:
            return Block(kind, start, end, 0, plain_title(found["title"]))
    return Block(kind, start, end)


def _list_items(tokens: Iterable[Token], blocks: list[Block], skip: int) -> None:
    """Write the first lines of the items into the list blocks."""
    found: dict[int, list[int]] = {}
    current = -1
    for token in tokens:
        if token.level == 0 and token.type in ("bullet_list_open", "ordered_list_open"):
            current = token.map[0] + skip if token.map else -1
        elif token.level == 1 and token.type == "list_item_open" and token.map and current >= 0:
            found.setdefault(current, []).append(token.map[0] + skip - current)
    for i, block in enumerate(blocks):
        if block.kind == "list":
            blocks[i] = replace(block, items=tuple(found.get(block.start_line, ())))


#: Longer headings are paragraphs by mistake: their marks stay, since looking for the ends of
#: marks in them costs the square of their length.
_LONGEST_TITLE = 500


def plain_title(text: str) -> str:
    """A heading's words: emphasis, code marks and link targets taken off, brackets kept."""
    if len(text) > _LONGEST_TITLE:
        return " ".join(text.split())
    text = re.sub(r"!?\[([^\[\]]*)\]\([^()\s]*\)", r"\1", text)
    text = re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", text)
    text = re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", r"\2", text)
    text = re.sub(r"(?<=\S)\s*\{#[^{}]*\}$", "", text)  # an anchor of some Markdown dialects
    return " ".join(text.split())


def _never_closes(token: Token, lines: Sequence[str], skip: int) -> bool:
    """Whether the last block is a fence or an HTML block that runs to the end unclosed."""
    assert token.map is not None
    end = min(token.map[1] + skip, len(lines))
    if end < len(lines):
        return False
    if token.type == "fence":
        close = body(lines[end - 1]).strip()
        marker = token.markup[0]
        closed = len(close) >= len(token.markup) and not close.strip(marker)
        return not (closed and end - 1 > token.map[0] + skip)
    if token.type == "html_block" and token.content.lstrip().startswith("<!--"):
        return "-->" not in token.content
    return False
