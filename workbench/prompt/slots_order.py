# ruff: noqa: E501  (a pattern is one expression)
"""What a statement says about before and after."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from workbench.prompt.lexicon.words import Token
from workbench.prompt.slot_types import FOLD, Order, content_of

_FIRST = re.compile(
    r"\bfirst\b|\b(?:open|begin|start) (?:by|with)\b|\bbeforehand\b|先に|まず|最初に|首先|先", FOLD
)


_LAST = re.compile(
    r"\b(?:at the (?:very )?end|last|finally|afterwards?|after that|thereafter|subsequently|later|then|in the end|only then|next)\b|最後に|その後|してから|後で|最后|然后|再(?!現|試|送|利|起|度)|之后",
    FOLD,
)


_STEP = re.compile(r"(?:^|\s)(\d)[.)]\s+")


_THEN = re.compile(
    r",?\s+(?:and\s+)?(?:only\s+)?(?:then|afterwards?|next(?! to))\b,?\s*|;\s*(?=[^;]*\b(?:once|afterwards?|when|later)\b)",
    FOLD,
)


_FIRST_OF_TWO = re.compile(
    r"(?<=\w) first(?:,| so that| and| to (?=\w+ (?:the|a|an|your|who|what|whether)\b)|;)\s+(?:only )?(?:then )?(?=\w)",
    FOLD,
)
_WITHOUT_FIRST = re.compile(
    r",? without (?P<deed>\w+ing\b[^.;,]{3,60}) (?:first|beforehand)\b", FOLD
)


def order_of(events: dict[str, set[str]]) -> Order | None:
    main = frozenset(events["main"])
    if events["before"] and main:
        return Order(main, frozenset(events["before"]))
    if events["after"] and main:
        return Order(frozenset(events["after"]), main)
    return None


def sequences(text: str, masked: str, toks: Sequence[Token], cjk: bool) -> list[Order]:
    """Orders told as steps: "first A, then B", "1. A 2. B", "open by A ... B at the end"."""
    out: list[Order] = []

    def between(a: int, b: int) -> frozenset[str]:
        return content_of(t for t in toks if a <= t.start < b)

    def both(a: int, b: int, c: int, d: int) -> None:
        x, y = between(a, b), between(c, d)
        if x and y:
            out.append(Order(x, y))

    if cjk:
        found = re.search(
            r"てから|でから|後に|後、|た後|之后|以后|然后|再(?!現|試|送|利|起|度)|先に|の前に|前に|之前|以前",
            masked,
        )
        if found:
            cue = found[0]
            stop = max(masked.find("。", found.end()), 0) or len(masked)
            if cue in ("の前に", "前に", "之前", "以前"):
                both(found.end(), stop, 0, found.start())
            elif cue == "先に":
                comma = min(
                    (
                        i
                        for i in (masked.find("、", found.end()), masked.find("，", found.end()))
                        if i > 0
                    ),
                    default=-1,
                )
                if comma > 0:
                    both(0, comma, comma, stop)
            else:
                both(0, found.start(), found.end(), stop)
        return out
    steps = [m.start() for m in _STEP.finditer(text)]
    for a, b in pairwise(steps):
        after = next((s for s in steps if s > b), len(text))
        both(a, b, b, after)
    then = _THEN.search(masked)
    if then and len(masked) - then.end() < 4:
        then = None
    if then and not steps:
        both(0, then.start(), then.end(), len(masked))
    alone = None if then or steps else _FIRST_OF_TWO.search(masked)
    if alone:  # "Open the account first so that you can check the caller"
        both(0, alone.start(), alone.end(), len(masked))
    unless = _WITHOUT_FIRST.search(masked)
    if unless:  # "Publish at once, without telling the vendor first"
        both(0, unless.start(), unless.start("deed"), len(masked))
    first, last = _FIRST.search(masked), _LAST.search(masked)
    if first and last and first.start() < last.start() and not then and not alone:
        middle = max(masked.rfind(s, first.end(), last.start()) for s in (",", ";", ".", " and "))
        if middle > 0:
            both(0, middle, middle, len(masked))
    if (
        re.search(r"\bright away\b|\bimmediately\b|\bat once\b", masked)
        and " and " in masked
        and not then
    ):
        middle = masked.find(" and ")
        both(0, middle, middle, len(masked))
    return out
