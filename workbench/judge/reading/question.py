"""The question of a reading: the whole prompt with line numbers, and what each remark means.

The start (who is asked, the prompt, its parts, the task) is the same to the byte in the reading,
the second look and the repair, so that a provider reads it once and keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.judge.agents.quoting import mark_of, quote
from workbench.judge.reading.answer_rows import NUMBER, TEXT, answer_of, objects, one_of
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


SCHEMA = answer_of(
    task=TEXT,
    parts=objects(part=NUMBER, without_it=TEXT, usage=one_of(USAGES), relevance=NUMBER),
    critical=objects(line=NUMBER, quote=TEXT, harm=TEXT),
    conflicts=objects(a_line=NUMBER, a_quote=TEXT, b_line=NUMBER, b_quote=TEXT, why=TEXT),
    repeats=objects(lines={"type": "array", "items": NUMBER}, why=TEXT),
    suspect=objects(line=NUMBER, quote=TEXT, why=TEXT, kind=one_of(SUSPECTS)),
    foreign=objects(from_line=NUMBER, to_line=NUMBER, why=TEXT, better_place=one_of(PLACES)),
    edits=objects(
        id=TEXT,
        kind=one_of(EDITS),
        from_line=NUMBER,
        to_line=NUMBER,
        why=TEXT,
        keeps=TEXT,
        new=TEXT,
        after_line=NUMBER,
        target=TEXT,
        needs={"type": "array", "items": TEXT},
    ),
)
