"""Code frames: the line of a finding with its neighbours, and marks under what it is about.

Wide characters, tabs and hidden characters line up, because marks are counted in terminal cells
of what is shown, not in characters of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.cli.table import cell_width
from workbench.prompt.lines import body
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible

_TAB = "    "
#: Lines of a finding; more are counted.
_MOST = 4


def frame(
    lines: Sequence[str],
    start_line: int,
    end_line: int,
    columns: tuple[int, int] = (0, 0),
    *,
    width: int = 100,
) -> Iterator[str]:
    """Lines of a frame: `  12 | text` and a line of marks under the columns of the first line.

    Lines and columns count from 1; the end column is the one after the last. (0, 0) marks
    nothing, the whole line is meant. Long lines are cut around the marks, long findings after
    a few lines.
    """
    last = min(max(start_line, end_line), len(lines))
    digits = len(str(last))
    room = max(width - digits - 4, 20)
    for number in range(start_line, last + 1):
        if number - start_line >= _MOST:
            yield f"{'':>{digits}} | … {plural(last - number + 1, 'more line')}"
            break
        text = body(lines[number - 1])
        first, end = columns if number == start_line else (0, 0)
        shown, lead, marked = _cut(text, first, end, room)
        yield f"{number:>{digits}} | {shown}".rstrip()
        if first and marked:
            yield f"{'':>{digits}} | {' ' * lead}{'^' * marked}"


def _cut(text: str, first: int, end: int, room: int) -> tuple[str, int, int]:
    """The visible line cut to `room` cells, cells before the marks, and how many marks."""
    first, end = (first, end) if first else (1, 1)
    start, stop = first - 1, max(min(end - 1, len(text)), first)
    cells = [_cell(ch) for ch in text[: start + 4 * room]]
    before = sum(cell_width(cell) for cell in cells[:start])
    left = 0
    if before > room * 2 // 3:
        # Keep a third of the room before the marks, so that people see where they are.
        budget = room // 3
        left = start
        while left > 0 and budget > 0:
            left -= 1
            budget -= cell_width(cells[left])
    shown = "…" if left else ""
    used = cell_width(shown)
    lead = marked = 0
    for i in range(left, len(cells)):
        size = cell_width(cells[i])
        if used + size > room - 1 and i + 1 < len(text):
            shown += "…"
            break
        if i < start:
            lead += size
        elif i < stop:
            marked += size
        shown += cells[i]
        used += size
    return shown, lead + (1 if left else 0), max(marked, 1) if text.strip() else 0


def _cell(ch: str) -> str:
    return _TAB if ch == "\t" else visible(ch)
