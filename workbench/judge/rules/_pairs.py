"""Can one agent obey two instructions? A verdict on a pair, from several signals.

Each signal compares two clauses: opposite polarity on one deed and thing, a duty beside a
freedom, approval demanded and waived, two alternatives of one choice, two values of one
quantity, a reversed order. A signal is scaled by how far the two speak of the same thing, and
taken back where their places are apart or one names the other as an exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from workbench.judge.rules._apart import apart_factor, exception_factor, order_signals, same_limit
from workbench.judge.rules._bans import clause_signals, may_clash
from workbench.judge.rules._means import (
    PUTTING,
    all_or_few,
    name_signals,
    place_signals,
    rejections,
)
from workbench.judge.rules._side import NOTHING, Side, Verdict
from workbench.judge.rules._told import rules_nothing
from workbench.judge.rules._topics import (
    excepted,
    same_ban,
    two_cases,
    two_kinds,
    two_titles,
    two_topics,
)
from workbench.judge.rules._values import amount_signals, choice_signals, length_signals
from workbench.prompt.slots import slots_of


def conflict(a_text: str, a_heading: str, b_text: str, b_heading: str, lang: str = "") -> Verdict:
    """Whether two sentences under their headings cannot both be obeyed."""
    a = Side(slots_of(a_text, lang), a_heading)
    b = Side(slots_of(b_text, lang), b_heading)
    return judge(a, b)


def judge(a: Side, b: Side) -> Verdict:
    """The strongest signal that two instructions conflict."""
    return max(signals(a, b), key=lambda v: v.score, default=NOTHING)


def signals(a: Side, b: Side, least: float = 0.0) -> Iterator[Verdict]:
    """Every signal above nothing, scaled by places and exceptions; those that come out below
    `least` may be missing."""
    left = -1.0
    for verdict in _raw(a, b, least):
        if verdict.score <= 0 or verdict.score < least:
            continue  # what follows only takes from it
        if left < 0:  # few pairs come so far
            if rules_nothing(a.slots.text) or rules_nothing(b.slots.text):
                return
            left = exception_factor(a, b)
            if left <= 0:
                return
        factor = left * apart_factor(a, b, verdict.kind)
        if verdict.score * factor >= 0.5 and (
            verdict.kind not in ("order", "exclusive-choice") or verdict.attribute
        ):
            ban = verdict.kind == "direct-negation" and verdict.left is not None
            if ban and (same_ban(a, b) or excepted(a, b) or excepted(b, a)):
                continue
            if (
                two_topics(a, b)
                or two_cases(a, b)
                or two_conditions(a, b, verdict)
                or (verdict.kind != "exclusive-choice" and two_kinds(a, b))
            ):
                factor *= 0.42
            elif ban and not _asking(verdict) and two_titles(a, b):
                factor *= 0.55
        elif verdict.score * factor >= 0.5 and two_cases(a, b):
            factor *= 0.42
        if factor > 0:
            yield replace(verdict, score=verdict.score * factor)


def two_conditions(a: Side, b: Side, verdict: Verdict) -> bool:
    """Whether both clauses hold under a condition, each under one that the other never names."""
    one, two = verdict.left, verdict.right
    if one is None or two is None or not (one.limited and two.limited) or one.when & two.when:
        return False
    mine = {c for c in one.when - b.words - two.when if a.weight.get(c, 0.5) >= 0.55}
    theirs = {c for c in two.when - a.words - one.when if b.weight.get(c, 0.5) >= 0.55}
    return bool(mine and theirs)


def _asking(verdict: Verdict) -> bool:
    return verdict.reason.startswith("one demands approval")


def _raw(a: Side, b: Side, least: float) -> Iterator[Verdict]:
    one, two = a.slots, b.slots
    if not one.clauses or not two.clauses:
        return
    # Most pairs lack what most signals need, and a call costs more than the look before it.
    if not same_limit(a, b):
        for ca in one.clauses:
            for cb in two.clauses:
                if may_clash(ca, cb):
                    for verdict in clause_signals(a, ca, b, cb, least):
                        if verdict.score >= least:
                            yield replace(verdict, left=ca, right=cb)
    if one.choices and two.choices:
        yield from choice_signals(a, b)
    if one.amounts and two.amounts:
        yield from amount_signals(a, b)
        yield from length_signals(a, b)
    if one.orders and two.orders:
        yield from order_signals(a, b)
    if a.named and b.named:
        yield from name_signals(a, b)
    if not (a.deeds.isdisjoint(PUTTING) or b.deeds.isdisjoint(PUTTING)):
        yield from place_signals(a, b)
    if a.rejects:
        yield from rejections(a, b)
    if b.rejects:
        yield from rejections(b, a)
    if one.amounts:
        yield from all_or_few(a, b)
    if two.amounts:
        yield from all_or_few(b, a)
