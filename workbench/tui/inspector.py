"""The inspector: about the part under the cursor, and short views of what else there is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from workbench.prompt.plural import plural
from workbench.prompt.visible import visible
from workbench.tui.keymap import current
from workbench.tui.pane import Pane
from workbench.tui.rows import Piece, Row, RowList
from workbench.tui.session import Session
from workbench.tui.session_rows import SESSIONS
from workbench.tui.wrap import break_line

if TYPE_CHECKING:
    from workbench.tui.session_rows import PartRow

VIEWS = ("part", "findings", "proposals", "rules", "changes", "versions", "jobs")


class Note:
    """One paragraph of the inspector; `action` is what Enter does on it.

    `style` is that of the text, `colour` is added to the bold of the head.
    """

    def __init__(
        self, text: str, style: str = "", action: str = "", head: str = "", colour: str = ""
    ) -> None:
        self.text, self.style, self.action, self.head = text, style, action, head
        self.colour = colour

    @property
    def shown(self) -> tuple[str, ...]:
        """All that it shows."""
        return self.text, self.style, self.action, self.head, self.colour


class Inspector(Pane, RowList):
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
        #: Titles of views that say more than their name.
        self.titles: dict[str, Callable[[], str]] = {}
        self._lines: list[tuple[Row, str, str]] = []
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
        made_for = (self.view, width, tuple(note.shown for note in notes))
        if made_for == self._made_for:
            return
        self._made_for = made_for
        self._lines = [
            (row, note.action, f"paragraph {i}")
            for i, note in enumerate(notes)
            for row in _wrapped(note, width)
        ]
        self.update_title()
        self.rows_changed()

    @property
    def marked(self) -> str:
        """What the marked paragraph offers; nothing while the focus is elsewhere."""
        if self.screen.focused is not self or not 0 <= self.cursor < len(self._lines):
            return ""
        return self._lines[self.cursor][1]

    def mark(self, action: str) -> None:
        """Mark the paragraph that offers `action`."""
        at = next((i for i, line in enumerate(self._lines) if line[1] == action), None)
        if at is not None:
            self.cursor = at

    def marked_row(self, index: int) -> bool:
        return 0 <= self.cursor < len(self._lines) and self._group(index) == self._group(
            self.cursor
        )

    def watch_cursor(self, old: int, new: int) -> None:
        super().watch_cursor(old, new)
        self.refresh()  # the paragraphs of both rows look different
        if self.is_mounted and self._lines:
            self.show_row(self._edge(new, 1))
            self.show_row(new)

    def _group(self, index: int) -> str:
        """Rows of one paragraph, or of neighbours that offer the same, belong together."""
        return self._lines[index][1] or self._lines[index][2]

    def _edge(self, index: int, by: int) -> int:
        """The last (1) or first (-1) row of what belongs together."""
        end = len(self._lines)
        if not 0 <= index < end:
            return index
        group = self._group(index)
        while 0 <= index + by < end and self._group(index + by) == group:
            index += by
        return index

    def _move(self, by: int) -> None:
        """By paragraphs; one that is taller than the pane is scrolled through first."""
        if by not in (1, -1):
            super()._move(by)
            return
        edge, top = self._edge(self.cursor, by), round(self.scroll_offset.y)
        if not top <= edge < top + max(1, self.scrollable_content_region.height):
            self.scroll_relative(y=by, animate=False)
        elif 0 <= edge + by < len(self._lines):
            self.cursor = self._edge(edge + by, -1)

    def update_title(self) -> None:
        """What the pane is about, and whether it takes the keys."""
        self.border_title = self._title()

    def _title(self) -> str:
        from workbench.tui.safe import safe

        if self.view == "part" and self.session.rows:
            row = self.session.rows[min(self.part, len(self.session.rows) - 1)]
            title = f"Part {self.part + 1} · {row.part.title or row.part.kind}"
        else:
            title = self.titles.get(self.view, self.view.capitalize)()
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
        self.post_message(self.Moved(self, 0))

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
        score = self.session.score_of(row.part.id)
        judged = self.session.judged.get(row.part.id)
        if score is not None and score.score is not None:
            unsure = " · inconclusive" if score.unsure else ""
            head = f"Relevance {score.score:.0f} · {score.klass} · {score.usage}{unsure}. "
            if score.klass is None:
                head = f"Relevance by words alone {score.score:.0f} of 10. "
            notes.append(Note(score.justification, "", "", head))
            if judged is not None:
                style = "warn" if judged[1] else "dim"
                told = self.session.judged.told(row.part.id)
                notes.append(Note(f"{told}.", style, "", f"{row.judge} By "))
                if judged[0].suspect:
                    notes.append(Note(judged[0].suspect, "warn", "", "Suspect: "))
            if score.recommendation not in (None, "KEEP"):
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
        from workbench.measure.position_words import short

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
    words = f"{part.kind}, {lines}" + (f", under {above}" if above else "")
    if row.sums and row.tokens is not None and row.section is not None:
        held = plural(row.below, "part")
        words += f"; {row.tokens:,} tokens itself, {row.section:,} with the {held} below (Σ)"
    return words


def _wrapped(note: Note, width: int) -> list[Row]:
    text = visible(note.head + note.text)
    edges = [0, *break_line(text, width, 4), len(text)]
    lines: list[Row] = []
    head = len(note.head)
    for a, b in pairwise(edges):
        row: list[Piece] = [Piece(" ")]
        if a < head:
            row.append(Piece(text[a : min(b, head)], f"bold {note.colour}".strip()))
        if b > head:
            row.append(Piece(text[max(a, head) : b], note.style))
        lines.append(row)
    return lines
