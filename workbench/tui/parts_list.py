"""The parts list: where the tokens are, where the weak places are, what scores low."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from workbench.tui.keymap import current
from workbench.tui.rows import Piece, RowList, fit
from workbench.tui.session import PartRow, Session

_USAGE = {"ALWAYS": "alw", "OFTEN": "oft", "SOMETIMES": "som", "RARELY": "rar", "NEVER": "nev"}
#: From this width on there is room for the weight, the share bar and the usage.
ROOMY = 44


class PartsList(RowList):
    """One row per part, and a total."""

    BINDINGS: ClassVar[list[BindingType]] = current().bindings("parts", "panes")

    def __init__(self, session: Session, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.session = session
        self.border_title = "Parts"
        self._shown: list[PartRow] = []
        self._words = ""

    def row_count(self) -> int:
        return len(self.session.rows)

    def update_rows(self) -> None:
        """The session has other rows; only those that look different are painted."""
        rows = self.session.rows
        old, self._shown = self._shown, rows
        if len(old) != len(rows):
            self.rows_changed()
        else:
            for i, (was, now) in enumerate(zip(old, rows, strict=True)):
                if was[1:] != now[1:] or was.part.title != now.part.title:
                    self.refresh_lines(i)
        total = self.session.live.total_tokens
        words = f"{len(rows)} part{'s' if len(rows) != 1 else ''}"
        if total is not None:
            words += f" · {total:,} tok"
        if words != self._words:
            self._words = words
            self.border_subtitle = words

    def row(self, index: int, width: int) -> Sequence[Piece]:
        row = self.session.rows[index]
        roomy = width >= ROOMY
        spot = row.spot
        glyph = spot.glyph if spot.glyph.strip() else "·"
        tokens = "…" if row.tokens is None else f"{row.tokens:,}"
        share = "" if row.share is None else f"{row.share:.0%}"
        score = "-" if row.score is None else f"{row.score:.0f}"
        right = f"{tokens:>6}{share:>5}"
        marker = "▸" if index == self.cursor else " "
        left = [
            Piece(marker, "key"),
            Piece(glyph, spot.band),
            Piece(f"{index + 1:>3} ", "dim"),
        ]
        used = 6
        tail = [Piece(right, "number"), Piece(f"{score:>3}", _score_style(row))]
        used += len(right) + 3
        if roomy:
            weight = "    " if spot.weight is None else f"{spot.weight:.2f}".removeprefix("0")
            left.insert(2, Piece(f"{weight:>4}", spot.band))
            usage = _USAGE.get(row.usage, "   ")
            tail += [Piece(f" {usage}", "dim")]
            used += 8
        flags = row.flags
        used += 4
        title = Piece(fit(row.part.title or row.part.kind, max(4, width - used)), _title(row))
        return (*left, title, Piece(f" {flags:<3}", "flag"), *tail)


def _title(row: PartRow) -> str:
    return "dim" if not row.part.scored else ""


def _score_style(row: PartRow) -> str:
    if row.score is None:
        return "dim"
    return "bad" if row.score < 2 else "warn" if row.score < 5 else "good"
