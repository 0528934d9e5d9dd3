"""A prompt inside a question to a model: as quoted data that cannot speak for us.

A prompt may hold instructions to its reader, our own marker lines, JSON that looks like an
answer or closing tags. So every line of it stands behind `| `, whatever ends a line somewhere
becomes a line end here, and hidden characters become visible marks. The lines between carry a
mark that is made from the very text that they enclose, so no text can hold its own mark.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from workbench.prompt.source import encode
from workbench.prompt.visible import visible

GUTTER = "| "


def quote(text: str) -> str:
    """`text` as lines behind `| `; "| " alone where there is none."""
    lines = text.splitlines() or [""]
    return "\n".join(GUTTER + _shown(line) for line in lines)


def _shown(line: str) -> str:
    return visible(line, lines=True)


def mark_of(*texts: str) -> str:
    """16 hexadecimal digits made from `texts`, that stand in none of them."""
    salt = 0
    while True:
        digest = hashlib.sha256(b"%d" % salt)
        for text in texts:
            data = encode(text)
            digest.update(len(data).to_bytes(8, "big") + data)
        mark = digest.hexdigest()[:16]
        if not any(mark in text for text in texts):
            return mark
        salt += 1


def numbered(texts: Sequence[str], mark: str, names: Sequence[str]) -> str:
    """`texts` one after the other, each between two marker lines that carry its name."""
    blocks = []
    for name, text in zip(names, texts, strict=True):
        blocks.append(f"[{mark} part {name}]\n{quote(text)}\n[{mark} end of part {name}]")
    return "\n".join(blocks)
