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
    if not ground.pressing_units:
        return ()
    left = [unit for unit in ground.passages if unit.span not in gone]
    times = Counter(unit.key for unit in left)
    pressing = {unit.start_line for unit in ground.pressing_units}
    return tuple(
        unit
        for i, unit in enumerate(left)
        if unit.start_line in pressing
        and times[unit.key] == 1
        and not topics(unit, ground.title)
        and not any(rule.scope for rule in unit.rules)
        and not hindrance(ground, unit, left[i + 1 : i + 9])
    )


def room(ground: Ground) -> int:
    """How many rules the section at the start still takes."""
    spot = start_section(ground.prompt)
    if spot is None:
        return MOST
    have = sum(1 for unit in ground.passages if spot.first <= unit.start_line < spot.last)
    return max(0, MOST - have)


class Rest:
    """What a list or section still has: no list is emptied, and no heading left without text."""

    def __init__(self, ground: Ground) -> None:
        self._items = Counter(unit.block for unit in ground.passages)
        self._blocks: Counter[int] = Counter()
        self._section: list[int] = []
        section = -1
        for number, block in enumerate(ground.prompt.outline.blocks):
            if block.kind == "heading":
                section = number
            elif block.kind not in ("comment", "frontmatter", "rule"):
                self._blocks[section] += 1
            self._section.append(section)

    def spares(self, unit: Passage) -> bool:
        if self._is_block(unit):
            return self._blocks[self._section[unit.block]] > 1
        return self._items[unit.block] > 1

    def take(self, unit: Passage) -> None:
        if self._is_block(unit):
            self._blocks[self._section[unit.block]] -= 1
        self._items[unit.block] -= 1

    def _is_block(self, unit: Passage) -> bool:
        """Whether it is all of its block: a paragraph outside of elements."""
        return unit.kind == "paragraph" and not unit.tags and self._items[unit.block] == 1


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
    new = ground.after(built)
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


def hindrance(
    ground: Ground, unit: Passage, later: Sequence[Passage], *, sentences: Sequence[str] = ()
) -> str:
    """Why a unit cannot leave its place, its headings apart, in words; empty when it can.

    `later`: the units behind it. `sentences`: those that must stand alone, without them all, of
    which a paragraph has one.
    """
    if unit.ordered:
        return f"numbered step {unit.mark.strip(' .)')} of a sequence"
    if unit.foreign:
        return f"inside <{unit.tags[-1]}>, an example or a template"
    if not unit.whole or unit.nested:
        return "nested items or code belong to it"
    if unit.alone:
        return "the only item of its list"
    if any(is_critical_title(n) or is_reminder_title(n) for n in unit.above):
        return "in the prompt's own section of critical rules or reminders"
    explicit = unit.kind == "paragraph"  # of which a command says too little about its kind
    if not any(
        r.start in ground.pressing and binds_alone(r, explicit=explicit) for r in unit.rules
    ):
        return "its words alone are no plain ban or duty"
    if unit.kind == "paragraph" and len(unit.sentences) != 1 and not sentences:
        return "one of several sentences of a paragraph"
    if not all(stands_alone(text) for text in sentences or unit.sentences):
        return "its words point at the text around it"
    if len(plain(unit.words).split()) > _LONGEST_WORDS or len(unit.words) > 500:
        return "too long for a list of a few critical rules"
    if ground.is_pinned(unit.start_line, unit.end_line):
        return "pinned"
    if unit.kind == "paragraph" and not _lets_go(ground, unit):
        return "it introduces what follows it"
    following = next((u for u in later if u.block in (unit.block, unit.block + 1)), None)
    if following is not None and not begins_afresh(following.words):
        return "the text behind it points back at it"
    return ""


def _lets_go(ground: Ground, unit: Passage) -> bool:
    """Whether a paragraph introduces nothing: no list, code, table or quote right behind it."""
    blocks = ground.prompt.outline.blocks
    behind = blocks[unit.block + 1] if unit.block + 1 < len(blocks) else None
    return behind is None or behind.kind in ("heading", "paragraph", "rule")
