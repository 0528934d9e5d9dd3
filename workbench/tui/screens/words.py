"""A box to reword a proposal in before it is accepted."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static, TextArea

from workbench.tui.safe import safe
from workbench.tui.screens.dialogs import Dialog


class WordsScreen(Dialog):
    """Gives the words as they were edited, or None for Escape."""

    DEFAULT_CSS = """
    WordsScreen TextArea { height: 8; border: tall $accent 50%; background: $surface; }
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel", priority=True),
        Binding("enter,ctrl+s", "take", "Take", priority=True),
    ]

    def __init__(self, title: str, words: str) -> None:
        super().__init__()
        self.question, self.words = title, words

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(safe(self.question), classes="dialog-title")
            area = TextArea(self.words, soft_wrap=True, show_line_numbers=False)
            area.move_cursor(area.document.end)
            yield area
            hint = "Enter: take these words and check them; then y accepts   Esc: cancel"
            yield Static(safe(hint), classes="dialog-hint")

    def action_take(self) -> None:
        self.dismiss(self.query_one(TextArea).text)
