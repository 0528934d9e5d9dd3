"""Instructions: the sentences that tell a model to do or not to do something."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from workbench.prompt.align import PartLike
from workbench.prompt.cues import NONE, Verdict, en, ja, zh
from workbench.prompt.cues.context import (
    ANAPHORA,
    GENERIC_TITLE,
    NOT_ANAPHORA,
    OPEN_LEAD,
    SCOPED,
    TITLE,
)
from workbench.prompt.cues.critical import grave
from workbench.prompt.cues.en_commands import is_command
from workbench.prompt.language import language, plain
from workbench.prompt.lines import line_at, line_starts, split_lines
from workbench.prompt.mood import mood_of
from workbench.prompt.statement_ids import normal, statement_id
from workbench.prompt.statements import Statement, headings, statements
from workbench.prompt.titles import is_generic_title, is_named

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt

__all__ = [
    "Instruction",
    "classify_sentence",
    "document_title",
    "extract_instructions",
    "in_context",
    "instructions_of",
    "is_anaphoric",
    "is_scoped",
    "judged",
    "normal",
    "plain_words",
    "scope_titles",
    "statement_id",
]

_JUDGES = {"en": en.judge, "ja": ja.judge, "zh": zh.judge}
#: Longer sentences are judged by their beginning.
_LONGEST = 1200
#: Characters up to which a bare command is read for words of harm.
_PASSING = 160


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction and where it stands.

    `id` depends on its words and its occurrence among equal ones, not on its place. `start`,
    `end`: offsets of its words. `text`: the exact words, line breaks folded to one space.
    `strength`: hard or soft. `polarity`: do or dont. `sub`: explicit, implicit or
    bare-imperative. `path`: titles of the headings above (its scope), `tags`: elements around.
    `anaphoric`: its wording or its list points at other sentences, so it means less alone.
    `scoped`: it holds under a condition or a place that it names. `ordered`: a step of a
    numbered list. `scope`: the titles of `path` that limit where it holds. `unit`: offsets of
    the whole lines of its item or paragraph (nested items
    left out); `whole_unit`: it is all of that unit; `children`: nested items or code follow.
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
    critical: bool
    sub: str
    lang: str
    path: tuple[str, ...]
    cue: str
    kind: str = "paragraph"
    anaphoric: bool = False
    scoped: bool = False
    ordered: bool = False
    unit: tuple[int, int] = (0, 0)
    whole_unit: bool = False
    children: bool = False
    tags: tuple[str, ...] = ()
    lead: str = ""
    scope: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The keys of the CLI contract, and more."""
        return {
            "id": self.id,
            "part": self.part,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "text": self.text,
            "strength": self.strength,
            "polarity": self.polarity,
            "critical": self.critical,
            "sub": self.sub,
            "lang": self.lang,
            "path": list(self.path),
            "cue": self.cue,
            "anaphoric": self.anaphoric,
            "scoped": self.scoped,
        }


def classify_sentence(text: str, lang: str | None = None) -> Verdict:
    """How one sentence or list item binds, read alone (without heading or lead)."""
    return _classify(text[:_LONGEST], lang)


@lru_cache(maxsize=1024)
def _classify(text: str, lang: str | None) -> Verdict:
    stripped = text.strip()
    if stripped.startswith("#"):
        return NONE
    quoted = plain(text)
    lang = lang or language(quoted or text)
    judge = _JUDGES.get(lang)
    if judge is None or not quoted:
        return NONE
    if stripped.startswith(">") and quoted.startswith("¢"):
        return NONE
    verdict = judge(quoted)
    # A long sentence that merely begins with a verb mentions many things in passing.
    long = verdict.sub == "bare-imperative" and len(quoted) > _PASSING
    if verdict.strength == "hard" and not long and grave(plain_words(text), verdict):
        verdict = replace(verdict, critical=True)
    return verdict


def plain_words(text: str) -> str:
    """The words with code and quotations left in, marks of emphasis taken out."""
    return re.sub(r"[`*]+", "", text)


def extract_instructions(
    prompt: Prompt, parts: Sequence[PartLike] | None = None
) -> tuple[Instruction, ...]:
    """All instructions of a prompt in order; data files (JSON, logs) have none."""
    if prompt.is_data:
        return ()
    chosen = prompt.parts() if parts is None else parts
    return instructions_of(prompt, chosen)


