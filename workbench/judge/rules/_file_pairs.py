"""Which clashes of two sentences count in a whole file: most pairs there have other subjects."""

from __future__ import annotations

import re
from collections import Counter

from workbench.judge.rules._same import same_deed
from workbench.judge.rules._side import Side, Verdict
from workbench.judge.rules._sides import Place
from workbench.prompt.slot_types import Clause
from workbench.prompt.slots_cues import NOT_YOU

_SPECIAL = re.compile(
    r"-specific\b|\bspecific (?:to|instructions|notes)\b|\bonly\b|専用|专用", re.IGNORECASE
)


_REPORTED = re.compile(r"\W*nothing (?:is|was|has|gets)\b", re.IGNORECASE)


_NAMES = re.compile(r"`[^`]+`|\d+\.\d+|[A-Z][a-z]+[A-Z]\w*|(?<=[A-Z][a-z]{2} )\d+|\b[A-Z]{3,}\b")


def counts(one: Place, two: Place, verdict: Verdict, common: Counter[str]) -> bool:
    """Whether a clash of two sentences stands in a file, where most pairs have other subjects."""
    if one.statement.unit == two.statement.unit or _other_names(one, two):
        return False  # one sentence qualifies the other, or the sections name other things
    if not (_told(one) and _told(two)) or _turned(one) or _turned(two):
        return False
    if one.section == two.section and two.line - one.line <= 6 and _cases(one, two):
        return False
    if "cell" in (one.statement.kind, two.statement.kind):
        return False  # a column has a subject of its own
    if (
        verdict.left is None
        and verdict.kind != "order"
        and (_conditional(one) or _conditional(two))
    ):
        return False
    told = (one.instruction is not None) + (two.instruction is not None)
    if verdict.kind in ("exclusive-choice", "different-value"):
        if verdict.attribute and (
            verdict.score < 0.78 or not _firmly(one, two) or not _same_case(one, two)
        ):
            return False
        if "use" not in _deeds_of(verdict) and verdict.unknown:
            return False
        if verdict.kind == "exclusive-choice" and verdict.score <= 0.7 and not _does(verdict):
            return False  # names in two lists, of which nobody says what to do with them
        if verdict.kind == "different-value" and not told and not _two_rules(one, two, verdict):
            return False
        if _of_versions(verdict) and (told < 2 or _ONE_OF.search(f"{one.text} {two.text}")):
            return False
        if verdict.attribute and _shared(one.side, two.side, common) < 0.2:
            return False
        if _siblings(one, two) and (verdict.kind == "different-value" or told < 2):
            return False
        return not _pointing(one) and not _pointing(two)
    among_rules = told and one.rules_around and two.rules_around and verdict.score >= 0.75
    of_all = told and verdict.score >= 0.9 and all(_each_or_told(p) for p in (one, two))
    if told < 2 and not among_rules and not of_all:
        return False
    if verdict.kind == "direct-negation" and min(_words(one), _words(two)) < 3:
        return False
    if verdict.kind == "order":
        return (
            verdict.score >= 0.75
            and max(len(one.text), len(two.text)) <= 130
            and not any(c.sign < 0 for p in (one, two) for c in p.side.slots.clauses)
        )
    if verdict.left is None or verdict.right is None:
        return True
    if verdict.reason.startswith("one says to"):
        return (
            verdict.score >= 0.8
            and verdict.left.mode == verdict.right.mode == "must"
            and not verdict.left.limited
            and not verdict.right.limited
            and _shared(one.side, two.side, common) >= 1.0
        )
    if asks(verdict):
        return _shared(one.side, two.side, common) >= 0.8
    return _close(one, verdict.left, two, verdict.right, common) and _close(
        two, verdict.right, one, verdict.left, common
    )


def _two_rules(one: Place, two: Place, verdict: Verdict) -> bool:
    """Facts among rules that give one thing two values: "reminders go out 24 hours before"."""
    return one.rules_around and two.rules_around and verdict.score >= _FACTS


