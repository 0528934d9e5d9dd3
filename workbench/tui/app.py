"""The terminal application: opens a prompt and owns what all screens share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from textual.app import App, SystemCommand
from textual.notifications import SeverityLevel
from textual.screen import Screen

from workbench import resources
from workbench.prompt.visible import visible
from workbench.tui.actions import ACTIONS
from workbench.tui.keymap import current
from workbench.tui.layout import load_layouts
from workbench.tui.screens.bench import BenchScreen
from workbench.tui.session import Session


class WorkbenchApp(App[None]):
    """`ctxbench open FILE`."""

    TITLE = "ctxbench"
    CSS_PATH = str(resources.layouts() / "workbench.tcss")
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, session: Session, layout: str | None = None) -> None:
        super().__init__()
        self.session = session
        self.wanted_layout = layout

    def on_mount(self) -> None:
        layouts, problems = load_layouts()
        self.push_screen(BenchScreen(self.session, layouts, self.wanted_layout))
        for problem in (*current().problems, *problems):
            self.say(problem, severity="warning")

    def action_keys(self) -> None:
        """The keys, as they are now."""
        from workbench.tui.screens.help import help_rows
        from workbench.tui.screens.text import TextScreen

        self.push_screen(TextScreen("Keys", rows=help_rows(current())))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every action of the bench by name, with its keys; the same list as `?` shows."""
        keymap = current()
        seen: set[str] = set()
        for place in ("bench", "panes", "parts"):
            for name, act in ACTIONS[place].items():
                if "." not in act.call or act.call in seen:
                    continue
                seen.add(act.call)
                title, _, words = act.label.partition(": ")
                keys = keymap.signs(place, name)
                where = "" if place == "bench" else ", outside the editor"
                hint = f"{words}  {keys}{where}" if words else f"{keys}{where}"
                yield SystemCommand(title, hint.strip(" ,"), partial(self._run, act.call))

    async def _run(self, call: str) -> None:
        await self.run_action(call, self.screen)

    def say(self, words: str, *, severity: SeverityLevel = "information") -> None:
        """A short notice; its words are never markup."""
        self.notify(visible(words, lines=True), severity=severity, markup=False, timeout=6)


def run_workbench(path: Path | str, settings: Any = None) -> None:
    """Open `path` in the terminal and return when the user leaves."""
    file = Path(path)
    session = Session(file, file.read_bytes(), settings)
    layout = settings.layout if settings is not None else None
    WorkbenchApp(session, layout).run()
