# ruff: noqa: E501  (a list of words is one expression)
"""What binds in a sentence, apart from its wording: a signature."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from workbench.change.literals import Literal, literals
from workbench.change.paring import pare
from workbench.change.quantities import quantities
from workbench.change.synonyms import is_content, stem
from workbench.language.force import Force

_TOKEN = re.compile(
    r"`[^`]{1,400}`|[A-Za-z][A-Za-z0-9_'’-]*|\d+(?:[.,:]\d+)*%?|[\u30a0-\u30ff]+|[\u3400-\u9fff]|[\uac00-\ud7af]+|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
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
        re.compile(r"\bnot even\b|\bif not\b|\bwhy not\b|\bnot only\b|\bwhether or not\b", re.I),
        " even ",
    ),
    (re.compile(r"\b(?:do not|don't|never) (?:forget|neglect|fail|omit) to\b", re.I), " "),
)
_IDIOMS_CJK = (
    (
        re.compile(
            r"不超过|不多于|不高于|不大于|を超えない(?:こと|よう)?|を超えて(?:は)?(?:ならない|いけない)|超えないこと"
        ),
        " 以内 ",
    ),
    (re.compile(r"不少于|不低于|不小于|を下回らない"), " 以上 "),
    (
        re.compile(
            r"なければ(?:なら|なり)(?:ない|ません)|なくては(?:なら|いけ)(?:ない|ません)|ねばならない|ないといけない|に他ならない|かもしれない"
        ),
        " 必要 ",
    ),
    (re.compile(r"只有(.{1,30})才(?:能|可以|可)?"), r" 只 \1 "),
    (re.compile(r"不必要|必要ではない|必须不"), " 无 "),
)
#: Words that forbid or deny, in lower case.
NEGATIVE = re.compile(
    r"\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|forbid(?:s|den)?|prohibit(?:s|ed)?|ban(?:s|ned)?|disallow(?:s|ed)?|refuse[sd]?|refrain(?:s|ing)?|avoid(?:s|ed|ing)?|declin(?:e[sd]?|ing)|off[- ]limits|unacceptable|illegal|stop short of)\b|n['’]t\b"
    r"|禁止|厳禁|不可|なければ|なしに|なしで|ない(?!し)|ません|(?<!必)(?<!は)(?<![、。\s]ま)(?<!^ま)ず[に、]|(?<!少)(?<!だけで)なく(?=[、。\u4e00-\u9fff]|$)|未(?![満来定])|没有|不得|不要|不能|不允许|不准|不许|不可|严禁|切勿|请勿|绝不|决不|勿|避免|不(?![超多少高低大小同仅但论管])"
)
_ONLY = re.compile(
    r"\b(?:only|solely|exclusively|restrict\w*|limit(?:ed)? (?:to|your|the)|nothing (?:else|but)|just (?:the|one)|alone|reserved)\b|のみ|だけ|に限(?:る|り|定)|しか|只|仅|仅限"
)
_EXCEPT = re.compile(
    r"\b(?:unless|except(?:ion|ions|ing)?|apart from|other than|save for|aside from|excluding|but not|outside(?: of)?|only if|only when)\b|ただし|除く|除き|を除いて|以外|除.{1,30}外|除非|除了"
)
_HEDGE = re.compile(
    r"\b(?:(?:if|where|when|whenever|wherever|as) (?:\w+ ){0,3}?possible|practical|convenient|(?:about|around|circa) (?=\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b)|preferably|ideally|if you (?:can|like|want|wish)|usually|generally|normally|when you can|as appropriate|roughly|approximately)\b|できるだけ|なるべく|望ましい|望ましく|可能|原則|尽量|尽可能|一般|原则上|最好|建议"
)
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|while|during|unless|until|where|as long as|in case|provided|outside|except|between)\b(?P<body>[^,;.]*)"
)
_AFTER = re.compile(
    r"\b(?:after|once|following|as soon as|when)\b|(?:た)?後(?:で|に|のみ)?|之后|以后|后"
)
_BEFORE = re.compile(r"\b(?:before|prior to|ahead of|until)\b|前に|の前|之前|以前|前")
_FIRST = re.compile(r"\bfirst\b\s*[;,:.]|;\s*(?:only )?then\b|\bfirst\b.*\bthen\b")
_CHAIN = re.compile(
    r"^(?!\W*(?:if|when|once|should)\b)(?P<head>[^.]{3,200}?)(?:[,;]|,? and) then (?P<tail>.*)"
)
_CHAIN_CJK = re.compile(r"先(?P<head>.{1,60}?)[，,、]?再(?P<tail>.*)")
_CONTRAST = re.compile(
    r"(?:(?:,|\band\b|\bbut\b|;)\s*(?:not|never|avoid)|\brather than|\binstead of|\bover)\b\s+(?P<body>[^,;.]*)"
)
_POSSESSIVE = re.compile(r"['’]s?$")
#: "not even in a test" and "in tests as well" stress a rule that says it already.
_EMPHASIS = re.compile(
    r",?\s*\bnot even\b[^,;.]*|,\s*(?:in|on|for|with)\b[^,;.]*\b(?:as well|too)\b|,?\s*\bno exceptions?\b|,?\s*\bwithout exceptions?\b",
    re.I,
)
_ORDERED = {
    "le": re.compile(
        r"\b(?:at most|within (?=\d)|up to|maximum|max|stay below|below|under|less than|fewer than|shorter than|younger than|not exceed\w*|limited to)\b|以内|以下|未満|最多|最大|最长|≤|至多|不超|小于|低于",
    ),
    "ge": re.compile(
        r"\b(?:at least|minimum|min|or more|above|over|more than|exceeds?|exceeding|longer than|older than|from (?=\d))\b|以上|超え|至少|最低|最小|≥|最少|大于|高于|超过",
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
    quantities: Counter[str] = field(default_factory=Counter)
    way: tuple[str, ...] = ()  # from where to where
    spare: frozenset[str] = frozenset()  # stems of what was pared
    force: frozenset[str] = frozenset()  # "may", "should", "avoid": what makes it less than a duty


@lru_cache(maxsize=1024)
def signature(text: str, force: Force) -> Signature:
    """The signature of one sentence; `force` is how it binds where it stands."""
    written, text = text, pare(text)
    lower = text.lower()
    plain = text
    if not text.isascii():
        for pattern, by in _IDIOMS_CJK:
            plain = pattern.sub(by, plain)
    if "no" in lower or "never" in lower or "n't" in lower:
        for pattern, by in _IDIOMS:
            plain = pattern.sub(by, plain)
    bare = _QUOTED.sub(" ¤ ", plain) if any(sign in plain for sign in '"“「`') else plain
    low = bare.lower()
    said = text
    if (
        "no" in lower
        or "exception" in lower
        or ("," in text and ("too" in lower or "well" in lower))
    ):
        said = _EMPHASIS.sub("", text)
    tokens = tuple(
        _POSSESSIVE.sub("", t) if "'" in t or "’" in t else t for t in _TOKEN.findall(said)
    )
    content = tuple(stem(t.lower()) if t[0] != "`" else t for t in tokens if counts(t))
    level = 2
    if force.strength == "soft":
        level = 0 if _FREE.match(force.cue) else 1
        if _WISH.match(force.cue) and not _WISH.search(low):
            level = 2  # "should it fail" is "if it fails", "we would like you to" is "you must"
        if _ONLY_ALLOWED.search(low):
            level = 2  # what is allowed there only is forbidden elsewhere
    if (
        _ALLOWED.search(low)
        and "at most" not in low
        and not NEGATIVE.search(low)
        and not _ONLY.search(low)
    ):
        level = 0
    conditional = frozenset(
        s for m in _CONDITION.finditer(low) for s in _stems(_slice(bare, low, m, "body"))
    )
    earlier, later = _order(bare, low)
    contrast = frozenset(
        stem(t)
        for m in _CONTRAST.finditer(plain.lower())
        if m.start() > 3
        for t in _TOKEN.findall(m["body"])
        if t not in _ARTICLES
    )
    bound = ""
    if _DIGIT.search(text):
        for name, pattern in _ORDERED.items():
            if pattern.search(low):
                bound = name if not bound else "both"
    return Signature(
        text,
        level,
        len(NEGATIVE.findall(low)),
        bool(_ONLY.search(low)),
        bool(_EXCEPT.search(low)),
        bool(_HEDGE.search(low)),
        bound,
        literals(written),
        content,
        tuple(t.lower() for t in tokens),
        conditional,
        earlier,
        later,
        contrast,
        quantities(text),
        tuple(filter(None, way.groups())) if (way := _WAY.search(text)) else (),
        frozenset(_stems(written)) - frozenset(content) if written != text else frozenset(),
        frozenset(name for name, pattern in _FORCE.items() if pattern.search(low)),
    )


def _slice(text: str, lower: str, found: re.Match[str], group: str) -> str:
    """What a match in the lower-case text is in the text itself."""
    return text[slice(*found.span(group))] if len(text) == len(lower) else found[group]


_FREE = re.compile(r"you (?:can|may)|feel free|optional|not req|可以|て(?:も)")
_DIGIT = re.compile(r"\d|\b(?:at most|at least|up to|more than) (?:one|once|twice)\b")
_WISH = re.compile(r"\b(?:should|would|want|like)\b", re.I)
_WAY = re.compile(
    r"\bfrom (?:the )?(?P<a>[\w`./-]+) (?:in)?to (?:the )?(?P<b>[\w`./-]*[\w`])"
    r"|从(?P<c>[^，。]{1,12}?)到(?P<d>[^，。]{1,12}?)(?=[，。]|$)"
)
_FORCE = {
    "may": re.compile(r"\bmay\b|\bcan\b|\b(?:allowed|permitted)\b|可以|ても(?:よ|良|い|構)"),
    "should": re.compile(r"\bshould\b|应该|べき"),
    "avoid": re.compile(r"\bavoid(?:s|ed|ing)?\b|避免|避け"),
    "prefer": re.compile(r"\bprefer(?:s|red|ably)?\b|优先|优选|優先"),
}
_ALLOWED = re.compile(r"\b(?:is|are) (?:also )?(?:allowed|permitted|fine|acceptable|okay|ok)\b")
_ONLY_ALLOWED = re.compile(
    r"\bonly\b.{0,40}\b(?:allowed|permitted|may|can)\b|\b(?:allowed|permitted|may|can)\b.{0,60}\bonly\b"
    r"|(?:只|仅).{0,30}(?:可|能)|(?:のみ|だけ).{0,30}(?:よい|でき|可)"
)
_QUOTED = re.compile(r"\"[^\"]{1,300}\"|“[^”]{1,300}”|「[^」]{1,200}」|`[^`]{1,400}`")
_ARTICLES = frozenset(("a", "an", "the", "in", "on", "at", "with", "by", "from", "for", "to", "of"))


def counts(token: str) -> bool:
    if token[0] == "`" or token[0].isdigit() or not token.isascii():
        return token not in _CJK_GRAMMAR
    return is_content(token.lower().replace("’", "'")) or (token.isupper() and len(token) > 2)


_CJK_GRAMMAR = frozenset(
    "再先然如果若没未过已将并则即允许准严厳遇出入进发生発给各个時点"
    "的了在是和与或也都就而被把从到对向为以于及其之这那有会能可要应须必禁止不得无请勿才只仅全所当时後后前中内外上下場合事物方者的必要用使行可能時毎各超過条"
)


def _stems(text: str) -> set[str]:
    return {
        stem(token.lower()) if token[0] != "`" else token
        for token in _TOKEN.findall(text)
        if counts(token)
    }


def _order(text: str, lower: str) -> tuple[frozenset[str], frozenset[str]]:
    """What comes first and what later, where the sentence says so."""
    if len(text) != len(lower):
        text = lower
    for pattern, swapped in ((_BEFORE, False), (_AFTER, True)):
        found = pattern.search(lower)
        if not found:
            continue
        head, tail = text[: found.start()], text[found.end() :]
        if not head.strip(" -*") and "," in tail:
            tail, _, head = tail.partition(",")
        if not text.isascii() and found[0][-1] in "前後后に":
            # A topic ("変更履歴はリリースの前に") belongs to what is done, not to the event.
            topic = max(head.rfind(sign) for sign in "は、，,") + 1
            tail, head = (
                head[topic:],
                tail + head[:topic],
            )  # in Japanese and Chinese the word follows its event
        a, b = frozenset(_stems(head)), frozenset(_stems(tail))
        return (b, a) if swapped else (a, b)
    chain = _CHAIN.search(lower) if "then" in lower else _CHAIN_CJK.search(lower)
    if chain and not _FIRST.search(lower):
        return (
            frozenset(_stems(_slice(text, lower, chain, "head"))),
            frozenset(_stems(_slice(text, lower, chain, "tail"))),
        )
    if "first" in lower and _FIRST.search(lower):
        head, _, tail = re.sub(r"\bfirst\b", " ", text, flags=re.I).partition(";")
        if not tail:
            head, _, tail = text.partition(" then ")
        return frozenset(_stems(head)), frozenset(_stems(tail))
    return frozenset(), frozenset()
