"""The bars: what is open and how full the window is, the task, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from textual.strip import Strip

from workbench.tui.flagged import SIGNS, STYLES, FlagTable
from workbench.tui.keymap import current
from workbench.tui.rows import Piece, RowList, fit
from workbench.tui.session import Session
from workbench.tui.session_rows import Header

#: What a bar shows, for a width in cells.
Source = Callable[[int], Sequence[Piece]]


class Bar(RowList, can_focus=False):
    """One painted line; `source` gives its pieces for a width."""

    has_cursor = False
    scrolls = False

    def __init__(self, source: Source, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.source = source

    def row_count(self) -> int:
        return 1

    def show(self, *pieces: Piece) -> None:
        """Show these pieces from now on."""
        self.source = lambda width: pieces
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        return self.paint(self.source(width) if not y else (), width, self.base)


def window_pieces(session: Session, job: str, width: int) -> Sequence[Piece]:
    """File, modified mark, version, tokens with their label, share of the window, jobs."""
    head = session.header()
    right = f"{job} " if job else ""
    left = [
        Piece(f" {_name(head, width)}", "title"),
        Piece(" *" if head.modified else "  ", "warn"),
    ]
    if head.version:
        outside = session.standing is not None and session.standing.outside
        words = head.version if width >= 100 else head.version_short
        plain = session.on_disk and not outside and not session.storeless
        left.append(Piece(f" {words}", "dim" if plain else "warn"))
    if head.tokens is None:
        left.append(Piece(" · counting …", "dim"))
    else:
        scenario = head.scenario if width >= 100 else session.scenario_name
        known = f" tok {head.label} {head.counter}".rstrip()
        left += [
            Piece(" · ", "dim"),
            Piece(f"{head.tokens:,}", "bold"),
            Piece(known, "dim"),
            Piece(" · window ", "dim"),
        ]
        if head.over:  # a share above 100 % says nothing by itself
            left.append(Piece(f"exceeded by {head.over:,}", "bad bold"))
            left.append(Piece(f", {scenario}", "dim"))
        else:
            left.append(Piece(head.in_window, "bold"))
            left.append(Piece(" full" if scenario == "full" else f" full, {scenario}", "dim"))
    return _both_sides(left, right, width)


#: Names that every folder may have: the folder tells them apart.
_COMMON = {"skill.md", "prompt.md", "system-prompt.md", "readme.md", "index.md"}


def _name(head: Header, width: int) -> str:
    """The file name, with its folder where that tells it apart or where there is room."""
    if not head.folder or (width < 100 and head.name.lower() not in _COMMON):
        return head.name
    return f"{fit(head.folder, min(cell_len(head.folder), 20))}/{head.name}"


def task_pieces(session: Session, width: int) -> Sequence[Piece]:
    """The task that the parts are scored against, or what happened to the file on disk."""
    if session.disk_note:
        sign = current().sign("bench", "disk")
        room = max(0, width - len(sign) - 13)
        return (
            Piece(" ! ", "flag"),
            Piece(fit(session.disk_note, room), "warn"),
            Piece(f" {sign} ", "key"),
            Piece("decide", "dim"),
        )
    if session.outside_note:
        sign = current().sign("bench", "diff")
        room = max(0, width - len(sign) - 17)
        return (
            Piece(" ! ", "flag"),
            Piece(fit(session.outside_note, room), "warn"),
            Piece(f" {sign} ", "key"),
            Piece("difference", "dim"),
        )
    sign = current().sign("bench", "edit_task")
    task = session.task
    room = max(0, width - 8 - len(sign) - 7)
    shown = fit(task, room) if task else fit("not known yet: say what the prompt is for", room)
    return (
        Piece(" Task  ", "dim"),
        Piece(shown, "" if task else "dim"),
        Piece(f" {sign} ", "key"),
        Piece("edit", "dim"),
    )


#: Cells that the totals of the findings take, so that nothing moves when they come.
_TOTALS = 11


def with_totals(pieces: Source, table: FlagTable, width: int) -> list[Piece]:
    """A row (made by `pieces` for the width that is left) and the findings at its right end."""
    totals = totals_pieces(table)
    wide = sum(cell_len(piece.text) for piece in totals)
    room = max(0, width - max(_TOTALS, wide + 2))
    out, used = [], 0
    for text, style in pieces(room):
        shown = text if used + cell_len(text) <= room else fit(text, room - used)
        out.append(Piece(shown, style))
        used += cell_len(shown)
    return [*out, Piece(" " * max(0, width - used - wide)), *totals]


def totals_pieces(table: FlagTable) -> list[Piece]:
    """How many findings there are, by severity, and the key that lists them."""
    pieces = [
        Piece(f"{SIGNS[severity]}{count} ", STYLES[severity]) for severity, count in table.totals()
    ]
    if not pieces:
        count = "?" if table.broken else "0" if table.known else "…"
        pieces = [Piece(f"{SIGNS['warning']}{count} ", "dim")]
    return [*pieces, Piece(f"{current().sign('bench', 'findings')} ", "key")]


def keys_of(actions: Sequence[tuple[str, str, str]], width: int) -> list[Piece]:
    """The keys of these actions, each (place, name, words or "" for its own), as many as fit."""
    from workbench.tui.actions import ACTIONS

    keymap = current()
    shown = [
        (keymap.sign(place, name), words or ACTIONS[place][name].short)
        for place, name, words in actions
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
