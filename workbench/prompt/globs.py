"""Globs from files of others, matched without backtracking.

    `*` any characters but `/`    `?` one of them    `[ab]`, `[a-z]`, `[!a]` one of a set
    `**` as a whole part: any number of folders    `{a,b}` one of several, also nested
    a backslash takes a sign as it is

A glob becomes one regular expression in which every star has made its choice for good (an atomic
group around the earliest place that fits, which is always enough for a star). So the time is at
most the length of the pattern times that of the path, whatever somebody wrote. Patterns are
bounded in length and in what their braces stand for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

#: Characters of one pattern, patterns that its braces may stand for, and characters of all those.
LONGEST = 500
MOST_CHOICES = 64
_MOST_CHARACTERS = 4_000
#: Signs that a backslash makes plain.
_SPECIAL = frozenset("*?[]{},!#\\ ")
_STAR = "*"
_FOLDERS = "**"


class BadGlob(ValueError):
    """A pattern that is not matched; the words say why."""


class Glob:
    """A pattern that paths with `/` between their parts can be held against."""

    __slots__ = ("_wanted", "pattern")

    def __init__(self, pattern: str, wanted: re.Pattern[str]) -> None:
        self.pattern, self._wanted = pattern, wanted

    def matches(self, path: str) -> bool:
        """Whether the whole of `path` fits."""
        return self._wanted.fullmatch(path) is not None


@lru_cache(maxsize=512)
def parse_glob(pattern: str, *, anywhere: bool = False) -> Glob:
    """A glob from its text; `anywhere` lets it begin at any folder. Raises BadGlob."""
    if len(pattern) > LONGEST:
        raise BadGlob(f"longer than {LONGEST} characters")
    choices: list[list[str]] = []
    for text in _without_braces(pattern):
        choices += _without_inner_folders(text.split("/"))
        if len(choices) > MOST_CHOICES:
            raise BadGlob(f"stands for more than {MOST_CHOICES} patterns")
    if sum(len(part) + 1 for parts in choices for part in parts) > _MOST_CHARACTERS:
        raise BadGlob(f"stands for more than {_MOST_CHARACTERS:,} characters of patterns")
    if anywhere:
        choices = [[_FOLDERS, *parts] for parts in choices]
    return Glob(pattern, re.compile("|".join(_whole(parts) for parts in choices), re.DOTALL))


def _without_braces(pattern: str) -> list[str]:
    """Every pattern that the braces stand for, in order. Raises BadGlob for too many."""
    waiting, done = [pattern], list[str]()
    while waiting:
        text = waiting.pop()
        found = _first_brace(text)
        if found is None:
            done.append(text)
        else:
            start, end, commas = found
            cuts = [start, *commas, end]
            inner = [text[a + 1 : b] for a, b in pairwise(cuts)]
            waiting += [text[:start] + one + text[end + 1 :] for one in reversed(inner)]
        if len(waiting) + len(done) > MOST_CHOICES:
            raise BadGlob(f"stands for more than {MOST_CHOICES} patterns")
    return done


def _first_brace(text: str) -> tuple[int, int, list[int]] | None:
    """Where the first `{a,b}` begins, ends and has its commas; None where there is none."""
    opened: list[tuple[int, list[int]]] = []
    closed: list[tuple[int, int, list[int]]] = []
    at = 0
    while at < len(text):
        ch = text[at]
        if ch == "\\" and text[at + 1 : at + 2] in _SPECIAL:
            at += 1
        elif ch == "{":
            opened.append((at, []))
        elif ch == "," and opened:
            opened[-1][1].append(at)
        elif ch == "}" and opened:
            start, commas = opened.pop()
            if commas:  # `{a}` is text
                closed.append((start, at, commas))
        at += 1
    return min(closed, default=None)


def _without_inner_folders(parts: Sequence[str]) -> list[list[str]]:
    """`a**b` crosses folders as well: it is `a*b` or `a*/**/*b`. Raises BadGlob for too many."""
    made: list[list[str]] = [[]]
    for part in parts:
        if len(part) > 1 and not part.strip(_STAR):
            ways = [[_FOLDERS]]
        elif _FOLDERS in part:
            pieces = re.split(r"\*{2,}", part)
            ways = [[pieces[0]]]
            for piece in pieces[1:]:
                near = [[*way[:-1], f"{way[-1]}*{piece}"] for way in ways]
                far = [[*way[:-1], f"{way[-1]}*", _FOLDERS, f"*{piece}"] for way in ways]
                ways = near + far
                if len(ways) > MOST_CHOICES:
                    raise BadGlob(f"stands for more than {MOST_CHOICES} patterns")
        else:
            ways = [[part]]
        made = [[*one, *way] for one in made for way in ways]
        if len(made) > MOST_CHOICES:
            raise BadGlob(f"stands for more than {MOST_CHOICES} patterns")
    return made


def _whole(parts: Sequence[str]) -> str:
    """The expression for one pattern: runs of parts between `**`, each at its earliest place."""
    runs: list[list[str]] = [[]]
    for part in parts:
        if part == _FOLDERS:
            runs.append([])
        else:
            runs[-1].append(part)
    first, *rest = runs
    start = "/".join(_part(part) for part in first)
    if not rest:
        return rf"{start}\Z"
    out = [f"{start}/" if first else ""]
    for run in rest[:-1]:
        if run:
            out.append(rf"(?>(?:[^/]+/)*?{'/'.join(_part(part) for part in run)}/)")
    last = "/".join(_part(part) for part in rest[-1])
    out.append(rf"(?:[^/]+/)*?{last}\Z" if rest[-1] else r".+\Z")
    return "".join(out)


def _part(part: str) -> str:
    """The expression for what stands between two `/`."""
    pieces = [""]
    at = 0
    while at < len(part):
        ch = part[at]
        end = _set_end(part, at) if ch == "[" else 0
        if ch == "\\" and part[at + 1 : at + 2] in _SPECIAL and at + 1 < len(part):
            at += 1
            pieces[-1] += re.escape(part[at])
        elif ch == _STAR:
            pieces.append("")
        elif ch == "?":
            pieces[-1] += "[^/]"
        elif end:
            pieces[-1] += _set(part[at + 1 : end])
            at = end
        else:
            pieces[-1] += re.escape(ch)
        at += 1
    first, *others = pieces
    if not others:
        return first
    middle = "".join(f"(?>[^/]*?{piece})" for piece in others[:-1] if piece)
    return f"(?>{first}{middle}[^/]*{others[-1]}(?=/|\\Z))"


def _set_end(part: str, start: int) -> int:
    """Where the set that opens at `start` closes, 0 where it does not."""
    first = start + 1 + (part[start + 1 : start + 2] in ("!", "^"))
    return max(part.find("]", first + 1), 0)


def _set(inside: str) -> str:
    """A set of characters; `/` is never in it."""
    negated = inside[0] in "!^"
    chars = inside[1:] if negated else inside
    out: list[str] = []
    at = 0
    while at < len(chars):
        low = chars[at]
        if chars[at + 1 : at + 2] == "-" and at + 2 < len(chars):
            high = chars[at + 2]
            at += 3
            if low <= high:
                out.append(f"{re.escape(low)}-{re.escape(high)}")
        else:
            out.append(re.escape(low))
            at += 1
    if negated:
        return f"[^/{''.join(out)}]"
    return f"(?!/)[{''.join(out)}]" if out else r"(?!)"
