"""Proposals: one change each, with what was found, the exact new text, the reason and the price.

A kind of proposal is one module in `kinds/` with `find(ground, ...)`, which makes drafts; all of
them come together in `choosing`. A draft says what to do; `finish` works out what it costs and
where it lands.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from workbench.change.changes import NewFile
from workbench.change.ground import Built, Change, Ground, Surroundings
from workbench.measure.position import NO_EFFECT, Weight
from workbench.measure.position_words import move_words
from workbench.prompt.edits import Edit
from workbench.prompt.lines import line_at
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import encode

if TYPE_CHECKING:
    from workbench.change.ledger import Ledger

#: Who made what no model did.
OFFLINE = "offline agent"
#: What goes to an edge.
EDGES = ("MOVE", "ECHO")


def proposal_key(kind: str, words: str) -> str:
    """What a refusal remembers: the kind and the words it is about (blanks do not count)."""
    data = encode(kind + "\0" + " ".join(words.split()))
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True)
class Draft:
    """A change that is proposed. `words`: what it is about (names the proposal, with its kind).

    `start_line`, `end_line`: the lines found, counted from 1, inclusive. `group`: proposals that
    need one another's section are carried out together anyway, so it may stay empty.
    """

    kind: str
    safe: bool
    words: str
    start_line: int
    end_line: int
    found: str
    reason: str
    risk: str
    change: Change
    edit_kind: str
    #: Lines (0-based, half-open) that stay and are the better placed copy, for MERGE.
    kept: tuple[int, int] | None = None
    #: Words of the proposal that it would take the place of, and its kind.
    instead: str = ""
    instead_kind: str = "ECHO"
    #: Lines (0-based, half-open) that it is about, where they are no run.
    shown: tuple[tuple[int, int], ...] = ()
    #: The model whose words or judgement it is, or nothing.
    by: str = ""


@dataclass(frozen=True)
class Proposal:
    """One change that a person accepts or refuses.

    `id`: the same for the same words in two processes. `key`: what a refusal is remembered by.
    `start_line`, `end_line`: counted from 1, inclusive. `before`, `after`: the text now and the
    exact new text. `edit`: of the text it was made for, carrying out this proposal alone.
    `tokens_before`, `tokens_after`: of the whole prompt, with this proposal alone. `weights`:
    position weight before and after, for `prompt` and `window`; None where none is known.
    `cache_line`: the first line (from 1) at which a cached prefix breaks. `instead_of`: id of the
    proposal that it would take the place of, see `standing`. `by`: who made it, `OFFLINE` or the
    name of a model. `critical`: ids of the marked statements, see `ledger`.
    """

    id: str
    kind: str
    safe: bool
    start_line: int
    end_line: int
    found: str
    before: str
    after: str
    reason: str
    edit: Edit
    tokens_before: int
    tokens_after: int
    weights: Mapping[str, tuple[float | None, float | None]]
    cache_line: int
    risk: str
    key: str
    change: Change
    prompt: Prompt = field(repr=False, compare=False)
    accepted: bool = False
    instead_of: str = ""
    shown: tuple[tuple[int, int], ...] = ()
    by: str = OFFLINE
    critical: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def by_model(self) -> bool:
        return self.by != OFFLINE

    @property
    def saved(self) -> int:
        """Tokens saved; below zero when the prompt grows."""
        return self.tokens_before - self.tokens_after

    @property
    def origin(self) -> str:
        """What it rests on: a `fact`, a mark (`mark`), or a model's `reading`."""
        if self.by != OFFLINE:
            return "reading"
        return "mark" if self.kind in (*EDGES, "MARK", "CHECKLIST") else "fact"

    @property
    def files(self) -> tuple[NewFile, ...]:
        """The files that it needs: what they hold is kept there, and read on demand."""
        return self.change.files

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """The lines that it is about (0-based, half-open), in order."""
        return self.shown or self.change.cuts or ((self.start_line - 1, self.end_line),)

    @property
    def cache(self) -> str:
        return f"prompt cache breaks at line {self.cache_line}"

    @cached_property
    def result(self) -> Prompt:
        """The prompt with this proposal alone."""
        return self.prompt.with_text(self.edit.apply(self.prompt.text))

    @cached_property
    def ledger(self) -> Ledger:
        """What this proposal alone keeps, moves and loses."""
        from workbench.change.ledger import ledger

        return ledger(self.prompt, self.result, kept=self.files)

    def to_dict(self) -> dict[str, Any]:
        """The keys of the command line contract, and more."""
        return {
            "id": self.id,
            "kind": self.kind,
            "safe": self.safe,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "found": self.found,
            "before": self.before,
            "after": self.after,
            "reason": self.reason,
            "tokens_before": self.tokens_before,
            "tokens_after": self.tokens_after,
            "tokens_saved": self.saved,
            "weights": {
                name: {"before": _rounded(a), "after": _rounded(b)}
                for name, (a, b) in self.weights.items()
            },
            "cache": self.cache,
            "cache_line": self.cache_line,
            "risk": self.risk,
            "origin": self.origin,
            "key": self.key,
            "accepted": self.accepted,
            "instead_of": self.instead_of,
            "by": self.by,
            "files": [file.to_dict() for file in self.files],
        }


