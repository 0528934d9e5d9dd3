"""MERGE: a description of a skill that says a sentence twice, without the later copies.

Never safe: the description alone decides when a skill is read, so a person reads it first. Nothing
else is shortened by rule; `notes` says what a description above the limit of a host would lose.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.change.descriptions import KINDS, Limit, carried, limit_of, repeats
from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.prompt.edits import Splice
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter
from workbench.prompt.lines import body, line_at
from workbench.prompt.plural import plural
from workbench.prompt.scalars import Scalar, scalar_of

_KEY = "description"
_MOST_NAMED = 6


def find(ground: Ground) -> Iterator[Draft]:
    """One draft at most: the description without its exact repeats."""
    found = _described(ground)
    if found is None:
        return
    front, scalar = found
    cuts = repeats(scalar.value)
    text, starts = ground.prompt.text, ground.prompt.starts
    new = scalar.without(text, cuts) if cuts else None
    if new is None:
        return
    first = front.field_lines[_KEY] - 1
    last = line_at(starts, scalar.spans[len(scalar.value.rstrip("\n")) - 1][1] - 1) + 1
    if ground.is_pinned(first, last):
        return
    start = starts[first]
    end = starts[last - 1] + len(body(ground.prompt.lines[last - 1]))
    before = len(scalar.value.strip())
    after = before - sum(b - a for a, b in cuts)
    yield Draft(
        "MERGE",
        False,
        f"{_KEY}: {scalar.value}",
        first + 1,
        last,
        f"lines {first + 1}-{last}: {_state(before, _limit(ground, front))}",
        f"{plural(after, 'character')} instead of {before:,}: sentences that stand in it word for"
        " word before are dropped, every other word stays.",
        "low: nothing goes that is not said before",
        Change(splices=(Splice(start, end, new[start : end - (len(text) - len(new))]),)),
        "merge",
    )


def notes(ground: Ground) -> Iterator[str]:
    """What a description above the limit of a host says that a shorter one must not lose."""
    found = _described(ground)
    limit = _limit(ground, found[0]) if found else None
    if found is None or limit is None:
        return
    text = found[1].value.strip()
    after = len(text) - sum(b - a for a, b in repeats(found[1].value))
    if after <= limit.most:
        return
    said = _state(after, limit)
    names = carried(text)
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    named = f": {', '.join(names[:_MOST_NAMED])}{more}" if names else ""
    yield (
        f"{said[:1].upper()}{said[1:]}. No text within the limit is proposed: what it says stands"
        f" nowhere else, and only its author can choose what goes{named}."
    )


def _described(ground: Ground) -> tuple[Frontmatter, Scalar] | None:
    prompt = ground.prompt
    front = find_frontmatter(prompt.text) if prompt.kind in KINDS else None
    scalar = scalar_of(front, _KEY) if front is not None else None
    if front is None or scalar is None or not scalar.value.strip():
        return None
    return front, scalar


def _limit(ground: Ground, front: Frontmatter) -> Limit | None:
    return limit_of(ground.hosts, front) if ground.prompt.kind == "skill" else None


def _state(size: int, limit: Limit | None) -> str:
    said = f"the description has {plural(size, 'character')}"
    if limit is None or size <= limit.most:
        return said
    return f"{said}, {size - limit.most:,} above {limit.most:,} ({limit.words})"
