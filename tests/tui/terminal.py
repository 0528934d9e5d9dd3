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
from pathlib import Path

import pyte

ROOT = Path(__file__).resolve().parents[2]
#: The command as it is installed.
CTXBENCH = (sys.executable, "-c", "import sys; from workbench.cli import main; sys.exit(main())")
KEYS = {
    "enter": b"\r",
    "escape": b"\x1b",
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


class Terminal:
    """`ctxbench open` on a terminal of `columns` x `rows`."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        rows: int = 24,
        cwd: Path | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environ = os.environ | {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONPATH": str(ROOT),
            "ESCDELAY": "25",
        }
        environ.pop("COLUMNS", None)
        environ.pop("LINES", None)
        self.process = subprocess.Popen(
            [*CTXBENCH, "open", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env=environ | (env or {}),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.raw = b""
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
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
            self.stream.feed(_UNKNOWN.sub(b"", data))
        return got

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def until(self, *words: str, gone: str = "", seconds: float = 40.0) -> str:
        """Wait until all `words` are on the screen (and `gone` is not); returns the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read()
            if all(word in self.text for word in words) and not (gone and gone in self.text):
                return self.text
            if self.process.poll() is not None and not self.read():
                break
        raise AssertionError(f"{words} (without {gone!r}) not on the screen:\n{self.text}")

    def press(self, *keys: str) -> None:
        """Press keys: names of `KEYS`, `ctrl+x`, `alt+x`, or characters to type."""
        for key in keys:
            if key.startswith("ctrl+"):
                data = bytes([ord(key[-1]) & 0x1F])
            elif key.startswith("alt+"):
                data = b"\x1b" + key[-1].encode()
            else:
                data = KEYS.get(key) or key.encode()
            os.write(self.master, data)
            self.read(0.03)
            if key == "escape":  # a lone escape is told from a sequence by the pause behind it
                self.read(0.2)

    def ended(self, seconds: float = 30.0) -> int:
        """Wait for the end; returns the exit code."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        code = self.process.poll()
        assert code is not None, f"still running:\n{self.text}"
        return code
