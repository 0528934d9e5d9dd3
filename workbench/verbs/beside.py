"""Files that a change of a prompt needs: where they would go, and writing them beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.prompt.source import Source
from workbench.store.files import read_bytes


def occupied_beside(path: Path | None) -> Callable[[str, str], bool]:
    """Whether something else stands under a path relative to the folder of a prompt: `(path,
    text) -> bool`. Nothing does for a text that is no file."""

    def occupied(name: str, text: str) -> bool:
        if path is None:
            return False
        place = path.parent / name
        return place.exists() and not _holds(place, text)

    return occupied


def _holds(place: Path, text: str) -> bool:
    """Whether a file holds this text, in whatever encoding."""
    try:
        return place.is_file() and Source.from_bytes(read_bytes(place)).text == text
    except OSError:
        return False
