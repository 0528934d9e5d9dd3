"""Small questions: one line of text, or one of a few answers, each with its key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from workbench.prompt.visible import one_line
from workbench.tui.safe import safe, safe_lines

_HINT = "A letter, or ↓ ↑ and Enter   Esc: cancel, nothing changes"


class Dialog(ModalScreen[str | None]):
    """A question in the middle of the screen; what it is about stays to be seen."""

    DEFAULT_CSS = """
    .dialog {
        width: 72; max-width: 90%; height: auto; max-height: 90%;
        border: round $accent; background: $surface; padding: 0 1;
    }
    Dialog { align: center middle; background: $background 60%; }
    .dialog-title { text-style: bold; color: $accent; }
    .dialog-text { padding: 1 0; }
    .dialog-scroll { height: auto; max-height: 50vh; }
    .dialog-hint { color: $foreground 60%; }
    .-marked { text-style: bold; background: $accent 30%; }
    .dialog Input { border: tall $accent 50%; }
"""


class AskScreen(Dialog):
    """Ask for one line. Enter gives it, Escape gives None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, title: str, value: str = "", hint: str = "") -> None:
        super().__init__()
        self.question, self.value, self.hint = title, value, hint

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(safe(self.question), classes="dialog-title")
            yield Input(one_line(self.value), select_on_focus=False)
            yield Static(safe(self.hint or "Enter: keep   Esc: cancel"), classes="dialog-hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class ChooseScreen(Dialog):
    """Offer answers, each (key, name, words); gives the name, or None for Escape.

    A text of more lines than there is room for scrolls; the answers stay to be seen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self.question, self.text, self.answers = title, text, answers
        self.at = -1

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(safe(self.question), classes="dialog-title")
            if self.text:
                # Not focused: the arrow keys belong to the answers.
                with VerticalScroll(classes="dialog-scroll", can_focus=False):
                    yield Static(safe_lines(self.text), classes="dialog-text")
            for _ in self.answers:
                yield Static("", classes="dialog-answer")
            yield Static(Content(_HINT), classes="dialog-hint")

    def on_mount(self) -> None:
        self._mark(-1)
        self.call_after_refresh(self._say_more)

    def on_resize(self) -> None:
        self.call_after_refresh(self._say_more)

    def _say_more(self) -> None:
        """Name the keys that scroll, where there is more than can be seen."""
        for box in self.query(".dialog-scroll").results(VerticalScroll):
            more = f"PgDn PgUp: the rest of the list   {_HINT}" if box.max_scroll_y else _HINT
            self.query_one(".dialog-hint", Static).update(Content(more))

    def _mark(self, at: int) -> None:
        """Point at an answer; at first at none, so that Enter alone decides nothing."""
        self.at = at
        lines = self.query(".dialog-answer").results(Static)
        for i, (line, (key, _, words)) in enumerate(zip(lines, self.answers, strict=True)):
            mark = "▸" if i == at else " "
            line.update(Content(f"{mark} {key}  {one_line(words)}"))
            line.set_class(i == at, "-marked")

    def on_key(self, event: events.Key) -> None:
        if event.key in ("pagedown", "pageup"):
            event.stop()
            for box in self.query(".dialog-scroll").results(VerticalScroll):
                move = box.scroll_page_down if event.key == "pagedown" else box.scroll_page_up
                move(animate=False)
            return
        if event.key in ("down", "up"):
            event.stop()
            by = 1 if event.key == "down" else -1
            self._mark((max(self.at, 0 if by < 0 else -1) + by) % len(self.answers))
            return
        if event.key == "enter" and self.at >= 0:
            event.stop()
            self.dismiss(self.answers[self.at][1])
            return
        for key, name, _ in self.answers:
            if event.character == key or event.key == key:
                event.stop()
                self.dismiss(name)
                return
