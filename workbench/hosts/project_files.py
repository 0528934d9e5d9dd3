"""The names of the files in a tree: bounded in number and time, links not followed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path

from workbench.prompt.globs import BadGlob, Glob, parse_glob
from workbench.reading import read_start

#: Folders whose content is not the project's own.
SKIPPED = frozenset(
    {
        *(".git", ".hg", ".svn", "node_modules", "__pycache__", "site-packages", ".venv", "venv"),
        *(".tox", ".nox", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".next", ".turbo"),
        *(".gradle", ".idea", ".terraform", "bower_components", ".cache", ".yarn", ".direnv"),
    }
)
MOST_FILES = 50_000
MOST_SECONDS = 2.0
_DEEPEST = 40
#: Seconds that all globs of one run may take, and lines of `.gitignore` that are read.
MOST_MATCHING = 2.0
_MOST_IGNORED = 2_000
#: Paths between two looks at the clock.
_BATCH = 500


class OutOfTime(Exception):
    """The time for one kind of work in a tree is used up."""


class Patience:
    """Seconds that are left for one kind of work, however many questions it is made of."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds

    @contextmanager
    def spent(self) -> Iterator[None]:
        """What is done inside takes of the time. Raises OutOfTime before it when none is left."""
        if self.left <= 0:
            raise OutOfTime
        started = time.monotonic()
        try:
            yield
        finally:
            self.left -= time.monotonic() - started

    def of(self, paths: tuple[str, ...]) -> Iterator[str]:
        """The paths, as long as the time lasts. Raises OutOfTime."""
        for at in range(0, len(paths), _BATCH):
            with self.spent():
                yield from paths[at : at + _BATCH]


@dataclass(frozen=True)
class Tree:
    """Paths of `root`, relative, with `/`. `complete` is false when the walk was cut short.

    `ignore`: the lines of the top `.gitignore`. `patience`: what is left for its globs and those
    of a prompt; when it is used up, answers are None.
    """

    root: Path
    files: tuple[str, ...]
    folders: tuple[str, ...]
    complete: bool
    ignore: tuple[str, ...] = field(default=())
    patience: Patience = field(default_factory=lambda: Patience(MOST_MATCHING), compare=False)
    _known: dict[str, bool | None] = field(default_factory=dict, init=False, compare=False)
    _covered: dict[str, bool] = field(default_factory=dict, init=False, compare=False)

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        table: dict[str, list[str]] = {}
        for path in (*self.files, *self.folders):
            table.setdefault(path.rsplit("/", 1)[-1], []).append(path)
        return table

    def ending(self, name: str) -> tuple[str, ...]:
        """Paths that are `name` or end in `/name`, the shortest first."""
        name = name.strip("/")
        if not name:
            return ()
        key = name.rsplit("/", 1)[-1]
        found = self._by_name.get(key, ())
        if name != key:
            # Of a name that every folder has there are many: all of them are gone through once.
            found = self._by_two.get(tuple(name.rsplit("/", 2)[-2:]), ())
        hits = [path for path in found if path == name or path.endswith("/" + name)]
        return tuple(sorted(hits, key=lambda path: (path.count("/"), path)))

    @cached_property
    def _by_two(self) -> dict[tuple[str, ...], list[str]]:
        """The paths by their last two parts."""
        table: dict[tuple[str, ...], list[str]] = {}
        for path in (*self.files, *self.folders):
            table.setdefault(tuple(path.rsplit("/", 2)[-2:]), []).append(path)
        return table

    @cached_property
    def _all(self) -> tuple[str, ...]:
        return (*self.files, *self.folders)

    def matching(self, pattern: str) -> bool | None:
        """Whether a glob (`**`, `*`, `?`, `[ab]`, `{a,b}`) matches a file or folder anywhere.

        None when it cannot be told: a pattern beyond all bounds, no time left, or a walk that was
        cut short.
        """
        bare = pattern.strip("/").removeprefix("./")
        if bare not in self._known:
            try:
                wanted = parse_glob(bare, anywhere=True)
                found = any(wanted.matches(path) for path in self.patience.of(self._all))
                self._known[bare] = found or (False if self.complete else None)
            except (BadGlob, OutOfTime):
                self._known[bare] = None
        return self._known[bare]

    def count(self, pattern: str) -> int | None:
        """How many files a path filter selects, from the root: `*.md` means the root only.

        None as for `matching`.
        """
        try:
            wanted = parse_glob(pattern.removeprefix("./").strip("/"))
            found = sum(1 for path in self.patience.of(self.files) if wanted.matches(path))
        except (BadGlob, OutOfTime):
            return None
        return found if found or self.complete else None

    def ignored(self, path: str) -> bool | None:
        """Whether a line of the top `.gitignore` covers `path` or a folder above it; None when
        there are too many lines, or was no time to tell."""
        parts = path.strip("/").split("/")
        try:
            for end in range(1, len(parts) + 1):
                if self._covers("/".join(parts[:end]), parts[end - 1]):
                    return True
        except OutOfTime:
            return None
        return None if len(self.ignore) > _MOST_IGNORED else False

    def _covers(self, path: str, name: str) -> bool:
        if path not in self._covered:
            names, globs = self._ignore
            with self.patience.spent():
                self._covered[path] = name in names or any(glob.matches(path) for glob in globs)
        return self._covered[path]

    @cached_property
    def _ignore(self) -> tuple[frozenset[str], tuple[Glob, ...]]:
        """Plain names that are ignored anywhere, and the other patterns."""
        names, globs = set[str](), list[Glob]()
        for line in self.ignore[:_MOST_IGNORED]:
            word = line.strip()
            if not word or word[0] in "#!":
                continue
            anchored = "/" in word.rstrip("/")
            bare = word.strip("/")
            if not anchored and not any(ch in bare for ch in "*?[{\\"):
                names.add(bare)
                continue
            try:
                globs.append(parse_glob(bare, anywhere=not anchored))
            except BadGlob:
                continue
        return frozenset(names), tuple(globs)


