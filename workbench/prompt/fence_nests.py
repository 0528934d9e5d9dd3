"""Fences as they were meant, by their marks: words behind a mark open a fence, a bare mark closes
the one that was opened last. CommonMark ends the outer fence where the inner one ends, if their
marks are as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

#: A language, or a slot for one: such a line opens a block and can close none.
_OPENS = re.compile(r"[A-Za-z{\[<.]")


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that opens or closes a fence. `info`: the words behind it; `level`: of a line inside
    a fence that looks like a heading, whose words are `info`; `begins`: words stand right below."""

    line: int
    length: int
    info: str = ""
    level: int = 0
    sign: str = "`"
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Fence:
    """An outermost fence: its first and last line, and the first line inside that opens another
    one, or nothing; `short`: how many marks the lines lack that open or close a fence which holds
    another, by line; `unsure`: a bare mark in it may do the other thing; `info`: its words."""

    first: int
    last: int
    inner: int | None
    short: Mapping[int, int]
    unsure: bool
    info: str = ""


@dataclass(slots=True)
class _Open:
    """An open fence; `inner`: the first line of one in it, `needs`: how many marks it needs."""

    mark: Mark
    needs: int
    inner: int | None = None


def read_fences(marks: Iterable[Mark]) -> tuple[list[Fence], bool]:
    """The outermost fences that these marks make, and whether each of them closes."""
    opened: list[_Open] = []
    found: list[Fence] = []
    short: dict[int, int] = {}
    unsure = False
    for mark in marks:
        last = opened[-1] if opened else None
        if last is not None and (mark.sign != last.mark.sign or mark.length < last.mark.length):
            continue  # shown, and rightly inside
        if last is None or _OPENS.match(mark.info):
            if last is not None and last.inner is None:
                last.inner = mark.line
            unsure |= not mark.info and not mark.begins
            opened.append(_Open(mark, mark.length))
        elif not mark.info:
            opened.pop()
            # The end of a block with a language is one, whatever follows.
            unsure |= not opened and mark.begins
            if last.needs > last.mark.length:
                short[last.mark.line] = last.needs - last.mark.length
                if mark.length < last.needs:
                    short[mark.line] = last.needs - mark.length
            if opened:
                opened[-1].needs = max(opened[-1].needs, last.needs + 1)
            else:
                info = last.mark.info
                found.append(Fence(last.mark.line, mark.line, last.inner, short, unsure, info))
                short, unsure = {}, False
    return found, not opened
