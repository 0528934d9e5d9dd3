"""An edit as a unified diff: the form that patches have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.prompt.edits import Edit
from workbench.prompt.lines import line_at, line_starts, split_lines
from workbench.prompt.visible import visible

#: Lines that are shown before and behind a change.
CONTEXT = 3


@dataclass(frozen=True, slots=True)
class _Change:
    """Old lines `first` to `last` (0-based, half-open) become `new`."""

    first: int
    last: int
    new: tuple[str, ...]


def unified(text: str, edit: Edit, old: str, new: str) -> str:
    """What an edit of `text` changes, as a unified diff with the names `old` and `new`; nothing
    where it changes nothing. What cannot be seen is named, so that a terminal shows it."""
    lines = split_lines(text)
    changes = list(_changes(text, lines, edit))
    if not changes:
        return ""
    out = [f"--- {visible(old)}", f"+++ {visible(new)}"]
    shift = 0
    for group in _groups(changes):
        first = max(0, group[0].first - CONTEXT)
        last = min(len(lines), group[-1].last + CONTEXT)
        grown = sum(len(one.new) - (one.last - one.first) for one in group)
        place = _place(first + shift, last - first + grown)
        out.append(f"@@ -{_place(first, last - first)} +{place} @@")
        at = first
        for one in group:
            out += _marked(" ", lines[at : one.first])
            out += _marked("-", lines[one.first : one.last])
            out += _marked("+", one.new)
            at = one.last
        out += _marked(" ", lines[at:last])
        shift += grown
    return "\n".join(out) + "\n"


def _changes(text: str, lines: Sequence[str], edit: Edit) -> Iterator[_Change]:
    """The splices as changes of whole lines; those that share a line are one."""
    starts = line_starts(lines)
    held: list[tuple[int, int, str]] = []
    first = last = 0

    def made() -> _Change | None:
        start, end = starts[first], starts[last]
        words, at = [], start
        for a, b, replaced in held:
            words += [text[at:a], replaced]
            at = b
        new = split_lines("".join((*words, text[at:end])))
        same = new == list(lines[first:last])
        return None if same else _Change(first, last, tuple(new))

    for splice in edit.splices:
        top = line_at(starts, splice.start) if splice.start < len(text) else len(lines)
        if top and splice.start == len(text) and not lines[-1].endswith(("\n", "\r")):
            top = len(lines) - 1
        bottom = top if splice.start == starts[top] else top + 1
        if splice.end > starts[top]:
            bottom = line_at(starts, splice.end - 1) + 1
        tail = splice.text and not splice.text.endswith(("\n", "\r"))
        if splice.end == starts[bottom] and tail and bottom < len(lines):
            bottom += 1  # the next line gets words in front
        if held and top < last:
            last = max(last, bottom)
        else:
            if held and (done := made()):
                yield done
            held, first, last = [], top, bottom
        held.append((splice.start, splice.end, splice.text))
    if held and (done := made()):
        yield done


def _groups(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    """Changes whose context meets stand together."""
    group: list[_Change] = []
    for one in changes:
        if group and one.first - group[-1].last > 2 * CONTEXT:
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _place(first: int, count: int) -> str:
    """Where a hunk stands on one side: an empty one behind the line before it."""
    start = first + 1 if count else first
    return f"{start}" if count == 1 else f"{start},{count}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        bare = line.rstrip("\r\n")
        yield mark + visible(bare)
        if bare == line:
            yield "\\ No newline at end of file"
