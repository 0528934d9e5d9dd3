"""Does a new wording still say the same?

Two sentences say the same when strength, negation, numbers and limits, exceptions, order,
"only" and every literal agree and the words of content are the same, counting synonyms. The
comparison is conservative: what it cannot explain as a rewording it calls a change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise, product

from workbench.change.literals import Literal
from workbench.change.signature import NEGATIVE, Signature, counts
from workbench.change.synonyms import LIGHT, alike, complementary, opposed, stem
from workbench.change.wordmatch import (
    VERB_STEMS,
    condition_went,
    exchanged,
    inside,
    label,
    narrowing,
    qualified_cjk,
    relative,
    substitution,
    things,
    turned_round,
    unmatched,
)
from workbench.prompt.cues.verbs import VERBS

_ORDINAL = re.compile(r"\b(?:the|every) (first|second|third|last|next|final|other)\b(?! time)")
_NEED = re.compile(
    r"\b(?:must|needs?|requires?|required|has to|have to|first)\b|必要|必须|須", re.I
)
_CAN = re.compile(r"\b(?:can|may|could|might)\b(?!not)|可以|ても(?:よい|良い|いい|構)", re.I)
_SOME = re.compile(
    r"\b(?:some|many|(?<!at )most|often|sometimes|a few|occasionally)\b(?! of (?:the )?same)", re.I
)
_EVEN = re.compile(r"\beven (?:if|when|though|where|after|while)\b", re.I)
_ALL_CJK = re.compile(r"すべての|全ての|全部|所有的?(?!者|权)|あらゆる")
_ANY_ALL_CJK = re.compile(r"すべて|全|所有|あらゆる|各|每|毎|都|均|任何|一切|どの|必ず|常に")

_SENTENCE = re.compile(r"[.。!！](?:\s+|$)|(?<=[。！])")
_CLAUSES = re.compile(r";\s*|\bwhile\b|\bwhereas\b")
_WORD = re.compile(r"[A-Za-z][\w-]*")
_PARTLY_CJK = re.compile(r"部分|有些|某些|一些|若干|いくつか|一部")

#: Literals that another wording must have as they are.
_HARD = frozenset(("number", "code", "path", "placeholder", "link", "import", "quote"))

#: Two sentences with more words than this together are the same word by word, or changed.
_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a new wording relates to the old one: a status and the reason in words."""

    status: str
    why: str = ""


def compare(a: Signature, b: Signature, *, part: bool = False) -> Judgement:
    """How `b` relates to `a`; with `part` true `b` may say more (it merges several rules)."""
    if len(a.tokens) + len(b.tokens) > _LONGEST:
        same = a.tokens == b.tokens
        return Judgement("reworded" if same else "changed", "" if same else "a very long text")
    missing, added = unmatched(a, b, part)
    swapped = substitution(a, b)
    odd = not part and (a.negatives - b.negatives) % 2 == 1
    turned = False  # "do not open" became "keep closed"
    for x, y in [*product(missing, added), *([swapped] if swapped else [])]:
        if not opposed(x, y):
            continue
        if not (odd and complementary(x, y)):
            return Judgement("flipped", f"{x} became {y}")
        turned, swapped = True, None
        missing = [z for z in missing if z != x]
        added = [z for z in added if z != y]
    # Two sentences that say "should" or "may" bind alike, wherever the word stands.
    alike_bound = bool(a.force) and a.force == b.force
    if b.level < a.level and not alike_bound:
        return Judgement(
            "weakened", "a duty became a wish" if b.level else "a duty became a permission"
        )
    if b.hedged and not a.hedged:
        return Judgement("weakened", "hedged")
    if part:
        negatives = a.negatives > b.negatives
    else:
        more, less = (a, b) if a.negatives > b.negatives else (b, a)
        negatives = bool((more.negatives - less.negatives) % 2) or (
            more.negatives > less.negatives + 1 and not _demands(less)
        )
    if negatives and not turned and not (a.negatives and _each_negates(b.text)):
        return Judgement("flipped" if not missing else "weakened", "a negation went or came")
    if _reversed(a, b) or turned_round(a, b):
        return Judgement("flipped", "the order is reversed")
    if a.contrast and b.contrast and _swapped_contrast(a, b):
        return Judgement("flipped", "what is excluded was exchanged")
    if not part and a.excepts != b.excepts and not (a.only and b.only):
        return (
            Judgement("strengthened", "an exception went")
            if a.excepts
            else Judgement("weakened", "an exception came")
        )
    same = a.quantities == b.quantities
    gone = _beyond(a, b)
    gone = [x for x in gone if not (x.kind == "number" and same) and not _same_number(x, b)]
    come = _beyond(b, a) if gone or not part else []
    come = [x for x in come if not (x.kind == "number" and same) and not _same_number(x, a)]
    if gone:
        status = "changed" if come else "strengthened" if condition_went(a, b) else "weakened"
        return Judgement(status, f"{gone[0].kind} {gone[0].text} is missing")
    if come and not part:
        return Judgement("changed", f"{come[0].kind} {come[0].text} is new")
    if a.bound and b.bound and a.bound != b.bound and "both" not in (a.bound, b.bound):
        return Judgement("flipped", "a limit was reversed")
    if not part and not same:
        fresh = [x for x in b.content if x.isdigit() and x not in a.content and not _in(x, a)]
        if fresh:
            return Judgement("changed", f"{fresh[0]} is new")
    if part and _chosen(a, b):
        return Judgement("weakened", "and became or")
    if not part and _roles_swapped(a, b):
        return Judgement("changed", "what belongs to what was exchanged")
    if not part and bool(a.bound) != bool(b.bound) and not (a.only and b.only):
        return (
            Judgement("weakened", "a limit went")
            if a.bound
            else Judgement("changed", "a limit came")
        )
    # "Do not start before the end" is read as "start only after the end".
    ordered = bool(a.earlier and b.earlier) and "only" not in a.tokens
    if a.only and not b.only and not ordered and b.negatives != a.negatives + 2:
        return Judgement("weakened", "'only' is gone")
    told_before = a.negatives > 1 or bool(a.earlier and b.earlier)
    if b.only and not a.only and not part and not told_before:
        return Judgement("strengthened", "'only' is new")
    if a.level < b.level and not alike_bound:
        return Judgement("strengthened", "a wish became a duty")
    if not part:
        loose = _loosened(a, b)
        if loose:
            return loose
    return _content(a, b, missing, added, swapped, part)


