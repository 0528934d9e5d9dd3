"""Sentences that look alike: perhaps one rule that was written several times.

Looser than `duplicate`, which knows what it binds; this one compares bare words, so it is shown on
request and in an audit only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._alike import twins
from workbench.judge.rules._passages import shared
from workbench.judge.rules._sides import Place, places_of_prompt
from workbench.prompt.lexicon.stems import GRAMMAR, listed, stem
from workbench.prompt.statement_ids import normal

#: Digits for numbers in words, so that "two spaces" meets "2 spaces".
_NUMBERS = dict(
    zip(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"),
        ("2", "3", "4", "5", "6", "7", "8", "9", "10", "12"),
        strict=True,
    )
)
#: Words of rules about anything.
_LIGHT = listed(
    "do use make sure ensure need keep must critical important note remember"
    " rule everywhere anywhere"
)
_CODE = re.compile(r"`[^`]+`|\S*/\S+")
_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_NOT = re.compile(
    r"\b(?:not|never|no|without|avoid|cannot|forbidden|prohibited)\b|n['’]t\b"
    r"|ない|ません|禁止|不|勿",
    re.IGNORECASE,
)
_LEAST, _NEAR, _FAR = 2, 0.66, 0.5
_LEAST_SIGNS = 6
_LONGEST, _MOST_FOUND = 300, 30
#: A word in more sentences than this is a topic of the file and brings none together.
_COMMON = 12


@dataclass(frozen=True, slots=True)
class _Said:
    place: Place
    terms: frozenset[str]
    numbers: frozenset[str]
    codes: frozenset[str]
    banned: bool


def _check(rule: Rule, context: Context) -> Iterator[Finding]:
    said = [s for p in places_of_prompt(context) if (s := _read(p)) is not None]
    known = shared(context, "twins", lambda: tuple(twins(context)))
    taken = {frozenset((t.first.line, t.second.line)) for t in known}
    homes: dict[str, list[int]] = {}
    shown = 0
    for index, one in enumerate(said):
        near = {i for term in one.terms for i in homes.get(term, ())[-_COMMON:]}
        group = [said[i] for i in sorted(near) if _alike(said[i], one)]
        for term in one.terms:
            homes.setdefault(term, []).append(index)
        pairs = [o for o in group if frozenset((o.place.line, one.place.line)) not in taken]
        if not pairs:
            continue
        shown += 1
        if shown > _MOST_FOUND:
            return
        first = pairs[0]
        yield rule.finding(
            one.place.line,
            f"looks like line {first.place.line}{_differences(first, one)}",
            text=one.place.text[:_LONGEST],
            fix="Compare the two: where one is enough keep the clearer one, where both are meant"
            " say what sets them apart.",
            related=[Related(o.place.line, o.place.text[:_LONGEST]) for o in pairs],
        )


def _read(place: Place) -> _Said | None:
    text = place.text
    if len(text) > _LONGEST:
        return None
    if _CJK.search(text):
        signs = "".join(_CJK.findall(text))
        terms = frozenset(signs[i : i + 2] for i in range(len(signs) - 1))
    else:
        words = [_NUMBERS.get(w, w) for w in _WORD.findall(text.lower())]
        terms = frozenset(stem(w) for w in words if w not in GRAMMAR) - _LIGHT
    if len(terms) < (_LEAST_SIGNS if _CJK.search(text) else _LEAST):
        return None
    numbers = frozenset(term for term in terms if term.isdigit()) | frozenset(
        re.findall(r"\d+", text)
    )
    codes = frozenset(_CODE.findall(text))
    return _Said(place, terms, numbers, codes, bool(_NOT.search(text)))


def _alike(one: _Said, two: _Said) -> bool:
    if one.banned != two.banned or one.place.line == two.place.line:
        return False
    both = one.terms & two.terms
    sizes = sorted((len(one.terms), len(two.terms)))
    if len(both) < _LEAST or len(both) < _NEAR * sizes[0] or len(both) < _FAR * sizes[1]:
        return False
    if len(both) < sizes[0] and not both & one.numbers:
        return False  # one word stands for another: two rules of one pattern
    for mine, theirs in ((one.numbers, two.numbers), (one.codes, two.codes)):
        if mine != theirs and mine and theirs:
            return False
    ruled = [s.place.instruction is not None or s.banned for s in (one, two)]
    if not any(ruled) or not all(
        r or s.place.rules_around for r, s in zip(ruled, (one, two), strict=True)
    ):
        return False
    # The very same words are a matter of `duplicate`.
    return normal(one.place.text) != normal(two.place.text)


def _differences(one: _Said, two: _Said) -> str:
    """The words that only one of them has: they may be meant."""
    a, b = (_own(x, y) for x, y in ((one, two), (two, one)))
    said = [
        f"only line {x.place.line} says {', '.join(words)}"
        for x, words in ((one, a), (two, b))
        if words
    ]
    return f"; {'; '.join(said)}" if said else ""


def _own(one: _Said, two: _Said) -> list[str]:
    words = [w for w in _WORD.findall(one.place.text) if not _CJK.search(w)]
    theirs = {w.lower() for w in _WORD.findall(two.place.text)}
    return list(dict.fromkeys(w for w in words if w.lower() not in theirs))[:6]


RULE = Rule(
    id="near-duplicate",
    title="sentences that look alike",
    severity="note",
    confidence="low",
    why="Copies of one rule drift apart: each is paid for in every call, and one is forgotten when "
    "the rule changes.",
    source="a known failure: a ban is written three times for weight, and the copies drift apart",
    dated="2026-11-29",
    check=_check,
    example="Never copy whole files. … Do not copy entire files from one host to another.",
    instead="Never copy whole files from one host to another.",
    family="meaning",
)
