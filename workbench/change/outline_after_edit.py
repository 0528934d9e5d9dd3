"""The outline of a text after an edit, from the one before: only the stretches that changed are
parsed again. Many changes of one prompt are tried out, and most touch a few lines of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from workbench.prompt.edits import Edit
from workbench.prompt.lines import line_at, split_lines
from workbench.prompt.live_outline import LiveOutline
from workbench.prompt.prompt import Prompt


class Following:
    """Hands the lines and outline of `old` on to texts that edits lead to."""

    def __init__(self, old: Prompt) -> None:
        self._old = old

    def outline(self, edit: Edit, new: Prompt) -> None:
        """Work out lines and outline of `new`, to which `edit` leads from the old text.

        Where the stretches do not join up, nothing happens and `new` parses itself when asked.
        """
        if "outline" in new.__dict__ or new.is_data or self._old.is_data:
            return
        lines = list(self._old.lines)
        live = self._live.copy()
        for first, last, fresh in reversed(_stretches(self._old, edit)):
            around = [*lines[max(0, first - 1) : first], *fresh[:1], *lines[last : last + 1]]
            behind = [*fresh[-1:], *lines[last : last + 1]]
            if not (_well_cut(around[:2]) and _well_cut(behind)):
                return
            lines[first:last] = fresh
            live.splice(lines, first, last - first, len(fresh))
        if "".join(lines) != new.text:
            return
        live.settle(lines)
        new.__dict__.setdefault("lines", tuple(lines))
        new.__dict__["outline"] = live.outline

    @cached_property
    def _live(self) -> LiveOutline:
        return LiveOutline(self._old.lines, self._old.kind, self._old.reading)


def _stretches(old: Prompt, edit: Edit) -> list[tuple[int, int, list[str]]]:
    """Old lines (0-based, half-open) that an edit touches, each with the lines in their stead."""
    starts, text, size = old.starts, old.text, len(old.lines)
    spans: list[tuple[int, int]] = []
    for splice in edit.splices:
        # One line more on either side, so that line ends that are joined or torn lie inside.
        first = max(0, line_at(starts, splice.start) - 1)
        last = min(size, line_at(starts, splice.end) + 2)
        if spans and first <= spans[-1][1]:
            first, last = spans[-1][0], max(last, spans[-1][1])
            spans.pop()
        spans.append((first, last))
    found = []
    done = 0
    for first, last in spans:
        at, end = starts[first], starts[last]
        pieces: list[str] = []
        while done < len(edit.splices) and edit.splices[done].end <= end:
            splice = edit.splices[done]
            pieces += [text[at : splice.start], splice.text]
            at = splice.end
            done += 1
        pieces.append(text[at:end])
        found.append((first, last, split_lines("".join(pieces))))
    return found


def _well_cut(pair: Sequence[str]) -> bool:
    """Whether two lines, one behind the other, are the lines of the text they join to."""
    if len(pair) < 2:
        return True
    before, after = pair
    return before.endswith("\n") or (before.endswith("\r") and not after.startswith("\n"))
