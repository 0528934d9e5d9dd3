"""The title of what holds several titles: `First … Last`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

JOINED = " … "
#: As many columns hold the titles of all that are joined; else the first and the last stand
#: for them, and one between that holds more than half of the part.
_LONGEST = 100


def joined(names: Sequence[str], between: Iterable[str] | None = None) -> str:
    """All names; where they take too much room, the first and the last with those `between`, by
    default with as many of the first as there is room for."""
    whole = JOINED.join(names)
    if len(names) < 3 or _width(whole) <= _LONGEST:
        return whole
    if between is not None:
        return JOINED.join([names[0], *between, names[-1]])
    kept = list(names[:1])
    for name in names[1:-1]:
        if _width(JOINED.join([*kept, name, names[-1]])) > _LONGEST:
            break
        kept.append(name)
    return JOINED.join([*kept, names[-1]])


def _width(words: str) -> int:
    """About how many columns the words take."""
    return len(words) + sum(ord(ch) > 0x2E80 for ch in words)
