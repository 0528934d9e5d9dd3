"""Every end of the workbench but the one by its own key: signals, a closed terminal, a fault.

The text is put into its draft first, then the terminal is cleaned up, then a sentence on stderr
says where the text is.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import CtxbenchError
from workbench.prompt.visible import visible

if TYPE_CHECKING:
    from types import FrameType

    from workbench.tui.app import WorkbenchApp
    from workbench.tui.guard import Guard

_SIGNALS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")
_WHY = {
    "SIGHUP": "The terminal was closed",
    "SIGINT": "Interrupted",
    "SIGQUIT": "ctxbench was told to quit",
    "SIGTERM": "ctxbench was told to end",
}
#: Seconds until an end that hangs (a disk, a terminal that takes nothing) is made short.
_PATIENCE = 10
#: Seconds that keys which wait to be obeyed are given.
_DRAIN = 2.0


def kept_words(path: Path, where: Path | None, *, modified: bool) -> str:
    """What has become of the text, in a sentence for a person who is back at the shell."""
    if where is not None:
        shown = visible(str(path))
        name = shlex.quote(shown) if shown == str(path) else shown
        return (
            f"What was not saved is kept: `ctxbench open {name}` offers it."
            f" It lies in {visible(str(where))}"
        )
    if modified:
        return "What was not saved is lost: no place could be found to keep it."
    return "Nothing was unsaved."


class Ending:
    """Watches over one run of the workbench after the other."""

    def __init__(self, guard: Guard | None) -> None:
        self.guard = guard
        self.app: WorkbenchApp | None = None
        self._once = threading.Lock()
        #: The signal that came, and until when keys are waited for.
        self._asked: tuple[int, float] | None = None
        self._draining = False

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Take the signals that end a program; give them back at the end."""
        before = {}
        for name in _SIGNALS if os.name == "posix" else ():
            number = getattr(signal, name)
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, self._signalled)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, number: int, _: FrameType | None) -> None:
        """Remember it, and nothing more: a signal comes in the middle of anything, and whatever
        waits for a lock here may wait for the very thread that it interrupted."""
        if self._asked is not None:
            return
        if hasattr(signal, "alarm"):  # should all that follows hang, the guard cleans up
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(_PATIENCE)
        if self.app is None or self.app.drafting is None:
            self.now(number)  # there is no text
        self._asked = number, time.monotonic() + _DRAIN

    def look(self) -> None:
        """Called by the thread of the drafts, some times a second: has a signal come, is the
        terminal gone? What was typed and not obeyed yet is waited for, two seconds at most."""
        if self.gone():
            self.now(self._asked[0] if self._asked is not None else int(signal.SIGHUP))
        if self._asked is None:
            return
        number, limit = self._asked
        if not self._draining:
            self._draining = True
            app = self.app
            assert app is not None
            app.call_later(self._drain, number)
        if time.monotonic() >= limit:
            self.now(number)

    def _drain(self, number: int) -> None:
        """Come back until no key is waiting: neither in the terminal nor on its way to the text."""
        import select

        app = self.app
        assert app is not None
        if select.select([0], [], [], 0)[0]:
            app.set_timer(0.02, lambda: self._drain(number))  # its thread reads it
            return
        focused = app.focused if app.screen_stack else None
        if focused is None or not focused.call_later(self.now, number):
            self.now(number)

    @staticmethod
    def gone() -> bool:
        """Whether the terminal was closed; False where the system cannot tell."""
        import select

        if not hasattr(select, "poll"):
            return False
        poll = select.poll()
        poll.register(0, 0)
        try:
            found = poll.poll(0)
        except OSError:
            return False
        return any(what & select.POLLHUP for _, what in found)

    def now(self, number: int) -> None:
        """Keep the text, clean up, say where the text is, and be gone: exit code 128 + signal.

        Nothing of the application is waited for: its screen may be a terminal that is closed.
        """
        if not self._once.acquire(blocking=False):
            return  # a second signal, or the terminal that is gone as well: it is being done
        try:
            if hasattr(signal, "alarm"):
                signal.alarm(_PATIENCE)
            words = ""
            app = self.app
            if app is not None and app.drafting is not None:
                where = app.drafting.end(sync=False)
                words = kept_words(app.session.path, where, modified=app.session.modified)
            name = signal.Signals(number).name
            self._say(f"{_WHY.get(name, name)}. {words}".strip(), self._clean())
        finally:
            os._exit(128 + number)

    def _clean(self) -> int:
        """Clean the terminal up; returns where words to the person go."""
        guard = self.guard
        if guard is None:
            return 2
        # What still draws in another thread draws into the void from here on.
        screen = guard.screen
        guard.screen = os.dup(screen)
        os.dup2(os.open(os.devnull, os.O_WRONLY), screen)
        guard.reset()
        guard.end()
        return guard.screen if screen == 2 else 2

    @staticmethod
    def _say(words: str, where: int) -> None:
        with contextlib.suppress(OSError):
            os.write(where, words.encode("utf-8", "replace") + b"\n")


def broken(app: WorkbenchApp, error: Exception | None, where: Path | None) -> CtxbenchError:
    """The error by which a workbench that broke down ends: what happened, and where the text is."""
    kept = ""
    if app.opened is not None:
        kept = kept_words(app.session.path, where, modified=app.session.modified)
    debug = "" if os.environ.get("CTXBENCH_DEBUG") else "CTXBENCH_DEBUG=1 shows the details."
    why = "its terminal cannot be read" if error is None else f"{type(error).__name__}: {error}"
    return CtxbenchError(
        f"The workbench met a fault of its own ({why}).",
        hint=f"{kept} The file holds what was saved last. {debug}".strip(),
    )
