"""Word lists: data files of named groups, read when they are first asked for.

A file holds groups. `[name]` on a line of its own opens a group of words and phrases, separated
by commas; `[patterns name]` opens one of regular expressions, one a line. A line that begins with
`#` is a comment.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_GROUP = re.compile(r"\[(patterns )?([A-Za-z][a-z-]*)\]")


class ListError(ValueError):
    """A data file that cannot be read; the message names file and line."""


def parse(text: str, name: str) -> dict[str, tuple[str, ...]]:
    """The groups of a data file called `name`; raises `ListError` with the line of a fault."""
    groups: dict[str, tuple[str, ...]] = {}
    group, patterns = "", False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        found = _GROUP.fullmatch(line)
        if found:
            group, patterns = found[2], bool(found[1])
            if group in groups:
                raise ListError(f"{name}:{number}: the group [{group}] is opened twice")
            groups[group] = ()
            continue
        if not group:
            raise ListError(f"{name}:{number}: words before the first [group]")
        if patterns:
            try:
                re.compile(line)
            except re.error as error:
                raise ListError(f"{name}:{number}: {line!r} is no pattern: {error}") from None
        for entry in [line] if patterns else [" ".join(e.split()) for e in line.split(",")]:
            if entry in groups[group]:
                raise ListError(f"{name}:{number}: {entry!r} stands twice in [{group}]")
            if entry:
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
    """One group as alternatives of a regular expression, the longest first."""
    entries = sorted(load(language)[name], key=len, reverse=True)
    return "|".join(re.escape(entry).replace(r"\ ", r"\s+") for entry in entries)


@cache
def patterns(language: str, name: str) -> re.Pattern[str]:
    """One group of regular expressions as their alternatives."""
    return re.compile("|".join(load(language)[name]))
