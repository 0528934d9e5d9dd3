"""The sections for critical rules and for reminders that a prompt has already."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from workbench.change.scope import title_of
from workbench.language.titles import is_foremost_title, is_reminder_title
from workbench.prompt.edits import Edit, insert
from workbench.prompt.lines import ending, usual_ending
from workbench.prompt.outline import Block
from workbench.prompt.prompt import Prompt
from workbench.prompt.tags import TagPair

ITEM = re.compile(r"([-*+]|\d{1,9}[.)])([ \t]+)\S")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for entries: `offset` into the text, what goes before and behind all entries.

    `mark`: the list mark of the entries. `line`: 0-based line of the place. `existing`: the
    section is there already, with entries on the lines `first` to `last` (0-based, half-open).
    `label`: what to call it for people.
    """

    offset: int
    line: int
    opening: str
    closing: str
    mark: str
    label: str
    existing: bool = False
    first: int = 0
    last: int = 0

    def edit(self, entries: Sequence[str], newline: str, kind: str) -> Edit:
        """Put the entries (each without its last line ending) in."""
        return insert(self.offset, self.opening + newline.join(entries) + self.closing, kind=kind)

    def shown(self, entries: Sequence[str], newline: str) -> str:
        """The added text for people, without the blank lines around it."""
        return (self.opening + newline.join(entries) + self.closing).strip("\r\n") + newline


def start_section(prompt: Prompt) -> Spot | None:
    """The section of critical rules that the prompt has."""
    for found in sections_named(prompt, is_foremost_title):
        spot = _existing(prompt, *found)
        if spot is not None:
            return spot
    return None


def end_section(prompt: Prompt) -> Spot | None:
    """The section of reminders that the prompt has, when it stands behind its middle."""
    for found in reversed(sections_named(prompt, is_reminder_title)):
        spot = _existing(prompt, *found)
        if spot is not None and spot.line * 2 > len(prompt.lines):
            return spot
    return None


def sections_named(prompt: Prompt, matches: Callable[[str], bool]) -> list[tuple[int, int, str]]:
    """Sections by heading, element or bold line whose title matches: inner lines and title."""
    out: list[tuple[int, int, str]] = []
    blocks = prompt.outline.blocks
    title = title_of(prompt)
    trail: list[Block] = []
    for i, block in enumerate(blocks):
        if block.kind == "heading":
            while trail and trail[-1].level >= block.level:
                trail.pop()
            above = [h for h in trail if h is not title]
            trail.append(block)
            if not above and matches(block.title):
                ends = (b.start_line for b in blocks[i + 1 :] if b.kind == "heading")
                out.append((block.end_line, next(ends, len(prompt.lines)), block.title))
        elif (
            block.kind == "paragraph"
            and block.title
            and matches(block.title)
            and all(h is title for h in trail)
            and i + 1 < len(blocks)
        ):
            out.append((block.end_line, blocks[i + 1].end_line, block.title))
    for pair in outer_pairs(prompt):
        if matches(pair.name.replace("_", " ").replace("-", " ")):
            out.append((pair.start_line + 1, pair.end_line - 1, f"<{pair.name}>"))
    return sorted(out)


def _existing(prompt: Prompt, start: int, end: int, title: str) -> Spot | None:
    """The end of the plain bullet list that opens a section, or None where it has none."""
    lines = prompt.lines
    first = start
    while first < end and not lines[first].strip():
        first += 1
    mark = ITEM.match(lines[first]) if first < end else None
    if not mark or mark[1][0].isdigit():
        return None
    last = first
    while last < end and lines[last].strip() and not lines[last].startswith("</"):
        last += 1
    if any(line.strip() for line in lines[last:end] if ITEM.match(line)):
        return None  # a loose list: where it ends is not certain
    newline = usual_ending(prompt.text)
    tail = lines[last - 1]
    close = newline if ending(tail) else ""
    return Spot(
        prompt.starts[last],
        last,
        "" if ending(tail) else newline,
        close,
        mark[1] + mark[2],
        f"section '{title.strip('<>')}'",
        True,
        first,
        last,
    )


def outer_pairs(prompt: Prompt) -> list[TagPair]:
    """The outermost elements that open and close in the first column, over several lines."""
    out: list[TagPair] = []
    for pair in prompt.outline.pairs:
        if out and pair.start_line < out[-1].end_line:
            continue
        if pair.flush and pair.flush_end and pair.end_line - pair.start_line > 1:
            out.append(pair)
    return out


def inside_pairs(pairs: Iterable[TagPair], line: int) -> bool:
    return any(pair.start_line < line < pair.end_line for pair in pairs)
