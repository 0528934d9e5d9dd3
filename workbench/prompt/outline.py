"""The block structure of a prompt: one Markdown pass, a forgiving tag scanner, frontmatter.

Everything is counted in lines (0-based, half-open). Only top-level blocks are listed: what
stands inside a list, a quote or a table cannot be cut and is not offered as a part.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.prompt import markdown
from workbench.prompt.bold_chapters import above_headings
from workbench.prompt.fence_nests import Mark
from workbench.prompt.lines import body, is_blank
from workbench.prompt.ruled_titles import below_ruled
from workbench.prompt.tags import Tag, TagPair, find_tags, naming_attribute, pair_tags
from workbench.prompt.title_lines import (
    example_title,
    html_title,
    introduces,
    is_frame,
    is_slot,
    is_stressed,
    item_label,
    item_title,
    numbered_title,
    paragraph_label,
    read_title,
    without_elements,
)
from workbench.prompt.uneven_fences import fence_marks, fences_by_eye, is_uneven

if TYPE_CHECKING:
    from markdown_it.token import Token

_KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "fence": "fence",
    "fence_tail": "fence",
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
_FRAME = re.compile(r"^[=~#*─━═-]{3,}\s+|\s+[=~#*─━═-]{3,}$")
#: What a comment says of a pair: `<!-- x:start -->`, `<!-- end of x -->`, `<!-- /x -->`.
_COMMENT = re.compile(r"<!--\s{0,20}(?P<words>[^\n]{0,200}?)\s{0,20}(?:-->|$)")
_OPENS = re.compile(
    r"(?:#?region|start|begin)\b(?:\W+\w+){0,5}\W*|\S+?[:_-](?:start|begin)\b.*|\S+\s+(?:start|begin)",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"/.*|(?:#?endregion|end|stop)\b(?:\W+\w+){0,5}\W*|\S+?[:_-](?:end|stop)\b.*|\S+\s+(?:end|stop)",
    re.IGNORECASE,
)
_TEMPLATE_OPENS = re.compile(
    r"(?:\{%-?\s*(?P<word>if|for|block|macro|filter|call|raw|with|unless|[a-z]{1,20}(?=\s+\w{1,20}=\S))|\{\{#[>*]?\s*(?P<helper>[\w.-]+)"
    r"|\{\{-?\s*(?P<go>if|range|with))\b[\s\"']*(?P<name>[\w -]*)"
)
_TEMPLATE_CLOSES = re.compile(
    r"\{\{/\s*(?P<helper>[\w.-]+)|\{%-?\s*end(?P<word>\w*)|\{\{-?\s*(?P<go>end)\b"
)
_TEMPLATE_REMARK = re.compile(r"\{#|\{\{!|\{%-?\s*set\b")
#: Statements that say when or how often, and nothing of what their text is about.
CONTROL = frozenset(["", "if", "for", "macro", "filter", "call", "raw", "with", "unless", "each"])
_LONGEST_CONDITION = 60


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block: its kind, its lines and, for a heading, level and title.

    `kind` is one of frontmatter, heading, paragraph, list, fence, code, table, quote, html,
    comment, rule, title (a line that stands for a heading), tag, template, conflict, record (of a
    data file). A paragraph with a title may stand for a heading where no other does. `form`: of a
    title one of `title_lines.STRENGTH`; else `frame` (a drawn line), `lead` (it introduces what
    follows), `announces` (the last line of a long one does), `stressed` (it begins with stressed
    words), `source` (a piece of a program), `heredoc` (a command whose lines have no end), `opens`
    or `closes` (an end of a pair of comments, of template lines, of `END OF X`), `between` (another
    template line, `{% else %}`), `slot` (a placeholder alone), of a record `request`, `answer` or
    `result` (what a message of a chat is), of a heading `underlined`, `ruled` (with a drawn line
    above it too) or `key` (of a data file). `items`: the first lines of the items of a list,
    relative to the block; `labels`: what each is called by the label in front of it, or nothing (of
    a paragraph: its own label);
    `topics`: their titles where all stand alone; of a template line the word of its statement.
    `marks`: of a fence, its own marks and what inside could be more of them, or a heading.
    `number`: the one that a list, or a title that is the only item of one, begins with.
    """

    kind: str
    start_line: int
    end_line: int
    level: int = 0
    title: str = ""
    items: tuple[int, ...] = ()
    form: str = ""
    topics: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    number: int = 0

    def shifted(self, lines: int) -> Block:
        # Spelled out: `replace` takes ten times as long, and an outline has many blocks.
        first, last = self.start_line + lines, self.end_line + lines
        return Block(
            self.kind,
            first,
            last,
            self.level,
            self.title,
            self.items,
            self.form,
            self.topics,
            self.labels,
            self.marks,
            self.number,
        )


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
    def seen(self) -> tuple[Block, ...]:
        """The blocks as a person sees them. Where marks of fences do not pair, headings that a
        fence swallows by the letter are there, and what stands in a fence that holds fences is
        not. Where titles stand between drawn lines, or bold ones above headings, the headings are
        below them."""
        blocks = self.blocks
        if any(is_uneven(block.marks) for block in blocks if block.marks):
            blocks = tuple(_by_eye(blocks))
        return above_headings(below_ruled(blocks))

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


