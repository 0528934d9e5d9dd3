"""The note on one rule: why it is there, since when, and what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from workbench.prompt.visible import one_line
from workbench.tui.safe import safe
from workbench.tui.screens.dialogs import Dialog

if TYPE_CHECKING:
    Base = ModalScreen[tuple[str, str, str] | None]
else:
    Base = Dialog


class NoteScreen(Base):
    """Gives (why, since, verdict), or None for Escape. Empty everywhere: no note."""

    DEFAULT_CSS = """
    NoteScreen .dialog Input, NoteScreen .dialog Input:focus {
        border: none; height: 1; padding: 0 1; background: $foreground 8%;
    }
    NoteScreen .dialog Input:focus { background: $accent 25%; }
    .note-label { padding: 1 0 0 0; color: $foreground 70%; }
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel", priority=True),
        Binding("enter,ctrl+s", "take", "Keep", priority=True),
        Binding("down", "app.focus_next", "Next", priority=True),
        Binding("up", "app.focus_previous", "Previous", priority=True),
        Binding("ctrl+t", "verdict", "Verdict", priority=True),
    ]

    def __init__(self, rule: Any) -> None:
        super().__init__()
        self.rule = rule
        self.verdict = str(rule.verdict)

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(safe(f"Note on line {self.rule.line}"), classes="dialog-title")
            yield Static(safe(self.rule.text[:300]), classes="dialog-hint")
            yield Static("Why it is there", classes="note-label")
            yield Input(one_line(self.rule.note), id="why", select_on_focus=False)
            yield Static("Since when", classes="note-label")
            yield Input(one_line(self.rule.since), id="since", select_on_focus=False)
            yield Static("", id="verdict", classes="note-label")
            hint = "↓ ↑ field   ^T verdict   Enter: keep   Esc: cancel   Empty: no note"
            yield Static(Content(hint), classes="dialog-hint")

    def on_mount(self) -> None:
        self._say()

    def _say(self) -> None:
        from workbench.verbs.notes import VERDICTS

        words = [f"[{name}]" if v == self.verdict else f" {name} " for v, name in
                 (*((v, v) for v in VERDICTS), ("", "none"))]  # fmt: skip
        self.query_one("#verdict", Static).update(Content("It " + " ".join(words)))

    def action_verdict(self) -> None:
        """The next verdict."""
        from workbench.verbs.notes import VERDICTS

        round_ = ("", *VERDICTS)
        at = round_.index(self.verdict) if self.verdict in round_ else 0
        self.verdict = round_[(at + 1) % len(round_)]
        self._say()

    def action_take(self) -> None:
        why, since = (self.query_one(f"#{name}", Input).value.strip() for name in ("why", "since"))
        if why == one_line(self.rule.note):
            why = self.rule.note  # what has several lines stays as it was
        self.dismiss((why, since, self.verdict))
