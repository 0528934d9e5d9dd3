# ruff: noqa: E501  (a pattern is one expression)
"""Can one agent obey two instructions? A verdict on a pair, from several signals.

Each signal compares two clauses: opposite polarity on one deed and thing, a duty beside a
freedom, approval demanded and waived, two alternatives of one choice, two values of one
quantity, a reversed order. A signal is scaled by how far the two speak of the same thing, and
taken back where their places are apart or one names the other as an exception.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from workbench.prompt.lexicon.words import lexicon, opposed
from workbench.prompt.amounts import Amount
from workbench.prompt.slots import Choice, Clause, Order, Slots, concepts_of, places_of, slots_of

#: A pair scores from 0 (nothing) to 1; at THRESHOLD two sentences put side by side conflict.
#: Chosen by cross-validation over topics (see benchmarks/contradictions.py).
THRESHOLD = 0.5

_SCOPES = (
    "environment",
    "layer",
    "public",
    "language",
    "test kind",
    "code kind",
    "platform",
    "branch",
    "size",
    "media",
    "time of day",
)
#: What a ban on having something forbids, whatever the verb.
_MAKING = frozenset(
    "add create write use do declare place show keep include return start commit".split()
)
_UNMAKING = frozenset(
    ("remove", "hide", "stop", "disable", "replace", "reject", "archive", "ignore")
)
#: Deeds that say the same in rules.
_SAME_DEEDS = (
    frozenset(
        ("add", "create", "write", "install", "declare", "place", "open deed", "start", "implement")
    ),
    frozenset(("change", "upgrade", "rename", "format", "fix")),
    frozenset(("run", "start", "do", "use")),
    frozenset(("use", "run", "call", "install", "connect")),
    frozenset(("store", "place", "keep", "log", "write")),
    frozenset(
        ("tell", "mention", "show", "explain", "answer", "share", "return", "offer", "log", "write")
    ),
    frozenset(("validate", "review", "test", "check")),
    frozenset(("send", "answer", "tell", "share", "publish")),
    frozenset(("push", "commit", "merge")),
    frozenset(("deploy", "publish", "release")),
    frozenset(("ask", "call", "connect", "tell")),
    frozenset(("retry", "run")),
    frozenset(("read", "connect", "fetch", "use")),
    frozenset(("catch", "ignore")),
    frozenset(("implement", "start", "create", "write")),
    frozenset(("start", "continue", "implement")),
    frozenset(("remove", "reset")),
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`score` 0 to 1; `kind` as in the probes; `reason` in words, empty when there is none."""

    kind: str = ""
    score: float = 0.0
    reason: str = ""
    left: Clause | None = None
    right: Clause | None = None
    attribute: bool = False
    unknown: bool = False  # rests on names that the lexicon does not know

    @property
    def conflict(self) -> bool:
        return self.score >= THRESHOLD


NOTHING = Verdict()


@dataclass(frozen=True)
class Side:
    """One instruction with the heading it stands under."""

    slots: Slots
    heading: str = ""

    @cached_property
    def weight(self) -> Mapping[str, float]:
        return dict(self.slots.weights)

    @cached_property
    def about(self) -> frozenset[str]:
        """The concepts of the heading."""
        return _heading(self.heading)[0]

    @cached_property
    def places(self) -> Mapping[str, frozenset[str]]:
        return dict(self.slots.places)

    @cached_property
    def heading_places(self) -> Mapping[str, frozenset[str]]:
        return _heading(self.heading)[1]

    @cached_property
    def words(self) -> frozenset[str]:
        out: set[str] = set()
        for clause in self.slots.clauses:
            out |= clause.words | clause.when
        return _with_dependency(frozenset(out))


@lru_cache(maxsize=512)
def _heading(text: str) -> tuple[frozenset[str], Mapping[str, frozenset[str]]]:
    return (concepts_of(text), places_of(text)) if text else (frozenset(), {})


