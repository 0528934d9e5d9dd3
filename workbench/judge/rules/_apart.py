"""A reversed order; places that are apart; exceptions that are named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from workbench.judge.rules._same import related_paths, same_deed
from workbench.judge.rules._side import Side, Verdict
from workbench.prompt.caseless import Caseless
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import lexicon
from workbench.prompt.slot_types import Order

_SCOPES = (
    "environment",
    "layer",
    "public",
    "language",
    "test kind",
    "code kind",
    "platform",
    "branch",
    "size",
    "media",
    "time of day",
)


def same_limit(a: Side, b: Side) -> bool:
    """Whether both set one limit: "at most six" and "never more than six"."""
    return bool(a.limits & b.limits) and any(
        x.bound != "exact" for x, _ in (*a.slots.amounts, *b.slots.amounts)
    )


def order_signals(a: Side, b: Side) -> Iterator[Verdict]:
    for x in a.slots.orders:
        for y in b.slots.orders:
            score = order_conflict(x, y, a, b)
            if score > 0:
                yield Verdict("order", score, "the order is the other way round")


_ACTIONS_ONLY = listed(
    """
    run use do add start apply pass
    """
)


def order_conflict(x: Order, y: Order, a: Side, b: Side) -> float:
    """How far `y` reverses `x`, 0 to 1."""
    common = (x.earlier & x.later) | (y.earlier & y.later)
    one = _event(x.earlier - common, y.later - common, a, b)
    two = _event(x.later - common, y.earlier - common, a, b)
    straight = _event(x.earlier - common, y.earlier - common, a, b) + _event(
        x.later - common, y.later - common, a, b
    )
    if not one or not two or straight >= one + two:
        return 0.0
    return min(1.0, 0.45 + 0.35 * (one + two) / 2)


def _differ(mine: frozenset[str], theirs: frozenset[str], a: Side, b: Side) -> bool:
    """Whether two events name two things, or two deeds: build and push, profit and dividends."""
    things = [
        any(side.weight.get(c, 0.5) >= 0.75 and " " not in c and c not in side.deeds for c in found)
        for side, found in ((a, mine), (b, theirs))
    ]
    da, db = (mine & a.deeds) - _ACTIONS_ONLY, (theirs & b.deeds) - _ACTIONS_ONLY
    return all(things) or bool(da and db and not same_deed(da, db))


_AS_EVENT = {"code": "implement", "feature": "implement"}


def _event(x: frozenset[str], y: frozenset[str], a: Side, b: Side) -> float:
    x = frozenset(_AS_EVENT.get(c, c) for c in x)
    y = frozenset(_AS_EVENT.get(c, c) for c in y)
    shared = x & y
    if _differ(x - y - b.about, y - x - a.about, a, b):
        return 0.0  # "build the image" and "push the image"; "profit", "dividends"
    weight = sum(max(a.weight.get(c, 0.5), b.weight.get(c, 0.5)) for c in shared)
    da = {c for c in x if a.weight.get(c) == 0.6}
    db = {c for c in y if b.weight.get(c) == 0.6}
    if da and db and not same_deed(frozenset(da), frozenset(db)):
        if not (da <= _ACTIONS_ONLY and db <= _ACTIONS_ONLY):
            return 0.0
    elif da and db and not shared:
        weight += 0.5
    return min(1.5, weight)


_REST = Caseless(
    r"\b(?:(?:all |any )?others?|elsewhere|everything else|the rest)\b|その他|それ以外|其他|其余",
)


@lru_cache(maxsize=4096)  # each sentence stands in many pairs
def _of_the_rest(text: str) -> bool:
    return bool(_REST.search(text))


_WITHIN = re.compile(
    r"\b(?:in|during|for|under|on) (?:the )?([a-z]+)[ -]"
    r"(mode|phase|stage|round|tier|view|season|shift|team|department|session|track)\b",
    re.IGNORECASE,
)
_TOWARD = re.compile(r"\b(?:with|to|towards?) (?:the |our )?([a-z]+s)\b(?=[.,;:!]|\s*$)")


@lru_cache(maxsize=4096)
def _within(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((what.lower(), which.lower()) for which, what in _WITHIN.findall(text))


@lru_cache(maxsize=4096)
def _toward(text: str) -> frozenset[str]:
    return frozenset(_TOWARD.findall(text))


def _elsewhere_named(a: Side, b: Side, kind: str) -> bool:
    """Two modes or phases by name; two groups of people that one manner each is for."""
    here, there = _within(a.slots.text), _within(b.slots.text)
    for what in {what for what, _ in here} & {what for what, _ in there}:
        if {w for k, w in here if k == what}.isdisjoint(w for k, w in there if k == what):
            return True
    if kind != "exclusive-choice":
        return False
    mine, theirs = _toward(a.slots.text), _toward(b.slots.text)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def apart_factor(a: Side, b: Side, kind: str) -> float:
    if _elsewhere_named(a, b, kind):
        return 0.0
    factor = 1.0
    if (
        _of_the_rest(a.slots.text) != _of_the_rest(b.slots.text)
        and not a.slots.everywhere | b.slots.everywhere
    ):
        factor = 0.6  # "other skills" are not the ones named before
    for dimension in _SCOPES:
        pa, pb = a.places.get(dimension), b.places.get(dimension)
        inferred = False
        if not pa and not pb:
            pa, pb = a.heading_places.get(dimension), b.heading_places.get(dimension)
            inferred = True
        elif not pa or not pb:
            pa = pa or a.heading_places.get(dimension)
            pb = pb or b.heading_places.get(dimension)
            inferred = True
        if pa and pb and not pa & pb:
            wide = a.slots.everywhere and b.slots.everywhere
            factor *= 0.35 if inferred else 0.75 if wide else 0.0
    if kind in ("exclusive-choice", "different-value", "direct-negation"):
        pa, pb = a.places.get("artifact"), b.places.get("artifact")
        if pa and pb and not pa & pb:
            factor *= 0.2
    for dimension, names in a.places.items():
        if dimension in lexicon().roles and names.isdisjoint(b.places.get(dimension, names)):
            factor = 0.0
    if a.slots.paths and b.slots.paths and not related_paths(a.slots.paths, b.slots.paths):
        factor *= 0.3
    return factor


def exception_factor(a: Side, b: Side) -> float:
    """0 where one side leaves out what the other speaks of, less than 1 where it leaves out
    anything.
    """
    factor = 1.0
    for one, other in ((a, b), (b, a)):
        for carved in one.carved:
            strong = {
                c for c in carved & (other.words | other.about) if one.weight.get(c, 0) >= 0.6
            }
            factor *= 0.0 if strong else 0.85
    for one, other in ((a, b), (b, a)):
        left_out = one.slots.exception
        if left_out is None:
            continue
        strong = {c for c in left_out & (other.words | other.about) if one.weight.get(c, 0) >= 0.6}
        numbers = {c for c in left_out if c[0].isdigit()} & set(_NUMBER.findall(other.slots.text))
        factor *= 0.0 if strong or numbers else 0.85
    return factor


_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
