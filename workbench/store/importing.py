"""States of a file from before it was kept here, such as the commits of a git repository."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from workbench.errors import StoreError
from workbench.store import prompts
from workbench.store.files import follow
from workbench.store.home import pack_json, pack_text, show_path
from workbench.store.reader import heads
from workbench.store.store import Store, keep_content, runner
from workbench.store.values import Version, stamp

#: The kind of event that remembers which states are here already.
_EVENT = "imported"


@dataclass(frozen=True, slots=True)
class Past:
    """One state. `key` names it for good (a commit id), `time` is when it came to be."""

    key: str
    time: datetime
    author: str
    reason: str
    data: bytes
    tokens: Mapping[str, int] = field(default_factory=dict)


def imported(store: Store, path: Path | str) -> dict[str, int]:
    """Key of each imported state -> the number of its version."""
    found: dict[str, int] = {}
    for event in store.events(path):
        if event.kind == _EVENT:
            found.update(event.detail["states"])
    return found


def import_past(
    store: Store, path: Path | str, states: Sequence[Past], *, on_disk: bytes | None = None
) -> tuple[Version, ...]:
    """Store `states`, oldest first, as versions with their own times and authors.

    States that are here already are passed over, so an import can be repeated. It is all or
    nothing, and what was stored is read back and compared. Versions that exist keep their
    numbers: the imported ones come after them and change nothing about what `undo` does.
    `on_disk`: the bytes of the file now; when nothing was stored before and the last state has
    the same, it becomes the current version. Raises StoreError.
    """
    place = follow(path)
    known = imported(store, place)
    new = [state for state in states if state.key not in known]
    if not new:
        return ()
    numbers: dict[str, int] = {}
    with store.db.write() as conn:
        run = runner(conn)
        prompt = prompts.add_prompt(run, place, store.now())
        latest, current = heads(run, prompt)
        n = latest.n if latest else 0
        parent: int | None = None
        for state in states:
            if state.key in known:
                parent = known[state.key]
                continue
            n += 1
            digest = hashlib.sha256(state.data).hexdigest()
            keep_content(conn, digest, state.data)
            run(
                "INSERT INTO versions (prompt, n, parent, time, kind, author, reason, sha256,"
                " tokens) VALUES (?, ?, ?, ?, 'import', ?, ?, ?, ?)",
                (
                    prompt,
                    n,
                    parent,
                    stamp(state.time),
                    pack_text(state.author),
                    pack_text(state.reason),
                    digest,
                    pack_json(dict(state.tokens)) if state.tokens else None,
                ),
            )
            numbers[state.key] = parent = n
        if current is None and on_disk is not None and states[-1].data == on_disk:
            run("UPDATE prompts SET current = ? WHERE id = ?", (parent, prompt))
        prompts.log(run, prompt, store.now(), _EVENT, {"states": numbers})
    listed = {version.n: version for version in store.versions(place)}
    for state in new:
        version = listed[numbers[state.key]]
        if store.content(version.sha256) != state.data:
            raise StoreError(
                f"What was imported for {show_path(place)} does not read back the same.",
                hint="No file was touched. `ctxbench doctor` checks the store.",
            )
    return tuple(listed[numbers[state.key]] for state in new)
