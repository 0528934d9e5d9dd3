"""Fences as a person sees them, where their marks do not pair by the letter.

By CommonMark a mark that was left over opens a fence down to the next mark or to the end of the
text, and a sample that holds a fence ends at the first closing mark inside. A person sees what was
meant. Only the cut into parts asks: everything else reads the text by the letter.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from workbench.prompt.fence_nests import Fence, Mark, read_fences

#: Words behind an opening mark of samples that may hold fences of their own.
_SAMPLES = frozenset({"markdown", "md", "mdx", "mdc"})
#: So many headings are not swallowed by one sample within which marks pair well.
_FEW_HEADINGS = 3
#: So many bare marks are tried as left over.
_MOST_TRIES = 5
#: What is seen of no line: it stands around the marks of some files.
_UNSEEN = " \t\r\n\u200b\u200c\u200d\u2060\ufeff"
_HEADING = re.compile(r"(?P<sharps>#{1,6})[ \t]+(?P<title>\S.*)")


def fence_marks(rows: Sequence[str]) -> tuple[Mark, ...]:
    """What counts of the lines of one fence, given with their endings: its own marks, marks inside,
    and lines that look like headings behind a blank line."""
    first = rows[0].strip(_UNSEEN)
    sign = first[:1]
    if sign != "`":
        return ()
    length = len(first) - len(first.lstrip(sign))
    found = [Mark(0, length, first[length:].strip())]
    free = True  # whether a heading may stand here
    for number, row in enumerate(rows[1:], 1):
        words = row.strip(_UNSEEN if number == len(rows) - 1 else None)
        if words[:1] == sign and (marks := len(words) - len(words.lstrip(sign))) >= length:
            info = words[marks:].strip(_UNSEEN)
            if sign not in info and (info or number == len(rows) - 1):
                found.append(Mark(number, marks, info))
        elif words.startswith("```") and "`" not in words.lstrip("`"):
            fewer = len(words) - len(words.lstrip("`"))
            found.append(Mark(number, fewer, words[fewer:].strip(_UNSEEN)))
        elif free and words[:1] == "#" and (heading := _HEADING.match(words[:500])):
            found.append(Mark(number, 0, heading["title"].rstrip("# \t"), len(heading["sharps"])))
        free = not words or words[:1] == "#"
    return tuple(found)


def _strict(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Those of the marks in one fence that count by the letter, and its headings. A fence without
    words that holds the half of another one has no marks of its own."""
    first = marks[0]
    shorter = 0  # fences of fewer marks that stand open inside
    for mark in marks:
        if not mark.level and mark.length < first.length:
            shorter += 1 if mark.info or not shorter else -1
    heads = [mark for mark in marks if mark.level]
    if shorter and not first.info and len(heads) < _FEW_HEADINGS:
        return heads  # its marks were left over
    return [mark for mark in marks if mark.level or mark.length >= first.length]


def is_uneven(marks: Sequence[Mark]) -> bool:
    """Whether the fence with these marks never closes, or holds what could open another one."""
    own = [mark for mark in _strict(marks) if not mark.level]
    return len(own) < 2 or any(mark.info for mark in own[1:])


def fences_by_eye(
    blocks: Iterable[tuple[int, Sequence[Mark]]], counts: Callable[[Mark], bool]
) -> list[tuple[int, int]]:
    """The fences (lines, half-open) that a person sees in a text with these fences, each with its
    first line and its marks.

    `counts`: whether a line that looks like a heading would be one of the text.
    """
    rows = [(line, marks) for line, marks in blocks if marks]
    every = [_at(mark, line) for line, marks in rows for mark in marks]
    strict = [_at(mark, line) for line, marks in rows for mark in _strict(marks)]
    paired = list(_paired(strict, counts))
    meant = _meant(every, counts)
    if meant is not None:
        spans = [(fence.first, fence.last + 1) for fence in meant]
        heads = [mark for mark in every if mark.level and counts(mark)]
        info = {mark.line: mark.info for mark in every if not mark.level}
        if _hidden(spans, info, heads) <= _hidden(paired, info, heads):
            return spans
    return paired


def _at(mark: Mark, line: int) -> Mark:
    return replace(mark, line=line + mark.line)


