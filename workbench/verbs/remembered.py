"""What the store remembers about a file, for verbs that only read it.

A store that cannot be read must not stop a score, a review or proposals: they need no memory.
They go on without it and say what that means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.store.store import Store


#: The setting of a file that holds its reading.
READING = "reading"


@dataclass(frozen=True, slots=True)
class Remembered:
    """`task`: as stored, or nothing. `pins`: part ids to the hashes of their texts. `refused`:
    keys of proposals. `reading`: what a model said of the file, as it is kept (`kept_reading`).
    `trouble`: why the store could not be read, in words for people."""

    task: str = ""
    pins: Mapping[str, str] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    reading: Any = None
    trouble: str = ""

    @property
    def pinned(self) -> frozenset[str]:
        """Ids of the pinned parts, and the hashes of their texts."""
        return frozenset(self.pins) | frozenset(self.pins.values())


def remembered(path: Path | None) -> Remembered:
    """What is known of the file at `path`; nothing for a text that is no file."""
    if path is None:
        return Remembered()
    from workbench.verbs.stored import asked

    def read(store: Store) -> Remembered:
        memory = store.memory
        task, pins, refused = memory.task(path) or "", memory.pins(path), memory.refused(path)
        return Remembered(task, pins, refused, memory.setting(path, READING))

    found, trouble = asked(read, Remembered())
    return replace(found, trouble=trouble)
