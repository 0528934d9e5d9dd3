"""Do two statements bind to the same, in whatever words? Compared clause by clause.

"No figure without its source" demands what "State the source of each figure" demands; "at most
five results" is the cap of "never more than five results". A clause is taken as its sign, what
it is about, its deed, its limit and its condition; all of them must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.judge.rules._pairs import judge
from workbench.judge.rules._same import covered, same_deed
from workbench.judge.rules._side import Side
from workbench.judge.rules._told import rules_nothing
from workbench.prompt.amounts import Amount
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import opposed
from workbench.prompt.slot_types import Clause

#: Deeds that say no more than that something is to be there.
_GENERIC = listed(
    """
    do use add create write place keep include start run give get have tell show put apply set state
    """
)
#: Deeds that say the same of a network, a service, a file.
_REACHING = listed("connect depend call fetch read load")
#: Where an answer has its limits anyway.
_ANYWHERE = listed("time message answer turn reply chat conversation size")
#: Dimensions that many things have.
_UNITS = listed(
    "time bytes percent characters lines pixels spaces degrees money digits times items"
)
_EACH = re.compile(r"\b(?:per|at a time|only|each|every)\b|につき|ずつ|每", re.IGNORECASE)
#: A general word may stand on one side only.
_SPARE = 0.35
#: From here on two statements say the same.
SAID = 0.8
#: Ends of one scale: to mix them up is to say the contrary.
_POLES = re.compile(
    r"\b(?:up|down|left|right|first|last|top|bottom|upper|lower|north|south|east|west)\b"
)
_DIGITS = re.compile(r"\d+(?:\.\d+)*")


def paraphrase(a: Side, b: Side) -> float:
    """How far two statements bind to the same, 0 to 1; 0 when anything tells them apart."""
    if _DIGITS.findall(a.slots.text) != _DIGITS.findall(b.slots.text):
        return 0.0
    if a.slots.codes and b.slots.codes and a.slots.codes != b.slots.codes:
        return 0.0
    if (a.slots.exception is None) != (b.slots.exception is None) or _apart(a, b):
        return 0.0
    if len(a.slots.clauses) > 2 or len(b.slots.clauses) > 2:
        return 0.0
    poles = [frozenset(_POLES.findall(side.slots.text.lower())) for side in (a, b)]
    if poles[0] != poles[1] or rules_nothing(a.slots.text) or rules_nothing(b.slots.text):
        return 0.0
    found = max(_clauses(a, b), default=0.0)
    return 0.0 if found and judge(a, b).score >= 0.4 else found


def _clauses(a: Side, b: Side) -> Iterator[float]:
    for one in a.slots.clauses:
        for two in b.slots.clauses:
            if (
                {one.mode, two.mode} <= {"must", "wish"}
                and (one.approval == two.approval or (a.slots.amounts and b.slots.amounts))
                and _chosen(a, one) == _chosen(b, two)
            ):
                spare = 1.5 if one.sign == two.sign == -1 else 0.4
                if _beyond(a, one, b) <= spare and _beyond(b, two, a) <= spare:
                    yield _same(a, one, b, two)


def _beyond(side: Side, clause: Clause, other: Side) -> float:
    """What the other clauses of a side say that the other side does not."""
    said = covered(other.words) | frozenset(c for o in other.slots.clauses for c in o.rejected)
    more = [_about(side, c) for c in side.slots.clauses if c is not clause]
    return sum(_weight(side, about - said - clause.words) for about in more)


def _same(a: Side, one: Clause, b: Side, two: Clause) -> float:
    deeds = one.deeds - _GENERIC, two.deeds - _GENERIC
    undone = any(opposed(x, y) for x in one.deeds for y in two.deeds)
    limits = _limits(a, one), _limits(b, two)
    if limits[0] != limits[1] or one.limited != two.limited:
        return 0.0
    if not limits[0] and (one.sign == two.sign) == undone:
        return 0.0  # a cap is one, told as a ban or not
    near = same_deed(*deeds) or float(bool(deeds[0] & _REACHING and deeds[1] & _REACHING))
    if not undone and deeds[0] and deeds[1] and not near:
        return 0.0
    mine, theirs = _about(a, one), _about(b, two)
    met_b = covered(theirs | two.deeds | two.when)
    met_a = covered(mine | one.deeds | one.when)
    only_a, only_b = mine - met_b, theirs - met_a
    if any(a.weight.get(c, 0.5) >= 0.75 for c in only_a) or any(
        b.weight.get(c, 0.5) >= 0.75 for c in only_b
    ):
        return 0.0  # hot ovens are not all ovens
    lone = _weight(a, only_a) + _weight(b, only_b)
    shared = mine & met_b
    weight = _weight(a, shared) + 0.6 * bool(deeds[0] and near)
    weight += 0.8 * len(limits[0])
    if limits[0] and not shared and limits[0] == {x for x in limits[0] if x[0] not in _UNITS}:
        weight *= 2  # "one question": the number says of what
    elif not shared:
        return 0.0
    if weight < 1.5:
        return 0.0
    if deeds[0] and not deeds[1] and not deeds[0] & theirs and not limits[0]:
        lone += 0.3
    if deeds[1] and not deeds[0] and not deeds[1] & mine and not limits[0]:
        lone += 0.3
    return weight / (weight + max(0.0, lone - _SPARE))


def _about(side: Side, clause: Clause) -> frozenset[str]:
    """What tells a clause from others, deeds that are named as things included."""
    every = clause.things | clause.value | clause.around | clause.when | clause.rejected
    specific = frozenset(d for d in clause.deeds - _GENERIC if side.weight.get(d, 0) >= 0.8)
    found = frozenset(c for c in every | specific if side.weight.get(c, 0.5) >= 0.3)
    return found - _ANYWHERE if side.slots.amounts else found


def _weight(side: Side, concepts: frozenset[str]) -> float:
    return sum(side.weight.get(c, 0.5) for c in concepts)


def _limits(side: Side, clause: Clause) -> frozenset[tuple[str, float, str]]:
    return frozenset(
        (x.dimension, x.low, _direction(x, clause))
        for x, at in side.slots.amounts
        if side.slots.clauses[at] is clause or clause.start <= x.start < clause.end
    )


def _direction(amount: Amount, clause: Clause) -> str:
    capped = (amount.threshold and clause.sign < 0) or _EACH.search(clause.text)
    return "at-most" if capped and amount.bound == "exact" else amount.bound


def _chosen(side: Side, clause: Clause) -> frozenset[tuple[str, str, int]]:
    return frozenset(
        (c.role, c.name, c.sign)
        for c in side.slots.choices
        if clause.start <= c.start < clause.end and c.role != "number"
    )


def _apart(a: Side, b: Side) -> bool:
    both = a.places.keys() & b.places.keys()
    return any(a.places[d] != b.places[d] for d in both)