def _meant(marks: Sequence[Mark], counts: Callable[[Mark], bool]) -> list[Fence] | None:
    """The fences as they were meant, where all of them close once a bare mark or a few that were
    left over are gone, each of which would hide headings; else None."""
    heads = [mark for mark in marks if mark.level and counts(mark)]
    own = [mark for mark in marks if not mark.level]
    info = {mark.line: mark.info for mark in own}
    worded = [mark.line for mark in own if mark.info]

    def hidden(fences: Sequence[Fence]) -> int:
        return _hidden([(fence.first, fence.last + 1) for fence in fences], info, heads)

    fences, closed = read_fences(own)
    holding = [
        fence.first
        for fence in fences
        if not fence.info and bisect_right(worded, fence.last) > bisect_right(worded, fence.first)
    ]
    gone = 0
    for line in holding[:_MOST_TRIES]:
        left = [mark for mark in own if mark.line != line]
        trial, all_close = read_fences(left)
        if all_close and (not closed or hidden(trial) < hidden(fences)):
            own, fences, closed = left, trial, True
            gone += 1
    return fences if gone else None


def _hidden(
    spans: Sequence[tuple[int, int]], info: Mapping[int, str], heads: Sequence[Mark]
) -> int:
    """How many of the headings stand in a fence that is no sample of a text."""
    starts = [first for first, _ in spans]
    hidden = 0
    for head in heads:
        at = bisect_right(starts, head.line) - 1
        if at >= 0 and head.line < spans[at][1]:
            word = info.get(starts[at], "").split()[:1]
            hidden += not word or word[0].lower() not in _SAMPLES
    return hidden


def _paired(marks: Sequence[Mark], counts: Callable[[Mark], bool]) -> Iterator[tuple[int, int]]:
    """The fences by the letter as far as it goes: what is left over of a row of bare marks is the
    one without which the fewest headings are hidden."""
    own: list[Mark] = []
    above: list[int] = []  # headings above each of the own marks
    heads = 0
    for mark in marks:
        if mark.level:
            heads += counts(mark)
        else:
            own.append(mark)
            above.append(heads)

    def swallowed(first: int, last: int) -> int:
        """Headings between two of the own marks."""
        return above[last] - above[first]

    at = 0
    while at < len(own):
        if own[at].info:
            end = _closing(own, at)
            if end is None:
                return
            yield own[at].line, own[end].line + 1
            at = end + 1
            continue
        stop = at
        while stop < len(own) and not own[stop].info:
            stop += 1
        row = list(range(at, stop))
        at = stop
        if len(row) % 2:
            end = _nested(own, stop) if stop < len(own) else None
            if end is not None and swallowed(row[-1], end) < _FEW_HEADINGS:
                yield own[row[-1]].line, own[end].line + 1
                at = end + 1
                row.pop()
            else:
                row.remove(_stray(row, swallowed))
        for first, last in zip(row[::2], row[1::2], strict=True):
            yield own[first].line, own[last].line + 1


def _closing(own: Sequence[Mark], at: int) -> int | None:
    """The mark that closes the fence that the mark `at` opens; a sample may hold fences."""
    bare = next((n for n in range(at + 1, len(own)) if not own[n].info), None)
    if own[at].info.split()[0].lower() in _SAMPLES and bare is not None and bare > at + 1:
        return _end_of_level(own, at) or bare
    return bare


def _nested(own: Sequence[Mark], first: int) -> int | None:
    """The mark that closes a fence that stands open before the mark `first`, which opens one
    inside; nothing where the marks behind it would not pair then."""
    end = _end_of_level(own, first - 1)
    if end is None:
        return None
    stop = end + 1
    while stop < len(own) and not own[stop].info:
        stop += 1
    return end if (stop - end) % 2 else None


def _end_of_level(own: Sequence[Mark], at: int) -> int | None:
    depth = 1
    for n in range(at + 1, len(own)):
        depth += 1 if own[n].info else -1
        if not depth:
            return n
    return None


def _stray(row: Sequence[int], swallowed: Callable[[int, int], int]) -> int:
    """Which of an odd number of bare marks is one too many: the one without which the others
    swallow the fewest headings, the last of them where several do."""
    pairs = len(row) // 2
    after = sum(swallowed(row[n], row[n + 1]) for n in range(1, 2 * pairs, 2))
    before = 0
    best = (before + after, row[0])
    for n in range(0, 2 * pairs, 2):
        before += swallowed(row[n], row[n + 1])
        after -= swallowed(row[n + 1], row[n + 2])
        if before + after <= best[0]:
            best = (before + after, row[n + 2])
    return best[1]
