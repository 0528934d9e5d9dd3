"""OFFLOAD: a section goes to a file of its own, and one line says when to read it.

Never safe: what a file holds is read only when somebody reads it. Critical rules never go.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from workbench.change.changes import NewFile
from workbench.change.ground import WEAK, Change, Ground
from workbench.change.proposals import Draft
from workbench.change.scope import title_of
from workbench.change.section_move import section_span
from workbench.change.wording import (
    bare_title,
    is_checklist_title,
    is_critical_title,
    is_generic_title,
    is_reminder_title,
    words_for,
)
from workbench.judge.relevance import ScoreResult
from workbench.prompt.edits import Splice
from workbench.prompt.imports import find_imports
from workbench.prompt.lines import body, ending, usual_ending
from workbench.prompt.outline import Block
from workbench.prompt.placeholders import find_placeholders
from workbench.prompt.plural import plural

#: Whether another file with other text stands under a relative path: `(path, text) -> bool`.
Occupied = Callable[[str, str], bool]


def nowhere(path: str, text: str) -> bool:
    """An `Occupied` for those who know no folder."""
    return False


#: Where the new file goes, by the kind of prompt; other kinds are read by nobody who could open
#: a file, or by a host that takes every file in their folder for one of its own.
_FOLDERS = {
    "claude-md": "docs",
    "agents-md": "docs",
    "gemini-md": "docs",
    "skill": "references",
}
#: A section is large from so many tokens and this share of the prompt on.
_LARGE, _LARGE_SHARE = 400, 0.1
#: Shorter prompts are read as a whole; smaller sections are not worth a pointer, those for
#: somewhere else sooner, since they mislead as well.
_PROMPT, _WORTH, _WORTH_FOREIGN = 2_000, 120, 12
MOST = 2
_FOREIGN = "a section for somewhere else"
_LOW = "a long section of low relevance"
_LONGEST_NAME = 48
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)[^)\s]+\)|^\[[^\]]+\]:\s*(?!https?:)\S", re.MULTILINE)
_RESERVED = frozenset(("con", "prn", "aux", "nul"))
#: Sections that say how the whole is to be used, or end it: they stay.
_OUTPUT = re.compile(r"output|format|出力|输出|格式", re.IGNORECASE)


def find(
    ground: Ground,
    scores: ScoreResult | None,
    occupied: Occupied = nowhere,
) -> Iterator[Draft]:
    """Sections for somewhere else first, then low ones worth a pointer, then the largest."""
    folder = _FOLDERS.get(ground.prompt.kind)
    if folder is None or ground.fixed or words_for(ground.prompt.text) is None:
        return
    used: set[str] = set()
    done: set[int] = set()
    for heading, what, why in _wanted(ground, scores):
        if heading.start_line in done:
            continue
        made = _draft(ground, heading, (what, why), folder, used, occupied)
        if made is not None:
            done.add(heading.start_line)
            judged = scores.model if scores is not None and what == _LOW else ""
            yield replace(made, by=judged)


def _wanted(ground: Ground, scores: ScoreResult | None) -> Iterator[tuple[Block, str, str]]:
    """Headings with what each section is and why it may go, in words."""
    tops = _tops(ground)
    parts = {part.id: part for part in ground.parts}
    for score in scores.flagged if scores is not None and not scores.inconclusive else ():
        part = parts.get(score.id)
        if part is None or score.recommendation != "OFFLOAD":
            continue
        for heading in tops:
            if part.start_line <= heading.start_line + 1 <= part.end_line:
                why = f"It scored {score.score:g} of 10 for this task and is long."
                yield heading, _LOW, f"{why} {score.justification}"
    if ground.total < _PROMPT:
        return
    large = []
    for heading in tops:
        span = section_span(ground.prompt, heading.start_line)
        size = 0 if span is None else ground.before[span[1]] - ground.before[span[0]]
        if span is None or size < max(_LARGE, _LARGE_SHARE * ground.total):
            continue
        if WEAK[0] < ground.place(*span) < WEAK[1]:
            large.append((size, heading))
    large.sort(key=lambda entry: (-entry[0], entry[1].start_line))
    for size, heading in large[:MOST]:
        share = round(100 * size / ground.total)
        why = f"It is {share} % of what is loaded with every request; if only some work needs it,"
        yield heading, "a large section in the middle", f"{why} it can be read on demand."


def _tops(ground: Ground) -> list[Block]:
    """The headings of the top level below the title."""
    title = title_of(ground.prompt)
    below = [h for h in ground.prompt.outline.headings if h is not title]
    level = min((h.level for h in below), default=0)
    return [h for h in below if h.level == level] if len(below) > 2 else []


def _draft(
    ground: Ground,
    heading: Block,
    said: tuple[str, str],
    folder: str,
    used: set[str],
    occupied: Occupied,
) -> Draft | None:
    what, why = said
    prompt, words = ground.prompt, words_for(ground.prompt.text)
    span = section_span(prompt, heading.start_line)
    if (
        span is None
        or words is None
        or not _may_go(ground, heading, span, _WORTH_FOREIGN if what == _FOREIGN else _WORTH)
    ):
        return None
    first = heading.end_line
    while first < span[1] and not prompt.lines[first].strip():
        first += 1
    if first >= span[1]:
        return None
    text = "".join(prompt.lines[span[0] : span[1]])
    name = _name(heading.title)
    if not name:
        return None
    if not ending(prompt.lines[span[1] - 1]):
        text += usual_ending(prompt.text)
    path = next(
        (
            path
            for path in (f"{folder}/{name}{n}.md" for n in ("", "-2", "-3"))
            if path not in used and not occupied(path, text)
        ),
        "",
    )
    if not path:
        return None
    used.add(path)
    title = bare_title(heading.title)
    pointer = words.pointer.format(title=title.replace('"', "'"), path=path)
    last = prompt.lines[span[1] - 1]
    end = prompt.starts[span[1] - 1] + len(body(last))
    change = Change(
        splices=(Splice(prompt.starts[first], end, pointer),), files=(NewFile(path, text),)
    )
    rules = [r for r in ground.instructions if span[0] < r.start_line <= span[1]]
    hard = [rule for rule in rules if rule.strength == "hard"]
    many = plural(len(hard), "hard rule")
    return Draft(
        "OFFLOAD",
        False,
        text,
        span[0] + 1,
        span[1],
        f"lines {span[0] + 1}-{span[1]}: '{title}', {what}",
        f"{why} Its text goes word for word to the new file {path}; one line stays and says when"
        " to read it. An undo brings the prompt back; the new file stays.",
        f"medium: {many if hard else 'what it says'} will be read only when that file is",
        change,
        "replace",
    )


def _may_go(ground: Ground, heading: Block, span: tuple[int, int], worth: int) -> bool:
    """Whether a section can be read from another file and holds nothing that must be loaded."""
    title = heading.title
    if is_generic_title(title) or is_reminder_title(title) or is_checklist_title(title):
        return False
    if is_critical_title(title) or _OUTPUT.search(title) or ground.is_pinned(*span):
        return False
    if ground.before[span[1]] - ground.before[span[0]] < worth:
        return False
    rules = (r for r in ground.instructions if span[0] < r.start_line <= span[1])
    if any(rule.critical for rule in rules):
        return False
    text = "".join(ground.prompt.lines[span[0] : span[1]])
    pairs = ground.prompt.outline.pairs
    torn = any(
        pair.start_line < line < pair.end_line for pair in pairs for line in (span[0], span[1])
    )
    # Links, imports and placeholders are looked up from the place of the prompt.
    return not (torn or _LINK.search(text) or find_imports(text) or find_placeholders(text))


def _name(title: str) -> str:
    """A file name from a title: words and hyphens, nothing that leads anywhere else."""
    name = re.sub(r"[^\w]+", "-", bare_title(title).casefold()).strip("-_")[:_LONGEST_NAME]
    name = name.strip("-_")
    return f"{name}-notes" if name in _RESERVED else name
