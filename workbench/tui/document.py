"""The document behind the editor: every line keeps its own ending, to the byte.

Textual's `Document` splits with `str.splitlines` and joins with one newline style. Ours splits
on \\n, \\r\\n and lone \\r only, so that U+2028, NEL or form feed stay inside their line, and
remembers the ending of each line, so that text nobody edited is written back as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import overload

from textual.document._document import DocumentBase, EditResult, Location, Newline
from textual.document._edit import Edit
from textual.geometry import Size
from textual.widgets import TextArea

from workbench.prompt.lines import body, split_lines, usual_ending

#: Called after a change: rows `start` to `end` (0-based, half-open, before the change) are now
#: `lines` (with endings).
ChangeHook = Callable[[int, int, list[str]], None]


def rows_of(text: str) -> tuple[list[str], list[str]]:
    """Bodies and endings of `text`; there is always a last row without an ending."""
    lines = split_lines(text)
    bodies = [body(line) for line in lines]
    endings = [line[len(plain) :] for line, plain in zip(lines, bodies, strict=True)]
    if not endings or endings[-1]:
        bodies.append("")
        endings.append("")
    return bodies, endings


class PromptDocument(DocumentBase):
    """The rows of a prompt: `lines` without endings, `endings` beside them.

    Only the last row has no ending. Joined, row by row, they are the text.
    """

    def __init__(self, text: str = "", on_change: ChangeHook | None = None) -> None:
        self._bodies, self._endings = rows_of(text)
        self.on_change = on_change
        self.usual = usual_ending(text)
        #: Endings that the last `replace_range` had to change: (row, ending before).
        self.mended: list[tuple[int, str]] = []

    @property
    def text(self) -> str:
        return "".join([a + b for a, b in zip(self._bodies, self._endings, strict=True)])

    @property
    def newline(self) -> Newline:
        return self.usual  # type: ignore[return-value]

    @property
    def lines(self) -> list[str]:
        return self._bodies

    def ending_of(self, row: int) -> str:
        """The ending of a row; for the last row, which has none, that of the row above."""
        if self._endings[row]:
            return self._endings[row]
        return self._endings[row - 1] if row else self.usual

    def native(self, text: str, row: int) -> str:
        """`text` with its line ends written the way the document writes them around `row`."""
        if "\n" not in text and "\r" not in text:
            return text
        flat = text.replace("\r\n", "\n").replace("\r", "\n")
        wanted = self.ending_of(row)
        return flat if wanted == "\n" else flat.replace("\n", wanted)

    def get_line(self, index: int) -> str:
        return self._bodies[index]

    def get_text_range(self, start: Location, end: Location) -> str:
        if start == end:
            return ""
        (top, left), (bottom, right) = sorted((start, end))
        bodies, endings = self._bodies, self._endings
        if top == bottom:
            return bodies[top][left:right]
        last = len(bodies)
        pieces = [bodies[top][left:], endings[top]]
        for row in range(top + 1, min(bottom, last)):
            pieces += (bodies[row], endings[row])
        if bottom < last:
            pieces.append(bodies[bottom][:right])
        return "".join(pieces)

    def get_size(self, indent_width: int) -> Size:
        return Size(max(map(len, self._bodies), default=0), len(self._bodies))

    @property
    def line_count(self) -> int:
        return len(self._bodies)

    @property
    def start(self) -> Location:
        return (0, 0)

    @property
    def end(self) -> Location:
        return (len(self._bodies) - 1, len(self._bodies[-1]))

    @overload
    def __getitem__(self, line_index: int) -> str: ...
    @overload
    def __getitem__(self, line_index: slice) -> list[str]: ...
    def __getitem__(self, line_index: int | slice) -> str | list[str]:
        return self._bodies[line_index]

    def with_endings(self, start: int, end: int) -> list[str]:
        """Rows `start` to `end` (half-open) as `split_lines` would give them for the whole text."""
        rows = [self._bodies[i] + self._endings[i] for i in range(start, min(end, self.line_count))]
        if rows and not rows[-1]:
            rows.pop()
        return rows

    def change_to(self, text: str) -> tuple[str, Location, Location] | None:
        """The one replacement (new words, from, to) that makes the document `text`: only rows that
        differ are in it. None: it is that text already."""
        old = self.with_endings(0, self.line_count)
        new = PromptDocument(text).with_endings(0, 1 << 60)
        same = 0
        for a, b in zip(old, new, strict=False):
            if a != b:
                break
            same += 1
        tail = 0
        shortest = min(len(old), len(new)) - same
        while tail < shortest and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        if same == len(old) == len(new):
            return None
        # The rows in the tail end like the text ends, so an edit up to their start is exact.
        end = (len(old) - tail, 0) if tail else self.end
        return "".join(new[same : len(new) - tail]), (same, 0), end

    def replace_range(self, start: Location, end: Location, text: str) -> EditResult:
        """Replace what lies between two locations by `text`; its line ends are kept as given."""
        (top, left), (bottom, right) = sorted((start, end))
        bodies, endings = self._bodies, self._endings
        last = len(bodies) - 1
        if bottom > last:
            bottom, right = last, len(bodies[last])
        if top > last:
            top, left = last, len(bodies[last])
        left, right = min(left, len(bodies[top])), min(right, len(bodies[bottom]))
        replaced = self.get_text_range((top, left), (bottom, right))
        before, after = bodies[top][:left], bodies[bottom][right:]
        new_bodies, new_endings = rows_of(text)
        new_bodies[0] = before + new_bodies[0]
        column = len(new_bodies[-1])
        new_bodies[-1] += after
        new_endings[-1] = endings[bottom]
        bodies[top : bottom + 1] = new_bodies
        endings[top : bottom + 1] = new_endings
        new_bottom = top + len(new_bodies) - 1
        self._mend(top, new_bottom)
        extra = max([new_bottom, *(row for row, _ in self.mended)]) - new_bottom
        self._tell(top, bottom + 1 + extra, new_bottom + 1 + extra)
        return EditResult((new_bottom, column), replaced)

    def _mend(self, top: int, bottom: int) -> None:
        """Keep a row ended by \\r and an empty row ended by \\n from becoming one \\r\\n.

        The person sees two line ends and means two; the lower one becomes \\r. The change is
        remembered in `mended`, so that undo can take it back.
        """
        self.mended = []
        for row in sorted({top, bottom, bottom + 1}):
            # A mended row may now meet the one below it.
            while (
                0 < row < len(self._bodies)
                and not self._bodies[row]
                and self._endings[row] == "\n"
                and self._endings[row - 1] == "\r"
            ):
                self.mended.append((row, "\n"))
                self._endings[row] = "\r"
                row += 1

    def restore_endings(self, mended: Iterable[tuple[int, str]]) -> None:
        """Take back what `_mend` did in an earlier edit."""
        for row, ending in mended:
            self._endings[row] = ending
            self._tell(row, row + 1, row + 1)

    def _tell(self, start: int, old_end: int, new_end: int) -> None:
        if self.on_change is not None:
            self.on_change(start, old_end, self.with_endings(start, new_end))


class PromptEdit(Edit):
    """An edit whose undo also takes back an ending that had to be mended."""

    _mended: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, edit: Edit) -> PromptEdit:
        """The same edit, as one of ours."""
        if isinstance(edit, PromptEdit):
            return edit
        return cls(edit.text, edit.from_location, edit.to_location, edit.maintain_selection_offset)

    def do(self, text_area: TextArea, record_selection: bool = True) -> EditResult:
        result = super().do(text_area, record_selection)
        document = text_area.document
        self._mended = tuple(document.mended) if isinstance(document, PromptDocument) else ()
        return result

    def undo(self, text_area: TextArea) -> EditResult:
        result = super().undo(text_area)
        document = text_area.document
        done = self._edit_result
        if self._mended and done is not None and isinstance(document, PromptDocument):
            # Rows above the end of the edit were its own text and are gone with it.
            below = done.end_location[0]
            shift = self.bottom[0] - below
            document.restore_endings((r + shift, old) for r, old in self._mended if r >= below)
        return result
