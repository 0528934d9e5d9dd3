# ruff: noqa: E501  (a pattern is one expression)
"""A duty beside a ban, a freedom or a wish; approval demanded and waived."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.judge.rules._same import (
    covered,
    deeds_of,
    inside,
    parts_of,
    same_deed,
    sameness,
    two_subjects,
    weigh,
)
from workbench.judge.rules._side import Side, Verdict, with_dependency
from workbench.judge.rules._topics import _stems, banned_verb, is_order, only_elsewhere
from workbench.prompt.caseless import Caseless
from workbench.prompt.lexicon.stems import listed, stem
from workbench.prompt.lexicon.words import opposed
from workbench.prompt.slot_types import Clause

#: What a ban on having something forbids, whatever the verb.
_MAKING = listed(
    """
    add create write use do declare place show keep include return start commit give
    """
)


_UNMAKING = frozenset(
    ("remove", "hide", "stop", "disable", "replace", "reject", "archive", "ignore")
)


def clause_signals(a: Side, ca: Clause, b: Side, cb: Clause) -> Iterator[Verdict]:
    same, _, _ = sameness(a, ca, b, cb)
    da, db = deeds_of(ca), deeds_of(cb)
    if same > 0:
        if ca.sign != cb.sign and "optional" not in (ca.mode, cb.mode) and not _other_banned(a, b):
            ban, free = (ca, cb) if ca.sign < 0 else (cb, ca)
            fit = _ban_fit(deeds_of(ban), deeds_of(free), free)
            if not _names_banned(a, b, ban, free, b if ban is ca else a):
                fit *= 0.3
            if ban.approval == "ask" and free.approval != "free":
                fit *= 0.4
            if ban.around and free.around and not ban.around & (free.words | free.when):
                placing = (deeds_of(ban) | deeds_of(free)) & _PLACING
                if not free.around & ban.words:
                    fit *= 0.35 if placing else 0.8
            if _YOU.search(ban.text) and _BY.search(free.text):
                fit *= 0.2  # somebody else does it
            if _forbids_too(b if ban is ca else a, ban):
                fit *= 0.3
            if ban.limited and not ban.when & (free.when | free.words):
                fit *= 0.5
            if only_elsewhere(free.text, ban.text):
                fit *= 0.4
            verb = banned_verb(ban.text)
            if (
                verb in ban.things
                and verb not in free.words
                and (deeds_of(free) or is_order(free.text))
            ):
                fit *= 0.35  # "Write a file", "never load a file"
            if (manner := _manner(ban.text)) and not manner & _manner(free.text):
                fit *= 0.5  # "never answer rudely" leaves other ways
            if _first_done(ban.text, free):
                fit = 0.0  # "never enter without knocking" asks to knock
            freer = b if ban is ca else a
            if any(one.rejected & (ban.things | ban.value) for one in freer.slots.clauses):
                fit *= 0.2  # "instead of keeping it in globals"
            if _elsewhere(a if ban is ca else b, ban, b if ban is ca else a, free):
                fit *= 0.45  # "do not sort in the database" leaves other places
            if _by_means(a if ban is ca else b, ban, free):
                fit *= 0.45  # "do not answer with a question"
            if (of := _of(ban.text)) and not of & _stems(f"{free.text} {freer.heading}"):
                fit *= 0.5  # "names of people" are not all names
            said = parts_of(free.things | free.value | free.deeds | free.rejected)
            if (
                deeds_of(ban) & deeds_of(free)
                and free.things
                and parts_of(ban.things) & parts_of(free.around)
                and not parts_of(ban.things) & said
            ):
                fit *= 0.5  # "translate the labels around the placeholders"
            if _CAP.search(ban.text):
                fit *= 0.2  # "never quote more than 50 words" allows fewer
            if _SAME_ONE.search(ban.text) and not _SAME_ONE.search(free.text):
                fit *= 0.4  # "in the same quiz" says nothing about another quiz
            if _TIMED.search(ban.text) and not _ANY_TIME.search(free.text):
                fit *= 0.5
            if _detour(ban.text, free.text):
                fit *= 0.2
            if ban.value and free.value and not ban.value & free.words:
                fit *= 0.5
            if fit > 0:
                if two_subjects(a, ban if ban is ca else free, b, free if ban is ca else ban):
                    fit *= 0.48
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
        yield from _approval(a, ca, b, cb)


_FIRM = Caseless(
    r"\b(?:must|has to|have to|required|mandatory|compulsory|always|never|without exception|no exceptions?|rejected|not accepted|won't|will not|needs?|has|every|each|all|no)\b|必ず|必須|ならない|なりません|禁止|必须|一律|不得",
)


_OF = re.compile(r"\bof (?:the |an? |your |our |their |its )?(?P<what>[A-Za-z][\w-]+)", re.I)


_DONE_BY = re.compile(r"\b(?:is|are|be|been)\b.*\bby\b", re.I)
_ANY_OF = listed("case file code project text day time it them this that all any one course")


def _of(text: str) -> frozenset[str]:
    return frozenset(
        stem(m["what"].lower()) for m in _OF.finditer(text) if m["what"].lower() not in _ANY_OF
    )


def _by_means(banner: Side, ban: Clause, free: Clause) -> bool:
    """Whether a ban is on a means that the other side does not name as such."""
    if "use" in ban.deeds or not deeds_of(ban) or _DONE_BY.search(ban.text):
        return False
    means = frozenset(c for c in ban.value - _IMPLIED if banner.weight.get(c, 0.5) >= 0.55)
    return bool(means) and not means & (free.value | free.around | free.deeds)


#: Where and to whom an agent speaks anyway.
_IMPLIED = listed(
    """
    answer chat user customer client response message conversation code project prompt output text caller reply
    """
)
_BEFORE = Caseless(r"\b(?:before|ahead of|prior to)\b|前に|之前")
_AFTER = Caseless(r"\b(?:after|once|afterwards?)\b|後に|之后")


def _before_and_after(one: str, two: str) -> bool:
    """ "Stop it before the update", "start it after the update"."""
    return bool(
        (_BEFORE.search(one) and _AFTER.search(two)) or (_AFTER.search(one) and _BEFORE.search(two))
    )


def _elsewhere(banner: Side, ban: Clause, freer: Side, free: Clause) -> bool:
    """Whether a ban holds for a place or a receiver that the other side never speaks of."""
    where = frozenset(
        c for c in ban.around - ban.things - _IMPLIED if banner.weight.get(c, 0.5) >= 0.55
    )
    if not where or freer.slots.everywhere:
        return False
    met = covered(free.words | free.when | freer.words) | freer.about
    return not parts_of(where) & met and not where & banner.about


def _names_banned(a: Side, b: Side, ban: Clause, free: Clause, freer: Side) -> bool:
    """Whether what is banned turns up on the other side, not only the place of the ban."""
    about = freer.about
    if not ban.things:
        return not (free.told and not free.deeds and deeds_of(ban) & free.around)
    words = covered(free.words | free.when) | about
    strong = {
        c for c in parts_of(ban.things) if max(a.weight.get(c, 0), b.weight.get(c, 0)) >= 0.35
    }
    return bool((strong or ban.things) & words) or inside(a.slots.paths, b.slots.paths)


_ADVERB = Caseless(r"\b[a-z]{3,}ly\b")
#: Adverbs that are no manner, or that say how firm a ban is.
_NO_MANNER = listed(
    """
    only directly early daily weekly monthly yearly hourly nightly completely strictly absolutely explicitly necessarily
    simply really usually normally particularly especially entirely fully family reply apply supply rely comply assembly
    anomaly multiply imply july italy currently immediately publicly privately locally globally previously newly recently
    possibly generally solely merely likely
    """
)


def _manner(text: str) -> frozenset[str]:
    return frozenset(w.lower() for w in _ADVERB.findall(text)) - _NO_MANNER


_NOT_WITHOUT = Caseless(r"\bwithout (?:first )?(?P<deed>[a-z]+)ing\b")


def _first_done(ban: str, free: Clause) -> bool:
    """Whether a ban on doing A without B meets a demand for B."""
    found = _NOT_WITHOUT.search(ban)
    first = free.text.split()[:1]
    return bool(found and first and stem(first[0].lower()) == stem(found["deed"] + "ing"))


_CAP = Caseless(
    r"\b(?:more|longer|larger|bigger|higher|greater|later|older|fewer|less|shorter|earlier|deeper) than\b|\b(?:above|over|exceed\w*|beyond) \d|超过|を超え|以上"
)
#: A ban on two things in one place, or on one after another.
_SAME_ONE = Caseless(
    r"\b(?:in|within|for|on|at|to|with|from|during|of) (?:the |one and the |that )?same\b|\b(?:in a row|twice|more than once|at the same time|together|in parallel)\b|\b(?:to|with|in|on|for|by|from|at|of) (?:two|three|several|many|multiple|more than one|every|each|another)\b|同じ|同一|同时|连续",
)
#: A ban for some hours or days says nothing about the others.
_TIMED = Caseless(
    r"\b\d{1,2}:\d\d\b|\b\d{1,2}\s?(?:am|pm)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweekends?\b|\d{1,2}時|[金土日月火水木]曜|周[一二三四五六日末]",
)


_ANY_TIME = Caseless(
    r"\d{1,2}:\d\d|\bany (?:time|hour|day|moment)\b|\balways\b|\bwhenever\b|\bat night\b|\bday and night\b|\baround the clock\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweekends?\b|いつでも|随時|常に|随时|任何时",
)


_YOU = Caseless(
    r"\b(?:you|the (?:assistant|agent|model)) (?:do not|don't|never|may not|must not|cannot|can't)\b",
)
_BY = Caseless(r"\b(?:by|through) (?:the |a |an |our |another )?(?!hand\b|you\b)[a-z]+")
_DIRECT = Caseless(r"\b(?:direct(?:ly)?|straight)\b|直接")


_VIA = Caseless(
    r"\b(?:through|via|by way of|by (?:a |an |the )?[a-z]+(?: [a-z]+)?(?=\s*(?:[.,;]|$)))|経由|通过|を通して"
)


def _detour(ban: str, free: str) -> bool:
    """ "Never push straight to X" forbids the direct way, not the way through Y."""
    return bool(_VIA.search(free)) and (bool(_DIRECT.search(ban)) or "push" in ban)


_PLACING = listed(
    """
    place store keep log write send move put
    """
)


def _forbids_too(side: Side, ban: Clause) -> bool:
    """Whether the other side, in another clause, forbids the same deed."""
    mine = deeds_of(ban)
    return any(c.sign < 0 and mine & deeds_of(c) for c in side.slots.clauses)


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


#: What any work of an agent is about: two sentences that name no more speak of the same work.
_WORKING = listed(
    """
    change plan code file task implement do thing step project work edit apply show tell start use diff answer run
    """
)


def _approval(a: Side, ca: Clause, b: Side, cb: Clause) -> Iterator[Verdict]:
    skip = {
        "ask",
        "approve",
        "approval",
        "validate",
        "confirmation",
        "question",
        "person",
        "maintainer",
        "right",
        "yourself",
        "check",
        "thing",
        "wait",
        "do",
    }
    if not (ca.words - _WORKING - skip) and not (cb.words - _WORKING - skip):
        yield Verdict("direct-negation", 0.62, "one demands approval, the other goes ahead without")
        return
    wa = (ca.words | ca.when) - skip
    wb = (cb.words | cb.when) - skip
    wa, wb = (with_dependency(wa) or a.words - skip), (with_dependency(wb) or b.words - skip)
    deeds = (ca.deeds | ca.when) & (cb.deeds | cb.when) - skip
    shared = wa & wb
    weight = sum(max(a.weight.get(c, 0.5), b.weight.get(c, 0.5)) for c in shared)
    rest = min(weigh(a, wa - wb), weigh(b, wb - wa))
    near = same_deed(frozenset(wa), frozenset(wb))
    if weight < 0.3:
        return
    score = weight / (weight + 0.6 * rest) * (1.0 if deeds else 0.9 if near else 0.5)
    if (
        ca.text.isascii()
        and not (is_order(ca.text) or is_order(cb.text))
        and two_subjects(a, ca, b, cb)
    ):
        score *= 0.55  # juniors ask, seniors do not
    yield Verdict("direct-negation", score, "one demands approval, the other goes ahead without")


def _other_banned(a: Side, b: Side) -> bool:
    """ "All dates are UTC" and "never local time": what is banned is the other alternative."""
    for x in a.slots.choices:
        for y in b.slots.choices:
            if x.role == y.role and x.name != y.name and x.sign * y.sign < 0:
                return True
    return False
