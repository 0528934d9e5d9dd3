"""Where the panes of the main view stand, and which takes the keys. A mixin of `BenchScreen`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events

from workbench.tui.bars import task_pieces, with_totals
from workbench.tui.description import DescriptionSize
from workbench.tui.key_row import key_row
from workbench.tui.layout import PANES, Layout, fitting
from workbench.tui.rows import Piece
from workbench.tui.safe import safe

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    from workbench.tui.editor import PromptArea
    from workbench.tui.inspector import Inspector
    from workbench.tui.parts_list import PartsList
    from workbench.tui.session import Session

    Base = Screen[None]
else:
    Base = object

#: In which order the keys go from pane to pane: from the text to the list first.
_ROUND = ("editor", "parts", "inspector")


class BenchPanes(Base):
    """Layout and focus; `BenchScreen` has the panes."""

    session: Session
    layouts: list[Layout]
    wanted: str | None
    panes: dict[str, Widget]
    described: DescriptionSize
    _arranged: Layout | None
    _title: str

    if TYPE_CHECKING:

        @property
        def complete(self) -> bool: ...
        @property
        def editor(self) -> PromptArea: ...
        @property
        def parts(self) -> PartsList: ...
        @property
        def inspector(self) -> Inspector: ...

    # -- layout ---------------------------------------------------------------------------

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width)

    def _arrange(self, width: int) -> None:
        """Put the panes where the layout says; nothing happens when it is the same layout."""
        layout = fitting(self.layouts, width, self.wanted)
        if layout == self._arranged:
            return
        self._arranged = layout
        grid = self.panes["grid"]
        grid.styles.grid_size_columns = len(layout.columns.split())
        grid.styles.grid_size_rows = len(layout.rows.split())
        grid.styles.grid_columns = layout.columns
        grid.styles.grid_rows = layout.rows
        for name in PANES:
            pane = self.panes.get(name)
            if pane is None:
                continue  # the inspector comes after the first screen
            pane.display = name in layout.panes
            if name in layout.panes:
                pane.styles.column_span, pane.styles.row_span = layout.panes[name]

    # -- panes ----------------------------------------------------------------------------

    def _shown(self) -> list[str]:
        return [name for name in _ROUND if name in self.panes and self.panes[name].display]

    def _go(self, by: int) -> None:
        shown = self._shown()
        focused = self.focused.id if self.focused is not None else "editor"
        at = shown.index(focused) if focused in shown else 0
        # At once: `focus()` waits for its turn, and keys typed meanwhile went to the old pane.
        self.set_focus(self.panes[shown[(at + by) % len(shown)]])

    def action_next_pane(self) -> None:
        self._go(1)

    def action_previous_pane(self) -> None:
        self._go(-1)

    def action_to_editor(self) -> None:
        self.set_focus(self.editor)

    def _key_row(self, width: int) -> list[Piece]:
        pane = self.focused.id if self.focused is not None else ""
        view = self.inspector.view if self.complete else ""
        return key_row(pane, width, view)

    def _task_row(self, width: int) -> list[Piece]:
        """The task, or the size of the description the cursor is in; then what was found."""
        session = self.session

        def pieces(room: int) -> Sequence[Piece]:
            return self.described.pieces() or task_pieces(session, room)

        return with_totals(pieces, session.flagged, width)

    def on_descendant_focus(self) -> None:
        self._mark_focus()

    def on_descendant_blur(self) -> None:
        self._mark_focus()

    def _mark_focus(self) -> None:
        """The pane that takes the keys says so in its title, and the key row is its own."""
        mark = "▶ " if self.editor.has_focus else ""
        self.editor.border_title = safe(mark + self._title)
        self.parts.update_title()
        if self.complete:
            self.inspector.update_notes()
            self.inspector.update_title()
        self.query_one("#keys").refresh()

    def action_layout(self) -> None:
        names = [layout.name for layout in self.layouts]
        now = fitting(self.layouts, self.app.size.width, self.wanted).name
        self.wanted = names[(names.index(now) + 1) % len(names)]
        self._arrange(self.app.size.width)