def instructions_of(
    source: Prompt | str, parts: Sequence[PartLike] = ()
) -> tuple[Instruction, ...]:
    """The instructions of a prompt or a Markdown text; `part` is empty where no parts are given."""
    text = source if isinstance(source, str) else source.text
    starts = line_starts(split_lines(text))
    document = document_title(source)
    part_starts = [part.start for part in parts]
    seen: Counter[str] = Counter()
    out: list[Instruction] = []
    for statement, verdict in judged(statements(source)):
        if verdict.strength == "none":
            continue
        at = bisect_right(part_starts, statement.start) - 1
        out.append(
            Instruction(
                statement_id(statement.text, seen),
                parts[at].id if at >= 0 else "",
                statement.start,
                statement.end,
                line_at(starts, statement.start) + 1,
                line_at(starts, max(statement.start, statement.end - 1)) + 1,
                statement.text,
                verdict.strength,
                verdict.polarity,
                verdict.critical,
                verdict.sub,
                language(statement.text),
                statement.path,
                verdict.cue,
                statement.kind,
                is_anaphoric(statement),
                is_scoped(statement.text),
                statement.ordered,
                statement.unit,
                statement.whole,
                statement.children,
                statement.tags,
                statement.lead,
                scope_titles(statement.path, document),
            )
        )
    return tuple(out)


def judged(items: Sequence[Statement]) -> Iterator[tuple[Statement, Verdict]]:
    """Each statement with its verdict, heading and lead taken into account."""
    for item in items:
        yield item, in_context(item, classify_sentence(item.text))


def in_context(item: Statement, verdict: Verdict) -> Verdict:
    """A bare item below "Never:" is a ban, below "You must:" a duty, below "Prefer:" a wish."""
    if item.kind == "quote" and item.text[:1] in "\"“«「'":
        return NONE
    if item.kind == "cell" and _is_value(item.text, verdict):
        return NONE
    mood = mood_of(item)
    if not mood or verdict.sub == "explicit" or OPEN_LEAD.search(item.text):
        return verdict
    if verdict.strength == "soft" and mood != "dont":
        return verdict
    if item.text.rstrip().endswith(("?", "？")) or (
        verdict.strength == "none" and item.kind not in ("item", "cell")
    ):
        return verdict
    if mood == "soft":
        return replace(verdict, strength="soft", sub="", critical=False, cue=_cue(item))
    if verdict.strength == "none" and mood == "do" and not item.lead:
        return verdict  # a fact below "Requirements" stays a fact
    polarity = "dont" if mood == "dont" else verdict.polarity
    made = Verdict("hard", "explicit", polarity, cue=_cue(item))
    if mood == "do" and verdict.sub == "bare-imperative":
        return replace(made, critical=verdict.critical)
    return replace(made, critical=verdict.critical or grave(plain_words(item.text), made))


def _is_value(text: str, verdict: Verdict) -> bool:
    """A cell such as "No", "Go" or "Bedrock only" answers the head of its column."""
    if verdict.cue in ("no", "only", "none", "nothing"):
        return not is_command(plain(text).rstrip("."))
    return verdict.sub == "bare-imperative" and len(text.split()) < 2


def _cue(item: Statement) -> str:
    return plain(item.lead or (item.path[-1] if item.path else ""))[-60:].strip(" :：")


def is_anaphoric(item: Statement) -> bool:
    """Whether it leans on other sentences: pronouns, "above", a parent item, an open lead."""
    if item.lead or OPEN_LEAD.search(item.text):
        return True
    text = plain(item.text)
    return bool(ANAPHORA.search(NOT_ANAPHORA.sub(" ", text.lower())))


def is_scoped(text: str) -> bool:
    """Whether it names a condition, time or place for which it holds."""
    return bool(SCOPED.search(plain(text).lower()))


@lru_cache(maxsize=512)
def scope_titles(path: tuple[str, ...], document: str = "") -> tuple[str, ...]:
    """The titles of a heading path that limit where a rule holds.

    The title of the document and titles such as "Rules" or "Important" limit nothing.
    """
    return tuple(
        title
        for title in path
        if title != document
        and not is_generic_title(title)
        and not GENERIC_TITLE.match(" ".join(TITLE.sub(" ", plain(title)).split()))
    )


def document_title(source: Prompt | str) -> str:
    """The title of the whole text, or nothing: the only heading of the first level, the first
    heading where no other is as high, or that which the frontmatter names.
    """
    text = source if isinstance(source, str) else source.text
    found = headings(source)
    tops = [title for _, level, title in found if level == 1]
    if not tops and found and found[0][1] == 2:
        tops = [title for _, level, title in found if level == 2]
    if len(tops) == 1 or (tops and found[0][1] == 1 and is_named(text, tops[0])):
        return tops[0]
    return ""
