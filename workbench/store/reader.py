"""Reading the store: versions, bytes, and what an undo would bring back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.errors import StoreError, UnreadableInput
from workbench.store import prompts
from workbench.store.database import Database
from workbench.store.files import follow
from workbench.store.home import path_from_key, show_path, unpack_json
from workbench.store.values import COLUMNS, Event, Moved, Version, version_from

# LEFT: a version whose bytes are missing is still a version, and is told of.
_FROM = "FROM versions v LEFT JOIN contents c ON c.sha256 = v.sha256"


class Reader:
    """The half of `Store` that changes nothing."""

    db: Database

    def versions(self, path: Path | str) -> tuple[Version, ...]:
        """All versions of a prompt, oldest first; none where nothing is stored."""
        prompt = prompts.find(self.db, follow(path))
        if prompt is None:
            return ()
        named: dict[int, list[str]] = {}
        for n, name in self.db.rows(
            "SELECT n, name FROM labels WHERE prompt = ? ORDER BY name", (prompt,)
        ):
            named.setdefault(n, []).append(name)
        rows = self.db.rows(f"SELECT {COLUMNS} {_FROM} WHERE v.prompt = ? ORDER BY v.n", (prompt,))
        return tuple(version_from(row, tuple(named.get(row[0], ()))) for row in rows)

    def version(self, path: Path | str, n: int) -> Version:
        """One version; raises UnreadableInput where there is none."""
        place = follow(path)
        prompt = prompts.find(self.db, place)
        rows = self.db.rows(
            f"SELECT {COLUMNS} {_FROM} WHERE v.prompt = ? AND v.n = ?", (prompt, _number(n))
        )
        if not rows:
            raise self._no_version(place, n)
        labels = self.db.rows(
            "SELECT name FROM labels WHERE prompt = ? AND n = ? ORDER BY name", (prompt, n)
        )
        return version_from(rows[0], tuple(name for (name,) in labels))

    def current(self, path: Path | str) -> Version | None:
        """The version that the file held when ctxbench last read or wrote it."""
        prompt = prompts.find(self.db, follow(path))
        return None if prompt is None else heads(self.db.rows, prompt)[1]

    def read(self, path: Path | str, n: int) -> bytes:
        """The exact bytes of a version, checked against their hash."""
        return self.content(self.version(path, n).sha256)

    def content(self, sha256: str) -> bytes:
        rows = self.db.rows("SELECT data FROM contents WHERE sha256 = ?", (sha256,))
        data = bytes(rows[0][0]) if rows else b""
        if not rows or hashlib.sha256(data).hexdigest() != sha256:
            raise StoreError(
                f"The stored bytes of this version are {'damaged' if rows else 'missing'}.",
                hint="No file was touched. Other versions can still be shown; `ctxbench doctor`"
                " says which are whole, and `ctxbench doctor --rescue FOLDER` writes them.",
            )
        return data

    def details(self, path: Path | str, n: int) -> dict[str, Any]:
        """`ledger` and `proposals` of a version, as they were handed in."""
        place = follow(path)
        rows = self.db.rows(
            "SELECT v.ledger, v.proposals FROM versions v JOIN prompts p ON p.id = v.prompt"
            " WHERE p.id = ? AND v.n = ?",
            (prompts.find(self.db, place), _number(n)),
        )
        if not rows:
            raise self._no_version(place, n)
        return {"ledger": unpack_json(rows[0][0]), "proposals": unpack_json(rows[0][1]) or []}

    def paths(self) -> tuple[Path, ...]:
        """The places of all prompts that have versions."""
        rows = self.db.rows("SELECT path FROM prompts WHERE id IN (SELECT prompt FROM versions)")
        return tuple(sorted(path_from_key(key) for (key,) in rows))

    def moved(self, path: Path | str, data: bytes) -> tuple[Moved, ...]:
        """Prompts whose file is gone and may be the one now at `path`; none if it has versions."""
        place = follow(path)
        found = prompts.find(self.db, place)
        if found is not None and prompts.has_versions(self.db.rows, found):
            return ()
        return prompts.moved(self.db.rows, place, hashlib.sha256(data).hexdigest())

    def events(self, path: Path | str) -> tuple[Event, ...]:
        rows = self.db.rows(
            "SELECT time, kind, detail FROM events WHERE prompt = ? ORDER BY id",
            (prompts.find(self.db, follow(path)),),
        )
        return tuple(Event(time, kind, unpack_json(detail)) for time, kind, detail in rows)

    def undo_target(self, path: Path | str) -> Version | None:
        """The version that holds the text before the last change; None where there is none.

        An undo stands for the state that it brought back, so undoing again goes further back;
        steps that changed nothing are passed over.
        """
        by_n = {version.n: version for version in self.versions(path)}
        now = self.current(path)
        state = _state(now, by_n)
        while state is not None and now is not None:
            state = _state(by_n.get(state.before) if state.before else None, by_n)
            if state is not None and state.sha256 != now.sha256:
                return state
        return None

    def _no_version(self, place: Path, n: int) -> UnreadableInput:
        have = [version.n for version in self.versions(place)]
        if not have:
            return UnreadableInput(
                f"No versions of {show_path(place)} are stored.",
                hint="`ctxbench save FILE` stores one.",
            )
        return UnreadableInput(
            f"{show_path(place)} has no version {n}.",
            hint=f"It has {have[0]} to {have[-1]}: see `ctxbench versions FILE`.",
        )


def heads(run: prompts.Run, prompt: int) -> tuple[Version | None, Version | None]:
    """The newest version and the one that the file holds."""
    latest = run(
        f"SELECT {COLUMNS} {_FROM} WHERE v.prompt = ? ORDER BY v.n DESC LIMIT 1", (prompt,)
    )
    current = run(
        f"SELECT {COLUMNS} {_FROM} JOIN prompts p ON p.id = v.prompt"
        " WHERE v.prompt = ? AND v.n = p.current",
        (prompt,),
    )
    return (
        version_from(latest[0]) if latest else None,
        version_from(current[0]) if current else None,
    )


def _state(version: Version | None, by_n: Mapping[int, Version]) -> Version | None:
    while version is not None and version.kind == "undo" and version.source is not None:
        version = by_n.get(version.source)
    return version


def _number(n: int) -> int:
    """A number that SQLite can hold; too large ones name no version."""
    return n if 0 <= n < 1 << 62 else 0
