"""`versions --import-git`: the commits of a file become versions, with dates and messages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import UnreadableInput
from workbench.store.files import follow, read_bytes, sha256
from workbench.store.importing import Past, import_past, imported
from workbench.store.store import Store
from workbench.store.values import Version


@dataclass(frozen=True, slots=True)
class ImportResult:
    """`commits`: those that changed the file; `versions`: what was new of them;
    `missing`: commits whose bytes are not in this clone (shallow or partial), so not stored."""

    path: str
    commits: int
    versions: tuple[Version, ...]
    missing: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "commits": self.commits,
            "missing": self.missing,
            "imported": len(self.versions),
            "versions": [version.to_dict() for version in self.versions],
        }


def import_git(
    path: Path | str,
    store: Store,
    *,
    count: Callable[[bytes], Mapping[str, int]] = lambda data: {},
) -> Generator[tuple[int, int], None, ImportResult]:
    """Store each commit of `path` once; yields (commits read, commits in all).

    `count` gives the tokens of a text by counter; equal texts are counted once. The file and the
    repository stay as they are. Raises UnreadableInput where there is no history, StoreError.
    """
    from workbench.hosts.git_history import history

    place = follow(path)
    known = imported(store, place)
    counted: dict[str, Mapping[str, int]] = {}
    states: list[Past] = []
    missing: list[str] = []
    commits = list(history(place, missing))
    for done, commit in enumerate(commits, 1):
        tokens: Mapping[str, int] = {}
        if commit.id not in known:
            digest = sha256(commit.data)
            if digest not in counted:
                counted[digest] = count(commit.data)
            tokens = counted[digest]
        reason = f"{commit.subject} (git {commit.id[:10]})"
        states.append(Past(commit.id, commit.time, commit.author, reason, commit.data, tokens))
        yield done, len(commits)
    try:
        now: bytes | None = read_bytes(place, home=store.home)
    except UnreadableInput:
        now = None
    made = import_past(store, place, states, on_disk=now)
    return ImportResult(str(path), len(commits) + len(missing), made, len(missing))
