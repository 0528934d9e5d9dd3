# ruff: noqa: E501  (a pattern is one expression)
"""Instructions as data: who does what to which thing, with which value, where and when.

`slots_of(text)` reads one statement. It never fails: what it cannot read is empty. A clause has
a mode (demanded, wished, allowed, optional), a sign (do or do not), deeds and things; a statement
has choices (role and alternative), amounts, places, an order, an exception and whether approval
is needed. English, Japanese and Chinese share the concepts, so that they compare across.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from workbench.prompt import modes
from workbench.prompt.amounts import Amount, amounts
from workbench.prompt.language import language
from workbench.prompt.lexicon.words import Token, lexicon, tokens, words
from workbench.prompt.slot_types import (
    EMPTY,
    FOLD,
    MASK,
    NOUN_DEEDS,
    WEIGHT,
    Clause,
    Order,
    Slots,
    content_of,
)
from workbench.prompt.slots_choices import FRONTED, choices_of, clause_at, find_places
from workbench.prompt.slots_cjk import cjk_clause
from workbench.prompt.slots_en import english_clause
from workbench.prompt.slots_order import sequences

_TAG = re.compile(r"</?[A-Za-z][\w-]{0,30}>")
_CODE = re.compile(r"`([^`\n]{1,200})`")


_PATH = re.compile(
    r"^(?:\.{0,2}/)?[\w.*{}@-]+(?:/[\w.*{}@<>-]*)+$|^\*\.\w+$|^\.\w{1,5}$|^[\w-]+\.\w{1,5}$"
)


_CLAUSES = re.compile(
    r"\s*;\s+|\s+[-–—]{1,2}\s+|—|[.!?]\s+(?=[A-Z¤¢`\d])|(?:,\s*|\s+)(?:but|yet|however(?! (?:many|much|small|long|often|large|short|urgent|trivial)\b)|whereas)\s+"
    r"|,?\s+(?:and|or)\s+(?=(?:never|do not|don't|must|always|no\b|nothing|only afterwards|only then)\b)|\s*\((?=[^)]{8,})|\)\s*|,\s+(?=(?:never (?!(?:by|in|on|from|with|at|as|the|a|an)\b)|do not|don't|no need|a \w+ is not)\b)"
    r"|[。；;！？]|(?<!^)，(?=不要|不得|禁止|不能|请勿|但|靠|不|须|必须|应|由|并)|、(?=ただし)",
    FOLD,
)


_EXCEPTION = re.compile(
    r"\b(?:except(?:ing|ed)?|unless|(?:aside|excepted)(?=\s*(?:[.;,]|$))|apart from|other than|aside from|outside(?: of)?(?= (?:the |an? |your |our |its )?[\w¤])|save for|(?<=, )save (?:in|on|when|where|if|at|during)|excluding|exempt(?:ed)?|(?:one|only|sole|single|the) exceptions?(?=\s*(?:$|[:.,;]|is\b|are\b|to\b|of\b|being\b|here\b))|but not|no (?:\w+ ){1,3}but|(?:all|every|each|any) (?:\w+ ){1,2}but(?=(?: (?:the|an?|our|your))? [\w¤]+\W*$)|(?:any(?:one|body|thing)|every(?:one|body|thing)|nobody|no one|nothing) but)\b|ただし|を除|以外|例外|除外|除非|除了|除(?=[^，。]{1,16}外)|但是?(?=[^，。]{2,})",
    FOLD,
)


_NO_EXCEPTION = re.compile(
    r"\bno(?:ne)? exceptions?\b|\bwithout (?:any )?exceptions?\b|例外(?:なく|なし|はない)|没有例外|無例外",
    FOLD,
)


#: What is only sought or watched for: naming it there neither asks for it nor forbids it.
_SOUGHT = re.compile(
    r"\b(?:look(?:ing)?|watch(?:ing)?|search(?:ing)?|scan(?:ning)?|hunt(?:ing)?|grep|check) (?:out )?for\b"
    r"|\b(?:look|watch) out\b|\b(?:spot|detect|flag)\b|がないか|を探|是否有",
    FOLD,
)
_ALSO = re.compile(
    r"\b(?:as well|also|too|additionally|in addition|both|either|alongside|besides)\b|も(?:同じ|併せて)|でも|同样|也|同時に|に加えて",
    FOLD,
)


_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|nothing (?:else|but)|just|sole|alone|everything|all|every|any|always|single|the one)\b|のみ|だけ|に限る|統一|すべて|全て|只|仅|统一|一律|所有",
    FOLD,
)


#: Turns of phrase that are read as others; the length stays, so that offsets hold.
_SAME_LENGTH = (
    (
        re.compile(
            r"\b(?:it would be|it is|it's|would be) (?:nice|good|great|helpful|preferable) (?:if|to have|when|to)\b",
            FOLD,
        ),
        "preferably",
    ),
    (
        re.compile(r"\bnothing (?:but|other than|else than)\b|\bno(?:thing)? other than\b", FOLD),
        "only",
    ),
    (
        re.compile(
            r"以外(?:で|に)?[はをの]?[^。、，]{0,16}?(?:ない(?:でください|こと)?|ません|禁止|不可)"
        ),
        "のみ",
    ),
)


@lru_cache(maxsize=4096)
def slots_of(text: str, lang: str = "") -> Slots:
    """The slots of one statement. `lang` is worked out when it is not given."""
    text = _TAG.sub(lambda m: " " * len(m[0]), text[:800])
    lang = lang or language(text)
    cjk = lang in ("ja", "zh")
    seen = words(text)
    found = amounts(text, cjk=cjk)
    if cjk:
        found = found or amounts(text)
    if cjk and found:  # "15 天年假": the amount and the thing stand together
        bare = list(text)
        for a in found:
            bare[a.start : a.end] = " " * (a.end - a.start)
        toks = tokens("".join(bare))
    else:
        toks = tokens(text, seen)
    toks = [t for t in toks if not any(a.start <= t.start < a.end for a in found)]
    masked = MASK.sub(lambda m: ("¤" if m[0][0] == "`" else "¢") * len(m[0]), text)
    for pattern, by in _SAME_LENGTH:
        masked = pattern.sub(lambda m, by=by: by.ljust(len(m[0]))[: len(m[0])], masked)  # type: ignore[misc]
    spans = _clause_spans(masked, text)
    clauses: list[Clause] = []
    bounds: list[tuple[int, int]] = []
    orders: list[Order] = []
    negated_spans: list[tuple[int, int]] = []
    asked: frozenset[str] = frozenset()
    for start, end in spans:
        inside = [t for t in toks if start <= t.start < end]
        if masked[start:end].rstrip().endswith(("?", "？")) or masked[end : end + 1] in ("?", "？"):
            asked |= content_of(inside)
            continue
        if not inside or (asked and _BECAUSE.match(masked, start, end)):
            continue
        made = (cjk_clause if cjk else english_clause)(text, masked, start, end, inside)
        for clause, order, contrast in made:
            if asked:  # "Is it broken? Call the owner."
                clause = replace(clause, when=clause.when | asked, limited=True)
            clauses.append(clause)
            bounds.append((clause.start, clause.end))
            if order:
                orders.append(order)
            negated_spans += contrast
    clauses, bounds = _merged(clauses)
    orders += sequences(text, masked, toks, cjk)
    choices = choices_of(text, seen, toks, clauses, bounds, negated_spans)
    places: dict[str, set[str]] = {}
    for choice in list(choices):
        start, end = bounds[choice.clause] if bounds else (0, len(text))
        if _SOUGHT.search(masked[start : choice.start]):
            choices.remove(choice)  # "Look for amounts kept as floats": sought, not chosen
        elif (FRONTED.match(masked[start : choice.start]) and "," in masked[choice.end : end]) or (
            FRONTED.match(masked[start : choice.end]) and masked.startswith(",", choice.end)
        ):
            choices.remove(choice)  # "In dark mode, links are blue"
            places.setdefault(choice.role, set()).add(choice.name)
        elif FRONTED.match(masked[start : choice.start]) and choice.role in ("theme",):
            choices.remove(choice)
            places.setdefault(choice.role, set()).add(choice.name)
    find_places(text, seen, places)
    if any(choice.role == "code language" for choice in choices):
        places.pop("language", None)  # chosen, not where it holds
    codes = frozenset(m[1] for m in _CODE.finditer(text))
    exception: frozenset[str] | None = None
    if _EXCEPTION.search(masked) and not _NO_EXCEPTION.search(masked):
        exception = _exception(masked, toks)
    for k, clause in enumerate(clauses[1:], 1):
        if _ELLIPTIC.match(clause.text):  # "New code needs tests; generated code does not."
            exception = (exception or frozenset()) | clause.things
            clauses[k] = replace(clause, mode="elliptic", sign=1)
    weights = {
        t.concept: 0.85 if t.kind == "action" and t.concept in NOUN_DEEDS else WEIGHT[t.kind]
        for t in toks
        if t.kind in WEIGHT
    }
    for concept in [c for c in weights if " " in c]:
        for word in concept.split():
            weights.setdefault(word, 0.4)
    for empty in EMPTY & weights.keys():
        weights[empty] = 0.0
    return Slots(
        text,
        lang,
        tuple(clauses),
        tuple(choices),
        tuple(_limit(a, clauses, clause_at(bounds, a.start)) for a in found),
        tuple((d, frozenset(p)) for d, p in places.items()),
        frozenset(c for c in codes if _PATH.match(c) and ("/" in c or "." in c)),
        codes,
        tuple(orders),
        exception,
        bool(modes.EVERYWHERE.search(masked)),
        bool(_ALSO.search(masked)),
        bool(_ONLY.search(masked)),
        tuple(weights.items()),
        frozenset(
            (c.role, t.concept)
            for c in choices
            for t in toks
            if c.start <= t.start < c.end and t.concept not in lexicon().roles[c.role].topics
        ),
    )


_BECAUSE = re.compile(r"\W*because\b", FOLD)
_ELLIPTIC = re.compile(
    r"^\W*(?:[\w¤-]+ ){1,5}?(?:do|does|is|are|need|may|must|can|has|have|should|will)(?: not|n't)\W*$",
    FOLD,
)
_FRAGMENT = re.compile(r"^\W*(?:never|not|no)\b", FOLD)


def _merged(clauses: list[Clause]) -> tuple[list[Clause], list[tuple[int, int]]]:
    """Joins a fragment to its sentence: "Amounts are objects; never plain numbers"."""
    out: list[Clause] = []
    for clause in clauses:
        if (
            out
            and clause.sign < 0
            and not clause.deeds - {"do"}
            and len(clause.text.split()) <= 5
            and _FRAGMENT.match(clause.text)
            and out[-1].things
        ):
            last = out[-1]
            out[-1] = replace(
                last, rejected=last.rejected | clause.things | clause.value, end=clause.end
            )
        else:
            out.append(clause)
    return out, [(c.start, c.end) for c in out]


def _clause_spans(masked: str, text: str) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start, end in _parts(masked, text):
        colon = masked.find(": ", start, end)
        if colon > 0 and len(masked[start:colon].split()) > 5:
            out += [(start, colon), (colon + 2, end)]
        else:
            out.append((start, end))
    return out


def _parts(masked: str, text: str) -> list[tuple[int, int]]:
    out = []
    at = 0
    for found in _CLAUSES.finditer(masked):
        if found.start() > at:
            out.append((at, found.start()))
        at = found.end()
    if at < len(text):
        out.append((at, len(text)))
    return out


def _limit(amount: Amount, clauses: Sequence[Clause], at: int) -> tuple[Amount, int]:
    """ "A client may send 60": what is allowed is the most that is allowed."""
    if clauses and clauses[at].mode == "may" and amount.bound == "exact":
        amount = replace(amount, bound="at-most")
    return amount, at


def _exception(masked: str, toks: Sequence[Token]) -> frozenset[str]:
    """The concepts of the part that is left out of a rule: the clause around the cue."""
    found = _EXCEPTION.search(masked)
    assert found is not None
    left = max(
        masked.rfind(s, 0, found.start()) for s in (",", "(", ";", "。", "，", "、", ". ", ": ")
    )
    right = [
        i for i in (masked.find(s, found.end()) for s in (",", ")", ";", "。", ". ", "，")) if i > 0
    ]
    end = min(right) if right else len(masked)
    cue = found[0].lower()
    start = found.start()
    if cue in ("excepted", "aside", "exempt", "exempted", "除外", "を除", "以外", "the exception"):
        start = left + 1
    if cue.endswith(" but"):
        start = found.end()  # "no globals but the logger"
    if "exception" in cue or cue in ("ただし", "例外") or cue.startswith("但"):
        end = len(masked)
        if not masked[found.end() :].strip(" .。"):
            start = left + 1  # "…; the loader is the one exception"
    return frozenset(
        t.concept
        for t in toks
        if start <= t.start < end and t.kind in ("thing", "raw", "code", "action", "number")
    )
