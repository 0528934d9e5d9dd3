# ruff: noqa: E501  (a pattern is one expression)
"""Two means to one end that no list knows; a means turned down; a cap beside all."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.judge.rules._same import (
    LIGHT_DEEDS,
    closeness,
    deeds_of,
    parts_of,
    same_deed,
    sameness,
)
from workbench.judge.rules._side import Side, Verdict
from workbench.prompt.amounts import Amount
from workbench.prompt.caseless import Caseless
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import tokens
from workbench.prompt.slot_types import EMPTY, Clause

ALL_OF = Caseless(
    r"\bhowever many\b|\bas many (?:[a-z]+ )?as\b|\bno matter how many\b|\bwithout (?:a )?limit\b|\ball\b|\bevery (?:single|possible)\b|\bany number\b|すべて|全て|何個でも|いくつでも|所有|全部",
)


_UNLIMITED = Caseless(
    r"\bunlimited\b|\b(?:as often|as many times) as\b|\bno (?:upper )?(?:limit|cap|maximum)\b|無制限|制限(?:は|が)?(?:ない|なし)|不限|无限制",
)


_FRONTED = Caseless(r"^\W*(?:in|on|for|under|during|within|if|when)\b")


_TELLING = listed(
    """
    tell show offer mention explain return answer add list write summarise report
    """
)


def all_or_few(a: Side, b: Side) -> Iterator[Verdict]:
    """ "At most 2 indexes" beside "list all indexes"."""
    for amount, at in a.slots.amounts:
        if amount.bound != "at-most" and amount.dimension in ("time", "bytes"):
            continue
        ca = a.slots.clauses[at]
        if amount.bound != "at-least":
            yield from _unlimited(a, ca, b, amount)
        if amount.bound != "at-most" or not ca.deeds & _TELLING:
            continue
        for cb in b.slots.clauses:
            if cb.sign > 0 and cb.deeds | cb.things & _TELLING and ALL_OF.search(cb.text):
                same = closeness(a, ca, b, cb)
                if same >= 0.5:
                    yield Verdict(
                        "different-value",
                        0.35 + 0.45 * same,
                        f"{amount.text} here, all of them there",
                        ca,
                        cb,
                    )


def _unlimited(a: Side, ca: Clause, b: Side, amount: Amount) -> Iterator[Verdict]:
    """ "Three copies per guest" beside "copies are unlimited"."""
    counted = amount.dimension.removeprefix("count of ")
    for cb in b.slots.clauses:
        if cb.sign < 0 or cb.limited or cb.scope or not _UNLIMITED.search(cb.text):
            continue
        if _FRONTED.match(cb.text) or _UNLIMITED.search(ca.text):
            continue
        said = cb.things | cb.deeds
        whose = cb.things - {counted} - EMPTY
        if _same_count(a, amount, said) and (not whose or whose & ca.things):
            yield Verdict("different-value", 0.7, f"{amount.text} here, no limit there", ca, cb)


#: What is counted is one of the first words from the number on, in so many signs behind it.
_NEXT, _NEAR = 3, 24


def _same_count(a: Side, amount: Amount, said: frozenset[str]) -> bool:
    """Whether what is counted is named: the noun, or the deed that it is ("undos", "undo")."""
    behind = tokens(a.slots.text[amount.start : amount.end + _NEAR])
    return any(t.concept in said for t in behind[:_NEXT])


def rejections(a: Side, b: Side) -> Iterator[Verdict]:
    """ "X, not Y" beside "use Y"."""
    for ca in a.slots.clauses:
        if not ca.rejected:
            continue
        for cb in b.slots.clauses:
            hit = ca.rejected & (cb.value | cb.things)
            if not hit or cb.sign < 0 or hit <= (ca.things | ca.value) or hit & cb.rejected:
                continue
            same = closeness(a, ca, b, cb)
            strong = max(b.weight.get(c, 0) for c in hit)
            rest = {c for c in ca.rejected - hit if a.weight.get(c, 0) >= 0.55}
            if same >= 0.5 and strong >= 0.75 and hit & cb.value and "use" in cb.deeds and not rest:
                yield Verdict(
                    "direct-negation",
                    0.3 + 0.6 * same,
                    f"one asks for {_names(frozenset(hit))}, the other turns it down",
                )


def name_signals(a: Side, b: Side) -> Iterator[Verdict]:
    """Two names, neither of which we know, for the means to one end: `fetch`, `apiClient`."""
    for ca in a.slots.clauses:
        for cb in b.slots.clauses:
            if not ca.names or not cb.names or ca.names & cb.names or ca.sign < 0 or cb.sign < 0:
                continue
            if "optional" in (ca.mode, cb.mode) or (
                "run" in ca.deeds | cb.deeds and (a.slots.codes or b.slots.codes)
            ):
                continue
            means_a, means_b = _means(ca), _means(cb)
            if not means_a or not means_b or a.slots.also or b.slots.also:
                continue
            same, rest_a, rest_b = sameness(a, ca, b, cb)
            da, db = deeds_of(ca) - LIGHT_DEEDS, deeds_of(cb) - LIGHT_DEEDS
            if da and db and not same_deed(da, db):
                same *= 0.5
            if same >= 0.48 and min(rest_a, rest_b) < 0.5:
                yield Verdict(
                    "exclusive-choice",
                    0.2 + 0.62 * same,
                    f"{_names(means_a)} here, {_names(means_b)} there",
                    ca,
                    cb,
                    True,
                    True,
                )


def _means(clause: Clause) -> frozenset[str]:
    """Names of what a thing is done with; behind "on" and "in" proper names only."""
    return frozenset(
        n
        for n in clause.names
        if "/" not in n and (n in clause.value or (n in clause.around and "." not in n))
    )


def _names(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)[:2])


PUTTING = listed("store place keep log write send move put publish save")
_IN_FRONT = Caseless(r"\W*(?:in|on|at|for|during|under|within)\b")
_FREQUENT = listed("time day thing way case order size format person answer end start")


def place_signals(a: Side, b: Side) -> Iterator[Verdict]:
    """ "Decisions are recorded in Notion", "write decisions down in `docs/`": one thing, two homes."""
    if a.slots.also or b.slots.also:
        return
    for ca in a.slots.clauses:
        for cb in b.slots.clauses:
            if ca.sign < 0 or cb.sign < 0 or ca.limited or cb.limited:
                continue
            if not ca.deeds & PUTTING or not cb.deeds & PUTTING or ca.rejected or cb.rejected:
                continue
            if not {ca.mode, cb.mode} <= {"must", "wish"}:
                continue
            if not deeds_of(ca) | deeds_of(cb) <= PUTTING:
                continue  # "look for amounts that are stored …"
            if _IN_FRONT.match(ca.text) or _IN_FRONT.match(cb.text):
                continue  # "In a review, …" is no home
            here = _home(a, ca, b, cb)
            there = _home(b, cb, a, ca)
            if not here or not there or parts_of(here) & parts_of(there):
                continue
            same, rest_a, rest_b = sameness(a, ca, b, cb)
            if same >= 0.6 and max(rest_a, rest_b) < 0.75 and ca.heads & cb.heads:
                yield Verdict(
                    "exclusive-choice",
                    0.25 + 0.5 * same,
                    f"{_names(here)} here, {_names(there)} there",
                    ca,
                    cb,
                    True,
                    True,
                )


def _home(side: Side, clause: Clause, other: Side, across: Clause) -> frozenset[str]:
    """Where a clause puts its thing, as far as it says so."""
    where = clause.scope | (clause.around & side.slots.codes_in) | (clause.around & clause.names)
    return frozenset(
        c
        for c in where - clause.things - _FREQUENT - across.things
        if side.weight.get(c, 0.5) >= 0.75 and c not in other.about
    )
