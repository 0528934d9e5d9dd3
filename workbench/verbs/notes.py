"""Private notes on single rules: why a rule is there, since when, whether it helped.

They live in the store, never in the file, and follow their rule when it moves or is reworded.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import UsageError
from workbench.prompt.prompt import Prompt

if TYPE_CHECKING:
    from workbench.store.store import Store

_PREFIX = "rule "
_AT = "rule notes"


@dataclass(frozen=True, slots=True)
class NotedRule:
    """A rule of the file as it is now: `line` from 1, its words, and the note ("" for none)."""

    id: str
    line: int
    text: str
    note: str

    @property
    def evidence(self) -> bool:
        """Whether somebody wrote down why it is there."""
        return bool(self.note)

    def to_dict(self) -> dict[str, object]:
        return {"id": self.id, "line": self.line, "text": self.text, "note": self.note}


def noted_rules(path: Path, store: Store, *, bare: bool = False) -> tuple[NotedRule, ...]:
    """The rules of a file with their notes; with `bare` only those that have none."""
    from workbench.store.files import read_bytes

    return _rules(path, read_bytes(path), store, bare)


def note_rule(path: Path, rule: str, note: str, store: Store) -> NotedRule:
    """Attach `note` to the rule with the id `rule` ("" takes it away); the file stays as it is.

    The text is kept as a version, so that the rule is known again in another one. UsageError
    when no rule of the file has that id.
    """
    from workbench.store.files import read_bytes

    data = read_bytes(path)
    prompt = Prompt.from_bytes(data, str(path))
    now = {one.id: one for one in _rules(path, data, store, False)}
    if rule not in now:
        raise UsageError(f"no rule {rule} in {path.name}", hint="`ctxbench instructions` lists ids")
    version = store.save(path, data, reason="")
    kept = _carried(path, prompt, store) | {rule: note}
    for part in store.memory.notes(path):
        if part.startswith(_PREFIX):
            store.memory.set_note(path, part, "")
    for name, words in kept.items():
        store.memory.set_note(path, _PREFIX + name, words)
    store.memory.set_setting(path, _AT, version.n)
    one = now[rule]
    return NotedRule(one.id, one.line, one.text, note)


def _rules(path: Path, data: bytes, store: Store, bare: bool) -> tuple[NotedRule, ...]:
    from workbench.change.units import units_of

    prompt = Prompt.from_bytes(data, str(path))
    notes = _carried(path, prompt, store)
    rows = [
        NotedRule(unit.id, unit.line, unit.text, notes.get(unit.id, ""))
        for unit in units_of(prompt)
        if unit.kind == "instruction"
    ]
    return tuple(row for row in rows if not (bare and row.note))


def _carried(path: Path, prompt: Prompt, store: Store) -> dict[str, str]:
    """The notes by the ids that their rules have in `prompt`."""
    from workbench.change.pairing import pair_units
    from workbench.change.units import units_of

    kept = {
        part.removeprefix(_PREFIX): note
        for part, note in store.memory.notes(path).items()
        if part.startswith(_PREFIX)
    }
    at = store.memory.setting(path, _AT)
    if not kept or not isinstance(at, int):
        return kept
    old = units_of(Prompt.from_bytes(store.read(path, at), str(path)))
    new = units_of(prompt)
    pairing = pair_units(old, new)
    found: dict[str, list[str]] = {}
    for i, unit in enumerate(old):
        note = kept.pop(unit.id, "")
        twin = pairing.duplicates.get(i)
        targets = pairing.partners.get(i, ()) if twin is None else (twin,)
        # A rule that is gone may come back in the same words: its note waits under its id.
        for name in [new[j].id for j in targets] or [unit.id]:
            if note:
                found.setdefault(name, []).append(note)
    return kept | {name: "\n".join(notes) for name, notes in found.items()}