_FACTS = 0.8


#: "Do NOT:" above a list turns each of its items round.
_TURNED = re.compile(r"\W*(?:do not|don't|never|avoid|not allowed|forbidden)\W*$", re.IGNORECASE)


_IF = re.compile(
    r"\W*(?:if|when|unless|for|in case)\b|\W*[^。、]{1,30}(?:場合|とき|なら)", re.IGNORECASE
)


_BLANK = re.compile(r"\W*(?:\{\{|<[a-z])")


_EACH = re.compile(r"^\W*(?:each|every|all)\b|^(?:すべて|全て|每|所有)", re.IGNORECASE)
#: A ban in two words: "不使用表情符号".
_BARE_BAN = re.compile(r"[不勿别][^。，]{2,14}[。.]?$")


def _each_or_told(place: Place) -> bool:
    """An instruction, or an item that speaks of each thing there is."""
    if place.instruction is not None:
        return True
    return place.statement.kind == "item" and bool(_EACH.match(place.text))


def _cases(one: Place, two: Place) -> bool:
    """Entries of one list, each for a case of its own."""
    return bool(one.label and two.label and one.label != two.label)


def _turned(place: Place) -> bool:
    return bool(_TURNED.match(place.statement.lead)) or bool(_BLANK.match(place.text))


def _conditional(place: Place) -> bool:
    return bool(_IF.match(place.text)) or any(c.limited for c in place.side.slots.clauses)


def _firmly(one: Place, two: Place) -> bool:
    """Two demands, items of lists, or short sentences about all there is."""
    places = (one, two)
    return all(
        p.statement.kind == "item" or (len(p.text) <= 75 and p.side.slots.only) for p in places
    ) or all(p.instruction is not None and p.instruction.strength == "hard" for p in places)


def _same_case(one: Place, two: Place) -> bool:
    """Whether two manners are asked of one thing: both always, or under one condition."""
    return not (_CASE.search(one.text) or _CASE.search(two.text)) and not any(
        c.rejected for p in (one, two) for c in p.side.slots.clauses
    )


_CASE = re.compile(
    r"\b(?:if|when(?:ever)?|unless|while|where|until|as long as|in case|during|only)\b"
    r"|(?:場合|とき|なら|たら)|如果|时，|若",
    re.IGNORECASE,
)


_ONE_OF = re.compile(r"\b(?:if|only|when|from)\b", re.IGNORECASE)


def _of_versions(verdict: Verdict) -> bool:
    """Whether it rests on two versions of one thing."""
    return bool(re.search(r"\d\.[\dx]", verdict.reason))


def asks(verdict: Verdict) -> bool:
    """Whether one side demands approval and the other waives it."""
    return (
        verdict.left is not None
        and verdict.right is not None
        and {verdict.left.approval, verdict.right.approval} == {"ask", "free"}
    )


def _siblings(one: Place, two: Place) -> bool:
    """Neighbours in one list: entries of a table of values rather than rules that clash."""
    gap = two.line - one.line
    if one.section == two.section and gap <= 2:
        return True
    listed = _VALUE.match(one.text) and _VALUE.match(two.text)
    return gap <= 8 and one.section[:-1] == two.section[:-1] and bool(listed)


_VALUE = re.compile(r"\W*\d|[^:]{1,40}: *\S{1,12}( \S{1,12})?$")


def _deeds_of(verdict: Verdict) -> frozenset[str]:
    """Deeds of both clauses."""
    left, right = verdict.left, verdict.right
    return left.deeds & right.deeds if left and right else frozenset()


def _does(verdict: Verdict) -> bool:
    return any(clause.deeds - {"do"} for clause in (verdict.left, verdict.right) if clause)


def _words(place: Place) -> int:
    text = place.text
    return len(text.split()) if text.isascii() else len(text) // 2


