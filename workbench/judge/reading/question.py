"""The question of a reading: the whole prompt with line numbers, and what each remark means.

The start (who is asked, the prompt, its parts, the task) is the same to the byte in the reading,
the second look and the repair, so that a provider reads it once and keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.judge.agents.quoting import mark_of, quote
from workbench.judge.reading.remarks import EDITS, PLACES, SUSPECTS, USAGES
from workbench.judge.reading.wording import wording
from workbench.measure.request import Request
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import visible

#: Changes whenever the same answer could mean something else.
METHOD = "reading-2"
#: Tokens of a prompt above which it is read in stretches of whole parts.
STRETCH = 40_000
#: Remarks of one kind that an answer may hold.
MOST = 20
MOST_EDITS = 15
#: Thinking counts too, and cannot be switched off everywhere.
MOST_TOKENS = 16_000


@dataclass(frozen=True, slots=True)
class Shown:
    """A prompt as it is put before a model: `start` is the shared start of all questions, `mark`
    stands in no line of it. Lines `first` to `last` (from 1, inclusive) are asked about; `parts`
    are those that lie there."""

    start: str
    mark: str
    first: int
    last: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """What is read: the text, its parts with the tokens of each, what kind of file it is, and the
    task of the agent (empty: the model states it)."""

    prompt: Prompt
    parts: Sequence[Part]
    tokens: Sequence[int]
    task: str = ""

    @property
    def total(self) -> int:
        return sum(self.tokens)


def stretches(subject: Subject, most: int = STRETCH) -> tuple[Shown, ...]:
    """The prompt as one, or above `most` tokens in stretches of whole parts, each with the titles
    of the rest. A single part above it stays whole."""
    groups: list[list[Part]] = [[]]
    size = 0
    for part, tokens in zip(subject.parts, subject.tokens, strict=True):
        if groups[-1] and size + tokens > most:
            groups.append([])
            size = 0
        groups[-1].append(part)
        size += tokens
    return tuple(_shown(subject, group) for group in groups if group)


def _shown(subject: Subject, group: Sequence[Part]) -> Shown:
    prompt, parts = subject.prompt, subject.parts
    first, last = group[0].start_line, group[-1].end_line
    width = len(str(len(prompt.lines)))
    lines = [
        f"{number:>{width}}| {visible(line.rstrip(chr(13) + chr(10)), lines=True)}"
        for number, line in enumerate(prompt.lines[first - 1 : last], start=first)
    ]
    mark = mark_of(subject.task, prompt.text)
    listed = [_listed(part) for part in group]
    outside = [_listed(part) for part in parts if part not in group]
    rest = ""
    if outside:
        rest = (
            f"[{mark} titles of the parts that are not shown]\n"
            + "\n".join(outside)
            + f"\n[{mark} end of titles]\n\n"
        )
    start = (
        f"Kind of file: {prompt.kind}. About {subject.total:,} tokens,"
        f" {len(prompt.lines):,} lines.\n\n"
        f"[{mark} task of the agent]\n{quote(subject.task or 'Not stated. State it.')}\n"
        f"[{mark} end of task]\n\n{rest}"
        f"[{mark} file]\n" + "\n".join(lines) + f"\n[{mark} end of file]\n\n"
        f"[{mark} its parts: number, lines, title]\n"
        + "\n".join(listed)
        + f"\n[{mark} end of parts]\n"
    )
    return Shown(start, mark, first, last, tuple(group))


def _listed(part: Part) -> str:
    title = visible(part.title or part.kind)[:80]
    return f"{part.index} | lines {part.start_line} to {part.end_line} | {title}"


def reading_request(shown: Shown, name: str = "reading", run: int = 1) -> Request:
    """The request of a reading; `run`: which of several."""
    scored = [part for part in shown.parts if part.scored]
    low, high = 150 + 25 * len(scored), 1500 + 60 * len(scored)
    lines = shown.last - shown.first + 1
    return Request(
        id=name,
        system=wording("system"),
        prefix=shown.start,
        question=wording("reading", mark=shown.mark, most=MOST, most_edits=MOST_EDITS),
        schema=SCHEMA,
        max_tokens=MOST_TOKENS,
        answer_tokens=(low + 2 * lines, min(MOST_TOKENS, high + 20 * lines)),
        repeat=run,
    )


def _objects(**fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {
            "type": "object",
            "properties": fields,
            "required": list(fields),
            "additionalProperties": False,
        },
    }


_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "integer"}


def _one_of(words: Sequence[str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(words)}


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "task": _TEXT,
        "parts": _objects(
            part=_NUMBER, without_it=_TEXT, usage=_one_of(USAGES), relevance=_NUMBER
        ),
        "critical": _objects(line=_NUMBER, quote=_TEXT, harm=_TEXT),
        "conflicts": _objects(
            a_line=_NUMBER, a_quote=_TEXT, b_line=_NUMBER, b_quote=_TEXT, why=_TEXT
        ),
        "repeats": _objects(lines={"type": "array", "items": _NUMBER}, why=_TEXT),
        "suspect": _objects(line=_NUMBER, quote=_TEXT, why=_TEXT, kind=_one_of(SUSPECTS)),
        "foreign": _objects(
            from_line=_NUMBER, to_line=_NUMBER, why=_TEXT, better_place=_one_of(PLACES)
        ),
        "edits": _objects(
            id=_TEXT,
            kind=_one_of(EDITS),
            from_line=_NUMBER,
            to_line=_NUMBER,
            why=_TEXT,
            keeps=_TEXT,
            new=_TEXT,
            after_line=_NUMBER,
            target=_TEXT,
            needs={"type": "array", "items": _TEXT},
        ),
    },
    "required": [
        "task", "parts", "critical", "conflicts", "repeats", "suspect", "foreign", "edits"
    ],
    "additionalProperties": False,
}  # fmt: skip
