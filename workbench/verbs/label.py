"""Name a version, move the name, take the move back; nothing moves without a trace."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.store.store import Store
from workbench.store.values import LabelMove
from workbench.verbs.versions import known_path


@dataclass(frozen=True, slots=True)
class LabelResult:
    """The move that was made (`old` to `new`) and the whole history of that label."""

    path: str
    move: LabelMove
    history: tuple[LabelMove, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "label": self.move.name,
            "old": self.move.old,
            "new": self.move.new,
            "time": self.move.time,
            "history": [move.to_dict() for move in self.history],
        }


def label(
    path: Path | str, n: int | None, name: str, store: Store, *, author: str = "user"
) -> LabelResult:
    """Make `name` mean version `n`; None takes the name away."""
    place = known_path(store, path)
    move = store.labels.move(place, n, name, author=author)
    return LabelResult(str(path), move, store.labels.history(place, move.name))


def undo_label(path: Path | str, name: str, store: Store, *, author: str = "user") -> LabelResult:
    """Move the label back to where it was before its last move."""
    place = known_path(store, path)
    move = store.labels.undo(place, name, author=author)
    return LabelResult(str(path), move, store.labels.history(place, move.name))
