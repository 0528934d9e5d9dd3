"""Approval demanded on one side and waived on the other."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.judge.rules._same import same_deed, two_subjects, weigh
from workbench.judge.rules._side import Side, Verdict, with_dependency
from workbench.judge.rules._topics import is_order
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.slot_types import Clause

#: What any work of an agent is about: two sentences that name no more speak of the same work.
_WORKING = listed(
    """
    change plan code file task implement do thing step project work edit apply
    show tell start use diff answer run
    """
)


#: The words of asking themselves.
_ASKING = listed(
    """
    ask approve approval validate confirmation question person maintainer right yourself check
    thing wait do
    """
)


def approvals(a: Side, ca: Clause, b: Side, cb: Clause) -> Iterator[Verdict]:
    """One demands to be asked for what the other does unasked."""
    skip = _ASKING
    if not (ca.words - _WORKING - skip) and not (cb.words - _WORKING - skip):
        yield Verdict("direct-negation", 0.62, "one demands approval, the other goes ahead without")
        return
    wa = (ca.words | ca.when) - skip
    wb = (cb.words | cb.when) - skip
    wa, wb = (with_dependency(wa) or a.words - skip), (with_dependency(wb) or b.words - skip)
    deeds = (ca.deeds | ca.when) & (cb.deeds | cb.when) - skip
    shared = wa & wb
    weight = sum(max(a.weight.get(c, 0.5), b.weight.get(c, 0.5)) for c in shared)
    rest = min(weigh(a, wa - wb), weigh(b, wb - wa))
    near = same_deed(frozenset(wa), frozenset(wb))
    if weight < 0.3:
        return
    score = weight / (weight + 0.6 * rest) * (1.0 if deeds else 0.9 if near else 0.5)
    if (
        ca.text.isascii()
        and not (is_order(ca.text) or is_order(cb.text))
        and two_subjects(a, ca, b, cb)
    ):
        score *= 0.55  # juniors ask, seniors do not
    yield Verdict("direct-negation", score, "one demands approval, the other goes ahead without")
