"""The optimiser: proposals for one prompt, the accepted ones carried out together, and proof.

Nothing is written and nothing is hidden: the result holds the new text, every proposal with
its price, the ledger of the whole change and whether the gate lets it pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.change.choosing import choose, growth_cap
from workbench.change.ground import Built, Change, Ground, LineCosts, text_hash
from workbench.change.ledger import Ledger, ledger
from workbench.change.left import Left, left_in_place
from workbench.change.proposals import Proposal, standing
from workbench.errors import EditRefused, UsageError
from workbench.judge.relevance import ScoreResult
from workbench.measure.prior import FLOOR_TOKENS
from workbench.measure.window import Scenario
from workbench.prompt.edits import Edit
from workbench.prompt.instructions import Instruction, extract_instructions
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

__all__ = ["OptimiseResult", "apply", "growth_cap", "optimise", "propose", "text_hash"]


@dataclass(frozen=True)
class OptimiseResult:
    """What was proposed, what was carried out, and the proof.

    `text` is the whole new text, `edit` leads to it from the old one (its inverse is the undo).
    `cap`: the tokens by which safe proposals may lengthen this prompt, `grown`: by how much the
    accepted ones do. `left`: weak critical rules that no proposal is about, with the reason.
    `gate`: pass, or refused because the ledger lists a loss not in `allow`.
    """

    prompt: Prompt
    result: Prompt
    proposals: tuple[Proposal, ...]
    edit: Edit
    tokens_before: int
    tokens_after: int
    cap: int
    ledger: Ledger
    gate: str
    task: str = ""
    notes: tuple[str, ...] = field(default=())
    left: tuple[Left, ...] = field(default=())

    @property
    def text(self) -> str:
        return self.result.text

    @property
    def accepted(self) -> tuple[Proposal, ...]:
        return tuple(p for p in self.proposals if p.accepted)

    @property
    def waiting(self) -> tuple[Proposal, ...]:
        """Neither accepted nor withdrawn: of two that replace each other only one can stand."""
        taken = {p.id for p in self.accepted}
        replaced = {p.instead_of for p in self.accepted}
        return tuple(
            p
            for p in self.proposals
            if not p.accepted and p.id not in replaced and p.instead_of not in taken
        )

    @property
    def safe(self) -> tuple[Proposal, ...]:
        return tuple(p for p in self.proposals if p.safe)

    @property
    def grown(self) -> int:
        return self.tokens_after - self.tokens_before

    @property
    def reduction_pct(self) -> float:
        """Tokens saved in percent; below zero when the prompt grew."""
        if not self.tokens_before:
            return 0.0
        return round(100 * (self.tokens_before - self.tokens_after) / self.tokens_before, 2)

    @property
    def exit_code(self) -> int:
        return 1 if self.gate == "refused" else 0

    def to_dict(self) -> dict[str, Any]:
        """The keys of the command line contract without the path."""
        return {
            "task": self.task,
            "proposals": [p.to_dict() for p in self.proposals],
            "tokens_before": self.tokens_before,
            "tokens_after": self.tokens_after,
            "reduction_pct": self.reduction_pct,
            "cap": self.cap,
            "ledger": self.ledger.to_dict(),
            "gate": self.gate,
            "notes": list(self.notes),
            "left": [rule.to_dict() for rule in self.left],
            "text": self.text,
        }


def propose(
    prompt: Prompt,
    parts: Sequence[Part],
    instructions: Sequence[Instruction],
    costs: LineCosts,
    *,
    scores: ScoreResult | None = None,
    scenario: Scenario | None = None,
    refused: Collection[str] = (),
    pinned: Collection[str] = (),
    cap: int | None = None,
    known_costs: Sequence[int] | None = None,
) -> tuple[Proposal, ...]:
    """All proposals for `prompt`: moves, echoes and merges first, removals last.

    `costs(lines)` counts lines; `known_costs` are those of the prompt when they are at hand.
    `refused`: keys of proposals that a person refused; `pinned`: see `Ground`. `cap`: see
    `growth_cap`. The same input gives the same proposals.
    """
    ground = Ground(
        prompt,
        parts,
        instructions,
        costs,
        scenario=scenario,
        pinned=pinned,
        known_costs=known_costs,
    )
    return choose(ground, scores, frozenset(refused), cap)


def optimise(
    prompt: Prompt,
    parts: Sequence[Part],
    instructions: Sequence[Instruction],
    costs: LineCosts,
    *,
    scores: ScoreResult | None = None,
    task: str = "",
    accept: str | Collection[str] = "",
    allow: Collection[str] = (),
    refused: Collection[str] = (),
    pinned: Collection[str] = (),
    scenario: Scenario | None = None,
    cap: int | None = None,
    known_costs: Sequence[int] | None = None,
) -> OptimiseResult:
    """Propose, carry out what is accepted, and prove what became of every instruction.

    `accept`: `safe`, `all`, nothing, or ids (a collection, or a text with commas; `safe` may be
    among them). A move that takes the place of an echo is only accepted by its id, and the echo
    is then left out. `allow`: ids of ledger rows whose loss is accepted. Raises `UsageError` for an
    id that no proposal has. The other arguments are those of `propose`.
    """
    ground = Ground(
        prompt,
        parts,
        instructions,
        costs,
        scenario=scenario,
        pinned=pinned,
        known_costs=known_costs,
    )
    limit = growth_cap(ground.total) if cap is None else cap
    found = choose(ground, scores, frozenset(refused), cap)
    chosen = _accepted(found, accept)
    built = _together(ground, chosen)
    named = {p.id for p in chosen}
    after = sum(costs(built.prompt.lines)) if built.edit.splices else ground.total
    done = _proved(ground, built, found, named, after, limit, allow, task)
    return replace(done, left=left_in_place(ground, found, limit, refused))


def apply(
    prompt: Prompt,
    parts: Sequence[Part],
    proposals: Sequence[Proposal],
    costs: LineCosts,
    *,
    pinned: Collection[str] = (),
    scenario: Scenario | None = None,
) -> tuple[Edit, Prompt]:
    """Carry out proposals of one and the same prompt together: the edit and the new prompt."""
    rules = extract_instructions(prompt, parts) if pinned else ()
    ground = Ground(prompt, parts, rules, costs, scenario=scenario, pinned=pinned)
    built = _together(ground, standing(proposals))
    return built.edit, built.prompt


def _together(ground: Ground, proposals: Sequence[Proposal]) -> Built:
    change = Change()
    for proposal in proposals:
        change += proposal.change
    if not proposals:
        return Built(Edit("optimise", ()), ground.prompt)
    built = ground.build(change, "optimise")
    if built is None or not ground.keeps_pins(built.prompt):
        raise EditRefused(
            "These proposals cannot be carried out together; nothing was changed.",
            hint="Accept them one by one.",
        )
    return built


def _proved(
    ground: Ground,
    built: Built,
    found: Sequence[Proposal],
    named: Collection[str],
    after: int,
    cap: int,
    allow: Collection[str],
    task: str,
) -> OptimiseResult:
    book = ledger(ground.prompt, built.prompt, allow=allow)
    return OptimiseResult(
        ground.prompt,
        built.prompt,
        tuple(replace(p, accepted=p.id in named) for p in found),
        built.edit,
        ground.total,
        after,
        cap,
        book,
        book.gate,
        task,
        tuple(_notes(ground)),
    )


def _notes(ground: Ground) -> Iterator[str]:
    if ground.fixed:
        yield f"A {ground.prompt.kind} file is data: nothing in it is rearranged."
    elif ground.total < FLOOR_TOKENS:
        yield (
            f"Below {FLOOR_TOKENS:,} tokens no position effect has been shown: a move is a"
            " convention, and nothing is repeated."
        )


def _accepted(found: Sequence[Proposal], accept: str | Collection[str]) -> tuple[Proposal, ...]:
    words = accept.split(",") if isinstance(accept, str) else list(accept)
    wanted = {word.strip() for word in words} - {"", "none"}
    known = {p.id for p in found}
    unknown = sorted(wanted - known - {"safe", "all"})
    if unknown:
        raise UsageError(
            f"There is no proposal '{one_line(unknown[0], 40)}'.",
            hint="Use safe, all, or ids of this list: "
            + (", ".join(sorted(known)) or "none")
            + ".",
        )
    chosen = [
        p
        for p in found
        if ("all" in wanted and not p.instead_of) or ("safe" in wanted and p.safe) or p.id in wanted
    ]
    return standing(chosen)
