"""The terminal application: opens a prompt and owns what all screens share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.notifications import SeverityLevel
from textual.screen import Screen

from workbench import resources
from workbench.errors import CtxbenchError
from workbench.prompt.visible import visible
from workbench.tui.actions import ACTIONS
from workbench.tui.alt_keys import know_alt_keys
from workbench.tui.contrast import Contrast
from workbench.tui.keymap import current
from workbench.tui.layout import load_layouts
from workbench.tui.screens.bench import BenchScreen
from workbench.tui.session import LARGE, Session


class WorkbenchApp(App[Path], inherit_bindings=False):
    """`ctxbench open FILE`."""

    TITLE = "ctxbench"
    CSS_PATH = str(resources.layouts() / "workbench.tcss")
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(",".join(current().keys["bench"]["quit"]), "leave", "Quit", show=False),
        Binding("ctrl+c", "no_interrupt", show=False),
    ]

    def __init__(
        self, session: Session | None, settings: Any = None, folder: Path | None = None
    ) -> None:
        know_alt_keys()
        self._contrast: Contrast | None = None
        super().__init__()
        self.opened = session
        self.settings = settings
        self.folder = folder or Path.cwd()
        self.notices: list[str] = []
        self.layouts, self._problems = load_layouts()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What all screens are painted through: last, that everything can be read."""
        palette = self.ansi_theme
        if self._contrast is None or self._contrast.palette is not palette:
            self._contrast = Contrast(palette)
        return [*super().get_line_filters(), self._contrast]

    @property
    def session(self) -> Session:
        """The prompt that is open."""
        assert self.opened is not None
        return self.opened

    def get_default_screen(self) -> Screen[Any]:
        """The first screen is the prompt itself, or the choice: no other is made before it."""
        session = self.opened
        if session is None:
            from workbench.tui.screens.open import OpenScreen

            return OpenScreen(self.folder)
        if len(session.data) > LARGE:
            from workbench.tui.screens.large import LargeScreen

            counter, model = session.counter_wanted
            return LargeScreen(session.path, session.data, counter, model)
        layout = self.settings.layout if self.settings is not None else None
        return BenchScreen(session, self.layouts, layout)

    def on_mount(self) -> None:
        if self.settings is not None and self.settings.theme:
            self._use_theme(self.settings.theme)
        for problem in (*self.notices, *current().problems, *self._problems):
            self.say(problem, severity="warning")

    def _use_theme(self, name: str) -> None:
        if name in self.available_themes:
            self.theme = name
        else:
            self.say(f"There is no theme {name!r}.", severity="warning")

    def choose(self) -> None:
        """Offer the prompt files of the folder; the chosen one is opened in place of this one."""
        from workbench.tui.screens.open import OpenScreen

        def picked(path: Path | None) -> None:
            if path is not None:
                self.exit(path)

        self.push_screen(OpenScreen(self.folder), picked)

    def action_leave(self) -> None:
        """Quit from any screen: back to the bench first, which asks about unsaved text."""
        while len(self.screen_stack) > 1 and not isinstance(self.screen, BenchScreen):
            self.pop_screen()
        if isinstance(self.screen, BenchScreen):
            self.screen.action_leave()
        else:
            self.exit()

    def action_no_interrupt(self) -> None:
        self.say(f"{current().sign('bench', 'quit')} quits.")

    def action_keys(self) -> None:
        """The keys, as they are now."""
        from workbench.tui.screens.help import help_rows
        from workbench.tui.screens.text import TextScreen

        # The keys of the screen that asks come first.
        place = getattr(self.screen, "PLACE", "")
        focused = self.focused.id if self.focused is not None else ""
        if isinstance(self.screen, BenchScreen):
            place = focused if focused in ("parts", "inspector") else ""
        if isinstance(self.screen, TextScreen):
            return
        rows = help_rows(current(), self.size.width, place or "")
        self.push_screen(TextScreen("Keys and signs", rows=rows))

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
        """A short notice at the bottom right; its words are never markup."""
        seconds = 3 if severity == "information" else 6
        self.notify(visible(words, lines=True), severity=severity, markup=False, timeout=seconds)


def open_session(path: Path, settings: Any = None) -> Session:
    """Read a file. One that does not exist is opened empty; raises UnreadableInput otherwise."""
    if not path.exists() and path.parent.is_dir() and not path.is_symlink():
        return Session(path, b"", settings, on_disk=False)
    from workbench.reading import read_regular

    try:
        data = read_regular(path)
    except (OSError, ValueError):
        from workbench.verbs.inputs import read_input

        data = read_input(str(path)).data  # says what is the matter, in words
    return Session(path, data, settings)


def run_workbench(path: Path | str, settings: Any = None) -> None:
    """Open `path` (a file, or a folder to choose from) and return when the user leaves.

    Without `settings` those of the user are read.
    """
    if settings is None:
        from workbench.config import load

        settings = load()
    place = Path(path).expanduser()
    folder = place if place.is_dir() else place.parent
    session = None if place.is_dir() else open_session(place, settings)
    notices: list[str] = []
    from workbench.tui import plain

    if plain.needed():
        plain.use()
        notices.append("The locale is not UTF-8: plain signs. LC_ALL=C.UTF-8 shows all of them.")
    while True:
        app = WorkbenchApp(session, settings, folder)
        app.notices = notices
        chosen = app.run()
        if chosen is None:
            return
        notices = []
        try:
            session = open_session(chosen, settings)
        except CtxbenchError as error:
            session, notices = None, [str(error)]
