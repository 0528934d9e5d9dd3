"""A prompt that is being edited: lines, parts and counts that follow each key press.

An edit costs what it touches: a stretch of Markdown is parsed again, a block of lines is
counted again, the borders of the parts are shifted. What needs longer (a counter that is
still loading, a structure too large for a key press) is worked out by the owner between
key presses: `count_in` and `settle`. Nothing here reads files, waits or draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Protocol

from workbench.prompt.align import align_parts
from workbench.prompt.kinds import DATA_KINDS
from workbench.prompt.lines import body, line_starts, split_lines
from workbench.prompt.live_outline import LiveOutline
from workbench.prompt.parts import NAMED_BY_WORDS, NO_CUTS, Cuts, Part, first_words, split_parts
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import Source

#: Above this many lines, parts are cut anew between key presses rather than during one.
_LINES_AT_ONCE = 4000


class RunningCount(Protocol):
    """Counts over the lines of a text that follow edits (`tokens.LineCounter`)."""

    @property
    def total(self) -> int: ...

    def splice(self, start: int, end: int, new_lines: Sequence[str]) -> object: ...

    def before(self, line: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Change:
    """One edit: old lines `start` to `end` (0-based, half-open) became `lines`."""

    start: int
    end: int
    lines: tuple[str, ...]


class LivePrompt:
    """The model of an open prompt. `revision` grows by one with each edit."""

    def __init__(
        self,
        source: Source,
        path: str = "",
        *,
        kind: str = "",
        cuts: Cuts = NO_CUTS,
        granularity: str | int = "auto",
    ) -> None:
        self.source = source
        self.path = path
        self.kind = kind or Prompt(source, path).kind
        self.cuts = cuts
        self.granularity = granularity
        self.lines: list[str] = split_lines(source.text)
        self.revision = 0
        self._data = self.kind in DATA_KINDS
        self._outline = LiveOutline(self.lines, self.kind)
        self._names: dict[str, str] = {}
        self._parts = self._cut()
        self._stale = False
        self._count: RunningCount | None = None
        self._journal: list[Change] = []

    # -- text ---------------------------------------------------------------

    def text(self) -> str:
        return "".join(self.lines)

    def data(self) -> bytes:
        """The bytes to write: the encoding and the mark of the file are kept."""
        return self.source.with_text(self.text()).data

    def prompt(self) -> Prompt:
        """What is on screen now, as a value for work in the background."""
        return Prompt(self.source.with_text(self.text()), self.path, self.kind, self.cuts)

    def replace_lines(self, start: int, end: int, new_lines: Sequence[str]) -> Change:
        """Old lines `start` to `end` (0-based, half-open) become `new_lines` (with endings)."""
        change = Change(start, end, tuple(new_lines))
        by_words = self._called_by_words(start)
        old = self.lines[start:end]
        self.lines[start:end] = new_lines
        self.revision += 1
        if self._count is not None:
            self._count.splice(start, end, new_lines)
        else:
            self._journal.append(change)
        reshaped = self._outline.splice(self.lines, start, end - start, len(new_lines))
        grown = sum(map(len, new_lines)) - sum(map(len, old))
        fits = self._shift(start, end, len(new_lines) - (end - start), grown, by_words)
        if reshaped or not fits:
            self._stale = True
            if len(self.lines) <= _LINES_AT_ONCE and not self._outline.stale:
                self._recut()
        return change

    # -- parts --------------------------------------------------------------

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts now. While `stale`, borders are shifted but not yet cut anew."""
        return self._parts

    @property
    def stale(self) -> bool:
        """Whether `settle` has work to do."""
        return self._stale or self._outline.stale

    def settle(self) -> bool:
        """Bring the structure up to date; true when the parts may have changed."""
        if not self.stale:
            return False
        self._outline.settle(self.lines)
        self._recut()
        return True

    def adopt(self, outline: LiveOutline, revision: int) -> bool:
        """Take over an outline made elsewhere (`LiveOutline(lines)`) of that `revision`.

        False, and nothing happens, when the text has moved on meanwhile.
        """
        if revision != self.revision:
            return False
        self._outline = outline
        self._recut()
        return True

    def set_cuts(self, cuts: Cuts, granularity: str | int | None = None) -> None:
        """Other splits by hand, or another granularity."""
        self.cuts = cuts
        if granularity is not None:
            self.granularity = granularity
        self._recut()

    def _cut(self) -> tuple[Part, ...]:
        return split_parts(
            self.lines, self._outline.outline, self.granularity, self.cuts, data=self._data
        )

    def _recut(self) -> None:
        """Cut anew; a part that is found again keeps the id it has had since it was opened."""
        old, new = self._parts, self._cut()
        text = self.text()
        known = {part.id for part in old}
        if any(part.id not in known for part in new):
            # The old borders are shifted along with edits, so both are read from one text.
            same = align_parts(text, old, text, new)
            taken = {part.id for part in new if part.id in known}
            named = []
            for part in new:
                kept = same.get(part.id, part.id)
                if part.id in known or kept in taken:
                    kept = part.id
                taken.add(kept)
                named.append(replace(part, id=kept))
            new = tuple(named)
        self._parts = new
        self._stale = False

    def _shift(self, start: int, end: int, lines: int, chars: int, by_words: bool) -> bool:
        """Move the borders behind an edit; false when the edit runs across a border.

        `by_words`: the edited part is called after its first words, which may be others now.
        """
        parts = list(self._parts)
        if not parts:
            return False
        holder = self._holder(start)
        if end > parts[holder].end_line:
            self._parts = tuple(_clamped(parts, self.lines))
            return False
        part = parts[holder]
        part = replace(part, end=part.end + chars, end_line=part.end_line + lines)
        parts[holder] = self._titled(part) if by_words else part
        for i in range(holder + 1, len(parts)):
            part = parts[i]
            parts[i] = replace(
                part,
                start=part.start + chars,
                end=part.end + chars,
                start_line=part.start_line + lines,
                end_line=part.end_line + lines,
            )
        self._parts = tuple(parts)
        if (
            by_words and parts[holder].title == parts[holder].kind
        ):  # blank now: another kind of part
            return False
        return parts[holder].end_line >= parts[holder].start_line

    def _holder(self, line: int) -> int:
        """The index of the part with the 0-based `line`, the last one behind all."""
        parts = self._parts
        inside = (i for i, p in enumerate(parts) if p.start_line - 1 <= line < p.end_line)
        return next(inside, len(parts) - 1)

    def _called_by_words(self, line: int) -> bool:
        """Whether the part with the 0-based `line` has no heading and is called by its words."""
        if not self._parts:
            return False
        part = self._parts[self._holder(line)]
        return part.kind in NAMED_BY_WORDS and part.title == self._words_of(part)

    def _words_of(self, part: Part) -> str:
        rows = islice(self.lines, part.start_line - 1, part.end_line)
        return first_words(map(body, rows)) or part.kind

    def _titled(self, part: Part) -> Part:
        """The part under the name that its words give it now."""
        title = self._words_of(part)
        if title == part.title:
            return part
        return replace(part, title=title, path=(*part.path[:-1], title))

    # -- counts -------------------------------------------------------------

    def begin_count(self) -> tuple[str, ...]:
        """The lines to count in the background; edits from now on are remembered."""
        self._count = None
        self._journal = []
        return tuple(self.lines)

    def count_in(self, count: RunningCount) -> None:
        """Take over a count made of what `begin_count` gave, and catch up with later edits."""
        for change in self._journal:
            count.splice(change.start, change.end, change.lines)
        self._journal = []
        self._count = count

    @property
    def total_tokens(self) -> int | None:
        """Tokens of the whole text; None while they are being counted."""
        return None if self._count is None else self._count.total

    def tokens_before(self, line: int) -> int | None:
        """Tokens in front of the 0-based `line`; None while they are being counted."""
        return None if self._count is None else self._count.before(line)

    def part_tokens(self) -> list[int] | None:
        """Tokens of each part; they add up to the total. None while being counted."""
        if self._count is None:
            return None
        borders = [self._count.before(part.start_line - 1) for part in self._parts]
        return [b - a for a, b in pairwise([*borders, self._count.total])]


def _clamped(parts: Sequence[Part], lines: Sequence[str]) -> list[Part]:
    """Parts whose borders lie inside the text, until they are cut anew."""
    starts = line_starts(lines)
    top = len(lines)
    found = []
    for part in parts:
        first, last = min(part.start_line - 1, top), min(part.end_line, top)
        found.append(
            replace(
                part,
                start=starts[first],
                end=starts[max(first, last)],
                start_line=first + 1,
                end_line=max(first, last),
            )
        )
    return found
