"""Statements: the sentences and list items of a prompt, with exact places.

Frontmatter, fences, indented code and comments hold no statements; a code span stays part of
the sentence that holds it. See `textblocks` and `sentences` for how they are found.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.prompt.codespans import in_spans, inline_spans
from workbench.prompt.reading import FRAMED_KINDS
from workbench.prompt.sentences import cells, sentences
from workbench.prompt.textblocks import TextBlock, text_blocks

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt

_FOLD = re.compile(r"(?:(?<![ \t])[ \t]+)?(?:\r\n|\r|\n)[ \t]*(?:>[ \t]?)*[ \t]*")
#: How many texts are remembered; a longer one only alone, so that memory stays bounded.
_KEPT, _LONG = 8, 200_000

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


def statements(source: Prompt | str) -> tuple[Statement, ...]:
    """All statements of a prompt or of a Markdown text, in order."""
    return _read(source)[0]


def headings(source: Prompt | str) -> Headings:
    """Headings as `(line, level, title)`, line 1-based; fences and comments do not count."""
    return _read(source)[1]


_Read = tuple[tuple[Statement, ...], Headings]
# Several readers (instructions, ledger, rules) want the statements of the same text.
_known: OrderedDict[tuple[str, str], _Read] = OrderedDict()


def _read(source: Prompt | str) -> _Read:
    from workbench.prompt.prompt import Prompt

    prompt = Prompt.from_text(source, kind="markdown") if isinstance(source, str) else source
    # All kinds of Markdown are read alike.
    key = (prompt.text, prompt.kind if prompt.is_data or prompt.kind in FRAMED_KINDS else "")
    found = _known.get(key)
    if found is None:
        found = _scan(prompt)
        if len(prompt.text) > _LONG:
            _known.clear()
        _known[key] = found
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def _scan(prompt: Prompt) -> _Read:
    found: list[Statement] = []
    titles = []
    for unit in text_blocks(prompt.reading, prompt.text, prompt.lines, prompt.starts):
        if unit.kind == "heading":
            titles.append((unit.first + 1, unit.depth, unit.words))
        else:
            found += _statements(prompt.text, prompt.starts, unit)
    return tuple(found), tuple(titles)


def _statements(text: str, starts: Sequence[int], unit: TextBlock) -> Iterator[Statement]:
    span = (starts[unit.first], starts[unit.last + 1])
    row = unit.kind == "row"
    split = cells if row else sentences
    pieces = [
        piece
        for start, end in _outside_comments(text, unit.start, unit.end)
        for piece in split(text, start, end)
    ]
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


def _outside_comments(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of a block that stand outside of comments: a comment is no part of a rule."""
    if text.find("<!--", start, end) < 0:
        yield start, end
        return
    code = tuple(inline_spans(text, start, end))
    at = start
    while (opening := text.find("<!--", at, end)) >= 0:
        if in_spans(code, opening):
            at = opening + 4
            continue
        if opening > start:
            yield start, opening
        closing = text.find("-->", opening + 4, end)
        if closing < 0:
            return
        start = at = closing + 3
    if start < end:
        yield start, end
