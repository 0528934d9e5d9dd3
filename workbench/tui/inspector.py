"""The inspector: about the part under the cursor, and short views of what else there is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from workbench.prompt.visible import visible
from workbench.tui.keymap import current
from workbench.tui.rows import Piece, Row, RowList
from workbench.tui.session import SESSIONS, Session
from workbench.tui.wrap import break_line

if TYPE_CHECKING:
    from workbench.tui.session import PartRow

VIEWS = ("part", "proposals", "changes", "versions", "jobs")


class Note:
    """One paragraph of the inspector; `action` is what Enter does on it."""

    def __init__(self, text: str, style: str = "", action: str = "", head: str = "") -> None:
        self.text, self.style, self.action, self.head = text, style, action, head


class Inspector(RowList):
    """Paragraphs wrapped to the width of the pane."""

    marks_always = False
    BINDINGS: ClassVar[list[BindingType]] = current().bindings("inspector", "panes")

    class Offer(Message):
        """Enter on a paragraph that offers something."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, session: Session, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.session = session
        self.view = "part"
        self.part = 0
        self.sources: dict[str, Callable[[], list[Note]]] = {"part": self.part_notes}
        #: What others have to say about the lines of the part.
        self.more: Callable[[int, int], list[Note]] = lambda first, last: []
        self._lines: list[tuple[Row, str]] = []
        self._made_for: tuple[object, ...] = ()

    def row_count(self) -> int:
        return len(self._lines)

    def row(self, index: int, width: int) -> Row:
        return self._lines[index][0]

    def on_resize(self) -> None:
        self.update_notes()

    def update_notes(self) -> None:
        """Write the paragraphs again; nothing is painted when they are the same."""
        notes = self.sources.get(self.view, list)()
        width = max(10, self.scrollable_content_region.width - 2)
        made_for = (self.view, width, tuple((n.text, n.style, n.action, n.head) for n in notes))
        if made_for == self._made_for:
            return
        self._made_for = made_for
        self._lines = [line for note in notes for line in _wrapped(note, width)]
        self.update_title()
        self.rows_changed()

    def update_title(self) -> None:
        """What the pane is about, and whether it takes the keys."""
        self.border_title = self._title()

    def _title(self) -> str:
        from workbench.tui.safe import safe

        if self.view == "part" and self.session.rows:
            row = self.session.rows[min(self.part, len(self.session.rows) - 1)]
            title = f"Part {self.part + 1} · {row.part.title or row.part.kind}"
        else:
            title = self.view.capitalize()
        return safe(("▶ " if self.has_focus else "") + title)  # type: ignore[return-value]  # content is taken as it is

    def show_part(self, index: int) -> None:
        """Speak about another part."""
        self.part = index
        self.update_notes()

    def action_view(self, by: int) -> None:
        at = VIEWS.index(self.view)
        self.show_view(VIEWS[(at + by) % len(VIEWS)])

    def show_view(self, view: str) -> None:
        self.view = view
        self.cursor = 0
        self.scroll_to(0, 0, animate=False)
        self.update_notes()

    def action_go(self) -> None:
        if self._lines and (action := self._lines[self.cursor][1]):
            self.post_message(self.Offer(action))

    # -- the part -------------------------------------------------------------------------

    def part_notes(self) -> list[Note]:
        rows = self.session.rows
        if not rows:
            return [Note("The prompt is empty.", "dim")]
        row = rows[min(self.part, len(rows) - 1)]
        notes = [Note(_place(row), "dim")]
        notes += self.more(row.part.start_line, row.part.end_line)
        notes += self._position(row)
        score = self.session.scores.get(row.part.id)
        if score is not None and score.score is not None:
            head = f"Relevance {score.score:.0f} · {score.klass} · {score.usage}. "
            notes.append(Note(score.justification, "", "", head))
            if score.recommendation != "KEEP":
                notes.append(Note(f"Suggested: {score.recommendation}.", "warn", "review"))
        elif score is not None:
            notes.append(Note(score.justification, "dim", "", "Relevance: no score. "))
        elif not row.part.scored:
            notes.append(Note("Not scored: it holds nothing of its own to score.", "dim"))
        return notes

    def _position(self, row: PartRow) -> list[Note]:
        spot = row.spot
        if self.session.total is None:
            return []
        if spot.here is None or spot.here.weight is None:
            words = "Under 1,000 tokens no position effect is known; the shape is a convention."
            return [Note(words, "dim", "why")]
        from workbench.measure.wording import short

        text = f"Weight here {short(spot.here)} ({spot.band}) in this prompt"
        if spot.window is not None and spot.window.weight is not None:
            name = self.session.scenario_name
            where = SESSIONS[name][1] if name in SESSIONS else f"in the window ({name})"
            text += f"; {short(spot.window)} {where}"
        # A letter is a key only where nothing is typed.
        focus = self.screen.focused
        typing = focus is None or focus.id not in ("parts", "inspector")
        why = current().sign("bench" if typing else "panes", "why")
        return [Note(f". Estimate from published tests. {why} why", "dim", "why", text)]


def _place(row: PartRow) -> str:
    part = row.part
    lines = f"lines {part.start_line}-{part.end_line}"
    if part.start_line >= part.end_line:
        lines = f"line {part.start_line}"
    above = " › ".join(part.path[:-1])
    return f"{part.kind}, {lines}" + (f", under {above}" if above else "")


def _wrapped(note: Note, width: int) -> list[tuple[Row, str]]:
    text = visible(note.head + note.text)
    edges = [0, *break_line(text, width, 4), len(text)]
    lines: list[tuple[Row, str]] = []
    head = len(note.head)
    for a, b in pairwise(edges):
        row: list[Piece] = [Piece(" ")]
        if a < head:
            row.append(Piece(text[a : min(b, head)], "bold"))
        if b > head:
            row.append(Piece(text[max(a, head) : b], note.style))
        lines.append((row, note.action))
    return lines
