"""Which prompt a path means, also after its file was renamed or moved."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from workbench.errors import UsageError
from workbench.store.database import Database
from workbench.store.home import pack_json, path_from_key, path_key, show_path
from workbench.store.values import Moved

#: Runs a query on whichever connection is at hand.
Run = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]

#: Tables besides versions and labels whose rows belong to a prompt.
_BELONGINGS = (
    "events",
    "refusals",
    "pins",
    "muted",
    "notes",
    "tasks",
    "part_identity",
    "settings",
)


def prompt_id(run: Run, path: Path) -> int | None:
    found = run("SELECT id FROM prompts WHERE path = ?", (path_key(path),))
    return int(found[0][0]) if found else None


def has_versions(run: Run, prompt: int) -> bool:
    return bool(run("SELECT 1 FROM versions WHERE prompt = ? LIMIT 1", (prompt,)))


def add_prompt(run: Run, path: Path, time: str) -> int:
    run("INSERT OR IGNORE INTO prompts (path, created) VALUES (?, ?)", (path_key(path), time))
    found = prompt_id(run, path)
    assert found is not None
    return found


def moved(run: Run, path: Path, sha256: str) -> tuple[Moved, ...]:
    """Prompts whose file is gone and that may be the file now at `path`; likeliest first.

    Copies are not moves: a prompt whose own file is still there is never offered.
    """
    same = run(
        "SELECT p.path, v.n, v.n = p.current FROM prompts p JOIN versions v ON v.prompt = p.id"
        " WHERE v.sha256 = ? ORDER BY v.n DESC",
        (sha256,),
    )
    found: dict[bytes, Moved] = {}
    for key, n, current in same:
        if key not in found or (current and not found[key].certain):
            found[key] = Moved(path_from_key(key), n, bool(current))
    for (key,) in run("SELECT path FROM prompts", ()):
        if key not in found and os.path.basename(key) == os.fsencode(path.name):  # noqa: PTH119
            found[key] = Moved(path_from_key(key), None, False)
    gone = [m for m in found.values() if m.path != path and not os.path.lexists(m.path)]
    return tuple(sorted(gone, key=lambda m: (not m.certain, m.n is None, str(m.path))))


def certain(candidates: Sequence[Moved], data: bytes) -> Moved | None:
    """The one move that is beyond doubt; blank texts are too alike to tell."""
    sure = [m for m in candidates if m.certain]
    return sure[0] if len(sure) == 1 and data.strip() else None


def relink(run: Run, old: Path, new: Path, time: str) -> int:
    """Give the prompt of `old` the path `new`; its versions, labels and pins go with it."""
    found = prompt_id(run, old)
    if found is None:
        raise UsageError(
            f"No versions of {show_path(old)} are stored.", hint="See `ctxbench versions FILE`."
        )
    fresh = prompt_id(run, new)
    if fresh is not None:
        if has_versions(run, fresh):
            raise UsageError(
                f"{show_path(new)} already has versions of its own; nothing was changed.",
                hint="Two histories are not mixed; show or restore from the old path by name.",
            )
        # A task or a pin may have been set before the first save: it is newer, so it wins.
        for table in _BELONGINGS:
            run(f"UPDATE OR REPLACE {table} SET prompt = ? WHERE prompt = ?", (found, fresh))
        run("DELETE FROM prompts WHERE id = ?", (fresh,))
    run("UPDATE prompts SET path = ? WHERE id = ?", (path_key(new), found))
    log(run, found, time, "relink", {"from": str(old), "to": str(new)})
    return found


def log(run: Run, prompt: int | None, time: str, kind: str, detail: dict[str, Any]) -> None:
    run(
        "INSERT INTO events (prompt, time, kind, detail) VALUES (?, ?, ?, ?)",
        (prompt, time, kind, pack_json(detail)),
    )


def find(db: Database, path: Path) -> int | None:
    return prompt_id(db.rows, path)