def _beyond(a: Signature, b: Signature) -> list[Literal]:
    """Literals that `a` has more often than `b`; `b` may be much longer, so it is only asked."""
    return [
        x
        for x, times in a.literals.items()
        if x.kind in _HARD
        for _ in range(times - b.literals.get(x, 0))
    ]


def additions(olds: Signature, b: Signature) -> str:
    """What a sentence made of several says beyond them: a literal or words, or nothing.

    `olds`: the signature of all of them together.
    """
    if len(olds.tokens) + len(b.tokens) > _LONGEST:
        return ""
    if olds.quantities != b.quantities:
        come = [x for x in (b.literals - olds.literals) if x.kind in _HARD]
    else:
        come = [x for x in (b.literals - olds.literals) if x.kind in _HARD - {"number"}]
    if come:
        return f"{come[0].kind} {come[0].text}"
    _, added = unmatched(olds, b)
    narrow = set(narrowing(olds, b))
    fresh = [x for x in added if x not in LIGHT and (x in narrow or x not in VERB_STEMS)]
    return ", ".join(fresh[:4])


def _content(
    a: Signature,
    b: Signature,
    missing: list[str],
    added: list[str],
    swapped: tuple[str, str] | None,
    part: bool,
) -> Judgement:
    if missing and added and not part and _other_command(a, b):
        return Judgement("changed", f"{a.tokens[0]} became {b.tokens[0]}")
    if swapped and not alike(*swapped):
        return Judgement("changed", f"{swapped[0]} became {swapped[1]}")
    if (
        added
        and not part
        and any(x in b.conditional for x in added)
        and len(b.conditional) > len(a.conditional)
    ) and (not missing or not any(x in a.conditional for x in missing)):
        return Judgement("weakened", "a condition is new")
    heavy = [x for x in missing if x not in LIGHT]
    fresh = [x for x in added if x not in LIGHT]
    if not part and not missing and added:
        if not inside(a.tokens, b.tokens):
            narrow = set(narrowing(a, b))
            fresh = [x for x in fresh if x in narrow or x not in VERB_STEMS]
        if fresh or relative(b) > relative(a) or qualified_cjk(a, b):
            status = "weakened" if a.negatives else "changed"
            return Judgement(status, "added: " + ", ".join((fresh or added)[:4]))
    if not part and len(heavy) <= 1 and qualified_cjk(a, b):
        return Judgement("changed", "a thing was narrowed")
    plain_cut = a.text.isascii() and inside(b.tokens, a.tokens) and not label(b)
    if not missing or (not heavy and not fresh and not plain_cut):
        return Judgement("reworded")
    share = len(heavy) / max(1, len(a.content))
    if not added or part:
        if part and share <= 0.2 and not set(heavy) & set(things(a)):
            return Judgement("reworded")
        wider = set(missing) & a.conditional or (b.level and condition_went(a, b))
        status = "strengthened" if wider else "weakened"
        return Judgement(status, "dropped: " + ", ".join(missing[:4]))
    swap = exchanged(a, b, missing, added)
    if swap:
        return Judgement("changed", f"{swap[0]} became {swap[1]}")
    if share > (0.36 if a.text.isascii() else 0.5):
        return Judgement("changed", "other words: " + ", ".join(missing[:4]))
    return Judgement("reworded", "other words: " + ", ".join(missing[:4]))


