"""Lines: split on \\n, \\r\\n and lone \\r only, so that numbers agree in every view."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

_ENDING = re.compile(r"\r\n|\n|\r")


def split_lines(text: str) -> list[str]:
    """The lines of `text`, each with its own ending; joined they are `text`.

    Unlike `str.splitlines` no other Unicode separator ends a line. Text that ends with a
    line ending has no empty last line; the empty text has no lines.
    """
    if text.count("\r") == text.count("\r\n"):  # nearly every text, and much faster
        pieces = text.split("\n")
        last = pieces.pop()
        lines = [f"{piece}\n" for piece in pieces]
        return [*lines, last] if last else lines
    lines = []
    start = 0
    for match in _ENDING.finditer(text):
        lines.append(text[start : match.end()])
        start = match.end()
    if start < len(text):
        lines.append(text[start:])
    return lines


def body(line: str) -> str:
    """A line without its ending."""
    return line.removesuffix("\n").removesuffix("\r") if line.endswith(("\n", "\r")) else line


def ending(line: str) -> str:
    """The ending of a line: `\\n`, `\\r\\n`, `\\r` or nothing."""
    return line[len(body(line)) :]


def is_blank(line: str) -> bool:
    """Whether Markdown takes the line for blank: nothing but spaces and tabs before its ending.

    Python's `strip` would also take U+2028 and its like, which are text here.
    """
    return not body(line).strip(" \t")


def line_starts(lines: Sequence[str]) -> list[int]:
    """Offsets at which the lines start, and the length of the text as the last entry."""
    starts = [0]
    position = 0
    for line in lines:
        position += len(line)
        starts.append(position)
    return starts


def line_at(starts: Sequence[int], offset: int) -> int:
    """The 0-based line that holds `offset`; an offset at the very end is on the last line."""
    if len(starts) < 2:
        return 0
    return min(bisect_right(starts, offset) - 1, len(starts) - 2)


def newline_style(text: str) -> str:
    """`lf`, `crlf`, `cr`, `mixed`, or `none` when the text has no line ending."""
    crlf = text.count("\r\n")
    lf = text.count("\n") - crlf
    cr = text.count("\r") - crlf
    found = [name for name, n in (("lf", lf), ("crlf", crlf), ("cr", cr)) if n]
    if not found:
        return "none"
    return found[0] if len(found) == 1 else "mixed"


def usual_ending(text: str) -> str:
    """The ending that new lines should get: the commonest one of the text, else `\\n`."""
    crlf = text.count("\r\n")
    counts = {"\n": text.count("\n") - crlf, "\r\n": crlf, "\r": text.count("\r") - crlf}
    best = max(counts, key=lambda key: counts[key])
    return best if counts[best] else "\n"
