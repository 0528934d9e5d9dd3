"""Until nothing is left: what a second run would propose is proposed in the first one.

Taking lines out and putting rules in shifts the rest, so that other rules come to stand in the
weak place or other copies side by side. The drafts of the next round are carried back to the
lines of the first text and join the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from workbench.change.ground import Built, Change, Ground
from workbench.change.proposals import Draft
from workbench.language.instructions import extract_instructions
from workbench.prompt.edits import Edit
from workbench.prompt.lines import line_at
from workbench.prompt.prompt import Prompt

_ROUNDS = 5


def total(drafts: list[Draft]) -> Change:
    """All changes as one."""
    change = Change()
    for draft in drafts:
        change += draft.change
    return change


def close(
    ground: Ground, first: Callable[[Ground], list[Draft]], fits: Callable[[Built], bool]
) -> list[Draft]:
    """The drafts of `first` and those that it finds in the text they lead to, until none is left.

    `fits` says whether a text they lead to is acceptable. Where the safe ones cannot be completed,
    fewer of them are kept, down to none: what is safe leaves nothing for a second run.
    """
    drafts = first(ground)
    safe = [draft for draft in drafts if draft.safe]
    offered = [draft for draft in drafts if not draft.safe]
    merges = [draft for draft in safe if draft.kind == "MERGE"]
    tried: list[list[Draft]] = []
    for chosen in (safe, merges, [draft for draft in safe if draft.kind != "MERGE"]):
        if chosen and chosen not in tried:
            tried.append(chosen)
            found = _closed(ground, [*chosen, *offered], first, fits)
            if found is not None:
                return found
    return offered


def _closed(
    ground: Ground,
    drafts: list[Draft],
    first: Callable[[Ground], list[Draft]],
    fits: Callable[[Built], bool],
) -> list[Draft] | None:
    """`drafts` and what follows from them, or None where that comes to no good end."""
    for _ in range(_ROUNDS):
        safe = [draft for draft in drafts if draft.safe]
        built = ground.build(total(safe), "optimise")
        if built is None:
            return None
        found = [draft for draft in first(_after(ground, built.prompt)) if draft.safe]
        if not found:
            return drafts
        more = list(_back(ground.prompt, built, found))
        known = {(draft.kind, draft.start_line) for draft in safe}
        more = [draft for draft in more if (draft.kind, draft.start_line) not in known]
        wider = ground.build(total([*safe, *more]), "optimise") if more else None
        if wider is None or not fits(wider):
            return None
        fresh = {(draft.kind, draft.start_line) for draft in more}
        drafts = [d for d in drafts if d.safe or (d.kind, d.start_line) not in fresh]
        drafts += more
    return None


def _after(ground: Ground, prompt: Prompt) -> Ground:
    parts = prompt.parts()
    return Ground(
        prompt,
        parts,
        extract_instructions(prompt, parts),
        ground.costs,
        scenario=ground.scenario,
        pinned=ground.pinned_hashes,
        hosts=ground.hosts,
    )


def _back(old: Prompt, built: Built, drafts: list[Draft]) -> Iterator[Draft]:
    """Drafts of the new text for the lines of the old one; those about added lines are left out."""
    inverse = built.edit.inverse(old.text)
    for draft in drafts:
        lines = {
            *(line for span in draft.change.cuts for line in range(*span)),
            *(line for line, _, _ in (*draft.change.start, *draft.change.end)),
            *draft.change.sections,
            draft.start_line - 1,
            draft.end_line - 1,
        }
        where = {line: _line(old, built.prompt, inverse, line) for line in lines}
        if any(place is None for place in where.values()):
            continue
        at = {line: place for line, place in where.items() if place is not None}
        kept = None
        if draft.kept:
            kept_line = _line(old, built.prompt, inverse, draft.kept[0])
            kept = None if kept_line is None else (kept_line, kept_line + 1)
        change = Change(
            tuple((at[a], at[b - 1] + 1) for a, b in draft.change.cuts),
            tuple((at[line], words, mark) for line, words, mark in draft.change.start),
            tuple((at[line], words, mark) for line, words, mark in draft.change.end),
            tuple(at[line] for line in draft.change.sections),
        )
        first, last = at[draft.start_line - 1], at[draft.end_line - 1]
        found = f"line {first + 1}: " + draft.found.split(": ", 1)[-1]
        if kept is not None:
            found = f"line {first + 1} and others repeat line {kept[0] + 1}"
            if len(change.cuts) == 1:
                found = f"line {first + 1} repeats line {kept[0] + 1}"
        yield replace(
            draft,
            start_line=first + 1,
            end_line=last + 1,
            change=change,
            kept=kept,
            found=found,
            reason=draft.reason if kept is None else _SAME,
            risk=draft.risk if kept is None else "low: the same words stay elsewhere",
        )


_SAME = "Another line says the same in the same words and holds for at least as much."


def _line(old: Prompt, new: Prompt, inverse: Edit, line: int) -> int | None:
    """The old line that stands at `line` of the new text, or None when it was added."""
    if line >= len(new.lines):
        return None
    at = line_at(old.starts, inverse.follow(new.starts[line], after=True))
    same = at < len(old.lines) and old.lines[at].strip() == new.lines[line].strip()
    return at if same and new.lines[line].strip() else None
