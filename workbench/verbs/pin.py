"""Pins: parts that no proposal may touch, as people set them here or in the workbench."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from workbench.errors import UsageError
from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt
from workbench.prompt.source import encode
from workbench.prompt.visible import one_line
from workbench.store.files import read_bytes
from workbench.store.store import Store
from workbench.verbs.manual_cuts import stored_cuts

_MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Pinned:
    """One pin. `state`: `kept` (the text is as it was pinned), `changed` since, or `gone`: no part
    of the file has that id (lines are 0 then)."""

    id: str
    title: str
    start_line: int
    end_line: int
    state: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": self.title,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "state": self.state,
        }


@dataclass(frozen=True, slots=True)
class PinResult:
    """All pins of a file in the order of its parts; `changed` are ids pinned or unpinned now."""

    path: str
    pins: tuple[Pinned, ...]
    changed: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "pins": [pin.to_dict() for pin in self.pins],
            "changed": list(self.changed),
        }


def pins(path: Path | str, store: Store, data: bytes | None = None) -> PinResult:
    """The pins of a file as it is now; `data`: a text for it that may not be on the disk."""
    prompt = _prompt(Path(path), data)
    return PinResult(str(path), _listed(prompt, Path(path), store))


def pin(path: Path | str, names: Sequence[str], store: Store, *, off: bool = False) -> PinResult:
    """Pin the parts with these ids, numbers or titles; with `off` take their pins away.

    A part that is pinned again is pinned as it is now. Raises UsageError, and changes nothing, for
    a name that no part (or, with `off`, no pin) has, or that several have.
    """
    place = Path(path)
    prompt = _prompt(place)
    parts = prompt.parts()
    held = store.memory.pins(place)
    chosen = list(dict.fromkeys(find_part(name, parts, held if off else {}) for name in names))
    if off:
        chosen = [name for name in chosen if name in held]
        for name in chosen:
            store.memory.unpin(place, name)
    else:
        by_id = {part.id: part for part in parts}
        for name in chosen:
            store.memory.pin(place, name, text_hash(prompt.part_text(by_id[name])))
    return PinResult(str(path), _listed(prompt, place, store), tuple(chosen))


def text_hash(text: str) -> str:
    """What a pin keeps of the text that must stay: its sha256."""
    return hashlib.sha256(encode(text)).hexdigest()


def _prompt(path: Path, data: bytes | None = None) -> Prompt:
    text = read_bytes(path) if data is None else data
    return Prompt.from_bytes(text, str(path)).with_cuts(stored_cuts(path))


def _listed(prompt: Prompt, path: Path, store: Store) -> tuple[Pinned, ...]:
    held = dict(store.memory.pins(path))
    out = []
    for part in prompt.parts():
        kept = held.pop(part.id, None)
        if kept is not None:
            same = text_hash(prompt.part_text(part)) == kept
            state = "kept" if same else "changed"
            out.append(Pinned(part.id, part.title, part.start_line, part.end_line, state))
    titles = _titles(path, store) if held else {}
    return (*out, *(Pinned(name, titles.get(name, ""), 0, 0, "gone") for name in sorted(held)))


def _titles(path: Path, store: Store) -> dict[str, str]:
    """How the parts were called in the last version that the file held."""
    version = store.current(path)
    if version is None:
        return {}
    prompt = Prompt.from_bytes(store.content(version.sha256), str(path))
    return {part.id: part.title for part in prompt.with_cuts(stored_cuts(path)).parts()}


def find_part(
    name: str, parts: Sequence[Part], held: Mapping[str, str] = MappingProxyType({})
) -> str:
    """The id that is meant: an id, the number of a part, or its title."""
    if name in held or any(part.id == name for part in parts):
        return name
    found = [part.id for part in parts if str(part.index) == name]
    found = found or [part.id for part in parts if part.title.casefold() == name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            f"{len(found)} parts have the title {one_line(name, 60)}; nothing was changed.",
            hint=f"Say which by its id: {', '.join(found[:_MOST_NAMED])}",
        )
    known = ", ".join(f"{part.index} {one_line(part.title, 30)}" for part in parts[:_MOST_NAMED])
    more = ", …" if len(parts) > _MOST_NAMED else ""
    raise UsageError(
        f"There is no part {one_line(name, 60)}; nothing was changed.",
        hint=f"There are: {known}{more}. See: ctxbench parts FILE",
    )
