"""Blocks as HTML: for a cell of a notebook, and for the body of a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.prompt.visible import visible
from workbench.verbs.pages.blocks import (
    Block,
    Card,
    Figure,
    Fold,
    Heading,
    Inline,
    Line,
    Lines,
    Para,
    Span,
    Table,
    pieces,
)
from workbench.verbs.pages.markup import Html, el, join
from workbench.verbs.pages.style import STYLE

#: Sign of a diff line -> its class; the sign itself is shown, too.
_SIGNS = {"-": "−", "@": "⋯"}
_MARKS = {"+": "ins", "-": "del", ">": "mov", "<": "mov", "~": "mov", "@": "fold"}


def cell(blocks: Iterable[Block], label: str) -> Html:
    """Blocks with their style sheet, for the output of a notebook cell."""
    return el("div", el("style", STYLE), markup(blocks), class_="ctxbench", role="group",
              aria_label=label)  # fmt: skip


def markup(blocks: Iterable[Block]) -> Html:
    return join((_block(block) for block in blocks), "\n")


def _block(block: Block) -> Html:
    match block:
        case Heading(words, level):
            return el(f"h{level}", *inline(words))
        case Para(words, small):
            return el("p", *inline(words), class_="small" if small else None)
        case Table():
            return _table(block)
        case Lines(rows, plain):
            return _text(rows) if plain else _diff(rows)
        case Figure(drawing, words):
            return el("figure", drawing, el("figcaption", words))
        case Card(head, body, tone):
            made = (el("header", *inline(head)), markup(body))
            return el("section", *made, class_=f"card {tone}".rstrip())
        case Fold(words, body, is_open):
            made = (el("summary", *inline(words)), markup(body))
            return el("details", *made, open="" if is_open else None)


def inline(words: Inline) -> list[Html]:
    return [_span(piece) if isinstance(piece, Span) else join([piece]) for piece in pieces(words)]


def _span(span: Span) -> Html:
    # <bdi>: text of a file that runs from right to left must not reorder what stands beside it.
    if span.tone == "file":
        return el("bdi", span.text)
    if span.tone == "code":
        return el("code", el("bdi", span.text))
    return el("span", span.text, class_=span.tone)


def _table(table: Table) -> Html:
    classes = ["n" if align == ">" else None for align in table.aligns]
    for column in table.wide:
        classes[column] = "wide"
    head = el(
        "tr",
        *(
            el("th", name, class_=kind, scope="col")
            for name, kind in zip(table.head, classes, strict=True)
        ),
    )
    bars = list(table.bars) or [-1.0] * len(table.rows)
    rows = []
    for row, share in zip(table.rows, bars, strict=True):
        cells = [
            el("td", *inline(words), *(_bar(share) if i == table.bar else ()), class_=kind)
            for i, (words, kind) in enumerate(zip(row, classes, strict=True))
        ]
        rows.append(el("tr", *cells))
    made = el("table", el("thead", head), el("tbody", join(rows, "\n")))
    return el("div", made, class_="scroll")


def _bar(share: float) -> tuple[Html, ...]:
    """A share as a bar; the number stands beside it."""
    if share < 0:
        return ()
    width = f"width:{100 * min(share, 1):.1f}%"
    return (el("span", el("i", style=width), class_="bar", aria_hidden="true"),)


def _text(rows: Sequence[Line]) -> Html:
    """A whole text; the style sheet counts its lines, so that a copy holds the text alone."""
    return el("pre", join(el("span", visible(row.text, lines=True) or " ") for row in rows),
              class_="text", tabindex="0")  # fmt: skip


def _diff(rows: Sequence[Line]) -> Html:
    numbered = [side for side in (0, 1) if any((row.a, row.b)[side] for row in rows)]
    marked = any(row.mark.strip() for row in rows)
    made = []
    for row in rows:
        numbers = [(row.a, row.b)[side] for side in numbered]
        cells = [el("td", str(n) if n else "", class_="no") for n in numbers]
        if marked:
            sign = _SIGNS.get(row.mark, row.mark.strip())
            cells.append(el("td", sign, class_="mark"))
        cells.append(el("td", *_words(row), class_="line"))
        made.append(el("tr", *cells, class_=_MARKS.get(row.mark)))
    return el("div", el("table", el("tbody", join(made, "\n")), class_="lines"), class_="scroll")


def _words(row: Line) -> list[Html]:
    """A line with the words that changed set apart."""
    out: list[Html] = []
    at = 0
    tag = {"-": "del", "+": "ins", "~": "ins"}.get(row.mark, "mark")
    for start, end in row.spans:
        out += [join([row.text[at:start]]), el(tag, row.text[start:end])]
        at = end
    return [*out, join([row.text[at:]])]
