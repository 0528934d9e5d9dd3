"""Statements of a prompt as one numbered list: the start that all questions about them share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from workbench.errors import AnswerBroken
from workbench.judge.agents.quoting import mark_of, quote
from workbench.judge.task import Task

#: Statements that one question is about.
GROUP = 20
LONGEST_WORDS = 400


class Told(Protocol):
    """A statement with its words and the titles of the headings above it."""

    @property
    def text(self) -> str: ...
    @property
    def path(self) -> tuple[str, ...]: ...
    @property
    def lead(self) -> str: ...


def listed(told: Sequence[Told], task: Task) -> tuple[str, str]:
    """(mark, prefix): the task and all statements, numbered from 1, each with its headings."""
    mark = mark_of(task.text, *(text for one in told for text in (one.text, one.lead, *one.path)))
    lines = [
        f"[{mark} task of the agent]",
        quote(task.text or "Not stated. Infer it."),
        f"[{mark} end of task]",
        "",
        f"The statements, {len(told)} of them:",
        "",
    ]
    under: tuple[str, ...] | None = None
    for number, one in enumerate(told, start=1):
        where = (*one.path, one.lead) if one.lead else one.path
        if where != under:
            lines += [f"[{mark} headings above what follows]", quote(" > ".join(where) or "none")]
            under = where
        lines += [f"[{mark} statement {number}]", quote(one.text)]
    lines.append(f"[{mark} end of the statements]\n")
    return mark, "\n".join(lines)


def groups(count: int) -> Iterator[tuple[int, int]]:
    """First and last number of each group, of nearly equal sizes."""
    parts = -(-count // GROUP)
    for k in range(parts):
        yield k * count // parts + 1, (k + 1) * count // parts


def rows_of(found: object, name: str, most: int) -> list[Mapping[str, Any]]:
    """The objects in the list `name` of an answer; raises AnswerBroken."""
    rows = found.get(name) if isinstance(found, Mapping) else None
    if not isinstance(rows, list) or any(not isinstance(row, Mapping) for row in rows):
        raise broken(f"it has no list of {name}")
    if len(rows) > most:
        raise broken(f"it has {len(rows)} {name}, more than there can be")
    return rows


def number_of(row: Mapping[str, Any], name: str, first: int, last: int) -> int:
    """The number of a statement in a row; raises AnswerBroken for one that was not asked about."""
    said = str(row.get(name)).strip()
    short = said.isascii() and said.isdigit() and len(said) < 10  # int() refuses 4,300 digits
    if not short or not first <= int(said) <= last:
        raise broken(f"it speaks of '{said[:20]}', which is none of {first} to {last}")
    return int(said)


def words_of(row: Mapping[str, Any]) -> str:
    """Why, in the model's words; raises AnswerBroken where there are none."""
    words = row.get("why")
    if not isinstance(words, str) or not words.strip():
        raise broken("it does not say why")
    return " ".join(words.split())[:LONGEST_WORDS]


def broken(what: str) -> AnswerBroken:
    return AnswerBroken(f"The answer cannot be used: {what}.", fault="schema")
