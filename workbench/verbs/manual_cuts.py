"""Splits and merges by hand: where they are allowed, and how they are kept with the prompt.

A cut is kept as the words of its line, so that it is found again after edits and restarts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import UsageError
from workbench.prompt.cut_places import places
from workbench.prompt.granularity import running_sizes
from workbench.prompt.parts import NO_CUTS, Anchor, Cuts, Part, anchor_of, find_anchor

if TYPE_CHECKING:
    from workbench.prompt.outline import Block
    from workbench.prompt.prompt import Prompt
    from workbench.verbs.measured import Measured

#: The setting of a prompt that holds its cuts.
SETTING = "cuts"
_KINDS = {"frontmatter": "the frontmatter", "html": "an HTML block", "comment": "a comment"}


def pack(cuts: Cuts) -> dict[str, list[list[Any]]]:
    """Cuts as JSON: the words of each line, and which one of the lines with these words."""
    return {
        name: sorted([anchor.text, anchor.occurrence] for anchor in anchors)
        for name, anchors in (("splits", cuts.splits), ("joins", cuts.joins))
    }


def unpack(value: Any) -> Cuts:
    """The cuts in what `pack` made; anything else is no cuts."""
    if not isinstance(value, dict):
        return NO_CUTS
    try:
        found = [
            frozenset(Anchor(str(text), int(nth)) for text, nth in value.get(name, ()))
            for name in ("splits", "joins")
        ]
    except (TypeError, ValueError):
        return NO_CUTS
    return Cuts(*found)


def stored_cuts(path: Path | None) -> Cuts:
    """The cuts that are kept for a file. No store, or one that cannot be read: none."""
    from workbench.store.home import nothing_stored

    if path is None or nothing_stored():
        return NO_CUTS
    from workbench.verbs.stored import from_store

    return unpack(from_store(lambda store: store.memory.setting(path, SETTING), None))


def cut_by_hand(measured: Measured, granularity: str | int = "auto") -> Measured:
    """The same with the parts as people split and merged them, so that every verb names the parts
    that the workbench shows (and that pins hold), and with the sentences that they marked."""
    from workbench.verbs.mark import with_marks

    cuts = stored_cuts(measured.input.path)
    prompt = with_marks(measured.prompt, measured.input.path)
    if not cuts:
        return replace(measured, prompt=prompt)
    prompt = prompt.with_cuts(cuts)
    return replace(measured, prompt=prompt, parts=prompt.parts(granularity))


def keep_cuts(path: Path, cuts: Cuts) -> None:
    """Keep the cuts of a file, in place of those kept before."""
    from workbench.store.store import Store

    with Store() as store:
        store.memory.set_setting(path, SETTING, pack(cuts))


def split_before(prompt: Prompt, parts: Sequence[Part], line: int) -> Cuts:
    """The cuts of `prompt`, and a part that opens at the 0-based `line`.

    Raises UsageError, which says why and where instead, when the text cannot be cut there.
    """
    holder = next((part for part in parts if part.start_line == line + 1), None)
    if holder is not None:
        raise UsageError(f"Line {line + 1} opens part {holder.index} already.")
    if prompt.outline.note:
        raise UsageError(f"This text cannot be cut: {prompt.outline.note}")
    allowed = [place.line for place in places(prompt.outline, running_sizes(prompt.lines))]
    if line not in allowed:
        raise UsageError(
            f"No part can open at line {line + 1}: {_why(prompt, line)}.", hint=_near(allowed, line)
        )
    anchor = anchor_of(prompt.lines, line)
    joins = prompt.cuts.joins - {anchor}
    trial = prompt.with_cuts(Cuts(prompt.cuts.splits, joins))
    if any(part.start_line == line + 1 for part in trial.parts()):
        return trial.cuts  # taking back a merge is enough
    return Cuts(prompt.cuts.splits | {anchor}, joins)


def merge_before(prompt: Prompt, parts: Sequence[Part], index: int) -> Cuts:
    """The cuts of `prompt`, with part `index` (from 0) no longer apart from the one before it.

    Raises UsageError for the first part and for what follows the frontmatter.
    """
    if index < 1 or index >= len(parts):
        raise UsageError("The first part has none before it to merge with.")
    if parts[index - 1].kind == "frontmatter":
        raise UsageError("The frontmatter stays a part of its own.")
    anchor = anchor_of(prompt.lines, parts[index].start_line - 1)
    return Cuts(prompt.cuts.splits - {anchor}, prompt.cuts.joins | {anchor})


def cut_lines(prompt: Prompt, anchors: frozenset[Anchor]) -> list[int]:
    """The lines (from 1) where anchors are found now."""
    found = (find_anchor(prompt.lines, anchor) for anchor in anchors)
    return sorted(line + 1 for line in found if line is not None)


def _why(prompt: Prompt, line: int) -> str:
    if not prompt.lines or not prompt.lines[min(line, len(prompt.lines) - 1)].strip():
        return "it is blank, and blank lines belong to what stands before them"
    for pair in prompt.outline.pairs:
        if pair.start_line < line < pair.end_line:
            return f"it stands inside <{pair.name}>, which stays whole"
    block = next((b for b in prompt.outline.blocks if b.start_line <= line < b.end_line), None)
    if block is None:
        return "it is not the first line of a block"
    return f"it stands inside {_named(block)}, which stays whole"


def _named(block: Block) -> str:
    if block.kind == "list":
        return "an item of a list"
    article = "an" if block.kind[:1] in "aeiou" else "a"
    name = _KINDS.get(block.kind, f"{article} {block.kind}")
    return f"{name} (lines {block.start_line + 1}-{block.end_line})"


def _near(allowed: Sequence[int], line: int) -> str:
    at = bisect_right(allowed, line)
    near = [str(one + 1) for one in allowed[max(0, at - 1) : at + 1]]
    if not near:
        return "This text has no other line where a part could open."
    return f"The nearest line{'s' if len(near) > 1 else ''} where one can: {' and '.join(near)}."
