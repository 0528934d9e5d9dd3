# ruff: noqa: E501  (a pattern is one expression)
"""How far two clauses speak of one thing and one deed."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.rules._side import Side
from workbench.prompt.caseless import Caseless
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.slot_types import Clause

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
        (
            "tell",
            "mention",
            "show",
            "explain",
            "answer",
            "share",
            "return",
            "offer",
            "log",
            "write",
            "quote",
            "give",
        )
    ),
    frozenset(("validate", "review", "test", "check")),
    frozenset(("send", "answer", "tell", "share", "publish")),
    frozenset(("push", "commit", "merge")),
    frozenset(("deploy", "publish", "release")),
    frozenset(("ask", "call", "connect", "tell")),
    frozenset(("retry", "run")),
    frozenset(("read", "connect", "fetch", "use", "open deed", "load", "search")),
    frozenset(("catch", "ignore")),
    frozenset(("stop", "fail", "lock")),
    frozenset(("implement", "start", "create", "write")),
    frozenset(("start", "continue", "implement")),
    frozenset(("remove", "reset")),
)


#: What two clauses can reach at most grows from here with the weight that they share.
_FLAT = 0.4


def _core(side: Side, clause: Clause) -> frozenset[str]:
    """What a clause is about: its things, else its deed; code counts wherever it stands."""
    core = clause.things or (deeds_of(clause) - LIGHT_DEEDS) or clause.around or clause.value
    return parts_of(core | (clause.around & side.slots.codes_in))


_Reach = tuple[frozenset[str], frozenset[str]]


def _reach(side: Side, clause: Clause) -> _Reach:
    """The core of a clause and all that it covers, kept on its side: it stands in many pairs."""
    known = side.reaches.get(id(clause))
    if known is None:
        every = clause.things | clause.around | clause.value | clause.when | clause.deeds
        known = (_core(side, clause), covered(every))
        side.reaches[id(clause)] = known
    return known


def parts_of(concepts: frozenset[str]) -> frozenset[str]:
    """A compound is its parts as well: `file name` speaks of names."""
    more = {word for concept in concepts if " " in concept for word in concept.split()}
    return concepts | more


def covered(concepts: frozenset[str]) -> frozenset[str]:
    """With what they stand above: a message may be an alert, a document a guide."""
    more: set[str] = set()
    for concept in concepts & _KINDS.keys():
        more |= _KINDS[concept]
    return parts_of(concepts) | more


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
    "nut": frozenset(("walnut", "almond", "hazelnut", "peanut", "pecan", "cashew")),
    "meat": frozenset(("beef", "pork", "lamb", "chicken", "ham", "bacon", "veal")),
    "fruit": frozenset(("app", "banana", "berry", "orang", "lemon")),
    "personal detail": frozenset(("name", "address", "phone", "email", "birthday")),
    "network": frozenset(("api", "download", "request")),
}


LIGHT_DEEDS = listed(
    """
    use do add create write keep place show start change run
    """
)


def weigh(side: Side, concepts: Iterable[str]) -> float:
    weight = side.weight
    return sum([weight.get(c, 0.5) for c in concepts])


def sameness(
    a: Side, ca: Clause, b: Side, cb: Clause, role: str = ""
) -> tuple[float, float, float]:
    """How far two clauses speak of one thing: `(sameness 0-1, only in a, only in b)`."""
    (core_a, all_a), (core_b, all_b) = _reach(a, ca), _reach(b, cb)
    skip = a.slots.names_of(role) | b.slots.names_of(role) if role else frozenset()
    rest_a = weigh(a, core_a - all_b - b.about - skip)
    rest_b = weigh(b, core_b - all_a - a.about - skip)
    weight = _common(a, b, (core_a, all_a), (core_b, all_b))
    if weight <= 0.15:
        return 0.0, rest_a, rest_b
    return _share(a, ca, b, cb, weight, rest_a, rest_b), rest_a, rest_b


def closeness(a: Side, ca: Clause, b: Side, cb: Clause, least: float = 0.0) -> float:
    """Only the sameness, 0 to 1: most clauses have nothing in common, and that is soon seen.
    What is below `least` may come out as 0."""
    reach_a, reach_b = _reach(a, ca), _reach(b, cb)
    weight = _common(a, b, reach_a, reach_b)
    if weight <= 0.15 or _FLAT + weight < least:
        return 0.0
    (core_a, all_a), (core_b, all_b) = reach_a, reach_b
    rest_a, rest_b = weigh(a, core_a - all_b - b.about), weigh(b, core_b - all_a - a.about)
    return _share(a, ca, b, cb, weight, rest_a, rest_b)


def _common(a: Side, b: Side, reach_a: _Reach, reach_b: _Reach) -> float:
    """The weight of what two clauses have in common."""
    (core_a, all_a), (core_b, all_b) = reach_a, reach_b
    weight = 0.0
    if not (core_a.isdisjoint(all_b) and core_b.isdisjoint(all_a)):
        of_a, of_b = a.weight, b.weight
        shared = (core_a & all_b) | (core_b & all_a)
        weight = sum([max(of_a.get(c, 0.5), of_b.get(c, 0.5)) for c in shared])
    if not core_a or not core_b:
        loose = (core_a & b.about) | (core_b & a.about)
        weight += 0.7 * len(loose)
    if a.slots.paths and b.slots.paths and inside(a.slots.paths, b.slots.paths):
        weight += 1.0
    return weight


def _share(
    a: Side, ca: Clause, b: Side, cb: Clause, weight: float, rest_a: float, rest_b: float
) -> float:
    """How much of all that two clauses speak of is common to them, 0 to 1."""
    (_, all_a), (_, all_b) = _reach(a, ca), _reach(b, cb)
    same = weight / (weight + 0.9 * min(rest_a, rest_b) + 0.12 * max(rest_a, rest_b))
    heads_a = frozenset(c for c in ca.heads & ca.things if a.weight.get(c, 0.5) > 0.35)
    heads_b = frozenset(c for c in cb.heads & cb.things if b.weight.get(c, 0.5) > 0.35)
    if heads_a and heads_b and not (heads_a & all_b) and not (heads_b & all_a):
        same *= 0.45
    return same * min(1.0, _FLAT + weight)


def two_subjects(a: Side, ca: Clause, b: Side, cb: Clause, role: str = "") -> bool:
    """Whether each names a thing or a place that the other does not: two cases, not one."""
    if a.slots.codes & b.slots.codes:
        return False
    if any(s.slots.everywhere and _INCLUDED.search(c.text) for s, c in ((a, ca), (b, cb))):
        return False
    skip = a.slots.names_of(role) | b.slots.names_of(role) if role else frozenset()
    if a.heading == b.heading:  # one section: its title tells neither of the two apart
        met_a, met_b = covered(a.words), covered(b.words)
        return bool(
            (_own(a, ca, b, cb, met_b | cb.rejected) - skip)
            and (_own(b, cb, a, ca, met_a | ca.rejected) - skip)
        )
    return bool(_own(a, ca, b, cb) - skip and _own(b, cb, a, ca) - skip)


_INCLUDED = Caseless(
    r"\b(?:everywhere|included|including|anywhere|even|no exceptions?|however)\b|すべて|全て|一切|所有|任何",
)


def _own(
    a: Side, ca: Clause, b: Side, cb: Clause, theirs: frozenset[str] | None = None
) -> frozenset[str]:
    if theirs is None:
        theirs = _told_by(b, cb)
    mine = ca.things | (ca.scope - ca.names)
    return frozenset(
        c
        for c in mine - theirs
        if a.weight.get(c, 0) >= 0.6
        and not parts_of(frozenset((c,))) & theirs
        and not any(c in _KINDS.get(t, ()) for t in theirs)
    )


def _told_by(side: Side, clause: Clause) -> frozenset[str]:
    """All that a side and its heading cover, with what one of its clauses turns down."""
    known = side.told.get(id(clause))
    if known is None:
        known = side.told[id(clause)] = covered(side.words | clause.rejected) | side.about
    return known


def deeds_of(clause: Clause) -> frozenset[str]:
    return clause.deeds - {"do", "use"}


def same_deed(a: frozenset[str], b: frozenset[str]) -> float:
    """1 for one deed, 0.8 for deeds that stand for each other, 0 for others."""
    if a & b:
        return 1.0
    for group in _SAME_DEEDS:
        if a & group and b & group:
            return 0.8
    return 0.0


def inside(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a and b and not a & b and related_paths(a, b))


def related_paths(a: frozenset[str], b: frozenset[str]) -> bool:
    for x in a:
        for y in b:
            p, q = x.rstrip("*/ "), y.rstrip("*/ ")
            if p == q or p.startswith(q) or q.startswith(p):
                return True
    return False
