"""MERGE: the same words stated twice become one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from workbench.change.ground import Change, Ground
from workbench.change.passages import Passage
from workbench.change.proposals import Draft
from workbench.language.markup import plain
from workbench.language.titles import is_checklist_title, is_foremost_title, is_reminder_title

_NO_TOPIC = re.compile(
    r"example|sample|template|format|output|case|step|phase|例|テンプレート|模板|步骤|手順",
    re.IGNORECASE,
)
_FEWEST_WORDS, _FEWEST_WIDE = 4, 10
_FACT_WORDS = 12
#: A later copy stays instead of the first one when its weight is this much better.
_WORTH = 0.02


def find(ground: Ground) -> Iterator[Draft]:
    """Each later copy of a unit, to be taken out in favour of the copy that stays."""
    groups: dict[tuple[str, str], list[Passage]] = {}
    for unit in ground.passages:
        if _mergeable(ground, unit):
            groups.setdefault((unit.kind, " ".join(unit.words.split())), []).append(unit)
    left: dict[int, int] = {}
    for unit in ground.passages:
        left[unit.block] = left.get(unit.block, 0) + 1
    for copies in groups.values():
        if len(copies) < 2:
            continue
        # First inside each section, then the copies that are left between sections.
        sections: dict[object, list[Passage]] = {}
        for unit in copies:
            sections.setdefault((trail(ground, unit), unit.tags, unit.lead), []).append(unit)
        gone: set[tuple[int, int]] = set()
        for same in sections.values():
            for draft in _merge(ground, same, left):
                gone.update(draft.change.cuts)
                yield draft
        rest = [unit for unit in copies if unit.span not in gone]
        if len(sections) > 1 and len(rest) > 1:
            yield from _merge(ground, rest, left)


def _merge(ground: Ground, copies: list[Passage], left: dict[int, int]) -> Iterator[Draft]:
    def removable(unit: Passage) -> bool:
        fixed = unit.ordered or not unit.whole or ground.is_pinned(*unit.span)
        return not fixed and (unit.kind == "paragraph" or left[unit.block] > 1)

    # A copy that cannot go is the one that stays.
    kept = next((u for u in copies if not removable(u)), None) or _best(ground, copies)
    gone: list[Passage] = []
    for unit in copies:
        if unit is kept or not removable(unit) or _is_echo(ground, kept, unit):
            continue
        # Two sections may be read apart: which one can do without it, is a question of meaning.
        if covers(ground, kept, unit):
            left[unit.block] -= 1
            gone.append(unit)
    if gone:
        yield _draft(kept, gone)


def covers(ground: Ground, kept: Passage, gone: Passage) -> bool:
    """Whether what `kept` holds for takes in what `gone` holds for."""
    a, b = trail(ground, kept), trail(ground, gone)
    same_label = kept.lead == gone.lead and (not kept.lead or kept.block == gone.block)
    return b[: len(a)] == a and (same_label or not kept.lead) and _prefix(kept.tags, gone.tags)


def trail(ground: Ground, unit: Passage) -> tuple[int, ...]:
    """The lines of the headings above a unit, the prompt's title left out."""
    starts, trails = ground.heading_trails
    lines = trails[bisect_left(starts, unit.start_line)]
    named = bool(ground.title) and bool(ground.prompt.outline.headings)
    title = ground.prompt.outline.headings[0].start_line if named else -1
    return lines[1:] if lines[:1] == (title,) else lines


def _prefix(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    return b[: len(a)] == a


def _mergeable(ground: Ground, unit: Passage) -> bool:
    if unit.nested or unit.foreign:
        return False
    if _NO_TOPIC.search(" ".join((*unit.path[-2:], unit.lead))):
        return False
    text = plain(unit.words)
    words = len(text.split())
    wide = sum(1 for ch in text if ord(ch) > 0x2E80)
    if (words < _FEWEST_WORDS and wide < _FEWEST_WIDE) or text.endswith((":", "：")):
        return False
    return bool(unit.rules) or words >= _FACT_WORDS or wide >= 3 * _FEWEST_WIDE


def _best(ground: Ground, copies: list[Passage]) -> Passage:
    """The copy that holds for most; among equals the better placed, then the first."""
    best = copies[0]
    for unit in copies[1:]:
        if covers(ground, unit, best):
            if not covers(ground, best, unit):
                best = unit
                continue
            here = ground.weights(best.start_line, best.end_line)[0].weight
            there = ground.weights(unit.start_line, unit.end_line)[0].weight
            if here is not None and there is not None and there > here + _WORTH:
                best = unit
    return best


def _is_echo(ground: Ground, a: Passage, b: Passage) -> bool:
    """A marked rule stated in two sections, or in reminders, is repeated on purpose."""
    names = (*a.path, *b.path, a.lead, b.lead, *a.tags, *b.tags)
    kinds = (is_foremost_title, is_reminder_title, is_checklist_title)
    if any(is_kind(name) for name in names for is_kind in kinds):
        return True
    if not any(rule.critical for rule in (*a.rules, *b.rules)):
        return False
    return covers(ground, a, b) and trail(ground, a) != trail(ground, b)


def _draft(kept: Passage, gone: Sequence[Passage]) -> Draft:
    other = kept.start_line + 1
    lines = [unit.start_line + 1 for unit in gone]
    found = f"line {lines[0]} repeats" if len(lines) == 1 else f"lines {_ranges(lines)} repeat"
    return Draft(
        "MERGE",
        True,
        gone[0].words,
        lines[0],
        gone[-1].end_line,
        f"{found} line {other}",
        f"Line {other} says the same in the same words and holds for at least as much, so once is"
        " enough.",
        f"low: the same words stay at line {other}",
        Change(cuts=tuple(unit.span for unit in gone)),
        "merge",
        kept=kept.span,
    )


def _ranges(lines: Sequence[int]) -> str:
    """`4-11, 20`: numbers with runs drawn together, at most six of them."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][1] + 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    said = [f"{a}-{b}" if b > a else str(a) for a, b in runs]
    more = f" and {len(said) - 6} more" if len(said) > 6 else ""
    return ", ".join(said[:6]) + more
