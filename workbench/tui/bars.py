"""The bars: what is open and how full the window is, the task, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.strip import Strip

from workbench.tui.keymap import current
from workbench.tui.rows import Piece, RowList, fit
from workbench.tui.session import Session


class Bar(RowList, can_focus=False):
    """One painted line."""

    has_cursor = False
    scrolls = False

    def row_count(self) -> int:
        return 1

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        return self.paint(self.row(0, width) if not y else (), width, self.base)


class WindowBar(Bar):
    """File, modified mark, version, tokens with their label, share of the window, jobs."""

    session: Session | None = None
    job = ""

    def row(self, index: int, width: int) -> Sequence[Piece]:
        if self.session is None:
            return (Piece(" ctxbench", "title"),)
        head = self.session.header()
        right = f"{self.job} " if self.job else ""
        left = [Piece(f" {head.name}", "title"), Piece(" *" if head.modified else "  ", "warn")]
        if head.version:
            left.append(Piece(f" {head.version}", "dim"))
        if head.tokens is None:
            left.append(Piece(" · counting …", "dim"))
        else:
            known = f" tok {head.label} {head.counter}".rstrip()
            left += [
                Piece(" · ", "dim"),
                Piece(f"{head.tokens:,}", "bold"),
                Piece(known, "dim"),
                Piece(" · ", "dim"),
                Piece(head.in_window, "bold"),
                Piece(f" of the window, {head.scenario}", "dim"),
            ]
        if head.note:
            left.append(Piece(f" · {head.note}", "warn"))
        return _both_sides(left, right, width)


class TaskLine(Bar):
    """The task that the parts are scored against."""

    session: Session | None = None

    def row(self, index: int, width: int) -> Sequence[Piece]:
        session = self.session
        if session is not None and session.disk_note:
            sign = current().sign("bench", "disk")
            room = max(0, width - len(sign) - 13)
            return (
                Piece(" ! ", "flag"),
                Piece(fit(session.disk_note, room), "warn"),
                Piece(f" {sign} ", "key"),
                Piece("decide", "dim"),
            )
        sign = current().sign("bench", "edit_task")
        task = session.task if session is not None else ""
        room = max(0, width - 8 - len(sign) - 7)
        shown = fit(task, room) if task else fit("not known yet: say what the prompt is for", room)
        return (
            Piece(" Task  ", "dim"),
            Piece(shown, "" if task else "dim"),
            Piece(f" {sign} ", "key"),
            Piece("edit", "dim"),
        )


class KeyRow(Bar):
    """The keys of the current place, as many as fit."""

    place = "bench"
    names: Sequence[str] = ()

    def show(self, place: str, names: Sequence[str]) -> None:
        """Show the keys of these actions."""
        self.place, self.names = place, names
        self.refresh()

    def row(self, index: int, width: int) -> Sequence[Piece]:
        from workbench.tui.actions import ACTIONS

        keymap = current()
        shown = [
            (keymap.sign(self.place, name), ACTIONS[self.place][name].short) for name in self.names
        ]
        shown = [(sign, word) for sign, word in shown if sign and word]
        wide = sum(cell_len(sign) + len(word) + 3 for sign, word in shown) <= width
        pieces: list[Piece] = []
        used = 0
        for sign, word in shown:
            cost = cell_len(sign) + len(word) + (3 if wide else 2)
            if used + cost <= width:
                gap = " " if wide else ""
                pieces += [Piece(f" {sign}", "key"), Piece(f" {word}{gap}", "dim")]
                used += cost
        return pieces


def _both_sides(left: list[Piece], right: str, width: int) -> list[Piece]:
    """Left pieces, and a note at the right end when there is room; the left is cut first."""
    used = sum(cell_len(piece.text) for piece in left)
    wanted = cell_len(right)
    if not right:
        return left
    room = width - wanted
    out: list[Piece] = []
    at = 0
    for piece in left:
        cells = cell_len(piece.text)
        if at + cells > room:
            out.append(Piece(fit(piece.text, max(0, room - at)), piece.style))
            at = room
            break
        out.append(piece)
        at += cells
    out.append(Piece(" " * max(0, room - min(used, at)), ""))
    out.append(Piece(right, "dim"))
    return out
