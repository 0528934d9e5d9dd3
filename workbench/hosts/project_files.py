"""The names of the files in a tree: bounded in number and time, links not followed."""

from __future__ import annotations

import os
import re
import stat
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

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


@dataclass(frozen=True)
class Tree:
    """Paths of `root`, relative, with `/`. `complete` is false when the walk was cut short."""

    root: Path
    files: tuple[str, ...]
    folders: tuple[str, ...]
    complete: bool
    ignore: tuple[str, ...] = field(default=())

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
        found = self._by_name.get(name.rsplit("/", 1)[-1], ())
        hits = [path for path in found if path == name or path.endswith("/" + name)]
        return tuple(sorted(hits, key=lambda path: (path.count("/"), path)))

    def matching(self, pattern: str) -> bool:
        """Whether a glob (`**`, `*`, `?`, `[ab]`, `{a,b}`) matches a file or folder anywhere."""
        try:
            wanted = re.compile(f"(?:.*/)?{glob_regex(pattern.strip('/').removeprefix('./'))}/?")
        except re.error:
            return False
        return any(wanted.fullmatch(path) for path in (*self.files, *self.folders))

    def count(self, pattern: str) -> int | None:
        """How many files a path filter selects, from the root: `*.md` means the root only.

        None when the pattern cannot be read or the walk was cut short without a match.
        """
        try:
            wanted = re.compile(glob_regex(pattern.removeprefix("./").strip("/")))
        except re.error:
            return None
        found = sum(1 for path in self.files if wanted.fullmatch(path))
        return found if found or self.complete else None

    def ignored(self, path: str) -> bool:
        """Whether a line of the top `.gitignore` covers `path` or a folder above it."""
        parts = path.strip("/").split("/")
        for pattern in self._ignore:
            for end in range(1, len(parts) + 1):
                if pattern.fullmatch("/".join(parts[:end])):
                    return True
        return False

    @cached_property
    def _ignore(self) -> tuple[re.Pattern[str], ...]:
        found = []
        for line in self.ignore:
            word = line.strip()
            if not word or word[0] in "#!" or len(word) > 200:
                continue
            anchored = "/" in word.rstrip("/")
            try:
                body = glob_regex(word.strip("/"))
                found.append(re.compile(body if anchored else f"(?:.*/)?{body}"))
            except re.error:
                continue
        return tuple(found)


def glob_regex(pattern: str) -> str:
    """A glob as a regular expression; braces may not nest."""
    out = []
    i = 0
    braces = 0
    while i < len(pattern):
        ch = pattern[i]
        if pattern.startswith("**/", i):
            out.append("(?:[^/]+/)*")
            i += 3
            continue
        if pattern.startswith("**", i):
            out.append(".*")
            i += 2
            continue
        if ch == "*":
            out.append("[^/]*")
        elif ch == "?":
            out.append("[^/]")
        elif ch == "[" and (end := pattern.find("]", i + 2)) > 0:
            inner = pattern[i + 1 : end].replace("\\", r"\\")
            out.append(f"[{'^' + inner[1:] if inner[0] == '!' else inner}]")
            i = end
        elif ch == "{" and "}" in pattern[i:]:
            braces += 1
            out.append("(?:")
        elif ch == "}" and braces:
            braces -= 1
            out.append(")")
        elif ch == "," and braces:
            out.append("|")
        else:
            out.append(re.escape(ch))
        i += 1
    return "".join(out)


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
                here = sorted(entries, key=lambda entry: entry.name)
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
        # Many small files: no Path is made for each, and no buffer larger than the file.
        found = os.stat(path)  # noqa: PTH116
        if not stat.S_ISREG(found.st_mode):  # a pipe would never end
            return None
        with open(path, "rb") as handle:  # noqa: PTH123
            data = handle.read(min(most, found.st_size) if found.st_size else most)
    except (OSError, ValueError):
        return None
    return data.decode("utf-8", "replace")


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
