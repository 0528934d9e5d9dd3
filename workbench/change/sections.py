"""Where added rules go, and the section around them in the prompt's own markup and language.

Three places: a section at the start (behind frontmatter, title and a short introduction), a
section of reminders and a checklist at the end. A section of critical rules or reminders that
the prompt has already is used; a second checklist is never made.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from workbench.change.markup import heading_like
from workbench.change.own_sections import (
    ITEM,
    Spot,
    end_section,
    inside_pairs,
    outer_pairs,
    sections_named,
    start_section,
)
from workbench.change.scope import title_of
from workbench.change.section_words import words_for
from workbench.language.lists import caseless
from workbench.language.titles import (
    is_checklist_title,
    is_foremost_title,
    is_input_title,
    is_reminder_title,
)
from workbench.prompt.edits import split_gap
from workbench.prompt.lines import body, ending, usual_ending
from workbench.prompt.outline import Block
from workbench.prompt.placeholders import find_placeholders
from workbench.prompt.prompt import Prompt

#: An introduction up to this share of the lines' tokens stays in front of the added section.
LONGEST_INTRO = 0.15
_TURN = re.compile(r"\W{0,4}(?:human|user|assistant)\W{0,3}[:：>]", re.IGNORECASE)


def entry(words: str, mark: str, newline: str) -> str:
    """One list entry; further lines are indented below the first."""
    lines = re.split(r"\r\n|\n|\r", words)
    rest = [" " * len(mark) + line.strip() if line.strip() else line for line in lines[1:]]
    return mark + newline.join([lines[0], *rest])


def start_spot(
    prompt: Prompt,
    share: Callable[[int], float],
    *,
    free: Callable[[int], bool] = lambda line: True,
) -> Spot | None:
    """Where critical rules go at the start, or None where no good place is.

    `share(line)`: how much of the prompt stands before a 0-based line, 0 to 1. `free(line)`:
    whether something may be put in before that line (pinned text may not be torn).
    """
    if not _usable(prompt):
        return None
    present = sections_named(prompt, is_foremost_title)
    if present:  # never a second section of the kind
        spot = start_section(prompt)
        return spot if spot and share(spot.line) < 0.2 and free(spot.line) else None
    words = words_for(prompt.text)
    if words is None:
        return None
    title = title_of(prompt)
    headings = prompt.outline.headings
    newline = usual_ending(prompt.text)
    if len(headings) > (1 if title else 0):
        below = [h for h in headings if h is not title]
        at = below[0].start_line
        if not title and at > 0 and share(at) > LONGEST_INTRO:
            return None
        if not title and not lead_in(prompt, at):
            # The first section of several is the introduction, when it is short.
            peers = [h for h in below[1:] if h.level <= below[0].level]
            if peers and share(peers[0].start_line) <= LONGEST_INTRO:
                at = peers[0].start_line
        if share(at) > LONGEST_INTRO or not free(at) or inside_pairs(prompt.outline.pairs, at):
            return None
        level = next(h.level for h in headings if h.start_line == at)
        head = heading_like(prompt, level, words.critical)
        return Spot(
            prompt.starts[at],
            at,
            gap_before(prompt, at, newline) + head,
            newline * 2,
            "- ",
            f"new section '{words.critical}'",
        )
    pairs = outer_pairs(prompt)
    if pairs:
        first = pairs[0]
        at = first.start_line
        if len(pairs) > 1 and caseless("titles", "role").fullmatch(first.name):
            at = pairs[1].start_line
        if share(at) > LONGEST_INTRO or not free(at):
            return None
        tag = words.critical_tag
        return Spot(
            prompt.starts[at],
            at,
            f"{gap_before(prompt, at, newline)}<{tag}>{newline}",
            f"{newline}</{tag}>{newline * 2}",
            "- ",
            f"new element <{tag}>",
        )
    return _flat_start(prompt, title, words.critical, newline, share, free)


def _flat_start(
    prompt: Prompt,
    title: Block | None,
    name: str,
    newline: str,
    share: Callable[[int], float],
    free: Callable[[int], bool],
) -> Spot | None:
    """The start of a text without sections: the top of its list, or a bold line."""
    blocks = [
        b
        for b in prompt.outline.blocks
        if b is not title and b.kind not in ("frontmatter", "comment")
    ]
    if not blocks:
        return None
    first = blocks[0]
    if first.kind == "list" and len(first.items) > 1:
        at = first.start_line
        mark = ITEM.match(prompt.lines[at])
        if not mark or mark[1][0].isdigit() or share(at) > LONGEST_INTRO or not free(at):
            return None
        return Spot(
            prompt.starts[at],
            at,
            "",
            newline,
            mark[1] + mark[2],
            "the top of the list",
            True,
            at,
            at,
        )
    if first.kind != "paragraph" or len(blocks) < 3 or first.title:
        return None
    at = blocks[1].start_line
    if blocks[1].kind != "paragraph" or share(at) > LONGEST_INTRO or not free(at):
        return None
    if body(prompt.lines[first.end_line - 1]).rstrip().endswith((":", "：")):
        return None
    return Spot(
        prompt.starts[at],
        at,
        f"{gap_before(prompt, at, newline)}**{name}**{newline * 2}",
        newline * 2,
        "- ",
        f"new bold line '{name}'",
    )


def end_spot(prompt: Prompt, *, free: Callable[[int], bool] = lambda line: True) -> Spot | None:
    """Where reminders go at the end, or None where no good place is."""
    if not _usable(prompt) or _has_turns(prompt):
        return None
    found = end_section(prompt)
    if found is not None:
        return found if free(found.line) else None
    if sections_named(prompt, is_reminder_title):  # never a second section of the kind
        return None
    words = words_for(prompt.text)
    return None if words is None else _new_end(prompt, words.reminders, words.reminders_tag, free)


def check_spot(prompt: Prompt, *, free: Callable[[int], bool] = lambda line: True) -> Spot | None:
    """Where a closing checklist goes, or None where no good place is or one stands already."""
    words = words_for(prompt.text)
    taken = sections_named(prompt, is_checklist_title) or _has_turns(prompt)
    if words is None or not _usable(prompt) or taken:
        return None
    spot = _new_end(prompt, words.checklist, words.checklist_tag, free)
    if spot is None:
        return None
    newline = usual_ending(prompt.text)
    return replace(spot, opening=f"{spot.opening}{words.verify}{newline * 2}")


def _new_end(prompt: Prompt, name: str, tag: str, free: Callable[[int], bool]) -> Spot | None:
    """A new section at the end, in the style of the others; before one that takes input."""
    blocks = prompt.outline.blocks
    if not blocks or blocks[-1].kind == "frontmatter":
        return None
    newline = usual_ending(prompt.text)
    headings = prompt.outline.headings
    title = title_of(prompt)
    below = [h for h in headings if h is not title]
    if below:
        level = min(h.level for h in below)
        last = next(h for h in reversed(below) if h.level == level)
        head = heading_like(prompt, level, name)
        if _takes_input(prompt, last):
            return _before(prompt, last, head, newline, name, free)
    elif outer_pairs(prompt):
        if _takes_input(prompt, None):
            return None
        return _at_end(
            prompt, f"<{tag}>{newline}", f"{newline}</{tag}>", newline, f"new element <{tag}>"
        )
    else:
        head = f"**{name}**{newline * 2}"
    if _takes_input(prompt, None) or inside_pairs(prompt.outline.pairs, len(prompt.lines)):
        return None
    return _at_end(prompt, head, "", newline, f"new section '{name}'")


def _at_end(prompt: Prompt, opening: str, closing: str, newline: str, label: str) -> Spot:
    core, _ = split_gap(prompt.text)
    blank = newline * 2
    return Spot(len(core), len(prompt.lines), blank + opening, closing, "- ", label)


def _before(
    prompt: Prompt,
    block: Block,
    head: str,
    newline: str,
    name: str,
    free: Callable[[int], bool],
) -> Spot | None:
    at = block.start_line
    if not free(at) or inside_pairs(prompt.outline.pairs, at):
        return None
    return Spot(
        prompt.starts[at],
        at,
        gap_before(prompt, at, newline) + head,
        newline * 2,
        "- ",
        f"new section '{name}' before '{block.title}'",
    )


def _takes_input(prompt: Prompt, last: Block | None) -> bool:
    """Whether the end of the prompt is where input is put, or a list of references."""
    if last is not None and is_input_title(last.title):
        return True
    tail = next((line.strip() for line in reversed(prompt.lines) if line.strip()), "")
    if tail.endswith((":", "：")) or _is_filled(tail):
        return True
    return bool(last is not None and "$ARGUMENTS" in "".join(prompt.lines[last.start_line :]))


def _is_filled(line: str) -> bool:
    """Whether a line holds placeholders and no word of its own."""
    found = find_placeholders(line)
    rest = "".join(line[a:b] for a, b in _between([(x.start, x.end) for x in found], len(line)))
    return bool(found) and not any(ch.isalnum() for ch in rest)


def _between(spans: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """What spans in order leave of a text of `size` characters."""
    starts, ends = [0, *(b for _, b in spans)], [*(a for a, _ in spans), size]
    return list(zip(starts, ends, strict=True))


def _has_turns(prompt: Prompt) -> bool:
    """Whether it is a dialogue, or a template with the turn of the user in it."""
    return any(_TURN.match(line) for line in prompt.lines)


def _usable(prompt: Prompt) -> bool:
    outline = prompt.outline
    return bool(outline.blocks) and not outline.open_end and not outline.note


def lead_in(prompt: Prompt, line: int) -> bool:
    """Whether text (not only frontmatter or comments) stands before a line."""
    return any(
        b.start_line < line and b.kind not in ("frontmatter", "comment")
        for b in prompt.outline.blocks
    )


def gap_before(prompt: Prompt, line: int, newline: str) -> str:
    """What is missing for a blank line before `line`."""
    if line == 0 or not prompt.lines[line - 1].strip():
        return ""
    return newline if ending(prompt.lines[line - 1]) else newline * 2
