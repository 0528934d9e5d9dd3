"""What is offered beside the safe proposals, and what it is made from; none of it is safe."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.change import from_findings
from workbench.change.agents.rewriting import Rewrite
from workbench.change.ground import Ground
from workbench.change.kinds import (
    checklist,
    condense_description,
    mark,
    offload,
    redescribe,
    relocate,
    remove,
    rewrite,
)
from workbench.change.kinds.rejected import Rejected
from workbench.change.proposals import Draft, proposal_key
from workbench.judge.findings import Finding
from workbench.judge.relevance import ScoreResult
from workbench.measure.limits import TokenCap


@dataclass(frozen=True)
class Wish:
    """What proposals may be made from besides the text itself.

    `scores`: relevance of the parts. `findings`: see `from_findings.mechanical`. `refused`: keys
    of proposals that are not made again. `cap`: see `growth_cap`. `marks`: whether markers are
    wanted. `occupied(path, text)`: whether another file with other text stands under a path
    relative to the folder of the prompt. `rewrites`: a model's texts for parts or the description;
    `budget`: tokens that the whole prompt may have; `queries`: what it was or will be tested on.
    """

    scores: ScoreResult | None = None
    findings: tuple[Finding, ...] = ()
    refused: frozenset[str] = frozenset()
    cap: int | None = None
    marks: bool = False
    occupied: offload.Occupied = offload.nowhere
    rewrites: tuple[Rewrite, ...] = ()
    budget: TokenCap | None = None
    queries: tuple[str, ...] = ()


def offered(ground: Ground, wanted: list[Draft], wish: Wish) -> Iterator[Iterable[Draft]]:
    """What is never safe, one kind after the other; each sees what `wanted` holds by then."""
    scores = wish.scores
    yield from_findings.drafts(ground, wish.findings, wanted)
    regions = list(relocate.low_parts(ground, scores))
    yield relocate.find(ground, regions, wanted)
    yield condense_description.find(ground)
    yield rewrite.find(ground, wish.rewrites, wish.budget, wish.queries)
    yield redescribe.find(ground, wish.rewrites, wish.queries)
    yield checklist.find(ground, wanted, wish.refused)
    if wish.marks:
        yield mark.find(ground)
    offloads = list(offload.find(ground, scores, wish.occupied))
    yield offloads
    known = {proposal_key(d.kind, d.words) for d in wanted}
    removals = (
        d for d in remove.find(ground, scores) if proposal_key(d.kind, d.words) not in known
    )
    yield (_instead(removal, offloads) for removal in removals)


def rejected(ground: Ground, wish: Wish) -> tuple[Rejected, ...]:
    """The model's texts of which no proposal is made, with the reasons."""
    if ground.fixed:
        return ()
    return (
        *rewrite.rejected(ground, wish.rewrites, wish.budget, wish.queries),
        *redescribe.rejected(ground, wish.rewrites, wish.queries),
    )


def _instead(removal: Draft, offloads: Sequence[Draft]) -> Draft:
    """A removal of a section that can be kept in a file takes the place of that."""
    for other in offloads:
        if other.start_line <= removal.end_line and removal.start_line <= other.end_line:
            return replace(removal, instead=other.words, instead_kind=other.kind)
    return removal
