"""What the file on the disk is to its stored versions, and what it can be compared with.

The text on the disk, the stored versions and the text in an editor are three things. A text is
called by the number of a version only when it is that version to the byte.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.prompt.source import Source
from workbench.store.files import follow, sha256
from workbench.store.values import Version
from workbench.verbs.versions import known_path

if TYPE_CHECKING:
    from workbench.store.store import Store


@dataclass(frozen=True, slots=True)
class Standing:
    """What a text is to the versions of its file.

    `same`: the version that it is, to the byte. `last`: the version that the file held when it was
    last read or written by ctxbench. Both are None where there is no such version. `lines` differ
    from `last`, and `summary` says so in words; 0 and "" where it is `last`.
    """

    same: int | None = None
    last: int | None = None
    lines: int = 0
    summary: str = ""

    @property
    def outside(self) -> bool:
        """Whether another program has changed the file since `last`."""
        return self.last is not None and self.same != self.last

    def name(self) -> str:
        """The text in a few words: `v3`, or `on disk, 2 lines from v3`; "" where none is stored."""
        if self.same is not None:
            return f"v{self.same}"
        if self.last is None:
            return ""
        if not self.lines:
            return f"on disk, not v{self.last}"
        return f"on disk, {self.lines:,} line{'s' * (self.lines != 1)} from v{self.last}"

    def change(self) -> str:
        """How many lines another program changed since which version, in words."""
        if not self.lines:
            return f"changed outside since version {self.last} ({self.summary})"
        lines = f"{self.lines:,} line{'s' * (self.lines != 1)}"
        again = f"; it is version {self.same} again" if self.same is not None else ""
        return f"{lines} changed outside since version {self.last}{again}"

    def short(self) -> str:
        """`name` for a narrow place: `v3`, or `not v3`."""
        return f"not v{self.last}" if self.same is None and self.last else self.name()


@dataclass(frozen=True, slots=True)
class Earlier:
    """A text that is older than the file; `short` names it in a few words, `label` in full, `spec`
    as the command line does."""

    short: str
    label: str
    spec: str
    data: bytes


def standing(path: Path | str, data: bytes, store: Store) -> Standing:
    """What `data`, the bytes of the file, is to its stored versions."""
    place = known_path(store, path)
    found = store.versions(place)
    last = store.current(place)
    if last is None:
        # What is stored, if anything, was never in the file.
        return Standing(stored_as(path, data, store))
    same = _same(found, last, sha256(data))
    if same == last.n:
        return Standing(same, last.n)
    from workbench.change.diff import diff_sources

    old = Source.from_bytes(store.content(last.sha256))
    diff = diff_sources(old, Source.from_bytes(data))
    return Standing(same, last.n, sum(diff.counts().values()), diff.summary())


def stored_as(path: Path | str, data: bytes, store: Store) -> int | None:
    """The newest version of the file that holds `data`, whether the file does or not."""
    found = store.versions(known_path(store, path))
    digest = sha256(data)
    return next((version.n for version in reversed(found) if version.sha256 == digest), None)


def _same(found: Sequence[Version], last: Version, digest: str) -> int | None:
    """The version with these bytes: the one that the file held last, else the newest."""
    if last.sha256 == digest:
        return last.n
    return next((v.n for v in reversed(found) if v.sha256 == digest), None)


def earlier(path: Path | str, data: bytes, store: Store) -> tuple[Earlier, ...]:
    """What `data`, the bytes of the file, can be compared with: the last version, where the file is
    not that one; the version before it; the state in git. Texts that are the same are left out."""
    place, name = known_path(store, path), Path(path).name
    by_n = {version.n: version for version in store.versions(place)}
    now = standing(path, data, store)
    out: list[Earlier] = []
    version = by_n.get(now.last or max(by_n, default=0))
    seen = {sha256(data)}
    while version is not None and len(out) < 2:
        if version.sha256 not in seen:
            when = version.time[:16].replace("T", " ")
            short, spec = f"version {version.n}", f"{path}@{version.n}"
            data_then = store.content(version.sha256)
            out.append(Earlier(short, f"{name}, {short}, {when} UTC", spec, data_then))
            if now.same is not None and not now.outside:
                break
        seen.add(version.sha256)
        version = _before(version, by_n)
    committed = git_head(path)
    if committed is not None and committed.data != data:
        out.append(committed)
    return tuple(out)


def _before(version: Version, by_n: dict[int, Version]) -> Version | None:
    """What the file held before a version; numbers fall, so there is an end."""
    for n in (version.before, version.parent, version.n - 1):
        if n is not None and n < version.n:
            return by_n.get(n)
    return None


def git_head(path: Path | str) -> Earlier | None:
    """The file as the last commit has it; None where git or the commit does not know it."""
    from workbench.hosts import git

    place = follow(path)
    try:
        commit = git.run(["rev-parse", "--short", "HEAD"], place.parent)
        blob = git.run(["cat-file", "blob", f"HEAD:./{place.name}"], place.parent)
    except (OSError, ValueError):
        return None
    if commit.returncode or blob.returncode:
        return None
    short = f"git HEAD {commit.stdout.decode('ascii', 'replace').strip()}"
    spec = f"git:HEAD:{os.path.relpath(place)}"
    return Earlier(short, f"{Path(path).name}, {short}", spec, blob.stdout)
