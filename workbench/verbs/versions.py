"""List the stored versions of a file, with what each changes against the file now."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import StoreError, UnreadableInput
from workbench.store.files import ABSENT, follow, read_bytes, sha256
from workbench.store.store import Store
from workbench.store.values import Version

#: Versions are compared with the file up to this many bytes in total; then only sizes are told.
_COMPARE_BYTES = 40_000_000
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Change:
    """What the file now has more (`lines_added`) and less than a version, wherever it stands."""

    lines_added: int
    lines_removed: int

    def to_dict(self) -> dict[str, int]:
        return {"lines_added": self.lines_added, "lines_removed": self.lines_removed}


@dataclass(frozen=True, slots=True)
class Listed:
    """One version; `same_as_file` and `change` are None where they are not known."""

    version: Version
    current: bool
    same_as_file: bool | None
    change: Change | None

    def to_dict(self) -> dict[str, Any]:
        return self.version.to_dict() | {
            "current": self.current,
            "same_as_file": self.same_as_file,
            "change": self.change.to_dict() if self.change else None,
        }


@dataclass(frozen=True, slots=True)
class VersionsResult:
    """`unsaved`: the file holds text that is not its current version (None: there is no file).

    `stored_as` is the old place of a file that was recognised after it moved. `maybe` are
    places whose histories may belong to this file, to be offered for `relink`. `damaged`: numbers
    of versions whose bytes are not what was stored.
    """

    path: str
    versions: tuple[Listed, ...]
    current: int | None
    unsaved: bool | None
    stored_as: str | None = None
    maybe: tuple[str, ...] = ()
    damaged: tuple[int, ...] = ()

    @property
    def held(self) -> int | None:
        """The version that the file is now, to the byte; where there is no file, the one it was."""
        same = [one.version.n for one in self.versions if one.same_as_file]
        if self.unsaved:
            return same[-1] if same else None
        return self.current

    def outside(self) -> str:
        """What another program did to the file since its current version, in a sentence, or ""."""
        if not self.unsaved or not self.versions:
            return ""
        if self.current is None:
            return "" if self.held else "The file holds text that is not stored."
        if self.held is not None:
            return f"The file holds version {self.held} again; another program changed it."
        change = next(one.change for one in self.versions if one.version.n == self.current)
        much = f", +{change.lines_added} -{change.lines_removed} lines" if change else ""
        return f"The file holds text that is not stored: not version {self.current}{much}."

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "versions": [listed.to_dict() for listed in self.versions],
            "current": self.current,
            "unsaved": self.unsaved,
            "stored_as": self.stored_as,
            "maybe": list(self.maybe),
            "damaged": list(self.damaged),
        }


def known_path(store: Store, path: Path | str) -> Path:
    """Where the history of `path` is kept: itself, or the old place of a file that moved."""
    place = follow(path)
    if store.current(place) is not None or store.versions(place):
        return place
    try:
        data = read_bytes(place, home=store.home)
    except UnreadableInput:
        return place
    sure = [m for m in store.moved(place, data) if m.certain]
    return sure[0].path if len(sure) == 1 and data.strip() else place


def versions(path: Path | str, store: Store, *, compare: bool = True) -> VersionsResult:
    """All versions, oldest first; none for a file that was never saved.

    Raises UnreadableInput where there is neither a file nor a version of it.
    """
    place = known_path(store, path)
    found = store.versions(place)
    try:
        data: bytes | None = read_bytes(path, home=store.home)
    except UnreadableInput:
        if not found:
            raise
        data = None
    current = store.current(place)
    digest = ABSENT if data is None else sha256(data)
    changes = _changes(store, found, data) if compare and data is not None else {}
    whole = {sha for sha, change in changes.items() if change is not None}
    listed = tuple(
        Listed(
            version,
            current is not None and version.n == current.n,
            None if data is None else version.sha256 == digest,
            changes.get(version.sha256),
        )
        for version in found
    )
    maybe = () if data is None else tuple(str(m.path) for m in store.moved(path, data))
    return VersionsResult(
        str(path),
        listed,
        current.n if current else None,
        None if data is None else current is None or current.sha256 != digest,
        None if place == follow(path) else str(place),
        tuple(p for p in maybe if p != str(place)),
        tuple(v.n for v in found if changes and v.sha256 not in whole),
    )


def _changes(store: Store, found: tuple[Version, ...], data: bytes) -> dict[str, Change | None]:
    """By hash of a version; None where its bytes are damaged, nothing where all are too long."""
    sizes = {version.sha256: version.size for version in found}
    if sum(sizes.values()) + len(data) > _COMPARE_BYTES:
        return {}
    now = Counter(_LINE.findall(data))
    made: dict[str, Change | None] = {}
    for sha in sizes:
        made[sha] = None
        try:
            then = Counter(_LINE.findall(store.content(sha)))
        except StoreError:
            continue
        made[sha] = Change((now - then).total(), (then - now).total())
    return made