def _by_eye(blocks: Sequence[Block]) -> Iterator[Block]:
    levels = Counter(block.level for block in blocks if block.kind == "heading")
    least = 2 if len(levels) > 1 or levels[1] < 2 else 1  # `# words` may be a remark in code

    def counts(mark: Mark) -> bool:
        return mark.level >= least and bool(levels[mark.level])

    spans = fences_by_eye(((b.start_line, b.marks) for b in blocks), counts)
    starts = [start for start, _ in spans]

    def inside(line: int) -> bool:
        at = bisect_left(starts, line) - 1
        return at >= 0 and line < spans[at][1]

    for block in blocks:
        hidden = inside(block.start_line)
        rows = [mark for mark in block.marks if mark.level]
        lines = [block.start_line + mark.line for mark in rows]
        found = [
            Block("heading", line, line + 1, mark.level, plain_title(mark.info))
            for line, mark in zip(lines, rows, strict=True)
            if counts(mark) and not inside(line)
        ]
        if not hidden:
            yield replace(block, end_line=found[0].start_line) if found else block
        for heading, end in zip(
            found, [*(h.start_line for h in found[1:]), block.end_line][: len(found)], strict=True
        ):
            yield heading
            if heading.end_line < end:
                yield Block("paragraph", heading.end_line, end)


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
        if token.map and token.type in (
            "fence",
            "fence_tail",
            "code_block",
            "search_replace",
        ):
            code.update(range(token.map[0] + skip, token.map[1] + skip))
        deepest = max(deepest, token.level)
        if token.level == 0 and token.map and token.type in _KINDS:
            # The inline token that holds the words follows its heading.
            words = tokens[position + 1].content if token.type == "heading_open" else ""
            blocks += _blocks(token, words, region, lines)
            last = token
    _list_items(tokens, blocks, skip, lines)
    inside = lines if region.end == len(lines) else lines[: region.end]
    return Outline(
        tuple(blocks),
        tuple(find_tags(inside, skip, code, {block.start_line for block in blocks})),
        last is not None and _never_closes(last, lines, skip),
        "nesting too deep to split" if deepest >= _NESTING else "",
    )


#: markdown-it stops nesting at 20 levels (its `maxNesting`), lists and items counted apart.
_NESTING = 19


