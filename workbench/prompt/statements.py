"""Statements: the sentences and list items of a prompt, with exact places.

Frontmatter, fences, indented code and comments hold no statements; a code span stays part of
the sentence that holds it. See `textblocks` and `sentences` for how they are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from workbench.prompt.lines import line_starts, split_lines
from workbench.prompt.sentences import cells, sentences
from workbench.prompt.textblocks import TextBlock, text_blocks

_FOLD = re.compile(r"(?:(?<![ \t])[ \t]+)?(?:\r\n|\r|\n)[ \t]*(?:>[ \t]?)*[ \t]*")
#: Longer texts are remembered one at a time, so that memory stays bounded.
_LONG = 200_000

Headings = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, list item or table cell.

    `start`, `end`: offsets of its words in the text, list mark left out. `text`: the words
    with line breaks folded. `kind`: item, paragraph, cell or quote. `unit`: offsets of the
    whole lines of the item or paragraph it stands in (children of an item left out).
    `whole`: it is all of that unit. `path`: titles of the headings above; `tags`: names of the
    elements around it. `lead`: the sentence that introduces its list, or its parent item.
    `ordered`: a step of a numbered list. `children`: its item has nested items or code below.
    """

    start: int
    end: int
    text: str
    kind: str
    unit: tuple[int, int]
    whole: bool
    path: tuple[str, ...]
    tags: tuple[str, ...] = ()
    lead: str = ""
    ordered: bool = False
    children: bool = False
    depth: int = 0


def statements(text: str) -> tuple[Statement, ...]:
    """All statements of a text, in order."""
    return _read(text)[0]


def headings(text: str) -> Headings:
    """Headings as `(line, level, title)`, line 1-based; fences and comments do not count."""
    return _read(text)[1]


def _read(text: str) -> tuple[tuple[Statement, ...], Headings]:
    return _read_short(text) if len(text) <= _LONG else _read_long(text)


def _scan(text: str) -> tuple[tuple[Statement, ...], Headings]:
    lines = split_lines(text)
    starts = line_starts(lines)
    found: list[Statement] = []
    titles = []
    for unit in text_blocks(text, lines, starts):
        if unit.kind == "heading":
            titles.append((unit.first + 1, unit.depth, unit.words))
        else:
            found += _statements(text, starts, unit)
    return tuple(found), tuple(titles)


# Several readers (instructions, ledger, rules) want the statements of the same text.
_read_short = lru_cache(maxsize=8)(_scan)
_read_long = lru_cache(maxsize=1)(_scan)


def _statements(text: str, starts: Sequence[int], unit: TextBlock) -> Iterator[Statement]:
    span = (starts[unit.first], starts[unit.last + 1])
    end = span[1]
    while end > unit.offset and text[end - 1] in " \t\r\n":
        end -= 1
    row = unit.kind == "row"
    pieces = list((cells if row else sentences)(text, unit.offset, end))
    whole = len(pieces) == 1 and not row
    kind = "cell" if row else unit.kind
    for start, stop in pieces:
        words = text[start:stop]
        if "\n" in words or "\r" in words:
            words = _FOLD.sub(" ", words)
        if words[0].isalpha() or any(ch.isalpha() for ch in words):
            yield Statement(
                start,
                stop,
                words,
                kind,
                span,
                whole,
                unit.path,
                unit.tags,
                unit.lead,
                unit.ordered,
                unit.children,
                unit.depth,
            )
