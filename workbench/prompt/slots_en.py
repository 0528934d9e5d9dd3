# ruff: noqa: E501  (a pattern is one expression)
"""English clauses: deeds, things, means, places and conditions, by the order of the words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from workbench.prompt import modes
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import Token, tokens
from workbench.prompt.slot_types import FOLD, Clause, Made, Order, approval_of, mode_of, noun_too
from workbench.prompt.slots_order import order_of
from workbench.prompt.slots_words import (
    AUX,
    bare_verb,
    commands,
    opens,
    participle,
    plural,
    proper,
    unknown_verb,
)

_LABEL = re.compile(r"^\s*(?:\*\*|__)?([^:：*_.;]{1,40}?)(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*")


_SEGMENTS = re.compile(
    r"(?P<exc>\b(?:except(?:ing|ed)?|unless|apart from|other than|aside from|save for|(?<=, )save (?=(?:in|on|when|where|if|at|during)\b)|excluding|with the exception of|exempt(?:ed)?|but not|only (?:when|if|after|for|in))\b)"
    r"|(?P<reason>\b(?:because|since|so that|so (?=\w+ (?:can|could|is|are|may|must|need|know|see)\b)|in order to|otherwise|as (?=(?:it|they|we|the \w+ is|the \w+ are)\b))|,\s*(?:so|as|which|who|since|for)\b(?=\s)|,\s*(?=(?:it|they) (?:is|are|has|have)\b)|,\s*or (?=(?:people|else|the|it|they|users?|you|somebody|someone)\b)|\bto (?:avoid|prevent|keep (?:the|it)|make (?:it|sure)|help)\b)"
    r"|(?P<contrast>\b(?:instead of|rather than|in place of|as opposed to)\b|,\s*(?:not|never)\s+(?!just|only|even|merely|necessarily|always)(?=[\w`¤]+(?:\s+[\w`¤]+){0,5}\s*[.,;)]?\s*$|(?:by|in|on|from|with|at|as|the|a|an)\s)|(?<=¤) over (?=¤))"
    r"|(?P<before>\b(?:before|prior to|ahead of|until)\b)|(?P<after>\b(?:after|afterwards?|once|as soon as|following)\b)"
    r"|(?P<cond>\b(?:if|when(?:ever)?|while|as long as|in case|provided|where(?:ver)?|during)\b)",
    FOLD,
)


NOT_YOU = re.compile(
    r"\bnot (?:by )?(?:you|the (?:agent|assistant|model))\b(?=\s*(?:[.,;)]|$))|\bnever by you\b",
    FOLD,
)


#: "to a release branch it is not": the verb stands in another clause.
_ELLIPSIS = re.compile(
    r"^\W*(?:to|for|on|in|at|with|from|during)\b.*\b(?:it|they|that|this) (?:is|are|does|do|may|must|can)(?: not|n't)?\s*[.,;)]?\s*$",
    FOLD,
)


_BETWEEN = r"\b(?:\s+[\w¤'-]+){1,6}?\s+"
#: Verbs whose second half stands behind the object: the deed, and what it looks like without.
_PHRASAL = tuple(
    (re.compile(rf"\b(?:{verb}){_BETWEEN}{tail}\b", FOLD), deed, instead)
    for verb, tail, deed, instead in (
        (
            "check(?:s|ed)?",
            r"in(?:to)?(?! (?:the )?(?:browser|tests?|ci|production)\b)",
            "commit",
            "validate",
        ),
        ("turn(?:s|ed)?|switch(?:es|ed)?", "off", "disable", "do"),
        ("turn(?:s|ed)?|switch(?:es|ed)?", "on", "enable", "do"),
        ("take(?:s|n)?|cut(?:s)?", "out", "remove", "do"),
        ("hand(?:s|ed)?", "over", "escalate", "do"),
        ("write(?:s)?", "down", "log", "write"),
        ("leave(?:s)?|left", "in(?: place)?", "keep", "do"),
    )
)
_UNTIL = re.compile(r"\buntil\b", FOLD)


_VERBAL_AFTER = listed(
    """
    must should may can will shall cannot to not never don't please always and or then doesn't
    do
    """
)


_ADJUNCT = listed(
    """
    in on at under within during from per across inside outside below above into onto toward
    towards against between upon near next along around throughout over onto
    """
)


_SCOPING = listed(
    """
    in on at under within during for inside across throughout
    """
)


_VALUE = listed(
    """
    with via through by using as
    """
)


_BARE_VERB_AFTER = listed(
    """
    to not never don't doesn't must may can should will cannot shall
    """
)


#: Only a verb follows these, whether we know it or not.
_ORDERING = re.compile(
    r"\b(?:(?:do|does|must|may|should|shall|can|could|will) not|never|don't|doesn't|must|may|should|shall|cannot|mustn't|shouldn't) $",
    FOLD,
)


_LET_OFF = re.compile(r"\b(?:feel free|fine|ok|okay|allowed|permitted|you (?:may|can))\b", FOLD)
_POINTS = re.compile(r"\b(?:it|them)\b", FOLD)
_BODILY = listed("carry look bear")


def english_clause(text: str, masked: str, start: int, end: int, toks: Sequence[Token]) -> Made:
    """The clauses of one English span: usually one, two when a "without" demands something."""
    part = masked[start:end]
    label_end = 0
    found = _LABEL.match(part)
    if found and len(found[1].split()) <= 5 and found.end() < len(part):
        label_end = found.end()
    segments: list[tuple[int, int, str]] = []  # offsets in `part`
    at, role = 0, "main"
    for mark in _SEGMENTS.finditer(part):
        kind = mark.lastgroup or "main"
        if mark.start() < at:
            continue
        if (
            kind == "after"
            and mark[0].lower() == "once"
            and not re.match(
                r"\s+(?:the|it|you|a|an|all|every|this|that|green|done|they|we|per|approved|merged|\w+ (?:is|are|has|have))\b",
                part[mark.end() :],
            )
        ):
            continue
        if kind == "before" and part[: mark.start()].rstrip().lower().endswith("day"):
            continue
        segments.append((at, mark.start(), role))
        at, role = mark.start(), kind
        stop = part.find(",", mark.end())
        lead = not part[label_end : mark.start()].strip(" *_-")
        if role in ("cond", "before", "after", "exc") and stop > 0 and (lead or role == "exc"):
            segments.append((at, stop, role))
            at, role = stop, "main"
    segments.append((at, len(part), role))
    where: list[tuple[int, int, str]] = [(start + a, start + b, r) for a, b, r in segments if b > a]

    def role_of(place: int) -> str:
        for a, b, r in where:
            if a <= place < b:
                return r
        return "main"

    main_text = "".join(part[a:b] if r == "main" else " " for a, b, r in segments)
    events: dict[str, set[str]] = {"before": set(), "after": set(), "main": set()}
    deeds: set[str] = set()
    things: set[str] = set()
    heads: set[str] = set()
    value: set[str] = set()
    around: set[str] = set()
    when: set[str] = set()
    names: set[str] = set()
    deeds_words: set[str] = set()
    rejected: set[str] = set()
    scope: set[str] = set()
    scoping = False
    zone = "things"
    previous = ""
    first = True
    group_last = ""
    using = passive = False
    lead_for = False
    told = True
    last_end = start
    for token in toks:
        role = role_of(token.start)
        if "," in text[last_end : token.start] and not deeds and zone != "things":
            zone = "things"
        last_end = token.end
        if role != "main":
            if role == "contrast":
                rejected.add(token.concept)
            elif role != "reason" and token.kind not in ("grammar", "number", "light"):
                when.add(token.concept)
                if role in events:
                    events[role].add(token.concept)
            previous, group_last = token.word, ""
            continue
        low = token.word
        if token.kind in ("grammar", "number"):
            if low == "for" and previous in deeds_words and not things:
                pass  # "Ask for the card": what is asked for is the object
            elif low == "at" and text[token.end : token.end + 6].lower() in (" most ", " least"):
                pass  # "at most three rooms"
            elif low in _ADJUNCT or low == "for" or low == "to" or low in _VALUE:
                scoping = low in _SCOPING
                if low == "for":
                    lead_for = lead_for or first
                    zone = "things" if using or first else "around"
                elif low == "to":
                    zone = "things" if using else "around"
                elif low in _VALUE:
                    zone = "value"
                else:
                    zone = "around"
            elif low in AUX:
                passive = True
            if group_last:
                heads.add(group_last)
                group_last = ""
            previous = low
            continue
        verbal = token.kind == "action" or token.kind == "light"
        ambiguous = token.kind == "action" and noun_too(token.concept)
        if ambiguous and not (
            (first and commands(toks, token, text))
            or previous in _VERBAL_AFTER
            or (previous in AUX and token.end - token.start > len(token.word) + 1)
        ):
            verbal = False
        if (
            verbal
            and first
            and token.kind == "action"
            and not ambiguous
            and not commands(toks, token, text)
        ):
            verbal = False  # "Access logs are kept"
        if (
            verbal
            and token.kind == "action"
            and (first or previous in deeds_words)
            and plural(text, token)
        ):
            verbal = False
        if (
            token.kind in ("raw", "verb")
            and ((first and label_end <= token.start - start) or previous in _BARE_VERB_AFTER)
            and text[token.start : token.end].isalpha()
            and bare_verb(text, toks, token)
        ):
            verbal = True
        if not verbal and token.kind in ("raw", "verb", "thing", "weak"):
            verbal = (
                (passive and participle(text, token))
                or (
                    _ORDERING.search(text, max(start, token.start - 12), token.start)
                    and unknown_verb(text, token)
                )
                or (first and label_end <= token.start - start and opens(toks, token, text))
            )
        if (
            previous in ("the", "a", "an", "its", "your", "each", "every", "no", "any", "all", "of")
            and token.kind != "light"
        ):
            verbal = (
                verbal
                and token.kind == "action"
                and not ambiguous
                and text[token.start : token.end].lower().endswith("ing")
            )
        if verbal:
            deeds_words.add(token.word)
            if first:
                told = False
            bodily = (
                token.kind == "light"
                and low in _BODILY
                and _ORDERING.search(text, max(start, token.start - 12), token.start)
            )
            deeds.add(low if bodily else token.concept)  # "Never carry knives"
            events["main"].add(token.concept)
            if zone != "things" and previous in ("and", "or", "to", "then"):
                zone = "things"
            if token.concept == "use":
                using = True
                zone = "value" if not passive else zone
            elif zone == "value" and token.kind == "action":
                zone = "things"
            passive = False
        else:
            if passive and zone == "things" and (things or around):
                zone = "value"
            passive = False
            target = {"things": things, "value": value, "around": around}[zone]
            target.add(token.concept)
            if zone == "around" and scoping:
                scope.add(token.concept)
            events["main"].add(token.concept)
            if token.kind == "code" or proper(text, token, start):
                names.add(token.concept)
            if zone == "things":
                group_last = token.concept
        first = first and token.start - start < label_end
        previous = token.word
    if group_last:
        heads.add(group_last)
    if not things and not value and when and _POINTS.search(main_text):
        things |= {t.concept for t in toks if t.concept in when and t.kind in ("thing", "raw")}
        heads |= things  # "If data is missing, estimate it."
    out: Made = []
    contrast_spans = [(a, b) for a, b, r in where if r == "contrast"]
    for pattern, deed, instead in _PHRASAL:
        if pattern.search(part):
            deeds.discard(instead)
            deeds.add(deed)
    until = _UNTIL.search(part) is not None
    lacking = modes.WITHOUT.search(part)
    mode, sign = mode_of(part, main_text)
    if _SHUT.search(main_text):
        sign = -sign  # "Password logins are disabled": they are not to be used
        deeds -= {"disable", "lock", "stop"}
    if NOT_YOU.search(part):
        sign = -1
        value.clear()  # who or what does it instead
    elif undone := _undone(main_text):
        sign = -sign
        deeds |= undone[0]
        for found_in in (things, heads, value):
            found_in -= undone[1]
    elif _ELLIPSIS.search(main_text):
        sign, mode = 1, "optional" if sign > 0 else "elliptic"
    approval = approval_of(modes.cleaned(part), sign)
    order = order_of(events)
    if order and events["before"]:
        if sign < 0:
            order = Order(order.later, order.earlier)  # never A before B: B comes first
        elif until:
            order = None
    if lacking and approval != "free":
        outside = part[: lacking.start()] + " ~ " + part[lacking.end() :]
        if modes.REFUSED.search(modes.cleaned(outside)):
            a, b = start + lacking.start("what"), start + lacking.end("what")
            wanted = [
                t for t in toks if a <= t.start < b and t.kind not in ("grammar", "number", "light")
            ]
            rest = (things | around | value) - {t.concept for t in wanted}
            demanded = Clause(
                text[start:end].strip(), "must", 1, frozenset(), frozenset(t.concept for t in wanted),
                frozenset(t.concept for t in wanted[-1:]), frozenset(), frozenset(rest), frozenset(when), approval, True, frozenset(), False, frozenset(), frozenset(), start, end,
            )  # fmt: skip
            return [(demanded, order, contrast_spans)]
    lack = _lack(text, part, start, end, toks, approval, sign) if lacking else None
    if lack:
        things, around, value = things - lack.things, around - lack.things, value - lack.things
        lack = replace(lack, around=frozenset(things))
        if mode == "may" and _LET_OFF.search(part):  # "feel free to commit without a ticket"
            lack = replace(lack, mode="optional", sign=1)
        out.append((lack, None, []))
    clause = Clause(
        text[start:end].strip(), mode, sign, frozenset(deeds), frozenset(things), frozenset(heads),
        frozenset(value), frozenset(around), frozenset(when), approval, told, frozenset(scope),
        any(r in ("cond", "before", "after") for _, _, r in where) and not approval, frozenset(rejected), frozenset(names), start, end,
    )  # fmt: skip
    out.append((clause, order, contrast_spans))
    return out


_SHUT = re.compile(
    r"\b(?:is|are|be|stays?|remains?|gets?) (?:always |all |completely )?(?:disabled|blocked|switched off|turned off|ruled out|suspended|abolished)\b",
    FOLD,
)
_UNDONE = re.compile(
    r"\b(?:leaves?|left|keeps?|kept|stays?|remains?|is|are|be|goe?s?)\b(?:\s+[\w¤'-]+){0,4}?\s+un(?!changed|touched|limited|used\b|ited)(?P<base>[a-z]{3,}(?:ed|en|nt))\b",
    FOLD,
)


def _undone(main: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """ "Names stay untranslated": the deed that is left undone, and the word as it stands."""
    found = _UNDONE.search(main)
    if found is None:
        return None
    base = found["base"].lower()
    said, whole = tokens(base), tokens("un" + base)
    return (
        frozenset(t.concept for t in said if t.kind != "grammar"),
        frozenset(t.concept for t in whole),
    )


def _lack(
    text: str, part: str, start: int, end: int, toks: Sequence[Token], approval: str, sign: int
) -> Clause | None:
    """ "Charts are drawn without a legend": there is to be no legend."""
    found = _WITHOUT.search(part)
    if not found or approval or sign < 0:
        return None
    a, b = start + found.start("what"), start + found.end("what")
    lacked = [t for t in toks if a <= t.start < b and t.kind in ("thing", "raw", "code")]
    if not lacked:
        return None
    return Clause(
        text[start:end].strip(), "must", -1, frozenset(), frozenset(t.concept for t in lacked),
        frozenset((lacked[-1].concept,)), frozenset(), frozenset(), frozenset(), "", True,
        start=start, end=end,
    )  # fmt: skip


_WITHOUT = re.compile(
    r"\bwithout\s+(?:(?:an?|the|its|their|any)\s+)*(?P<what>[\w'-]+(?:\s+(?!(?:when|if|for|in|on|to|at|by|and|or|but)\b)[\w'-]+)?)",
    FOLD,
)
