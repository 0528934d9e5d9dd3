# ruff: noqa: E501  (a pattern is one expression)
"""English clauses: deeds, things, means, places and conditions, by the order of the words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from workbench.prompt import modes
from workbench.prompt.lexicon.words import Token
from workbench.prompt.slot_types import Clause, Made, Order, approval_of, mode_of, noun_too
from workbench.prompt.slots_cues import (
    ADJUNCT,
    BARE_VERB_AFTER,
    BODILY,
    ELLIPSIS,
    LABEL,
    LET_OFF,
    NOT_YOU,
    ORDERING,
    PHRASAL,
    POINTS,
    SCOPING,
    SEGMENTS,
    SHUT,
    UNTIL,
    VALUE,
    VERBAL_AFTER,
    left_undone,
    what_lacks,
)
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


def english_clause(text: str, masked: str, start: int, end: int, toks: Sequence[Token]) -> Made:
    """The clauses of one English span: usually one, two when a "without" demands something."""
    part = masked[start:end]
    label_end = 0
    found = LABEL.match(part)
    if found and len(found[1].split()) <= 5 and found.end() < len(part):
        label_end = found.end()
    segments: list[tuple[int, int, str]] = []  # offsets in `part`
    at, role = 0, "main"
    for mark in SEGMENTS.finditer(part):
        kind = mark.lastgroup or "main"
        if mark.start() < at:
            continue
        if mark[0].lower() == "only after":
            kind = "after"
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
            elif low in ADJUNCT or low == "for" or low == "to" or low in VALUE:
                scoping = low in SCOPING
                if low == "for":
                    lead_for = lead_for or first
                    zone = "things" if using or first else "around"
                elif low == "to":
                    zone = "things" if using else "around"
                elif low in VALUE:
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
            or previous in VERBAL_AFTER
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
            and ((first and label_end <= token.start - start) or previous in BARE_VERB_AFTER)
            and text[token.start : token.end].isalpha()
            and bare_verb(text, toks, token)
        ):
            verbal = True
        if not verbal and token.kind in ("raw", "verb", "thing", "weak"):
            verbal = (
                (passive and participle(text, token))
                or (
                    ORDERING.search(text, max(start, token.start - 12), token.start)
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
                and low in BODILY
                and ORDERING.search(text, max(start, token.start - 12), token.start)
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
    if not things and not value and when and POINTS.search(main_text):
        things |= {t.concept for t in toks if t.concept in when and t.kind in ("thing", "raw")}
        heads |= things  # "If data is missing, estimate it."
    out: Made = []
    contrast_spans = [(a, b) for a, b, r in where if r == "contrast"]
    for pattern, deed, instead in PHRASAL:
        if pattern.search(part):
            deeds.discard(instead)
            deeds.add(deed)
    until = UNTIL.search(part) is not None
    lacking = modes.WITHOUT.search(part)
    mode, sign = mode_of(part, main_text)
    if SHUT.search(main_text):
        sign = -sign  # "Password logins are disabled": they are not to be used
        deeds -= {"disable", "lock", "stop"}
    if NOT_YOU.search(part):
        sign = -1
        value.clear()  # who or what does it instead
    elif undone := left_undone(main_text):
        sign = -sign
        deeds |= undone[0]
        for found_in in (things, heads, value):
            found_in -= undone[1]
    elif ELLIPSIS.search(main_text):
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
    lack = what_lacks(text, part, start, end, toks, approval, sign) if lacking else None
    if lack:
        things, around, value = things - lack.things, around - lack.things, value - lack.things
        lack = replace(lack, around=frozenset(things))
        if mode == "may" and LET_OFF.search(part):  # "feel free to commit without a ticket"
            lack = replace(lack, mode="optional", sign=1)
        out.append((lack, None, []))
    clause = Clause(
        text[start:end].strip(), mode, sign, frozenset(deeds), frozenset(things), frozenset(heads),
        frozenset(value), frozenset(around), frozenset(when), approval, told, frozenset(scope),
        any(r in ("cond", "before", "after") for _, _, r in where) and not approval, frozenset(rejected), frozenset(names), start, end,
    )  # fmt: skip
    out.append((clause, order, contrast_spans))
    return out
