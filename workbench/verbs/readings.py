"""The reading that is kept with a file: what a model said of it, as far as it still holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.judge.reading.follow import Followed, from_kept, to_keep
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.read import Read

_SETTING = "reading"


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
    store.memory.set_setting(path, _SETTING, {**content, "model": made.model})


def kept_reading(path: Path | None, prompt: Prompt) -> tuple[KeptReading | None, str]:
    """The reading of the file at `path` beside the text `prompt`, and why the store could not be
    asked, in words."""
    if path is None:
        return None, ""
    from workbench.verbs.stored import asked

    def read(store: Store) -> Any:
        return store.memory.setting(path, _SETTING)

    row, trouble = asked(read, None)
    followed = from_kept(row, prompt)
    if followed is None:
        return None, trouble
    return KeptReading(followed, one_line(str(row.get("model") or ""), 120)), trouble
