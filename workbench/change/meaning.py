# ruff: noqa: E501  (a list of words is one expression)
"""Does a new wording still say the same? A signature of what binds, and its comparison.

Two sentences say the same when strength, negation, numbers and limits, exceptions, order,
"only" and every literal agree and the words of content are the same, counting synonyms. The
comparison is conservative: what it cannot explain as a rewording it calls a change.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from workbench.change.literals import Literal, literals
from workbench.change.synonyms import LIGHT, alike, is_content, opposed, stem
from workbench.prompt.cues import Verdict
from workbench.prompt.cues.verbs import VERBS
from workbench.prompt.lcs import common_pairs

_TOKEN = re.compile(
    r"`[^`]{1,400}`|[A-Za-z][A-Za-z'’-]*|\d+(?:[.,:]\d+)*%?|[\u30a0-\u30ff]+|[\u3400-\u9fff]|[\uac00-\ud7af]+|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
_IDIOMS = (
    (
        re.compile(
            r"\b(?:do not|don't|never|(?:must|may|shall|should|will) not|cannot)\s+([^,;.]{1,60}?)\s+(?:before|until)\b",
            re.I,
        ),
        r" \1 only after ",
    ),
    (
        re.compile(
            r"\bno (?:more|longer|larger|bigger|greater|later) than\b|\bnot (?:more|longer|exceed)(?: than)?\b|\b(?:do|must|may|shall|should) not exceed\b|\bnever more than\b",
            re.I,
        ),
        " at most ",
    ),
    (
        re.compile(r"\bno (?:less|fewer|shorter|earlier) than\b|\bnot (?:less|fewer) than\b", re.I),
        " at least ",
    ),
    (
        re.compile(
            r"不超过|不多于|不高于|不大于|を超えない(?:こと|よう)?|を超えて(?:は)?(?:ならない|いけない)|超えないこと"
        ),
        " 以内 ",
    ),
    (re.compile(r"不少于|不低于|不小于|を下回らない"), " 以上 "),
    (
        re.compile(r"\bnot even\b|\bif not\b|\bwhy not\b|\bnot only\b|\bwhether or not\b", re.I),
        " even ",
    ),
    (re.compile(r"\b(?:do not|don't|never) (?:forget|neglect|fail|omit) to\b", re.I), " "),
    (
        re.compile(
            r"なければ(?:なら|なり)(?:ない|ません)|なくては(?:なら|いけ)(?:ない|ません)|ねばならない|ないといけない|に他ならない|かもしれない"
        ),
        " 必要 ",
    ),
    (re.compile(r"只有(.{1,30})才(?:能|可以|可)?"), r" 只 \1 "),
    (re.compile(r"不必要|必要ではない|必须不"), " 无 "),
)
_NEGATIVE = re.compile(
    r"\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|forbid(?:s|den)?|prohibit(?:s|ed)?|ban(?:s|ned)?|disallow(?:s|ed)?|refuse|refrain|avoid|off[- ]limits|unacceptable|illegal|stop short of)\b|n['’]t\b"
    r"|禁止|厳禁|不可|なければ|なしに|なしで|ない(?!し)|ません|ずに|なく(?=[、。]|$)|不得|不要|不能|不允许|不准|不许|不可|严禁|切勿|请勿|绝不|决不|勿|避免|不(?![超多少高低大小同仅但论管])",
    re.I,
)
_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|restrict\w*|limit(?:ed)? (?:to|your|the)|nothing (?:else|but)|just (?:the|one)|alone|reserved)\b|のみ|だけ|に限(?:る|り|定)|しか|只|仅|仅限",
    re.I,
)
_EXCEPT = re.compile(
    r"\b(?:unless|except(?:ion|ions|ing)?|apart from|other than|save for|aside from|excluding|but not|outside(?: of)?|only if|only when)\b|ただし|除く|除き|を除いて|以外|除.{1,30}外|除非|除了",
    re.I,
)
_HEDGE = re.compile(
    r"\b(?:(?:if|where|when|whenever|wherever|as) (?:\w+ ){0,3}?possible|practical|convenient|(?:about|around|circa) (?=\d)|preferably|ideally|in doubt|if you (?:can|like|want|wish)|usually|generally|normally|when you can|as appropriate|roughly|approximately)\b|できるだけ|なるべく|可能|原則|尽量|尽可能|一般|原则上|最好|建议",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|while|during|unless|until|where|as long as|in case|provided|outside|except|between)\b(?P<body>[^,;.]*)",
    re.I,
)
_AFTER = re.compile(
    r"\b(?:after|once|following|as soon as|when)\b|(?:た)?後(?:で|に|のみ)?|之后|以后|后", re.I
)
_BEFORE = re.compile(r"\b(?:before|prior to|ahead of|until)\b|前に|の前|之前|以前|前", re.I)
_FIRST = re.compile(r"\bfirst\b\s*[;,:.]|;\s*(?:only )?then\b|\bfirst\b.*\bthen\b", re.I)
_CONTRAST = re.compile(
    r"(?:(?:,|\band\b|\bbut\b|;)\s*(?:not|never)|\brather than|\binstead of|\bover)\b\s+(?P<body>[^,;.]*)",
    re.I,
)
_ORDINAL = re.compile(r"\b(?:the|every) (first|second|third|last|next|final|other)\b(?! time)")
_NEED = re.compile(
    r"\b(?:must|needs?|requires?|required|has to|have to|first)\b|必要|必须|須", re.I
)
_CAN = re.compile(r"\b(?:can|may|could|might)\b(?!not)|可以|ても(?:よい|良い|いい|構)", re.I)
_SOME = re.compile(
    r"\b(?:some|many|(?<!at )most|often|sometimes|a few|occasionally)\b(?! of (?:the )?same)", re.I
)
_POSSESSIVE = re.compile(r"['’]s?$")
#: "not even in a test" and "in tests as well" stress a rule that says it already.
_EMPHASIS = re.compile(
    r",?\s*\bnot even\b[^,;.]*|,\s*(?:in|on|for|with)\b[^,;.]*\b(?:as well|too)\b|,?\s*\bno exceptions?\b|,?\s*\bwithout exceptions?\b",
    re.I,
)
_ORDERED = {
    "le": re.compile(
        r"\b(?:at most|within|up to|maximum|max|stay below|below|under|less than|fewer than|shorter than|younger than|not exceed\w*|limited to)\b|以内|以下|未満|最多|至多|不超|小于|低于",
        re.I,
    ),
    "ge": re.compile(
        r"\b(?:at least|minimum|min|or more|above|over|more than|exceeds?|exceeding|longer than|older than|from)\b|以上|超え|至少|最少|大于|高于|超过",
        re.I,
    ),
}


@dataclass(frozen=True)
class Signature:
    """What a sentence binds to, apart from its wording."""

    text: str
    level: int  # 2 binding, 1 wish, 0 permission
    negatives: int
    only: bool
    excepts: bool
    hedged: bool
    bound: str  # le, ge or nothing
    literals: Counter[Literal]
    content: tuple[str, ...]
    tokens: tuple[str, ...]
    conditional: frozenset[str]
    earlier: frozenset[str] = field(default_factory=frozenset)
    later: frozenset[str] = field(default_factory=frozenset)
    contrast: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a new wording relates to the old one: a status and the reason in words."""

    status: str
    why: str = ""


