"""Fenced blocks of shell lines: the command lines in them, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SHELL = re.compile(
    r"(?:`{3,}|~{3,})\s*(?:ba|z|fi)?sh\b|(?:`{3,}|~{3,})\s*(?:shell|console|terminal)\b"
)
_SIGN = re.compile(r"[$>%]\s+")
_COMMENT = re.compile(r"\s+#.*$")


def shell_lines(start: int, fence: str) -> Iterator[tuple[str, int, bool]]:
    """(command line, offset, whether the fence says that it is shell) of a whole fenced block.

    `start`: the offset of the fence. Nothing for a block in another language; prompt signs and
    comments are left out.
    """
    first, _, rest = fence.partition("\n")
    shell = bool(_SHELL.match(first))
    if not shell and first.strip("`~ \r"):
        return
    offset = start + len(first) + 1
    for line in rest.split("\n"):
        text = line.strip()
        at = offset + len(line) - len(line.lstrip())
        offset += len(line) + 1
        sign = _SIGN.match(text)
        if sign:
            text, at = text[sign.end() :], at + sign.end()
        text = _COMMENT.sub("", text)
        if text and not text.startswith("#"):
            yield text, at, shell
