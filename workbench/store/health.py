"""How the store is, for `doctor`: everything is read, and a write is tried and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import StoreError, StoreTooNew
from workbench.prompt.plural import plural
from workbench.store import check, in_place, schema
from workbench.store.home import probe_folder
from workbench.store.problems import advice
from workbench.store.store import Store


@dataclass(frozen=True, slots=True)
class Health:
    """`problem` is empty where all is well; `integrity` is SQLite's own verdict (`ok`).

    `writable` was tried. `versions` and `prompts` are None where they cannot be counted.
    `troubles` name each damage, `damaged` the versions whose bytes are lost; the others are whole.
    `unfinished` are files whose writing was killed half-way; opening them puts them right.
    """

    path: Path
    exists: bool
    size: int = 0
    schema: int = 0
    known_schema: int = 0
    writable: bool = True
    integrity: str = ""
    prompts: int | None = 0
    versions: int | None = 0
    unfinished: tuple[Path, ...] = ()
    problem: str = ""
    troubles: tuple[str, ...] = ()
    damaged: tuple[tuple[str, int], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": str(self.path),
            "exists": self.exists,
            "bytes": self.size,
            "schema": self.schema,
            "known_schema": self.known_schema,
            "writable": self.writable,
            "integrity": self.integrity,
            "prompts": self.prompts,
            "versions": self.versions,
            "unfinished": [str(path) for path in self.unfinished],
            "problem": self.problem,
            "troubles": list(self.troubles),
            "damaged": [{"path": path, "n": n} for path, n in self.damaged],
        }


def look(store: Store) -> Health:
    """Never raises for a store that is missing, damaged, newer, locked or closed: it says so."""
    known = schema.current()
    unfinished = tuple(journal.target for journal in in_place.unfinished(store.home))
    closed = ""
    try:
        size = store.path.stat().st_size
    except OSError:
        size = 0
    if not size:  # the first save makes it: could it?
        try:
            probe_folder(store.home)
        except StoreError as error:
            closed = str(error)
        return Health(
            store.path,
            store.path.exists(),
            known_schema=known,
            writable=not closed,
            unfinished=unfinished,
            problem=closed,
        )
    found, seen, problem = 0, check.Checked(versions=None, prompts=None), ""
    try:
        found = store.db.schema_version()
        seen = check.check(store.db)
    except StoreError as error:
        problem = str(error)
    if not problem:
        try:
            store.db.probe()
        except StoreTooNew:
            closed = "written by a newer ctxbench: it can be read, not written"
        except StoreError as error:
            closed = f"{error.message} {advice(error)}".strip()
    if seen.troubles:
        problem = _summary(seen)
    return Health(
        store.path,
        True,
        size,
        found,
        known,
        not (problem and not seen.troubles) and not closed,
        seen.integrity,
        seen.prompts,
        seen.versions,
        unfinished,
        " ".join(filter(None, (problem, closed))),
        seen.troubles,
        seen.damaged,
    )


def _summary(seen: check.Checked) -> str:
    """What is damaged, in one line, and how to have what is whole."""
    rows = seen.versions
    said = f"damaged ({plural(len(seen.troubles), 'trouble')})"
    if rows is not None:
        lost = len(seen.damaged)
        said += f"; {rows - lost:,} of {plural(rows, 'version')} whole: ctxbench show FILE@N"
    return f"{said}; all that is whole, into a folder: ctxbench doctor --rescue FOLDER"
