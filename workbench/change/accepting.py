"""What people accept of the proposals, and whether it can be carried out together."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from workbench.change.changes import Change
from workbench.change.ground import Built, Ground
from workbench.change.proposals import EDGES, Proposal, standing
from workbench.errors import EditRefused, UsageError
from workbench.prompt.edits import Edit
from workbench.prompt.visible import one_line


def together(ground: Ground, proposals: Sequence[Proposal]) -> Built:
    """All proposals as one edit; raises `EditRefused` where they touch the same words."""
    if not proposals:
        return Built(Edit("optimise", ()), ground.prompt)
    built = _built(ground, proposals)
    if built is None:
        odd = next(i for i in range(1, len(proposals) + 1) if not _built(ground, proposals[:i]))
        name = proposals[odd - 1].id
        raise EditRefused(
            f"{name} touches the same words as another one that is accepted; nothing was changed.",
            hint="Accept one of them, and the other one afterwards if it is still proposed.",
        )
    return built


def _built(ground: Ground, proposals: Sequence[Proposal]) -> Built | None:
    change = Change()
    for proposal in proposals:
        change += proposal.change
    built = ground.build(change, "optimise")
    return built if built is not None and ground.keeps_pins(built.prompt) else None


def accepted(
    ground: Ground, found: Sequence[Proposal], accept: str | Collection[str]
) -> tuple[Proposal, ...]:
    """The proposals that `accept` names; see `optimise`."""
    words = accept.split(",") if isinstance(accept, str) else list(accept)
    wanted = {word.strip() for word in words} - {"", "none"}
    known = {p.id for p in found}
    unknown = sorted(wanted - known - {"safe", "edges", "all"})
    if unknown:
        raise UsageError(
            f"There is no proposal '{one_line(unknown[0], 40)}'.",
            hint="Use safe, edges, all, or ids of this list: "
            + (", ".join(sorted(known)) or "none")
            + ".",
        )
    chosen = [
        p
        for p in found
        if ("all" in wanted and not p.instead_of)
        or ("safe" in wanted and p.safe)
        or ("edges" in wanted and p.kind in EDGES)
        or p.id in wanted
    ]
    kept = standing(chosen)
    return _compatible(ground, kept, wanted) if wanted & {"all", "edges"} else kept


def _compatible(
    ground: Ground, chosen: Sequence[Proposal], named: Collection[str]
) -> tuple[Proposal, ...]:
    """Those that can be carried out together: safe and named ones first, then in their order."""
    if not chosen or _built(ground, chosen):
        return tuple(chosen)
    kept: list[Proposal] = []
    for proposal in sorted(chosen, key=lambda p: not (p.safe or p.id in named)):
        if _built(ground, [*kept, proposal]):
            kept.append(proposal)
    taken = {p.id for p in kept}
    return tuple(p for p in chosen if p.id in taken)
