"""The project around a prompt: where it begins, what is in it, and whether a name exists there.

Nothing is executed, nothing is followed out of the root, every read is bounded, and a walk over a
huge tree stops after a while and says so: then "not found" is never said, only "not looked".
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.hosts.project_files import Tree, is_file, is_there, read_text, walk, whole_path
from workbench.prompt.kinds import HOST_FOLDERS
from workbench.prompt.lines import split_lines

if TYPE_CHECKING:
    from workbench.hosts.project_symbols import Words
    from workbench.hosts.project_versions import Manifests

#: Files and folders that stand at the top of a project.
_MARKERS = frozenset(
    {
        *("package.json", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "uv.lock"),
        *("go.mod", "cargo.toml", "gemfile", "composer.json", "pom.xml", "build.gradle"),
        *("build.gradle.kts", "cmakelists.txt", "makefile", "justfile", "taskfile.yml", "mix.exs"),
        *("docker-compose.yml", "docker-compose.yaml", "compose.yml", "compose.yaml", "deno.json"),
        *("dockerfile", "version", ".nvmrc", ".python-version", ".tool-versions", "pubspec.yaml"),
        *("package.swift", "pipfile", "environment.yml", "pnpm-workspace.yaml", "lerna.json"),
        *(".editorconfig", ".gitignore", "tsconfig.json", "deno.jsonc", "bun.lockb", "flake.nix"),
    }
)
#: Everyday names: two of them together look like a project.
_COMMON = frozenset(
    {
        *("src", "app", "lib", "tests", "test", "docs", "scripts", "packages", "db", "skills"),
        *("prompts", "commands", "agents", "readme.md", "readme.rst", "changelog.md", "license"),
    }
)

#: Bytes of a file whose lines are counted.
_MOST_READ = 1_000_000
#: Skills, and agents, whose names are read.
_MOST_OF = 300


@dataclass(frozen=True, slots=True)
class Root:
    """The top of a project and how it was found: given, git, project, folder or none."""

    path: Path | None
    how: str

    def label(self) -> str:
        """In words, for the head of a report."""
        how = {
            "given": "as given",
            "git": "top of the git checkout",
            "project": "nearest folder that looks like a project",
            "folder": "folder of the file, no project was found",
        }
        return f"{self.path} ({how[self.how]})" if self.path else "no project was looked at"


def find_root(file: Path | None, given: Path | None = None) -> Root:
    """Where the project of `file` begins: as given, the nearest git checkout, the nearest folder
    above that looks like the top of a project, or the folder of the file.

    A home folder and the top of the disk are never a project.
    """
    if given is not None:
        return Root(whole_path(given), "given")
    if file is None:
        return Root(None, "none")
    folder = whole_path(file).parent
    chain = _chain(folder)
    for place in chain:
        if os.path.lexists(place / ".git"):
            return Root(place, "git")
    # The folder of a skill may bring files of its own that look like those of a project.
    own = file.name.lower() == "skill.md"
    for place in chain[1:] if own else chain:
        if place.name not in HOST_FOLDERS and _looks_like_top(place):
            return Root(place, "project")
    return Root(folder.parent if own and _has_neighbours(folder) else folder, "folder")


def _has_neighbours(folder: Path) -> bool:
    """Whether the folder of a skill lies among those of others."""
    try:
        with os.scandir(folder.parent) as entries:
            some = [entry.path for _, entry in zip(range(500), entries, strict=False)]
    except OSError:
        return False
    return sum(1 for path in some if is_file(Path(path) / "SKILL.md")) > 1


def _chain(folder: Path) -> list[Path]:
    """`folder` and those above it, without home and the top of the disk."""
    try:
        home = Path.home()
    except RuntimeError:
        home = Path("/")
    places = []
    for place in (folder, *folder.parents):
        if place == home or place == place.parent:
            break
        places.append(place)
    return places[:40]


def _looks_like_top(place: Path) -> bool:
    try:
        with os.scandir(place) as entries:
            names = {entry.name for _, entry in zip(range(2_000), entries, strict=False)}
    except OSError:
        return False
    low = {name.lower() for name in names}
    if low & _MARKERS or names & (HOST_FOLDERS - {".github"}):
        return True
    return len(low & _COMMON) >= 2


class Project:
    """What can be known about the tree at `root` as seen from `folder` (where the prompt is)."""

    def __init__(self, root: Path, folder: Path | None = None) -> None:
        self.root = whole_path(root)
        self.folder = whole_path(folder) if folder else self.root
        if self.root != self.folder and self.root not in self.folder.parents:
            self.folder = self.root

        self._first = self
        self._tools: dict[Path, frozenset[str]] = {}
        #: The manifests as seen from each folder in which a prompt stands.
        self._read_from: dict[Path, Manifests] = {}

    def share(self, other: Project) -> None:
        """Use what `other` read of the same root: its tree, its scripts and the words of it."""
        if other.root == self.root:
            self._first = other

    @cached_property
    def tree(self) -> Tree:
        """The files of the project, walked when first asked for."""
        return walk(self.root) if self._first is self else self._first.tree

    @cached_property
    def bases(self) -> tuple[Path, ...]:
        """The folders that a path may be meant from: that of the prompt, up to the root."""
        places = [self.folder]
        while places[-1] != self.root:
            places.append(places[-1].parent)
        return tuple(places)

    @cached_property
    def scripts(self) -> Mapping[str, Mapping[str, str]]:
        from workbench.hosts.project_scripts import scripts

        return scripts(self.root, self.tree) if self._first is self else self._first.scripts

    @property
    def _manifests(self) -> Manifests:
        from workbench.hosts.project_versions import read_manifests

        known = self._first._read_from
        if self.folder not in known:
            known[self.folder] = read_manifests(self.root, self.folder, self.tree)
        return known[self.folder]

    @property
    def versions(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Versions and ranges by tool or package, each with the file that says so."""
        return self._manifests.versions

    def tools(self) -> frozenset[str]:
        """Linters, formatters and type checkers that the top of the project sets up."""
        return self._tools_at(self.root) | self._tools_at(self.folder)

    def _tools_at(self, place: Path) -> frozenset[str]:
        from workbench.hosts.project_tools import tools

        known = self._first._tools
        if place not in known:
            known[place] = tools((place,))
        return known[place]

    def exists(self, path: str) -> bool | None:
        """Whether `path`, as written, names a file or folder of the project.

        None when it cannot be told: a path out of the project, or a tree too big to walk.
        """
        clean = path.replace("\\", "/").strip()
        if not clean or "\0" in clean or clean.startswith("~"):
            return None
        if any(ch in clean for ch in "*?[{"):
            return self._matches(clean)
        there = self.here(clean)
        if there is not False or clean.startswith("/"):
            return there
        bare = clean.rstrip("/")
        if "/" not in bare or not clean.startswith("."):
            if self.tree.ending(bare.removeprefix("./")):
                return True
            if not self.tree.complete:
                return None
        return False

    def here(self, path: str) -> bool | None:
        """Whether `path` leads somewhere from the folder of the prompt or one above it, up to the
        root. None for a path out of the project."""
        clean = path.replace("\\", "/").strip()
        if not clean or "\0" in clean or clean.startswith("~"):
            return None
        if clean.startswith("/"):
            return self._absolute(clean)
        inside = [p for base in self.bases if self._inside(p := _joined(base, clean))]
        return any(map(is_there, inside)) if inside else None

    def beside(self, path: str) -> bool:
        """Whether `path` leads somewhere from the folder of the prompt itself."""
        whole = _joined(self.folder, path.replace("\\", "/"))
        return "\0" not in path and self._inside(whole) and is_there(whole)

    def lines(self, path: str) -> int | None:
        """How many lines the file `path` has; None when it cannot be read whole."""
        file = self._file(path)
        text = read_text(file, _MOST_READ) if file is not None else None
        if text is None or len(text) >= _MOST_READ:
            return None
        return len(split_lines(text))

    def imports(self, path: str) -> bool | None:
        """Whether an `@import` names a file, looked up as a host does: from the prompt's folder."""
        try:
            name = Path(path).expanduser()
            return Path(os.path.normpath(self.folder / name)).is_file()
        except (OSError, ValueError, RuntimeError):
            return None

    def locate(self, name: str) -> tuple[str, ...]:
        """Files and folders of the tree that end in `name`, nearest to the top first."""
        return self.tree.ending(name.replace("\\", "/").strip("/"))

    def matches(self, pattern: str) -> int | None:
        """How many files of the tree a path filter selects."""
        return self.tree.count(pattern)

    @property
    def skills(self) -> Mapping[str, str]:
        """Descriptions of the skills of the tree, by the path of their file from the root."""
        return {path: text for path, (text, _) in self._skills.items()}

    @property
    def skill_names(self) -> Mapping[str, str]:
        """What the same skills call themselves; one without a name has that of its folder."""
        return {path: name or _folder(path) for path, (_, name) in self._skills.items()}

    @cached_property
    def agent_names(self) -> Mapping[str, str]:
        """What the agents of the tree call themselves, by the path of their file."""
        if self._first is not self:
            return self._first.agent_names
        from workbench.prompt.frontmatter import find_frontmatter

        found: dict[str, str] = {}
        for path in [p for p in self.tree.files if "agents/" in p and p.endswith(".md")][:_MOST_OF]:
            front = find_frontmatter(read_text(self.root / path, 20_000) or "")
            name = front.text("name").strip() if front else ""
            if name:
                found[path] = name
        return found

    def above(self, name: str) -> tuple[tuple[str, int], ...]:
        """Files called `name` from the top of the project down to the folder of the prompt, each
        with its size in bytes."""
        found: list[tuple[str, int]] = []
        for base in reversed(self.bases):
            path = base / name
            try:
                size = path.stat().st_size if is_file(path) else -1
            except OSError:
                continue
            if size >= 0:
                found.append((path.relative_to(self.root).as_posix(), size))
        return tuple(found)

    @cached_property
    def _skills(self) -> Mapping[str, tuple[str, str]]:
        if self._first is not self:
            return self._first._skills
        from workbench.prompt.frontmatter import find_frontmatter

        found: dict[str, tuple[str, str]] = {}
        for path in [p for p in self.tree.files if p.rsplit("/", 1)[-1] == "SKILL.md"][:_MOST_OF]:
            front = find_frontmatter(read_text(self.root / path, 20_000) or "")
            text = front.fields.get("description") if front else None
            if isinstance(text, str) and text.strip():
                found[path] = (text, front.text("name").strip() if front else "")
        return found

    def ignored(self, path: str) -> bool | None:
        """Whether version control ignores `path`; true as well where that cannot be told, so that
        nobody is told that it should be there."""
        return self.tree.ignored(path.replace("\\", "/")) is not False

    def symbol(self, name: str) -> bool | None:
        """Whether the word occurs in the code of the project; None when there is none to read."""
        return self._words.has(name)

    def defined(self, name: str) -> tuple[str, ...]:
        return self._words.where(name)

    def mentions(self, name: str, path: str) -> bool | None:
        """Whether the word occurs in the one file `path`; None when that cannot be read."""
        return self._words.mentions(self._file(path), name)

    @property
    def packages(self) -> frozenset[str]:
        """What the manifests of the project depend on, lower case."""
        return self._manifests.packages

    @cached_property
    def _words(self) -> Words:
        from workbench.hosts.project_symbols import Words

        return Words(self.tree) if self._first is self else self._first._words

    def _file(self, path: str) -> Path | None:
        clean = path.replace("\\", "/").strip()
        for base in self.bases:
            whole = Path(os.path.normpath(base / clean))
            if self._inside(str(whole)) and is_file(whole):
                return whole
        found = [one for one in self.locate(clean) if is_file(self.root / one)]
        return self.root / found[0] if len(found) == 1 else None

    def _inside(self, whole: str) -> bool:
        root = str(self.root)
        return whole == root or whole.startswith(root.rstrip("/") + os.sep)

    def _absolute(self, path: str) -> bool | None:
        """`/src/a.ts` often means from the top of the project; else it is of another system."""
        if self._inside(os.path.normpath(path)):
            return is_there(path)
        inner = os.path.normpath(str(self.root) + path)
        return True if self._inside(inner) and is_there(inner) else None

    def _matches(self, pattern: str) -> bool | None:
        return self.tree.matching(pattern)


def _joined(folder: Path, path: str) -> str:
    """A path below a folder, without `..`: many are asked for, and `Path` would be slow."""
    return os.path.normpath(os.path.join(folder, path))  # noqa: PTH118


def _folder(path: str) -> str:
    """The name of the folder that holds a file of the tree."""
    return path.rpartition("/")[0].rpartition("/")[2]
