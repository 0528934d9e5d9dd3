"""Two alternatives of one choice, two values of one quantity."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from workbench.judge.rules._same import (
    LIGHT_DEEDS,
    closeness,
    deeds_of,
    same_deed,
    sameness,
    two_subjects,
    weigh,
)
from workbench.judge.rules._side import Side, Verdict
from workbench.judge.rules._topics import only_elsewhere
from workbench.prompt.amounts import Amount
from workbench.prompt.lexicon.words import lexicon
from workbench.prompt.slot_types import Choice, Clause


def choice_signals(a: Side, b: Side) -> Iterator[Verdict]:
    roles = lexicon().roles
    by_role: dict[str, list[Choice]] = {}
    for choice in b.slots.choices:
        by_role.setdefault(choice.role, []).append(choice)
    for x in a.slots.choices:
        for y in by_role.get(x.role, ()):
            same_name = x.name == y.name
            if same_name and x.sign * y.sign >= 0:
                continue
            if not same_name and (x.sign != 1 or y.sign != 1):
                continue
            role = roles[x.role]
            ca, cb = a.slots.clauses[x.clause], b.slots.clauses[y.clause]
            same, rest_a, rest_b = sameness(a, ca, b, cb, x.role)
            topics_a, topics_b = role.topics & a.words, role.topics & b.words
            if topics_a and topics_b and not role.attribute:
                same = max(same, 0.5)
            if not same_name:
                rest_a -= weigh(a, topics_a & ca.things)
                rest_b -= weigh(b, topics_b & cb.things)
            bare = not (ca.things - a.slots.names_of(x.role)) or not (
                cb.things - b.slots.names_of(x.role)
            )
            score = _choice_score(role.attribute, bare, same, rest_a, rest_b)
            if x.role in _tools() and score < 0.7:
                score = 0.7
            names_a = {c.name for c in a.slots.choices if c.role == x.role and c.sign > 0}
            names_b = {c.name for c in b.slots.choices if c.role == x.role and c.sign > 0}
            if names_a & names_b or len(names_a) > 1 or len(names_b) > 1:
                score *= 0.4
            if a.slots.also or b.slots.also:
                score *= 0.6
            if role.attribute and two_subjects(a, ca, b, cb, x.role):
                score *= 0.55
            if ca.mode == "may" or cb.mode == "may":
                score *= 0.75
            if _AT_TIMES.search(ca.text) or _AT_TIMES.search(cb.text):
                score *= 0.7
            if same_name:
                free, ban = (ca, cb) if x.sign > 0 else (cb, ca)
                if only_elsewhere(free.text, ban.text):
                    score *= 0.4
                if not role.attribute and same < 0.2 and two_subjects(a, ca, b, cb, x.role):
                    score *= 0.5  # "mock the network", "do not mock the code"
                yield Verdict(
                    "direct-negation",
                    score,
                    f"one chooses {x.name}, the other turns it down",
                    ca,
                    cb,
                )
            else:
                yield Verdict(
                    "exclusive-choice",
                    score,
                    f"{x.name} here, {y.name} there",
                    ca,
                    cb,
                    role.attribute,
                )


_AT_TIMES = re.compile(r"\b(?:in some|sometimes|depending|in certain)\b|場合によ|视情况", re.I)


@lru_cache(maxsize=1)
def _tools() -> frozenset[str]:
    """Roles that a project fills once, whatever the sentence is about."""
    from workbench.prompt.lexicon.tools import TOOLS

    return frozenset(re.findall(r"^\[([^\]*]+)", TOOLS, re.M))


def _choice_score(attribute: bool, bare: bool, same: float, rest_a: float, rest_b: float) -> float:
    if attribute:
        if same > 0:
            return min(1.0, 0.3 + 0.78 * same)
        return 0.6 if bare else 0.0
    if rest_a >= 0.8 and rest_b >= 0.8:
        return 0.4 * min(1.0, 0.6 + 0.5 * same)
    if same >= 0.3:
        return min(1.0, 0.6 + 0.5 * same)
    if rest_a >= 0.9 and rest_b >= 0.9:
        return 0.3 + same
    return 0.62


_OWN_SUBJECT = frozenset(("page size", "spaces"))


def amount_signals(a: Side, b: Side) -> Iterator[Verdict]:
    agreed = {(x.dimension, x.low) for x, _ in a.slots.amounts} & {
        (y.dimension, y.low) for y, _ in b.slots.amounts
    }
    same_size = {dimension for dimension, _ in agreed}
    for x, at in a.slots.amounts:
        for y, bt in b.slots.amounts:
            if x.dimension != y.dimension or x.dimension in same_size or not _differ(x, y):
                continue
            ca, cb = a.slots.clauses[at], b.slots.clauses[bt]
            same, rest_a, rest_b = sameness(a, ca, b, cb)
            if x.dimension.startswith("version"):
                score = 0.8 if not (ca.value and cb.value) or ca.value & cb.value else 0.35
            elif x.dimension.startswith("count of"):
                score = 0.9 if same > 0.3 else 0.62
            elif x.dimension in _OWN_SUBJECT:
                score = 0.9 if same > 0.2 or min(rest_a, rest_b) < 0.9 else 0.45
            elif same > 0:
                score = min(1.0, 0.1 + same)
            elif a.about & b.about and (not ca.things or not cb.things):
                score = 0.6
            elif x.what and x.what == y.what:
                score = 0.75
            elif (
                x.dimension in _PROSE
                and (_bare(ca) or _bare(cb))
                and not (a.about and b.about and not a.about & b.about and _bare(ca) and _bare(cb))
            ):
                score = 0.7
            elif _one_event(a, x, ca, b, y, cb):
                yield Verdict("different-value", 0.8, f"{x.text} here, {y.text} there", ca, cb)
                continue
            else:
                continue
            da, db = deeds_of(ca) - LIGHT_DEEDS, deeds_of(cb) - LIGHT_DEEDS
            if da and db and not same_deed(da, db):
                score *= 0.55
            elif two_subjects(a, ca, b, cb) and not x.dimension.startswith("version"):
                score *= 0.45
            elif x.dimension == "time" and bool(da) != bool(db):
                score *= 0.85
            if _second_value(a, x, y) or _second_value(b, y, x):
                score *= 0.4
            yield Verdict("different-value", score, f"{x.text} here, {y.text} there", ca, cb)


_TO_EVENT = re.compile(
    r"\s(before|after|of|from) (?:(?:the|a|an|its|their|your|each|every) )?(\w+)"
)
_ROOT = 5


def _one_event(a: Side, x: Amount, ca: Clause, b: Side, y: Amount, cb: Clause) -> bool:
    """ "A reminder goes out 24 hours before the start" and "guests are reminded two hours before
    the start": one distance to one event, the deed named as a thing on one side.
    """
    here = _TO_EVENT.match(a.slots.text, x.end)
    there = _TO_EVENT.match(b.slots.text, y.end)
    if here is None or there is None or here.groups() != there.groups():
        return False
    return any(
        thing[:_ROOT] == deed[:_ROOT]
        for things, deeds in ((ca.things, cb.deeds), (cb.things, ca.deeds))
        for thing in things
        for deed in deeds
        if min(len(thing), len(deed)) >= _ROOT
    )


_NUMERAL = re.compile(r"\d+(?:\.\d+)?|[a-z]+")


def _second_value(side: Side, mine: Amount, theirs: Amount) -> bool:
    """Whether a side names the other value as well: "two people; for short texts one is enough"."""
    if len(side.slots.clauses) < 2:
        return False
    said = _NUMERAL.match(theirs.text.lower())
    rest = side.slots.text[: mine.start] + " " + side.slots.text[mine.end :]
    return bool(said and re.search(rf"(?<![\w.]){said[0]}(?![\w.])", rest.lower()))


#: At least so many words lie in one.
_WORDS_IN = {"words": 1, "sentences": 3, "paragraphs": 8, "pages": 100}


def length_signals(a: Side, b: Side) -> Iterator[Verdict]:
    """ "One or two sentences" beside "at least three paragraphs"."""
    for x, at in a.slots.amounts:
        for y, bt in b.slots.amounts:
            if x.dimension == y.dimension or not {x.dimension, y.dimension} <= _WORDS_IN.keys():
                continue
            (short, ca), (long, cb) = sorted(
                ((x, a.slots.clauses[at]), (y, b.slots.clauses[bt])),
                key=lambda pair: _WORDS_IN[pair[0].dimension],
            )
            if (
                short.bound == "at-least"
                or long.bound == "at-most"
                or short.high >= long.low * _WORDS_IN[long.dimension] / _WORDS_IN[short.dimension]
            ):
                continue
            same = closeness(a, a.slots.clauses[at], b, b.slots.clauses[bt])
            score = min(1.0, 0.1 + same) if same else 0.7 if _bare(ca) and _bare(cb) else 0.0
            yield Verdict("different-value", score, f"{x.text} here, {y.text} there", ca, cb)


_PROSE = frozenset(("words", "sentences", "paragraphs"))


def _bare(clause: Clause) -> bool:
    """A limit without a subject: it holds for the answer as a whole."""
    return not clause.things and not clause.around and not (deeds_of(clause) - {"answer", "write"})


def _differ(x: Amount, y: Amount) -> bool:
    if x.low == y.low and x.high == y.high:
        return False
    pair = {x.bound: x, y.bound: y}
    if len(pair) == 2:
        low, high = pair.get("at-least"), pair.get("at-most")
        if low and high:
            return low.low > high.high
        exact = pair.get("exact")
        if exact and high:
            return exact.low > high.high or high.threshold or x.dimension == "characters"
        if exact and low:
            return exact.low < low.low or x.dimension == "percent"
        span = pair.get("range")
        if span and exact:
            return not span.low <= exact.low <= span.high
        if span and high:
            return span.low > high.high or span.high > high.high
        if span and low:
            return span.high < low.low
    return True
