"""Where sentences end inside a block of text, and the cells of a table row.

Code spans and addresses are never cut; prose that was wrapped by hand stays in one piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SPAN = re.compile(r"(`{1,3})[^`]{1,400}?\1|\]\([^()\s]{0,500}\)|https?://\S{1,500}")
#: It begins with a set of characters, so that the search skips everything else quickly.
_STOP = re.compile(
    # A stop behind a stop was looked at with the first: a row of dots costs no square time.
    r"[.!?…。！？](?:(?<=[.!?…])(?<![.!?…]{2})[.!?…]*[\"')\]”’*_]{0,4}"
    r"(?:[ \t]+|[ \t]*(?:\r\n|\r|\n)[ \t>]*)"
    r"(?=[\"'“‘(\[*_`¤<]{0,4}[A-Z0-9\u00c0-\u00de\u0370-\uffff]|[`$])"
    r"|(?<=[。！？])[。！？]*[」』）”]{0,3}[ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?)"
)
_ABBREVIATIONS = tuple(
    ["e.g", "i.e", "etc", "vs", "cf", "approx", "no", "Dr", "Mr", "Ms", "St", "fig", "Fig"]
    + ["e. g", "i. e", "No", "ca"]
)
_BREAK = re.compile(r"(?:\r\n|\r|\n)[ \t>]*")
_BLANK = " \t\r\n"


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Sentences between two offsets, as offsets without the blanks around them."""
    part = text[start:end]
    if "`" in part or "](" in part or "://" in part:
        part = _SPAN.sub(_masked, part)
    cuts = list(_stops(part))
    if "\n" in part or "\r" in part:
        cuts = sorted({*cuts, *_line_cuts(part)})
    last = 0
    for cut in [*cuts, len(part)]:
        piece = part[last:cut].lstrip(" \t\r\n>")
        if piece:
            a = cut - len(piece)
            b = a + len(piece.rstrip(_BLANK))
            if b > a:
                yield start + a, start + b
        last = cut


def sentence_texts(text: str) -> list[str]:
    """The sentences of a text, without the blanks around them."""
    return [text[start:end] for start, end in sentences(text, 0, len(text))]


def cells(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The filled cells of a table row between two offsets."""
    part = text[start:end]
    if "`" in part or "](" in part or "://" in part:
        part = _SPAN.sub(lambda m: "x" * len(m[0]), part)
    at = start
    for cell in part.replace("\\|", "xx").split("|"):
        inner = cell.lstrip(" \t")
        words = inner.rstrip(" \t")
        if words:
            a = at + len(cell) - len(inner)
            yield a, a + len(words)
        at += len(cell) + 1


def _masked(found: re.Match[str]) -> str:
    span = found[0]
    return "`" + "x" * (len(span) - 2) + "`" if span[0] == "`" else "x" * len(span)


def _stops(part: str) -> Iterator[int]:
    found = _STOP.search(part)
    while found:
        single = found[0][0] in ".!?…" and found[0][1:2] not in (".", "!", "?", "…")
        if single and _abbreviated(part, found.start()):
            found = _STOP.search(part, found.start() + 1)
            continue
        yield found.end()
        found = _STOP.search(part, found.end())


def _abbreviated(part: str, at: int) -> bool:
    """Whether the stop at `at` belongs to an abbreviation."""
    if not part.endswith(_ABBREVIATIONS, 0, at):
        return False
    for word in _ABBREVIATIONS:
        if part.endswith(word, 0, at):
            before = part[at - len(word) - 1 : at - len(word)] if at > len(word) else ""
            if not before.isalnum() and before != "_":
                return True
    return False


def _line_cuts(part: str) -> Iterator[int]:
    """Line breaks that end a statement: short lines followed by a new beginning.

    Prose that was wrapped by hand begins its lines anywhere; where every line begins like a
    sentence, every line is one.
    """
    breaks = list(_BREAK.finditer(part))
    begins = [_begins(part[found.end() : found.end() + 2]) for found in breaks]
    listed = len(breaks) > 1 and all(begins)
    last = 0
    for found, new in zip(breaks, begins, strict=True):
        line = part[last : found.start()]
        wide = ord(part[found.end()]) > 0x2190 if found.end() < len(part) else False
        short = len(line) < (30 if wide else 60)
        # A name in ticks may stand anywhere in a sentence, and a comma or a bracket ends none.
        inside = part[found.end() : found.end() + 1] == "`" and line[-1:].isalnum()
        goes_on = not listed and (inside or line.endswith((",", "(", "、", "，")))
        if (
            new
            and not goes_on
            and (listed or short or line.endswith(("  ", "\\", ":", "：", "<br>", "<br/>")))
        ):
            yield found.end()
        last = found.end()


def _begins(rest: str) -> bool:
    return bool(rest) and (rest[0].isupper() or rest[0] in '*`["“' or ord(rest[0]) > 0x2190)
