"""Waiting for what happens, never for the clock.

A wait ends as soon as what it waits for is there. The bound only turns a hang into a failure with
words; a machine that is busy with other things does not reach it.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
#: Seconds after which nobody expects it any more. The time limit of a test is above it.
LONG = 100.0
#: Seconds between two looks at something that cannot call us.
LOOK = 0.02


class Bound:
    """The end of a wait: `while bound.holds(): ...`, then a failure."""

    def __init__(self, seconds: float = LONG) -> None:
        self._end = time.monotonic() + seconds

    def holds(self) -> bool:
        return time.monotonic() < self._end


def wait_until(true: Callable[[], T | None], what: str | Callable[[], str] = "") -> T:
    """What `true` returns as soon as it is something; `what` names the thing in the failure."""
    bound = Bound()
    while not (found := true()):
        if not bound.holds():
            words = what if isinstance(what, str) else what()
            raise AssertionError(f"waited in vain for {words or true}")
        time.sleep(LOOK)
    return found


class Stopwatch:
    """Seconds that this machine had for us: what a promise in seconds is measured with.

    A thread wakes up all the time and counts, and each turn for no more than it asked for; while
    other programs hold the processors it wakes up late, and that time is theirs and not ours.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._count, daemon=True)
        self._thread.start()

    def _count(self) -> None:
        turn = 0.005
        while not self._over.is_set():
            began = time.monotonic()
            time.sleep(turn)
            self.seconds += min(time.monotonic() - began, 1.2 * turn)

    def stop(self) -> float:
        """The seconds so far; nothing is counted behind it."""
        self._over.set()
        self._thread.join()
        return self.seconds


def ended(pid: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    try:
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        os.kill(pid, 0)
    except (ProcessLookupError, FileNotFoundError):
        return True
    return False


def read_bytes_of(pid: int) -> int:
    """How many bytes a process has read so far, terminals included; -1 where nobody counts."""
    try:
        return int(_read(f"/proc/{pid}/io").split()[1])
    except (OSError, ValueError, IndexError):
        return -1


def cpu_seconds(pid: int) -> float:
    """The processor time of a process so far."""
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def slept(pid: int) -> int:
    """The time that a process ran so far, in ns, if all its threads wait for something; else -1."""
    ran = 0
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 (no objects, as below)
            at = f"/proc/{pid}/task/{thread}/"
            if _read(at + "stat").rpartition(b")")[2].split(None, 1)[0] not in b"SZX":
                return -1
            ran += int(_read(at + "schedstat").split(None, 1)[0])
    except (OSError, ValueError, IndexError):
        return -1  # a thread that has just ended: look again
    return ran


def children_of(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    try:
        of_threads = [
            _read(f"/proc/{pid}/task/{thread}/children").split()
            for thread in os.listdir(f"/proc/{pid}/task")  # noqa: PTH208
        ]
    except OSError:
        return []
    own = [int(child) for found in of_threads for child in found]
    return own + [grandchild for child in own for grandchild in children_of(child)]


def _read(path: str) -> bytes:
    """A small file; the objects of `open` would be most of what a look costs."""
    number = os.open(path, os.O_RDONLY)
    try:
        return os.read(number, 4096)
    finally:
        os.close(number)
