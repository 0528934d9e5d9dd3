"""The prompt files below a folder, by name, place and frontmatter; links are not followed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

from workbench.prompt.kinds import detect_kind
from workbench.reading import read_start

#: Hidden folders that hold prompts.
_HIDDEN = frozenset(
    {".claude", ".cursor", ".github", ".windsurf", ".codex", ".gemini", ".agents", ".opencode"}
)
_SKIP = frozenset(
    {"node_modules", "__pycache__", "site-packages", "dist", "build", "target", "venv"}
)
_BY_NAME = frozenset(
    {"claude-md", "agents-md", "gemini-md", "skill", "cursor-rule", "copilot", "memory"}
)
_IN_CAPITALS = frozenset({"claude-md", "agents-md", "gemini-md", "skill", "memory"})
#: Kinds that are told from a folder's everyday name, so that more must speak for them.
_BY_PLACE = frozenset({"command", "sub-agent", "rule", "output-style"})
_ENDINGS = (".md", ".mdc", ".mdx", ".cursorrules", ".windsurfrules", ".txt")
_MOST = 2_000
_SECONDS = 5.0


def prompt_files(folder: Path) -> tuple[Path, ...]:
    """Prompts below `folder`, in the order of their paths: at most 2,000, at most five seconds."""
    found: list[Path] = []
    for path, sure in walk(folder):
        if sure:
            found.append(path)
        if len(found) >= _MOST:
            break
    return tuple(found)


def walk(folder: Path, seconds: float = _SECONDS) -> Iterator[tuple[Path, bool]]:
    """Every file below `folder` that may hold a prompt, and whether name and place say so.

    Ends after `seconds`, also where nothing is found; what is no regular file is left out.
    """
    until = time.monotonic() + seconds
    for place, folders, files in os.walk(folder):
        if time.monotonic() > until:
            return
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIP and (not name.startswith(".") or name in _HIDDEN)
        )
        here = Path(place)
        hidden = any(part in _HIDDEN for part in here.relative_to(folder).parts)
        for name in sorted(files):
            if time.monotonic() > until:
                return
            if name.lower().endswith(_ENDINGS) and (here / name).is_file():
                yield here / name, _is_prompt(here / name, hidden)


def _is_prompt(path: Path, hidden: bool) -> bool:
    if path.name.lower() in ("readme.md", "changelog.md", "license.md", "contributing.md"):
        return False
    kind = detect_kind(str(path))
    if kind in _BY_NAME or kind == "system-prompt":
        # Hosts look for CLAUDE.md, AGENTS.md and the like in capitals.
        return kind not in _IN_CAPITALS or path.name[:5].isupper()
    if kind not in _BY_PLACE:
        return False
    return hidden or _has_frontmatter(path)


def _has_frontmatter(path: Path) -> bool:
    try:
        return read_start(path, 8).lstrip(b"\xef\xbb\xbf").startswith(b"---")
    except OSError:
        return False
