"""Directory trees drawn in a text: their entries as paths, and where in a project a tree hangs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

#: What stands in front of a name: strokes that go on, then the branch itself.
_BRANCH = re.compile(
    r"(?P<before>[\s│┃|]*)(?P<mark>[├└┣┗╰]─*|[|`+]-{2,}|\\-{2,})[ \t]*(?P<rest>.*)"
)
_NAME = re.compile(r"[\w@.+\[\]()-][\w@.+\[\]()/-]*")
#: An entry that stands for others, or that is to be filled in.
_ANY = re.compile(r"\.{3}|…|[<>{}*$|]|\[[a-z-]+ [a-z ]+\]|^(?:etc|your|my|name|example)\b", re.I)
_COMMENT = re.compile(r"^\s*(?:$|#|//|←|<-|->|→|--|[-–—:(]|\t)|^\s{2,}")
#: More entries than these are not looked at.
_MOST = 400
_PLACES = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a tree: its path below the root of the tree, offsets of its name, and whether
    it stands for something that cannot be looked up."""

    path: str
    start: int
    end: int
    folder: bool
    vague: bool


@dataclass(frozen=True, slots=True)
class DrawnTree:
    """`root`: what the line above the first branch names, empty for `.` and for none."""

    root: str
    start: int
    end: int
    entries: tuple[Entry, ...]


def drawn_trees(text: str, offset: int = 0) -> Iterator[DrawnTree]:
    """The trees of a block of text that starts at `offset` of the whole."""
    root = ("", offset, offset)
    stack: list[tuple[int, str, bool]] = []
    entries: list[Entry] = []
    at = offset
    for line in text.split("\n"):
        found = _BRANCH.match(line)
        if found is None:
            if entries and line.strip():
                yield DrawnTree(*root, tuple(entries))
                entries, stack, root = [], [], ("", at, at)
            named = _NAME.match(line.strip())
            if named and _COMMENT.match(line.strip()[named.end() :]):
                start = at + line.index(named[0])
                bare = named[0].strip("/").removeprefix("./").strip(".")
                root = (named[0].strip("/") if bare else "", start, start + len(named[0]))
        elif len(entries) < _MOST:
            column = found.start("mark")
            while stack and stack[-1][0] >= column:
                stack.pop()
            entries.append(_entry(found, at, stack))
            stack.append((column, entries[-1].path, entries[-1].vague))
        at += len(line) + 1
    if entries:
        yield DrawnTree(*root, tuple(entries))


def _entry(found: re.Match[str], at: int, stack: list[tuple[int, str, bool]]) -> Entry:
    above, vague = (stack[-1][1], stack[-1][2]) if stack else ("", False)
    rest = found["rest"]
    named = _NAME.match(rest)
    name = named[0] if named else ""
    unclear = not name or not _COMMENT.match(rest[len(name) :]) or bool(_ANY.search(name))
    start = at + found.start("rest")
    path = f"{above}/{name}" if above else name
    folder = name.endswith("/")
    return Entry(path.rstrip("/"), start, start + len(name), folder, vague or unclear)


@dataclass(frozen=True, slots=True)
class Hung:
    """A tree in a project: `place` is the folder that its entries lie in, from the top. `exact`:
    that is where the text says it is. `there` and `missing`: its entries that can be looked up;
    of what lies in a missing folder only the folder is told."""

    place: str
    exact: bool
    there: tuple[Entry, ...]
    missing: tuple[Entry, ...]


def hang(
    tree: DrawnTree,
    here: Callable[[str], bool | None],
    locate: Callable[[str], tuple[str, ...]],
) -> Hung | None:
    """Where the tree fits: most of its entries are there. None where it fits nowhere: then it
    shows another project, or one that is to be made."""
    plain = [entry for entry in tree.entries if not entry.vague]
    own = ["", tree.root] if tree.root else [""]
    others = [one for one in locate(tree.root)[:_PLACES] if one not in own] if tree.root else []
    best: Hung | None = None
    for place in [*reversed(own), *others]:
        hung = _fit(plain, place, place in own, here)
        if hung is not None and (best is None or len(hung.there) > len(best.there)):
            best = hung
    if best is None or len(best.there) < 2 or len(best.there) < len(best.missing):
        return None
    return best


def _fit(
    entries: list[Entry], place: str, exact: bool, here: Callable[[str], bool | None]
) -> Hung | None:
    there: list[Entry] = []
    missing: list[Entry] = []
    gone: set[str] = set()
    for entry in entries:
        above = entry.path.rpartition("/")[0]
        if above in gone:
            gone.add(entry.path)
            continue
        answer = here(f"./{place}/{entry.path}" if place else f"./{entry.path}")
        if answer is None:
            continue
        if answer:
            there.append(entry)
        else:
            missing.append(entry)
            gone.add(entry.path)
    return Hung(place, exact, tuple(there), tuple(missing)) if there else None
