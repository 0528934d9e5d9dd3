"""CONDENSE: a shorter description of a skill, of words that are all in the old one.

Never safe: the description alone decides when a skill is read, so a person reads it first. Every
quoted trigger, name, number and exclusion stays; where the limit of a host cannot be met that
way, nothing is forced: `notes` says what would be lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.change.condensing import Condensed, condense
from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.measure.host_profile import HostProfile, cut_listing, limited_field
from workbench.prompt.edits import Splice
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter
from workbench.prompt.lines import body, line_at
from workbench.prompt.plural import plural
from workbench.prompt.scalars import Scalar, scalar_of

#: Kinds whose description is put in front of a model with every request.
KINDS = frozenset({"skill", "sub-agent", "command"})
_KEY = "description"
_MOST_NAMED, _MOST_LOST = 6, 3


@dataclass(frozen=True)
class Limit:
    """The most characters of a description, and who says so."""

    most: int
    words: str


def find(ground: Ground) -> Iterator[Draft]:
    """One draft at most: the description without what can go without a loss."""
    found = _condensed(ground)
    if found is None:
        return
    front, scalar, made, limit = found
    if not made.cuts:
        return
    text = ground.prompt.text
    new = scalar.without(text, made.cuts)
    if new is None:
        return
    first = front.field_lines[_KEY] - 1
    last = line_at(ground.prompt.starts, _end(scalar) - 1) + 1
    if ground.is_pinned(first, last):
        return
    start = ground.prompt.starts[first]
    end = ground.prompt.starts[last - 1] + len(body(ground.prompt.lines[last - 1]))
    before, after = len(made.before), len(made.after)
    same = Counter((_short(piece.of(made.before)), piece.why) for piece in made.dropped)
    dropped = [
        f"{f'{n} times ' if n > 1 else ''}'{words}' ({why})" for (words, why), n in same.items()
    ]
    more = f" and {len(dropped) - _MOST_NAMED} more" if len(dropped) > _MOST_NAMED else ""
    yield Draft(
        "CONDENSE",
        False,
        f"{_KEY}: {made.before}",
        first + 1,
        last,
        f"lines {first + 1}-{last}: {state(before, limit)}",
        f"{plural(after, 'character')} instead of {before:,}"
        f"{'' if limit is None or before <= limit.most else _reached(after, limit)}. Dropped:"
        f" {', '.join(dropped[:_MOST_NAMED])}{more}. All quoted triggers, names, numbers and"
        " exclusions stay, and every word that is left is yours.",
        "medium: the description alone decides when this is read; the ledger lists what goes",
        Change(splices=(Splice(start, end, new[start : end - (len(text) - len(new))]),)),
        "condense",
    )


def notes(ground: Ground) -> Iterator[str]:
    """Why a description that is too long stays too long, and what would have to be lost."""
    found = _condensed(ground)
    if found is None:
        return
    _, _, made, limit = found
    if limit is None or len(made.after) <= limit.most:
        return
    over = len(made.after) - limit.most
    rest = (
        f"With what is proposed it is still {over:,} above; nothing more"
        if made.cuts
        else "Nothing of it"
    )
    said = state(len(made.before), limit)
    yield (
        f"{said[:1].upper()}{said[1:]}. {rest} can go without a loss, so no text within the limit"
        " is proposed. "
        + (
            f"What would go with a sentence: {'; '.join(map(str, made.losses[:_MOST_LOST]))}."
            if made.losses
            else "It is one sentence that says everything: only its author can shorten it."
        )
    )


def _condensed(ground: Ground) -> tuple[Frontmatter, Scalar, Condensed, Limit | None] | None:
    prompt = ground.prompt
    front = find_frontmatter(prompt.text) if prompt.kind in KINDS else None
    scalar = scalar_of(front, _KEY) if front is not None else None
    if front is None or scalar is None or not scalar.value.strip():
        return None
    limit = limit_of(ground.hosts, front) if prompt.kind == "skill" else None
    blanks = len(scalar.value) - len(scalar.value.rstrip())
    return front, scalar, condense(scalar.value, limit.most + blanks if limit else None), limit


def limit_of(hosts: Sequence[HostProfile], front: Frontmatter) -> Limit | None:
    """The smallest of the limits that hold for the description of a skill."""
    own, listing = limited_field(hosts, "skill", _KEY), cut_listing(hosts, "skill")
    found = [(own.longest, own.source, own.date)] if own is not None else []
    also = front.text("when_to_use").strip()
    if listing is not None:
        room = listing.each - len(also) - 1 if also else listing.each
        found += [(room, listing.source, listing.date)] if room > 0 else []
    if not found:
        return None
    most, source, date = min(found)
    return Limit(most, f"{source}, {date}")


def state(size: int, limit: Limit | None) -> str:
    said = f"the description has {plural(size, 'character')}"
    if limit is None or size <= limit.most:
        return said
    return f"{said}, {size - limit.most:,} above {limit.most:,} ({limit.words})"


def _reached(size: int, limit: Limit) -> str:
    if size <= limit.most:
        return f", within {limit.most:,}"
    return f", still {size - limit.most:,} above {limit.most:,}"


def _end(scalar: Scalar) -> int:
    """The offset behind the last character that is no line break."""
    size = len(scalar.value.rstrip("\n"))
    return scalar.spans[size - 1][1] if size else scalar.spans[0][0]


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 60 else line[:59].rstrip() + "…"
