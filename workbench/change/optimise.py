"""The optimiser: proposals for one prompt, the accepted ones carried out together, and proof.

Nothing is written and nothing is hidden: the result holds the new text, every proposal with
its price, the ledger of the whole change and whether the gate lets it pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.change.accepting import accepted, together
from workbench.change.agents.rewriting import Rewrite
from workbench.change.changes import NewFile
from workbench.change.choosing import choose, growth_cap
from workbench.change.ground import Built, Ground, LineCosts, text_hash
from workbench.change.kinds import condense_description
from workbench.change.kinds.offload import Occupied, nowhere
from workbench.change.kinds.rejected import Rejected
from workbench.change.ledger import Ledger, ledger
from workbench.change.left import Left, left_in_place
from workbench.change.offering import Wish, rejected
from workbench.change.proposals import Proposal, standing
from workbench.judge.findings import Finding
from workbench.judge.relevance import ScoreResult
from workbench.language.instructions import Instruction, extract_instructions
from workbench.measure.host_profile import HostProfile
from workbench.measure.limits import TokenCap
from workbench.measure.prior import FLOOR_TOKENS
from workbench.measure.window import Scenario
from workbench.prompt.edits import Edit
from workbench.prompt.generated import generated
from workbench.prompt.outline import frontmatter_lines
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt

__all__ = ["OptimiseResult", "apply", "growth_cap", "optimise", "survey", "text_hash"]


@dataclass(frozen=True)
class OptimiseResult:
    """What was proposed, what was carried out, and the proof.

    `text` is the whole new text, `edit` leads to it from the old one (its inverse is the undo).
    `cap`: the tokens by which safe proposals may lengthen this prompt, `grown`: by how much the
    accepted ones do. `left`: weak critical rules that no proposal is about, with the reason.
    `rejected`: texts of a model of which no proposal is made. `budget`: tokens that the new text
    may have. `gate`: pass, or refused because the ledger lists a loss not in `allow`, or because
    what was accepted is above the budget.
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
    rejected: tuple[Rejected, ...] = field(default=())
    budget: TokenCap | None = None

    @property
    def over_budget(self) -> int:
        """Tokens of what was accepted above the budget; 0 when it fits, or nothing was accepted."""
        if self.budget is None or not self.accepted:
            return 0
        return self.budget.above(self.tokens_after)

    @property
    def too_large(self) -> str:
        """How far what was accepted is above the budget, in words."""
        return self.budget.too_large(self.tokens_after) if self.budget is not None else ""

    @property
    def text(self) -> str:
        return self.result.text

    @property
    def accepted(self) -> tuple[Proposal, ...]:
        return tuple(p for p in self.proposals if p.accepted)

    @property
    def files(self) -> tuple[NewFile, ...]:
        """The files that the accepted proposals need, beside the prompt."""
        return tuple(file for p in self.accepted for file in p.files)

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
            "rejected": [one.to_dict() for one in self.rejected],
            "budget": self.budget.most if self.budget is not None else None,
            "over_budget": self.over_budget,
            "files": [file.to_dict() for file in self.files],
            "text": self.text,
        }


def survey(
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
    findings: Sequence[Finding] = (),
    marks: bool = False,
    occupied: Occupied = nowhere,
    rewrites: Sequence[Rewrite] = (),
    budget: TokenCap | None = None,
    queries: Sequence[str] = (),
    hosts: Sequence[HostProfile] = (),
) -> tuple[tuple[Proposal, ...], tuple[Left, ...]]:
    """All proposals for `prompt`, and the weak critical rules that none is about.

    `costs(lines)` counts lines; `known_costs` are those of the prompt when they are at hand.
    `refused`: keys of proposals that a person refused; `pinned`: see `Ground`. `cap`: see
    `growth_cap`; `findings` and what follows: see `offering.Wish`; `hosts`: whose limits hold.
    The same input gives the same proposals.
    """
    ground = Ground(
        prompt,
        parts,
        instructions,
        costs,
        scenario=scenario,
        pinned=pinned,
        known_costs=known_costs,
        hosts=hosts,
    )
    wish = Wish(
        scores,
        tuple(findings),
        frozenset(refused),
        cap,
        marks,
        occupied,
        tuple(rewrites),
        budget,
        tuple(queries),
    )
    found = tuple(_unsafe_where_generated(prompt, choose(ground, wish)))
    limit = growth_cap(ground.total) if cap is None else cap
    return found, left_in_place(ground, found, limit, refused)


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
    findings: Sequence[Finding] = (),
    marks: bool = False,
    occupied: Occupied = nowhere,
    rewrites: Sequence[Rewrite] = (),
    budget: TokenCap | None = None,
    queries: Sequence[str] = (),
    hosts: Sequence[HostProfile] = (),
) -> OptimiseResult:
    """Propose, carry out what is accepted, and prove what became of every instruction.

    `accept`: `safe`, `all`, nothing, or ids (a collection, or a text with commas; `safe` may be
    among them). What takes the place of another proposal is only accepted by its id, and the other
    is then left out. Of `all`, those stay behind that touch the same words as earlier ones.
    `allow`: ids of ledger rows whose loss is accepted. Raises `UsageError` for an id that no
    proposal has. The other arguments are those of `survey`.
    """
    ground = Ground(
        prompt,
        parts,
        instructions,
        costs,
        scenario=scenario,
        pinned=pinned,
        known_costs=known_costs,
        hosts=hosts,
    )
    limit = growth_cap(ground.total) if cap is None else cap
    wish = Wish(
        scores,
        tuple(findings),
        frozenset(refused),
        cap,
        marks,
        occupied,
        tuple(rewrites),
        budget,
        tuple(queries),
    )
    found = tuple(_unsafe_where_generated(prompt, choose(ground, wish)))
    chosen = accepted(ground, found, accept)
    built = together(ground, chosen)
    named = {p.id for p in chosen}
    after = sum(costs(built.prompt.lines)) if built.edit.splices else ground.total
    done = _proved(ground, built, found, named, after, limit, allow, task)
    done = replace(
        done,
        left=left_in_place(ground, found, limit, refused),
        rejected=rejected(ground, wish),
        budget=budget,
    )
    return replace(done, gate="refused") if done.over_budget else done


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
    built = together(ground, standing(proposals))
    return built.edit, built.prompt


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
    files = [file for p in found if p.id in named for file in p.files]
    book = ledger(ground.prompt, built.prompt, allow=allow, kept=files)
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


def _unsafe_where_generated(prompt: Prompt, found: Iterable[Proposal]) -> Iterator[Proposal]:
    """No change is safe where the next run of a program takes it away."""
    made = generated(prompt.lines, frontmatter_lines(prompt.lines))
    for proposal in found:
        inside = any(
            one.start_line <= proposal.end_line and proposal.start_line <= one.end_line
            for one in made
        )
        yield replace(proposal, safe=False) if inside and proposal.safe else proposal


def _notes(ground: Ground) -> Iterator[str]:
    for one in generated(ground.prompt.lines, frontmatter_lines(ground.prompt.lines)):
        yield (
            f"Lines {one.start_line} to {one.end_line} say that a program made them"
            f' ("{one.words}"): edits there are lost when it runs again; no change of them is'
            " safe."
        )
    if ground.fixed:
        yield f"A {ground.prompt.kind} file is data: nothing in it is rearranged."
    elif ground.total < FLOOR_TOKENS:
        yield (
            f"Below {FLOOR_TOKENS:,} tokens no position effect has been shown: a move is a"
            " convention, and nothing is repeated."
        )
    if not ground.fixed:
        yield from condense_description.notes(ground)