def conflict(a_text: str, a_heading: str, b_text: str, b_heading: str, lang: str = "") -> Verdict:
    """Whether two sentences under their headings cannot both be obeyed."""
    a = Side(slots_of(a_text, lang), a_heading)
    b = Side(slots_of(b_text, lang), b_heading)
    return judge(a, b)


def judge(a: Side, b: Side) -> Verdict:
    """The strongest signal that two instructions conflict."""
    return max(signals(a, b), key=lambda v: v.score, default=NOTHING)


def signals(a: Side, b: Side) -> Iterator[Verdict]:
    """Every signal above nothing, scaled by places and exceptions."""
    left = _exception(a, b)
    if left <= 0:
        return
    for verdict in _raw(a, b):
        factor = left * _apart(a, b, verdict.kind)
        if factor > 0 and verdict.score > 0:
            yield replace(verdict, score=verdict.score * factor)


def _raw(a: Side, b: Side) -> Iterator[Verdict]:
    agree = _agree(a, b)
    for ca in a.slots.clauses:
        for cb in b.slots.clauses:
            if agree:
                break
            for verdict in _clauses(a, ca, b, cb):
                yield replace(verdict, left=ca, right=cb)
    yield from _choice_signals(a, b)
    yield from _amount_signals(a, b)
    yield from _order_signals(a, b)
    yield from _name_signals(a, b)
    yield from _rejected(a, b)
    yield from _rejected(b, a)
    yield from _all_or_few(a, b)
    yield from _all_or_few(b, a)


def _agree(a: Side, b: Side) -> bool:
    """Whether both set one limit: "at most six" and "never more than six"."""
    mine = {(x.dimension, x.low, x.high) for x, _ in a.slots.amounts}
    theirs = {(x.dimension, x.low, x.high) for x, _ in b.slots.amounts}
    return bool(mine & theirs) and any(x.bound != "exact" for x, _ in (*a.slots.amounts, *b.slots.amounts))


# --- sameness -------------------------------------------------------------------------------


def _core(side: Side, clause: Clause) -> frozenset[str]:
    """What a clause is about: its things, else its deed; code counts wherever it stands."""
    core = clause.things or (_deeds(clause) - _LIGHT_DEEDS) or clause.around or clause.value
    return _parts(core | (clause.around & side.slots.codes_in))


def _parts(concepts: frozenset[str]) -> frozenset[str]:
    """A compound is its parts as well: `file name` speaks of names."""
    more = {word for concept in concepts if " " in concept for word in concept.split()}
    return concepts | more


def _covered(concepts: frozenset[str]) -> frozenset[str]:
    """With what they stand above: a message may be an alert, a document a guide."""
    more: set[str] = set()
    for concept in concepts & _KINDS.keys():
        more |= _KINDS[concept]
    return _parts(concepts) | more


_KINDS = {
    "message": frozenset(
        ("alert", "email", "notification", "answer", "warning", "error", "report")
    ),
    "user-facing text": frozenset(
        ("button", "error", "message", "heading", "notification", "menu")
    ),
    "document": frozenset(("report", "article", "plan", "changelog", "release note")),
    "change": frozenset(("pull request", "commit", "diff", "bug fix", "refactoring", "feature")),
    "personal data": frozenset(("email", "address", "phone")),
    "secret": frozenset(("password", "token", "key")),
    "data": frozenset(("row", "personal data")),
    "network": frozenset(("api", "download", "request")),
}


_LIGHT_DEEDS = frozenset("use do add create write keep place show start change run".split())


def _weigh(side: Side, concepts: Iterable[str]) -> float:
    return sum(side.weight.get(c, 0.5) for c in concepts)


