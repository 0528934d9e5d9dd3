"""Where the panes of the main view stand, and which takes the keys. A mixin of `BenchScreen`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.errors import NoWidget

from workbench.tui.bars import task_pieces, with_totals
from workbench.tui.description import DescriptionSize
from workbench.tui.key_row import Works, key_row
from workbench.tui.keymap import current
from workbench.tui.layout import PANES, Layout, fitting
from workbench.tui.pane import hand_on
from workbench.tui.rows import Piece
from workbench.tui.safe import safe

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    from workbench.tui.app import WorkbenchApp
    from workbench.tui.editor import PromptArea
    from workbench.tui.inspector import Inspector
    from workbench.tui.parts_list import PartsList
    from workbench.tui.session import Session
    from workbench.tui.waiting import Waiting

    Base = Screen[None]
else:
    Base = object

#: In which order the keys go from pane to pane: from the text to the list first.
_ROUND = ("editor", "parts", "inspector")
#: Rows of the bars above and below the panes.
_BARS = 3
#: A pane of less than these cells (its title included) shows nothing that one could work with.
_SEEN = (8, 2)


class BenchPanes(Base):
    """Layout and focus; `BenchScreen` has the panes."""

    session: Session
    layouts: list[Layout]
    wanted: str | None
    panes: dict[str, Widget]
    described: DescriptionSize
    waiting: Waiting
    running: dict[str, str]
    _arranged: Layout | None
    _title: str
    #: What Enter showed last in a list, while the list keeps the keys: Enter again goes there.
    went_to: tuple[str, str]

    if TYPE_CHECKING:

        @property
        def bench_app(self) -> WorkbenchApp: ...
        def _job(self, name: str, words: str) -> None: ...
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
        self._arrange()

    def _fitting(self) -> Layout:
        width, height = self.app.size
        return fitting(self.layouts, width, self.wanted, max(0, height - _BARS))

    def _arrange(self) -> None:
        """Put the panes where the layout says; nothing happens when it is the same layout."""
        layout = self._fitting()
        if self.is_attached:
            self.call_after_refresh(self.settle_focus)  # when it is known what can be seen
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

    def say_what_fits(self) -> None:
        """Say so when the layout that was asked for has no room."""
        wanted = next((x for x in self.layouts if x.name == self.wanted), None)
        used = self._fitting()
        if wanted is not None and used.name != wanted.name:
            columns, rows = wanted.least()
            width, height = self.app.size
            needs = f"{columns} x {rows + _BARS}"
            words = f"The layout {wanted.name} needs {needs} cells, the terminal has"
            self.bench_app.say(f"{words} {width} x {height}: {used.name} is used until it fits.")

    def action_layout(self) -> None:
        """The next layout that has room."""
        width, height = self.app.size
        names = [x.name for x in self.layouts if x.fits(width, height - _BARS)]
        now = self._fitting().name
        if not set(names) - {now}:
            self.bench_app.say(f"No other layout has room in {width} x {height} cells.")
            return
        at = names.index(now) if now in names else -1
        self.wanted = names[(at + 1) % len(names)]
        self._arrange()

    # -- which pane has the keys ----------------------------------------------------------

    def admits(self, pane: Widget, event: events.Key | events.Paste) -> bool:
        """The gate of all panes: whether `pane` gets this key or paste.

        It does when it is seen and has the focus, and nothing is waited for. What another pane or
        screen has to have goes there.
        """
        top = self.app.screen
        to = top.focused or top
        if to is not pane:
            hand_on(event, to)
            return False
        if not self.seen(pane):
            self.settle_focus()
            return False
        if not self.waiting.words:
            return True
        key = event.key if isinstance(event, events.Key) else ""
        if key == "escape":
            self.leave_waiting()
        return key in current().keys["bench"]["quit"]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is waited for, only leaving works."""
        return not self.waiting.words or action == "leave"

    def leave_waiting(self) -> None:
        """Give the keys back before what was waited for is there."""
        for name in self.waiting.leave():
            self._job(name, "")

    def waiting_changed(self) -> None:
        """Something is waited for, or no longer: titles and key row say who has the keys."""
        if self.is_attached:
            self._mark_focus()

    def seen(self, pane: Widget) -> bool:
        """Whether a pane stands where a person can see it."""
        if not pane.display:
            return False
        try:
            region = self.find_widget(pane).visible_region
        except NoWidget:
            # Nothing is laid out yet, or the pane has just come.
            return pane.is_attached
        return region.width >= _SEEN[0] and region.height >= _SEEN[1]

    @property
    def on_top(self) -> bool:
        """Whether no question and no other screen is before this one."""
        return self.app.screen is self

    def settle_focus(self) -> None:
        """The focus is on a pane that is seen.

        Called after whatever may have hidden one: a layout, another size, the end of a job, a
        dialog that was closed.
        """
        if not self.on_top or not self.app.app_focus:
            return
        focused = self.focused
        if focused is None or not self.seen(focused):
            self.set_focus(next((self.panes[name] for name in self._shown()), None))
        self._mark_focus()

    def on_screen_resume(self) -> None:
        self.settle_focus()

    def on_screen_suspend(self) -> None:
        self.query_one("#keys").refresh()

    def _shown(self) -> list[str]:
        return [name for name in _ROUND if name in self.panes and self.seen(self.panes[name])]

    def _go(self, by: int) -> None:
        shown = self._shown()
        if not shown:
            return
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
        self.settle_focus()

    def go_again(self, pane: str, what: str) -> bool:
        """Whether Enter shows for the second time what it has shown: then the text gets the keys.

        The first time a place is shown and the list keeps the keys, so that those which its key
        row names work on.
        """
        if self.went_to == (pane, what):
            self.went_to = ("", "")
            self.action_to_editor()
            return True
        self.went_to = (pane, what)
        self.query_one("#keys").refresh()
        return False

    def _key_row(self, width: int) -> list[Piece]:
        if not self.on_top:
            return [Piece(" Question ", "key"), Piece(" its keys stand in the box", "dim")]
        if words := self.waiting.words:
            row = [Piece(" Wait ", "key cursor"), Piece(f" {words} …  ", ""), Piece("Esc", "key")]
            return [*row, Piece(" back to the text; other keys do nothing until then", "dim")]
        pane = self.focused.id if self.focused is not None else None
        if pane is None:
            return [Piece(" The terminal is too small to show the text: no key changes it", "warn")]
        return key_row(pane, width, self._works(pane))

    def _works(self, pane: str) -> Works:
        """What the keys of the key row would do now."""
        if pane == "parts":
            again = self.went_to == ("parts", str(self.parts.cursor))
            return Works("parts", again=again, rows=bool(self.session.rows))
        if pane != "inspector":
            return Works()
        inspector = self.inspector
        marked = inspector.marked
        what, _, number = marked.partition(" ")
        table = self.session.flagged
        pair = what == "finding" and int(number) < len(table) and table.get(int(number)).pair
        return Works(
            inspector.view,
            what,
            again=bool(marked) and self.went_to == ("inspector", marked),
            pair=bool(pair),
            running=bool(self.running),
        )

    def _task_row(self, width: int) -> list[Piece]:
        """The task, or the size of the description the cursor is in; then what was found."""
        session = self.session

        def pieces(room: int) -> Sequence[Piece]:
            return self.described.pieces() or task_pieces(session, room)

        return with_totals(pieces, session.flagged, width)

    def on_descendant_focus(self) -> None:
        if self.focused is not None and self.focused.id != self.went_to[0]:
            self.went_to = ("", "")
        self._mark_focus()

    def on_descendant_blur(self) -> None:
        self._mark_focus()

    def _mark_focus(self) -> None:
        """The pane that takes the keys says so in its title, and the key row is its own."""
        mark = "▶ " if self.editor.has_focus and not self.waiting.words else ""
        self.editor.border_title = safe(mark + self._title)
        self.parts.update_title()
        if self.complete:
            self.inspector.update_notes()
            self.inspector.update_title()
        self.query_one("#keys").refresh()
