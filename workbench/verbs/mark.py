"""Marks: sentences that you call critical, or that you say are not, whatever their label says.

They live in the store, never in the file, and follow their sentence when it moves or is reworded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import UsageError
from workbench.language.instructions import critical_statements, numbered
from workbench.language.statements import Statement
from workbench.prompt.lines import line_at
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line

if TYPE_CHECKING:
    from workbench.store.store import Store

#: The setting of a prompt that holds its marks: `ids`, and the version `at` that they are ids of.
SETTING = "marks"
_MOST_NAMED = 12

#: Marks of one text: ids of statements, each with whether you call it critical.
Marks = Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence with its mark: `line` from 1 (0: it is not in the file now), `by` who says so:
    `you`, `author`, or nothing where nobody does."""

    id: str
    line: int
    text: str
    critical: bool
    by: str

    def to_dict(self) -> dict[str, object]:
        return {
            "line": self.line,
            "text": self.text,
            "critical": self.critical,
            "by": self.by or None,
        }


@dataclass(frozen=True, slots=True)
class Lost:
    """A mark whose sentence was changed outside of the workbench: its words as they were marked,
    and the line (from 1) of what it became; 0: nothing in the file is like it."""

    text: str
    line: int


def marks(path: Path, store: Store, data: bytes | None = None) -> tuple[Marked, ...]:
    """The sentences that you or the author call critical, and those that you say are not.

    `data`: a text for this file that may not be on the disk.
    """
    prompt = _prompt(path, data)
    kept = _carried(path, prompt, store)
    critical = critical_statements(prompt.with_marks(frozenset(kept.items())))
    return tuple(
        _marked(prompt, name, item, kept, critical)
        for name, item in numbered(prompt)
        if name in kept or item.start in critical
    )


def mark(
    path: Path, line: str, store: Store, *, critical: bool = True, data: bytes | None = None
) -> Marked:
    """Say whether the sentence on a line (from 1, or an id) is critical; the file stays as it is.

    The text is kept as a version, so that the sentence is known again in another one. UsageError
    where no sentence or several are meant.
    """
    from workbench.store.files import hash_on_disk, read_bytes, sha256
    from workbench.store.values import NewVersion

    on_disk = data is None or hash_on_disk(path) == sha256(data)
    data = read_bytes(path) if data is None else data
    prompt = _prompt(path, data)
    name, item = _meant(prompt, line, path)
    kept = _carried(path, prompt, store)
    kept.pop(name, None)
    # What nobody else calls critical needs no word that it is not.
    if critical or item.start in critical_statements(prompt):
        kept[name] = critical
    version = store.put(path, data, NewVersion(on_disk=on_disk)).version
    store.memory.set_setting(path, SETTING, {"at": version.n, "ids": kept})
    found = critical_statements(prompt.with_marks(frozenset(kept.items())))
    return _marked(prompt, name, item, kept, found)


def with_marks(prompt: Prompt, path: Path | None) -> Prompt:
    """The prompt with the marks that are kept for its file; no store, or none to read: as it is."""
    from workbench.store.home import nothing_stored

    if path is None or nothing_stored():
        return prompt
    from workbench.verbs.stored import from_store

    nothing: frozenset[tuple[str, bool]] = frozenset()
    found = from_store(lambda store: marks_in(path, prompt, store), nothing)
    return prompt.with_marks(found) if found else prompt


def marks_in(path: Path, prompt: Prompt, store: Store) -> frozenset[tuple[str, bool]]:
    """The marks of a file by the ids that its statements have in `prompt`."""
    return frozenset(_carried(path, prompt, store).items())


def lost_marks(path: Path, store: Store, data: bytes) -> tuple[Lost, ...]:
    """Marks whose sentence is not in `data` as it was marked, where another program wrote that."""
    from workbench.store.files import sha256

    ids, old = _kept(path, store)
    current = store.current(path)
    if old is None or (current is not None and current.sha256 == sha256(data)):
        return ()
    prompt = _prompt(path, data)
    targets = _targets(old, prompt)
    here = dict(numbered(prompt))
    found = []
    for name, item in numbered(old):
        if name not in ids or name in here:
            continue
        became = [here[one] for one in targets.get(name, ()) if one in here]
        line = line_at(prompt.starts, became[0].start) + 1 if became else 0
        found.append(Lost(item.text, line))
    return tuple(found)


