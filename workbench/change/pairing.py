"""Which statement of the old version is which of the new: exact, moved, reworded, merged, split."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.change.carrying import carrying, marked
from workbench.change.meaning import Judgement, additions, compare
from workbench.change.units import Unit
from workbench.prompt.lcs import common_pairs

#: Words of content that two wordings must share (0 to 1) to be taken for one statement.
_LEAST = 0.34
_LEAST_IN_PLACE = 0.15
#: A statement is compared with this many others; with fewer when very many changed.
_CANDIDATES = 40
_FEWEST = 4
_COMPARISONS = 200_000
#: A word that more statements than this hold says too little to look them all up.
_COMMON = 200
_SMALL_WORDS = frozenset(("negation", "limit", "exception"))


@dataclass
class Pairing:
    """`partners`: old index to new indices; `exact` and `moved` are old indices; `duplicates`:
    dropped copies and the new index that keeps their words; `shared`: how many old statements
    a new one stands for; `carried`: moved ones that took the names of their headings along;
    `marked`: those that have a marker in front now; `extra`: what a new one that stands for
    several says beyond them.
    """

    partners: dict[int, tuple[int, ...]] = field(default_factory=dict)
    exact: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)
    duplicates: dict[int, int] = field(default_factory=dict)
    shared: Counter[int] = field(default_factory=Counter)
    carried: set[int] = field(default_factory=set)
    marked: set[int] = field(default_factory=set)
    extra: dict[int, str] = field(default_factory=dict)
    _judged: dict[tuple[str, str], Judgement] = field(default_factory=dict)

    @property
    def used(self) -> set[int]:
        """New statements that come from an old one."""
        return {j for targets in self.partners.values() for j in targets}

    def judged(self, a: Unit, b: Unit) -> Judgement:
        """How `b` relates to `a`, worked out once."""
        key = (a.text, b.text)
        if key not in self._judged:
            self._judged[key] = compare(a.signature, b.signature)
        return self._judged[key]


def pair_units(old: Sequence[Unit], new: Sequence[Unit]) -> Pairing:
    """Pair the statements of two versions."""
    pairing = Pairing()
    in_place = common_pairs([u.normal for u in old], [u.normal for u in new])
    for i, j in in_place:
        _exact(pairing, i, j)
    if len(in_place) == len(old) == len(new):
        return pairing
    _moved(pairing, old, new)
    used = pairing.used
    free = [j for j in range(len(new)) if j not in used]
    for i, j in list(carrying(old, new, _left(pairing, old), free)):
        _exact(pairing, i, j)
        pairing.moved.add(i)
        pairing.carried.add(i)
    used = pairing.used
    free = [j for j in free if j not in used]
    for i, j in list(marked(old, new, _left(pairing, old), free)):
        _exact(pairing, i, j)
        pairing.marked.add(i)
    _reworded(pairing, old, new, in_place)
    _merged(pairing, old, new)
    _split(pairing, old, new)
    _extra(pairing, old, new)
    return pairing


def _exact(pairing: Pairing, i: int, j: int) -> None:
    pairing.partners[i] = (j,)
    pairing.exact.add(i)
    pairing.shared[j] += 1


def _left(pairing: Pairing, old: Sequence[Unit]) -> list[int]:
    return [i for i in range(len(old)) if i not in pairing.partners and i not in pairing.duplicates]


def _moved(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    free: dict[str, list[int]] = defaultdict(list)
    keepers: dict[str, list[int]] = defaultdict(list)
    used = pairing.used
    left = [i for i in range(len(old)) if i not in pairing.partners]
    wanted = {old[i].normal for i in left}
    for j in range(len(new) - 1, -1, -1):
        if new[j].normal in wanted:
            keepers[new[j].normal].append(j)
            if j not in used:
                free[new[j].normal].append(j)
    for i in left:
        unit = old[i]
        slots = free.get(unit.normal)
        if slots:
            _exact(pairing, i, slots.pop())
            pairing.moved.add(i)
            continue
        first = keepers.get(unit.normal, [])[:-21:-1]
        keeper = next((j for j in first if _covers(new[j], unit)), None)
        if keeper is not None:
            pairing.duplicates[i] = keeper


def _covers(keeper: Unit, dropped: Unit) -> bool:
    """A copy may go when the one that stays holds at least where the dropped one did."""
    if dropped.opens:
        return False
    return all(title in dropped.path for title in keeper.scope) and keeper.lead in (
        "",
        dropped.lead,
    )


class _Words:
    """The words of content of a statement and its literals, ready to be compared."""

    __slots__ = ("bag", "hard", "total")

    def __init__(self, unit: Unit) -> None:
        meaning = unit.signature
        self.bag = Counter(meaning.content)
        self.total = len(meaning.content)
        self.hard = frozenset(x for x in meaning.literals if x.kind not in _SMALL_WORDS)

    def likeness(self, other: _Words) -> float:
        """Shared words (0 to 1), a fifth of it literals where there are any."""
        few, many = (self.bag, other.bag)
        if len(few) > len(many):
            few, many = many, few
        shared = sum(min(n, many[word]) for word, n in few.items() if word in many)
        total = self.total + other.total
        words = 2 * shared / total if total else 0.0
        if self.hard or other.hard:
            hard = len(self.hard & other.hard) / len(self.hard | other.hard)
            return 0.8 * words + 0.2 * hard
        return words


def _bag(known: dict[str, _Words], unit: Unit) -> _Words:
    if unit.text not in known:
        known[unit.text] = _Words(unit)
    return known[unit.text]


def _reworded(
    pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit], in_place: Sequence[tuple[int, int]]
) -> None:
    used = pairing.used
    left = _left(pairing, old)
    right = [j for j in range(len(new)) if j not in used]
    if not left or not right:
        return
    most = max(_FEWEST, min(_CANDIDATES, _COMPARISONS // len(left)))
    fixed_a, fixed_b = [i for i, _ in in_place], [j for _, j in in_place]
    gap_a = {i: bisect_left(fixed_a, i) for i in left}
    gap_b = {j: bisect_left(fixed_b, j) for j in right}
    bags: dict[str, _Words] = {}  # many may have the same text
    words_b = {j: _bag(bags, new[j]) for j in right}
    holders: dict[str, list[int]] = defaultdict(list)
    by_gap: dict[int, list[int]] = defaultdict(list)
    for j in right:
        by_gap[gap_b[j]].append(j)
        for word in words_b[j].bag:
            holders[word].append(j)
    sizes = Counter(gap_a.values())
    ranks: Counter[int] = Counter()
    scored: list[tuple[float, int, int]] = []
    for i in left:
        gap = gap_a[i]
        ranks[gap] += 1
        mine = _bag(bags, old[i])
        if not (mine.total or mine.hard):
            continue
        votes: Counter[int] = Counter()
        for word in mine.bag:
            found = holders.get(word, ())
            if len(found) <= _COMMON:
                votes.update(found)
        votes.update(_near(by_gap.get(gap, ()), ranks[gap], sizes[gap], most))
        for j, _ in votes.most_common(most):
            score = mine.likeness(words_b[j])
            here = gap == gap_b[j]
            if score >= (_LEAST_IN_PLACE if here else _LEAST):
                scored.append((score + (0.25 if here else 0.0), i, j))
    taken: set[int] = set()
    for _, i, j in sorted(scored, key=lambda x: (-x[0], abs(x[1] - x[2]), x[1], x[2])):
        if i not in pairing.partners and j not in taken:
            taken.add(j)
            pairing.partners[i] = (j,)
            pairing.shared[j] += 1


def _near(found: Sequence[int], rank: int, size: int, most: int) -> Sequence[int]:
    """At most `most` of the statements in a gap: those about as far down as the one of `rank`."""
    if len(found) <= most:
        return found
    start = (rank - 1) * len(found) // size - most // 2
    start = max(0, min(start, len(found) - most))
    return found[start : start + most]


def _merged(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    """Old statements without a partner whose words stand inside a reworded or new one."""
    left = _left(pairing, old)
    if not left:
        return
    exact = {pairing.partners[i][0] for i in pairing.exact}
    holders: dict[str, list[int]] = defaultdict(list)
    for j in range(len(new)):
        if j not in exact:
            for word in set(new[j].signature.content):
                holders[word].append(j)
    for i in left:
        mine = old[i].signature.content
        covered: Counter[int] = Counter()
        for word in mine:
            found = holders.get(word, ())
            if len(found) <= _COMMON:
                covered.update(found)
        best = max(covered, key=lambda j: (covered[j], -abs(i - j), -j), default=-1)
        if best >= 0 and covered[best] / len(mine) >= 0.6:
            pairing.partners[i] = (best,)
            pairing.shared[best] += 1


def _extra(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    """A condition or a value that came in while several became one: no single one shows it."""
    groups: dict[int, list[int]] = defaultdict(list)
    for i, targets in pairing.partners.items():
        if len(targets) == 1 and pairing.shared[targets[0]] > 1:
            groups[targets[0]].append(i)
    for j, group in groups.items():
        olds = old[group[0]].joined([old[i].text for i in group])
        pairing.extra[j] = additions(olds.signature, new[j].signature)


def _split(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    """Old statements that became two new ones next to each other."""
    used = pairing.used
    for i, targets in list(pairing.partners.items()):
        j = targets[0]
        if i in pairing.exact or pairing.shared[j] > 1:
            continue
        free = [k for k in (j + 1, j - 1) if 0 <= k < len(new) and k not in used]
        if not free or pairing.judged(old[i], new[j]).status == "reworded":
            continue
        for k in free:
            first, second = sorted((j, k))
            joined = new[first].joined([new[first].text, new[second].text])
            if compare(old[i].signature, joined.signature).status == "reworded":
                pairing.partners[i] = (first, second)
                pairing.shared[k] += 1
                used.add(k)
                break
