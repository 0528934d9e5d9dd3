"""ECHO: a critical rule that must stay where it is, is repeated in one line at the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from workbench.change.ground import Change, Ground
from workbench.change.own_sections import end_section
from workbench.change.passages import Passage
from workbench.change.pressing import binds_alone, is_marked, pressing_words
from workbench.change.proposals import Draft
from workbench.change.scope import carried, stands_alone
from workbench.change.wording import is_critical_title, is_reminder_title, words_for
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.instructions import Instruction, normal
from workbench.prompt.language import plain

MOST = 4
_FEWEST_WORDS, _LONGEST_WORDS, _LONGEST = 5, 40, 280
_NO_TOPIC = re.compile(
    r"example|sample|template|checklist|history|changelog|例|テンプレート|模板",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Echo:
    """A rule and the line that repeats it: its exact words, behind the headings it stands under."""

    unit: Passage
    rule: Instruction
    line: str

    @property
    def first(self) -> int:
        """The 0-based first line of the rule."""
        return self.rule.start_line - 1


def candidates(ground: Ground, gone: Collection[tuple[int, int]] = ()) -> tuple[Echo, ...]:
    """Rules worth repeating, the most pressing first; none in a prompt that is short.

    What is said twice already (copies on the lines `gone` left out) is not said a third time.
    """
    if ground.total < FLOOR_TOKENS:
        return ()
    words = words_for(ground.prompt.text)
    if words is None:
        return ()
    said = _said_twice(ground, gone)
    found: list[Echo] = []
    for unit in ground.passages:
        names = carried(unit, ground.title)
        if names is None or unit.foreign or _NO_TOPIC.search(" ".join(unit.path)):
            continue
        if any(is_critical_title(n) or is_reminder_title(n) for n in _names(unit)):
            continue
        for rule in unit.rules:
            if rule.start not in ground.pressing or normal(rule.text) in said:
                continue
            if not binds_alone(rule, explicit=True) or not stands_alone(rule.text):
                continue
            if not _handy(rule.text):
                continue
            prefix = words.joint.join(names) + words.colon if names else ""
            found.append(Echo(unit, rule, prefix + rule.text))
    found.sort(
        key=lambda echo: (
            not echo.rule.critical,
            not is_marked(echo.rule),
            echo.rule.polarity != "dont",
            echo.rule.start,
        )
    )
    return tuple(found)


def _handy(words: str) -> bool:
    """Long enough to mean something alone, short enough for one line."""
    text = plain(words)
    wide = sum(1 for ch in text if ord(ch) > 0x2E80)
    many = len(text.split())
    return (many >= _FEWEST_WORDS or wide >= 2 * _FEWEST_WORDS) and (
        many <= _LONGEST_WORDS and len(words) <= _LONGEST and wide <= 2 * _LONGEST_WORDS
    )


def draft(ground: Ground, echo: Echo) -> Draft:
    rule = echo.rule
    percent = round(100 * ground.place(echo.first, rule.end_line))
    under = echo.line[: len(echo.line) - len(rule.text)]
    return Draft(
        "ECHO",
        True,
        rule.text,
        rule.start_line,
        rule.end_line,
        f"line {rule.start_line}: {pressing_words([rule])} at {percent} % of the prompt",
        "The rule stands in the weak place and must stay under its heading, so its exact"
        " words are repeated in one line at the end"
        + (f", behind its heading ('{under.strip()}')." if under else "."),
        "low: nothing is moved; the rule is stated twice and must be kept in step",
        Change(end=((echo.first, echo.line, ""),)),
        "echo",
    )


def find(ground: Ground, chosen: Sequence[Echo]) -> Iterator[Draft]:
    for echo in chosen:
        yield draft(ground, echo)


def spent(ground: Ground) -> int:
    """Tokens of the reminders that the prompt has already, their heading included."""
    spot = end_section(ground.prompt)
    if spot is None:
        return 0
    first = spot.first
    while first > 0 and not ground.prompt.lines[first - 1].strip():
        first -= 1
    return ground.before[spot.last] - ground.before[max(0, first - 1)]


def _said_twice(ground: Ground, gone: Collection[tuple[int, int]]) -> frozenset[str]:
    """What stands in several places, or in the sections at the edges, word for word."""
    count: Counter[str] = Counter()
    for unit in ground.passages:
        if unit.span in gone:
            continue
        at_edge = any(is_critical_title(n) or is_reminder_title(n) for n in _names(unit))
        # An echo has its headings in front, so what follows each colon counts as well.
        behind = {normal(unit.words[m.end() :]) for m in re.finditer(r":\s|：", unit.words)}
        for words in {unit.key, *(normal(rule.text) for rule in unit.rules), *behind}:
            count[words] += 2 if at_edge else 1
    return frozenset(words for words, times in count.items() if times > 1)


def _names(unit: Passage) -> tuple[str, ...]:
    return (*unit.path, *unit.tags, unit.lead)
