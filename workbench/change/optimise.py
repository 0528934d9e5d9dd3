"""The optimiser: proposals for one prompt, the accepted ones carried out together, and proof.

Nothing is written and nothing is hidden: the result holds the new text, every proposal with
its price, the ledger of the whole change and whether the gate lets it pass.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.change.accepting import accepted, together
from workbench.change.changes import NewFile
from workbench.change.choosing import Wish, choose, rejected
from workbench.change.ground import Ground
from workbench.change.kinds import merge_description
from workbench.change.kinds.edges import Left
from workbench.change.kinds.rejected import Rejected
from workbench.change.ledger import Ledger, ledger
from workbench.change.proposals import Proposal, standing
from workbench.language.generated import generated
from workbench.measure.limits import TokenCap
from workbench.prompt.edits import Edit
from workbench.prompt.outline import frontmatter_lines
from workbench.prompt.prompt import Prompt


@dataclass(frozen=True)
class OptimiseResult:
    """What was proposed, what was carried out, and the proof.

    `text` is the whole new text, `edit` leads to it from the old one (its inverse is the undo).
    `left`: marked rules in the weak place that no proposal is about, with the reason.
    `rejected`: texts of a model of which no proposal is made. `budget`: tokens that the new text
    may have. `gate`: that of the ledger, or refused because what was accepted is above the budget.
    """

    prompt: Prompt
    result: Prompt
    proposals: tuple[Proposal, ...]
    edit: Edit
    tokens_before: int
    tokens_after: int
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
        return 0 if self.gate == "pass" else 1

    def to_dict(self) -> dict[str, Any]:
        """The keys of the command line contract without the path."""
        return {
            "task": self.task,
            "proposals": [p.to_dict() for p in self.proposals],
            "tokens_before": self.tokens_before,
            "tokens_after": self.tokens_after,
            "reduction_pct": self.reduction_pct,
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


def optimise(
    ground: Ground,
    wish: Wish | None = None,
    *,
    task: str = "",
    accept: str | Collection[str] = "",
    allow: Collection[str] = (),
) -> OptimiseResult:
    """Propose, carry out what is accepted, and prove what became of every statement.

    `accept`: `safe`, `edges` (all that go to an edge), `all`, nothing, or ids (a collection, or a
    text with commas; the words may be among them). What takes the place of another proposal is
    only accepted by its id, and the other is then left out. Of `all`, those stay behind that touch
    the same words as earlier ones. `allow`: ids of ledger rows whose loss is accepted. Raises
    `UsageError` for an id that no proposal has. The same input gives the same proposals.
    """
    chosen = wish or Wish()
    found, left = choose(ground, chosen)
    taken = accepted(ground, found, accept)
    built = together(ground, taken)
    named = {p.id for p in taken}
    after = sum(ground.costs(built.prompt.lines)) if built.edit.splices else ground.total
    files = [file for p in taken for file in p.files]
    book = ledger(ground.prompt, built.prompt, allow=allow, kept=files)
    done = OptimiseResult(
        ground.prompt,
        built.prompt,
        tuple(replace(p, accepted=p.id in named) for p in found),
        built.edit,
        ground.total,
        after,
        book,
        book.gate,
        task,
        tuple(_notes(ground, chosen)),
        left,
        rejected(ground, chosen),
        chosen.budget,
    )
    return replace(done, gate="refused") if done.over_budget else done


def apply(ground: Ground, proposals: Sequence[Proposal]) -> tuple[Edit, Prompt]:
    """Carry out proposals of one and the same prompt together: the edit and the new prompt."""
    built = together(ground, standing(proposals))
    return built.edit, built.prompt


def _notes(ground: Ground, wish: Wish) -> Iterator[str]:
    for one in generated(ground.prompt.lines, frontmatter_lines(ground.prompt.lines)):
        yield (
            f"Lines {one.start_line} to {one.end_line} say that a program made them"
            f' ("{one.words}"): edits there are lost when it runs again, so none is proposed.'
        )
    if ground.fixed:
        yield f"A {ground.prompt.kind} file is data: nothing in it is rearranged."
        return
    yield from merge_description.notes(ground)
    if wish.strategy == "edges" and not any(rule.critical for rule in ground.instructions):
        yield "No rule is marked critical: mark one with `ctxbench mark FILE LINE`."
