"""Passages that say of themselves that a program made them: what is edited there by hand is lost.

Told by a comment alone: one in the first lines speaks for the whole file, a pair of BEGIN and END
marks for what stands between them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.language.lists import caseless
from workbench.prompt.lines import body
from workbench.prompt.visible import one_line


@dataclass(frozen=True, slots=True)
class Generated:
    """Lines `start_line` to `end_line` (from 1, inclusive), and the `words` that say so."""

    start_line: int
    end_line: int
    words: str


_COMMENT = re.compile(
    r"\s*(?:<!--|\{#|\[//\]:\s*#|//|#(?!#)|--|;|/\*)(?P<words>.*?)(?:-->|#\}|\*/)?\s*$"
)
_BEGIN = re.compile(r"\b(?:BEGIN|START)\b|:(?:begin|start)\b")
_END = re.compile(r"\b(?:END|STOP|FINISH)\b|:(?:end|stop)\b")
#: Lines (frontmatter left out) in which a comment speaks for the whole file.
_HEAD = 6


def generated(lines: Sequence[str], skip: int = 0) -> tuple[Generated, ...]:
    """The generated passages of a text in order; `skip`: lines of frontmatter."""
    marks = [
        (number, comment["words"].strip())
        for number, line in enumerate(lines)
        if ("<!--" in line or number < skip + _HEAD)
        and (comment := _COMMENT.match(body(line)[:500])) is not None
    ]
    found: list[Generated] = []
    opened: tuple[int, str] | None = None
    for number, words in marks:
        if opened is not None and _END.search(words):
            found.append(Generated(opened[0] + 1, number + 1, opened[1]))
            opened = None
        elif _says_so(words) and _BEGIN.search(words):
            opened = (number, one_line(words, 160))
        elif _says_so(words) and number < skip + _HEAD and words.count(" ") >= 2:
            return (Generated(1, len(lines), one_line(words, 160)),)
    return tuple(found)


def _says_so(words: str) -> bool:
    return caseless("english", "generated").search(words) is not None