def _told(place: Place) -> bool:
    """An instruction, or a short item that states a rule as a fact."""
    return (
        place.instruction is not None
        or (
            len(place.text) <= (95 if place.rules_around else 75)
            and (place.statement.kind == "item" or place.text.isascii() is False)
        )
        or (place.statement.kind == "paragraph" and len(place.text) <= 75)
    )


_THAT_CAN = re.compile(r"\b(?:that|which|who) (?:can|may|could)\b", re.IGNORECASE)


_WHY = re.compile(r"\bwhy\b|\bwhether\b", re.IGNORECASE)


_PRONOUN = re.compile(r"\b(?:it|its|them|they|these|those|this|that)\b", re.IGNORECASE)


def _pointing(place: Place) -> bool:
    """Whether what it speaks of stands in another sentence."""
    first = place.side.slots.clauses[0]
    return not first.things and bool(_PRONOUN.match(place.text))


def _other_names(one: Place, two: Place) -> bool:
    """Whether the two sections are about different named things: versions, products."""
    if bool(_SPECIAL.search(" ".join(one.section))) != bool(_SPECIAL.search(" ".join(two.section))):
        return True
    a = set(_NAMES.findall(one.section[-1] if one.section else ""))
    b = set(_NAMES.findall(two.section[-1] if two.section else ""))
    return bool(a and b and not a & b and one.section[:-1] == two.section[:-1])


def _close(
    place: Place, clause: Clause, across: Place, opposite: Clause, common: Counter[str]
) -> bool:
    """Whether most of what a forbidding or freeing clause says turns up on the other side."""
    side, other = place.side, across.side
    forbids, waives = (
        clause.sign < 0,
        clause.mode in ("optional", "may") or clause.approval == "free",
    )
    if not forbids and not waives:
        return True
    if waives and _THAT_CAN.search(clause.text):
        return False  # it is told of a thing, not granted
    if forbids:
        told_so = place.instruction
        short = place.statement.kind == "item" and bool(_BARE_BAN.match(place.text))
        if told_so is None and not (place.rules_around and (short or NOT_YOU.search(clause.text))):
            return False
        if told_so is not None and (told_so.polarity != "dont" and told_so.form == "imperative"):
            return False
        limits = [c for c in side.slots.clauses if c.limited]
        if any(not c.when & (opposite.when | opposite.words) for c in limits):
            return False
        if not clause.things | clause.value and not clause.deeds - {"do", "use"}:
            return False
        if not clause.things and _PRONOUN.search(clause.text):
            return False
    elif clause.mode == "optional" and (
        across.instruction is None or across.instruction.strength != "hard"
    ):
        return False
    if forbids and (_WHY.search(clause.text) or _REPORTED.match(clause.text)):
        return False
    theirs = other.words | across.antecedent
    mine = clause.words - {"do", "use"}
    if not clause.things:
        mine |= (side.about | place.antecedent) & theirs  # "Do not offer one."
    total = met = told = 0.0
    for concept in mine:
        weight = side.weight.get(concept, 0.5)
        if weight < 0.25:
            continue
        total += weight
        if concept in theirs or (
            concept in clause.deeds and same_deed(frozenset((concept,)), opposite.deeds)
        ):
            met += weight
            told += weight * _rare(common[concept])
    return total > 0 and met >= (0.8 if forbids else 0.55) * total and told >= 0.85


_ASKING = frozenset(("ask", "approve", "approval", "validate", "confirmation", "right", "yourself"))


def _shared(a: Side, b: Side, common: Counter[str]) -> float:
    """The weight of what two statements share, without the words of asking."""
    return sum(
        max(a.weight.get(c, 0), b.weight.get(c, 0)) * _rare(common[c])
        for c in (a.words & b.words) - _ASKING
    )


def _rare(count: int) -> float:
    """What a concept still tells that so many statements share."""
    return 1.0 if count <= 4 else 0.8 if count <= 8 else 0.5 if count <= 16 else 0.25