def walk(root: Path, *, files: int = MOST_FILES, seconds: float = MOST_SECONDS) -> Tree:
    """Walk the tree at `root`, breadth first, so that what is cut off is what lies deepest."""
    until = time.monotonic() + seconds
    found: list[str] = []
    folders: list[str] = []
    queue = [""]
    complete = True
    for at, place in enumerate(queue):  # grows while it is read
        if len(found) + len(folders) > files or (at % 16 == 0 and time.monotonic() > until):
            complete = False
            break
        try:
            with os.scandir(root / place if place else root) as entries:
                # One more than may be kept tells that there are too many.
                here = sorted(islice(entries, files + 1), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in here:
            path = f"{place}/{entry.name}" if place else entry.name
            try:
                folder = entry.is_dir(follow_symlinks=False)
            except OSError:
                continue
            if not folder:
                found.append(path)
                continue
            folders.append(path)
            if entry.name not in SKIPPED and place.count("/") < _DEEPEST:
                queue.append(path)
    ignore = read_text(root / ".gitignore")
    return Tree(root, tuple(found), tuple(folders), complete, tuple((ignore or "").split("\n")))


def read_text(path: Path | str, most: int = 1_000_000) -> str | None:
    """The first `most` bytes of a regular file as text, None when it is none or cannot be read."""
    try:
        return read_start(path, most).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None


def whole_path(path: Path) -> Path:
    """Absolute, without `..`, links left as they are: what is written is what is meant."""
    return Path(os.path.normpath(Path(path).absolute()))


def is_file(path: Path) -> bool:
    """Whether there is a file, or a link to one; false for a name that cannot be one."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_there(path: str) -> bool:
    """Whether anything has this name, a dead link included."""
    try:
        return os.path.lexists(path)
    except (OSError, ValueError):
        return False
