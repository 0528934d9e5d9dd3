"""Leaves a clean terminal behind, whatever ends the workbench; kill -9 included.

What is killed cannot clean up after itself. So a second process watches: it is split off before
the workbench has loaded anything, sits in a session of its own (a signal to the group of the
workbench does not reach it), holds nothing but a pipe and the terminal, and sleeps until the pipe
says something. When the pipe is closed without a goodbye, the workbench was killed: the terminal is
reset, and a sentence says whether unsaved text was kept. On POSIX only, where terminals have modes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Any

#: Ends whatever sequence was being written; then all that the workbench may have switched on.
RESET = (
    b"\x18\x1b\\"
    b"\x1b[?2026l"  # a screen that was being drawn is shown
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"  # mouse
    b"\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # focus, bracketed paste, resize reports
    b"\x1b[<u"  # kitty's keyboard, before its screen is left
    b"\x1b[?7h\x1b[0m\x1b[?1049l\x1b[?25h"  # wrapping, colours, screen, cursor
)
#: What Textual switches on and leaves on: mouse positions in pixels.
_FORGOTTEN = b"\x1b[?1016l"
KILLED = "ctxbench was killed. Nothing that was saved is touched."
KILLED_KEPT = (
    "ctxbench was killed. What was typed and not saved is kept: open the file again, and it is"
    " offered."
)
#: What the workbench says through the pipe, a byte each.
_SHOWN, _KEPT, _NONE, _CLEAN = b"s", b"k", b"n", b"."
_IGNORED = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGPIPE")


class Guard:
    """The workbench's end of the pipe. `screen` is what it draws on, `attributes` the modes that
    its terminal had before."""

    def __init__(self, screen: int, attributes: Any, pipe: int, gone: int, pid: int) -> None:
        self.screen, self.attributes = screen, attributes
        self._pipe, self._gone, self._pid = pipe, gone, pid
        self._kept = self._shown = False

    def showing(self) -> None:
        """From now on the terminal is in the workbench's hands. Waits until the guard is ready."""
        if self._shown:
            return
        self._shown = True
        with contextlib.suppress(OSError):
            os.read(self._gone, 1)
        self._say(_SHOWN)

    def keeps(self, kept: bool) -> None:
        """Whether there is a draft that a kill would leave behind."""
        if kept != self._kept:
            self._kept = kept
            self._say(_KEPT if kept else _NONE)

    def reset(self) -> None:
        """Clean the terminal up from inside, at an end that leaves no time for more."""
        _reset(self.screen, self.attributes, always=True)

    def end(self) -> None:
        """The terminal is clean: the guard goes. Waits for that, for a second at most."""
        import select

        if self._shown:
            with contextlib.suppress(OSError):
                os.write(self.screen, _FORGOTTEN)
        self._say(_CLEAN)
        with contextlib.suppress(OSError):
            os.close(self._pipe)
        with contextlib.suppress(OSError, ValueError):
            while select.select([self._gone], [], [], 1.0)[0] and os.read(self._gone, 1):
                pass  # its end of this pipe is closed when it is gone
            os.close(self._gone)
        if self._pid > 0:
            with contextlib.suppress(OSError):
                os.waitpid(self._pid, os.WNOHANG)

    def _say(self, word: bytes) -> None:
        with contextlib.suppress(OSError):  # it was killed itself: nothing else can be done
            os.write(self._pipe, word)


def begin() -> Guard | None:
    """Split the guard off; None where there is no terminal with modes to guard.

    To be called before anything heavy is loaded and before any thread is started; where that is
    too late, nobody watches, and the rest works.
    """
    if os.name != "posix":
        return None
    import termios

    screen = 2 if os.isatty(2) else 1
    try:
        attributes = termios.tcgetattr(0)
    except termios.error:
        return None
    if not os.isatty(screen):
        return None
    threads = sys.modules.get("threading")
    if threads is not None and threads.active_count() > 1:
        return Guard(screen, attributes, -1, -1, -1)
    try:
        reading, writing = os.pipe()
        gone, living = os.pipe()
        pid = os.fork()
    except OSError:
        return Guard(screen, attributes, -1, -1, -1)
    if pid == 0:
        try:
            _watch(screen, attributes, reading, living)
        finally:
            os._exit(0)
    os.close(reading)
    os.close(living)
    return Guard(screen, attributes, writing, gone, pid)


def _watch(screen: int, attributes: Any, pipe: int, living: int) -> None:
    """The guard itself: returns when the workbench is gone and the terminal is clean."""
    os.setsid()
    for name in _IGNORED:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    os.chdir("/")
    _close_all_but(0, screen, pipe, living)
    os.write(living, b"r")
    shown = kept = False
    while word := os.read(pipe, 1):
        if word == _CLEAN:
            return
        shown = shown or word == _SHOWN
        kept = word == _KEPT if word in (_KEPT, _NONE) else kept
    if not shown:
        return
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(5)  # a terminal that takes nothing must not keep the guard
    _reset(screen, attributes, always=False)
    with contextlib.suppress(OSError):
        os.write(screen, (KILLED_KEPT if kept else KILLED).encode() + b"\r\n")


def _close_all_but(*kept: int) -> None:
    try:
        names = os.listdir("/dev/fd")  # noqa: PTH208
        numbers = [int(name) for name in names if name.isdigit()]
    except OSError:
        numbers = list(range(256))
    for number in numbers:
        if number not in kept:
            with contextlib.suppress(OSError):
                os.close(number)


def _reset(screen: int, attributes: Any, *, always: bool) -> None:
    """Undo what the workbench did to the terminal.

    Unless `always`, the modes are only put back while they still are the workbench's: a shell that
    noticed the death first has set its own, and must not lose them.
    """
    import termios

    with contextlib.suppress(OSError):
        left = RESET
        while left:
            left = left[os.write(screen, left) :]
    with contextlib.suppress(termios.error, OSError):
        modes = termios.tcgetattr(0)[3]
        if always or not modes & (termios.ISIG | termios.ICANON):
            termios.tcflush(0, termios.TCIFLUSH)
            termios.tcsetattr(0, termios.TCSANOW, attributes)