def _prompt(path: Path, data: bytes | None) -> Prompt:
    from workbench.hosts.registry import kind_of
    from workbench.store.files import read_bytes

    text = read_bytes(path) if data is None else data
    return Prompt.from_bytes(text, str(path), kind_of(str(path)))


def _marked(
    prompt: Prompt, name: str, item: Statement, kept: Marks, critical: Mapping[int, str]
) -> Marked:
    by = "you" if name in kept else critical.get(item.start, "")
    line = line_at(prompt.starts, item.start) + 1
    return Marked(name, line, item.text, item.start in critical, by)


def _meant(prompt: Prompt, line: str, path: Path) -> tuple[str, Statement]:
    """The statement with this id, or the only rule on this line, else its only sentence."""
    told = list(numbered(prompt))
    for name, item in told:
        if name == line:
            return name, item
    found = [(name, item) for name, item in told if _is_on(prompt, item, line)]
    found = [one for one in found if one[1].force] or found
    if len(found) == 1:
        return found[0]
    if found:
        names = "; ".join(f"{name} {one_line(item.text, 40)}" for name, item in found[:_MOST_NAMED])
        raise UsageError(
            f"Line {line} holds {len(found)} sentences; nothing was marked.",
            hint=f"Say which by its id: {names}",
        )
    raise UsageError(
        f"There is no sentence on line {one_line(line, 40)} of {one_line(path.name, 80)}; nothing"
        " was marked.",
        hint="`ctxbench instructions FILE` lists the rules with their lines.",
    )


def _is_on(prompt: Prompt, item: Statement, line: str) -> bool:
    if not line.isdecimal():
        return False
    first = line_at(prompt.starts, item.start) + 1
    return first <= int(line) <= line_at(prompt.starts, max(item.start, item.end - 1)) + 1


def _kept(path: Path, store: Store) -> tuple[dict[str, bool], Prompt | None]:
    """The marks as they were set, and the text that they were set in."""
    kept: Any = store.memory.setting(path, SETTING)
    if not isinstance(kept, dict) or not isinstance(kept.get("ids"), dict):
        return {}, None
    ids = {str(name): bool(said) for name, said in kept["ids"].items()}
    at = kept.get("at")
    if not ids or not isinstance(at, int):
        return ids, None
    return ids, _prompt(path, store.read(path, at))


def _carried(path: Path, prompt: Prompt, store: Store) -> dict[str, bool]:
    """The marks by the ids that their sentences have in `prompt`.

    A sentence that is gone may come back in the same words: its mark waits under its id.
    """
    ids, old = _kept(path, store)
    if old is None or old.text == prompt.text:
        return ids
    targets = _targets(old, prompt)
    found: dict[str, bool] = {}
    for name, said in ids.items():
        for one in targets.get(name) or (name,):
            found[one] = found.get(one, False) or said
    return found


def _targets(old: Prompt, new: Prompt) -> dict[str, tuple[str, ...]]:
    """By the id of each old statement those of the new ones that it became."""
    from workbench.change.pairing import pair_units
    from workbench.change.units import units_of

    ids_old = {item.start: name for name, item in numbered(old)}
    ids_new = {item.start: name for name, item in numbered(new)}
    before, after = units_of(old), units_of(new)
    pairing = pair_units(before, after)
    found = {}
    for i, unit in enumerate(before):
        twin = pairing.duplicates.get(i)
        goals = pairing.partners.get(i, ()) if twin is None else (twin,)
        starts = [item.start for j in goals if (item := after[j].statement) is not None]
        if unit.statement is not None and starts:
            name = ids_old.get(unit.statement.start, "")
            found[name] = tuple(ids_new[start] for start in starts if start in ids_new)
    return found
