"""`@path` imports of memory files: found and listed, not followed and not counted yet.

Claude Code reads `@rel/path`, `@/abs/path` and `@~/path` anywhere outside code, relative to the
importing file; a blank ends the path unless a backslash stands before it (as published for
Claude Code 2.1). An import that cannot be found stays in the prompt as literal text.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from workbench.prompt.lines import body
from workbench.prompt.prompt import Prompt

#: Kinds of file in which a host follows imports.
IMPORTING = frozenset({"claude-md", "agents-md", "gemini-md", "rule", "memory"})

_IMPORT = re.compile(r"(?<![\w@/.`\\])@((?:\\ |[^\s`\"'<>])+)")
_CODE_SPAN = re.compile(r"(`+)(?:(?!`).)+?\1(?!`)")
_PATHLIKE = re.compile(r"(?:\.{0,2}/|~/|[A-Za-z]:[\\/]).|.*[^./\\]\.[A-Za-z][A-Za-z0-9]{0,7}$")
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")


@dataclass(frozen=True, slots=True)
class Import:
    """One import as written. `line` counts from 1; `status` is found or unresolved.

    `path` is the file it names, empty when unresolved; `why` says in words what is the matter.
    """

    line: int
    raw: str
    status: str
    path: str
    why: str


def find_imports(prompt: Prompt, folder: Path | None) -> tuple[Import, ...]:
    """The imports of a memory file that stands in `folder` (None: its place is unknown)."""
    if prompt.kind not in IMPORTING:
        return ()
    code = set[int]()
    for block in prompt.outline.blocks:
        if block.kind in ("fence", "code", "frontmatter"):
            code.update(range(block.start_line, block.end_line))
    found = []
    for number, line in enumerate(prompt.lines):
        if number in code or "@" not in line:
            continue
        text = _CODE_SPAN.sub(lambda m: " " * len(m[0]), body(line))
        for match in _IMPORT.finditer(text):
            target = match[1].rstrip(".,;:!?)]}")
            if _PATHLIKE.match(target):
                found.append(_resolve(number + 1, target, folder))
    return tuple(found)


def _resolve(line: int, target: str, folder: Path | None) -> Import:
    raw = "@" + target
    if _WINDOWS.match(target) and os.name != "nt":
        return Import(line, raw, "unresolved", "", "a Windows path; a blank ends it")
    name = target.replace("\\ ", " ")
    if folder is None and not name.startswith(("/", "~")):
        return Import(line, raw, "unresolved", "", "the place of this prompt is not known")
    try:
        path = Path(os.path.normpath((folder or Path()) / Path(name).expanduser()))
        there = path.is_file()
    except (OSError, ValueError, RuntimeError) as error:
        return Import(line, raw, "unresolved", "", str(error))
    if not there:
        return Import(line, raw, "unresolved", "", "no such file; it stays in the prompt as text")
    outside = folder is not None and folder.resolve() not in path.resolve().parents
    why = "outside this folder: the host asks before it loads it" if outside else ""
    return Import(line, raw, "found", str(path), why)
