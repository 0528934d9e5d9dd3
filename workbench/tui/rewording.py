"""A proposal with words of the user's own: built, counted and proved anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from workbench.errors import UsageError

if TYPE_CHECKING:
    from workbench.prompt.parts import Part
    from workbench.tui.jobs import Steps


def words_of(proposal: Any) -> str | None:
    """The words that a proposal puts in, one entry; None when it puts in none, or several."""
    entries = (*proposal.change.start, *proposal.change.end)
    return entries[0][1] if len(entries) == 1 else None


def rewording(
    proposal: Any, parts: Sequence[Part], words: str, counter: str, model: str | None
) -> Steps:
    """The proposal with other words; never safe, since nobody but the user knows them.

    Its ledger is made as well. Errors: `UsageError` for no words, and for a change that finds no
    good place any more.
    """
    yield 0, 1
    from workbench.change.ground import Ground
    from workbench.measure.tokens import get_tokenizer, line_costs
    from workbench.prompt.lines import line_at

    said = " ".join(words.split())
    if not said:
        raise UsageError("There are no words left; n refuses the proposal instead.")
    tokenizer = get_tokenizer(counter, model)
    prompt = proposal.prompt
    ground = Ground(prompt, parts, (), lambda lines: line_costs(tokenizer, lines))
    change = proposal.change
    change = replace(
        change,
        start=tuple((line, said, mark) for line, _, mark in change.start),
        end=tuple((line, said, mark) for line, _, mark in change.end),
    )
    built = ground.build(change, proposal.edit.kind)
    if built is None or not built.edit.splices:
        raise UsageError("With these words the text finds no place; nothing was changed.")
    first = min(splice.start for splice in built.edit.splices)
    made = replace(
        proposal,
        safe=False,
        after=built.shown,
        edit=built.edit,
        tokens_after=sum(line_costs(tokenizer, built.prompt.lines)),
        cache_line=line_at(prompt.starts, first) + 1,
        change=change,
    )
    _ = made.ledger  # proved here, in the background
    return made
