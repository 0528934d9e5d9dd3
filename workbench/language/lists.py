"""Word lists: data files of named groups, read when they are first asked for.

A file holds groups, each opened by `[name]` on a line of its own; the lines below hold entries
separated by commas. `#` opens a comment. An entry may be a word or a phrase.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_GROUP = re.compile(r"\[([a-z][a-z-]*)\]")


class ListError(ValueError):
    """A data file that cannot be read; the message names file and line."""


def parse(text: str, name: str) -> dict[str, tuple[str, ...]]:
    """The groups of a data file called `name`; raises `ListError` with the line of a fault."""
    groups: dict[str, tuple[str, ...]] = {}
    group = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        found = _GROUP.fullmatch(line)
        if found:
            group = found[1]
            if group in groups:
                raise ListError(f"{name}:{number}: the group [{group}] is opened twice")
            groups[group] = ()
            continue
        if not group:
            raise ListError(f"{name}:{number}: words before the first [group]")
        entries = [" ".join(entry.split()) for entry in line.split(",")]
        for entry in filter(None, entries):
            if entry in groups[group]:
                raise ListError(f"{name}:{number}: {entry!r} stands twice in [{group}]")
            groups[group] = (*groups[group], entry)
    return groups


@cache
def load(language: str) -> dict[str, tuple[str, ...]]:
    """The groups of the shipped file for a language (`english`, `japanese`, `chinese`)."""
    name = f"{language}.txt"
    return parse((files("workbench.language") / "data" / name).read_text("utf-8"), name)


@cache
def group(language: str, name: str) -> frozenset[str]:
    """One group as a set."""
    return frozenset(load(language)[name])


@cache
def pattern(language: str, name: str) -> str:
    """One group as alternatives of a regular expression, the longest first, blanks made flexible."""
    entries = sorted(load(language)[name], key=len, reverse=True)
    return "|".join(re.escape(entry).replace(r"\ ", r"\s+") for entry in entries)
