"""Ask a model in a process of its own: `python -m workbench.tui.ask_child`.

The SDK takes a second and more to import and as long to be taken apart; here no key waits for
it. Each line on standard input is a JSON object: `plan` (and then `size` bytes of text) says what
something would cost, `send` with the number of that very plan sends it, `stop` ends it. The end of
the input ends everything: within a second nothing is asked any more, what was answered is kept,
and the process is gone.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from contextlib import suppress
from typing import IO, Any

#: Seconds after the end of the input at which the process ends whatever hangs.
_LAST = 3.0


class _Input:
    """Reads the input in a thread, so that a run hears of `stop` at once."""

    def __init__(self, given: IO[bytes]) -> None:
        self._given = given
        self.stopped = threading.Event()
        self.gone = threading.Event()
        self.lines: queue.SimpleQueue[tuple[dict[str, Any], bytes] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while line := self._given.readline():
                row = json.loads(line)
                data = self._given.read(int(row.get("size", 0)))
                if row["do"] == "stop":
                    self.stopped.set()
                elif row["do"] == "send":  # here, so that a `stop` right behind it is not lost
                    self.stopped.clear()
                self.lines.put((row, data))
        finally:
            self.gone.set()
            self.stopped.set()
            self.lines.put(None)
            time.sleep(_LAST)
            os._exit(1)


def main() -> int:
    """Answer lines until the input ends."""
    if hasattr(os, "nice"):
        os.nice(5)  # whoever types comes first
    given, out = _Input(sys.stdin.buffer), sys.stdout
    with suppress(BrokenPipeError):
        _answer(given, out)
    # Nothing is left to be tidied, and taking apart the SDK's modules takes a second.
    os._exit(0)


def _answer(given: _Input, out: IO[str]) -> None:
    from workbench.errors import CtxbenchError
    from workbench.tui.ask_kinds import made
    from workbench.tui.ask_wants import Want

    def put(row: dict[str, Any]) -> None:
        out.write(json.dumps(row) + "\n")
        out.flush()

    work: Any = None
    while (got := given.lines.get()) is not None:
        row, data = got
        number = row.get("number", 0)
        try:
            if row["do"] == "plan":
                work = None
                work = made(Want(**row["want"]), data)
                work.number = number
                put({"plan": {"number": number, **work.shown()}})
            elif row["do"] == "send" and work is not None and row["number"] == work.number:
                if given.gone.is_set():
                    break
                for event in work.run(given.stopped.is_set):
                    put(event)
        except CtxbenchError as error:
            put({"error": {"number": number, "message": error.message, "hint": error.hint}})
        except Exception as error:  # noqa: BLE001 - the boundary of the process
            words = f"It broke down: {type(error).__name__}: {error}."
            put({"error": {"number": number, "message": words, "hint": "The prompt is unharmed."}})


if __name__ == "__main__":
    sys.exit(main())
