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
from workbench.change.scope import stands_alone
from workbench.change.wording import is_critical_title, is_reminder_title, words_for
from workbench.language.instructions import Instruction
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.language import plain
from workbench.prompt.statement_ids import normal

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
    if ground.total < FLOOR_TOKENS or words_for(ground.prompt.text) is None:
        return ()
    said: frozenset[str] | None = None
    found: list[Echo] = []
    for unit in ground.pressing_units:
        for rule in unit.rules:
            if rule.start not in ground.pressing or hindrance(ground, unit, rule):
                continue
            said = said_twice(ground, gone) if said is None else said
            if normal(rule.text) not in said:
                found.append(Echo(unit, rule, prefix(ground, unit) + rule.text))
    found.sort(key=lambda echo: rank(echo.rule))
    return tuple(found)


def rank(rule: Instruction) -> tuple[bool, bool, bool, int]:
    """The most pressing rules first: critical ones, marked ones, bans."""
    return not rule.critical, not is_marked(rule), rule.polarity != "dont", rule.start


def prefix(ground: Ground, unit: Passage) -> str:
    """What stands in front of a rule elsewhere: `Release / Hotfixes: `."""
    words, names = words_for(ground.prompt.text), ground.carried(unit)
    if words is None or isinstance(names, str) or not names:
        return ""
    return words.joint.join(names) + words.colon


def hindrance(ground: Ground, unit: Passage, rule: Instruction) -> str:
    """Why a rule cannot be repeated on its own, in words; empty when it can."""
    if unit.foreign:
        return f"inside <{unit.tags[-1]}>, an example or a template"
    if is_example(unit):
        return "below a heading of examples, templates or checklists"
    if any(is_critical_title(n) or is_reminder_title(n) for n in unit.above):
        return "in the prompt's own section of critical rules or reminders"
    names = ground.carried(unit)
    if isinstance(names, str):
        return names
    if not binds_alone(rule):
        return "its words bind only below its heading"
    if not binds_alone(rule, explicit=True):
        bare = rule.form == "imperative"
        return f"a {'command' if bare else 'duty'} without a word such as must or never"
    if not stands_alone(rule.text):
        return "its words point at the text around it"
    if not _handy(rule.text):
        return "too short or too long to repeat in one line"
    return ""


def is_example(unit: Passage) -> bool:
    """Whether its headings say that it is no rule of the prompt itself."""
    return bool(_NO_TOPIC.search(" ".join(unit.path)))


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


def said_twice(ground: Ground, gone: Collection[tuple[int, int]] = ()) -> frozenset[str]:
    """What stands in several places, or in the sections at the edges, word for word."""
    count: Counter[str] = Counter()
    for unit in ground.passages:
        if unit.span in gone:
            continue
        at_edge = any(is_critical_title(n) or is_reminder_title(n) for n in unit.above)
        # An echo has its headings in front, so what follows each colon counts as well.
        behind = {normal(unit.words[m.end() :]) for m in re.finditer(r":\s|：", unit.words)}
        for words in {unit.key, *(normal(rule.text) for rule in unit.rules), *behind}:
            count[words] += 2 if at_edge else 1
    return frozenset(words for words, times in count.items() if times > 1)
