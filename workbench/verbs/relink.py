"""Give a file the history of the place where it stood before."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import UnreadableInput, UsageError
from workbench.store.files import follow
from workbench.store.home import show_path
from workbench.store.store import Store


@dataclass(frozen=True, slots=True)
class Relinked:
    """`versions`: how many came along, with labels, pins, notes and refusals."""

    old: str
    new: str
    versions: int

    def to_dict(self) -> dict[str, Any]:
        return {"old": self.old, "new": self.new, "versions": self.versions}


def relink(old: Path | str, new: Path | str, store: Store, *, force: bool = False) -> Relinked:
    """The file at `old` was moved to `new`: what is stored goes with it. No file is touched.

    Raises UsageError where `old` is still a file (a copy is no move; `force` overrules), where
    nothing is stored for `old`, or where `new` has a history of its own; UnreadableInput where
    there is no file at `new`.
    """
    if follow(old) == follow(new):
        raise UsageError("Both names mean the same file; nothing was changed.")
    if not follow(new).is_file():
        raise UnreadableInput(
            f"There is no file {show_path(new)}; nothing was changed.",
            hint="Name the place where the file is now: ctxbench relink OLD NEW",
        )
    if follow(old).exists() and not force:
        raise UsageError(
            f"{show_path(old)} is still there, so its history stays with it; nothing was changed.",
            hint="A copy starts a history of its own. --force moves the history all the same.",
        )
    store.relink(old, new)
    return Relinked(str(old), str(new), len(store.versions(new)))
