"""The diff view: what changed, moves as moves, next and previous change."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from textwrap import wrap
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import BindingType

from workbench.change.diff import Diff
from workbench.prompt.visible import one_line
from workbench.tui.bars import Bar
from workbench.tui.diff_rows import diff_rows
from workbench.tui.keymap import current
from workbench.tui.rows import Piece, Row
from workbench.tui.screens.reader import ReaderScreen

_ALL = 1 << 30


def shortened(a: str, b: str, room: int) -> tuple[str, str]:
    """Two names that fill at most `room` cells together; the shorter one is cut last.

    Where both are of one file, its name goes first: it tells nobody which of the two is which.
    """
    room = max(room, 8)
    a, b = one_line(a), one_line(b)
    file = a.partition(", ")[0] + ", "
    if cell_len(a) + cell_len(b) > room and a.startswith(file) and b.startswith(file):
        a, b = a.removeprefix(file), b.removeprefix(file)
    long_a, long_b = cell_len(a), cell_len(b)
    if long_a + long_b > room:
        for_a = min(long_a, max(room // 2, room - long_b))
        a, b = _cut(a, for_a), _cut(b, room - for_a)
    return a, b


def _cut(name: str, room: int) -> str:
    return name if cell_len(name) <= room else set_cell_size(name, room - 1).rstrip() + "…"


class DiffScreen(ReaderScreen):
    """Shows one diff, older on the left."""

    PLACE = "diff"
    KEYS = ("next_change", "previous_change", "context", "close", "help")
    BINDINGS: ClassVar[list[BindingType]] = current().bindings("diff")

    def __init__(
        self, diff: Diff, ledger: str = "", worse: bool = False, told: str = "", other: str = ""
    ) -> None:
        super().__init__()
        self.diff = diff
        #: Why these two texts are compared, and what the newer one can be compared with instead.
        self.told, self.other = told, other
        #: What became of the statements, in one line; `worse`: the gate would refuse it.
        self.ledger, self.worse = ledger, worse
        self.lines_around = 3
        self.starts: list[int] = []

    def on_mount(self) -> None:
        self.query_one("#title", Bar).source = self._title
        self.show()

    def _title(self, width: int) -> Sequence[Piece]:
        """The two names, cut short where the counts would not fit beside them."""
        counts = self.diff.summary()
        room = width - cell_len(f" Diff  -   to  +    {counts} ")
        a, b = shortened(self.diff.a, self.diff.b, room)
        return (
            Piece(" Diff  ", "title"),
            Piece(f"- {a}", "removed"),
            Piece("  to  ", "dim"),
            Piece(f"+ {b}", "added"),
            Piece(f"   {counts}", "bold"),
        )

    def on_resize(self, event: events.Resize) -> None:
        self.show()

    def show(self) -> None:
        """Lay the rows out again for the width there is."""
        width = (self.rows.scrollable_content_region.width or self.app.size.width) - 1
        rows, self.starts = diff_rows(self.diff, width, self.lines_around)
        if self.diff.same:
            rows = [(Piece(" No difference: not a byte differs.", "dim"),)]
        top: list[Row] = [
            (Piece(f" {line}", "dim"),) for line in wrap(self.told, max(20, width - 1))
        ]
        if self.ledger:
            # Nothing is refused here: it is what the person wrote or accepted.
            verdict = "read what is lost or changed" if self.worse else "nothing is lost"
            words = f"Ledger: {self.ledger}: {verdict}."
            style = "warn" if self.worse else "good"
            top += [(Piece(f" {line}", style),) for line in wrap(words, max(20, width - 1))]
        self.starts = [start + len(top) for start in self.starts]
        self.rows.set_rows([*top, *rows])
        self.query_one("#keys").refresh()

    def action_other(self) -> None:
        """Compare with another text, where there is one."""
        if self.other:
            self.leave("other")

    def offers(self) -> list[tuple[str, str, str]]:
        keys = [one for one in super().offers() if self.starts or "change" not in one[1]]
        other = ("diff", "other", f"compare with {self.other}")
        return [other, *keys] if self.other else keys

    def action_next_change(self) -> None:
        top = round(self.rows.scroll_y)
        at = bisect_right(self.starts, top + 1)
        if at < len(self.starts):
            self.rows.scroll_to(y=max(0, self.starts[at] - 1), animate=False)

    def action_previous_change(self) -> None:
        top = round(self.rows.scroll_y)
        at = bisect_left(self.starts, top + 1) - 1
        self.rows.scroll_to(y=max(0, self.starts[at] - 1) if at >= 0 else 0, animate=False)

    def action_context(self) -> None:
        self.lines_around = _ALL if self.lines_around == 3 else 3
        self.show()