def signature(text: str, verdict: Verdict) -> Signature:
    """The signature of one sentence; `verdict` is how it binds where it stands."""
    plain = text
    for pattern, by in _IDIOMS:
        plain = pattern.sub(by, plain)
    bare = re.sub(r"\"[^\"]{1,300}\"|“[^”]{1,300}”|「[^」]{1,200}」|`[^`]{1,400}`", " ¤ ", plain)
    tokens = tuple(_POSSESSIVE.sub("", m[0]) for m in _TOKEN.finditer(_EMPHASIS.sub("", text)))
    content = tuple(stem(t.lower()) if t[0] != "`" else t for t in tokens if _counts(t))
    level = 2
    if verdict.strength == "soft":
        level = (
            0
            if re.match(r"you (?:can|may)|feel free|optional|not req|可以|て(?:も)", verdict.cue)
            else 1
        )
    conditional = frozenset(s for m in _CONDITION.finditer(bare) for s in _stems(m["body"]))
    earlier, later = _order(bare)
    contrast = frozenset(
        stem(t[0].lower())
        for m in _CONTRAST.finditer(plain)
        if m.start() > 3
        for t in _TOKEN.finditer(m["body"])
        if t[0].lower() not in _ARTICLES
    )
    bound = ""
    for name, pattern in _ORDERED.items():
        if pattern.search(bare) and re.search(r"\d", text):
            bound = name if not bound else "both"
    return Signature(
        text,
        level,
        len(_NEGATIVE.findall(bare)),
        bool(_ONLY.search(bare)),
        bool(_EXCEPT.search(bare)),
        bool(_HEDGE.search(bare)),
        bound,
        literals(text),
        content,
        tuple(t.lower() for t in tokens),
        conditional,
        earlier,
        later,
        contrast,
    )


