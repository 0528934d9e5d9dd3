"""The block structure of a prompt: one Markdown pass, a forgiving tag scanner, frontmatter.

Everything is counted in lines (0-based, half-open). Only top-level blocks are listed: what
stands inside a list, a quote or a table cannot be cut and is not offered as a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.prompt import markdown
from workbench.prompt.lines import body, is_blank
from workbench.prompt.tags import Tag, TagPair, find_tags, pair_tags

if TYPE_CHECKING:
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
    "tag_line": "tag",
    "template_line": "template",
    "conflict_line": "conflict",
    "search_replace": "code",
}
#: A whole line in bold: it may stand for a heading.
_PSEUDO = re.compile(r"(?:\*\*|__)(?P<title>[^*_]{1,80}?)(?:\*\*|__):?\s*$")
#: Lines that stand for a heading wherever they open a paragraph: `[Role]`, `=== Role ===`, and a
#: bold topic with a number, `**2. Role**`.
_TITLE_LINE = re.compile(
    r"\[(?P<section>[^\W\d_][^\[\]:/()@]{1,60})\]"
    r"|={2,}[ \t]*(?P<framed>[^\s=][^=]{0,60}?)[ \t]*={2,}"
    r"|(?:\*\*|__)(?P<topic>(?:step[ \t]+)?(?:\d{1,2}|[IVX]{1,4}|[A-Z])[.):][ \t]+[^*_]{2,80}?)"
    r"(?:\*\*|__):?",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"[^.!?`|<>]{4,60}:?")
_FRAME_LINE = re.compile(r"={3,}|#{7,}|~{4,}")
_FRAME = re.compile(r"^[=~#*-]{3,}\s+")


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block: its kind, its lines and, for a heading, level and title.

    `kind` is one of frontmatter, heading, paragraph, list, fence, code, table, quote, html,
    comment, rule, title (a line that stands for a heading), tag, template, conflict. A paragraph
    with a title may stand for a heading where no other does. `items`: the first lines of the
    items of a list, relative to the block.
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


@dataclass(frozen=True, slots=True)
class Region:
    """Lines `start` to `end` that were read as Markdown, and what the parser found in them.

    Line numbers of the tokens count from `start`. `level`: added to the levels of headings.
    """

    start: int
    end: int
    tokens: Sequence[Token]
    level: int = 0


def scan(lines: Sequence[str], *, first: bool = True) -> Outline:
    """The outline of Markdown `lines` (with endings).

    `first`: the text starts here, so frontmatter may.
    """
    skip = frontmatter_lines(lines) if first else 0
    outline = scan_region(lines, Region(skip, len(lines), markdown.parse("".join(lines[skip:]))))
    if not skip:
        return outline
    return replace(outline, blocks=(Block("frontmatter", 0, skip), *outline.blocks))


def scan_region(lines: Sequence[str], region: Region) -> Outline:
    """The outline of one region; its lines are those of all `lines`."""
    tokens, skip = region.tokens, region.start
    blocks: list[Block] = []
    code: set[int] = set()
    deepest = 0
    last: Token | None = None
    for position, token in enumerate(tokens):
        if token.map and token.type in ("fence", "code_block", "search_replace"):
            code.update(range(token.map[0] + skip, token.map[1] + skip))
        deepest = max(deepest, token.level)
        if token.level == 0 and token.map and token.type in _KINDS:
            # The inline token that holds the words follows its heading.
            words = tokens[position + 1].content if token.type == "heading_open" else ""
            blocks.append(_block(token, words, region, lines))
            last = token
    _list_items(tokens, blocks, skip)
    inside = lines if region.end == len(lines) else lines[: region.end]
    return Outline(
        tuple(_framed_titles(blocks, lines)),
        tuple(find_tags(inside, skip, code, {block.start_line for block in blocks})),
        last is not None and _never_closes(last, lines, skip),
        "nesting too deep to split" if deepest >= _NESTING else "",
    )


#: markdown-it stops nesting at 20 levels (its `maxNesting`), lists and items counted apart.
_NESTING = 19


def _block(token: Token, words: str, region: Region, lines: Sequence[str]) -> Block:
    assert token.map is not None
    start, end = token.map[0] + region.start, min(token.map[1] + region.start, region.end)
    # The parser counts trailing blank lines into lists and code: a block ends with its text.
    while end > start + 1 and is_blank(lines[end - 1]):
        end -= 1
    kind = _KINDS[token.type]
    if kind == "heading":
        level = min(6, int(token.tag[1]) + region.level)
        return Block(kind, start, end, level, plain_title(_FRAME.sub("", words)))
    if kind == "html" and lines[start].lstrip().startswith("<!--"):
        kind = "comment"
    if kind == "paragraph":
        line = body(lines[start]).strip()
        found = _TITLE_LINE.fullmatch(line)
        if found:
            return Block("title", start, end, 0, plain_title(found[found.lastgroup or 0]))
        found = _PSEUDO.match(line) if end == start + 1 else None
        if found:
            return Block(kind, start, end, 0, plain_title(found["title"]))
        if end == start + 1 and _CAPITALS.fullmatch(line) and _shouted(line):
            return Block(kind, start, end, 0, plain_title(line))
    return Block(kind, start, end)


def _shouted(line: str) -> bool:
    """Whether all letters are capitals, of a script that has them."""
    return line.isupper() and sum(ch.isalpha() for ch in line) >= 4


def _framed_titles(blocks: Sequence[Block], lines: Sequence[str]) -> Iterator[Block]:
    """The blocks; a line of `====` and the capitals below it are one title.

    (Without a blank line in between they are an underlined heading by CommonMark.)
    """
    rule: Block | None = None
    for block in blocks:
        if rule is not None:
            if block.kind == "paragraph" and block.title and block.end_line == block.start_line + 1:
                yield Block("title", rule.start_line, block.end_line, 0, block.title)
                rule = None
                continue
            yield rule
            rule = None
        one_line = block.end_line == block.start_line + 1
        if (
            block.kind == "paragraph"
            and one_line
            and _FRAME_LINE.fullmatch(body(lines[block.start_line]).strip())
        ):
            rule = block
        else:
            yield block
    if rule is not None:
        yield rule


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
    if "](" in text:
        text = re.sub(r"!?\[([^\[\]]*)\]\([^()\s]*\)", r"\1", text)
    if "**" in text or "__" in text:
        text = re.sub(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1", r"\2", text)
    if "`" in text:
        text = re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", r"\2", text)
    if "{#" in text:  # an anchor of some Markdown dialects
        text = re.sub(r"(?<=\S)\s*\{#[^{}]*\}$", "", text)
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
