"""The parts list: where the tokens are, where the weak places are, what scores low."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.binding import BindingType

from workbench.tui.flagged import STYLES
from workbench.tui.keymap import current
from workbench.tui.mapping import short
from workbench.tui.pane import Pane
from workbench.tui.rows import Piece, RowList, fit
from workbench.tui.session import Session
from workbench.tui.session_rows import PartRow

_USAGE = {"ALWAYS": "alw", "OFTEN": "oft", "SOMETIMES": "som", "RARELY": "rar", "NEVER": "nev"}
#: From this width on there is room for both weights, the share bar and the usage.
ROOMY = 50
#: Cells of the share bar.
_BAR = 6
_EIGHTHS = " ▏▎▍▌▋▊▉"


class _Columns(NamedTuple):
    """Widths that follow what the rows hold, so that titles get the rest."""

    number: int
    tokens: int
    flags: int
    found: int
    judge: int


class PartsList(Pane, RowList):
    """One row per part, and a total."""

    BINDINGS: ClassVar[list[BindingType]] = current().bindings("parts", "panes")

    def __init__(self, session: Session, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.session = session
        self.border_title = "Parts"  # until they are known
        self._shown: list[PartRow] = []
        self._words = ""
        self._columns: _Columns | None = None

    def row_count(self) -> int:
        return len(self.session.rows)

    def update_rows(self) -> None:
        """The session has other rows; only those that look different are painted."""
        rows = self.session.rows
        old, self._shown = self._shown, rows
        columns = self._columns
        if columns != self._measure(rows):
            self.refresh()
        if len(old) != len(rows):
            self.rows_changed()
        else:
            for i, (was, now) in enumerate(zip(old, rows, strict=True)):
                if was[1:] != now[1:] or was.part.title != now.part.title:
                    self.refresh_lines(i)
        self.update_title()

    def update_title(self) -> None:
        """How many parts there are, what the weights of a wide list are, and who has the keys."""
        count = len(self.session.rows)
        words = f"{'▶ ' if self.has_focus else ''}Parts · {count}"
        if self.size.width > ROOMY and self.session.places.known:
            words += f"; weight here, in the window ({self.session.scenario_name})"
        if words != self._words:
            self._words = words
            self.border_title = words

    def row(self, index: int, width: int) -> Sequence[Piece]:
        rows = self.session.rows
        row = rows[index]
        spot = row.spot
        glyph = spot.glyph if spot.glyph.strip() else "·"
        columns = self._columns or self._measure(rows)
        # A heading alone shows what it holds, as a sum that the rows below add up to.
        share = "" if row.share is None or row.sums else f"{row.share:.0%}"
        score = "-" if row.score is None else f"{row.score:.0f}"
        left = [
            Piece("▸" if index == self.cursor else " ", "key"),
            Piece(glyph, spot.band),
            Piece(f"{index + 1:>{columns.number}} ", "dim"),
        ]
        tail = [
            Piece(f"{_tokens(row):>{columns.tokens}}{share:>5}", "dim" if row.sums else ""),
            Piece(f"{score:>3}", _score_style(row)),
        ]
        if columns.judge:
            tail.append(Piece(f"{row.judge:<1}", "dim"))
        used = 3 + columns.number + columns.tokens + 8 + columns.judge
        if width >= ROOMY:
            window = "none" if spot.window is None else spot.window.band
            left.insert(2, Piece(f" {short(spot.here):<4}", spot.band))
            left.insert(3, Piece(f" {short(spot.window):<4}", window))
            largest = max((other.share or 0.0 for other in rows), default=0.0)
            part = (row.share or 0.0) / largest if largest else 0.0
            tail.insert(1, Piece(f" {_bar(part)}", "dim"))
            tail.append(Piece(f" {_USAGE.get(row.usage, '   ')}", "dim"))
            used += 14 + 1 + _BAR
        if columns.found:
            found = f" {row.found:<{columns.found}}"
            tail.insert(0, Piece(found, STYLES.get(row.loud, "")))
            used += columns.found + 1
        if columns.flags:
            tail.insert(0, Piece(f" {row.flags:<{columns.flags}}", "flag"))
            used += columns.flags + 1
        title = row.part.title or row.part.kind
        return (*left, Piece(fit(title, max(4, width - used)), _title(row)), *tail)

    def _measure(self, rows: Sequence[PartRow]) -> _Columns:
        self._columns = _Columns(
            len(str(len(rows))) + 1,
            max((len(_tokens(row)) for row in rows), default=1) + 1,
            max((len(row.flags) for row in rows), default=0),
            max((len(row.found) for row in rows), default=0),
            max((len(row.judge) for row in rows), default=0),
        )
        return self._columns


def _bar(part: float) -> str:
    """A part (0 to 1) of the largest share as a bar of `_BAR` cells, in eighths of a cell."""
    eighths = max(1, round(part * _BAR * 8)) if part else 0
    full, rest = divmod(min(eighths, _BAR * 8), 8)
    return ("█" * full + _EIGHTHS[rest])[:_BAR].ljust(_BAR)


def _tokens(row: PartRow) -> str:
    if row.tokens is None:
        return "…"
    return f"Σ{row.section:,}" if row.sums and row.section is not None else f"{row.tokens:,}"


def _title(row: PartRow) -> str:
    return "dim" if not row.part.scored else ""


def _score_style(row: PartRow) -> str:
    if row.score is None:
        return "dim"
    return "bad" if row.score < 2 else "warn" if row.score < 5 else "good"
