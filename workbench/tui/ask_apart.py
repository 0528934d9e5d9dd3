"""The other end of `ask_child.py`: a process that plans, asks, and is gone when this one is."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from workbench.tui.apart import command, environment

#: What a process says last when it ended without a word.
BROKEN = {
    "error": {
        "number": 0,
        "message": "Asking broke down by itself.",
        "hint": "The prompt is unharmed, and what was answered is stored: asking again goes on"
        " with what is missing.",
    }
}


class Questioner:
    """One process. `tell(row)` is called in a thread of its own for each row that it writes, and
    at the end with `{"gone": ...}`."""

    def __init__(self, tell: Callable[[dict[str, Any]], object]) -> None:
        self._tell = tell
        self._closed = False
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # In a session of its own: when the terminal is closed, it still ends in an orderly way.
        self._child = subprocess.Popen(
            command("workbench.tui.ask_child"),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for work in (self._read, self._write):  # a large text does not fit into a pipe at once
            threading.Thread(target=work, name="ctxbench-asking", daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether the process runs; one that broke down answers nothing any more."""
        return self._child.poll() is None

    def plan(self, number: int, want: dict[str, Any], data: bytes) -> None:
        """Ask what a wish would cost; the answer carries the same number."""
        self._say({"do": "plan", "number": number, "want": want, "size": len(data)}, data)

    def send(self, number: int) -> None:
        """Send what the plan of this number said."""
        self._say({"do": "send", "number": number})

    def stop(self) -> None:
        """Ask nothing more; what was answered is kept and told."""
        self._say({"do": "stop"})

    def close(self) -> None:
        """Stop, and let the process end by itself. Takes no time."""
        self._closed = True
        self._lines.put(None)

    def _say(self, row: dict[str, Any], data: bytes = b"") -> None:
        self._lines.put(json.dumps(row).encode() + b"\n" + data)

    def _write(self) -> None:
        stdin = self._child.stdin
        assert stdin is not None
        with suppress(OSError), stdin:  # an error: it is gone, which its reader tells
            while (line := self._lines.get()) is not None:
                stdin.write(line)
                stdin.flush()

    def _read(self) -> None:
        child = self._child
        assert child.stdout is not None
        with child.stdout as lines:
            for line in lines:
                with suppress(ValueError):
                    self._tell(json.loads(line))
        child.wait()
        self._lines.put(None)
        if not self._closed:
            self._tell(BROKEN)
        self._tell({"gone": True})
