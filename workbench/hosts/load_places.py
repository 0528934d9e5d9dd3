"""Where hosts load files by themselves: what a new file at a path would mean to them.

The places are data, `load_places.yaml`; this module only matches paths against them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.source import Source
from workbench.prompt.visible import one_line

#: A folder of rules or agents is searched so far for another one of the same name.
_MOST_FILES = 500
_MOST_BYTES = 256_000
_MOST_LINKS = 200
_ENDINGS = (".md", ".mdc")


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the data: `folders` and `name` lower-case, `deep` where `**` stands in between."""

    host: str
    does: str
    folders: tuple[str, ...]
    deep: bool
    name: str
    named: str = ""
    beside: str = ""

    @classmethod
    def of(cls, host: str, row: Mapping[str, str]) -> Place:
        *folders, name = row["place"].lower().split("/")
        deep = "**" in (*folders, name)
        return cls(
            host,
            row["does"],
            tuple(folder for folder in folders if folder != "**"),
            deep,
            "*" if name == "**" else name,
            row.get("named", ""),
            row.get("beside", ""),
        )

    def root(self, path: Path) -> Path | None:
        """The folder that the host searches (that of the file itself where only the name counts);
        None where `path` is no such place."""
        *folders, name = (part.lower() for part in path.parts)
        fits = name.endswith(self.name[1:]) if self.name[:1] == "*" else name == self.name
        if not fits:
            return None
        if not self.folders:
            return path.parent
        size = len(self.folders)
        last = len(folders) - size
        for at in range(last, -1, -1) if self.deep else (last,):
            if at >= 0 and tuple(folders[at : at + size]) == self.folders:
                above = Path(*path.parts[:at])
                if not self.beside or (above / self.beside).exists():
                    return Path(*path.parts[: at + size])
        return None


@dataclass(frozen=True, slots=True)
class Live:
    """What a host would do with a file: `Claude Code offers it as a sub-agent`.

    `path`: the place that tells, which is another than the one that was named where a link leads
    there. `twin`: a file that holds another one of the same name already.
    """

    host: str
    does: str
    path: Path
    twin: Path | None = None

    def __str__(self) -> str:
        said = f"{self.host} {self.does}"
        if self.twin is not None:
            said += f"; another one of the same name is there: {one_line(str(self.twin), 200)}"
        return said

    def to_dict(self) -> dict[str, Any]:
        return {
            "host": self.host,
            "does": self.does,
            "path": str(self.path),
            "twin": None if self.twin is None else str(self.twin),
        }


@cache
def places() -> tuple[Place, ...]:
    """All places of all hosts, those of a host together."""
    import yaml

    data = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return tuple(Place.of(host, row) for host, rows in data["hosts"].items() for row in rows)


def live_at(path: Path, data: bytes = b"") -> tuple[Live, ...]:
    """What hosts would do with a file at `path` that holds `data`; nothing for most paths.

    The path is taken as it is named, as it is behind links, and as a link in a folder of a host
    leads to it. Each host says one thing.
    """
    named = Path(os.path.abspath(path))  # noqa: PTH100 (`resolve` would follow links)
    found: dict[str, Live] = {}
    for where in dict.fromkeys((named, _followed(named), *_linked(named))):
        for place in places():
            root = place.root(where)
            if root is not None and place.host not in found:
                twin = _twin(place, root, named, data)
                found[place.host] = Live(place.host, place.does, where, twin)
    return tuple(found.values())


def _followed(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path


def _linked(path: Path) -> Iterator[Path]:
    """The same file as a link in a folder of a host reaches it: hosts follow links there."""
    real = _followed(path)
    roots = {place.folders for place in places() if place.folders and place.deep}
    for above in path.parents:
        for folders in roots:
            folder = above.joinpath(*folders)
            for link in (folder, *_links(folder)):
                aim = _followed(link)
                if aim != link and real.is_relative_to(aim):
                    yield link / real.relative_to(aim)


def _links(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            rows = [entry for entry, _ in zip(entries, range(_MOST_LINKS), strict=False)]
        return [Path(entry.path) for entry in rows if entry.is_symlink()]
    except OSError:
        return []


def _twin(place: Place, root: Path, path: Path, data: bytes) -> Path | None:
    """Another file below `root` that the host would know by the same name."""
    name = _name_of(place, path, data)
    if not name:
        return None
    real = _followed(path)
    for other in _files(root):
        if _followed(other) != real and place.root(other) is not None:
            try:
                held = other.read_bytes() if place.named == "name" else b""
            except OSError:
                continue
            if _name_of(place, other, held) == name:
                return other
    return None


def _name_of(place: Place, path: Path, data: bytes) -> str:
    if place.named == "stem":
        return path.name.split(".")[0].lower()
    if place.named == "name":
        found = find_frontmatter(Source.from_bytes(data[:_MOST_BYTES]).text)
        return str(found.fields.get("name") or "").strip() if found else ""
    return ""


def _files(root: Path) -> Iterator[Path]:
    """Prompt files below `root`, in order; links to folders are not followed."""
    left = _MOST_FILES
    for place, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            other = Path(place) / name
            left -= 1
            if left < 0:
                return
            try:
                known = name.lower().endswith(_ENDINGS) and other.is_file()
                small = known and other.stat().st_size <= _MOST_BYTES
            except OSError:
                continue
            if small:
                yield other
