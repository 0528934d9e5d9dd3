"""The way into the workbench from the command line: what must happen before anything is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def open_workbench(path: Path | str, settings: Any = None) -> None:
    """Open `path` in the terminal of this process; returns when the user leaves.

    The guard of the terminal is split off first, while the process is small and has one thread.
    """
    from workbench.tui import guard

    watcher = guard.begin()
    try:
        from workbench.tui.app import run_workbench

        run_workbench(path, settings, watcher)
    finally:
        if watcher is not None:
            watcher.end()
