"""Putting changes together: whole lines taken out, edits chained into one with one inverse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.prompt.edits import Edit, Splice
from workbench.prompt.lines import body, ending
from workbench.prompt.prompt import Prompt


def chain(text: str, first: Edit, second: Edit, kind: str = "") -> Edit:
    """One edit of `text` that does `first` and then `second` (made for the text after it)."""
    # The text after `first` as pieces: a range of `text`, or new words.
    pieces: list[tuple[int, int, str | None]] = []
    position = 0
    for splice in first.splices:
        pieces += [(position, splice.start, None), (splice.start, splice.end, splice.text)]
        position = splice.end
    pieces.append((position, len(text), None))
    out: list[tuple[int, int, str | None]] = []
    waiting = list(second.splices)
    at = 0
    for start, end, words in pieces:
        size = end - start if words is None else len(words)
        done = 0
        while waiting:
            splice = waiting[0]
            low, high = max(splice.start - at, 0), min(splice.end - at, size)
            if low > size or (low == size and splice.start < splice.end):
                break
            _keep(out, start, end, words, done, low)
            if splice.start >= at:
                here = start + low if words is None else start
                out.append((here, here, splice.text))
            done = max(high, low)
            if splice.end - at > size:
                break  # it goes on in the next piece
            waiting.pop(0)
        _keep(out, start, end, words, done, size)
        if words is not None and start < end:
            out.append((start, end, ""))  # what `first` took out stays out
        at += size
    return _gaps(text, out, kind or second.kind)


def _keep(
    out: list[tuple[int, int, str | None]],
    start: int,
    end: int,
    words: str | None,
    low: int,
    high: int,
) -> None:
    if low >= high:
        return
    if words is None:
        out.append((start + low, start + high, None))
    else:
        out.append((start, start, words[low:high]))


def _gaps(text: str, pieces: Iterable[tuple[int, int, str | None]], kind: str) -> Edit:
    """The edit whose result is the kept ranges and the new words in this order."""
    splices: list[Splice] = []
    position = 0
    words: list[str] = []
    for start, end, new in [*pieces, (len(text), len(text), None)]:
        if new is not None:
            words.append(new)
            continue
        if start > position or words:
            fresh = "".join(words)
            if text[position:start] != fresh:
                splices.append(Splice(position, start, fresh))
            words = []
        position = end
    return Edit(kind, tuple(splices))


def cut_lines(prompt: Prompt, ranges: Iterable[tuple[int, int]], kind: str = "remove") -> Edit:
    """Take out whole lines (0-based, half-open ranges), with the blank lines they leave over.

    Where blank lines stand on both sides, the larger gap stays. How the file ends stays.
    """
    lines, starts = prompt.lines, prompt.starts
    splices: list[Splice] = []
    for first, last in _merged(lines, ranges):
        above, below = first, last
        while above > 0 and not lines[above - 1].strip():
            above -= 1
        while below < len(lines) and not lines[below].strip():
            below += 1
        start, end = starts[first], starts[last]
        if below == len(lines) and above > 0:
            # Nothing follows: the gap above goes, and the text ends as it ended before.
            end_here = len(lines[last - 1]) - len(ending(lines[last - 1]))
            start = starts[above - 1] + len(body(lines[above - 1]))
            end = starts[last - 1] + end_here
        elif above == 0:
            end = starts[below]
        elif below - last > 0 and first - above > 0:
            if below - last >= first - above:
                start = starts[above]
            else:
                end = starts[below]
        splices.append(Splice(start, end, ""))
    return Edit.of(kind, splices)


def _merged(lines: Sequence[str], ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges in order; those with only blank lines between them become one."""
    out: list[tuple[int, int]] = []
    for first, last in sorted(set(ranges)):
        if out and not "".join(lines[out[-1][1] : first]).strip():
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return out
