"""What a project can run by name: scripts, targets, recipes, tasks, sessions. Read, never run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from workbench.hosts.project_files import Tree, read_text
from workbench.prompt.plain_data import BadData, read_json, read_toml, read_yaml

Names = dict[str, str]
_MOST_FILES = 200
_TARGET = re.compile(r"^(?P<names>[A-Za-z0-9_.$(){}/%*-][^:=#\t\n]*+)[ \t]*+::?(?!=)", re.MULTILINE)
_RECIPE = re.compile(r"^@?(?P<name>[A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)", re.MULTILINE)
_ALIAS = re.compile(r"^alias[ \t]+(?P<name>[\w-]+)[ \t]*:=", re.MULTILINE)
_SESSION = re.compile(
    r"^@(?:nox\.)?session\b(?P<args>[^\n]*)\n(?:@[^\n]*\n){0,20}def (?P<name>\w+)", re.MULTILINE
)
_TOXENV = re.compile(r"^\[testenv:(?P<name>[^\]\n]+)\]", re.MULTILINE)
_ENVLIST = re.compile(r"^env_?list\s*=\s*(?P<names>(?:.*\n?)(?:[ \t]+\S.*\n?)*)", re.MULTILINE)


class _Named(str):
    """The name of a script with what it runs."""

    body: str

    def __new__(cls, name: str, body: str) -> _Named:
        made = super().__new__(cls, name)
        made.body = body
        return made


def scripts(root: Path, tree: Tree) -> Mapping[str, Mapping[str, str]]:
    """Names by runner: npm make just task poe pdm hatch tox nox cargo composer deno python.

    All manifests of the tree count, since a prompt may speak of any package in it. The value is
    the file that defines the name, and what it runs where that is one line. A runner without any
    name is left out: an empty Makefile says nothing about what could be made.
    """
    found: dict[str, Names] = {}
    unsure: set[str] = set()
    for name, (runner, read) in _READERS.items():
        for path in _files(tree, name):
            text = read_text(root / path)
            if text is None:
                continue
            names = read(text)
            if names is None:
                unsure.add(runner)
                continue
            for one in names:
                body = f": {one.body}" if isinstance(one, _Named) and one.body else ""
                found.setdefault(runner, {}).setdefault(str(one), path + body)
    for path in _files(tree, "pyproject.toml"):
        for runner, one in _pyproject(read_text(root / path) or ""):
            found.setdefault(runner, {}).setdefault(one, path)
    if not tree.complete:
        unsure |= set(found)
    return {runner: names for runner, names in found.items() if names and runner not in unsure}


def _files(tree: Tree, name: str) -> list[str]:
    paths = [path for path in tree.files if path.rsplit("/", 1)[-1].lower() == name]
    return sorted(paths, key=lambda path: (path.count("/"), path))[:_MOST_FILES]


def _json_names(*keys: str) -> Callable[[str], list[str] | None]:
    def read(text: str) -> list[str] | None:
        try:
            data: Any = read_json(re.sub(r"^[ \t]*//.*$", "", text, flags=re.MULTILINE))
        except BadData:
            return None
        return [
            _Named(name, body if isinstance(body, str) else "")
            for key in keys
            if isinstance(data, dict) and isinstance(data.get(key), dict)
            for name, body in data[key].items()
        ]

    return read


def _make(text: str) -> list[str] | None:
    names: list[str] = []
    for match in _TARGET.finditer(text):
        for one in match["names"].split():
            # A pattern or a computed name: nobody can list what this file makes.
            if "%" in one or "$" in one:
                if "$" in one or "." not in one:
                    return None
                continue
            if not one.startswith("."):
                names.append(one)
    if re.search(r"^-?s?include\s", text, re.MULTILINE):
        return None
    return names


def _just(text: str) -> list[str] | None:
    if re.search(r"^(?:import|mod)\b", text, re.MULTILINE):
        return None
    return [m["name"] for m in _RECIPE.finditer(text)] + [m["name"] for m in _ALIAS.finditer(text)]


def _yaml_keys(key: str) -> Callable[[str], list[str] | None]:
    def read(text: str) -> list[str] | None:
        try:
            data = read_yaml(text)
        except BadData:
            return None
        if not isinstance(data, dict) or data.get("includes"):
            return None
        table = data.get(key)
        return [str(one) for one in table] if isinstance(table, dict) else []

    return read


def _tox(text: str) -> list[str] | None:
    names = [m["name"] for m in _TOXENV.finditer(text)]
    for match in _ENVLIST.finditer(text):
        for word in re.split(r"[\s,]+", match["names"]):
            if "{" in word:
                return None
            if word:
                names.append(word)
    return names


def _nox(text: str) -> list[str]:
    names = []
    for match in _SESSION.finditer(text):
        given = re.search(r"name\s*=\s*[\"']([\w.-]+)", match["args"])
        names.append(given[1] if given else match["name"])
    return names


def _table(value: Any, *keys: str) -> dict[str, Any]:
    """The table at the end of these keys; an empty one where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _pyproject(text: str) -> Iterator[tuple[str, str]]:
    try:
        data = read_toml(text)
    except BadData:
        return
    for runner, keys in _PYPROJECT.items():
        for name in _table(data, *keys):
            yield runner, str(name)
    for env, value in _table(data, "tool", "hatch", "envs").items():
        for name in _table(value, "scripts"):
            yield "hatch", str(name)
            yield "hatch", f"{env}:{name}"


_PYPROJECT = {
    "python": ("project", "scripts"),
    "poetry": ("tool", "poetry", "scripts"),
    "poe": ("tool", "poe", "tasks"),
    "pdm": ("tool", "pdm", "scripts"),
    "rye": ("tool", "rye", "scripts"),
    "taskipy": ("tool", "taskipy", "tasks"),
}
_READERS: dict[str, tuple[str, Callable[[str], list[str] | None]]] = {
    "package.json": ("npm", _json_names("scripts")),
    "composer.json": ("composer", _json_names("scripts")),
    "deno.json": ("deno", _json_names("tasks")),
    "deno.jsonc": ("deno", _json_names("tasks")),
    "makefile": ("make", _make),
    "gnumakefile": ("make", _make),
    "justfile": ("just", _just),
    ".justfile": ("just", _just),
    "taskfile.yml": ("task", _yaml_keys("tasks")),
    "taskfile.yaml": ("task", _yaml_keys("tasks")),
    "tox.ini": ("tox", _tox),
    "noxfile.py": ("nox", _nox),
}