def sameness(
    a: Side, ca: Clause, b: Side, cb: Clause, role: str = ""
) -> tuple[float, float, float]:
    """How far two clauses speak of one thing: `(sameness 0-1, only in a, only in b)`."""
    core_a, core_b = _core(a, ca), _core(b, cb)
    skip = a.slots.names_of(role) | b.slots.names_of(role) if role else frozenset()
    all_a = _covered(ca.things | ca.around | ca.value | ca.when | ca.deeds)
    all_b = _covered(cb.things | cb.around | cb.value | cb.when | cb.deeds)
    shared = (core_a & all_b) | (core_b & all_a)
    weight = sum(max(a.weight.get(c, 0.5), b.weight.get(c, 0.5)) for c in shared)
    rest_a = _weigh(a, core_a - all_b - b.about - skip)
    rest_b = _weigh(b, core_b - all_a - a.about - skip)
    if not core_a or not core_b:
        loose = (core_a & b.about) | (core_b & a.about)
        weight += 0.7 * len(loose)
    if _within(a.slots.paths, b.slots.paths):
        weight += 1.0
    if weight <= 0.15:
        return 0.0, rest_a, rest_b
    same = weight / (weight + 0.9 * min(rest_a, rest_b) + 0.12 * max(rest_a, rest_b))
    heads_a = frozenset(c for c in ca.heads & ca.things if a.weight.get(c, 0.5) > 0.35)
    heads_b = frozenset(c for c in cb.heads & cb.things if b.weight.get(c, 0.5) > 0.35)
    if heads_a and heads_b and not (heads_a & all_b) and not (heads_b & all_a):
        same *= 0.45
    return same * min(1.0, 0.4 + weight), rest_a, rest_b


def two_subjects(a: Side, ca: Clause, b: Side, cb: Clause, role: str = "") -> bool:
    """Whether each names a thing or a place that the other does not: two cases, not one."""
    if a.slots.codes & b.slots.codes:
        return False
    if any(s.slots.everywhere and _INCLUDED.search(c.text) for s, c in ((a, ca), (b, cb))):
        return False
    skip = a.slots.names_of(role) | b.slots.names_of(role) if role else frozenset()
    return bool(_own(a, ca, b, cb) - skip and _own(b, cb, a, ca) - skip)


_INCLUDED = re.compile(r"\b(?:everywhere|included|including|anywhere|even|no exceptions?|however)\b|すべて|全て|一切|所有|任何", re.I)


def _own(a: Side, ca: Clause, b: Side, cb: Clause) -> frozenset[str]:
    theirs = _covered(b.words | cb.rejected) | b.about
    mine = ca.things | (ca.scope - ca.names)
    return frozenset(
        c
        for c in mine - theirs
        if a.weight.get(c, 0) >= 0.6 and not _parts(frozenset((c,))) & theirs
        and not any(c in _KINDS.get(t, ()) for t in theirs)
    )


def _deeds(clause: Clause) -> frozenset[str]:
    return clause.deeds - {"do", "use"}


def same_deed(a: frozenset[str], b: frozenset[str]) -> float:
    """1 for one deed, 0.8 for deeds that stand for each other, 0 for others."""
    if a & b:
        return 1.0
    for group in _SAME_DEEDS:
        if a & group and b & group:
            return 0.8
    return 0.0


# --- polarity, strength, approval -----------------------------------------------------------


