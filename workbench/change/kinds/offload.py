"""OFFLOAD: reference goes to a file of its own, and one line says where it is.

A section qualifies whose own title calls it examples, reference, further reading or the like, and
that rules nothing hard. What is merely a table, a tree or a long listing does not: whether it is
needed each time is a question of meaning, which a reading answers (a reader who judged 40 such
sections would have moved 12 and called 14 harmful, 2026-11-30). Never safe: what a file holds is
read only when somebody reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from workbench.change.changes import NewFile
from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.change.scope import title_of
from workbench.change.section_words import words_for
from workbench.judge.relevance import ScoreResult
from workbench.language.generated import generated
from workbench.language.instructions import Instruction
from workbench.language.lists import group
from workbench.language.titles import (
    bare_title,
    is_checklist_title,
    is_foremost_title,
    is_reminder_title,
)
from workbench.language.words import words
from workbench.measure.host_profile import cut_line
from workbench.prompt.edits import Splice
from workbench.prompt.imports import find_imports
from workbench.prompt.lines import body, ending, usual_ending
from workbench.prompt.outline import Block, frontmatter_lines
from workbench.prompt.placeholders import Placeholder, find_placeholders
from workbench.prompt.plural import plural

#: Whether another file with other text stands under a relative path: `(path, text) -> bool`.
Occupied = Callable[[str, str], bool]


def nowhere(path: str, text: str) -> bool:
    """An `Occupied` for those who know no folder."""
    return False


#: Where the new file goes, by the kind of prompt. Left out: what is loaded only when all of it is
#: needed (commands, sub-agents), what nobody or a program loads (plain Markdown, system prompts),
#: and files of hosts that take every file in their folder for one of its own. Not `docs`: that is
#: often the source of a site that would publish the file.
_FOLDERS = {
    "claude-md": ".claude/references",
    "agents-md": ".agents/references",
    "gemini-md": ".gemini/references",
    "skill": "references",
}
#: A section is worth a file and a pointer from so many tokens on, and from so many or this share of
#: the prompt. Of seven sections of 27 to 255 tokens, readers declined six (2026-11-30): a second
#: file to open costs more than that.
WORTH, _LARGE, _SHARE = 300, 400, 0.04
#: More of them at once is another way to organise the whole, and no proposal.
MOST = 4
#: Titles by which an author says that a section is not needed each time.
_DECLARED = (
    ("example-title", "examples by its title"),
    ("reference-title", "to look up, by its title"),
)
_LONGEST_NAME = 48
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)[^)\s]+\)|^\[[^\]]+\]:\s*(?!https?:)\S", re.MULTILINE)
_DOCUMENT = re.compile(r"[\w/-]\.(?:md|mdx|txt|pdf|html?)\b")
_RUNS = re.compile(r"^!`", re.MULTILINE)  # a host runs such a line when it loads the file
_RESERVED = frozenset(("con", "prn", "aux", "nul"))


@dataclass(frozen=True, slots=True)
class _Found:
    """A section that may go: its lines (0-based, half-open), from where on the pointer stands, its
    title, what it is and why it may go."""

    span: tuple[int, int]
    first: int
    title: str
    what: str
    why: str
    by: str = ""


def find(
    ground: Ground, scores: ScoreResult | None, occupied: Occupied = nowhere
) -> Iterator[Draft]:
    """Sections that a model called rarely needed, then those of reference, the largest first."""
    folder = _FOLDERS.get(ground.prompt.kind)
    if folder is None or ground.fixed or words_for(ground.prompt.text) is None:
        return
    used: set[str] = set()
    taken: list[tuple[int, int]] = []
    for found in [*_scored(ground, scores), *_reference(ground)]:
        a, b = found.span
        if len(taken) == MOST or any(start < b and a < end for start, end in taken):
            continue
        made = _draft(ground, found, folder, used, occupied)
        if made is not None:
            taken.append(found.span)
            yield made


def section_span(ground: Ground, heading: Block) -> tuple[int, int]:
    """Lines of a section, 0-based and half-open, without blank lines and a rule at its end."""
    lines = ground.prompt.lines
    end = ground.prompt.outline.section_ends.get(heading.start_line)
    last = len(lines) if end is None else end
    while last > heading.end_line and not lines[last - 1].strip(" \t\r\n-*_"):
        last -= 1
    return heading.start_line, last


def _scored(ground: Ground, scores: ScoreResult | None) -> Iterator[_Found]:
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
                yield _section(
                    ground,
                    heading,
                    "a long section of low relevance",
                    f"{why} {score.justification}",
                    scores.model,
                )
                break


def _section(ground: Ground, heading: Block, what: str, why: str, by: str = "") -> _Found:
    """A section but its heading, which stays."""
    span = section_span(ground, heading)
    first = heading.end_line
    while first < span[1] and not ground.prompt.lines[first].strip():
        first += 1
    return _Found(span, first, heading.title, what, why, by)


def _reference(ground: Ground) -> list[_Found]:
    """Sections of reference, the largest first."""
    found = []
    for heading in _below_title(ground):
        span = section_span(ground, heading)
        size = ground.before[span[1]] - ground.before[span[0]]
        what = _what(ground, span, heading.title) if size >= _worth(ground) else ""
        if what:
            found.append((size, _section(ground, heading, what, _why(ground, size))))
    found.sort(key=lambda entry: (-entry[0], entry[1].span))
    return [one for _, one in found]


def _worth(ground: Ground) -> float:
    return max(WORTH, min(_LARGE, _SHARE * ground.total))


def _why(ground: Ground, size: int) -> str:
    share = round(100 * size / ground.total)
    return (
        f"It is {share} % of what is loaded ({plural(size, 'token')}) and holds"
        " no hard rule: it can be looked up when it is needed."
    )


def _rules_in(ground: Ground, span: tuple[int, int]) -> list[Instruction]:
    """Instructions below the first line of a span: hard ones, and those that must hold."""
    inside = (r for r in ground.instructions if span[0] < r.start_line <= span[1])
    return [rule for rule in inside if rule.strength == "hard" or rule.critical]


def _what(ground: Ground, span: tuple[int, int], title: str) -> str:
    """What the author calls a section that may be looked up; empty when it rules something hard."""
    if _rules_in(ground, span):
        return ""
    return next((what for kind, what in _DECLARED if _speaks_of(kind, title)), "")


def _below_title(ground: Ground) -> list[Block]:
    """The headings below the title, when there are several."""
    title = title_of(ground.prompt)
    below = [h for h in ground.prompt.outline.headings if h is not title]
    return below if len(below) > 2 else []


def _draft(
    ground: Ground, found: _Found, folder: str, used: set[str], occupied: Occupied
) -> Draft | None:
    prompt, added = ground.prompt, words_for(ground.prompt.text)
    (start, end), first = found.span, found.first
    name = _name(found.title)
    if added is None or first >= end or not name or not _may_go(ground, found):
        return None
    text = "".join(prompt.lines[start:end])
    if not ending(prompt.lines[end - 1]):
        text += usual_ending(prompt.text)
    path = next(
        (
            path
            for path in (f"{folder}/{name}{n}.md" for n in ("", "-2", "-3", "-4"))
            if path not in used and not occupied(path, text)
        ),
        "",
    )
    if not path:
        return None
    used.add(path)
    title = bare_title(found.title)
    line = added.pointer.format(path=path)
    last = prompt.starts[end - 1] + len(body(prompt.lines[end - 1]))
    change = Change(
        splices=(Splice(prompt.starts[first], last, line),), files=(NewFile(path, text),)
    )
    return Draft(
        "OFFLOAD",
        False,
        text,
        start + 1,
        end,
        f"lines {start + 1}-{end}: '{title}', {found.what}",
        f"{found.why} Its text goes word for word to the new file {path}; its heading and one line"
        " stay. An undo brings the prompt back; the new file stays.",
        "medium: it is read only when that file is",
        change,
        "replace",
        by=found.by,
        shown=((first, end),),
    )


def _may_go(ground: Ground, found: _Found) -> bool:
    """Whether it can be read from another file as well as here."""
    if _needed_here(found.title):
        return False
    prompt, span = ground.prompt, found.span
    made = generated(prompt.lines, frontmatter_lines(prompt.lines))
    if any(one.start_line <= span[1] and span[0] < one.end_line for one in made):
        return False
    if ground.is_pinned(*span) or any(0 < cut_line(h, prompt) <= span[1] for h in ground.hosts):
        return False
    text = "".join(prompt.lines[span[0] : span[1]])
    torn = any(
        pair.start_line < line < pair.end_line for pair in prompt.outline.pairs for line in span
    )
    if _points_elsewhere(text):
        return False
    # Links, imports and placeholders are looked up from the place of the prompt.
    return not (
        torn
        or _LINK.search(text)
        or _RUNS.search(text)
        or find_imports(text)
        or any(_filled_in(one) for one in find_placeholders(text))
    )


def _points_elsewhere(text: str) -> bool:
    """Whether most lines name a document: an index has to stand where it is read."""
    said = [line for line in text.splitlines() if line.strip()]
    return 2 * sum(bool(_DOCUMENT.search(line)) for line in said) > len(said)


def _filled_in(placeholder: Placeholder) -> bool:
    """Whether a host fills it in when the prompt is loaded: arguments and its own variables."""
    own = placeholder.style == "dollar" and placeholder.name.startswith("CLAUDE_")
    return placeholder.style == "argument" or own


def _needed_here(title: str) -> bool:
    """Whether a heading says that all of it is always needed: what matters most, what is checked,
    how to answer, what to do."""
    title = bare_title(title)
    if is_reminder_title(title) or is_checklist_title(title) or is_foremost_title(title):
        return True
    return _speaks_of("needed-title", title) and not _speaks_of("example-title", title)


def _speaks_of(kind: str, title: str) -> bool:
    """Whether a word or phrase of a list stands in a title."""
    said = f" {' '.join(word.lower for word in words(title) if word.kind == 'word')} "
    if any(f" {phrase} " in said for phrase in group("english", kind)):
        return True
    return any(sign in title for sign in group("japanese", kind) | group("chinese", kind))


def _name(title: str) -> str:
    """A file name from a title: words and hyphens, nothing that leads anywhere else."""
    name = re.sub(r"[^\w]+", "-", bare_title(title).casefold()).strip("-_")[:_LONGEST_NAME]
    name = name.strip("-_")
    return f"{name}-notes" if name in _RESERVED else name
