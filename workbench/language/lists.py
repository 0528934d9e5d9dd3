"""Word lists: data files of named groups, read when they are first asked for.

A file holds groups. `[name]` on a line of its own opens a group of words and phrases, separated
by commas; `[patterns name]` opens one of regular expressions, one a line; `{other}` in such a line
stands for the alternatives of another group of the file. A line that begins with `#` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from importlib.resources import files

from workbench.prompt.caseless import Caseless

_GROUP = re.compile(r"\[(patterns )?([A-Za-z][a-z-]*)\]")
_NAMED = re.compile(r"\{([a-z][a-z-]*)\}")


class ListError(ValueError):
    """A data file that cannot be read; the message names file and line."""


def parse(text: str, name: str, *, compiled: bool = True) -> dict[str, tuple[str, ...]]:
    """The groups of a data file called `name`; raises `ListError` with the line of a fault.

    `compiled` false: patterns are taken as they are, which takes a tenth of the time.
    """
    groups: dict[str, dict[str, None]] = {}
    lines: dict[tuple[str, str], int] = {}
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
            groups[group] = {}
            continue
        if not group:
            raise ListError(f"{name}:{number}: words before the first [group]")
        for entry in [line] if patterns else [" ".join(e.split()) for e in line.split(",")]:
            if entry in groups[group]:
                raise ListError(f"{name}:{number}: {entry!r} stands twice in [{group}]")
            if entry:
                groups[group][entry] = None
        if patterns:
            lines[group, line] = number
    listed = {name: tuple(entries) for name, entries in groups.items()}
    plain = frozenset(listed) - {group for group, _ in lines}
    for group in dict.fromkeys(group for group, _ in lines):
        found_lines = listed[group]
        places = [f"{name}:{lines[group, line]}: {line!r}" for line in found_lines]
        listed[group] = tuple(map(partial(_expanded, listed, plain), found_lines, places))
        for pattern, place in zip(listed[group], places, strict=True):
            if compiled:
                _compile(pattern, place)
    return listed


def _compile(pattern: str, place: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ListError(f"{place} is no pattern: {error}") from None


def _expanded(
    groups: dict[str, tuple[str, ...]], plain: frozenset[str], line: str, place: str
) -> str:
    """A pattern with the alternatives of the groups that it names; those stand above it."""

    def alternatives(found: re.Match[str]) -> str:
        if found[1] not in groups:
            raise ListError(f"{place} names the group {found[0]}, which is not there")
        entries = groups[found[1]]
        return f"(?:{_either(entries) if found[1] in plain else '|'.join(entries)})"

    return _NAMED.sub(alternatives, line)


def _either(entries: Iterable[str]) -> str:
    """Words and phrases as alternatives of a regular expression, the longest first."""
    longest = sorted(entries, key=len, reverse=True)
    return "|".join(re.escape(entry).replace(r"\ ", r"\s+") for entry in longest)


@cache
def load(language: str) -> dict[str, tuple[str, ...]]:
    """The groups of a shipped file: of a language (`english`), or of one use (`titles`)."""
    name = f"{language}.txt"
    text = (files("workbench.language") / "data" / name).read_text("utf-8")
    return parse(text, name, compiled=False)


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
