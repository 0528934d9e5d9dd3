# ruff: noqa: E501  (a pattern is one expression)
"""What narrows a ban: a place, a means, a receiver, a manner, an hour that the other side leaves out.

"Do not sort in the database" and "sort by date" are both obeyed by sorting elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.judge.rules._same import covered, deeds_of, inside, parts_of
from workbench.judge.rules._side import Side
from workbench.judge.rules._topics import banned_verb, is_order, only_elsewhere, stems_of
from workbench.prompt.caseless import Caseless
from workbench.prompt.lexicon.stems import listed, stem
from workbench.prompt.slot_types import Clause
from workbench.prompt.slots_cues import NOT_YOU


def narrowed(banner: Side, ban: Clause, freer: Side, free: Clause, least: float = 0.0) -> float:
    """How much of a ban is left beside a clause of the other side, 0 to 1.

    Stops early once less than `least` is left.
    """
    left = 1.0
    for factor in _factors(banner, ban, freer, free):
        left *= factor
        if left < least:
            break
    return left


def _factors(banner: Side, ban: Clause, freer: Side, free: Clause) -> Iterator[float]:
    if not _names_banned(banner, ban, freer, free):
        yield 0.3
    if ban.approval == "ask" and free.approval != "free":
        yield 0.4
    if (
        ban.around
        and free.around
        and not ban.around & (free.words | free.when)
        and not free.around & ban.words
    ):
        yield 0.35 if (deeds_of(ban) | deeds_of(free)) & _PLACING else 0.8
    if _forbids_too(freer, ban):
        yield 0.3
    if ban.limited and not ban.when & (free.when | free.words):
        yield 0.5
    if any(one.rejected & (ban.things | ban.value) for one in freer.slots.clauses):
        yield 0.2  # "instead of keeping it in globals"
    if not NOT_YOU.search(banner.slots.text) and _elsewhere(banner, ban, freer, free):
        yield 0.45  # "do not sort in the database" leaves other places
    if _by_means(banner, ban, free):
        yield 0.45  # "do not answer with a question"
    if _beside(ban, free):
        yield 0.5  # "translate the labels around the placeholders"
    if ban.value and free.value and not ban.value & free.words:
        yield 0.5
    yield from _by_words(ban, freer, free)


def _by_words(ban: Clause, freer: Side, free: Clause) -> Iterator[float]:
    """The same by the words of the two clauses."""
    forbids, told = ban.text, free.text
    if _YOU.search(forbids) and _BY.search(told):
        yield 0.2  # somebody else does it
    if only_elsewhere(told, forbids):
        yield 0.4
    verb = banned_verb(forbids)
    if verb in ban.things and verb not in free.words and (deeds_of(free) or is_order(told)):
        yield 0.35  # "Write a file", "never load a file"
    if (manner := _manner(forbids)) and not manner & _manner(told):
        yield 0.5  # "never answer rudely" leaves other ways
    if _first_done(forbids, free):
        yield 0.0  # "never enter without knocking" asks to knock
    if (of := _of(forbids)) and not of & stems_of(f"{told} {freer.heading}"):
        yield 0.5  # "names of people" are not all names
    if _CAP.search(forbids):
        yield 0.2  # "never quote more than 50 words" allows fewer
    if _SAME_ONE.search(forbids) and not _SAME_ONE.search(told):
        yield 0.4  # "in the same quiz" says nothing about another quiz
    if _TIMED.search(forbids) and not _ANY_TIME.search(told):
        yield 0.5
    if _detour(forbids, told):
        yield 0.2


def _beside(ban: Clause, free: Clause) -> bool:
    """Whether the object of a ban is only where the other side does the same to something else."""
    told = parts_of(free.things | free.value | free.deeds | free.rejected)
    return bool(
        deeds_of(ban) & deeds_of(free)
        and free.things
        and parts_of(ban.things) & parts_of(free.around)
        and not parts_of(ban.things) & told
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
    least = 0.3 if " as " in ban.text else 0.55  # "as text": even a general word tells
    means = frozenset(c for c in ban.value - _IMPLIED if banner.weight.get(c, 0.5) >= least)
    return bool(means) and not means & (free.value | free.around | free.deeds)


#: Where and to whom an agent speaks anyway.
_IMPLIED = listed(
    """
    answer chat user customer client response message conversation code project prompt output caller reply
    """
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


def _names_banned(banner: Side, ban: Clause, freer: Side, free: Clause) -> bool:
    """Whether what is banned turns up on the other side, not only the place of the ban."""
    about = freer.about
    if not ban.things:
        return not (free.told and not free.deeds and deeds_of(ban) & free.around)
    words = covered(free.words | free.when) | about
    strong = {
        c
        for c in parts_of(ban.things)
        if max(banner.weight.get(c, 0), freer.weight.get(c, 0)) >= 0.35
    }
    return bool((strong or ban.things) & words) or inside(banner.slots.paths, freer.slots.paths)


_ADVERB = Caseless(r"\b(?:[a-z]{3,}ly|alone|together|again|aloud)\b")
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
    if "alone" in text and _LEAVE.search(text):
        return frozenset()  # "leave it alone"
    return frozenset(w.lower() for w in _ADVERB.findall(text)) - _NO_MANNER


_LEAVE = Caseless(r"\b(?:leave|leaves|left|let)\b")


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