def standing(accepted: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """Accepted proposals without those that another accepted one takes the place of."""
    replaced = {proposal.instead_of for proposal in accepted}
    return tuple(proposal for proposal in accepted if proposal.id not in replaced)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _text_now(prompt: Prompt, draft: Draft) -> str:
    """The lines found; of several copies only these, not what stands between them."""
    cuts = draft.change.cuts
    run = ((draft.start_line - 1, draft.end_line),)
    spans = draft.shown or (cuts if len(cuts) > 1 else run)
    return "".join("".join(prompt.lines[a:b]) for a, b in spans)


def finish(ground: Ground, drafts: Iterable[Draft]) -> tuple[Proposal, ...]:
    """Drafts with ids, prices and weights; those that find no good place are left out."""
    out: list[Proposal] = []
    used: set[str] = set()
    for draft in drafts:
        built = ground.build(draft.change, draft.edit_kind)
        if built is None or not built.edit.splices or not ground.keeps_pins(built.prompt):
            continue
        key = proposal_key(draft.kind, draft.words)
        name = f"{draft.kind.lower()}-{key[:8]}"
        number = 2
        while name in used:
            name = f"{draft.kind.lower()}-{key[:8]}-{number}"
            number += 1
        used.add(name)
        made = _proposal(ground, draft, built, name, key)
        if draft.instead:
            other = proposal_key(draft.instead_kind, draft.instead)
            found = next((p.id for p in out if p.key == other), "")
            made = replace(made, instead_of=found)
        out.append(made)
    return tuple(out)


def _proposal(ground: Ground, draft: Draft, built: Built, name: str, key: str) -> Proposal:
    prompt = ground.prompt
    around = Surroundings(ground.scenario)
    new = Ground(built.prompt, (), (), ground.costs, around)  # counted in full
    first, last = draft.start_line - 1, draft.end_line
    here = ground.weights(first, last)
    there: tuple[Weight, Weight] = (NO_EFFECT, NO_EFFECT)
    landed = built.start_lines.get(first) or built.end_lines.get(first)
    if landed:
        there = new.weights(*landed)
    elif draft.kept:
        there = ground.weights(*draft.kept)
    reason = draft.reason
    if landed:
        reason = f"{reason} Position weight {move_words(here[0], there[0], here[1], there[1])}."
    changed = min(splice.start for splice in built.edit.splices)
    return Proposal(
        name,
        draft.kind,
        draft.safe,
        draft.start_line,
        draft.end_line,
        draft.found,
        _text_now(prompt, draft),
        built.shown,
        reason,
        built.edit,
        ground.total,
        new.total,
        {
            "prompt": (here[0].weight, there[0].weight),
            "window": (here[1].weight, there[1].weight),
        },
        line_at(prompt.starts, changed) + 1,
        draft.risk,
        key,
        draft.change,
        prompt,
        shown=draft.shown,
        by=draft.by or OFFLINE,
        critical=ground.critical_ids,
    )
