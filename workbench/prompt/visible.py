"""Untrusted text made harmless to look at: one function that every face calls.

Control characters, bidirectional overrides, zero-width characters, undecodable bytes and
Unicode line separators become visible marks. The text that is stored is never altered.
"""

from __future__ import annotations

import re

_BIDI = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_ZERO_WIDTH = {
    0x00AD,
    0x034F,
    0x115F,
    0x1160,
    0x180E,
    0x200B,
    0x2060,
    0x3164,
    0xFEFF,
    0xFFA0,
    *range(0x2061, 0x2066),
    *range(0x206A, 0x2070),
    *range(0xFFF9, 0xFFFC),
}
_JOINERS = {0x200C, 0x200D}
_SEPARATORS = {0x85, 0x2028, 0x2029}
_MARK_BIDI, _MARK_ZERO, _MARK_SEPARATOR, _MARK_BYTE = "⇄", "·", "⏎", "�"


def _table() -> dict[int, str]:
    table = {code: chr(0x2400 + code) for code in range(0x20)}
    table[0x7F] = "␡"
    table |= dict.fromkeys(range(128, 160), "␦")
    table |= dict.fromkeys(_SEPARATORS, _MARK_SEPARATOR)
    table |= dict.fromkeys(_BIDI, _MARK_BIDI)
    table |= dict.fromkeys(_ZERO_WIDTH, _MARK_ZERO)
    return table


_TABLE = _table()
_KEEP_LINES = {code: mark for code, mark in _TABLE.items() if code not in (0x09, 0x0A)}
_RARE = re.compile("[\ud800-\udfff\U000e0000-\U000e0fff]")
#: Anything that `visible` may replace; text without a match is returned as it is.
HOSTILE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\U000e0000-\U000e0fff"
    + "".join(re.escape(chr(code)) for code in sorted(_BIDI | _ZERO_WIDTH))
    + "]"
)
_ANY = re.compile(HOSTILE.pattern[:-1] + "\t\n]")


def visible(text: str, *, lines: bool = False) -> str:
    """`text` with every character that could drive a terminal or hide replaced by a mark.

    One code point becomes one mark, so columns stay true. With `lines` true, tabs and \\n
    are kept (for whole texts); otherwise they too become marks (for titles and one-liners).
    Joiners inside emoji are kept; a joiner next to ASCII is marked as hidden.
    """
    if text.isascii() and text.isprintable():
        return text
    pattern, table = (HOSTILE, _KEEP_LINES) if lines else (_ANY, _TABLE)
    if pattern.search(text):
        text = text.translate(table)
        text = _RARE.sub(lambda m: _MARK_BYTE if m[0] < "\U000e0000" else _MARK_ZERO, text)
    if "\u200d" in text or "\u200c" in text:
        text = _hidden_joiners(text)
    return text


def _hidden_joiners(text: str) -> str:
    out = list(text)
    for i, ch in enumerate(out):
        if ord(ch) in _JOINERS:
            before = out[i - 1] if i else " "
            after = out[i + 1] if i + 1 < len(out) else " "
            if ord(before) < 0x300 or ord(after) < 0x300:
                out[i] = _MARK_ZERO
    return "".join(out)


def one_line(text: str, width: int = 0) -> str:
    """`text` on one line, made visible, runs of white space folded, cut at `width` characters."""
    flat = visible(re.sub(r"[ \t\r\n]+", " ", text).strip())
    return flat if not width or len(flat) <= width else flat[: width - 1] + "…"
