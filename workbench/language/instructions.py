"""Instructions: the statements of a prompt that tell the model to do or not to do something."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from workbench.language.critical import LABELLED_SHARE, MOST_LABELLED, between_marks, label_of
from workbench.language.detection import language, latin_language, script_name
from workbench.language.force import Force
from workbench.language.lists import load
from workbench.language.statements import Statement, headings, statements, title_mood
from workbench.language.titles import is_generic_title, is_named
from workbench.prompt.codespans import Span, in_spans
from workbench.prompt.lines import line_at
from workbench.prompt.statement_ids import normal, numbered_id

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt


class PartLike(Protocol):
    """What instructions need of a part: its name and where it begins."""

    @property
    def id(self) -> str: ...
    @property
    def start(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction and where it stands.

    `id` depends on its words and its occurrence among equal statements, not on its place. `part`:
    the id of its part. `start`, `end`: offsets of its words. `text`: the exact words, line breaks
    folded to one space. `strength`: hard or soft. `polarity`: do or dont. `critical_by`: who calls
    it critical, `you` (a mark that you set), `author` (the text says so), or nothing. `form`: by
    which form it was told (see `Force`). `path`: titles of the headings above, `scope`: those of
    them that limit where it holds; `tags`: elements around. `ordered`: a step of a numbered list.
    `unit`: offsets of the whole lines of its item or paragraph (nested items left out);
    `whole_unit`: it is all of that unit; `children`: nested items or code follow.
    """

    id: str
    part: str
    start: int
    end: int
    start_line: int
    end_line: int
    text: str
    strength: str
    polarity: str
    form: str
    cue: str
    lang: str
    critical_by: str = ""
    path: tuple[str, ...] = ()
    kind: str = "paragraph"
    ordered: bool = False
    unit: tuple[int, int] = (0, 0)
    whole_unit: bool = False
    children: bool = False
    tags: tuple[str, ...] = ()
    lead: str = ""
    scope: tuple[str, ...] = ()

    @property
    def critical(self) -> bool:
        return bool(self.critical_by)


@dataclass(frozen=True, slots=True)
class Unread:
    """Statements in a language that is not read: its name, or that of its letters; how many, and
    where they begin."""

    language: str
    statements: int
    first_line: int

    def said(self) -> str:
        """`12 statements in Cyrillic letters (from line 3)`."""
        count = f"{self.statements} statement{'s' * (self.statements != 1)}"
        return f"{count} in {self.language} (from line {self.first_line})"


def extract_instructions(
    prompt: Prompt, parts: Sequence[PartLike] | None = None
) -> tuple[Instruction, ...]:
    """All instructions of a prompt in order; data files (JSON, logs) have none."""
    if prompt.is_data:
        return ()
    chosen = prompt.parts() if parts is None else parts
    part_starts = [part.start for part in chosen]
    document = document_title(prompt)
    critical = critical_statements(prompt)
    found = []
    for name, item in numbered(prompt):
        by = critical.get(item.start, "")
        # What you marked is a rule, whatever the reader made of its words.
        force = item.force or (Force("hard", "do", "mark") if by == "you" else item.force)
        if not force:
            continue
        at = bisect_right(part_starts, item.start) - 1
        found.append(
            Instruction(
                name,
                chosen[at].id if at >= 0 else "",
                item.start,
                item.end,
                line_at(prompt.starts, item.start) + 1,
                line_at(prompt.starts, max(item.start, item.end - 1)) + 1,
                item.text,
                force.strength,
                force.polarity,
                force.form,
                force.cue,
                item.lang,
                by,
                item.path,
                item.kind,
                item.ordered,
                item.unit,
                item.whole,
                item.children,
                item.tags,
                item.lead,
                scope_titles(item.path, document),
            )
        )
    return tuple(found)


def numbered(prompt: Prompt) -> Iterator[tuple[str, Statement]]:
    """Each statement with its id: from its words and its occurrence among equal ones."""
    seen: Counter[str] = Counter()
    for item in statements(prompt):
        key = normal(item.text)
        if item.kind == "heading":
            key = f"# {key}"
        seen[key] += 1
        yield numbered_id(key, seen[key]), item


def critical_statements(prompt: Prompt) -> dict[int, str]:
    """By the offset of each critical statement who calls it so: `you` or `author`."""
    labelled = _labelled(prompt)
    found = {} if _too_many(labelled, prompt) else dict.fromkeys(labelled, "author")
    if prompt.marks:
        marks = dict(prompt.marks)
        for name, item in numbered(prompt):
            if marks.get(name) is True:
                found[item.start] = "you"
            elif name in marks:
                found.pop(item.start, None)
    return found


def labels_say_nothing(prompt: Prompt) -> int:
    """How many rules the text calls critical where they are too many to tell anything, else 0."""
    if prompt.is_data:
        return 0
    labelled = _labelled(prompt)
    return len(labelled) if _too_many(labelled, prompt) else 0


def _labelled(prompt: Prompt) -> list[int]:
    """Offsets of the rules that the text itself calls critical."""
    found = []
    opener: Statement | None = None
    starts = prompt.starts
    marked = [
        Span(starts[first], starts[end])
        for first, end in between_marks(prompt.outline.blocks, prompt.lines)
    ]
    for item in statements(prompt):
        if opener is None or opener.unit != item.unit:
            opener = item
        if item.force and (
            in_spans(marked, item.start)
            or label_of(item, opener.text if opener is not item else "")
        ):
            found.append(item.start)
    return found


def _too_many(labelled: Sequence[int], prompt: Prompt) -> bool:
    rules = sum(bool(item.force) for item in statements(prompt))
    return len(labelled) > MOST_LABELLED and len(labelled) > LABELLED_SHARE * rules


def unread(prompt: Prompt) -> tuple[Unread, ...]:
    """The statements whose language nobody here reads; single letters such as β are none."""
    if prompt.is_data:
        return ()
    others = [
        item
        for item in statements(prompt)
        if item.lang == "other" and sum(map(str.isalpha, item.text)) >= _FEWEST_LETTERS
    ]
    latin = [item.text for item in others if language(item.text) == "en"]
    spoken = latin_language(" ".join(latin)) if latin else ""
    found: dict[str, list[int]] = {}
    for item in others:
        name = spoken if language(item.text) == "en" else script_name(item.text)
        found.setdefault(name, []).append(item.start)
    return tuple(
        Unread(_called(name), len(at), line_at(prompt.starts, at[0]) + 1)
        for name, at in found.items()
    )


def _called(name: str) -> str:
    if name in load("latin") or name == "Korean":
        return name
    return f"{name} letters" if name else "letters of another script"


_FEWEST_LETTERS = 4


# -- titles -------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def scope_titles(path: tuple[str, ...], document: str = "") -> tuple[str, ...]:
    """The titles of a heading path that limit where a rule holds.

    The title of the document and titles such as "Rules" or "Important" limit nothing.
    """
    return tuple(
        title
        for title in path
        if title != document and not is_generic_title(title) and not title_mood(title)
    )


def document_title(prompt: Prompt) -> str:
    """The title of the whole text, or nothing: the only heading of the first level, the first
    heading where no other is as high, or that which the frontmatter names.
    """
    found = headings(prompt)
    tops = [title for _, level, title in found if level == 1]
    if not tops and found and found[0][1] == 2:
        tops = [title for _, level, title in found if level == 2]
    if len(tops) == 1 or (tops and found[0][1] == 1 and is_named(prompt.text, tops[0])):
        return tops[0]
    return ""
