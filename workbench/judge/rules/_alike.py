# ruff: noqa: E501  (a pattern is one expression)
"""Do two statements say the same thing? A likeness from what they bind, not from their words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.judge.registry import Context
from workbench.judge.rules._pairs import judge
from workbench.judge.rules._paraphrase import SAID, paraphrase
from workbench.judge.rules._same import same_deed
from workbench.judge.rules._side import Side
from workbench.judge.rules._sides import Place, places_of_prompt
from workbench.prompt.language import plain
from workbench.prompt.statement_ids import normal

#: Sections that repeat rules on purpose: at the end, or as what matters most.
_ECHO = re.compile(
    r"\b(?:reminders?|remember|recap|summary|checklist|before (?:you )?(?:finish\w*|submit\w*|commit\w*)"
    r"|key (?:points|rules|takeaways)|critical(?: rules?)?|important(?: rules?)?|final (?:checks?|notes?)"
    r"|golden rules?|red flags|quick reference|tl;?dr|non-negotiables?|at a glance|overview|essentials"
    r"|common mistakes|(?:common )?rationali[sz]ations?|excuses|anti-?patterns?|definition of done|verification|bottom line)\b"
    r"|再確認|リマインダー|まとめ|チェックリスト|重要|最後に|提醒|总结|检查清单|重申",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+(?:\.\d+)*")
#: Both words for a rule and a rule's numbers must agree; concepts that too many share tell little.
_ALIKE = 0.72
#: Longer sentences say more than one clause of them.
_LONG = 140
#: A sentence so much longer than another says more than it.
_RATIO = 2.5


@dataclass(frozen=True)
class Twins:
    """Two statements that say the same; `exact` when the words are the same too."""

    first: Place
    second: Place
    likeness: float
    exact: bool


def is_echo(place: Place) -> bool:
    """Whether a statement stands in a section that repeats rules on purpose."""
    return any(_ECHO.search(plain(title.replace("_", " "))) for title in place.section)


def twins(context: Context, *, strengths: bool = False) -> Iterator[Twins]:
    """Pairs of instructions that say the same, each later one once, in order of the later one.

    With `strengths` those of which one demands and the other wishes; else those of one strength.
    """
    places = [p for p in places_of_prompt(context) if p.instruction is not None or _ban(p)]
    common = Counter(c for p in places for c in p.side.words)
    by_words: dict[str, Place] = {}
    postings: dict[str, list[Place]] = {}
    steps: dict[int, bool] = {}  # by the index of a place: each stands in many pairs
    strength: dict[int, str] = {}
    digits: dict[int, list[str]] = {}
    for place in places:
        key = normal(place.text).casefold()
        exact = by_words.setdefault(key, place)
        best: Twins | None = None
        if exact is not place and not strengths and not _template(exact, place):
            best = Twins(exact, place, 1.0, True)
        near: dict[int, Place] = {}
        for concept in sorted(place.side.words, key=lambda c: common[c])[:4]:
            if place.side.weight.get(concept, 0.5) >= 0.55:
                for other in postings.get(concept, ())[-30:]:
                    near[other.index] = other
        step = steps[place.index] = _procedure(place)
        strong = strength[place.index] = _strength(place)
        said = digits[place.index] = _DIGITS.findall(place.text)
        for other in near.values():
            same = strength[other.index] == strong
            if other is exact or same == strengths or digits[other.index] != said:
                continue
            if best is not None and best.exact:
                break
            score = 0.0
            if strengths or not (step or steps[other.index]):
                score = likeness(other, place, common, strengths=strengths)
                if score >= _ALIKE and not strengths and judge(other.side, place.side).conflict:
                    score = 0.0
            if score < _ALIKE and not strengths and not (step and steps[other.index]):
                score = reworded(other, place)
            if score >= _ALIKE and (best is None or score > best.likeness):
                best = Twins(other, place, score, False)
        for concept in place.side.words:
            postings.setdefault(concept, []).append(place)
        if best is not None:
            yield best


_OF_ALL = re.compile(
    r"\b(?:each|every|all|always|only|never|no|not|at most|at least|more than)\b|すべて|必ず|のみ|每|只|都",
    re.IGNORECASE,
)


def reworded(one: Place, two: Place) -> float:
    """The likeness of two rules told in other words, 0 when they are not known to be one."""
    short, long = sorted((len(one.text), len(two.text)))
    if one.statement.unit == two.statement.unit or long > _LONG or long > _RATIO * short:
        return 0.0
    if _strength(one) != _strength(two) or one.statement.ordered or two.statement.ordered:
        return 0.0
    if "cell" in (one.statement.kind, two.statement.kind) or one.text[:2] == two.text[:2] == "**":
        return 0.0  # a table, or labels
    if any(_procedure(place) and not _OF_ALL.search(place.text) for place in (one, two)):
        return 0.0  # a step somewhere, a rule elsewhere
    score = paraphrase(one.side, two.side)
    return min(score, 0.89) if score >= SAID else 0.0


def _template(one: Place, two: Place) -> bool:
    """Steps of procedures, and sentences below one title in several chapters, repeat."""
    steps = one.statement.ordered or two.statement.ordered
    same_title = one.section != two.section and one.section[-1:] == two.section[-1:]
    return steps or same_title or _procedure(one)


def _procedure(place: Place) -> bool:
    """A plain command with no word of duty: "Run the tests" may stand in many places."""
    told = place.instruction
    if told is None:
        return not _ban(place)
    return told.form == "imperative" or place.statement.ordered


def _ban(place: Place) -> bool:
    """A short sentence among rules that says what does not happen: a ban told as a fact."""
    clauses = place.side.slots.clauses
    return (
        place.rules_around
        and len(place.text) <= 90
        and any(c.sign < 0 or c.rejected for c in clauses)
    )


def likeness(a: Place, b: Place, common: Counter[str], *, strengths: bool = False) -> float:
    """How much of what either binds the other binds too, 0 to 1."""
    x, y = a.side, b.side
    if a.statement.unit == b.statement.unit or max(len(a.text), len(b.text)) > 220:
        return 0.0
    if not strengths and _implied(x, y):
        return 0.8
    if _levels(x) != _levels(y) or (_firm(a, b) if strengths else _strength(a) != _strength(b)):
        return 0.0
    if not _same_values(x, y) or (x.places != y.places and _apart(x, y)):
        return 0.0
    if _DIGITS.findall(a.text) != _DIGITS.findall(b.text):
        return 0.0
    one, two = _bound(x), _bound(y)
    shared = met = total = 0.0
    alone = []
    deeds_x = frozenset(d for c in x.slots.clauses for d in c.deeds)
    deeds_y = frozenset(d for c in y.slots.clauses for d in c.deeds)
    for mine, theirs, side, deeds, others in (
        (one, two, x, deeds_x, deeds_y),
        (two, one, y, deeds_y, deeds_x),
    ):
        rest = 0.0
        for concept in mine:
            weight = side.weight.get(concept, 0.5)
            if weight < 0.25:
                continue
            total += weight
            if concept in theirs:
                met += weight
                if common[concept] <= 8:
                    shared += weight
            elif concept in deeds and same_deed(frozenset((concept,)), others):
                met += weight
            else:
                rest += weight
        alone.append(rest)
    if min(alone) >= 0.75:
        return 0.0  # one word stands for another: two rules of one pattern
    return met / total if total and shared >= 1.6 else 0.0


def _implied(x: Side, y: Side) -> bool:
    """Whether "X, not Y" on one side says the ban on Y of the other."""
    for ban, rule in ((x, y), (y, x)):
        turned = frozenset(c for clause in rule.slots.clauses for c in clause.rejected)
        if not turned or _levels(ban) != {-1} or -1 in _levels(rule):
            continue
        words = _bound(ban)
        total = sum(ban.weight.get(c, 0.5) for c in words)
        met = sum(ban.weight.get(c, 0.5) for c in words & (turned | _bound(rule)))
        key = sum(ban.weight.get(c, 0.5) for c in words & turned)
        if total >= 2.0 and met >= 0.85 * total and key >= 0.75:
            return True
    return False


def _bound(side: Side) -> frozenset[str]:
    return side.words - {"do"}


def _levels(side: Side) -> frozenset[int]:
    return frozenset(c.sign for c in side.slots.clauses)


def _strength(place: Place) -> str:
    return place.instruction.strength if place.instruction else "hard"


def _firm(a: Place, b: Place) -> bool:
    """True when the two are not one demand and one wish."""
    if a.instruction is None or b.instruction is None:
        return True
    hard, soft = (a, b) if a.instruction.strength == "hard" else (b, a)
    assert hard.instruction is not None and soft.instruction is not None
    return not (
        hard.instruction.strength == "hard"
        and hard.instruction.form != "imperative"
        and soft.instruction.strength == "soft"
        and any(c.mode == "wish" for c in soft.side.slots.clauses)
        and all(c.mode == "must" for c in hard.side.slots.clauses)
    )


def _same_values(a: Side, b: Side) -> bool:
    values = [
        sorted((x.dimension, x.low, x.high) for x, _ in side.slots.amounts) for side in (a, b)
    ]
    if values[0] != values[1]:
        return False
    names = [{(c.role, c.name, c.sign) for c in side.slots.choices} for side in (a, b)]
    roles = {role for role, _, _ in names[0]} & {role for role, _, _ in names[1]}
    if any({n for n in names[0] if n[0] == r} != {n for n in names[1] if n[0] == r} for r in roles):
        return False
    codes_a, codes_b = a.slots.codes, b.slots.codes
    return codes_a == codes_b or not codes_a or (not codes_b and len(codes_a) <= 1)


def _apart(a: Side, b: Side) -> bool:
    return any(a.places[d] != b.places.get(d, a.places[d]) for d in a.places if d in b.places)
