"""A remedy shown as the lines that would change, for the fix of a finding."""

from __future__ import annotations

from workbench.prompt.edits import Splice
from workbench.prompt.lines import body, split_lines

_MOST = 6


def patch(old: str, new: str) -> str:
    """The one stretch that differs, as `- 3: now` and `+ 3: then` with line numbers.

    At most six lines of each side are shown.
    """
    a, b = split_lines(old), split_lines(new)
    first = 0
    while first < min(len(a), len(b)) and a[first] == b[first]:
        first += 1
    back = 0
    while back < min(len(a), len(b)) - first and a[-1 - back] == b[-1 - back]:
        back += 1
    out = []
    for sign, lines in (("-", a), ("+", b)):
        last = min(len(lines) - back, first + _MOST)
        out += [f"{sign} {n + 1}: {body(lines[n])}" for n in range(first, last)]
    return "\n".join(out)


def difference(old: str, new: str) -> Splice:
    """The one stretch that differs, as words to replace."""
    most = min(len(old), len(new))
    first = next((n for n in range(most) if old[n] != new[n]), most)
    back = next((n for n in range(most - first) if old[-1 - n] != new[-1 - n]), most - first)
    return Splice(first, len(old) - back, new[first : len(new) - back])
