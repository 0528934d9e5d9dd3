"""Prompt files below a folder, found in slices so that the list can fill while one looks."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.tui.jobs import Steps

_SKIP = {"node_modules", "__pycache__", "site-packages", "dist", "build", "target", "venv"}
#: Hidden folders that hold prompts.
_HIDDEN = {".claude", ".cursor", ".github", ".windsurf", ".codex", ".gemini", ".agents"}
_NAMES = {
    "claude.md", "claude.local.md", "agents.md", "agents.override.md", "gemini.md", "skill.md",
    "copilot-instructions.md", ".cursorrules", ".windsurfrules", "system-prompt.md", "prompt.md",
}  # fmt: skip
_MOST = 2_000
_SECONDS = 5.0


class Found(NamedTuple):
    """A file; `sure` when its name or folder says that it is a prompt."""

    path: Path
    size: int
    sure: bool


def finding(folder: Path) -> Steps:
    """All Markdown and prompt files below `folder`, prompts first; returns a list of Found.

    Stops after five seconds or two thousand files: a home folder is not searched to the end.
    """
    found: list[Found] = []
    until = time.monotonic() + _SECONDS
    for path, sure in _walk(folder):
        try:
            size = path.stat().st_size
        except OSError:
            continue
        found.append(Found(path, size, sure))
        if len(found) % 20 == 0:
            yield len(found), 0
        if len(found) >= _MOST or time.monotonic() > until:
            break
    return sorted(found, key=lambda f: (not f.sure, len(f.path.parts), str(f.path)))


def _walk(folder: Path) -> Iterator[tuple[Path, bool]]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIP and (not name.startswith(".") or name in _HIDDEN)
        )
        here = Path(place)
        inside = any(part in _HIDDEN for part in here.relative_to(folder).parts)
        for name in sorted(files):
            low = name.lower()
            sure = low in _NAMES or low.endswith((".prompt.md", ".mdc", ".prompt"))
            sure = sure or (inside and low.endswith(".md"))
            if sure or low.endswith((".md", ".markdown")):
                yield here / name, sure
