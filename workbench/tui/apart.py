"""How a process of our own is started: with our modules and nobody else's."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def command(module: str, *arguments: str) -> list[str]:
    """Run one of our modules. -P: the current folder may hold a stranger's modules."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment() -> dict[str, str]:
    """The environment, with the place that this package was imported from on the path."""
    import workbench

    ours = str(Path(workbench.__file__).resolve().parents[1])
    named = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([ours, *named])}
