# ruff: noqa: E501  (a pattern is one expression)
"""Instructions as data: who does what to which thing, with which value, where and when.

`slots_of(text)` reads one statement. It never fails: what it cannot read is empty. A clause has
a mode (demanded, wished, allowed, optional), a sign (do or do not), deeds and things; a statement
has choices (role and alternative), amounts, places, an order, an exception and whether approval
is needed. English, Japanese and Chinese share the concepts, so that they compare across.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from workbench.prompt import modes
from workbench.prompt.amounts import Amount, amounts
from workbench.prompt.language import language
from workbench.prompt.lexicon.words import Alternative, Token, lexicon, stem, tokens, words

_I = re.IGNORECASE
_MASK = re.compile(r"`[^`\n]{1,200}`|\"[^\"\n]{1,200}\"|“[^”\n]{1,200}”|「[^」\n]{1,120}」|https?://\S+")
_CODE = re.compile(r"`([^`\n]{1,200})`")
_PATH = re.compile(r"^(?:\.{0,2}/)?[\w.*{}@-]+(?:/[\w.*{}@<>-]*)+$|^\*\.\w+$|^\.\w{1,5}$|^[\w-]+\.\w{1,5}$")
_CLAUSES = re.compile(
    r"\s*;\s+|\s+[-–—]{1,2}\s+|—|[.!?]\s+(?=[A-Z¤¢`\d])|(?:,\s*|\s+)(?:but|yet|however|whereas)\s+"
    r"|,?\s+(?:and|or)\s+(?=(?:never|do not|don't|must|always|no\b|nothing|only afterwards|only then)\b)|\s*\((?=[^)]{8,})|\)\s*|,\s+(?=(?:never (?!(?:by|in|on|from|with|at|as|the|a|an)\b)|do not|don't|no need|a \w+ is not)\b)"
    r"|[。；;！？]|(?<!^)，(?=不要|不得|禁止|不能|请勿|但|靠|不|须|必须|应|由|并)|、(?=ただし)",
    _I,
)
_LABEL = re.compile(r"^\s*(?:\*\*|__)?([^:：*_.;]{1,40}?)(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*")
_SEGMENTS = re.compile(
    r"(?P<exc>\b(?:except(?:ing|ed)?|unless|apart from|other than|aside from|save for|excluding|with the exception of|exempt(?:ed)?|but not|only (?:when|if|after|for|in))\b)"
    r"|(?P<reason>\b(?:because|since|so that|so (?=\w+ (?:can|could|is|are|may|must|need|know|see)\b)|in order to|otherwise|as (?=(?:it|they|we|the \w+ is|the \w+ are)\b))|,\s*(?:so|as|which|who|since|for)\b(?=\s)|,\s*or (?=(?:people|else|the|it|they|users?|you|somebody|someone)\b)|\bto (?:avoid|prevent|keep (?:the|it)|make (?:it|sure)|help)\b)"
    r"|(?P<contrast>\b(?:instead of|rather than|in place of|as opposed to)\b|,\s*(?:not|never)\s+(?!just|only|even|merely|necessarily|always)(?=[\w`¤]+(?:\s+[\w`¤]+){0,5}\s*[.,;)]?\s*$|(?:by|in|on|from|with|at|as|the|a|an)\s)|(?<=¤) over (?=¤))"
    r"|(?P<before>\b(?:before|prior to|ahead of|until)\b)|(?P<after>\b(?:after|afterwards?|once|as soon as|following)\b)"
    r"|(?P<cond>\b(?:if|when(?:ever)?|while|as long as|in case|provided|where(?:ver)?|during)\b)",
    _I,
)
_CJK_SEGMENTS = re.compile(
    r"(?P<exc>[^、。，]*(?:を除[きくい][^、。]*|以外[はに]?|除外|の場合を除|例外)|除了[^，。]*|除非[^，。]*|[^，。]*除外)|(?P<cond>[^、。，]*(?:場合[はに]?|とき[はに]?|時[はに](?!間)|際[はに]?|たら|なら(?!な)|のであれば|であれば|の前に|前に|の後に|の後で|後に|时候?(?=，))|(?:如果|若|当)[^，。]*)"
    r"|(?P<reason>[^、。，]*(?:ため(?!に)|ので|から、)|因为[^，。]*|以便[^，。]*)"
)
_EXCEPTION = re.compile(
    r"\b(?:except(?:ing|ed)?|unless|apart from|other than|aside from|save for|excluding|exempt(?:ed)?|(?:one|only|sole|single|the) exceptions?(?=\s*(?:$|[:.,;]|is\b|are\b|to\b|of\b|being\b|here\b))|but not)\b|ただし|を除|以外|例外|除外|除非|除了|但是?(?=[^，。]{2,})",
    _I,
)
_NO_EXCEPTION = re.compile(r"\bno(?:ne)? exceptions?\b|\bwithout (?:any )?exceptions?\b|例外(?:なく|なし|はない)|没有例外|無例外", _I)
_ALSO = re.compile(r"\b(?:as well|also|too|additionally|in addition|both|either|alongside|besides)\b|も(?:同じ|併せて)|でも|同样|也|同時に|に加えて", _I)
_ONLY = re.compile(r"\b(?:only|solely|exclusively|nothing (?:else|but)|just|sole|alone|everything|all|every|any|always|single|the one)\b|のみ|だけ|に限る|統一|すべて|全て|只|仅|统一|一律|所有", _I)
#: Turns of phrase that are read as others; the length stays, so that offsets hold.
_SAME_LENGTH = (
    (re.compile(r"\b(?:it would be|it is|it's|would be) (?:nice|good|great|helpful|preferable) (?:if|to have|when|to)\b", _I), "preferably"),
    (re.compile(r"\bnothing (?:but|other than|else than)\b|\bno(?:thing)? other than\b", _I), "only"),
    (re.compile(r"以外(?:で|に)?[はをの]?[^。、，]{0,16}?(?:ない(?:でください|こと)?|ません|禁止|不可)"), "のみ"),
)
_FIRST = re.compile(r"\bfirst\b|\b(?:open|begin|start) (?:by|with)\b|\bbeforehand\b|先に|まず|最初に|首先|先", _I)
_LAST = re.compile(r"\b(?:at the (?:very )?end|last|finally|afterwards?|after that|thereafter|subsequently|later|then|in the end|only then|next)\b|最後に|その後|してから|後で|最后|然后|再(?!現|試|送|利|起|度)|之后", _I)
_STEP = re.compile(r"(?:^|\s)(\d)[.)]\s+")
_THEN = re.compile(r",?\s+(?:and\s+)?(?:only\s+)?(?:then|afterwards?|next(?! to))\b,?\s*|;\s*(?=[^;]*\b(?:once|afterwards?|when|later)\b)", _I)
NOT_YOU = re.compile(r"\bnot (?:by )?(?:you|the (?:agent|assistant|model))\b(?=\s*(?:[.,;)]|$))|\bnever by you\b", _I)
#: "to a release branch it is not": the verb stands in another clause.
_ELLIPSIS = re.compile(
    r"^\W*(?:to|for|on|in|at|with|from|during)\b.*\b(?:it|they|that|this) (?:is|are|does|do|may|must|can)(?: not|n't)?\s*[.,;)]?\s*$",
    _I,
)
_UNTIL = re.compile(r"\buntil\b", _I)
_AUX = frozenset("is are be was were been being gets get stays stay must should may can will shall cannot".split())
_VERBAL_AFTER = frozenset("must should may can will shall cannot to not never don't please always and or then doesn't do".split())
_ADJUNCT = frozenset("in on at under within during from per across inside outside below above into onto toward towards against between upon near next along around throughout".split())
_SCOPING = frozenset("in on at under within during for inside across throughout".split())
_ASIDE = re.compile(r"(?:\b(?:e\.g\.|i\.e\.|for example|such as|not just|not only|even|like)(?![^;)]*[;)]))[^;)]*$", _I)
_FRONTED = re.compile(r"^\W*(?:in|on|for|under|during|within)\b[^,]*$", _I)
_VALUE = frozenset("with via through by using as".split())
_BARE_VERB_AFTER = frozenset("to not never don't doesn't must may can should will cannot shall".split())
_CJK_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
#: Concepts that say how one binds, not what is bound.
_EMPTY = frozenset(
    """禁止 必須 以内 以下 以上 目安 原則 場合 必要 不要 任意 推奨 厳禁 可能 統一 場合 必ず 常に 省略 以外 今後 直接 単位 必须 需要 应该 可以 不要 任何
    所有 一律 每个 每条 不得 禁止 上限 超过 不超 长度 通过 单行 每行 always ban except limit rule""".split()
)
_GENERIC_DEEDS = frozenset("use add create write run do place keep show start".split())
_MAKING = frozenset("add create write use do declare place show".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """One part of a statement with a mood of its own. Sets hold concepts.

    `mode`: must, wish, may or optional. `sign`: 1 to do, -1 not to do. `things`: what it is
    about; `heads`: the last word of each of these phrases; `value`: with, by or as what;
    `around`: where; `when`: under which condition. `approval`: ask, free or nothing.
    """

    text: str
    mode: str
    sign: int
    deeds: frozenset[str]
    things: frozenset[str]
    heads: frozenset[str]
    value: frozenset[str]
    around: frozenset[str]
    when: frozenset[str]
    approval: str = ""
    told: bool = False  # a fact rather than a command
    scope: frozenset[str] = frozenset()  # the part of `around` that limits where it holds
    limited: bool = False  # holds under a condition or at a time
    rejected: frozenset[str] = frozenset()  # "not X", "instead of X"
    names: frozenset[str] = frozenset()  # code and proper names in `value`
    start: int = 0
    end: int = 0

    @property
    def words(self) -> frozenset[str]:
        return self.deeds | self.things | self.value | self.around


@dataclass(frozen=True, slots=True)
class Choice:
    """An alternative that fills a role; `sign` -1 when it is turned down."""

    role: str
    name: str
    sign: int
    clause: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Order:
    """`earlier` comes before `later`; sets of deeds and things."""

    earlier: frozenset[str]
    later: frozenset[str]


@dataclass(frozen=True, slots=True)
class Slots:
    """One statement as data. `places`: dimension to the places named; `paths`: in backticks."""

    text: str
    lang: str
    clauses: tuple[Clause, ...]
    choices: tuple[Choice, ...]
    amounts: tuple[tuple[Amount, int], ...]
    places: tuple[tuple[str, frozenset[str]], ...]
    paths: frozenset[str]
    codes: frozenset[str]
    orders: tuple[Order, ...]
    exception: frozenset[str] | None
    everywhere: bool
    also: bool
    only: bool
    weights: tuple[tuple[str, float], ...]
    chosen: frozenset[tuple[str, str]]  # role and a concept that names its alternative

    @property
    def codes_in(self) -> frozenset[str]:
        """Concepts that stand in backticks."""
        return frozenset(c for c, w in self.weights if w == 1.01)

    def names_of(self, role: str) -> frozenset[str]:
        """The concepts that only name an alternative of `role`."""
        return frozenset(c for r, c in self.chosen if r == role)

    def place(self, dimension: str) -> frozenset[str]:
        return dict(self.places).get(dimension, frozenset())


_WEIGHT = {"thing": 1.0, "weak": 0.3, "raw": 0.8, "verb": 0.55, "code": 1.01, "action": 0.6, "light": 0.05}


@lru_cache(maxsize=4096)
def slots_of(text: str, lang: str = "") -> Slots:
    """The slots of one statement. `lang` is worked out when it is not given."""
    text = text[:800]
    lang = lang or language(text)
    cjk = lang in ("ja", "zh")
    seen = words(text)
    found = amounts(text, cjk=cjk)
    if cjk:
        found = found or amounts(text)
    toks = [t for t in tokens(text, seen) if not any(a.start <= t.start < a.end for a in found)]
    masked = _MASK.sub(lambda m: ("¤" if m[0][0] == "`" else "¢") * len(m[0]), text)
    for pattern, by in _SAME_LENGTH:
        masked = pattern.sub(lambda m, by=by: by.ljust(len(m[0]))[: len(m[0])], masked)  # type: ignore[misc]
    spans = _clause_spans(masked, text)
    clauses: list[Clause] = []
    bounds: list[tuple[int, int]] = []
    orders: list[Order] = []
    negated_spans: list[tuple[int, int]] = []
    for start, end in spans:
        inside = [t for t in toks if start <= t.start < end]
        if not inside:
            continue
        made = (_cjk_clause if cjk else _clause)(text, masked, start, end, inside)
        for clause, order, contrast in made:
            clauses.append(clause)
            bounds.append((clause.start, clause.end))
            if order:
                orders.append(order)
            negated_spans += contrast
    clauses, bounds = _merged(clauses)
    orders += _sequence(text, masked, toks, cjk)
    choices = _choices(text, seen, toks, clauses, bounds, negated_spans)
    places: dict[str, set[str]] = {}
    for choice in list(choices):
        start, end = bounds[choice.clause] if bounds else (0, len(text))
        if _FRONTED.match(masked[start : choice.start]) and "," in masked[choice.end : end]:
            choices.remove(choice)  # "In dark mode, links are blue"
            places.setdefault(choice.role, set()).add(choice.name)
        elif _FRONTED.match(masked[start : choice.start]) and choice.role in ("theme",):
            choices.remove(choice)
            places.setdefault(choice.role, set()).add(choice.name)
    _places(text, seen, places)
    codes = frozenset(m[1] for m in _CODE.finditer(text))
    exception: frozenset[str] | None = None
    if _EXCEPTION.search(masked) and not _NO_EXCEPTION.search(masked):
        exception = _exception(masked, toks)
    weights = {t.concept: 0.85 if t.kind == "action" and t.concept in _NOUN_DEEDS else _WEIGHT[t.kind] for t in toks if t.kind in _WEIGHT}
    for concept in [c for c in weights if " " in c]:
        for word in concept.split():
            weights.setdefault(word, 0.4)
    for empty in _EMPTY & weights.keys():
        weights[empty] = 0.0
    return Slots(
        text,
        lang,
        tuple(clauses),
        tuple(choices),
        tuple(_limit(a, clauses, _at(bounds, a.start)) for a in found),
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


_FRAGMENT = re.compile(r"^\W*(?:never|not|no)\b", _I)


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


def _at(bounds: Sequence[tuple[int, int]], place: int) -> int:
    for k, (start, end) in enumerate(bounds):
        if start <= place < end:
            return k
    return max(0, len(bounds) - 1)


def _exception(masked: str, toks: Sequence[Token]) -> frozenset[str]:
    """The concepts of the part that is left out of a rule: the clause around the cue."""
    found = _EXCEPTION.search(masked)
    assert found is not None
    left = max(masked.rfind(s, 0, found.start()) for s in (",", "(", ";", "。", "，", "、", ". ", ": "))
    right = [i for i in (masked.find(s, found.end()) for s in (",", ")", ";", "。", ". ", "，")) if i > 0]
    end = min(right) if right else len(masked)
    cue = found[0].lower()
    start = found.start()
    if cue in ("excepted", "exempt", "exempted", "除外", "を除", "以外", "the exception"):
        start = left + 1
    if "exception" in cue or cue in ("ただし", "例外") or cue.startswith("但"):
        end = len(masked)
    return frozenset(
        t.concept for t in toks if start <= t.start < end and t.kind in ("thing", "raw", "code", "action")
    )


def _mode(masked: str, main: str, *, japanese: bool = False) -> tuple[str, int]:
    clean = modes.cleaned(main)
    if modes.OPTIONAL.search(clean) or modes.OPTIONAL_IF.search(masked):
        return "optional", 1
    if japanese and modes.OPTIONAL_JA.search(clean):
        return "optional", 1
    sign = -1 if len(modes.NEGATION.findall(clean)) % 2 else 1
    if modes.ALLOWED.search(clean) and sign > 0:
        return "may", sign
    if modes.WISHED.search(clean):
        return "wish", sign
    return "must", sign


def _approval(clause: str, sign: int) -> str:
    if modes.FREE.search(clause):
        return "ask" if sign < 0 and re.search(r"\bwithout\b|なしに|なしで|せずに|を得ずに|未经", clause) else "free"
    return "ask" if modes.ASKS.search(clause) else ""


Made = list[tuple[Clause, "Order | None", list[tuple[int, int]]]]


def _clause(text: str, masked: str, start: int, end: int, toks: Sequence[Token]) -> Made:
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
        if kind == "after" and mark[0].lower() == "once" and not re.match(
            r"\s+(?:the|it|you|a|an|all|every|this|that|green|done|they|we|per|approved|merged|\w+ (?:is|are|has|have))\b", part[mark.end() :]
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
            if low in _ADJUNCT or low == "for" or low == "to" or low in _VALUE:
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
            elif low in _AUX:
                passive = True
            if group_last:
                heads.add(group_last)
                group_last = ""
            previous = low
            continue
        verbal = token.kind == "action" or token.kind == "light"
        ambiguous = token.kind == "action" and _noun_too(token.concept)
        if ambiguous and not (
            (first and _commands(toks, token, text)) or previous in _VERBAL_AFTER or (previous in _AUX and token.end - token.start > len(token.word) + 1)
        ):
            verbal = False
        if verbal and first and token.kind == "action" and not ambiguous and not _commands(toks, token, text):
            verbal = False  # "Access logs are kept"
        if verbal and token.kind == "action" and (first or previous in deeds_words) and _plural(text, token):
            verbal = False
        if token.kind in ("raw", "verb") and (first and label_end <= token.start - start or previous in _BARE_VERB_AFTER) and text[token.start : token.end].isalpha() and _bare_verb(text, toks, token):
            verbal = True
        if previous in ("the", "a", "an", "its", "your", "each", "every", "no", "any", "all", "of") and token.kind != "light":
            verbal = verbal and token.kind == "action" and not ambiguous and text[token.start : token.end].lower().endswith("ing")
        if verbal:
            deeds_words.add(token.word)
            if first:
                told = False
            deeds.add(token.concept)
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
            if token.kind == "code" or _proper(text, token, start):
                names.add(token.concept)
            if zone == "things":
                group_last = token.concept
        first = first and token.start - start < label_end
        previous = token.word
    if group_last:
        heads.add(group_last)
    out: Made = []
    contrast_spans = [(a, b) for a, b, r in where if r == "contrast"]
    until = _UNTIL.search(part) is not None
    lacking = modes.WITHOUT.search(part)
    mode, sign = _mode(part, main_text)
    if NOT_YOU.search(part):
        sign = -1
        value.clear()  # who or what does it instead
    elif _ELLIPSIS.search(main_text):
        sign, mode = 1, "optional" if sign > 0 else "elliptic"
    approval = _approval(modes.cleaned(part), sign)
    order = _order_of(events)
    if order and events["before"]:
        if sign < 0:
            order = Order(order.later, order.earlier)  # never A before B: B comes first
        elif until:
            order = None
    if lacking and approval != "free":
        outside = part[: lacking.start()] + " ~ " + part[lacking.end() :]
        if modes.REFUSED.search(modes.cleaned(outside)):
            a, b = start + lacking.start("what"), start + lacking.end("what")
            wanted = [t for t in toks if a <= t.start < b and t.kind not in ("grammar", "number", "light")]
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
        out.append((lack, None, []))
    clause = Clause(
        text[start:end].strip(), mode, sign, frozenset(deeds), frozenset(things), frozenset(heads),
        frozenset(value), frozenset(around), frozenset(when), approval, told, frozenset(scope),
        any(r in ("cond", "before", "after") for _, _, r in where) and not approval, frozenset(rejected), frozenset(names), start, end,
    )  # fmt: skip
    out.append((clause, order, contrast_spans))
    return out


def _proper(text: str, token: Token, start: int) -> bool:
    """A capital inside a sentence: a name."""
    before = text[:token.start].rstrip()[-1:]
    return (
        token.kind in ("raw", "verb")
        and token.start > start
        and text[token.start].isupper()
        and before not in ":.!?(*_"
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


_WITHOUT = re.compile(r"\bwithout\s+(?:(?:an?|the|its|their|any)\s+)*(?P<what>[\w'-]+(?:\s+(?!(?:when|if|for|in|on|to|at|by|and|or|but)\b)[\w'-]+)?)", _I)


def _commands(toks: Sequence[Token], token: Token, text: str) -> bool:
    """Whether a word that may be a noun opens a command: "Log the body", not "Log lines are"."""
    if text[token.start : token.end].lower().endswith("s"):
        return False
    k = next(i for i, t in enumerate(toks) if t is token)
    after = toks[k + 1 : k + 2]
    if not after:
        return True
    if after[0].kind == "grammar":
        return after[0].word not in _AUX and after[0].word not in ("of", "has", "have")
    return not any(t.word in _AUX or t.word in ("has", "have") for t in toks[k + 1 :])


def _plural(text: str, token: Token) -> bool:
    word = text[token.start : token.end].lower()
    return word.endswith("s") and not word.endswith("ss")


def _bare_verb(text: str, toks: Sequence[Token], token: Token) -> bool:
    from workbench.prompt.cues.verbs import MOSTLY_NOUNS, VERBS

    word = text[token.start : token.end].lower()
    return word in VERBS and word not in MOSTLY_NOUNS


@lru_cache(maxsize=2048)
def _noun_too(concept: str) -> bool:
    return concept in _NOUN_DEEDS


_NOUN_DEEDS = frozenset(
    """commit test mock log cache review release deploy plan publish change answer apologise summarise explain
    translate format indent refund retry wrap document charge book call lock measure sign quote
    squash rebase push merge archive validate group""".split()
)


def _order_of(events: dict[str, set[str]]) -> Order | None:
    main = frozenset(events["main"])
    if events["before"] and main:
        return Order(main, frozenset(events["before"]))
    if events["after"] and main:
        return Order(frozenset(events["after"]), main)
    return None


def _content(toks: Iterable[Token]) -> frozenset[str]:
    return frozenset(t.concept for t in toks if t.kind not in ("grammar", "number", "light"))


def _sequence(text: str, masked: str, toks: Sequence[Token], cjk: bool) -> list[Order]:
    """Orders told as steps: "first A, then B", "1. A 2. B", "open by A ... B at the end"."""
    out: list[Order] = []

    def between(a: int, b: int) -> frozenset[str]:
        return _content(t for t in toks if a <= t.start < b)

    def both(a: int, b: int, c: int, d: int) -> None:
        x, y = between(a, b), between(c, d)
        if x and y:
            out.append(Order(x, y))

    if cjk:
        found = re.search(r"てから|でから|後に|後、|た後|之后|以后|然后|再(?!現|試|送|利|起|度)|先に|の前に|前に|之前|以前", masked)
        if found:
            cue = found[0]
            stop = max(masked.find("。", found.end()), 0) or len(masked)
            if cue in ("の前に", "前に", "之前", "以前"):
                both(found.end(), stop, 0, found.start())
            elif cue == "先に":
                comma = min((i for i in (masked.find("、", found.end()), masked.find("，", found.end())) if i > 0), default=-1)
                if comma > 0:
                    both(0, comma, comma, stop)
            else:
                both(0, found.start(), found.end(), stop)
        return out
    steps = [m.start() for m in _STEP.finditer(text)]
    for a, b in zip(steps, steps[1:], strict=False):
        after = next((s for s in steps if s > b), len(text))
        both(a, b, b, after)
    then = _THEN.search(masked)
    if then and len(masked) - then.end() < 4:
        then = None
    if then and not steps:
        both(0, then.start(), then.end(), len(masked))
    first, last = _FIRST.search(masked), _LAST.search(masked)
    if first and last and first.start() < last.start() and not then:
        middle = max(masked.rfind(s, first.end(), last.start()) for s in (",", ";", ".", " and "))
        if middle > 0:
            both(0, middle, middle, len(masked))
    if re.search(r"\bright away\b|\bimmediately\b|\bat once\b", masked) and " and " in masked and not then:
        middle = masked.find(" and ")
        both(0, middle, middle, len(masked))
    return out


_KANA = re.compile("[ぁ-ヿ]")
_PARTICLE = re.compile(r"[ぁ-んa-zA-Z個つ]{0,3}?(を|は|が|も|で|に|へ|から|まで|より|の|と)")


def _cjk_clause(text: str, masked: str, start: int, end: int, toks: Sequence[Token]) -> Made:
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
        if token.kind in ("grammar", "number") or token.concept in _EMPTY:
            if token.word == "通过":
                value_next = True
            continue
        if any(a <= token.start < b for a, b, _ in segments):
            when.add(token.concept)
            continue
        if token.kind in ("action", "light"):
            deeds.add(token.concept)
            value_next = token.concept == "use" and not text[token.end : token.end + 1] in ("", "。", "す", "し")
            continue
        rest = text[token.end : token.end + 3]
        nearest = toks[k + 1].start if k + 1 < len(toks) else end
        particle = _PARTICLE.match(text[token.end : min(nearest, token.end + 4)]) if rest else None
        mark = particle[1] if particle else ""
        if re.match(r"(?:ではなく|じゃなく|でなく|の代わり)", rest + text[token.end + 3 : token.end + 5]):
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
    mode, sign = _mode(part, main, japanese=_KANA.search(text) is not None)
    approval = _approval(part, sign)
    lacking = modes.WITHOUT_CJK.search(part)
    if lacking and sign < 0 and modes.REFUSED.search(part[lacking.end() :]):
        group = "what" if lacking["what"] else "zh"
        a, b = start + lacking.start(group), start + lacking.end(group)
        wanted = [t for t in toks if a <= t.start < b and t.kind not in ("grammar", "number", "light")]
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


def _places(text: str, seen: Sequence[tuple[int, int, str, bool]], places: dict[str, set[str]]) -> None:
    book = lexicon()
    for i, (_, _, word, code) in enumerate(seen):
        if code:
            continue
        if word[0] > "\u3004":
            k = 0
            while k < len(word):
                for string, (dimension, name) in book.places_cjk.get(word[k], ()):
                    if word.startswith(string, k):
                        places.setdefault(dimension, set()).add(name)
                        k += len(string) - 1
                        break
                k += 1
            continue
        for key, (dimension, name) in book.places.get(word, ()):
            n = len(key)
            if n == 1 or (i + n <= len(seen) and all(seen[i + k][2] == key[k] for k in range(1, n))):
                places.setdefault(dimension, set()).add(name)


def places_of(text: str) -> dict[str, frozenset[str]]:
    """The places that a heading or a sentence names, by dimension."""
    places: dict[str, set[str]] = {}
    _places(text, words(text), places)
    return {d: frozenset(p) for d, p in places.items()}


def concepts_of(text: str) -> frozenset[str]:
    """The concepts of a heading."""
    return _content(tokens(text))


def _choices(
    text: str,
    seen: Sequence[tuple[int, int, str, bool]],
    toks: Sequence[Token],
    clauses: Sequence[Clause],
    bounds: Sequence[tuple[int, int]],
    negated: Sequence[tuple[int, int]],
) -> list[Choice]:
    book = lexicon()
    about = {t.concept for t in toks}
    out: list[Choice] = []
    taken: set[tuple[str, str, int]] = set()

    def add(alternative: Alternative, start: int, end: int) -> None:
        role = book.roles[alternative.role]
        if _ASIDE.search(text, max(0, start - 50), start):
            return  # an example, or one of several
        if alternative.loose and not (role.topics & about):
            return
        clause = _at(bounds, start)
        sign = clauses[clause].sign if clauses else 1
        if sign < 0:
            a, b = bounds[clause]
            rest = modes.cleaned(text[a:start] + " " + text[end:b])
            sign = -1 if len(modes.NEGATION.findall(rest)) % 2 else 1
        if clauses and clauses[clause].mode == "optional":
            sign = 0
        if any(a <= start < b for a, b in negated):
            sign = -1
        key = (alternative.role, alternative.name, sign)
        if key in taken:
            return
        taken.add(key)
        out.append(Choice(alternative.role, alternative.name, sign, clause, start, end))

    last: dict[str, int] = {}
    for i, (start, end, word, code) in enumerate(seen):
        if word[0] > "\u3004" and not code:
            k = 0
            while k < len(word):
                length = 0
                for string, alternative in book.choices_cjk.get(word[k], ()):
                    if len(string) < length:
                        break
                    if word.startswith(string, k):
                        length = len(string)
                        add(alternative, start + k, start + k + length)
                k += max(1, length)
            continue
        known = list(book.choices.get(word, ()))
        if code and stem(word) != word:
            known += book.choices.get(stem(word), ())
        for key, alternative in known:
            n = len(key)
            if alternative.code and not code:
                continue
            if n > 1 and not (
                i + n <= len(seen) and all(seen[i + k][2] == key[k] for k in range(1, n))
            ):
                continue
            if last.get(alternative.role, -1) > start:
                continue
            last[alternative.role] = seen[i + n - 1][1]
            add(alternative, start, seen[i + n - 1][1])
    return out