def _clauses(a: Side, ca: Clause, b: Side, cb: Clause) -> Iterator[Verdict]:
    same, rest_a, rest_b = sameness(a, ca, b, cb)
    da, db = _deeds(ca), _deeds(cb)
    if same > 0:
        if ca.sign != cb.sign and "optional" not in (ca.mode, cb.mode) and not _other_banned(a, b):
            ban, free = (ca, cb) if ca.sign < 0 else (cb, ca)
            fit = _ban_fit(_deeds(ban), _deeds(free), free)
            if not _names_banned(a, b, ban, free, b if ban is ca else a):
                fit *= 0.3
            if ban.approval == "ask" and free.approval != "free":
                fit *= 0.4
            if ban.around and free.around and not ban.around & (free.words | free.when):
                placing = (_deeds(ban) | _deeds(free)) & _PLACING
                if not free.around & ban.words:
                    fit *= 0.35 if placing else 0.8
            if ban.limited and not ban.when & (free.when | free.words):
                fit *= 0.6
            if _TIMED.search(ban.text) and not _ANY_TIME.search(free.text):
                fit *= 0.5
            if _detour(ban.text, free.text):
                fit *= 0.2
            if ban.value and free.value and not ban.value & free.words:
                fit *= 0.5
            if fit > 0:
                if two_subjects(a, ban if ban is ca else free, b, free if ban is ca else ban):
                    fit *= 0.5
                word = "allows" if free.mode == "may" else "asks for"
                yield Verdict("direct-negation", same * fit, f"one {word} what the other forbids")
        if ca.sign == cb.sign == 1 and "optional" not in (ca.mode, cb.mode):
            for x in da:
                for y in db:
                    if opposed(x, y):
                        yield Verdict(
                            "direct-negation", 0.9 * same, f"one says to {x}, the other to {y}"
                        )
        if "optional" in (ca.mode, cb.mode) and ca.mode != cb.mode:
            must = ca if cb.mode == "optional" else cb
            if must.mode == "must" and must.sign > 0:
                fit = 1.0 if not da or not db else max(same_deed(da, db), 0.35)
                if two_subjects(a, ca, b, cb):
                    fit *= 0.5
                yield Verdict("strength", same * fit, "one demands what the other leaves open")
        if {ca.mode, cb.mode} == {"must", "wish"} and ca.sign == cb.sign:
            fit = 1.0 if not da or not db else same_deed(da, db)
            must_told = ca if ca.mode == "must" else cb
            firm = 1.0 if _FIRM.search(must_told.text) else 0.55
            yield Verdict(
                "strength", 0.85 * same * fit * firm, "one demands what the other only wishes"
            )
    if {ca.approval, cb.approval} == {"ask", "free"}:
        yield from _approval(a, ca, b, cb)


_FIRM = re.compile(
    r"\b(?:must|has to|have to|required|mandatory|compulsory|always|never|without exception|no exceptions?|rejected|not accepted|won't|will not|needs|has|every|each|all|no)\b|必ず|必須|ならない|なりません|禁止|必须|一律|不得",
    re.I,
)


def _names_banned(a: Side, b: Side, ban: Clause, free: Clause, freer: Side) -> bool:
    """Whether what is banned turns up on the other side, not only the place of the ban."""
    about = freer.about
    if not ban.things:
        return not (free.told and not free.deeds and _deeds(ban) & free.around)
    words = _covered(free.words | free.when) | about
    strong = {c for c in _parts(ban.things) if max(a.weight.get(c, 0), b.weight.get(c, 0)) >= 0.35}
    return bool((strong or ban.things) & words) or _within(a.slots.paths, b.slots.paths)


#: A ban for some hours or days says nothing about the others.
_TIMED = re.compile(
    r"\b\d{1,2}:\d\d\b|\b\d{1,2}\s?(?:am|pm)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweekends?\b|\d{1,2}時|[金土日月火水木]曜|周[一二三四五六日末]",
    re.I,
)
_ANY_TIME = re.compile(
    r"\d{1,2}:\d\d|\bany (?:time|hour|day|moment)\b|\balways\b|\bwhenever\b|\bat night\b|\bday and night\b|\baround the clock\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bweekends?\b|いつでも|随時|常に|随时|任何时",
    re.I,
)
_DIRECT = re.compile(r"\b(?:direct(?:ly)?|straight)\b|直接", re.I)
_VIA = re.compile(r"\b(?:through|via|by way of)\b|経由|通过|を通して", re.I)


def _detour(ban: str, free: str) -> bool:
    """ "Never push straight to X" forbids the direct way, not the way through Y."""
    return bool(_VIA.search(free)) and (bool(_DIRECT.search(ban)) or "push" in ban)


_PLACING = frozenset("place store keep log write send move put".split())


def _within(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a and b and not a & b and _related(a, b))


def _ban_fit(ban: frozenset[str], deed: frozenset[str], free: Clause) -> float:
    specific = ban - _MAKING
    if specific:
        found = same_deed(specific, deed)
        if found:
            return found
        if specific & (free.things | free.value | free.around):
            return 0.8
        return 0.15
    if ban:
        if ban & deed:
            return 1.0
        if same_deed(ban, deed):
            return 0.85
        if deed & _UNMAKING:
            return 0.0
        return 0.75 if not deed or deed & _MAKING else 0.35
    if deed & _UNMAKING and not deed - _UNMAKING:
        return 0.0
    return 0.95


