"""Blocks of running text: paragraphs, list items, quotes and table rows, wherever they stand.

The outline lists what stands at the top; this looks into lists, tables, quotes and elements. It
reads what the one Markdown parser found (`reading.Reading`), so both always agree. Frontmatter,
fences, code and comments hold no running text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.prompt.lines import body, is_blank
from workbench.prompt.markdown import TAG
from workbench.prompt.outline import Block, Region
from workbench.prompt.reading import Reading, Value
from workbench.prompt.tags import TagPair

if TYPE_CHECKING:
    from markdown_it.token import Token

_BOLD_LINE = re.compile(r"^(?:\*\*|__)([^*_]{1,100})(?:\*\*|__)[:：]?$")
_RAW = re.compile(r"\s*<(?:pre|script|style|textarea)\b", re.IGNORECASE)
_ITEM_OF_DATA = re.compile(r"\s*- ")


@dataclass(slots=True)
class TextBlock:
    """Lines `first` to `last` (0-based, inclusive) of one block.

    `start`, `end`: offsets of its words. `kind`: paragraph, item, quote, row (of a table) or
    heading. `path`: titles of the headings above, `tags`: elements around, `lead`: the sentence
    that introduces its list, or its parent item. `ordered`: of a numbered list. `children`: items
    or code below it. `depth`: items around it, for a heading its level. `words`: its text, for a
    heading the title.
    """

    kind: str
    first: int
    last: int
    start: int
    end: int
    path: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    lead: str = ""
    ordered: bool = False
    children: bool = False
    depth: int = 0
    words: str = ""


def text_blocks(
    reading: Reading, text: str, lines: Sequence[str], starts: Sequence[int]
) -> list[TextBlock]:
    """The blocks of a text in order; `lines` with their endings, `starts` as of `line_starts`."""
    found: list[TextBlock] = []
    for region in reading.regions:
        found += _Walk(region, text, lines, starts).run()
    found += [_value(value, text, lines, starts) for value in reading.values]
    found.sort(key=lambda block: block.first)
    found = list(_with_headings(found, reading.outline.headings, starts))
    _put_tags(found, reading.outline.pairs)
    return found


def _value(value: Value, text: str, lines: Sequence[str], starts: Sequence[int]) -> TextBlock:
    """A string of a data file; its quotation marks are left out."""
    start = starts[value.start] + value.offset
    words = text[start : starts[value.end]].rstrip()
    if value.offset and lines[value.start][value.offset - 1] in "\"'":
        words = words.rstrip(",").removesuffix(lines[value.start][value.offset - 1])
    kind = "item" if _ITEM_OF_DATA.match(lines[value.start]) else "paragraph"
    end = start + len(words)
    return TextBlock(kind, value.start, value.end - 1, start, end, value.path, words=words)


def _with_headings(
    blocks: Sequence[TextBlock], headings: Sequence[Block], starts: Sequence[int]
) -> Iterator[TextBlock]:
    """The blocks and the headings between them in order; each block gets the titles above it."""
    path: list[tuple[int, str]] = []
    titles: tuple[str, ...] = ()
    at = 0

    def entered(heading: Block) -> TextBlock:
        nonlocal titles
        while path and path[-1][0] >= heading.level:
            path.pop()
        path.append((heading.level, heading.title))
        titles = tuple(title for _, title in path)
        first, last = heading.start_line, heading.end_line - 1
        start, end = starts[first], starts[last + 1]
        return TextBlock(
            "heading", first, last, start, end, depth=heading.level, words=heading.title
        )

    for block in blocks:
        while at < len(headings) and headings[at].start_line <= block.first:
            yield entered(headings[at])
            at += 1
        block.path = block.path or titles
        yield block
    for heading in headings[at:]:
        yield entered(heading)


def _put_tags(blocks: Sequence[TextBlock], pairs: Sequence[TagPair]) -> None:
    """Give each block the names of the elements around it, the outermost first."""
    open_now: list[TagPair] = []
    at = 0
    for block in blocks:
        while at < len(pairs) and pairs[at].start_line <= block.first:
            open_now.append(pairs[at])
            at += 1
        open_now = [pair for pair in open_now if pair.end_line > block.first]
        if block.kind != "heading":
            block.tags = tuple(pair.name for pair in open_now)


class _Walk:
    """One pass over the tokens of a region."""

    def __init__(
        self, region: Region, text: str, lines: Sequence[str], starts: Sequence[int]
    ) -> None:
        self.region, self.text, self.lines, self.starts = region, text, lines, starts
        self.out: list[TextBlock] = []
        #: The list items around, as the block of each (none before its first paragraph).
        self.items: list[TextBlock | None] = []
        self.ordered: list[bool] = []
        self.quotes = 0
        self.lead = ""

    def run(self) -> list[TextBlock]:
        tokens = self.region.tokens
        for number, token in enumerate(tokens):
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    self.ordered.append(token.type == "ordered_list_open")
                case "bullet_list_close" | "ordered_list_close":
                    self.ordered.pop()
                case "list_item_open":
                    self.items.append(None)
                case "list_item_close":
                    self.items.pop()
                case "blockquote_open":
                    self.quotes += 1
                case "blockquote_close":
                    self.quotes -= 1
                case "paragraph_open":
                    self.paragraph(token, tokens[number + 1])
                case "tr_open" if tokens[number - 1].type != "thead_open":
                    self.row(token)
                case "html_block":
                    self.html(token)
                case "fence" | "code_block" | "search_replace":
                    self.code()
                case "heading_open" | "hr" | "tag_line" | "conflict_line":
                    self.lead = ""
                case _:
                    pass
        return self.out

    def span(self, token: Token) -> tuple[int, int]:
        assert token.map is not None
        return token.map[0] + self.region.start, min(
            token.map[1] + self.region.start, self.region.end
        )

    def paragraph(self, token: Token, inline: Token) -> None:
        first, end = self.span(token)
        if first >= end:
            return
        line = body(self.lines[first]).rstrip()
        # The words of a paragraph are the rest of its first line, behind the marks of lists.
        opening = inline.content.split("\n", 1)[0].rstrip()
        start = self.starts[first] + max(0, len(line) - len(opening))
        self.add(first, end, start, inline.content)

    def add(self, first: int, end: int, start: int, content: str) -> None:
        stop = self.starts[end]
        words = self.text[start:stop].rstrip()
        block = TextBlock("paragraph", first, end - 1, start, start + len(words), words=words)
        parents = [item for item in self.items if item is not None]
        if self.quotes:
            block.kind = "quote"
        elif self.items and self.items[-1] is None:
            block.kind = "item"
            block.ordered = self.ordered[-1]
            self.items[-1] = block
        block.depth = len(parents)
        if parents:
            block.lead = parents[-1].words
            if block.kind == "item":
                parents[-1].children = True
        elif block.kind == "item":
            block.lead = self.lead
        else:
            colon = content.rstrip("*_ ").endswith((":", "："))
            self.lead = words if colon or _BOLD_LINE.match(words) else ""
        self.out.append(block)

    def row(self, token: Token) -> None:
        first, end = self.span(token)
        if first >= end:
            return
        line = body(self.lines[first])
        start = self.starts[first]
        self.out.append(TextBlock("row", first, first, start, start + len(line.rstrip())))

    def code(self) -> None:
        """Code belongs to the item around it, or to the last one above it."""
        around = [item for item in self.items if item is not None]
        if around:
            around[-1].children = True

    def html(self, token: Token) -> None:
        """The words between the tags of an HTML block, and those behind a comment."""
        first, end = self.span(token)
        if _RAW.match(self.lines[first]):
            return
        comment = False
        for number in range(first, end):
            line = body(self.lines[number])
            if not comment and line.lstrip().startswith("<!--"):
                comment = True
            if comment:
                comment = "-->" not in line
                at = line.rfind("-->") + 3
                if comment or not line[at:].strip():
                    continue
                lead = len(line[at:]) - len(line[at:].lstrip())
                self.add(number, number + 1, self.starts[number] + at + lead, line[at:])
            elif TAG.sub("", line).strip() and not is_blank(line):
                self.add(
                    number,
                    number + 1,
                    self.starts[number] + len(line) - len(line.lstrip()),
                    line,
                )
