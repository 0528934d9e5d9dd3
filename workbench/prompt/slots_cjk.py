# ruff: noqa: E501  (a pattern is one expression)
"""Japanese and Chinese clauses: deeds, things, means and places, by the particles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.prompt import modes
from workbench.prompt.lexicon.words import Token
from workbench.prompt.slot_types import EMPTY, KANA, Clause, Made, approval_of, mode_of

_CJK_SEGMENTS = re.compile(
    r"(?P<exc>[^、。，]*(?:を除[きくい][^、。]*|以外[はに]?|除外|の場合を除|例外)|除了[^，。]*|除[^，。]{1,16}外|除非[^，。]*|[^，。]*除外)|(?P<cond>[^、。，]*(?:場合[はに]?|とき[はに]?|時[はに](?!間)|際[はに]?|たら|なら(?!な)|のであれば|であれば|の前に|前に|の後に|の後で|後に|时候?(?=，))|(?:如果|若|当)[^，。]*)"
    r"|(?P<reason>[^、。，]*(?:ため(?!に)|ので|から、)|因为[^，。]*|以便[^，。]*)"
)


_PARTICLE = re.compile(r"[ぁ-んa-zA-Z個つ]{0,3}?(を|は|が|も|で|に|へ|から|まで|より|の|と)")


def cjk_clause(text: str, masked: str, start: int, end: int, toks: Sequence[Token]) -> Made:
    part = masked[start:end]
    segments = [
        (start + m.start(), start + m.end(), m.lastgroup or "")
        for m in _CJK_SEGMENTS.finditer(part)
        if m.end() > m.start()
    ]
    deeds: set[str] = set()
    things: set[str] = set()
    heads: set[str] = set()
    value: set[str] = set()
    around: set[str] = set()
    when: set[str] = set()
    value_next = False
    contrast: list[tuple[int, int]] = []
    for k, token in enumerate(toks):
        if token.kind in ("grammar", "number") or token.concept in EMPTY:
            if token.word == "通过":
                value_next = True
            continue
        if any(a <= token.start < b for a, b, _ in segments):
            when.add(token.concept)
            continue
        if token.kind in ("action", "light"):
            deeds.add(token.concept)
            value_next = token.concept == "use" and text[token.end : token.end + 1] not in (
                "",
                "。",
                "す",
                "し",
            )
            continue
        rest = text[token.end : token.end + 3]
        nearest = toks[k + 1].start if k + 1 < len(toks) else end
        particle = _PARTICLE.match(text[token.end : min(nearest, token.end + 4)]) if rest else None
        mark = particle[1] if particle else ""
        if re.match(
            r"(?:ではなく|じゃなく|でなく|の代わり)", rest + text[token.end + 3 : token.end + 5]
        ):
            contrast.append((token.start, token.end))
            continue
        if token.word.endswith("的") and mark in ("に", "な"):
            continue  # an adverb
        if mark in ("で", "に", "へ", "から", "まで", "より"):
            (value if mark == "で" else around).add(token.concept)
        elif value_next:
            value.add(token.concept)
        else:
            things.add(token.concept)
            if mark in ("を", "は", "が", "も", ""):
                heads.add(token.concept)
    main = part
    for a, b, _ in reversed(segments):
        main = main[: a - start] + " " + main[b - start :]
    mode, sign = mode_of(part, main, japanese=KANA.search(text) is not None)
    approval = approval_of(part, sign)
    lacking = modes.WITHOUT_CJK.search(part)
    if lacking and sign < 0 and modes.REFUSED.search(part[lacking.end() :]):
        group = "what" if lacking["what"] else "zh"
        a, b = start + lacking.start(group), start + lacking.end(group)
        wanted = [
            t for t in toks if a <= t.start < b and t.kind not in ("grammar", "number", "light")
        ]
        if wanted:
            last = wanted[-1].concept
            demanded = Clause(
                text[start:end].strip(), "must", 1, frozenset(), frozenset((last,)), frozenset((last,)), frozenset(),
                frozenset((things | value | around | deeds) - {last}), frozenset(when), approval or "", True, frozenset(), False, frozenset(), frozenset(), start, end,
            )  # fmt: skip
            return [(demanded, None, contrast)]
    clause = Clause(
        text[start:end].strip(), mode, sign, frozenset(deeds), frozenset(things), frozenset(heads),
        frozenset(value), frozenset(around), frozenset(when), approval, False, frozenset(around), any(r == "cond" for _, _, r in segments), frozenset(),
        frozenset(t.concept for t in toks if t.kind == "code" or (t.kind == "raw" and t.word.isascii())), start, end,
    )  # fmt: skip
    return [(clause, None, contrast)]
