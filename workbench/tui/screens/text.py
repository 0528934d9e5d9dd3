"""A text to read: an old version, help, reasons."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from textual.binding import BindingType

from workbench.tui.keymap import current
from workbench.tui.rows import Piece, Row
from workbench.tui.screens.reader import ReaderScreen
from workbench.tui.wrap import break_line


class TextScreen(ReaderScreen):
    """Lines with numbers (or rows that are given), wrapped when they are long."""

    PLACE = "diff"
    KEYS = ("close",)
    BINDINGS: ClassVar[list[BindingType]] = current().bindings("diff")

    def __init__(
        self,
        title: str,
        lines: list[str] | None = None,
        rows: list[Row] | None = None,
        *,
        numbered: bool = True,
    ) -> None:
        super().__init__()
        self.heading, self.text_lines, self.given = title, lines or [], rows
        self.numbered = numbered

    def on_mount(self) -> None:
        self.title_bar(Piece(f" {self.heading}", "title"))
        self.rows.set_rows(self.given if self.given is not None else self._wrapped())

    def _wrapped(self) -> list[Row]:
        width = max(20, self.app.size.width - 9)
        rows: list[Row] = []
        for number, line in enumerate(self.text_lines, 1):
            edges = [0, *break_line(line, width, 4), len(line)]
            for i, (a, b) in enumerate(pairwise(edges)):
                label = f"{number:>6} " if not i else " " * 7
                if not self.numbered:
                    label = "  "
                rows.append((Piece(label, "dim"), Piece(line[a:b].replace("\t", "    "))))
        return rows

    def action_next_change(self) -> None:
        self.action_page_down()

    def action_previous_change(self) -> None:
        self.action_page_up()

    def action_context(self) -> None:
        """Nothing to fold here."""
