"""Signs for a terminal whose locale is not UTF-8: one plain character for each cell."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

_NAME = "ctxbench-plain"
_PLAIN = {
    "▁": "1", "▂": "2", "▃": "3", "▄": "4", "▅": "5", "▆": "6", "▇": "7", "█": "8",
    "▐": "|", "▌": "|", "▕": "|", "▏": "|", "▎": "|", "▊": "|", "▔": "-", "▀": "=",
    "─": "-", "━": "-", "│": "|", "┃": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
    "▶": ">", "▸": ">", "◆": "*", "✂": "%", "⌖": "@", "⚑": "f", "●": "o", "◷": "~", "…": "~",
    "·": "-", "›": ">", "±": "~", "×": "x", "↓": "v", "↑": "^", "→": ">", "←": "<", "−": "-",
    "✗": "x", "⚐": "n", "⇅": "=", "○": "0",
    "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-",
}  # fmt: skip
_PAIRS = str.maketrans(_PLAIN)


def needed() -> bool:
    """Whether the terminal driver would write escapes in place of signs."""
    stream = sys.__stderr__
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "")
    return not encoding.startswith("utf")


def use() -> None:
    """Write a plain character where the encoding has none; no row becomes longer or shorter."""
    codecs.register_error(_NAME, _plain)
    if isinstance(sys.__stderr__, TextIOWrapper):
        sys.__stderr__.reconfigure(errors=_NAME)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from rich.cells import cell_len

    found = error.object[error.start : error.end].translate(_PAIRS)
    plain = "".join(c if ord(c) < 128 else "?" * cell_len(c) for c in found)
    return plain, error.end
