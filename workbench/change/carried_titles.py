"""Statements that took the names of their headings along (`Release: Never ...`), or a marker."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from workbench.change.section_words import MARKS
from workbench.change.units import Unit
from workbench.language.titles import bare_title
from workbench.prompt.statement_ids import normal

_COLON = re.compile(r":\s+|：\s*")
_JOINT = re.compile(r" / |／")
#: Names in front of a rule are short; colons further on are its own.
_LONGEST = 160
#: A name may hold a colon itself, so that several are tried.
_COLONS = 4


def carrying(
    old: Sequence[Unit], new: Sequence[Unit], left: Sequence[int], free: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Pairs of `left` and `free` where the new statement is the old one behind its own headings.

    The names in front are headings or the label that the old one stood under, all that limit it
    are there, and the words behind are the same.
    """
    if not left or not free:
        return
    wanted: dict[str, list[int]] = defaultdict(list)
    for i in reversed(left):
        wanted[old[i].normal].append(i)
    for j in free:
        text = new[j].text
        for k, colon in enumerate(_COLON.finditer(text, 0, _LONGEST)):
            if k == _COLONS:
                break
            found = wanted.get(normal(text[colon.end() :]), ())
            front = text[: colon.start()]
            fits = (i for i in reversed(found) if _names(old[i], front) and _holds(old[i], new[j]))
            pair = next(fits, None)
            if pair is not None:
                wanted[old[pair].normal].remove(pair)
                yield pair, j
                break


def marked(
    old: Sequence[Unit], new: Sequence[Unit], left: Sequence[int], free: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Pairs of `left` and `free` where the new statement is the old one behind one of our markers,
    below the same headings.
    """
    if not left or not free:
        return
    wanted: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
    for i in reversed(left):
        wanted[old[i].normal, old[i].path].append(i)
    for j in free:
        text = new[j].text
        mark = next((m for m in MARKS if text.startswith(m)), "")
        found = wanted.get((normal(text[len(mark) :].lstrip()), new[j].path)) if mark else None
        if found:
            yield found.pop(), j


def _names(unit: Unit, front: str) -> bool:
    """Whether `front` holds the names that limit a statement, and nothing else."""
    own = {_bare(name) for name in (*unit.path, unit.lead)} - {""}
    needed = {_bare(name) for name in unit.scope}
    each, whole = {_bare(name) for name in _JOINT.split(front)}, {_bare(front)}
    return any(needed <= said <= own for said in (each, whole))


def _holds(unit: Unit, other: Unit) -> bool:
    """Whether no heading limits the new statement that did not limit the old one."""
    return set(other.scope) <= set(unit.path)


def _bare(name: str) -> str:
    return bare_title(name).casefold().strip(" :：")