def _with_dependency(words: frozenset[str]) -> frozenset[str]:
    """Who installs something adds a dependency."""
    return words | {"dependency", "add"} if "install" in words else words


def _approval(a: Side, ca: Clause, b: Side, cb: Clause) -> Iterator[Verdict]:
    skip = {
        "ask",
        "approve",
        "approval",
        "validate",
        "confirmation",
        "question",
        "person",
        "maintainer",
        "right",
        "yourself",
        "check",
        "thing",
        "wait",
        "do",
    }
    wa = (ca.words | ca.when) - skip
    wb = (cb.words | cb.when) - skip
    wa, wb = (_with_dependency(wa) or a.words - skip), (_with_dependency(wb) or b.words - skip)
    deeds = (ca.deeds | ca.when) & (cb.deeds | cb.when) - skip
    shared = wa & wb
    weight = sum(max(a.weight.get(c, 0.5), b.weight.get(c, 0.5)) for c in shared)
    rest = min(_weigh(a, wa - wb), _weigh(b, wb - wa))
    near = same_deed(frozenset(wa), frozenset(wb))
    if weight < 0.3:
        return
    score = weight / (weight + 0.6 * rest) * (1.0 if deeds else 0.9 if near else 0.5)
    yield Verdict("direct-negation", score, "one demands approval, the other goes ahead without")


def _other_banned(a: Side, b: Side) -> bool:
    """ "All dates are UTC" and "never local time": what is banned is the other alternative."""
    for x in a.slots.choices:
        for y in b.slots.choices:
            if x.role == y.role and x.name != y.name and x.sign * y.sign < 0:
                return True
    return False


# --- choices --------------------------------------------------------------------------------


def _choice_signals(a: Side, b: Side) -> Iterator[Verdict]:
    roles = lexicon().roles
    by_role: dict[str, list[Choice]] = {}
    for choice in b.slots.choices:
        by_role.setdefault(choice.role, []).append(choice)
    for x in a.slots.choices:
        for y in by_role.get(x.role, ()):
            same_name = x.name == y.name
            if same_name and x.sign * y.sign >= 0:
                continue
            if not same_name and (x.sign != 1 or y.sign != 1):
                continue
            role = roles[x.role]
            ca, cb = a.slots.clauses[x.clause], b.slots.clauses[y.clause]
            same, rest_a, rest_b = sameness(a, ca, b, cb, x.role)
            topics_a, topics_b = role.topics & a.words, role.topics & b.words
            if topics_a and topics_b and not role.attribute:
                same = max(same, 0.5)
            if not same_name:
                rest_a -= _weigh(a, topics_a & ca.things)
                rest_b -= _weigh(b, topics_b & cb.things)
            bare = not (ca.things - a.slots.names_of(x.role)) or not (
                cb.things - b.slots.names_of(x.role)
            )
            score = _choice_score(role.attribute, bare, same, rest_a, rest_b)
            if x.role in _tools() and score < 0.7:
                score = 0.7
            names_a = {c.name for c in a.slots.choices if c.role == x.role and c.sign > 0}
            names_b = {c.name for c in b.slots.choices if c.role == x.role and c.sign > 0}
            if names_a & names_b or len(names_a) > 1 or len(names_b) > 1:
                score *= 0.4
            if a.slots.also or b.slots.also:
                score *= 0.6
            if role.attribute and two_subjects(a, ca, b, cb, x.role):
                score *= 0.55
            if ca.mode == "may" or cb.mode == "may":
                score *= 0.75
            if _AT_TIMES.search(ca.text) or _AT_TIMES.search(cb.text):
                score *= 0.7
            if same_name:
                yield Verdict("direct-negation", score, f"one chooses {x.name}, the other turns it down", ca, cb)
            else:
                yield Verdict("exclusive-choice", score, f"{x.name} here, {y.name} there", ca, cb, role.attribute)


