"""Which statement of the old version is which of the new: exact, moved, reworded, merged, split.

First by the same words, in place and then elsewhere; then by the words that two wordings share,
the rare ones counting most. A new statement answers for old ones only as far as its words carry
them: each of its words is spent once, so that a rule that was dropped is not hidden by a neighbour
that is about the same things.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from workbench.change.carried_titles import carrying, marked
from workbench.change.units import Unit
from workbench.language.content import content_bag
from workbench.prompt.lcs import common_pairs

#: Share of an old statement's words that a new one must hold to be its new wording: where it stood
#: (between the same neighbours), and anywhere else.
_IN_PLACE, _ELSEWHERE = 0.2, 0.5
#: A statement is compared with this many others; with fewer when very many changed.
_CANDIDATES, _FEWEST, _COMPARISONS = 12, 4, 200_000
#: A word that more statements than this hold says too little to look them all up.
_COMMON = 40


@dataclass
class Pairing:
    """`partners`: old index to new indices; `exact` and `moved` are old indices; `duplicates`:
    dropped copies and the new index that keeps their words; `carried`: moved ones that took the
    names of their headings along; `marked`: those that have a marker in front now.
    """

    partners: dict[int, tuple[int, ...]] = field(default_factory=dict)
    exact: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)
    duplicates: dict[int, int] = field(default_factory=dict)
    carried: set[int] = field(default_factory=set)
    marked: set[int] = field(default_factory=set)

    @property
    def used(self) -> set[int]:
        """New statements that come from an old one."""
        return {j for targets in self.partners.values() for j in targets}

    def groups(self) -> Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]]:
        """For each reworded old index: the old and the new ones that belong together."""
        olds: dict[int, list[int]] = defaultdict(list)
        for i, targets in self.partners.items():
            if i not in self.exact:
                olds[targets[0]].append(i)
        found: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for first, group in olds.items():
            news = sorted({first, *(j for i in group for j in self.partners[i])})
            both = tuple(sorted(group)), tuple(news)
            found |= dict.fromkeys(group, both)
        return found


def pair_units(old: Sequence[Unit], new: Sequence[Unit]) -> Pairing:
    """Pair the statements of two versions."""
    pairing = Pairing()
    in_place = common_pairs([u.key for u in old], [u.key for u in new])
    for i, j in in_place:
        _exact(pairing, i, j)
    if len(in_place) == len(old) == len(new):
        return pairing
    _moved(pairing, old, new)
    for find, kind in ((carrying, pairing.carried), (marked, pairing.marked)):
        used = pairing.used
        free = [j for j in range(len(new)) if j not in used]
        for i, j in list(find(old, new, _left(pairing, old), free)):
            _exact(pairing, i, j)
            kind.add(i)
    pairing.moved |= pairing.carried
    _fields(pairing, old, new)
    _Likeness(pairing, old, new, in_place).pair()
    return pairing


def _exact(pairing: Pairing, i: int, j: int) -> None:
    pairing.partners[i] = (j,)
    pairing.exact.add(i)


def _left(pairing: Pairing, old: Sequence[Unit]) -> list[int]:
    return [i for i in range(len(old)) if i not in pairing.partners and i not in pairing.duplicates]


def _moved(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    free: dict[str, list[int]] = defaultdict(list)
    keepers: dict[str, list[int]] = defaultdict(list)
    used = pairing.used
    left = _left(pairing, old)
    wanted = {old[i].key for i in left}
    for j in range(len(new) - 1, -1, -1):
        if new[j].key in wanted:
            keepers[new[j].key].append(j)
            if j not in used:
                free[new[j].key].append(j)
    for i in left:
        unit = old[i]
        slots = free.get(unit.key)
        if slots:
            _exact(pairing, i, slots.pop())
            pairing.moved.add(i)
            continue
        first = keepers.get(unit.key, [])[:-21:-1]
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


def _fields(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    """A field of frontmatter with another value is the same field."""
    used = pairing.used
    left, free = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for i in _left(pairing, old):
        left[old[i].field].append(i)
    for j, unit in enumerate(new):
        if unit.field and j not in used:
            free[unit.field].append(j)
    for name, news in free.items():
        if len(news) == len(left[name]) == 1:
            pairing.partners[left[name][0]] = (news[0],)


class _Likeness:
    """Pairs what is left by shared words."""

    def __init__(
        self,
        pairing: Pairing,
        old: Sequence[Unit],
        new: Sequence[Unit],
        in_place: Sequence[tuple[int, int]],
    ) -> None:
        used = pairing.used
        self.pairing, self.old, self.new = pairing, old, new
        self.left = _left(pairing, old)
        self.right = [j for j in range(len(new)) if j not in used]
        fixed_a, fixed_b = [i for i, _ in in_place], [j for _, j in in_place]
        self.gap_a = {i: bisect_left(fixed_a, i) for i in self.left}
        self.gap_b = {j: bisect_left(fixed_b, j) for j in self.right}
        self.sizes = Counter(self.gap_a.values())
        ranks: Counter[int] = Counter()
        self.rank: dict[int, int] = {}
        for i in self.left:
            ranks[self.gap_a[i]] += 1
            self.rank[i] = ranks[self.gap_a[i]]
        self.bags_a = {i: content_bag(old[i].text) for i in self.left}
        self.bags_b = {j: content_bag(new[j].text) for j in self.right}
        self.holders: dict[str, list[int]] = defaultdict(list)
        self.by_gap: dict[int, list[int]] = defaultdict(list)
        for j in self.right:
            self.by_gap[self.gap_b[j]].append(j)
            for word in self.bags_b[j]:
                self.holders[word].append(j)
        often_a = Counter(word for bag in self.bags_a.values() for word in bag)
        often_b = Counter(word for bag in self.bags_b.values() for word in bag)
        self.weight = {w: 1 / (1 + log(n)) for w, n in (often_a | often_b).items()}
        self.total_a = {i: self._total(bag) for i, bag in self.bags_a.items()}
        self.total_b = {j: self._total(bag) for j, bag in self.bags_b.items()}

    def pair(self) -> None:
        """One to one first, then several old to one new, then one old to several new."""
        if not (self.left and self.right):
            return
        scored = list(self._scored())
        pool = {j: Counter(bag) for j, bag in self.bags_b.items()}
        taken: set[int] = set()
        for _, i, j in sorted(scored, key=lambda x: (-x[0], abs(x[1] - x[2]), x[1], x[2])):
            if i not in self.pairing.partners and j not in taken:
                taken.add(j)
                self.pairing.partners[i] = (j,)
                pool[j].subtract(self.bags_a[i])
        self._joined(pool)
        self._split(taken, pool)

    def _scored(self) -> Iterable[tuple[float, int, int]]:
        most = max(_FEWEST, min(_CANDIDATES, _COMPARISONS // len(self.left)))
        for i in self.left:
            gap = self.gap_a[i]
            votes: Counter[int] = Counter()
            for word in self.bags_a[i]:
                holders = self.holders.get(word, ())
                if len(holders) <= _COMMON:
                    for j in holders:
                        votes[j] += 1
            votes.update(_near(self.by_gap.get(gap, ()), self.rank[i], self.sizes[gap], most))
            for j, _ in votes.most_common(most):
                here = gap == self.gap_b[j]
                shared = self._shared(self.bags_a[i], self.bags_b[j])
                whole, other = self.total_a[i], self.total_b[j]
                held = shared / whole
                if held >= (_IN_PLACE if here else _ELSEWHERE) and self._fits(i, j):
                    yield 2 * shared / (whole + other) + (0.25 if here else 0.0), i, j

    def _fits(self, i: int, j: int) -> bool:
        a, b = self.old[i], self.new[j]
        return (a.kind == "heading") == (b.kind == "heading") and a.field == b.field

    def _joined(self, pool: Mapping[int, Counter[str]]) -> None:
        """Old statements without a partner whose words stand, not yet spent, in new ones."""
        for i in self.left:
            if i in self.pairing.partners:
                continue
            bag = self.bags_a[i]
            gap = self.gap_a[i]
            close = _near(self.by_gap.get(gap, ()), self.rank[i], self.sizes[gap], _CANDIDATES)
            far = {j for w in bag for j in self.holders.get(w, ())[:_CANDIDATES]} - set(close)
            best = max(
                ((self._shared(bag, pool[j]), j in close, -abs(i - j), j) for j in (*close, *far)),
                default=None,
            )
            if best is None:
                continue
            held, here, _, j = best
            if held >= (_IN_PLACE if here else _ELSEWHERE) * self._total(bag) and self._fits(i, j):
                self.pairing.partners[i] = (j,)
                pool[j].subtract(bag)

    def _split(self, taken: set[int], pool: Mapping[int, Counter[str]]) -> None:
        """Old statements that became two new ones next to each other."""
        partner = {self.pairing.partners[i][0]: i for i in self.left if i in self.pairing.partners}
        for j in self.right:
            if j in partner:
                continue
            for k in (j - 1, j + 1):
                i = partner.get(k)
                if i is None or self.gap_b[k] != self.gap_b[j] or len(self.pairing.partners[i]) > 1:
                    continue
                rest = self.bags_a[i] - self.bags_b[k]
                if self._shared(self.bags_b[j], rest) >= _ELSEWHERE * self._total(self.bags_b[j]):
                    self.pairing.partners[i] = (*self.pairing.partners[i], j)
                    break

    def _shared(self, a: Counter[str], b: Counter[str]) -> float:
        return sum(min(n, max(0, b[w])) * self.weight[w] for w, n in a.items() if w in b)

    def _total(self, bag: Counter[str]) -> float:
        return sum(n * self.weight[w] for w, n in bag.items()) or 1.0


def _near(found: Sequence[int], rank: int, size: int, most: int) -> Sequence[int]:
    """At most `most` of the statements in a gap: those about as far down as the one of `rank`."""
    if len(found) <= most:
        return found
    start = (rank - 1) * len(found) // size - most // 2
    start = max(0, min(start, len(found) - most))
    return found[start : start + most]
