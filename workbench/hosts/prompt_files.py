"""The prompt files below a folder, by name, place and frontmatter; links are not followed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import CtxbenchError
from workbench.hosts.registry import hosts, shipped_hosts
from workbench.prompt.kinds import HOST_FOLDERS, detect_kind
from workbench.reading import read_start

if TYPE_CHECKING:
    from workbench.measure.host_profile import HostProfile

_SKIP = frozenset(
    {"node_modules", "__pycache__", "site-packages", "dist", "build", "target", "venv"}
)
#: Endings and folders that no host has a file for here, but that hold prompts.
_MORE_ENDINGS, _MORE_FOLDERS = (".md", ".mdx", ".txt"), (".opencode",)
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
    looked_for = _looked_for(folder)
    for place, folders, files in os.walk(folder):
        if time.monotonic() > until:
            return
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIP and (not name.startswith(".") or name in looked_for.folders)
        )
        here = Path(place)
        hidden = any(part in looked_for.folders for part in here.relative_to(folder).parts)
        for name in sorted(files):
            if time.monotonic() > until:
                return
            if name.lower().endswith(looked_for.endings) and (here / name).is_file():
                yield here / name, looked_for.has(here / name, hidden)


@dataclass(frozen=True)
class _LookedFor:
    """What hosts look for, by the last names of their places.

    `names` are told by their very name, `capitals` are kinds that are written in capitals,
    `suffixes` kinds with an ending of their own; kinds of `everyday` names lie in a folder that may
    hold anything, so that more must speak for them. `own` are hosts that people added.
    """

    folders: frozenset[str]
    endings: tuple[str, ...]
    names: frozenset[str]
    capitals: frozenset[str]
    suffixes: frozenset[str]
    everyday: frozenset[str]
    own: tuple[HostProfile, ...]

    def has(self, path: Path, hidden: bool) -> bool:
        """Whether a file is a prompt; `hidden`: it lies in a folder of a host."""
        if path.name.lower() in ("readme.md", "changelog.md", "license.md", "contributing.md"):
            return False
        if path.name in self.names or any(one.place_of(path.as_posix()) for one in self.own):
            return True
        kind = detect_kind(str(path))
        if kind in self.suffixes or kind == "system-prompt":
            return True
        if kind in self.capitals:
            return path.name[:5].isupper()
        return kind in self.everyday and (hidden or _has_frontmatter(path))


def _looked_for(folder: Path) -> _LookedFor:
    try:
        known = hosts(folder).all()
    except CtxbenchError:
        # A file of a host that cannot be used is told where somebody asks for a host.
        known = shipped_hosts().all()
    places = [
        (place.kind, path.rpartition("/")[2])
        for host in known
        for place in host.files
        for path in place.paths
    ]
    plain = [(kind, name) for kind, name in places if "*" not in name]
    globs = [(kind, name) for kind, name in places if "*" in name]
    endings = {name[name.rindex(".") :].lower() for _, name in places if "." in name}
    return _LookedFor(
        HOST_FOLDERS.union(_MORE_FOLDERS, *(host.folders() for host in known)),
        tuple(sorted({*endings, *_MORE_ENDINGS})),
        frozenset(name for _, name in plain),
        frozenset(kind for kind, name in plain if name[:5].isupper()),
        frozenset(kind for kind, name in globs if not name.endswith("*.md")),
        frozenset(kind for kind, name in globs if name.endswith("*.md")),
        tuple(host for host in known if host.origin != "shipped"),
    )


def _has_frontmatter(path: Path) -> bool:
    try:
        return read_start(path, 8).lstrip(b"\xef\xbb\xbf").startswith(b"---")
    except OSError:
        return False
