"""What the ledger counts: statements, frontmatter lines, and what stands outside of both.

Most statements of two versions are the same, so everything that is costly about a statement
(how it binds, what it means, its id) is worked out only when somebody asks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from workbench.change.literals import frontmatter_fields
from workbench.change.signature import Signature, signature
from workbench.language.force import Force
from workbench.language.instructions import critical_statements, document_title, scope_titles
from workbench.language.statements import Statement, alone, headings, statements
from workbench.prompt.lines import body, line_at
from workbench.prompt.outline import Block, frontmatter_lines
from workbench.prompt.prompt import Prompt
from workbench.prompt.statement_ids import normal, numbered_id

#: Characters before and behind a sentence in which its block is searched for a heading's words.
_AROUND = 2_000
_BAR = re.compile(r"(?<!\\)\|")
#: Longer texts are remembered two at a time, so that memory stays bounded.
_LONG = 200_000


class Unit:
    """One statement of a version (a line of frontmatter has none); `line` is 1-based.

    `normal`: the words that make two statements the same; `nth`: its occurrence among equal
    ones, from 1; `document`: the title of the whole text; `critical`: you or the author
    say so.
    """

    __slots__ = (
        "_signature",
        "critical",
        "document",
        "line",
        "normal",
        "nth",
        "source",
        "statement",
        "text",
    )

    def __init__(
        self,
        text: str,
        line: int,
        nth: int,
        normal: str,
        statement: Statement | None = None,
        source: str = "",
        document: str = "",
        critical: bool = False,
    ) -> None:
        self.text, self.line, self.nth, self.normal = text, line, nth, normal
        self.statement, self.source, self.document = statement, source, document
        self.critical = critical
        self._signature: Signature | None = None

    def joined(self, texts: list[str]) -> Unit:
        """This unit with the words of several."""
        text = " ".join(texts)
        return Unit(
            text,
            self.line,
            self.nth,
            normal(text),
            self.statement,
            self.source,
            self.document,
            self.critical,
        )

    @property
    def id(self) -> str:
        return numbered_id(self.normal, self.nth)

    @property
    def path(self) -> tuple[str, ...]:
        return self.statement.path if self.statement else ()

    @property
    def scope(self) -> tuple[str, ...]:
        return scope_titles(self.path, self.document)

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
        return self.text.rstrip("*_ ").endswith((":", "："))

    @property
    def kind(self) -> str:
        """As in `Row`: frontmatter, instruction or statement."""
        if self.statement is None:
            return "frontmatter"
        return "instruction" if self.force else "statement"

    @property
    def force(self) -> Force:
        """How it binds where it stands."""
        return self.statement.force if self.statement else alone(self.text)

    @property
    def signature(self) -> Signature:
        if self._signature is None:
            self._signature = signature(self.text, self.force)
        return self._signature


def units_of(prompt: Prompt) -> tuple[Unit, ...]:
    """The units of a prompt in order. Data files have none: their lines are literals."""
    return _read(prompt)[0]


def leftovers(prompt: Prompt) -> tuple[tuple[int, str, str], ...]:
    """`(line, kind, text)` of headings and of lines in no statement: code, tags, comments."""
    return _read(prompt)[1]


_Reading = tuple[tuple[Unit, ...], tuple[tuple[int, str, str], ...]]


def _read(prompt: Prompt) -> _Reading:
    return (_read_short if len(prompt.text) <= _LONG else _read_long)(prompt)


def _scan(prompt: Prompt) -> _Reading:
    return _units(prompt), _leftovers(prompt)


# One version is compared with many candidates.
_read_short = lru_cache(maxsize=16)(_scan)
_read_long = lru_cache(maxsize=2)(_scan)


def _units(prompt: Prompt) -> tuple[Unit, ...]:
    if prompt.is_data:
        return ()
    seen: Counter[str] = Counter()
    lines, starts = prompt.lines, prompt.starts
    out: list[Unit] = []

    def add(text: str, line: int, statement: Statement | None = None) -> None:
        key = normal(text)
        seen[key] += 1
        grave = statement is not None and statement.start in critical
        out.append(Unit(text, line, seen[key], key, statement, prompt.text, document, grave))

    document, critical = document_title(prompt), critical_statements(prompt)
    for line, text in frontmatter_fields(lines[: frontmatter_lines(lines)]):
        add(text, line)
    for item in _sentences(prompt):
        add(item.text, line_at(starts, item.start) + 1, item)
    return tuple(out)


def _sentences(prompt: Prompt) -> list[Statement]:
    return [item for item in statements(prompt) if item.kind != "heading"]


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
            row = [cell.strip() for cell in _BAR.split(body(prompt.lines[number]).strip(" |"))]
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
        found = _sentences(prompt)
        for block in _tables(prompt):
            size = block.end_line - block.start_line
            covered[block.start_line : block.end_line] = b"\1" * size
        out += _cells(prompt, found)
        for item in found:
            if item.unit != last:
                last = item.unit
                a, b = line_at(starts, last[0]), line_at(starts, last[1] - 1) + 1
                covered[a:b] = b"\1" * (b - a)
        for line, _, title in headings(prompt):
            out.append((line, "heading", title))
            covered[line - 1] = 1
            if line < len(lines) and not set(body(lines[line]).strip()) - set("=-"):
                covered[line] = 1
    for number, text in enumerate(lines):
        if not covered[number] and any(ch.isalnum() for ch in text):
            out.append((number + 1, "code", body(text).strip()))
    return tuple(sorted(out))
