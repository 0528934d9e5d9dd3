"""The other end of `review_child.py`: one process that reviews, stopped when the text changes."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.tui.jobs import Steps

from workbench.tui.apart import command, environment

#: Seconds before a review shows that it runs: most end sooner, and a flash would only disturb.
_SHOWN = 1.0


class Reviewer:
    """A process that is started when it is first needed and kept for the next text."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self.busy = False
        self._lock = threading.Lock()

    def stop(self) -> None:
        """End the process; a review that waits for it ends without a result. Takes no time."""
        with self._lock:
            child, self._child = self._child, None
            busy, self.busy = self.busy, False
        if child is None:
            return
        if busy:
            child.kill()  # whoever reads its answer takes leave of it
        else:
            self._gone(child)

    def _ready(self) -> subprocess.Popen[bytes]:
        child = self._child
        if child is None or child.poll() is not None:
            child = self._child = subprocess.Popen(
                command("workbench.tui.review_child"),
                env=environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return child

    def review(self, request: dict[str, Any], data: bytes) -> Steps:
        """Review a text; yields (rules done, rules) and returns a `Reviewed`, or None after `stop`.

        Raises CtxbenchError when the process breaks down by itself.
        """
        from workbench.errors import CtxbenchError
        from workbench.tui.flagged import Flagged, Reviewed

        if self.busy:
            self.stop()  # two may not read one answer
        with self._lock:
            child = self._ready()
            self.busy = True
        assert child.stdin is not None and child.stdout is not None
        found: list[Flagged] = []
        started, end = time.monotonic(), None
        try:
            head = json.dumps(request | {"size": len(data)}) + "\n"
            child.stdin.write(head.encode())
            child.stdin.write(data)
            child.stdin.flush()
            for line in child.stdout:
                row = json.loads(line)
                if "finding" in row:
                    found.append(Flagged.of(row["finding"]))
                elif "step" in row:
                    if time.monotonic() - started > _SHOWN:
                        yield tuple(row["step"])
                else:
                    end = row["end"]
                    break
        except (OSError, ValueError):
            end = None  # killed while it was spoken to
        finally:
            stopped = self._child is not child
            if not stopped:
                self.busy = False
            if end is None:
                self._gone(child)
        if stopped:
            yield 0, 1  # a worker that was cancelled ends here
            return None
        if end is None:
            raise CtxbenchError(
                "The review stopped by itself.",
                hint="The prompt is unharmed; it is reviewed again when you have typed.",
            )
        return Reviewed(
            tuple(found),
            end["muted"],
            end["total"],
            end["trouble"],
            tuple(end["critical"]),
            tuple(end["stopped"]),
        )

    def _gone(self, child: subprocess.Popen[bytes]) -> None:
        """Take leave of a process, so that none is left behind."""
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        if self._child is child:
            self._child = None