_AT_TIMES = re.compile(r"\b(?:in some|sometimes|depending|in certain)\b|場合によ|视情况", re.I)


@lru_cache(maxsize=1)
def _tools() -> frozenset[str]:
    """Roles that a project fills once, whatever the sentence is about."""
    from workbench.prompt.lexicon.choices import TOOLS

    return frozenset(re.findall(r"^\[([^\]*]+)", TOOLS, re.M))


def _choice_score(
    attribute: bool, bare: bool, same: float, rest_a: float, rest_b: float
) -> float:
    if attribute:
        if same > 0:
            return min(1.0, 0.3 + 0.78 * same)
        return 0.6 if bare else 0.0
    if rest_a >= 0.8 and rest_b >= 0.8:
        return 0.4 * min(1.0, 0.6 + 0.5 * same)
    if same >= 0.3:
        return min(1.0, 0.6 + 0.5 * same)
    if rest_a >= 0.9 and rest_b >= 0.9:
        return 0.3 + same
    return 0.62


# --- amounts --------------------------------------------------------------------------------


_OWN_SUBJECT = frozenset(("page size", "spaces"))


def _amount_signals(a: Side, b: Side) -> Iterator[Verdict]:
    for x, at in a.slots.amounts:
        for y, bt in b.slots.amounts:
            if x.dimension != y.dimension or not _differ(x, y):
                continue
            ca, cb = a.slots.clauses[at], b.slots.clauses[bt]
            same, rest_a, rest_b = sameness(a, ca, b, cb)
            if x.dimension.startswith("version"):
                score = 0.8
            elif x.dimension.startswith("count of"):
                score = 0.9 if same > 0.3 else 0.62
            elif x.dimension in _OWN_SUBJECT:
                score = 0.9 if same > 0.2 or min(rest_a, rest_b) < 0.9 else 0.45
            elif same > 0:
                score = min(1.0, 0.1 + same)
            elif a.about & b.about and (not ca.things or not cb.things):
                score = 0.6
            elif x.what and x.what == y.what:
                score = 0.75
            elif x.dimension in _PROSE and (_bare(ca) or _bare(cb)) and not (a.about and b.about and not a.about & b.about and _bare(ca) and _bare(cb)):
                score = 0.7
            else:
                continue
            da, db = _deeds(ca) - _LIGHT_DEEDS, _deeds(cb) - _LIGHT_DEEDS
            if da and db and not same_deed(da, db):
                score *= 0.55
            elif two_subjects(a, ca, b, cb) and not x.dimension.startswith("version"):
                score *= 0.45
            elif x.dimension == "time" and bool(da) != bool(db):
                score *= 0.85
            yield Verdict("different-value", score, f"{x.text} here, {y.text} there", ca, cb)


_PROSE = frozenset(("words", "sentences", "paragraphs"))


def _bare(clause: Clause) -> bool:
    """A limit without a subject: it holds for the answer as a whole."""
    return not clause.things and not clause.around and not (_deeds(clause) - {"answer", "write"})


def _differ(x: Amount, y: Amount) -> bool:
    if x.low == y.low and x.high == y.high:
        return False
    pair = {x.bound: x, y.bound: y}
    if len(pair) == 2:
        low, high = pair.get("at-least"), pair.get("at-most")
        if low and high:
            return low.low > high.high
        exact = pair.get("exact")
        if exact and high:
            return exact.low > high.high or high.threshold or x.dimension == "characters"
        if exact and low:
            return exact.low < low.low or x.dimension == "percent"
        span = pair.get("range")
        if span and exact:
            return not span.low <= exact.low <= span.high
        if span and high:
            return span.low > high.high or span.high > high.high
        if span and low:
            return span.high < low.low
    return True


ALL_OF = re.compile(
    r"\bhowever many\b|\bas many as\b|\bno matter how many\b|\bwithout (?:a )?limit\b|\ball\b|\bevery (?:single|possible)\b|\bany number\b|すべて|全て|何個でも|いくつでも|所有|全部",
    re.I,
)
_TELLING = frozenset("tell show offer mention explain return answer add list write summarise report".split())


