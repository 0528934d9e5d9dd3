# ruff: noqa: E501  (a pattern is one expression)
"""A duty beside a ban, a freedom or a wish; approval demanded and waived."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.judge.rules._approvals import approvals
from workbench.judge.rules._narrow import narrowed
from workbench.judge.rules._same import (
    closeness,
    deeds_of,
    parts_of,
    same_deed,
    two_subjects,
)
from workbench.judge.rules._side import Side, Verdict
from workbench.prompt.caseless import Caseless
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import opposed
from workbench.prompt.slot_types import Clause

#: A signal below this is of no use; it is not looked at any closer.
_IDLE = 0.4
#: What a ban on having something forbids, whatever the verb.
_MAKING = listed(
    """
    add create write use do declare place show keep include return start commit give
    """
)


_UNMAKING = frozenset(
    ("remove", "hide", "stop", "disable", "replace", "reject", "archive", "ignore")
)


def may_clash(ca: Clause, cb: Clause) -> bool:
    """Whether two clauses bind in ways that can clash at all, whatever they speak of."""
    if ca.approval != cb.approval and ca.approval and cb.approval:
        return True
    if "optional" in (ca.mode, cb.mode):
        return ca.mode != cb.mode and "must" in (ca.mode, cb.mode)
    if ca.sign != cb.sign:
        return True
    if ca.mode != cb.mode and {ca.mode, cb.mode} == {"must", "wish"}:
        return True
    if ca.sign != 1:
        return False
    return any(opposed(x, y) for x in deeds_of(ca) for y in deeds_of(cb))


def clause_signals(
    a: Side, ca: Clause, b: Side, cb: Clause, least: float = 0.0
) -> Iterator[Verdict]:
    """Signals of two clauses; those below `least` may be missing."""
    same = closeness(a, ca, b, cb, least)
    da, db = deeds_of(ca), deeds_of(cb)
    if same > 0 and same >= least:
        if ca.sign != cb.sign and "optional" not in (ca.mode, cb.mode) and not _other_banned(a, b):
            ban, free = (ca, cb) if ca.sign < 0 else (cb, ca)
            banner, freer = (a, b) if ban is ca else (b, a)
            fit = _ban_fit(deeds_of(ban), deeds_of(free), free)
            if same * fit >= _IDLE:
                fit *= narrowed(banner, ban, freer, free, _IDLE / same / fit)
            if same * fit >= _IDLE and two_subjects(a, ca, b, cb):
                fit *= 0.48
            if fit > 0:
                word = "allows" if free.mode == "may" else "asks for"
                yield Verdict("direct-negation", same * fit, f"one {word} what the other forbids")
        if ca.sign == cb.sign == 1 and "optional" not in (ca.mode, cb.mode):
            for x in da:
                for y in db:
                    if opposed(x, y):
                        timed = 0.3 if _before_and_after(ca.text, cb.text) else 1.0
                        yield Verdict(
                            "direct-negation",
                            0.9 * same * timed,
                            f"one says to {x}, the other to {y}",
                        )
        if "optional" in (ca.mode, cb.mode) and ca.mode != cb.mode:
            must = ca if cb.mode == "optional" else cb
            if must.mode == "must" and must.sign > 0:
                fit = 1.0 if not da or not db else max(same_deed(da, db), 0.35)
                if two_subjects(a, ca, b, cb):
                    fit *= 0.5
                yield Verdict("strength", same * fit, "one demands what the other leaves open")
        if {ca.mode, cb.mode} == {"must", "wish"} and ca.sign == cb.sign:
            fit = 1.0 if not da or not db else same_deed(da, db)
            must_told = ca if ca.mode == "must" else cb
            firm = 1.0 if _FIRM.search(must_told.text) else 0.55
            yield Verdict(
                "strength", 0.85 * same * fit * firm, "one demands what the other only wishes"
            )
    if {ca.approval, cb.approval} == {"ask", "free"}:
        yield from approvals(a, ca, b, cb)


_FIRM = Caseless(
    r"\b(?:must|has to|have to|required|mandatory|compulsory|always|never|without exception|no exceptions?|rejected|not accepted|won't|will not|needs?|has|every|each|all|no)\b|必ず|必須|ならない|なりません|禁止|必须|一律|不得",
)


_BEFORE = Caseless(r"\b(?:before|ahead of|prior to)\b|前に|之前")
_AFTER = Caseless(r"\b(?:after|once|afterwards?)\b|後に|之后")


def _before_and_after(one: str, two: str) -> bool:
    """ "Stop it before the update", "start it after the update"."""
    return bool(
        (_BEFORE.search(one) and _AFTER.search(two)) or (_AFTER.search(one) and _BEFORE.search(two))
    )


def _ban_fit(ban: frozenset[str], deed: frozenset[str], free: Clause) -> float:
    specific = ban - _MAKING
    if specific:
        found = same_deed(specific, deed)
        if found:
            return found
        if specific & parts_of(free.things | free.value | free.around):
            return 0.8
        return 0.15
    if ban:
        if ban & deed:
            return 1.0
        if same_deed(ban, deed):
            return 0.85
        if deed & _UNMAKING:
            return 0.0
        return 0.75 if not deed or deed & _MAKING else 0.35
    if deed & _UNMAKING and not deed - _UNMAKING:
        return 0.0
    return 0.95


def _other_banned(a: Side, b: Side) -> bool:
    """ "All dates are UTC" and "never local time": what is banned is the other alternative."""
    for x in a.slots.choices:
        for y in b.slots.choices:
            if x.role == y.role and x.name != y.name and x.sign * y.sign < 0:
                return True
    return False