_ARTICLES = frozenset(("a", "an", "the", "in", "on", "at", "with", "by", "from", "for", "to", "of"))


def _counts(token: str) -> bool:
    if token[0] == "`" or token[0].isdigit() or not token.isascii():
        return token not in _CJK_GRAMMAR
    return is_content(token.lower().replace("’", "'")) or (token.isupper() and len(token) > 2)


_CJK_GRAMMAR = frozenset(
    "的了在是和与或也都就而被把从到对向为以于及其之这那有会能可要应须必禁止不得无请勿才只仅全所当时後后前中内外上下場合事物方者的必要用使行可能時毎各超過条"
)


def _stems(text: str) -> set[str]:
    return {
        stem(m[0].lower()) if m[0][0] != "`" else m[0]
        for m in _TOKEN.finditer(text)
        if _counts(m[0])
    }


def _order(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """What comes first and what later, where the sentence says so."""
    for pattern, swapped in ((_BEFORE, False), (_AFTER, True)):
        found = pattern.search(text)
        if not found:
            continue
        head, tail = text[: found.start()], text[found.end() :]
        if not head.strip(" -*") and "," in tail:
            tail, _, head = tail.partition(",")
        if not text.isascii() and found[0][-1] in "前後后に":
            tail, head = head, tail  # in Japanese and Chinese the word follows its event
        a, b = frozenset(_stems(head)), frozenset(_stems(tail))
        return (b, a) if swapped else (a, b)
    if _FIRST.search(text):
        head, _, tail = re.sub(r"\bfirst\b", " ", text, flags=re.I).partition(";")
        if not tail:
            head, _, tail = text.partition(" then ")
        return frozenset(_stems(head)), frozenset(_stems(tail))
    return frozenset(), frozenset()


def compare(a: Signature, b: Signature, *, part: bool = False) -> Judgement:
    """How `b` relates to `a`; with `part` true `b` may say more (it merges several rules)."""
    missing, added = _unmatched(a.content, b.content, tuple(stem(t) for t in b.tokens))
    for x in missing:
        for y in added:
            if opposed(x, y):
                return Judgement("flipped", f"{x} became {y}")
    swapped = _substitution(a, b)
    if swapped and opposed(*swapped):
        return Judgement("flipped", f"{swapped[0]} became {swapped[1]}")
    if b.level < a.level:
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
    if negatives:
        return Judgement("flipped" if not missing else "weakened", "a negation went or came")
    if _reversed(a, b):
        return Judgement("flipped", "the order is reversed")
    if a.contrast and b.contrast and _swapped_contrast(a, b):
        return Judgement("flipped", "what is excluded was exchanged")
    if not part and a.excepts != b.excepts and not (a.only and b.only):
        return (
            Judgement("strengthened", "an exception went")
            if a.excepts
            else Judgement("weakened", "an exception came")
        )
    hard = {"number", "code", "path", "placeholder", "link", "import", "quote"}
    gone = [x for x in (a.literals - b.literals).elements() if x.kind in hard]
    come = [x for x in (b.literals - a.literals).elements() if x.kind in hard]
    gone = [x for x in gone if not _same_number(x, b)]
    come = [x for x in come if not _same_number(x, a)]
    if gone:
        return Judgement(
            "changed" if come else "weakened", f"{gone[0].kind} {gone[0].text} is missing"
        )
    if come and not part:
        return Judgement("changed", f"{come[0].kind} {come[0].text} is new")
    if a.bound and b.bound and a.bound != b.bound and "both" not in (a.bound, b.bound):
        return Judgement("flipped", "a limit was reversed")
    fresh = [x for x in b.content if x.isdigit() and x not in a.content and not _in(x, a)]
    if fresh and not part:
        return Judgement("changed", f"{fresh[0]} is new")
    if a.only and not b.only:
        return Judgement("weakened", "'only' is gone")
    told_before = a.negatives > 1 or bool(a.earlier and b.earlier)
    if b.only and not a.only and not part and not told_before:
        return Judgement("strengthened", "'only' is new")
    if a.level < b.level:
        return Judgement("strengthened", "a wish became a duty")
    if not part:
        loose = _loosened(a, b)
        if loose:
            return loose
    return _content(a, b, missing, added, swapped, part)


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
    if added and not missing and not part and _inside(a.tokens, b.tokens):
        status = "weakened" if a.negatives else "changed"
        return Judgement(status, "added: " + ", ".join(added[:4]))
    plain_cut = _inside(b.tokens, a.tokens)
    if not missing or (not added and not plain_cut and all(x in LIGHT for x in missing)):
        return Judgement("reworded")
    share = len(missing) / max(1, len(a.content))
    if not added or part:
        if part and share <= 0.2:
            return Judgement("reworded")
        status = "strengthened" if set(missing) & a.conditional else "weakened"
        return Judgement(status, "dropped: " + ", ".join(missing[:4]))
    if share > (0.36 if a.text.isascii() else 0.5):
        return Judgement("changed", "other words: " + ", ".join(missing[:4]))
    return Judgement("reworded", "other words: " + ", ".join(missing[:4]))


def _demands(x: Signature) -> bool:
    """Whether a sentence says by "only", by an order or by a need what two negations say."""
    return x.only or bool(x.earlier) or bool(_NEED.search(x.text))


def _loosened(a: Signature, b: Signature) -> Judgement | None:
    """Small words that change much: can for must, some for every, or for and."""
    if _CAN.search(b.text) and not _CAN.search(a.text) and not b.only and not b.negatives:
        return Judgement("weakened", "a duty became a possibility")
    come = set(_ORDINAL.findall(b.text.lower())) - set(a.tokens)
    if come or set(_ORDINAL.findall(a.text.lower())) - set(b.tokens):
        return Judgement("changed", "another one of a row")
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
    if not (_counts(first) and _counts(second) and first in VERBS and second in VERBS):
        return False
    x, y = stem(first), stem(second)
    return not alike(x, y) and x not in b.content and x not in LIGHT and y not in LIGHT


def _inside(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether the words of `short` stand in `long` in the same order."""
    rest = iter(long)
    return all(word in rest for word in short)


def _unmatched(
    a: tuple[str, ...], b: tuple[str, ...], spoken: tuple[str, ...] = ()
) -> tuple[list[str], list[str]]:
    """Content words of each side without a partner on the other, synonyms counted."""
    left, right = (
        list((Counter(a) - Counter(b)).elements()),
        list((Counter(b) - Counter(a)).elements()),
    )
    left = [x for x in left if x not in b]
    right = [y for y in right if y not in a]
    rest = []
    for x in left:
        twin = next((y for y in right if alike(x, y)), None)
        if twin is None:
            twin = next((y for y in (*b, *spoken) if alike(x, y)), None)
            if twin is None:
                rest.append(x)
        else:
            right.remove(twin)
    right = [y for y in right if not any(alike(x, y) for x in a)]
    return rest, right


def _substitution(a: Signature, b: Signature) -> tuple[str, str] | None:
    """One word exchanged for one other in the same frame: `(old, new)` stems."""
    if abs(len(a.tokens) - len(b.tokens)) > 1 or len(a.tokens) < 2:
        return None
    pairs = common_pairs(list(a.tokens), list(b.tokens))
    if len(pairs) < 0.7 * len(a.tokens):
        return None
    last_i = last_j = 0
    for i, j in [*pairs, (len(a.tokens), len(b.tokens))]:
        if i - last_i == 1 and j - last_j == 1:
            x, y = stem(a.tokens[last_i]), stem(b.tokens[last_j])
            both = _counts(a.tokens[last_i]) and _counts(b.tokens[last_j])
            if x != y and (both or opposed(x, y)) and not alike(x, y):
                return x, y
        last_i, last_j = i + 1, j + 1
    return None


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
