"""OFFLOAD: reference goes to a file of its own, and one line says where it is.

A section qualifies that rules nothing hard: examples, tables, trees, facts to look up. Never safe:
what a file holds is read only when somebody reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from workbench.change.changes import NewFile
from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.change.scope import title_of
from workbench.change.wording import words_for
from workbench.judge.relevance import ScoreResult
from workbench.language.generated import generated
from workbench.language.lists import group
from workbench.language.titles import (
    bare_title,
    is_checklist_title,
    is_foremost_title,
    is_reminder_title,
)
from workbench.measure.host_profile import cut_line
from workbench.prompt.edits import Splice
from workbench.prompt.imports import find_imports
from workbench.prompt.lines import body, ending, usual_ending
from workbench.prompt.outline import Block, frontmatter_lines
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
#: A section is worth a file and a pointer from so many tokens on, and from so many or this share of
#: the prompt.
WORTH, _LARGE, _SHARE = 150, 400, 0.04
#: More of them at once is another way to organise the whole, and no proposal.
MOST = 4
#: Share of a section that stands in code, tables and the like, from which on it is reference.
_SHOWN = 0.5
_LONGEST_NAME = 48
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)[^)\s]+\)|^\[[^\]]+\]:\s*(?!https?:)\S", re.MULTILINE)
_RUNS = re.compile(r"^!`", re.MULTILINE)  # a host runs such a line when it loads the file
_RESERVED = frozenset(("con", "prn", "aux", "nul"))
_SHOWING = frozenset(("fence", "code", "table", "html"))


def find(
    ground: Ground, scores: ScoreResult | None, occupied: Occupied = nowhere
) -> Iterator[Draft]:
    """Sections that a model called rarely needed, then those of reference, the largest first."""
    folder = _FOLDERS.get(ground.prompt.kind)
    if folder is None or ground.fixed or words_for(ground.prompt.text) is None:
        return
    used: set[str] = set()
    taken: list[tuple[int, int]] = []
    for heading, why, by in [*_scored(ground, scores), *_reference(ground)]:
        span = section_span(ground, heading)
        if len(taken) == MOST or any(a < span[1] and span[0] < b for a, b in taken):
            continue
        made = _draft(ground, heading, span, why, folder, used, occupied)
        if made is not None:
            taken.append(span)
            yield replace(made, by=by)


def section_span(ground: Ground, heading: Block) -> tuple[int, int]:
    """Lines of a section, 0-based and half-open, blank lines at its end left out."""
    lines = ground.prompt.lines
    end = ground.prompt.outline.section_ends.get(heading.start_line)
    last = len(lines) if end is None else end
    while last > heading.end_line and not lines[last - 1].strip():
        last -= 1
    return heading.start_line, last


def _scored(
    ground: Ground, scores: ScoreResult | None
) -> Iterator[tuple[Block, tuple[str, str], str]]:
    if scores is None or scores.inconclusive or not scores.model:
        return
    parts = {part.id: part for part in ground.parts}
    for score in scores.flagged:
        part = parts.get(score.id)
        if part is None or score.recommendation != "OFFLOAD":
            continue
        for heading in _below_title(ground):
            if part.start_line <= heading.start_line + 1 <= part.end_line:
                why = f"It scored {score.score:g} of 10 for this task and is long."
                what = "a long section of low relevance"
                yield heading, (what, f"{why} {score.justification}"), scores.model
                break


def _reference(ground: Ground) -> list[tuple[Block, tuple[str, str], str]]:
    found = []
    for heading in _below_title(ground):
        span = section_span(ground, heading)
        size = ground.before[span[1]] - ground.before[span[0]]
        if size < max(WORTH, min(_LARGE, _SHARE * ground.total)):
            continue
        what = _what(ground, span)
        if what:
            share = round(100 * size / ground.total)
            why = (
                f"It is {share} % of what is loaded every time ({plural(size, 'token')}) and holds"
                " no hard rule: it can be looked up when it is needed."
            )
            found.append((size, heading, (what, why), ""))
    found.sort(key=lambda entry: (-entry[0], entry[1].start_line))
    return [(heading, why, by) for _, heading, why, by in found]


def _what(ground: Ground, span: tuple[int, int]) -> str:
    """What kind of reference a section is; empty when it is none."""
    inside = [r for r in ground.instructions if span[0] < r.start_line <= span[1]]
    if any(rule.strength == "hard" or rule.critical for rule in inside):
        return ""
    shown: dict[str, int] = {}
    whole = max(1, ground.before[span[1]] - ground.before[span[0]])
    for block in ground.prompt.outline.blocks:
        if block.kind in _SHOWING and span[0] <= block.start_line < span[1]:
            cost = ground.before[block.end_line] - ground.before[block.start_line]
            shown[block.kind] = shown.get(block.kind, 0) + cost
    if sum(shown.values()) < _SHOWN * whole:
        return "" if inside else "facts to look up, no rule among them"
    most = max(shown, key=lambda kind: shown[kind])
    return {"table": "mostly a table"}.get(most, "mostly examples or listings")


def _below_title(ground: Ground) -> list[Block]:
    """The headings below the title, when there are several."""
    title = title_of(ground.prompt)
    below = [h for h in ground.prompt.outline.headings if h is not title]
    return below if len(below) > 2 else []


def _draft(
    ground: Ground,
    heading: Block,
    span: tuple[int, int],
    said: tuple[str, str],
    folder: str,
    used: set[str],
    occupied: Occupied,
) -> Draft | None:
    what, why = said
    prompt, words = ground.prompt, words_for(ground.prompt.text)
    first = heading.end_line
    while first < span[1] and not prompt.lines[first].strip():
        first += 1
    if words is None or first >= span[1] or not _may_go(ground, heading, span):
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
    pointer = words.pointer.format(path=path)
    end = prompt.starts[span[1] - 1] + len(body(prompt.lines[span[1] - 1]))
    change = Change(
        splices=(Splice(prompt.starts[first], end, pointer),), files=(NewFile(path, text),)
    )
    return Draft(
        "OFFLOAD",
        False,
        text,
        span[0] + 1,
        span[1],
        f"lines {span[0] + 1}-{span[1]}: '{title}', {what}",
        f"{why} Its text goes word for word to the new file {path}; its heading and one line stay."
        " An undo brings the prompt back; the new file stays.",
        "medium: it is read only when that file is",
        change,
        "replace",
    )


def _may_go(ground: Ground, heading: Block, span: tuple[int, int]) -> bool:
    """Whether a section can be read from another file as well as here."""
    title = bare_title(heading.title)
    if is_reminder_title(title) or is_checklist_title(title) or is_foremost_title(title):
        return False
    said = set(title.casefold().split())
    if said & group("english", "needed-title") and not said & group("english", "example-title"):
        return False
    if any(
        sign in title
        for sign in group("japanese", "needed-title") | group("chinese", "needed-title")
    ):
        return False
    prompt = ground.prompt
    made = generated(prompt.lines, frontmatter_lines(prompt.lines))
    if any(one.start_line <= span[1] and span[0] < one.end_line for one in made):
        return False
    if ground.is_pinned(*span) or any(0 < cut_line(h, prompt) <= span[1] for h in ground.hosts):
        return False
    text = "".join(prompt.lines[span[0] : span[1]])
    torn = any(
        pair.start_line < line < pair.end_line for pair in prompt.outline.pairs for line in span
    )
    # Links, imports and placeholders are looked up from the place of the prompt.
    return not (
        torn
        or _LINK.search(text)
        or _RUNS.search(text)
        or find_imports(text)
        or find_placeholders(text)
    )


def _name(title: str) -> str:
    """A file name from a title: words and hyphens, nothing that leads anywhere else."""
    name = re.sub(r"[^\w]+", "-", bare_title(title).casefold()).strip("-_")[:_LONGEST_NAME]
    name = name.strip("-_")
    return f"{name}-notes" if name in _RESERVED else name
