"""Prompt files below a folder, found in slices so that the list can fill while one looks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from workbench.hosts.prompt_files import walk
from workbench.tui.jobs import Steps

#: What else people may want to open: any Markdown.
_MARKDOWN = (".md", ".markdown", ".mdx")
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
    for path, sure in walk(folder):
        if not sure and path.suffix.lower() not in _MARKDOWN:
            continue
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