def _blocks(token: Token, words: str, region: Region, lines: Sequence[str]) -> Iterator[Block]:
    """The block of a token; one of HTML is divided at its headings."""
    assert token.map is not None
    start, end = token.map[0] + region.start, min(token.map[1] + region.start, region.end)
    # The parser counts trailing blank lines into lists and code: a block ends with its text.
    while end > start + 1 and is_blank(lines[end - 1]):
        end -= 1
    kind = _KINDS[token.type]
    if kind == "heading":
        title = plain_title(_FRAME.sub("", words))
        if is_frame(title):  # `# =====`, a drawn line
            yield Block("paragraph", start, end, form="frame")
        else:
            level = min(6, int(token.tag[1]) + region.level)
            form = "" if "#" in token.markup else "ruled" if _FRAME.match(words) else "underlined"
            yield Block(kind, start, end, level, title, form=form)
    elif kind == "html" and lines[start].lstrip().startswith("<!--"):
        yield _comment(start, end, lines)
    elif kind == "html":
        yield from _html(start, end, region.level, lines)
    elif kind == "tag" and (found := html_title(body(lines[start]))):
        yield _html_heading(start, found, region.level, lines)
    elif kind == "template":
        yield _template(start, end, body(lines[start]).strip())
    elif kind == "paragraph":
        form, title = read_title([body(line) for line in lines[start : min(end, start + 4)]])
        if "<<" in lines[start] and markdown.heredoc_end(body(lines[start])):
            form, title = "heredoc", ""  # the word that ends it is not there
        elif not form and _is_source(lines[start], lines[end - 1]):
            form = "source"
        elif not form and end > start + 1 and introduces(lines[end - 1].strip()):
            form = "lead" if end - start < _LONG_LEAD else "announces"
        if form in ("", "turn", "lead") and end > start + 1:
            shown = example_title([body(line) for line in lines[start:end]])
            form, title = ("example", shown) if shown else (form, title)
        elif not form and is_slot(lines[start]):
            form = "slot"
        fixed = form in ("banner", "framed", "section", "topic")
        first = lines[start].strip()
        label = plain_title(paragraph_label(first)) if not form else ""
        if not form and not label and first[:2] in ("**", "__") and is_stressed(first):
            form = "stressed"
        if form == "topic" and not first.endswith(("**", "__", ":", "：")):
            label = title  # it goes on in its line
        yield Block(
            "title" if fixed else kind,
            start,
            end,
            0,
            plain_title(title),
            form=form,
            labels=(label,) if label else (),
        )
    elif kind == "fence":
        yield Block(kind, start, end, marks=fence_marks(lines[start:end]))
    else:
        yield Block(kind, start, end)


def _is_source(first: str, last: str) -> bool:
    """Whether a paragraph with these ends is a piece of a program that stands in no fence."""
    if first.startswith("# "):  # a heading, were it no remark
        return True
    return markdown.is_code(body(first).rstrip()) or markdown.is_code(body(last).rstrip())


def _template(start: int, end: int, line: str) -> Block:
    """A line of a template language; one that opens is called after its own words."""
    if found := _TEMPLATE_OPENS.match(line):
        word = found["word"] or found["helper"] or ""
        title = _condition(line) if word in CONTROL else _statement_title(found, word, line)
        return Block("template", start, end, 0, title, form="opens", topics=(word,))
    if found := _TEMPLATE_CLOSES.match(line):
        word = found["helper"] or found["word"] or ""
        return Block("template", start, end, form="closes", topics=(word,))
    return Block("template", start, end, form="" if _TEMPLATE_REMARK.match(line) else "between")


def _condition(line: str) -> str:
    """What a statement says that loops or asks, without its brackets."""
    return line[2:_LONGEST_CONDITION].split("}")[0].strip("#%- ")


def _statement_title(found: re.Match[str], word: str, line: str) -> str:
    attribute = naming_attribute(line[found.start("name") - 1 :].rstrip("}% "))
    if attribute:
        return f"{word} {attribute}"
    return " ".join(found["name"].split()) or word


def _comment(start: int, end: int, lines: Sequence[str]) -> Block:
    found = _COMMENT.match(lines[start].lstrip())
    words = found["words"] if found else ""
    if _CLOSES.fullmatch(words):
        return Block("comment", start, end, 0, _pair_name(words), form="closes")
    form = "opens" if _OPENS.fullmatch(words) else ""
    return Block("comment", start, end, 0, _pair_name(words), form=form)


def _pair_name(words: str) -> str:
    """What both comments of a pair are called."""
    return words.lstrip("/").strip().lower() if len(words) <= 80 else ""


