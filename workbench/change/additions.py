"""What a rewrite says that the old text does not: the ledger is about what goes, this is about what
comes. A shorter text has no business with a new rule, a link, code or a comment that nobody sees.
Nor with other values in a table: a cell of one word or number is no statement for the ledger.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from workbench.change.ledger import Ledger
from workbench.language.content import content_bag
from workbench.language.literals import literals
from workbench.prompt.lines import body, split_lines
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FENCE = re.compile(r"[\s>*+-]*(?:\d+[.)]\s+)?(```|~~~)")
_RULE = re.compile(r"[|:\s-]+")
_POINTING = frozenset(("link", "import", "path"))
_MOST = 3


def additions(old: str, new: str, book: Ledger) -> Iterator[str]:
    """Why `new` cannot take the place of the part `old`, a sentence for each kind of addition.

    `book`: of the whole prompt with it. A new statement made only of words of the old part is one
    that was split, and no addition.
    """
    known = set(content_bag(old))
    said = [row.text_b for row in book.rows if row.status == "added"]
    said = [text for text in said if not set(content_bag(text)) <= known]
    if said:
        yield f"It adds {plural(len(said), 'statement')}: {_named(said)}."
    flat = _flat(old)
    comments = [text for text in _COMMENT.findall(new) if _flat(text) not in flat]
    if comments:
        yield f"It adds {plural(len(comments), 'comment')}: {_named(comments)}."
    names = [
        x.text
        for line in split_lines(_COMMENT.sub("", new))
        for x in literals(line)
        if x.kind in _POINTING and _flat(x.text) not in flat
    ]
    if names:
        yield f"It points to what the part does not name: {_named(names)}."
    if cells := list(lost_cells(old, new)):
        yield f"A table loses or changes {plural(len(cells), 'value')}: {_named(cells)}."
    if more := _structure(new) - _structure(old):
        yield f"It adds {_named(list(more.elements()))}: what follows it would stand elsewhere."
    code = [line for line in _code_lines(new) if _flat(line) not in flat]
    if code:
        yield f"It adds {plural(len(code), 'line of code', 'lines of code')}: {_named(code)}."


def _structure(text: str) -> Counter[str]:
    """Headings by their level, and tags: they decide what the text behind them belongs to."""
    # Behind a line, as it will stand in the prompt: at the very start `---` opens frontmatter.
    outline = Prompt.from_text(f"-\n\n{text}").outline
    tags = (f"the tag <{'/' if tag.closing else ''}{tag.name}>" for tag in outline.tags)
    levels = (f"a heading of level {heading.level}" for heading in outline.headings)
    return Counter((*levels, *tags))


def lost_cells(old: str, new: str) -> tuple[str, ...]:
    """Values of tables, such as `400` or `yes`, that stand in `old` more often than in `new`."""
    return tuple((_values(old) - _values(new)).elements())


def _values(text: str) -> Counter[str]:
    """The cells of table rows that are one word, number or sign, ticks and stars left out."""
    cells = (
        cell.strip(" \t`*_")
        for line in split_lines(text)
        if line.count("|") > 1 and not _RULE.fullmatch(line.strip())
        for cell in body(line).strip().strip("|").split("|")
    )
    return Counter(cell for cell in cells if cell and len(cell.split()) == 1)


def split_off(book: Ledger) -> tuple[str, ...]:
    """Statements that stand by themselves now."""
    return tuple(row.text_b for row in book.rows if row.status == "added")


def _code_lines(text: str) -> Iterator[str]:
    fence = ""
    for line in split_lines(text):
        found = _FENCE.match(line)
        if found and fence in ("", found[1]):
            fence = "" if fence else found[1]
        elif fence and line.strip():
            yield body(line)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _named(texts: list[str]) -> str:
    shown = ", ".join(f"'{one_line(text, 60)}'" for text in texts[:_MOST])
    more = f" and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
    return f"{shown}{more}"
