"""The reading that is kept with a file: what a model said of it, as far as it still holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.judge.reading.follow import Followed, from_kept, to_keep
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line
from workbench.verbs.remembered import READING

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.read import Read


@dataclass(frozen=True, slots=True)
class KeptReading:
    """A reading of the text as it is now, and who gave it."""

    followed: Followed
    model: str


def keep_reading(made: Read, store: Store) -> None:
    """Remember what a model said of a file; it takes the place of what was said before.

    Nothing is kept of a text that is no file, nor of a reading that has no answer. Raises
    StoreError.
    """
    path = made.measured.input.path
    if path is None or not (made.reading.parts or made.reading.remarks):
        return
    content = to_keep(made.reading, made.measured.prompt)
    store.memory.set_setting(path, READING, {**content, "model": made.model})


def kept_reading(kept: Any, prompt: Prompt) -> KeptReading | None:
    """The reading that was `kept` with a file (`Remembered.reading`) beside its text now."""
    followed = from_kept(kept, prompt)
    if followed is None:
        return None
    return KeptReading(followed, one_line(str(kept.get("model") or ""), 120))
