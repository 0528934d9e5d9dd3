"""Which FILEs are one and the same file, so that none is counted, reviewed or summed twice.

A file has many names: `CLAUDE.md` and `./CLAUDE.md`, a symbolic link, a hard link, another case
where the file system does not mind it. The file system knows; names are compared only where it
does not say.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from pathlib import Path

from workbench.verbs.inputs import STDIN, version_named


@dataclass(frozen=True, slots=True)
class Repeat:
    """`spec` names the same file as `first`, which stands for both."""

    spec: str
    first: str

    @property
    def words(self) -> str:
        if self.spec == self.first:
            return f"{self.spec} is named more than once; it counts once."
        return f"{self.spec} is the same file as {self.first}; it counts once."


def file_identity(path: Path) -> Hashable:
    """What two names of one file have in common. A path that leads nowhere stands for itself."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        found = None
    if found is not None and found.st_ino:  # some file systems number no files
        return found.st_dev, found.st_ino
    try:
        return os.path.normcase(os.path.realpath(path))
    except (OSError, ValueError):
        return str(path)


def identity(spec: str) -> Hashable:
    """What FILE stands for. Two versions of one file are two texts, and so are two revisions."""
    if _on_disk(spec):
        return "file", file_identity(Path(spec))
    if spec.startswith("git:"):
        revision, _, path = spec.removeprefix("git:").partition(":")
        return "git", revision, os.path.normpath(path)
    version = version_named(spec)
    if version is not None:
        return "version", file_identity(version[0]), version[1]
    return "name", spec


def distinct(specs: Iterable[str]) -> tuple[list[str], tuple[Repeat, ...]]:
    """Each file once, at the place where it is named first, and what names it again.

    The file itself stands for the links to it. Standard input is left to those who read it.
    """
    groups: dict[Hashable, list[str]] = {}
    for i, spec in enumerate(specs):
        key = ("stdin", i) if spec == STDIN else identity(spec)
        groups.setdefault(key, []).append(spec)
    kept: list[str] = []
    repeats: list[Repeat] = []
    for names in groups.values():
        first = names[0]
        if len(names) > 1:
            first = next((name for name in names if not Path(name).is_symlink()), first)
            others = list(names)
            others.remove(first)
            repeats += (Repeat(name, first) for name in dict.fromkeys(others))
        kept.append(first)
    return kept, tuple(repeats)


def _on_disk(spec: str) -> bool:
    try:
        return os.path.lexists(spec)
    except ValueError:  # a NUL in the name
        return False
