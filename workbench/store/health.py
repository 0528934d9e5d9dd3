"""How the store is, for `doctor`: looked at without making or changing anything."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import StoreError
from workbench.store import schema, through
from workbench.store.store import Store


@dataclass(frozen=True, slots=True)
class Health:
    """`problem` is empty where all is well; `integrity` is SQLite's own verdict (`ok`).

    `unfinished` are files whose writing was killed half-way; opening them puts them right.
    """

    path: Path
    exists: bool
    size: int = 0
    schema: int = 0
    known_schema: int = 0
    writable: bool = True
    integrity: str = ""
    prompts: int = 0
    versions: int = 0
    unfinished: tuple[Path, ...] = ()
    problem: str = ""

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
        }


def look(store: Store) -> Health:
    """Never raises for a store that is missing, damaged, newer or locked: it says so."""
    known = schema.current()
    unfinished = tuple(journal.target for journal in through.unfinished(store.home))
    try:
        size = store.path.stat().st_size
    except OSError:
        return Health(store.path, False, known_schema=known, unfinished=unfinished)
    found = prompts = versions = 0
    integrity = problem = ""
    try:
        found = store.db.schema_version()
        integrity = store.db.integrity() if found else ""
        if found:
            prompts, versions = store.db.rows(
                "SELECT count(DISTINCT prompt), count(*) FROM versions"
            )[0]
        if found > known:
            problem = "written by a newer ctxbench: it can be read, not written"
        elif integrity not in ("", "ok"):
            problem = "damaged: save a copy, then rescue it with `sqlite3 FILE .recover`"
    except StoreError as error:
        problem = str(error)
    return Health(
        store.path,
        True,
        size,
        found,
        known,
        os.access(store.path, os.W_OK) and os.access(store.home, os.W_OK) and found <= known,
        integrity,
        prompts,
        versions,
        unfinished,
        problem,
    )
