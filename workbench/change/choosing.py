"""All proposals for one prompt, the biggest gain first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.change.agents.rewriting import Rewrite
from workbench.change.ground import Change, Ground
from workbench.change.kinds import (
    checklist,
    edges,
    fix,
    mark,
    merge,
    merge_description,
    offload,
    reading,
    redescribe,
    remove,
    rewrite,
)
from workbench.change.kinds.edges import Left
from workbench.change.kinds.rejected import Rejected
from workbench.change.ledger import ledger
from workbench.change.proposals import Draft, Proposal, finish, proposal_key
from workbench.judge.findings import Finding
from workbench.judge.reading.remarks import Reading
from workbench.judge.relevance import ScoreResult
from workbench.language.generated import generated
from workbench.measure.limits import TokenCap
from workbench.prompt.outline import frontmatter_lines


@dataclass(frozen=True)
class Wish:
    """What proposals may be made from besides the text itself.

    `scores`: relevance of the parts, by a model. `findings`: of which some carry a repair.
    `refused`: keys of proposals that are not made again. `strategy`: `edges` asks for all marked
    rules at an edge. `marks`, `checklist`: whether markers and a closing list of the marked rules
    are wanted. `occupied(path, text)`: whether another file with other text stands under a path
    relative to the folder of the prompt. `rewrites`: a model's texts for parts or the description;
    `budget`: tokens that the whole prompt may have; `queries`: what it was or will be tested on.
    `reading`: what a model said of this very text, `reader`: which one.
    """

    scores: ScoreResult | None = None
    findings: tuple[Finding, ...] = ()
    refused: frozenset[str] = frozenset()
    strategy: str = ""
    marks: bool = False
    checklist: bool = False
    occupied: offload.Occupied = offload.nowhere
    rewrites: tuple[Rewrite, ...] = ()
    budget: TokenCap | None = None
    queries: tuple[str, ...] = ()
    reading: Reading | None = None
    reader: str = ""


def choose(ground: Ground, wish: Wish) -> tuple[tuple[Proposal, ...], tuple[Left, ...]]:
    """The proposals for one prompt, and the marked rules that stay in the weak place."""
    if ground.fixed:
        return (), ()

    def wanted(found: Sequence[Draft]) -> list[Draft]:
        return [d for d in found if proposal_key(d.kind, d.words) not in wish.refused]

    made = _untouched(ground, wanted([*fix.find(ground, wish.findings), *merge.find(ground)]))
    every = wish.strategy == "edges"
    made += wanted([*merge_description.find(ground)])
    at_edges, stays = edges.find(ground, wish.refused, every=every)
    made += at_edges
    read = _untouched(ground, [*reading.find(ground, wish.reading, wish.reader, wish.occupied)])
    made += wanted(read)
    made += wanted([*rewrite.find(ground, wish.rewrites, wish.budget, wish.queries)])
    made += wanted([*redescribe.find(ground, wish.rewrites, wish.queries)])
    if wish.checklist:
        made += wanted([*checklist.find(ground, made)])
    if wish.marks:
        made += wanted([*mark.find(ground)])
    offloads = wanted(
        [
            one
            for one in offload.find(ground, wish.scores, wish.occupied)
            if not any(_overlap(one, other) for other in read)  # a reading knows better
        ]
    )
    made += offloads
    known = {proposal_key(d.kind, d.words) for d in made}
    removals = list(remove.find(ground, wish.scores))
    made += [
        _instead(d, offloads)
        for d in wanted(removals)
        if proposal_key(d.kind, d.words) not in known
    ]
    found = finish(ground, _safe_together(ground, made))
    return tuple(sorted(found, key=lambda p: (-p.saved, p.start_line, p.kind))), tuple(stays)


def _overlap(one: Draft, other: Draft) -> bool:
    return one.start_line <= other.end_line and other.start_line <= one.end_line


def rejected(ground: Ground, wish: Wish) -> tuple[Rejected, ...]:
    """The model's texts of which no proposal is made, with the reasons."""
    if ground.fixed:
        return ()
    return (
        *rewrite.rejected(ground, wish.rewrites, wish.budget, wish.queries),
        *redescribe.rejected(ground, wish.rewrites, wish.queries),
    )


def _untouched(ground: Ground, drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts outside of what a program made: the next run takes an edit of that away."""
    made = generated(ground.prompt.lines, frontmatter_lines(ground.prompt.lines))
    return [
        d
        for d in drafts
        if not any(one.start_line <= d.end_line and d.start_line <= one.end_line for one in made)
    ]


def _safe_together(ground: Ground, drafts: Sequence[Draft]) -> list[Draft]:
    """Safe drafts pass the gate all at once; the others of them need a look. A repair that
    takes statements away is none."""
    out: list[Draft] = []
    total = Change()
    for draft in drafts:
        if draft.safe:
            built = ground.attempt(total + draft.change)
            if built is not None and ledger(ground.prompt, built.prompt).gate == "pass":
                total += draft.change
            else:
                draft = replace(draft, safe=False)
        if draft.kind == "FIX" and not draft.safe and _loses(ground, draft):
            continue
        out.append(draft)
    return out


def _loses(ground: Ground, draft: Draft) -> bool:
    """Whether a repair takes statements away: where a sign that cannot be seen stood in front of a
    tab, its line would turn into code without it."""
    built = ground.attempt(draft.change)
    if built is None:
        return True
    rows = ledger(ground.prompt, built.prompt).rows
    return any(row.status in ("lost", "flipped") for row in rows)


def _instead(removal: Draft, offloads: Sequence[Draft]) -> Draft:
    """A removal of a section that can be kept in a file takes the place of that."""
    for other in offloads:
        if other.start_line <= removal.end_line and removal.start_line <= other.end_line:
            return replace(removal, instead=other.words, instead_kind=other.kind)
    return removal
