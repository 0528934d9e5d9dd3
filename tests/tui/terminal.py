"""The real application in a pseudo-terminal: keys in, screens out, every byte kept."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

import pyte
from pyte import modes
from pyte.charsets import LAT1_MAP
from pyte.screens import Char
from wcwidth import wcwidth

from tests.tui import forks
from tests.waiting import LONG, Bound, children_of, read_bytes_of, slept

ROOT = Path(__file__).resolve().parents[2]
#: The command as it is installed.
CTXBENCH = (sys.executable, "-c", "import sys; from workbench.cli import main; sys.exit(main())")
KEYS = {
    "enter": b"\r",
    # As a terminal sends it that speaks the keyboard protocol which the application asks for. A
    # lone byte is told from the start of a longer sequence by the time that passes behind it.
    "escape": b"\x1b[27u",
    "tab": b"\t",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "pagedown": b"\x1b[6~",
    "backspace": b"\x7f",
}
#: Questions and modes of the driver that the emulator of the test does not know.
_UNKNOWN = re.compile(
    rb"\x1b\[[<>=?][0-9;]*(?:u|\$p|[hl])|\x1b\[\?[0-9;]*\$p"
    rb"|\x1b\](?:[^\x07\x1b]*)(?:\x07|\x1b\\)|\x1bP[^\x1b]*\x1b\\"
)
#: Colours and styles: two thirds of the bytes, and most of what the emulator costs.
_STYLE = re.compile(rb"\x1b\[[0-9;]*m")
#: The beginning of a sequence whose rest comes with the next piece.
_BEGUN = re.compile(rb"\x1b(?:\[[<>=?]?[0-9;]*\$?|\][^\x07\x1b]*\x1b?|P[^\x1b]*\x1b?)?\Z")


def _early(name: str) -> bool:
    """Whether a variable is read while a program starts or loads its libraries."""
    return name.startswith(("LANG", "LC_", "PYTHON", "TEXTUAL"))


class TextScreen(pyte.Screen):
    """A screen without colours that is quick: most of what these tests cost was the emulator.

    A run of narrow characters is written in one go, and only lines that changed are read again.
    """

    def __init__(self, columns: int, lines: int) -> None:
        self._rows: dict[int, str] = {}
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        at, y = self.cursor.x, self.cursor.y
        plain = self.charset == 0 and self.g0_charset is LAT1_MAP and modes.IRM not in self.mode
        if not (plain and at + len(data) <= self.columns and all(map(_narrow, data))):
            super().draw(data)
            return
        self.buffer[y].update(zip(range(at, at + len(data)), map(_cell, data), strict=True))
        self.cursor.x = at + len(data)
        self.dirty.add(y)

    @property
    def display(self) -> list[str]:
        for y in self.dirty if self._rows else range(self.lines):
            line = self.buffer[y]
            cells = [line[x].data for x in range(self.columns)]
            for x in [x for x, cell in enumerate(cells[:-1]) if _wide(cell)]:
                if _wide(cells[x]):
                    cells[x + 1] = ""  # what stands behind the left half is not seen
            self._rows[y] = "".join(cells)
        self.dirty.clear()
        return [self._rows[y] for y in range(self.lines)]


@cache
def _wide(cell: str) -> bool:
    return cell != "" and wcwidth(cell[0]) == 2


@cache
def _narrow(character: str) -> bool:
    return wcwidth(character) == 1


@cache
def _cell(character: str) -> Char:
    return Char(character)


class Terminal:
    """`ctxbench open` on a terminal of `columns` x `rows`."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        cwd: Path | None = None,
        env: dict[str, str] | None = None,
        styles: bool = False,
        alone: bool = False,
    ) -> None:
        """`styles`: the screen knows colours too; otherwise it holds the text alone.

        `alone`: a Python of its own, and not a fork of one that has loaded everything.
        """
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environ = os.environ | {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONPATH": str(ROOT),
        }
        environ.pop("COLUMNS", None)
        environ.pop("LINES", None)
        environ |= env or {}
        self.process: forks.Session | subprocess.Popen[bytes]
        if forks.CAN and not alone and not any(map(_early, env or {})):
            self.process = forks.start(["open", *arguments], slave, cwd, environ)
        else:
            self.process = subprocess.Popen(
                [*CTXBENCH, "open", *arguments],
                stdin=slave,
                stdout=slave,
                stderr=slave,
                cwd=cwd,
                env=environ,
                start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            )
        os.close(slave)
        self.raw = b""
        self._text: str | None = None
        self._styles = styles
        self._begun = b""
        #: Screens between the last key, or the last wait, and now: messages go by themselves.
        self._passed: list[str] = []
        self.screen = (pyte.Screen if styles else TextScreen)(columns, rows)
        self.stream = pyte.ByteStream(self.screen)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            with suppress(ProcessLookupError):  # it has just ended
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)

    def read(self, seconds: float = 0.05) -> bool:
        """Take what the application writes within `seconds`; false when there was nothing."""
        got = False
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                break
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            got = True
            self.raw += data
            data = self._begun + data
            begun = _BEGUN.search(data)
            self._begun = begun[0] if begun else b""
            data = _UNKNOWN.sub(b"", data.removesuffix(self._begun))
            self.stream.feed(data if self._styles else _STYLE.sub(b"", data))
            self._text = None
        return got

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "\n".join(self.screen.display)
        return self._text

    def until(
        self,
        *words: str,
        gone: str = "",
        matches: str = "",
        seconds: float = LONG,
    ) -> str:
        """Wait until all `words` are on the screen (and `gone` is not, and the regular expression
        `matches` is found); returns the screen. `seconds` is the bound where a promise sets one.
        """

        def fits(text: str) -> bool:
            held = all(word in text for word in words) and not (gone and gone in text)
            return held and re.search(matches, text) is not None

        bound = Bound(seconds)
        while bound.holds():
            new = self.read()
            for text in (self.text, *self._passed):
                if fits(text):
                    self._passed.clear()
                    return text
            self._passed.clear()
            if not new and self.process.poll() is not None and not self.read():
                break
        raise AssertionError(
            f"{words} {matches} (without {gone!r}) not on the screen:\n{self.text}"
        )

    def press(self, *keys: str) -> None:
        """Press keys: names of `KEYS`, `ctrl+x`, `alt+x`, or text, typed in one go."""
        for key in keys:
            if key.startswith("ctrl+"):
                data = bytes([ord(key[-1]) & 0x1F])
            elif key.startswith("alt+"):
                data = b"\x1b" + key[-1].encode()
            else:
                data = KEYS.get(key) or key.encode()
            before = read_bytes_of(self.process.pid)
            self._passed.clear()
            os.write(self.master, data)
            self.idle(before + len(data) if before >= 0 else -1)

    def idle(self, read: int = -1) -> None:
        """Wait until the application has read its input (`read` bytes in all) and sleeps.

        So the next key meets what the last one made, as it does under a hand; a burst is what
        `os.write(bench.master, ...)` sends. What the application's children do is not waited for.
        An application that never sleeps (it counts in a thread of its own) gets its keys anyway.
        """
        pid, bound, last = self.process.pid, Bound(5.0), -1
        if read < 0:  # nobody tells us what it has read: not Linux
            self.read(0.1)
            return
        while bound.holds() and self.process.poll() is None:
            new = self.read(0.01)
            if new:
                self._passed.append(self.text)
            now = slept(pid) if read_bytes_of(pid) >= read else -1
            if now >= 0 and now == last and not new:
                return
            last = now

    def still(self) -> None:
        """Wait until the application and its children have all slept for half a second, so that no
        timer and no job of theirs can change the screen any more.
        """
        pid, bound, since = self.process.pid, Bound(), time.monotonic()
        while bound.holds() and time.monotonic() - since < 0.5:
            awake = any(slept(one) < 0 for one in (pid, *children_of(pid)))
            if self.read() or (awake and read_bytes_of(pid) >= 0):
                since = time.monotonic()

    def ended(self) -> int:
        """Wait for the end; returns the exit code."""
        bound = Bound()
        while self.process.poll() is None and bound.holds():
            self.read()
        code = self.process.poll()
        assert code is not None, f"still running:\n{self.text}"
        return code
