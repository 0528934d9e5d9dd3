"""The critical rules that stay in the weak place, each with the reason in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from workbench.change.choosing import RESERVE
from workbench.change.ground import Change, Ground
from workbench.change.kinds import echo, move
from workbench.change.passages import Passage
from workbench.change.proposals import Proposal, proposal_key
from workbench.change.wording import words_for
from workbench.language.instructions import Instruction
from workbench.measure.prior import FLOOR_TOKENS
from workbench.prompt.statement_ids import normal

#: What lifts lines out of the weak place. An echo is about one sentence of its lines.
_HELPS = frozenset(("MOVE", "MERGE"))
_LONGEST = 120
#: Whether anything may stand at the end does not depend on what it is.
_ANY_ECHO = Change(end=((0, "-", ""),))


@dataclass(frozen=True, slots=True)
class Left:
    """A critical rule in the weak place that no move, echo or merge is about.

    `line`, `end_line`: counted from 1, inclusive. `reason`: why it stays, for people.
    """

    line: int
    end_line: int
    text: str
    reason: str

    def to_dict(self) -> dict[str, object]:
        return {
            "line": self.line,
            "end_line": self.end_line,
            "text": self.text,
            "reason": self.reason,
        }

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}: stays"


def left_in_place(
    ground: Ground,
    proposals: Sequence[Proposal],
    cap: int,
    refused: Collection[str] = (),
) -> tuple[Left, ...]:
    """The weak critical rules that `proposals` leave alone; `cap` as in `growth_cap`."""
    if ground.fixed or ground.total < FLOOR_TOKENS:
        return ()  # no place is weak
    weak = [
        rule
        for rule in ground.instructions
        if rule.critical and move.weak(ground.place(rule.start_line - 1, rule.end_line))
    ]
    if not weak:
        return ()
    touched = {line for p in proposals if p.kind in _HELPS for line in _lines(p)}
    echoed = {p.key for p in proposals if p.kind == "ECHO"}
    units = {rule.start: unit for unit in ground.passages for rule in unit.rules}
    said: frozenset[str] = echo.said_twice(ground)
    out = []
    for rule in weak:
        if rule.start_line in touched or proposal_key("ECHO", rule.text) in echoed:
            continue
        unit = units.get(rule.start)
        if unit is None:
            reason = _OUTSIDE.get(rule.kind, "inside a block that is not taken apart")
        elif _is_refused(ground, unit, rule, refused):
            reason = "you refused to move or repeat it"
        elif normal(rule.text) in said:
            reason = "it is said in another place as well"
        else:
            reason = _reason(ground, unit, rule, len(echoed), cap)
        out.append(Left(rule.start_line, rule.end_line, _short(rule.text), reason))
    return tuple(out)


_OUTSIDE = {"cell": "in a table", "quote": "in a quotation"}


def _lines(proposal: Proposal) -> Iterator[int]:
    """The lines (from 1) that a proposal is about; of several copies each."""
    cuts = proposal.change.cuts
    if len(cuts) > 1:
        for first, last in cuts:
            yield from range(first + 1, last + 1)
    else:
        yield from range(proposal.start_line, proposal.end_line + 1)


def _is_refused(ground: Ground, unit: Passage, rule: Instruction, refused: Collection[str]) -> bool:
    """Whether a person said no: to the echo, or to the move of a rule without a topic."""
    kinds = ("ECHO",) if echo.prefix(ground, unit) else ("MOVE", "ECHO")
    return any(
        proposal_key(kind, words) in refused for kind in kinds for words in (rule.text, unit.words)
    )


def _reason(ground: Ground, unit: Passage, rule: Instruction, echoes: int, cap: int) -> str:
    against_echo = echo.hindrance(ground, unit, rule)
    if unit.ordered and against_echo:
        return f"numbered step {unit.mark.strip(' .)')} of a sequence"
    if against_echo:
        return against_echo
    if words_for(ground.prompt.text) is None:
        return "there are no headings in the language of this prompt"
    if ground.attempt(_ANY_ECHO) is None:  # the place is the same for all
        return "there is no place for reminders at the end"
    if echoes >= echo.MOST:
        return f"{echo.MOST} more pressing rules are repeated already"
    line = echo.prefix(ground, unit) + rule.text
    built = ground.attempt(Change(end=((rule.start_line - 1, line, ""),)))
    if built is None:
        return "there is no place for reminders at the end"
    if ground.after(built).total - ground.total > cap - RESERVE:
        return f"to repeat it would add more than {cap - RESERVE} tokens"
    return f"the {cap} tokens that may be added go to other rules"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1].rstrip() + "…"
