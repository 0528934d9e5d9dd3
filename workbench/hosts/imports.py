"""`@path` imports of a memory file, looked up on the disk: listed, not followed, not counted."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from workbench.hosts.registry import hosts
from workbench.prompt.imports import Import, find_imports, resolve_imports
from workbench.prompt.prompt import Prompt


@dataclass(frozen=True, slots=True)
class Listed:
    """One import. `line` counts from 1, `raw` is what stands in the text and is counted.

    `status` is found or unresolved; `path` the file it names, empty when unresolved; `why` what
    is the matter, in words.
    """

    line: int
    raw: str
    status: str
    path: str
    why: str

    def to_dict(self) -> dict[str, Any]:
        """`counted` is false until the imported text is part of the total."""
        return {**asdict(self), "counted": False}


def list_imports(prompt: Prompt, folder: Path | None) -> tuple[Listed, ...]:
    """The imports of a prompt that stands in `folder` (None: its place is not known)."""
    written = find_imports(prompt.text)
    # Most texts hold none: then no file of a host is read.
    if not written or not hosts().for_kind(prompt.kind).imports_in(prompt.kind):
        return ()
    sorted_out = resolve_imports(written, lambda path: _file(path, folder) is not None)
    found = [_found(one, folder) for one in sorted_out.found]
    lost = [_unresolved(one, folder) for one in sorted_out.unresolved]
    return tuple(sorted([*found, *lost], key=lambda one: one.line))


def _found(one: Import, folder: Path | None) -> Listed:
    file = _file(one.path, folder) or Path(one.path)
    outside = folder is not None and folder.resolve() not in file.resolve().parents
    why = "outside this folder: the host asks before it loads it" if outside else one.note
    return Listed(one.line, one.raw, "found", str(file), why)


def _unresolved(one: Import, folder: Path | None) -> Listed:
    if folder is None and not one.path.startswith(("/", "~")):
        return Listed(one.line, one.raw, "unresolved", "", "the place of this prompt is not known")
    why = one.note or "no such file"
    return Listed(one.line, one.raw, "unresolved", "", f"{why}; it stays in the prompt as text")


def _file(name: str, folder: Path | None) -> Path | None:
    """The file that `name` means beside the importing file, or None."""
    try:
        path = Path(name).expanduser()
        if folder is None and not path.is_absolute():
            return None
        whole = Path(os.path.normpath((folder or Path()) / path))
        return whole if whole.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None
