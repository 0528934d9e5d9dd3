"""Pins, notes and marks whose words are not in the file as they were: listed, never dropped."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.prompt.visible import one_line

if TYPE_CHECKING:
    from workbench.store.store import Store


@dataclass(frozen=True, slots=True)
class Adrift:
    """What waits: `pins`, `notes` and `marks`, each as a sentence, with the line of what is still
    there (0: it is not)."""

    pins: tuple[tuple[str, int], ...] = ()
    notes: tuple[tuple[str, int], ...] = ()
    marks: tuple[tuple[str, int], ...] = ()

    @property
    def all(self) -> tuple[tuple[str, int], ...]:
        return (*self.pins, *self.notes, *self.marks)

    def summary(self) -> str:
        """How many, in a sentence, or ""."""
        named = (
            (len(self.pins), "pin"),
            (len(self.notes), "note"),
            (len(self.marks), "mark"),
        )
        words = [f"{count} {name}{'s' * (count != 1)}" for count, name in named if count]
        if not words:
            return ""
        waits, its = ("waits", "its") if len(self.all) == 1 else ("wait", "their")
        listed = f"{', '.join(words[:-1])} and {words[-1]}" if words[1:] else words[0]
        return f"{listed} {waits}: {its} text changed"


def adrift(path: Path, data: bytes, store: Store) -> Adrift:
    """What waits for its words to come back, for `data` as the text of the file."""
    from workbench.verbs.mark import SETTING, lost_marks

    marked = store.memory.setting(path, SETTING)
    if not (store.memory.pins(path) or store.memory.notes(path) or marked):
        return Adrift()
    from workbench.verbs.notes import waiting_notes
    from workbench.verbs.pin import pins

    found = []
    for one in pins(path, store, data).pins:
        name = one_line(one.title, 60) or one.id
        if one.state == "changed":
            words = f"The text of the pinned part {name} is another than the one that was pinned."
            found.append((words, one.start_line))
        elif one.state == "gone":
            found.append((f"The pinned part {name} is not in the text any more.", 0))
    notes = tuple(
        (f"Its rule is not in the text: {one_line(note.why or note.verdict or note.since, 120)}", 0)
        for note in waiting_notes(path, store, data)
    )
    marks = tuple(
        (f"A marked sentence was changed: {one_line(lost.text, 120)}", lost.line)
        if lost.line
        else (f"A marked sentence is not in the text: {one_line(lost.text, 120)}", 0)
        for lost in lost_marks(path, store, data)
    )
    return Adrift(tuple(found), notes, marks)
