"""The terminal application: opens a prompt and owns what all screens share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.console import RenderableType
from textual import on
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.notifications import SeverityLevel
from textual.screen import Screen

from workbench import resources
from workbench.errors import CtxbenchError
from workbench.prompt.visible import visible
from workbench.tui import jobs
from workbench.tui.actions import ACTIONS
from workbench.tui.alt_keys import know_alt_keys
from workbench.tui.contrast import Contrast
from workbench.tui.drafting import Drafting
from workbench.tui.keymap import current
from workbench.tui.layout import load_layouts
from workbench.tui.screens.bench import BenchScreen
from workbench.tui.session import LARGE, Session

if TYPE_CHECKING:
    from workbench.tui.draft_offer import DraftOffer
    from workbench.tui.ending import Ending
    from workbench.tui.guard import Guard


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
        #: Whether somebody left; an end without that is a fault.
        self.left = False
        self.fault: Exception | None = None
        self.guard: Guard | None = None
        self.drafting: Drafting | None = None
        if session is not None and len(session.data) <= LARGE:
            self.drafting = Drafting(session, self._no_draft, self._draft_kept)
        self._offer: DraftOffer | None = None

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
        if self.drafting is not None:
            self.call_after_refresh(self.action_drafts, False)

    # -- unsaved text ---------------------------------------------------------------------

    def _no_draft(self, words: str) -> None:
        self.call_later(self.say, words, severity="error")

    def _draft_kept(self, kept: bool) -> None:
        if self.guard is not None:
            self.guard.keeps(kept)

    def set_aside(self) -> None:
        """What is unsaved gives way to another text: keep it as a draft, and say so."""
        if self.drafting is None or not self.session.modified:
            return
        if self.drafting.set_aside() is not None:
            words = "Your text is kept as a draft: undo brings it back, or palette, Drafts."
            self.say(words, severity="warning")

    def action_drafts(self, asked: bool = True) -> None:
        """Offer what earlier sessions left unsaved."""
        from workbench.tui.draft_offer import DraftOffer

        bench = self.screen_stack[0] if self.screen_stack else None
        if isinstance(bench, BenchScreen):
            if self._offer is None:
                self._offer = DraftOffer(self, bench)
            self._offer.look(asked=asked)

    @on(jobs.Done)
    def _job_done(self, event: jobs.Done) -> None:
        if self._offer is not None:
            self._offer.done(event)

    @on(jobs.Failed)
    def _job_failed(self, event: jobs.Failed) -> None:
        if self._offer is not None:
            self._offer.failed(event)

    # -- ends -----------------------------------------------------------------------------

    def on_unmount(self) -> None:
        if self.drafting is not None:
            self.drafting.end()

    def exit(
        self,
        result: Path | None = None,
        return_code: int = 0,
        message: RenderableType | None = None,
    ) -> None:
        self.left = True
        super().exit(result, return_code, message)

    def _handle_exception(self, error: Exception) -> None:
        """A fault of ours: the text first, then the end."""
        if self.fault is None:
            self.fault = error
        if self.drafting is not None:
            self.drafting.look()
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End; the details, which hold the text that is open, are for those who ask for them."""
        if os.environ.get("CTXBENCH_DEBUG"):
            super()._fatal_error()
        else:
            self.panic()

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
        if self.drafting is not None:
            hint = "Unsaved text that earlier sessions of this file left behind"
            yield SystemCommand("Drafts", hint, self.action_drafts)

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


def run_workbench(path: Path | str, settings: Any = None, guard: Guard | None = None) -> None:
    """Open `path` (a file, or a folder to choose from) and return when the user leaves.

    Without `settings` those of the user are read. `guard` watches over the terminal. Raises
    CtxbenchError when the workbench breaks down; the text is in a draft then.
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
    from workbench.tui.ending import Ending

    ending = Ending(guard)
    with ending.watching():
        while True:
            app = WorkbenchApp(session, settings, folder)
            app.notices = notices
            chosen = _run(app, ending)
            if chosen is None:
                return
            notices = []
            try:
                session = open_session(chosen, settings)
            except CtxbenchError as error:
                session, notices = None, [str(error)]


def _run(app: WorkbenchApp, ending: Ending) -> Path | None:
    """Run one application to its end; returns the prompt that is to be opened next."""
    from workbench.tui.ending import broken, kept_words

    ending.app, app.guard = app, ending.guard
    if app.drafting is not None:
        app.drafting.also = ending.look
        app.drafting.start()
    if ending.guard is not None:
        ending.guard.showing()
    try:
        chosen = app.run()
    finally:
        draft = app.drafting.end() if app.drafting is not None else None
    if not app.left:
        ending.look()
        raise broken(app, app.fault, draft)
    if draft is not None:
        words = kept_words(app.session.path, draft, modified=True)
        sys.stderr.write(words + "\n")
    return chosen
