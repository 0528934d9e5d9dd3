"""What a project asks for: versions of runtimes, packages and services, from its manifests."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.hosts.manifest_lines import reader_for
from workbench.hosts.project_files import Tree, read_text
from workbench.prompt.plain_data import read_json, read_toml

Asked = Iterator[tuple[str, str]]
_MOST_FILES = 60
_LOCK_BYTES = 2_000_000
#: Seconds after which no further manifest is read.
_MOST_SECONDS = 3.0
_REQUIREMENT = re.compile(
    r"\s*+(?P<name>[A-Za-z0-9][\w.-]*+)\s*+(?:\[[^\]]*+\]\s*+)?"
    r"(?P<range>(?:[<>=!~]=?=?\s*+[\w.*+-]++\s*+,?\s*+)*+)(?:[;#@].*)?$"
)
_FROM = re.compile(
    r"^[ \t]*FROM\s+(?:--\S+\s+)?(?P<image>[^\s:@]+):(?P<tag>[\w.-]+)", re.MULTILINE | re.IGNORECASE
)
_IMAGE = re.compile(
    r"^[ \t]*-?[ \t]*image:\s*[\"']?(?P<image>[^\s:@\"']+):(?P<tag>[\w.-]+)", re.MULTILINE
)
_TOOL_LINE = re.compile(r"^[ \t]*(?P<name>[\w-]+)\s+v?(?P<version>\d[\w.-]*)", re.MULTILINE)
_GO_REQUIRE = re.compile(
    r"^[ \t]*(?:require\s+)?(?P<name>(?=[\w/~-]+\.)[\w./~-]++)\s+v(?P<v>\S+)", re.M
)
_GEM = re.compile(r"^[ \t]*gem\s+[\"'](?P<name>[\w-]+)[\"']\s*,\s*[\"'](?P<v>[^\"']+)", re.M)
_SETUP_NODE = re.compile(
    r"^[ \t]*(?P<tool>node|python|go|java|ruby|dotnet)-version:\s*[\"']?(?P<v>\d[\w.]*)[\"']?\s*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Manifests:
    """`versions`: pairs of version or range and file by name, nearest manifest first."""

    versions: Mapping[str, tuple[tuple[str, str], ...]]
    packages: frozenset[str]


def read_manifests(root: Path, folder: Path, tree: Tree) -> Manifests:
    """Read every manifest of the tree, the ones nearest to `folder` first."""
    table: dict[str, list[tuple[str, str]]] = {}
    packages: set[str] = set()
    until = time.monotonic() + _MOST_SECONDS
    for path in _ordered(root, folder, tree):
        if time.monotonic() > until:
            break
        name = path.rsplit("/", 1)[-1].lower()
        reader = _reader(name, path)
        text = read_text(root / path, _LOCK_BYTES) if reader else None
        if reader is None or not text:
            continue
        try:
            for what, version in reader(text):
                key = what.lower()
                packages.add(key)
                if version and (version, path) not in table.setdefault(key, []):
                    table[key].append((version.strip(), path))
        except (ValueError, TypeError, AttributeError, KeyError):
            continue  # a manifest that its own tool could not read says nothing
    return Manifests({key: tuple(found) for key, found in table.items()}, frozenset(packages))


def _ordered(root: Path, folder: Path, tree: Tree) -> list[str]:
    """Manifests: in the folders above the prompt first, then by depth; locks after the rest."""
    try:
        here = folder.relative_to(root).as_posix()
    except ValueError:
        here = "."
    above = {"", *("/".join(here.split("/")[: i + 1]) for i in range(here.count("/") + 1))}

    def rank(path: str) -> tuple[bool, bool, int, str]:
        place, _, name = path.rpartition("/")
        return (name.lower() in _LOCKS, place not in above, path.count("/"), path)

    found = [path for path in tree.files if _reader(path.rsplit("/", 1)[-1].lower(), path)]
    return sorted(found, key=rank)[:_MOST_FILES]


def _package_json(text: str) -> Asked:
    data = read_json(text)
    for tool, version in (data.get("engines") or {}).items():
        yield tool, str(version)
    for tool, version in (data.get("volta") or {}).items():
        yield tool, str(version)
    manager = str(data.get("packageManager") or "")
    if "@" in manager[1:]:
        name, _, version = manager.rpartition("@")
        yield name, version.split("+")[0]
    if data.get("version"):
        yield "", str(data["version"])
        if data.get("name"):
            yield str(data["name"]), str(data["version"])
    keys = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
    for key in keys:
        for name, version in (data.get(key) or {}).items():
            plain = isinstance(version, str) and not re.match(r"[a-z]+:|\*|latest|git", version)
            yield name, str(version) if plain else ""


def _pyproject(text: str) -> Asked:
    data = read_toml(text)
    project = data.get("project") or {}
    if project.get("requires-python"):
        yield "python", project["requires-python"]
    if project.get("version"):
        yield "", project["version"]
        yield str(project.get("name", "")), project["version"]
    groups: list[Any] = list(project.get("dependencies") or [])
    for table in (project.get("optional-dependencies"), data.get("dependency-groups")):
        for value in (table or {}).values():
            groups += value
    for line in groups:
        if isinstance(line, str):
            yield from _requirement(line)
    poetry = (data.get("tool") or {}).get("poetry") or {}
    if poetry.get("version"):
        yield "", str(poetry["version"])
    tables = [poetry.get("dependencies"), poetry.get("dev-dependencies")]
    tables += [group.get("dependencies") for group in (poetry.get("group") or {}).values()]
    for table in tables:
        for name, value in (table or {}).items():
            version = value.get("version", "") if isinstance(value, dict) else value
            yield name, str(version) if version != "*" else ""


def _requirement(line: str) -> Asked:
    match = _REQUIREMENT.match(line)
    if match:
        yield match["name"].replace("_", "-"), match["range"].strip().rstrip(",")


def _requirements(text: str) -> Asked:
    for line in text.splitlines():
        if line.strip() and line.strip()[0] not in "#-":
            yield from _requirement(line)


def _cargo(text: str) -> Asked:
    data = read_toml(text)
    package = data.get("package") or (data.get("workspace") or {}).get("package") or {}
    if isinstance(package.get("rust-version"), str):
        yield "rust", f">={package['rust-version']}"
    if isinstance(package.get("edition"), str):
        yield "rust edition", package["edition"]
    if isinstance(package.get("version"), str):
        yield "", package["version"]
    places = (data, data.get("workspace") or {})
    for table in [p.get(k) for p in places for k in ("dependencies", "dev-dependencies")]:
        for name, value in (table or {}).items():
            version = value.get("version", "") if isinstance(value, dict) else value
            yield name, f"^{version}" if str(version)[:1].isdigit() else str(version)


def _go(text: str) -> Asked:
    match = re.search(r"^go\s+(\d[\d.]*)", text, re.MULTILINE)
    if match:
        yield "go", f">={match[1]}"
    for found in _GO_REQUIRE.finditer(text):
        yield found["name"], found["v"]
        yield re.sub(r"/v\d+$", "", found["name"]).rsplit("/", 1)[-1], found["v"]


def _image(match: re.Match[str]) -> Asked:
    name = match["image"].rsplit("/", 1)[-1]
    version = re.match(r"v?(\d+(?:\.\d+)*)", match["tag"])
    yield name, version[1] if version else ""


def _docker(text: str) -> Asked:
    for match in _FROM.finditer(text):
        yield from _image(match)


def _compose(text: str) -> Asked:
    for match in _IMAGE.finditer(text):
        yield from _image(match)


def _workflow(text: str) -> Asked:
    yield from _compose(text)
    for match in _SETUP_NODE.finditer(text):
        yield match["tool"], match["v"]


def _single(tool: str) -> Any:
    def read(text: str) -> Asked:
        match = re.match(r"\s*v?(\d+(?:\.\d+)*)", text)
        if match:
            yield tool, match[1]

    return read


def _tools(text: str) -> Asked:
    for match in _TOOL_LINE.finditer(text):
        yield match["name"].replace("nodejs", "node").replace("golang", "go"), match["version"]


def _toolchain(text: str) -> Asked:
    match = re.search(r"channel\s*=\s*[\"'](\d[\d.]*)", text) or re.match(r"\s*(\d[\d.]*)", text)
    if match:
        yield "rust", match[1]


def _gemfile(text: str) -> Asked:
    match = re.search(r"^[ \t]*ruby\s+[\"']([^\"']+)", text, re.MULTILINE)
    if match:
        yield "ruby", match[1]
    for found in _GEM.finditer(text):
        yield found["name"], found["v"]


def _composer(text: str) -> Asked:
    data = read_json(text)
    for key in ("require", "require-dev"):
        for name, version in (data.get(key) or {}).items():
            yield name, str(version)
            if "/" in name:
                yield name.rsplit("/", 1)[-1], str(version)


def _package_lock(text: str) -> Asked:
    data = read_json(text)
    for name, value in (data.get("packages") or {}).items():
        if name.startswith("node_modules/") and name.count("node_modules/") == 1:
            yield name.removeprefix("node_modules/"), str(value.get("version", ""))


def _toml_lock(text: str) -> Asked:
    """uv.lock, poetry.lock and Cargo.lock: tables [[package]] with name and version."""
    for package in read_toml(text).get("package") or []:
        if not isinstance(package.get("source"), dict) or "editable" not in package["source"]:
            yield str(package.get("name", "")), str(package.get("version", ""))


_LOCKS: dict[str, Any] = {
    "package-lock.json": _package_lock,
    "uv.lock": _toml_lock,
    "poetry.lock": _toml_lock,
    "cargo.lock": _toml_lock,
}
_READERS: dict[str, Any] = {
    "package.json": _package_json,
    "pyproject.toml": _pyproject,
    "cargo.toml": _cargo,
    "go.mod": _go,
    ".nvmrc": _single("node"),
    ".node-version": _single("node"),
    ".python-version": _single("python"),
    ".ruby-version": _single("ruby"),
    ".go-version": _single("go"),
    "version": _single(""),
    "version.txt": _single(""),
    ".tool-versions": _tools,
    "rust-toolchain": _toolchain,
    "rust-toolchain.toml": _toolchain,
    "gemfile": _gemfile,
    "composer.json": _composer,
    **_LOCKS,
}


def _reader(name: str, path: str) -> Any:
    """The reader of a manifest by its lower case name, or None."""
    if re.search(r"(?:^|/)(?:node_modules|vendor|fixtures|testdata|examples?)/", path):
        return None
    if name in _READERS:
        return _READERS[name]
    if re.fullmatch(r"(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml", name):
        return _compose
    if re.fullmatch(r"dockerfile(?:\.[\w.-]+)?|[\w.-]+\.dockerfile", name):
        return _docker
    if re.fullmatch(r"requirements[\w.-]*\.(?:txt|in)|constraints\.txt", name):
        return _requirements
    if ".github/workflows/" in path and name.endswith((".yml", ".yaml")):
        return _workflow
    return reader_for(name)