def _all_or_few(a: Side, b: Side) -> Iterator[Verdict]:
    """ "At most 2 indexes" beside "list all indexes"."""
    for amount, at in a.slots.amounts:
        if amount.bound != "at-most" and amount.dimension in ("time", "bytes"):
            continue
        ca = a.slots.clauses[at]
        if amount.bound != "at-most" or not ca.deeds & _TELLING:
            continue
        for cb in b.slots.clauses:
            if cb.sign > 0 and cb.deeds | cb.things & _TELLING and ALL_OF.search(cb.text):
                same, _, _ = sameness(a, ca, b, cb)
                if same >= 0.5:
                    yield Verdict("different-value", 0.35 + 0.45 * same, f"{amount.text} here, all of them there")


def _rejected(a: Side, b: Side) -> Iterator[Verdict]:
    """ "X, not Y" beside "use Y"."""
    for ca in a.slots.clauses:
        if not ca.rejected:
            continue
        for cb in b.slots.clauses:
            hit = ca.rejected & (cb.value | cb.things)
            if not hit or cb.sign < 0 or hit <= (ca.things | ca.value) or hit & cb.rejected:
                continue
            same, _, _ = sameness(a, ca, b, cb)
            strong = max(b.weight.get(c, 0) for c in hit)
            rest = {c for c in ca.rejected - hit if a.weight.get(c, 0) >= 0.55}
            if same >= 0.5 and strong >= 0.75 and hit & cb.value and "use" in cb.deeds and not rest:
                yield Verdict(
                    "direct-negation",
                    0.3 + 0.6 * same,
                    f"one asks for {_names(frozenset(hit))}, the other turns it down",
                )


# --- other names for one role ---------------------------------------------------------------


def _name_signals(a: Side, b: Side) -> Iterator[Verdict]:
    """Two names, neither of which we know, for the means to one end: `fetch`, `apiClient`."""
    for ca in a.slots.clauses:
        for cb in b.slots.clauses:
            if not ca.names or not cb.names or ca.names & cb.names or ca.sign < 0 or cb.sign < 0:
                continue
            if "optional" in (ca.mode, cb.mode) or (
                "run" in ca.deeds | cb.deeds and (a.slots.codes or b.slots.codes)
            ):
                continue
            means_a, means_b = _means(ca), _means(cb)
            if not means_a or not means_b or a.slots.also or b.slots.also:
                continue
            same, rest_a, rest_b = sameness(a, ca, b, cb)
            da, db = _deeds(ca) - _LIGHT_DEEDS, _deeds(cb) - _LIGHT_DEEDS
            if da and db and not same_deed(da, db):
                same *= 0.5
            if same >= 0.48 and min(rest_a, rest_b) < 0.5:
                yield Verdict(
                    "exclusive-choice", 0.2 + 0.62 * same, f"{_names(means_a)} here, {_names(means_b)} there", ca, cb, True, True)


def _means(clause: Clause) -> frozenset[str]:
    """Names of what a thing is done with; behind "on" and "in" proper names only."""
    return frozenset(
        n
        for n in clause.names
        if "/" not in n and (n in clause.value or (n in clause.around and "." not in n))
    )


def _names(names: frozenset[str]) -> str:
    return ", ".join(sorted(names)[:2])


# --- order ----------------------------------------------------------------------------------


def _order_signals(a: Side, b: Side) -> Iterator[Verdict]:
    for x in a.slots.orders:
        for y in b.slots.orders:
            score = order_conflict(x, y, a, b)
            if score > 0:
                yield Verdict("order", score, "the order is the other way round")


_ACTIONS_ONLY = frozenset("run use do add start apply".split())


def order_conflict(x: Order, y: Order, a: Side, b: Side) -> float:
    """How far `y` reverses `x`, 0 to 1."""
    common = (x.earlier & x.later) | (y.earlier & y.later)
    one = _event(x.earlier - common, y.later - common, a, b)
    two = _event(x.later - common, y.earlier - common, a, b)
    straight = _event(x.earlier - common, y.earlier - common, a, b) + _event(
        x.later - common, y.later - common, a, b
    )
    if not one or not two or straight >= one + two:
        return 0.0
    return min(1.0, 0.45 + 0.35 * (one + two) / 2)


