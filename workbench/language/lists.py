"""Word lists: data files of named groups, read when they are first asked for.

A file holds groups. `[name]` on a line of its own opens a group of words and phrases, separated
by commas; `[patterns name]` opens one of regular expressions, one a line; `{other}` in such a line
stands for the alternatives of another group of the file. A line that begins with `#` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pkgutil import get_data  # importlib.resources takes ten times as long to load

from workbench.prompt.caseless import Caseless

_GROUP = re.compile(r"\[(patterns )?([A-Za-z][a-z-]*)\]")
_NAMED = re.compile(r"\{([a-z][a-z-]*)\}")


class ListError(ValueError):
    """A data file that cannot be read; the message names file and line."""


def parse(text: str, name: str, *, compiled: bool = True) -> dict[str, tuple[str, ...]]:
    """The groups of a data file called `name`; raises `ListError` with the line of a fault.

    `compiled` false: patterns are taken as they are, which takes a tenth of the time.
    """
    groups: dict[str, dict[str, int]] = {}
    of_patterns: set[str] = set()
    group = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line[0] == "#":
            continue
        found = _GROUP.fullmatch(line) if line[0] == "[" else None
        if found:
            group = found[2]
            if group in groups:
                raise ListError(f"{name}:{number}: the group [{group}] is opened twice")
            groups[group] = {}
            if found[1]:
                of_patterns.add(group)
            continue
        if not group:
            raise ListError(f"{name}:{number}: words before the first [group]")
        entries = [line] if group in of_patterns else map(" ".join, map(str.split, line.split(",")))
        for entry in entries:
            if entry in groups[group]:
                raise ListError(f"{name}:{number}: {entry!r} stands twice in [{group}]")
            if entry:
                groups[group][entry] = number
    listed: dict[str, tuple[str, ...]] = {}
    for group, lines in groups.items():
        listed[group] = tuple(
            _pattern(line, listed, of_patterns, f"{name}:{number}", compiled)
            if group in of_patterns and (compiled or "{" in line)
            else line
            for line, number in lines.items()
        )
    return listed


def _pattern(
    line: str,
    groups: Mapping[str, Sequence[str]],
    of_patterns: Collection[str],
    place: str,
    compiled: bool,
) -> str:
    """A pattern with the alternatives of the groups that it names; those stand above it."""

    def alternatives(found: re.Match[str]) -> str:
        if found[1] not in groups:
            raise ListError(f"{place}: {line!r} names a group that is not above it")
        entries = groups[found[1]]
        return f"(?:{'|'.join(entries) if found[1] in of_patterns else _either(entries)})"

    whole = _NAMED.sub(alternatives, line)
    if compiled:
        try:
            re.compile(whole)
        except re.error as error:
            raise ListError(f"{place}: {line!r} is no pattern: {error}") from None
    return whole


def _either(entries: Iterable[str]) -> str:
    """Words and phrases as alternatives of a regular expression, the longest first."""
    longest = sorted(entries, key=len, reverse=True)
    return "|".join(re.escape(entry).replace(r"\ ", r"\s+") for entry in longest)


@cache
def load(language: str) -> dict[str, tuple[str, ...]]:
    """The groups of a shipped file: of a language (`english`), or of one use (`titles`)."""
    name = f"{language}.txt"
    data = get_data("workbench.language", f"data/{name}")
    assert data is not None, name
    return parse(data.decode("utf-8"), name, compiled=False)


@cache
def group(language: str, name: str) -> frozenset[str]:
    """One group as a set."""
    return frozenset(load(language)[name])


@cache
def pattern(language: str, name: str) -> str:
    """One group as alternatives of a regular expression, the longest first."""
    return _either(load(language)[name])


@cache
def patterns(language: str, name: str, flags: int = 0) -> re.Pattern[str]:
    """One group of regular expressions as their alternatives."""
    return re.compile("|".join(load(language)[name]), flags)


@cache
def caseless(language: str, name: str) -> Caseless:
    """One group of regular expressions as their alternatives, case ignored."""
    return Caseless("|".join(load(language)[name]))
