"""Which statement of the old version is which of the new: exact, moved, reworded, merged, split."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from workbench.change.meaning import compare
from workbench.change.units import Unit
from workbench.prompt.lcs import common_pairs

#: Words of content that two wordings must share (0 to 1) to be taken for one statement.
_LEAST = 0.34
_LEAST_IN_PLACE = 0.15
_CANDIDATES = 40


@dataclass
class Pairing:
    """`partners`: old index to new indices; `exact` and `moved` are old indices; `duplicates`:
    dropped copies and the new index that keeps their words; `shared`: how many old statements
    a new one stands for.
    """

    partners: dict[int, tuple[int, ...]] = field(default_factory=dict)
    exact: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)
    duplicates: dict[int, int] = field(default_factory=dict)
    shared: Counter[int] = field(default_factory=Counter)

    @property
    def used(self) -> set[int]:
        """New statements that come from an old one."""
        return {j for targets in self.partners.values() for j in targets}


def pair_units(old: Sequence[Unit], new: Sequence[Unit]) -> Pairing:
    """Pair the statements of two versions."""
    pairing = Pairing()
    in_place = common_pairs([u.normal for u in old], [u.normal for u in new])
    for i, j in in_place:
        _exact(pairing, i, j)
    _moved(pairing, old, new)
    _reworded(pairing, old, new, in_place)
    _merged(pairing, old, new)
    _split(pairing, old, new)
    return pairing


def _exact(pairing: Pairing, i: int, j: int) -> None:
    pairing.partners[i] = (j,)
    pairing.exact.add(i)
    pairing.shared[j] += 1


def _moved(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    free: dict[str, list[int]] = defaultdict(list)
    keepers: dict[str, list[int]] = defaultdict(list)
    used = pairing.used
    for j, unit in enumerate(new):
        keepers[unit.normal].append(j)
        if j not in used:
            free[unit.normal].append(j)
    for i, unit in enumerate(old):
        if i in pairing.partners:
            continue
        slots = free.get(unit.normal)
        if slots:
            _exact(pairing, i, slots.pop(0))
            pairing.moved.add(i)
            continue
        keeper = next((j for j in keepers.get(unit.normal, ())[:20] if _covers(new[j], unit)), None)
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


def _reworded(
    pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit], in_place: Sequence[tuple[int, int]]
) -> None:
    used = pairing.used
    left = [i for i in range(len(old)) if i not in pairing.partners and i not in pairing.duplicates]
    right = [j for j in range(len(new)) if j not in used]
    fixed_a, fixed_b = [i for i, _ in in_place], [j for _, j in in_place]
    gap_a = {i: bisect_left(fixed_a, i) for i in left}
    gap_b = {j: bisect_left(fixed_b, j) for j in right}
    holders: dict[str, list[int]] = defaultdict(list)
    for j in right:
        for word in set(new[j].signature.content):
            holders[word].append(j)
    by_gap: dict[int, list[int]] = defaultdict(list)
    for j in right:
        by_gap[gap_b[j]].append(j)
    scored: list[tuple[float, int, int]] = []
    for i in left:
        bag = Counter(old[i].signature.content)
        votes: Counter[int] = Counter()
        for word in bag:
            found = holders.get(word, ())
            if len(found) <= 200:
                votes.update(found)
        for j in by_gap[gap_a[i]][:_CANDIDATES]:
            votes[j] += 1
        for j, _ in votes.most_common(_CANDIDATES):
            score = _score(old[i], new[j], bag)
            here = gap_a[i] == gap_b[j]
            if score >= (_LEAST_IN_PLACE if here else _LEAST):
                scored.append((score + (0.25 if here else 0.0), i, j))
    taken: set[int] = set()
    for _, i, j in sorted(scored, key=lambda x: (-x[0], abs(x[1] - x[2]), x[1], x[2])):
        if i not in pairing.partners and j not in taken:
            taken.add(j)
            pairing.partners[i] = (j,)
            pairing.shared[j] += 1


def _score(a: Unit, b: Unit, bag: Counter[str]) -> float:
    other = Counter(b.signature.content)
    total = bag.total() + other.total()
    words = 2 * (bag & other).total() / total if total else 0.0
    mine, theirs = a.signature.literals, b.signature.literals
    hard = {x for x in mine | theirs if x.kind not in ("negation", "limit", "exception")}
    if hard:
        shared = sum(1 for x in hard if x in mine and x in theirs)
        return 0.8 * words + 0.2 * shared / len(hard)
    return words


def _covered(a: Unit, b: Unit) -> float:
    mine = a.signature.content
    theirs = set(b.signature.content)
    return sum(1 for word in mine if word in theirs) / len(mine) if mine else 0.0


def _merged(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    """Old statements without a partner whose words stand inside a reworded or new one."""
    exact = {pairing.partners[i][0] for i in pairing.exact}
    left = [i for i in range(len(old)) if i not in pairing.partners and i not in pairing.duplicates]
    right = [j for j in range(len(new)) if j not in exact]
    if len(left) * len(right) > 40_000:
        return
    for i in left:
        best = max(right, key=lambda j: (_covered(old[i], new[j]), -abs(i - j)), default=-1)
        if best >= 0 and _covered(old[i], new[best]) >= 0.6:
            pairing.partners[i] = (best,)
            pairing.shared[best] += 1


def _split(pairing: Pairing, old: Sequence[Unit], new: Sequence[Unit]) -> None:
    """Old statements that became two new ones next to each other."""
    for i, targets in list(pairing.partners.items()):
        j = targets[0]
        if i in pairing.exact or pairing.shared[j] > 1:
            continue
        if compare(old[i].signature, new[j].signature).status == "reworded":
            continue
        used = pairing.used
        for k in (j + 1, j - 1):
            if 0 <= k < len(new) and k not in used:
                first, second = sorted((j, k))
                joined = replace(new[first], text=f"{new[first].text} {new[second].text}")
                if compare(old[i].signature, joined.signature).status == "reworded":
                    pairing.partners[i] = (first, second)
                    pairing.shared[k] += 1
                    break
