"""Counting a text after an edit: only the lines around what changed are counted anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.prompt.edits import Edit
from workbench.prompt.lines import line_at, split_lines
from workbench.prompt.prompt import Prompt


def recount(
    old: Prompt,
    known: Sequence[int],
    edit: Edit,
    new: Prompt,
    costs: Callable[[Sequence[str]], Sequence[int]],
) -> Sequence[int]:
    """The costs of the lines of `new`, from those of `old` (`known`) and of the changed stretches.

    A stretch begins and ends where a line starts with a sign that no blank stands before, two
    such lines away from the change, so that the tokens on both sides do not depend on each other.
    """
    lines, starts, text = old.lines, old.starts, old.text
    stretches: list[tuple[int, int]] = []
    for splice in edit.splices:
        first = _cut(lines, line_at(starts, splice.start), -1)
        last = _cut(lines, min(line_at(starts, splice.end) + 1, len(lines)), 1)
        if stretches and first <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(last, stretches[-1][1]))
        else:
            stretches.append((first, last))
    out: list[int] = []
    at = 0
    for first, last in stretches:
        start, end = starts[first], starts[last]
        inner = [s for s in edit.splices if start <= s.start and s.end <= end]
        pieces: list[str] = []
        for splice in inner:
            pieces += [text[start : splice.start], splice.text]
            start = splice.end
        pieces.append(text[start:end])
        out += known[at:first]
        out += costs(split_lines("".join(pieces)))
        at = last
    out += known[at:]
    return out if len(out) == len(new.lines) else costs(new.lines)


def _cut(lines: Sequence[str], line: int, step: int) -> int:
    """The second line from `line` on, in the direction of `step`, before which may be cut."""
    seen = 0
    while 0 < line < len(lines):
        if not lines[line][:1].isspace() and lines[line - 1].strip():
            seen += 1
            if seen == 2:
                break
        line += step
    return max(0, min(line, len(lines)))
