"""Which proposals carry out what a finding asks for, and why there is none for others."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.change.proposals import Proposal
from workbench.judge.findings import Finding

#: By rule, the kinds that answer its findings; every finding with a repair has a FIX.
ANSWERS: dict[str, tuple[str, ...]] = {
    "host-limits": ("MERGE", "REWRITE"),
    "repeat": ("MERGE",),
    "too-many-instructions": ("OFFLOAD",),
}
#: Findings about the whole prompt: any proposal of the kind answers them.
_WHOLE = frozenset(("too-many-instructions",))
#: Said where a finding needs words or knowledge that no rule has.
_BY_HAND = "what should stand there is for a person or a reading to say"
_NO_MERGE = "its copies stand where none can be taken out alone"


def answers(finding: Finding, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """The proposals that carry out what a finding asks for, the first choice first."""
    kinds = ("FIX",) if finding.repair else ANSWERS.get(finding.rule, ())
    lines = {line - 1 for line in range(finding.start_line, finding.end_line + 1)}
    lines |= {place.start_line - 1 for place in finding.related if not place.path}
    found = [
        p
        for p in proposals
        if p.kind in kinds
        and (p.kind != "FIX" or p.found.startswith(f"{finding.rule}:"))
        and (finding.rule in _WHOLE or any(x in lines for a, b in p.lines for x in range(a, b)))
    ]
    found.sort(key=lambda p: (kinds.index(p.kind), not p.safe, p.start_line))
    return tuple(found)


def stays(finding: Finding) -> str:
    """Why a finding has no proposal, in words."""
    return _NO_MERGE if finding.rule == "repeat" else _BY_HAND
