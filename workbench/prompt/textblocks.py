"""Blocks of running text: paragraphs, list items, quotes and table rows, line by line.

A light scan of its own: it looks into lists, tables, quotes and elements, which the outline
leaves whole, and it never fails. Frontmatter, fences, indented code and comments are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.prompt.lines import body
from workbench.prompt.outline import frontmatter_lines

_FENCE = re.compile(r"^(?:[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+)?[ \t]*(`{3,}|~{3,})([^`]*)$")
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*?))?[ \t]*#*[ \t]*$")
_ITEM = re.compile(r"^([ \t]*)([-*+•]|(\d{1,9})[.)])([ \t]+|$)(.*)$", re.DOTALL)
_RULE = re.compile(r"^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_SETEXT = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_TAG_LINE = re.compile(r"^[ \t]*<(/?)([A-Za-z_][\w.:-]{0,60})(?:\s[^<>]{0,300})?(/?)>[ \t]*$")
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_QUOTED = re.compile(r"^[ \t]*>[ \t]?")
_BOLD_LINE = re.compile(r"^(?:\*\*|__)([^*_]{1,100})(?:\*\*|__)[:：]?$")
#: What the first word of a list item can begin with.
_MARKS = frozenset("-*+•0123456789")
#: Elements deeper than this are not remembered.
_DEEPEST = 30


@dataclass(slots=True)
class TextBlock:
    """Lines `first` to `last` (0-based, inclusive) of one block.

    `kind`: paragraph, item, quote, row (of a table) or heading. `offset`: where its words
    start. `path`: titles of the headings above, `tags`: elements around, `lead`: the sentence
    that introduces its list, or its parent item. `depth`: items around it, for a heading its
    level. `words`: its text, for a heading the title.
    """

    kind: str
    first: int
    last: int
    offset: int
    path: tuple[str, ...]
    tags: tuple[str, ...]
    lead: str = ""
    ordered: bool = False
    children: bool = False
    depth: int = 0
    indent: int = 0
    words: str = ""


def text_blocks(text: str, lines: Sequence[str], starts: Sequence[int]) -> list[TextBlock]:
    """The blocks of a text in order; `lines` with their endings, `starts` as of `line_starts`."""
    return _Scan(text, lines, starts).run()


class _Scan:
    """The state of one pass over the lines."""

    def __init__(self, text: str, lines: Sequence[str], starts: Sequence[int]) -> None:
        self.text, self.lines, self.starts = text, lines, starts
        self.out: list[TextBlock] = []
        self.open: TextBlock | None = None
        self.items: list[TextBlock] = []
        self.path: list[tuple[int, str]] = []
        self.titles: tuple[str, ...] = ()
        self.tags: tuple[str, ...] = ()
        self.lead = ""
        self.table = False
        self.blank_before = True

    def run(self) -> list[TextBlock]:
        lines = self.lines
        number, total = frontmatter_lines(lines), len(lines)
        fence = ""
        comment = False
        while number < total:
            line = body(lines[number])
            stripped = line.strip()
            if fence:
                if stripped.startswith(fence) and not stripped.strip(fence[0]):
                    fence = ""
            elif comment:
                comment = "-->" not in line
            elif not stripped:
                self.close()
                self.table, self.blank_before = False, True
            elif ("```" in line or "~~~" in line) and (opening := _FENCE.match(line)):
                self.code()
                fence = opening[1]
            elif stripped.startswith("<!--") and not (self.open and self.open.kind == "item"):
                self.close()
                comment = "-->" not in stripped
            else:
                number = self.words(number, line, stripped)
            number += 1
        self.close()
        return self.out

    def close(self) -> None:
        """End the open block; a paragraph that ends with a colon leads what follows."""
        unit = self.open
        if unit is None:
            return
        self.open = None
        unit.words = self.text[unit.offset : self.starts[unit.last + 1]].rstrip()
        if unit.kind != "item":
            colon = unit.words.rstrip("*_ ").endswith((":", "："))
            self.lead = unit.words if colon or _BOLD_LINE.match(unit.words) else ""
        self.out.append(unit)

    def code(self) -> None:
        """A fence begins; it belongs to the item above it."""
        if self.open is not None:
            self.open.children = True
        elif self.items:
            self.items[-1].children = True
        self.close()
        self.blank_before = False

    def words(self, number: int, line: str, stripped: str) -> int:
        """Read one line that is neither blank nor code; returns the last line that was read."""
        first = stripped[0]
        indent = len(line) - len(line.lstrip(" \t"))
        if first == "#" and indent < 4 and (heading := _HEADING.match(line)):
            self.close()
            self.enter(number, number, len(heading[1]), (heading[2] or "").strip())
            self.table = False
            return number
        if first in "=-*_":
            paragraph = self.open if self.open and self.open.kind == "paragraph" else None
            if paragraph and first in "=-" and _SETEXT.match(line):
                self.open = None
                title = " ".join(self.text[paragraph.offset : self.starts[number]].split())
                self.enter(paragraph.first, number, 1 if first == "=" else 2, title)
                return number
            if _RULE.match(line):
                self.leave()
                return number
        if first == "<" and (tag := _TAG_LINE.match(line)):
            self.leave()
            if not tag[1]:
                if not tag[3] and len(self.tags) < _DEEPEST:
                    self.tags = (*self.tags, tag[2])
            elif tag[2] in self.tags:
                self.tags = self.tags[: -1 - self.tags[::-1].index(tag[2])]
            return number
        if "|" in line and (self.table or self.heads_table(number)):
            return self.row(number)
        self.table = False
        if first in _MARKS and (item := _ITEM.match(line)):
            self.close()
            self.item(item, number)
        elif self.open is not None:
            self.open.last = number
        elif not (self.blank_before and indent >= 4 and not self.items):  # else indented code
            self.paragraph(line, number, indent)
        return number

    def leave(self) -> None:
        """A rule or a tag ends lists and what led them."""
        self.close()
        self.items.clear()
        self.lead = ""
        self.blank_before = True

    def enter(self, first: int, last: int, level: int, title: str) -> None:
        while self.path and self.path[-1][0] >= level:
            self.path.pop()
        self.path.append((level, title))
        self.titles = tuple(title for _, title in self.path)
        self.items.clear()
        self.lead = ""
        self.blank_before = True
        self.out.append(
            TextBlock("heading", first, last, self.starts[first], (), (), depth=level, words=title)
        )

    def heads_table(self, number: int) -> bool:
        """Whether the rule of a table stands below this line."""
        below = self.lines[number + 1] if number + 1 < len(self.lines) else ""
        return "-" in below and "|" in below and bool(_TABLE_RULE.match(body(below)))

    def row(self, number: int) -> int:
        self.close()
        if not self.table:
            self.table = True
            return number + 1  # the head and the rule below it
        start = self.starts[number]
        self.out.append(TextBlock("row", number, number, start, self.titles, self.tags))
        return number

    def item(self, item: re.Match[str], number: int) -> None:
        indent = len(item[1].expandtabs(4))
        while self.items and self.items[-1].indent >= indent:
            self.items.pop()
        parent = self.items[-1] if self.items else None
        if parent:
            parent.children = True
        self.open = TextBlock(
            "item",
            number,
            number,
            self.starts[number] + item.start(5),
            self.titles,
            self.tags,
            parent.words if parent else self.lead,
            item[3] is not None,
            depth=len(self.items),
            indent=indent,
        )
        self.items.append(self.open)
        self.blank_before = False

    def paragraph(self, line: str, number: int, indent: int) -> None:
        while self.items and indent <= self.items[-1].indent:
            self.items.pop()
        parent = self.items[-1] if self.items else None
        quoted = bool(_QUOTED.match(line))
        self.open = TextBlock(
            "quote" if quoted else "paragraph",
            number,
            number,
            self.starts[number] + len(line) - len(line.lstrip(" \t>" if quoted else " \t")),
            self.titles,
            self.tags,
            parent.words if parent else "",
            depth=len(self.items),
            indent=indent,
        )
        if not parent:
            self.lead = ""
        self.blank_before = False
