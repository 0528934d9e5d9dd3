"""What may be moved, repeated or merged as a whole: list items and short paragraphs.

The outline decides what a whole unit is: an item that owns nested items, code or a second
paragraph is none, and neither is anything in a table, a quote, code or frontmatter.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from workbench.language.instructions import Instruction
from workbench.language.lists import caseless
from workbench.language.statements import Statement, statements
from workbench.prompt.lines import body, line_at
from workbench.prompt.outline import Block
from workbench.prompt.prompt import Prompt
from workbench.prompt.statement_ids import normal
from workbench.prompt.tags import TagPair

ITEM = re.compile(r"(?P<mark>(?:[-*+•]|\d{1,9}[.)])[ \t]+)(?P<words>\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Passage:
    """A list item or a paragraph as whole lines.

    `start_line`, `end_line`: 0-based, half-open. `words`: its text without the list mark.
    `mark`: the list mark with its blanks, empty for a paragraph. `path`: headings above;
    `tags`: elements around; `lead`: the label or sentence that introduces it. `block`: index of
    its outline block. `whole`: nothing else belongs to it, so it may be taken out. `alone`: no
    other item stands in its list. `nested`: inside another item. `rules`: its instructions.
    """

    start_line: int
    end_line: int
    words: str
    mark: str
    path: tuple[str, ...]
    tags: tuple[str, ...]
    lead: str
    block: int
    sentences: tuple[str, ...]
    whole: bool
    alone: bool
    nested: bool
    rules: tuple[Instruction, ...] = field(default=(), compare=False)

    @property
    def ordered(self) -> bool:
        return self.mark[:1].isdigit()

    @property
    def kind(self) -> str:
        return "item" if self.mark else "paragraph"

    @property
    def span(self) -> tuple[int, int]:
        return self.start_line, self.end_line

    @property
    def above(self) -> tuple[str, ...]:
        """All headings, elements and the label above it."""
        return (*self.path, *self.tags, self.lead)

    @property
    def key(self) -> str:
        """Its words for comparing: blanks, emphasis and the final stop do not count."""
        return normal(self.words)

    @property
    def foreign(self) -> bool:
        """Whether it stands in an example, a template or a layout element."""
        return any(map(_shows, self.tags))


def find_passages(prompt: Prompt, instructions: Sequence[Instruction]) -> tuple[Passage, ...]:
    """All passages of a prompt in order, with the instructions that stand in each."""
    text, starts = prompt.text, prompt.starts
    blocks = prompt.outline.blocks
    firsts = [block.start_line for block in blocks]
    rules = sorted(instructions, key=lambda rule: rule.start)
    places = [rule.start for rule in rules]
    labels = _labels(blocks)
    found: list[Passage] = []
    for span, group in groupby(statements(prompt), key=lambda item: item.unit):
        items = list(group)
        head = items[0]
        if head.kind not in ("item", "paragraph"):
            continue
        first, last = line_at(starts, span[0]), line_at(starts, max(span[0], span[1] - 1)) + 1
        at = bisect_right(firsts, first) - 1
        if at < 0 or blocks[at].end_line <= first:
            continue
        block = blocks[at]
        if block.kind not in ("list", "paragraph", "html"):
            continue
        mark = ITEM.match(text[span[0] : items[-1].end].lstrip(" \t"))
        if (head.kind == "item") != bool(mark):
            continue
        around = tuple(pair.name for pair in _around(prompt.outline.pairs, first))
        found.append(
            Passage(
                first,
                last,
                text[head.start : items[-1].end],
                mark["mark"] if mark else "",
                head.path,
                around or head.tags,
                head.lead or labels.get(at, ""),
                at,
                tuple(item.text for item in items),
                _is_whole(prompt, block, first, last, items),
                _is_alone(prompt, block, first, last, head),
                head.depth > 0,
                tuple(rules[bisect_left(places, span[0]) : bisect_left(places, span[1])]),
            )
        )
    return tuple(found)


def _around(pairs: Sequence[TagPair], line: int) -> Iterator[TagPair]:
    return (pair for pair in pairs if pair.start_line <= line < pair.end_line)


def _labels(blocks: Sequence[Block]) -> dict[int, str]:
    """For each block the bold line that stands as a heading above it, if any."""
    found: dict[int, str] = {}
    label = ""
    for i, block in enumerate(blocks):
        if block.kind in ("heading", "rule"):
            label = ""
        elif block.kind == "paragraph" and block.title:
            label = block.title
        elif label:
            found[i] = label
    return found


def _is_whole(
    prompt: Prompt, block: Block, first: int, last: int, items: Sequence[Statement]
) -> bool:
    lines, head = prompt.lines, items[0]
    if head.children or prompt.text[items[-1].end : head.unit[1]].strip():
        return False
    before_words = prompt.text[head.unit[0] : head.start].strip()
    if before_words and not re.fullmatch(r"[-*+•]|\d{1,9}[.)]", before_words):
        return False
    if block.kind == "list":
        at = bisect_left(block.items, first - block.start_line)
        if block.items[at : at + 1] != (first - block.start_line,):
            return False
        following = block.items[at + 1 : at + 2]
        end = block.start_line + following[0] if following else block.end_line
        while end > first + 1 and not lines[end - 1].strip():
            end -= 1
        return end == last and not lines[first][:1].isspace()
    if block.kind == "paragraph":
        return (block.start_line, block.end_line) == (first, last)
    if not head.tags or any(map(_shows, head.tags)):
        return False
    behind = body(lines[last]) if last < len(lines) else ""
    before = body(lines[first - 1]) if first else ""
    if head.kind == "item":
        ends = not behind.strip() or ITEM.match(behind) or behind.startswith("</")
        return bool(ends) and not lines[first][:1].isspace()
    return not behind.strip() and not before.strip()


def _is_alone(prompt: Prompt, block: Block, first: int, last: int, head: Statement) -> bool:
    if block.kind == "list":
        return len(block.items) < 2
    if block.kind == "html" and head.kind == "item":
        near = [*prompt.lines[max(0, first - 1) : first], *prompt.lines[last : last + 1]]
        return not any(ITEM.match(line) for line in near)
    return False


def _shows(tag: str) -> bool:
    """Whether what an element holds is an example, code or layout, never a rule of the prompt."""
    return caseless("titles", "shown-element").fullmatch(tag) is not None