_AS_EVENT = {"code": "implement", "feature": "implement"}


def _event(x: frozenset[str], y: frozenset[str], a: Side, b: Side) -> float:
    x = frozenset(_AS_EVENT.get(c, c) for c in x)
    y = frozenset(_AS_EVENT.get(c, c) for c in y)
    shared = x & y
    weight = sum(max(a.weight.get(c, 0.5), b.weight.get(c, 0.5)) for c in shared)
    da = {c for c in x if a.weight.get(c) == 0.6}
    db = {c for c in y if b.weight.get(c) == 0.6}
    if da and db and not same_deed(frozenset(da), frozenset(db)):
        if not (da <= _ACTIONS_ONLY and db <= _ACTIONS_ONLY):
            return 0.0
    elif da and db and not shared:
        weight += 0.5
    return min(1.5, weight)


# --- places and exceptions ------------------------------------------------------------------


_REST = re.compile(r"\b(?:(?:all |any )?others?|elsewhere|everything else|the rest)\b|その他|それ以外|其他|其余", re.I)


def _apart(a: Side, b: Side, kind: str) -> float:
    factor = 1.0
    if bool(_REST.search(a.slots.text)) != bool(_REST.search(b.slots.text)) and not a.slots.everywhere | b.slots.everywhere:
        factor = 0.6  # "other skills" are not the ones named before
    for dimension in _SCOPES:
        pa, pb = a.places.get(dimension), b.places.get(dimension)
        inferred = False
        if not pa and not pb:
            pa, pb = a.heading_places.get(dimension), b.heading_places.get(dimension)
            inferred = True
        elif not pa or not pb:
            pa = pa or a.heading_places.get(dimension)
            pb = pb or b.heading_places.get(dimension)
            inferred = True
        if pa and pb and not pa & pb:
            wide = a.slots.everywhere and b.slots.everywhere
            factor *= 0.35 if inferred else 0.75 if wide else 0.0
    if kind in ("exclusive-choice", "different-value", "direct-negation"):
        pa, pb = a.places.get("artifact"), b.places.get("artifact")
        if pa and pb and not pa & pb:
            factor *= 0.2
    for dimension, names in a.places.items():
        if dimension in lexicon().roles and names.isdisjoint(b.places.get(dimension, names)):
            factor = 0.0
    if a.slots.paths and b.slots.paths and not _related(a.slots.paths, b.slots.paths):
        factor *= 0.3
    return factor


def _related(a: frozenset[str], b: frozenset[str]) -> bool:
    for x in a:
        for y in b:
            p, q = x.rstrip("*/ "), y.rstrip("*/ ")
            if p == q or p.startswith(q) or q.startswith(p):
                return True
    return False


def _carved(side: Side) -> Iterator[frozenset[str]]:
    """A ban and a permission about one thing in one statement: the second is an exception."""
    clauses = side.slots.clauses
    for one in clauses:
        for two in clauses:
            if (
                one.sign < 0
                and two.mode in ("may", "optional")
                and two.sign > 0
                and one.things & two.things
            ):
                yield two.when | two.around | two.value


def _exception(a: Side, b: Side) -> float:
    """0 where one side leaves out what the other speaks of, less than 1 where it leaves out
    anything.
    """
    factor = 1.0
    for one, other in ((a, b), (b, a)):
        for carved in _carved(one):
            strong = {
                c for c in carved & (other.words | other.about) if one.weight.get(c, 0) >= 0.6
            }
            factor *= 0.0 if strong else 0.85
    for one, other in ((a, b), (b, a)):
        left_out = one.slots.exception
        if left_out is None:
            continue
        strong = {c for c in left_out & (other.words | other.about) if one.weight.get(c, 0) >= 0.6}
        factor *= 0.0 if strong else 0.85
    return factor
