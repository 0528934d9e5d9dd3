"""What the ledger counts: statements, headings, fields of frontmatter, and lines outside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from workbench.language.force import NONE, Force
from workbench.language.sentences import sentences
from workbench.language.statements import Statement, statements
from workbench.language.titles import is_generic_title
from workbench.prompt.lines import body, line_at
from workbench.prompt.outline import Block, frontmatter_lines
from workbench.prompt.prompt import Prompt
from workbench.prompt.statement_ids import normal, numbered_id

#: Characters before and behind a sentence in which its block is searched for a heading's words.
_AROUND = 2_000
_BLOCK = re.compile(r"[>|][+-]?\d?[+-]?(?:\s+|$)")
#: Longer texts are remembered two at a time, so that memory stays bounded.
_LONG = 200_000


class Unit:
    """One statement, heading or field of frontmatter of a version; `line` is 1-based.

    `field`: the field of frontmatter that it is a sentence of. `normal`: the words that make two of
    them the same; `key`: these with what it is; `nth`: its occurrence among equal ones, from 1;
    `document`: the title of the whole text.
    """

    __slots__ = ("document", "field", "line", "normal", "nth", "source", "statement", "text")

    def __init__(
        self,
        text: str,
        line: int,
        statement: Statement | None = None,
        source: str = "",
        document: str = "",
        field: str = "",
    ) -> None:
        self.text, self.line, self.nth = text, line, 1
        self.normal = normal(text.removeprefix(f"{field}:") if field else text)
        self.statement, self.source, self.document, self.field = statement, source, document, field

    @property
    def id(self) -> str:
        return numbered_id(self.key, self.nth)

    @property
    def key(self) -> str:
        """A heading, a field and a statement of the same words are three things."""
        if self.field:
            return f"{self.field}: {self.normal}"
        return f"# {self.normal}" if self.kind == "heading" else self.normal

    @property
    def path(self) -> tuple[str, ...]:
        return self.statement.path if self.statement else ()

    @property
    def scope(self) -> tuple[str, ...]:
        """The titles that limit where it holds: not that of the document, nor "Rules"."""
        return tuple(
            title for title in self.path if title != self.document and not is_generic_title(title)
        )

    @property
    def lead(self) -> str:
        return self.statement.lead if self.statement else ""

    @property
    def block(self) -> str:
        """What stands around it in its paragraph or item."""
        if self.statement is None or self.statement.whole:
            return ""
        first, last = self.statement.unit
        start = max(first, self.statement.start - _AROUND)
        return self.source[start : min(last, self.statement.end + _AROUND)]

    @property
    def opens(self) -> bool:
        """It introduces what follows ("Run these:"), so it is no copy of an equal one."""
        return self.kind == "heading" or self.text.rstrip("*_ ").endswith((":", "："))

    @property
    def kind(self) -> str:
        """As in `Row`: frontmatter, heading, instruction or statement."""
        if self.statement is None:
            return "frontmatter"
        if self.statement.kind == "heading":
            return "heading"
        return "instruction" if self.statement.force else "statement"

    @property
    def force(self) -> Force:
        """How it binds where it stands."""
        return self.statement.force if self.statement else NONE


def units_of(prompt: Prompt) -> tuple[Unit, ...]:
    """The units of a prompt in order. Data files have none: their lines are literals."""
    return _read(prompt)[0]


def leftovers(prompt: Prompt) -> tuple[tuple[int, str, str], ...]:
    """`(line, kind, text)` of table cells and of lines in no unit: code, tags, comments."""
    return _read(prompt)[1]


_Reading = tuple[tuple[Unit, ...], tuple[tuple[int, str, str], ...]]


def _read(prompt: Prompt) -> _Reading:
    return (_read_short if len(prompt.text) <= _LONG else _read_long)(prompt)


def _scan(prompt: Prompt) -> _Reading:
    return tuple(_units(prompt)), _leftovers(prompt)


# One version is compared with many candidates.
_read_short = lru_cache(maxsize=16)(_scan)
_read_long = lru_cache(maxsize=2)(_scan)


def _units(prompt: Prompt) -> Iterator[Unit]:
    if prompt.is_data:
        return
    lines, starts = prompt.lines, prompt.starts
    seen: Counter[str] = Counter()
    for line, name, text in frontmatter_fields(lines[: frontmatter_lines(lines)]):
        for start, end in sentences(text, 0, len(text)) or [(0, len(text))]:
            made = Unit(text[start:end], line, field=name)
            seen[made.key] += 1
            made.nth = seen[made.key]
            yield made
    found = statements(prompt)
    document = _document_title(found)
    for item in found:
        made = Unit(item.text, line_at(starts, item.start) + 1, item, prompt.text, document)
        seen[made.key] += 1
        made.nth = seen[made.key]
        yield made


def _document_title(found: Sequence[Statement]) -> str:
    """The only heading of the first level, or nothing."""
    tops = [item.text for item in found if item.kind == "heading" and item.depth == 1]
    return tops[0] if len(tops) == 1 else ""


def frontmatter_fields(lines: Iterable[str]) -> Iterator[tuple[int, str, str]]:
    """Fields of frontmatter as `(line, name, text)`, 1-based: lines that go on are joined to
    theirs and the marks of quoted and block values are left out, so that a value may be wrapped
    or quoted anew."""

    def made() -> tuple[int, str, str]:
        name, _, value = " ".join(" ".join(field).split()).partition(":")
        value = _BLOCK.sub("", value.strip())
        if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1]
        return first, name, f"{name}: {value}".strip()

    field: list[str] = []
    first = 0
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if not stripped or stripped in ("---", "...") or stripped.startswith("#"):
            continue
        if field and line[:1] in " \t-":
            field.append(stripped)
            continue
        if field:
            yield made()
        field, first = [stripped], number
    if field:
        yield made()


def _tables(prompt: Prompt) -> list[Block]:
    return [block for block in prompt.outline.blocks if block.kind == "table"]


def _cells(prompt: Prompt, found: Sequence[Statement]) -> Iterator[tuple[int, str, str]]:
    """Cells of tables that are no statements: a word, a number. Each goes with the first cell of
    its row, where that is one of them too, so that two values cannot change places unseen."""
    tables = _tables(prompt)
    if not tables:
        return
    told = Counter(normal(item.text) for item in found)
    for table in tables:
        for number in range(table.start_line, table.end_line):
            line = body(prompt.lines[number]).strip(" |").replace("\\|", "\0")
            row = [cell.strip().replace("\0", "\\|") for cell in line.split("|")]
            bare = [cell for cell in row if any(ch.isalnum() for ch in cell)]
            bare = [cell for cell in bare if not told[normal(cell)]]
            label = bare[0] if number > table.start_line and bare and bare[0] == row[0] else ""
            for cell in bare:
                yield number + 1, "cell", f"{label}: {cell}" if label and cell != label else cell


def _leftovers(prompt: Prompt) -> tuple[tuple[int, str, str], ...]:
    lines, starts = prompt.lines, prompt.starts
    covered = bytearray(len(lines) + 1)
    covered[: frontmatter_lines(lines)] = b"\1" * frontmatter_lines(lines)
    out: list[tuple[int, str, str]] = []
    if not prompt.is_data:
        last = (-1, -1)
        found = statements(prompt)
        for block in _tables(prompt):
            size = block.end_line - block.start_line
            covered[block.start_line : block.end_line] = b"\1" * size
        out += _cells(prompt, found)
        for item in found:
            if item.unit != last:
                last = item.unit
                a, b = line_at(starts, last[0]), line_at(starts, last[1] - 1) + 1
                covered[a:b] = b"\1" * (b - a)
            if item.kind == "heading":  # the line that underlines it is part of it
                below = line_at(starts, item.end) + 1
                if below < len(lines) and not set(body(lines[below]).strip()) - set("=-"):
                    covered[below] = 1
    for number, text in enumerate(lines):
        if not covered[number] and any(ch.isalnum() for ch in text):
            out.append((number + 1, "line", body(text).strip()))
    return tuple(sorted(out))