def _html(start: int, end: int, level: int, lines: Sequence[str]) -> Iterator[Block]:
    at = start
    for number in range(start, end):
        found = html_title(body(lines[number])) if "<h" in lines[number].lower() else None
        if found is None:
            continue
        if number > at:
            yield _html_text(at, number, lines)
        yield _html_heading(number, found, level, lines)
        at = number + 1
    if at < end:
        yield _html_text(at, end, lines)


def _html_heading(number: int, found: tuple[int, str], level: int, lines: Sequence[str]) -> Block:
    words = found[1] or without_elements(" ".join(map(body, lines[number : number + 3])))
    title = plain_title(words) or "heading"
    return Block("title", number, number + 1, min(6, found[0] + level), title, form="html")


def _html_text(start: int, end: int, lines: Sequence[str]) -> Block:
    return Block(
        "html", start, end, form="lead" if introduces(body(lines[end - 1]).strip()) else ""
    )


def _list_items(
    tokens: Iterable[Token], blocks: list[Block], skip: int, lines: Sequence[str]
) -> None:
    """Write the first lines of the items, and their titles, into the list blocks."""
    found: dict[int, list[int]] = {}
    numbers: dict[int, int] = {}
    current = -1
    for token in tokens:
        if token.level == 0 and token.type in ("bullet_list_open", "ordered_list_open"):
            current = token.map[0] + skip if token.map else -1
        elif token.level == 1 and token.type == "list_item_open" and token.map and current >= 0:
            found.setdefault(current, []).append(token.map[0] + skip - current)
            if token.info:
                numbers.setdefault(current, int(token.info))
    for i, block in enumerate(blocks):
        if block.kind == "list":
            items = tuple(found.get(block.start_line, ()))
            number = numbers.get(block.start_line, 0)
            rows = lines[block.start_line : block.end_line]
            topics = _topics(items, rows, number)
            labels = tuple(plain_title(item_label(body(rows[item]))) for item in items)
            form = "announces" if introduces(rows[-1].strip()) else ""
            if len(rows) == 1 and (found_heading := _HEADING_ITEM.match(rows[0][:_LONGEST_TITLE])):
                title = plain_title(found_heading["title"])
                blocks[i] = replace(block, items=items, title=title)
                continue
            if len(rows) == 1 and (title := numbered_title(body(rows[0]).strip())):
                form = "numbered"
                blocks[i] = replace(block, kind="paragraph", title=title, form=form, number=number)
                continue
            blocks[i] = replace(
                block, items=items, topics=topics, labels=labels, form=form, number=number
            )


def _topics(items: Sequence[int], rows: Sequence[str], number: int) -> tuple[str, ...]:
    """The titles of the items of a list, where each has one: bold words that stand alone, or, with
    numbers from 1 on, a few words in the line above a text that is not indented."""
    found = _where_all(plain_title(item_title(body(rows[item]))) for item in items)
    if not found and number == 1 and len(items) >= _FEWEST_TOPICS:
        found = _where_all(_title_above(rows[item : item + 2]) for item in items)
    return found


def _where_all(titles: Iterable[str]) -> tuple[str, ...]:
    """The titles, where none is empty."""
    found: list[str] = []
    for title in titles:
        if not title:
            return ()
        found.append(title)
    return tuple(found)


def _title_above(rows: Sequence[str]) -> str:
    """The title in the first of two rows, where the second goes on without an indent."""
    if len(rows) < 2 or rows[1][:1].isspace():
        return ""
    if rows[1][:1].islower() and rows[1][1:2] not in (")", "."):
        return ""
    return plain_title(numbered_title(body(rows[0]).strip()))


#: So many numbered titles above their text are topics; fewer may be a list whose lines were broken.
_FEWEST_TOPICS = 3
#: A heading behind a number.
_HEADING_ITEM = re.compile(r"\s*\d{1,9}[.)][ \t]+#{1,6}[ \t]+(?P<title>[^\s#].*)")
#: A paragraph of fewer lines introduces what its last line does.
_LONG_LEAD = 12
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
