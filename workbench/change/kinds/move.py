"""MOVE: a critical rule without a topic of its own goes from the weak place to the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from workbench.change.ground import WEAK, Change, Ground
from workbench.change.own_sections import start_section
from workbench.change.passages import Passage
from workbench.change.pressing import binds_alone, pressing_words
from workbench.change.proposals import Draft
from workbench.change.scope import begins_afresh, stands_alone, topics
from workbench.change.section_move import candidate
from workbench.change.wording import is_critical_title, is_reminder_title
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.language import plain

#: More rules than this in the section at the start, and none of them stands out.
MOST = 7
#: Longer rules stay: a section of long rules is read no better than the middle.
_LONGEST_WORDS = 60
#: A section larger than this share of the prompt is no list of a few critical rules.
_LARGEST = 0.15


def candidates(ground: Ground, gone: Collection[tuple[int, int]] = ()) -> tuple[Passage, ...]:
    """What may be moved, wherever it stands; `gone`: lines of copies that are taken out anyway.

    What stands in two places stays: which of them should move is for a person to say.
    """
    left = [unit for unit in ground.passages if unit.span not in gone]
    times = Counter(unit.key for unit in left)
    return tuple(
        unit
        for i, unit in enumerate(left)
        if times[unit.key] == 1 and _movable(ground, unit, left[i + 1 : i + 9])
    )


def room(ground: Ground) -> int:
    """How many rules the section at the start still takes."""
    spot = start_section(ground.prompt)
    if spot is None:
        return MOST
    have = sum(1 for unit in ground.passages if spot.first <= unit.start_line < spot.last)
    return max(0, MOST - have)


def draft(ground: Ground, unit: Passage) -> Draft:
    percent = round(100 * ground.place(unit.start_line, unit.end_line))
    line = unit.start_line + 1
    if ground.total < FLOOR_TOKENS:
        reason = (
            f"The rule stands in the middle. Below {FLOOR_TOKENS:,} tokens no effect of the place"
            " is known, so putting it first is a convention."
        )
    else:
        reason = "The rule stands in the weak place of this prompt; the start is the strong one."
    return Draft(
        "MOVE",
        True,
        unit.words,
        line,
        unit.end_line,
        f"line {line}: {pressing_words(unit.rules)} at {percent} % of the prompt",
        f"{reason} Its words stay as they are, and it stands under no heading that limits it.",
        "low: only its place changes",
        Change(
            cuts=((unit.start_line, unit.end_line),),
            start=((unit.start_line, unit.words, unit.mark),),
        ),
        "move",
    )


def find(
    ground: Ground, chosen: Sequence[Passage], section: Draft | None = None
) -> Iterator[Draft]:
    """The drafts for `chosen`; `section` is a section that moves as well, and takes them in."""
    if section is not None:
        yield section
    for unit in chosen:
        found = draft(ground, unit)
        if section is not None:
            found = replace(found, change=found.change + section.change)
        yield found


def section(ground: Ground) -> Draft | None:
    """The draft that moves the prompt's own section of critical rules out of the weak place."""
    span = candidate(ground.prompt)
    if span is None or ground.total < FLOOR_TOKENS or ground.is_pinned(*span):
        return None
    place, size = ground.place(*span), ground.before[span[1]] - ground.before[span[0]]
    inner = [r for r in ground.instructions if span[0] < r.start_line <= span[1]]
    hard = [rule for rule in inner if rule.strength == "hard"]
    if not weak(place) or size > _LARGEST * ground.total or not hard:
        return None
    change = Change(sections=(span[0],))
    built = ground.build(change, "move")
    if built is None or not ground.keeps_pins(built.prompt):
        return None
    new = Ground(built.prompt, (), (), ground.costs, scenario=ground.scenario)
    if new.place(*built.start_lines[span[0]]) >= WEAK[0]:
        return None
    lines = ground.prompt.lines[span[0] : span[1]]
    return Draft(
        "MOVE",
        True,
        "".join(lines),
        span[0] + 1,
        span[1],
        f"lines {span[0] + 1}-{span[1]}: a section of critical rules at {round(100 * place)} %"
        " of the prompt",
        "The section stands in the weak place of this prompt; the start is the strong one. It"
        " moves as a whole, word for word.",
        "low: only its place changes",
        change,
        "move",
    )


def weak(place: float) -> bool:
    return WEAK[0] < place < WEAK[1]


def _movable(ground: Ground, unit: Passage, later: Sequence[Passage]) -> bool:
    if not unit.whole or unit.ordered or unit.alone or unit.nested or unit.foreign:
        return False
    if unit.kind == "paragraph" and len(unit.sentences) != 1:
        return False
    if not any(rule.start in ground.pressing and binds_alone(rule) for rule in unit.rules):
        return False
    if any(
        is_critical_title(name) or is_reminder_title(name)
        for name in (*unit.path, *unit.tags, unit.lead)
    ):
        return False
    if topics(unit, ground.title) or not all(stands_alone(text) for text in unit.sentences):
        return False
    if len(plain(unit.words).split()) > _LONGEST_WORDS or len(unit.words) > 500:
        return False
    if ground.is_pinned(unit.start_line, unit.end_line):
        return False
    if unit.kind == "paragraph" and not _lets_go(ground, unit):
        return False
    following = next((u for u in later if u.block in (unit.block, unit.block + 1)), None)
    return following is None or begins_afresh(following.words)


def _lets_go(ground: Ground, unit: Passage) -> bool:
    """Whether a paragraph introduces nothing: no list, code, table or quote right behind it."""
    blocks = ground.prompt.outline.blocks
    behind = blocks[unit.block + 1] if unit.block + 1 < len(blocks) else None
    return behind is None or behind.kind in ("heading", "paragraph", "rule")
