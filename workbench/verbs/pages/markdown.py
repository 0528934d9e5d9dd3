"""Blocks as GitHub's Markdown, short enough for a pull request.

Text of files is put into code spans: there neither markup, nor a link, nor `@somebody` works.
Our own words are escaped too, so that a block can never become other Markdown than it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

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
    Span,
    Table,
    pieces,
)

#: What would start a list, a heading or a rule at the start of a line.
_START = re.compile(r"^(\s*\d*)([-+=#.)])")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~@!&])")


def markdown(blocks: Iterable[Block]) -> str:
    """One text with a blank line between blocks."""
    made = (_block(block) for block in blocks)
    return "\n\n".join(text for text in made if text) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(words, level):
            return f"{'#' * min(level, 6)} {_inline(words)}"
        case Para(words, small):
            said = _START.sub(r"\g<1>\\\g<2>", _inline(words))
            return f"<sub>{said}</sub>" if small else said
        case Table():
            return _table(block)
        case Lines(rows):
            text = "\n".join(f"{row.mark or ' '} {row.text}".rstrip() for row in rows)
            return fenced(text, "diff")
        case Figure():
            return ""  # its numbers stand in the words and tables beside it
        case Card(head, body, _):
            inside = markdown(body).rstrip("\n")
            return f"**{_inline(head)}**\n\n{inside}" if inside else _inline(head)
        case Fold(words, body, is_open):
            start = "<details open>" if is_open else "<details>"
            summary = _html_inline(words)
            return f"{start}\n<summary>{summary}</summary>\n\n{markdown(body)}\n</details>"


def _inline(words: Inline) -> str:
    return "".join(
        _own(piece) if isinstance(piece, str) else _toned(piece) for piece in pieces(words)
    )


def _toned(span: Span) -> str:
    if span.tone in ("file", "code"):
        return code(span.text)
    said = _own(span.text)
    return f"**{said}**" if span.tone == "strong" and said.strip() else said


def _own(text: str) -> str:
    """Words of ours: every sign that Markdown knows is escaped, line feeds become blanks."""
    return _SPECIAL.sub(r"\\\1", visible(text.replace("\n", " ")))


def code(text: str) -> str:
    """Any text as a code span that is safe in a table, too."""
    flat = one_line(text)
    if not flat:
        return ""
    if "\\|" in flat or "\\" in flat[-1:]:
        # A backslash before a bar has no exact form in a code span of a table.
        signs = re.sub(r"[^\w\s]", lambda m: f"&#{ord(m[0])};" if m[0] < "\x7f" else m[0], flat)
        return f"<code>{signs.replace('_', '&#95;')}</code>"
    runs = [len(run) for run in re.findall("`+", flat)]
    fence = "`" * next(n for n in range(1, len(runs) + 2) if n not in runs)
    pad = " " if "`" in (flat[0], flat[-1]) else ""
    return f"{fence}{pad}{flat}{pad}{fence}".replace("|", "\\|")


def fenced(text: str, language: str = "") -> str:
    """Lines of any text in a fence that nothing in them closes."""
    shown = visible(text, lines=True)
    runs = [len(run) for run in re.findall("`{3,}", shown)]
    fence = "`" * (max(runs, default=2) + 1)
    return f"{fence}{language}\n{shown}\n{fence}"


def _html_inline(words: Inline) -> str:
    """Inside of <summary> Markdown is not read: HTML is written there."""
    return "".join(
        escape(visible(piece))
        if isinstance(piece, str)
        else f"<code>{escape(one_line(piece.text))}</code>"
        if piece.tone in ("file", "code")
        else escape(visible(piece.text))
        for piece in pieces(words)
    )


def _table(table: Table) -> str:
    rule = " | ".join("---:" if align == ">" else "---" for align in table.aligns)
    rows = [" | ".join(_own(name) for name in table.head), rule]
    rows += [" | ".join(_inline(words) for words in row) for row in table.rows]
    return "\n".join(f"| {row} |" for row in rows)
