"""Blocks as plain text, for terminals and for notebooks that show no HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.cli.table import table
from workbench.prompt.visible import one_line, visible
from workbench.verbs.pages.blocks import (
    Block,
    Card,
    Figure,
    Fold,
    Heading,
    Inline,
    Lines,
    Para,
    Table,
    plain,
)

_WIDEST = 100  # characters of a cell that is not the last


def text(blocks: Iterable[Block]) -> str:
    """All blocks, harmless to print; drawings are left out, their numbers stand in the tables."""
    return "\n".join(line for block in blocks for line in _lines(block))


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(words) | Para(words):
            yield visible(plain(words), lines=True)
        case Table(head, rows, aligns):
            cells = [[_cell(words) for words in row] for row in rows]
            yield from table(head, cells, aligns, widest=_WIDEST)
        case Lines(rows):
            for row in rows:
                numbers = f"{row.a or '':>5} {row.b or '':>5}"
                yield f"{numbers} {row.mark or ' '} {visible(row.text)}".rstrip()
        case Card(head, body):
            yield ""
            yield visible(plain(head))
            for inner in body:
                yield from (f"  {line}".rstrip() for line in _lines(inner))
        case Fold(words, body):
            yield visible(plain(words))
            for inner in body:
                yield from _lines(inner)
        case Figure():
            return


def _cell(words: Inline) -> str:
    """One line; the indent of a title is kept."""
    said = plain(words).replace("\u2003", "  ")
    return " " * (len(said) - len(said.lstrip(" "))) + one_line(said)
