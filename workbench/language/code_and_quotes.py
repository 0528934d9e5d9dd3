"""Text that is shown and orders nothing: code without a fence, a caption, quoted speech."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.language.lists import group
from workbench.language.markup import CODE

#: A line of code by its shape: an import, a declaration, an assignment, a call or an end.
_CODE_LINE = re.compile(
    r"\s*(?:from [\w.]+ import\b|import [\w.]+(?: as \w+)?(?:,.*)?;?$|import .* from ['\"]"
    r"|(?:async )?def \w+\(|class \w+.*[:{]$|@\w[\w.]*(?:\(.*)?$|(?:const|let|var) [\w{\[].*="
    r"|return [\w.]+[(\[].*[)\];]$|[\w.\[\]\"']+(?:: ?[\w.\[\]|]+)?\s*(?:[-+*/|]|:)?=(?![=>])"
    r"|(?:await )?[\w.]+\(.*\)[;:,]?$|[\])}]+[;,]*$|<\w[^<>]*>$|.*[{;]$)"
)
_COMMENT_MARK = re.compile(r"\s*(?://|#|--|/?\*)\s*")


def is_code(words: str) -> bool:
    """Whether a paragraph is code that lost its fence: half of its lines or more.

    What its comments say does not count, but code that is commented out does.
    """
    code = prose = 0
    for line in words.splitlines():
        mark = _COMMENT_MARK.match(line)
        if _is_code_line(line[mark.end() :] if mark else line):
            code += 1
        elif not mark:
            prose += 1
    return code > 0 and code >= prose


def _is_code_line(line: str) -> bool:
    return len(line) <= _LONGEST and _CODE_LINE.match(line.rstrip()) is not None


#: Longer lines are prose.
_LONGEST = 200
#: Languages of fences that hold commands.
SHELLS = frozenset(
    {"bash", "sh", "shell", "zsh", "fish", "console", "shell-session", "powershell", "bat"}
)
_FENCE = re.compile(r"\s*(?:```+|~~~+)\s*([\w-]+)")
#: So many words name a command; more say how it is to be used.
_MOST_WORDS = 8


def names_command(words: str, below: Sequence[str]) -> bool:
    """Whether a paragraph only names the command in the fence below it: "Run the tests:".

    What the command completes ("Run it with:") says how, and so does what holds code itself.
    """
    row = words.rstrip("*_ ").removesuffix(":").lower().split()
    if not words.rstrip("*_ ").endswith(":") or len(row) > _MOST_WORDS or "`" in words:
        return False
    if row[0].lstrip("*_") not in group("english", "verb"):
        return False  # "Step 6 - Create the folder:"
    opening = _FENCE.match(next((line for line in below[:2] if line.strip()), ""))
    return (
        opening is not None
        and opening[1].lower() in SHELLS
        and row[-1] not in group("english", "preposition")
    )


def quotation_marks(text: str) -> int:
    """How many straight quotation marks stand outside of code."""
    if '"' not in text:
        return 0
    return (CODE.sub("", text) if "`" in text else text).count('"')
