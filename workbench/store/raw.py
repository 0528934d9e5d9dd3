"""A few things done with open files: whole writes and reads, flushing a folder, locks.

The locks are advisory and die with their process; where the platform has none, nobody waits.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

_CHUNK = 1 << 20

if sys.platform != "win32":
    import fcntl

    def hold(fd: int, wait_s: float = 0.0) -> bool:
        """Lock the open file for this process; False when another holds it for `wait_s`."""
        end = time.monotonic() + wait_s
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= end:
                    return False
                time.sleep(0.01)
            except OSError:  # a file system without locks
                return True
            else:
                return True

else:  # pragma: no cover

    def hold(fd: int, wait_s: float = 0.0) -> bool:
        return True


def write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view[:_CHUNK]) :]


def read_all(fd: int) -> bytes:
    """All bytes from the start of the open file."""
    os.lseek(fd, 0, os.SEEK_SET)
    parts = []
    while part := os.read(fd, _CHUNK):
        parts.append(part)
    return b"".join(parts)


def sync_folder(folder: Path) -> None:
    """Make a rename last; best effort, for not every system can flush a folder."""
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
