"""What was decided about the proposals for one text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Review:
    """The state of a review; it outlives the screen, so that the place is kept."""

    proposals: tuple[Any, ...]
    revision: int
    parts: tuple[Any, ...]
    #: Critical rules in the weak place that no proposal is about, with the reason.
    left: tuple[Any, ...] = ()
    at: int = 0
    kind: str = ""
    #: Proposal id -> `accepted` or `refused`.
    decided: dict[str, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    #: Ids of the proposals that the user has reworded.
    own: set[str] = field(default_factory=set)

    @property
    def shown(self) -> list[Any]:
        """The proposals of the chosen kind."""
        return [p for p in self.proposals if not self.kind or p.kind == self.kind]

    def accepted(self) -> list[Any]:
        return [p for p in self.proposals if self.decided.get(p.id) == "accepted"]

    def decide(self, proposal: Any, verdict: str) -> None:
        """`accepted` or `refused`; the last decision can be taken back."""
        self.decided[proposal.id] = verdict
        if proposal.id in self.order:
            self.order.remove(proposal.id)
        self.order.append(proposal.id)

    def take_back(self) -> tuple[Any, str] | None:
        """Undo the last decision; gives the proposal and what had been decided."""
        if not self.order:
            return None
        name = self.order.pop()
        verdict = self.decided.pop(name)
        found = next(p for p in self.proposals if p.id == name)
        self.kind = self.kind if found.kind == self.kind else ""
        self.at = self.shown.index(found)
        return found, verdict
