"""What was decided about the proposals for one text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from workbench.change.proposals import standing


@dataclass
class Review:
    """The state of a review; it outlives the screen, so that the place is kept."""

    proposals: tuple[Any, ...]
    revision: int
    parts: tuple[Any, ...]
    #: Marked rules in the weak place that no proposal is about, with the reason.
    left: tuple[Any, ...] = ()
    #: Texts of a model of which no proposal is made, with the reasons.
    rejected: tuple[Any, ...] = ()
    at: int = 0
    kind: str = ""
    #: Proposal id -> `accepted` or `refused`.
    decided: dict[str, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    #: Proposal id -> ids of the accepted ones whose place it took.
    displaced: dict[str, list[str]] = field(default_factory=dict)
    #: What is to be remembered of this review: key -> kind, and whether it may be proposed again.
    answers: dict[str, tuple[str, bool]] = field(default_factory=dict)
    #: Ids of the proposals that the user has reworded.
    own: set[str] = field(default_factory=set)

    @property
    def shown(self) -> list[Any]:
        """The proposals of the chosen kind."""
        return [p for p in self.proposals if not self.kind or p.kind == self.kind]

    def accepted(self) -> list[Any]:
        """What stands of the accepted ones: not those that another one takes the place of."""
        return list(standing([p for p in self.proposals if self.decided.get(p.id) == "accepted"]))

    def refused(self) -> int:
        """How many are refused."""
        return sum(verdict == "refused" for verdict in self.decided.values())

    def verdict(self, proposal: Any) -> str:
        """`accepted`, `refused`, `withdrawn` (another took its place), or nothing yet."""
        decided = self.decided.get(proposal.id, "")
        if decided:
            return decided
        return "withdrawn" if any(proposal.id in names for names in self.displaced.values()) else ""

    def _rivals(self, proposal: Any) -> list[Any]:
        """The accepted ones of which only one can stand beside `proposal`."""
        return [
            p
            for p in self.proposals
            if self.decided.get(p.id) == "accepted"
            and (p.id == proposal.instead_of or p.instead_of == proposal.id)
        ]

    def decide(self, proposal: Any, verdict: str) -> None:
        """`accepted` or `refused`; the last decision can be taken back.

        Of two that take the place of each other the one accepted last stands.
        """
        self._forget(proposal.id)
        if verdict == "accepted":
            rivals = [p.id for p in self._rivals(proposal)]
            for name in rivals:
                del self.decided[name]
            if rivals:
                self.displaced[proposal.id] = rivals
        self.decided[proposal.id] = verdict
        self.order.append(proposal.id)

    def accept_safe(self) -> None:
        """Accept every safe one that nobody has decided about, nor taken the place of."""
        for p in self.proposals:
            if p.safe and not self.verdict(p) and not self._rivals(p):
                self.decide(p, "accepted")

    def drop(self, proposal: Any) -> None:
        """Forget a decision; what it had displaced stands again."""
        self._forget(proposal.id)
        self.decided.pop(proposal.id, None)

    def _forget(self, name: str) -> None:
        for other in self.displaced.pop(name, ()):
            self.decided[other] = "accepted"
        if name in self.order:
            self.order.remove(name)

    def take_back(self) -> tuple[Any, str] | None:
        """Undo the last decision; gives the proposal and what had been decided."""
        names = [name for name in self.order if name in self.decided]
        if not names:
            return None
        name = names[-1]
        verdict = self.decided[name]
        found = next(p for p in self.proposals if p.id == name)
        self.drop(found)
        self.kind = self.kind if found.kind == self.kind else ""
        self.at = self.shown.index(found)
        return found, verdict