def _chosen(a: Signature, b: Signature) -> bool:
    """Whether "or" stands beside words of `a` in a merged sentence, and not in `a`."""
    if "or" in a.tokens or "or" not in b.tokens or b.negatives:
        return False
    words = [stem(token) for token in b.tokens if token == "or" or counts(token)]
    near = (p if q == "or" else q for p, q in pairwise(words) if "or" in (p, q))
    return any(alike(x, y) for x in near for y in a.content)


def _roles_swapped(a: Signature, b: Signature) -> bool:
    """Two clauses have the same words together, and each clause has others than before."""
    left, right = (
        [frozenset(stem(t) for t in _WORD.findall(part.lower()) if counts(t)) for part in clauses]
        for clauses in (_CLAUSES.split(a.text), _CLAUSES.split(b.text))
    )
    if not len(left) == len(right) == 2 or min(map(len, (*left, *right))) < 2:
        return False
    if left[0] | left[1] != right[0] | right[1]:
        return False
    return not any(x == y for x in left for y in right)


def _each_negates(text: str) -> bool:
    """Two sentences or more, and each of them forbids: one ban was split into several."""
    parts = [part for part in _SENTENCE.split(text) if part.strip()]
    return len(parts) > 1 and all(NEGATIVE.search(part.lower()) for part in parts)


def _demands(x: Signature) -> bool:
    """Whether a sentence says by "only", by an order or by a need what two negations say."""
    return x.only or bool(x.earlier) or bool(_NEED.search(x.text))


def _loosened(a: Signature, b: Signature) -> Judgement | None:
    """Small words that change much: can for must, some for every, or for and."""
    if _CAN.search(b.text) and not _CAN.search(a.text) and not b.only and not b.negatives:
        return Judgement("weakened", "a duty became a possibility")
    if _EVEN.search(a.text) and not _EVEN.search(b.text) and b.conditional:
        return Judgement("weakened", "'even if' became 'if'")
    if _ALL_CJK.search(a.text) and not _ANY_ALL_CJK.search(b.text):
        return Judgement("weakened", "it no longer holds for all")
    come = set(_ORDINAL.findall(b.text.lower())) - set(a.tokens)
    if come or set(_ORDINAL.findall(a.text.lower())) - set(b.tokens):
        return Judgement("changed", "another one of a row")
    if _PARTLY_CJK.search(b.text) and not _PARTLY_CJK.search(a.text):
        return Judgement("weakened", "it no longer holds for all")
    if _SOME.search(b.text) and not _SOME.search(a.text):
        return Judgement("weakened", "it no longer holds for all")
    words_a, words_b = set(a.tokens), set(b.tokens)
    if not a.negatives and not b.negatives:
        if "and" in words_a and "or" in words_b and not ("or" in words_a or "and" in words_b):
            return Judgement("weakened", "and became or")
        if "or" in words_a and "and" in words_b and not ("and" in words_a or "or" in words_b):
            return Judgement("changed", "or became and")
    return None


def _in(number: str, a: Signature) -> bool:
    return any(x.kind == "number" and x.text == number for x in a.literals)


def _same_number(literal: Literal, b: Signature) -> bool:
    return literal.kind == "number" and stem(literal.text) in b.content


def _other_command(a: Signature, b: Signature) -> bool:
    """Both begin with a command, and it is not the same one."""
    if not (a.tokens and b.tokens and a.text.isascii() and b.text.isascii()):
        return False
    first, second = a.tokens[0], b.tokens[0]
    if not (counts(first) and counts(second) and first in VERBS and second in VERBS):
        return False
    x, y = stem(first), stem(second)
    return not alike(x, y) and x not in b.content and x not in LIGHT and y not in LIGHT


def _reversed(a: Signature, b: Signature) -> bool:
    if not (a.earlier and a.later and b.earlier and b.later):
        return False

    def hits(x: frozenset[str], y: frozenset[str]) -> int:
        return sum(any(alike(p, q) for q in y) for p in x)

    straight = hits(a.earlier, b.earlier) + hits(a.later, b.later)
    crossed = hits(a.earlier, b.later) + hits(a.later, b.earlier)
    return crossed > straight


def _swapped_contrast(a: Signature, b: Signature) -> bool:
    only_a, only_b = a.contrast - b.contrast, b.contrast - a.contrast
    words_a, words_b = set(a.tokens) | set(a.content), set(b.tokens) | set(b.content)
    return bool(only_a and only_b and only_b <= words_a and only_a <= words_b)
