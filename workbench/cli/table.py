"""Rows that line up in a terminal, also with Japanese, combining marks and emoji."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

_ZWJ = "\u200d"
_EMOJI_STYLE = "\ufe0f"


def cell_width(text: str) -> int:
    """How many terminal cells `text` takes: wide characters two, combining marks none.

    A sequence joined by U+200D, a flag of two regional indicators, and an emoji with a skin
    tone are drawn as one sign of two cells, as current terminals do.
    """
    if text.isascii():
        return len(text)
    width = 0
    last = 0  # cells of the sign that a following mark or joiner belongs to
    joined = False
    flag_open = False
    for ch in text:
        code = ord(ch)
        if ch == _ZWJ:
            joined = last > 0
            continue
        if ch == _EMOJI_STYLE:
            width += 2 - last if last == 1 else 0
            last = max(last, 2 if last else 0)
            continue
        if joined:
            joined = False
            continue
        if 0x1F3FB <= code <= 0x1F3FF and last == 2:
            continue
        if 0x1F1E6 <= code <= 0x1F1FF:
            if flag_open:
                flag_open = False
                continue
            flag_open, last = True, 2
            width += 2
            continue
        flag_open = False
        if unicodedata.category(ch) in ("Mn", "Me", "Cf") or 0x1160 <= code <= 0x11FF:
            continue
        last = 2 if unicodedata.east_asian_width(ch) in ("W", "F") else 1
        width += last
    return width


def fit(text: str, width: int) -> str:
    """`text` cut to `width` cells; what is cut off is shown by an ellipsis."""
    if cell_width(text) <= width:
        return text
    kept = text[:width]
    while kept and cell_width(kept) > width - 1:
        kept = kept[:-1]
    return kept.rstrip(_ZWJ) + "…"


def pad(text: str, width: int, align: str = "<") -> str:
    """`text` filled with blanks to `width` cells; `align` is `<` or `>`."""
    gap = " " * (width - cell_width(text))
    return gap + text if align == ">" else text + gap


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], aligns: str, *, widest: int = 48
) -> list[str]:
    """Lines of a table: a head, and rows whose cells are cut at `widest` cells.

    `aligns` has one of `<` and `>` per column. Cells must be visible text on one line. The
    last column is neither cut nor filled when it is aligned left.
    """
    free = len(aligns) - 1 if aligns.endswith("<") else -1
    cut = [[cell if i == free else fit(cell, widest) for i, cell in enumerate(row)] for row in rows]
    widths = [
        max([cell_width(title), *(cell_width(row[i]) for row in cut)])
        for i, title in enumerate(head)
    ]
    return [
        "  ".join(
            cell if i == free else pad(cell, widths[i], aligns[i]) for i, cell in enumerate(row)
        ).rstrip()
        for row in [list(head), *cut]
    ]
