"""The version store: every state of every prompt in one file, append-only.

    store = Store()                       # $CTXBENCH_HOME/ctxbench.db, made at the first save
    version = store.save(path, data, "tighter rules")
    store.read(path, version.n) == data

Paths are followed through links first: a link and its target are one prompt. A version is
written in one transaction, flushed, read back and compared before it is returned.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

from workbench.errors import StoreError, UnreadableInput, UsageError
from workbench.store import prompts
from workbench.store.cache import Cache
from workbench.store.database import Database
from workbench.store.files import follow
from workbench.store.home import (
    STORE_NAME,
    home_dir,
    pack_json,
    pack_text,
    show_path,
)
from workbench.store.kept import Kept
from workbench.store.labels import Labels
from workbench.store.memory import Memory
from workbench.store.reader import Reader, heads
from workbench.store.runs import Runs
from workbench.store.values import (
    KINDS,
    LabelMove,
    NewVersion,
    Saved,
    Version,
    stamp,
    utc_now,
)


class Store(Reader):
    """All that is kept; safe to use from several threads and several processes.

    `path` is the database file. `clock` gives the time of new versions. `wait_s` is how long a
    save waits for another process before it raises StoreError. Nothing is looked for before the
    first use, which raises StoreError where CTXBENCH_HOME leads nowhere.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        clock: Callable[[], datetime] = utc_now,
        wait_s: float = 20.0,
    ) -> None:
        self._path = path
        self._wait_s = wait_s
        self._clock = clock

    @cached_property
    def path(self) -> Path:
        return self._path or home_dir() / STORE_NAME

    @property
    def home(self) -> Path:
        return self.path.parent

    @cached_property
    def db(self) -> Database:  # type: ignore[override]
        return Database(self.path, wait_s=self._wait_s)

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.db, self.now)

    @cached_property
    def memory(self) -> Memory:
        return Memory(self.db, self.now)

    @cached_property
    def cache(self) -> Cache:
        return Cache(self.db, self.now)

    @cached_property
    def kept(self) -> Kept:
        return Kept(self.db, self.now)

    @cached_property
    def runs(self) -> Runs:
        return Runs(self.db, self.now)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        if "db" in self.__dict__:
            self.db.close()

    def now(self) -> str:
        return stamp(self._clock())

    # Writing

    def save(self, path: Path | str, data: bytes, reason: str = "") -> Version:
        """Store what the file at `path` holds; see `put`."""
        return self.put(path, data, NewVersion(reason=reason)).version

    def put(self, path: Path | str, data: bytes, new: NewVersion = NewVersion()) -> Saved:  # noqa: B008 - frozen
        """Store `data` as a version of the prompt at `path` and read it back; raises StoreError
        with nothing saved."""
        if new.kind not in KINDS:
            raise UsageError(f"{new.kind} is not a kind of version.", hint=", ".join(KINDS))
        place = follow(path)
        digest = hashlib.sha256(data).hexdigest()
        time = self.now()
        with self.db.write() as conn:
            run = runner(conn)
            prompt, relinked = self._prompt_for(run, place, digest, data, time)
            latest, current = heads(run, prompt)
            same = _same(current, latest, digest)
            keep_content(conn, digest, data)
            if same is not None and not (bool(new.reason) if new.always is None else new.always):
                n = same.n
            else:
                n = (latest.n if latest else 0) + 1
                before = current.n if current else None
                parent = next((p for p in (new.parent, new.source) if p is not None), before)
                conn.execute(
                    "INSERT INTO versions (prompt, n, parent, before, source, time, kind, author,"
                    " reason, sha256, tokens, ledger, proposals)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        prompt,
                        n,
                        parent,
                        before,
                        new.source,
                        time,
                        new.kind,
                        pack_text(new.author),
                        pack_text(new.reason),
                        digest,
                        pack_json(dict(new.tokens)) if new.tokens else _known_tokens(run, digest),
                        None if new.ledger is None else pack_json(new.ledger),
                        pack_json(list(new.proposals)) if new.proposals else None,
                    ),
                )
            if new.on_disk:
                run("UPDATE prompts SET current = ? WHERE id = ?", (n, prompt))
        version = self.version(place, n)
        if version.sha256 != digest or self.read(place, n) != data:
            raise StoreError(
                f"What was stored for {show_path(place)} does not read back the same.",
                hint="No file was touched. Check the disk; `ctxbench doctor` checks the store.",
            )
        made = same is None or n != same.n
        return Saved(version, made, same is None, relinked)

    def set_current(self, path: Path | str, n: int) -> None:
        """The file now holds version `n`."""
        place = follow(path)
        with self.db.write() as conn:
            run = runner(conn)
            run(
                "UPDATE prompts SET current = ? WHERE id = ?",
                (n, self._known(run, place)),
            )

    def withdraw(self, path: Path | str, n: int, why: str) -> None:
        """Take back the newest version, a restore or undo whose file could not be written.

        Its bytes are those of an older version, so nothing is lost; the attempt is logged.
        """
        place = follow(path)
        with self.db.write() as conn:
            run = runner(conn)
            prompt = self._known(run, place)
            run(
                "DELETE FROM versions WHERE prompt = ?1 AND n = ?2"
                " AND n = (SELECT max(n) FROM versions WHERE prompt = ?1)"
                " AND NOT EXISTS (SELECT 1 FROM labels WHERE prompt = ?1 AND n = ?2)",
                (prompt, n),
            )
            prompts.log(run, prompt, self.now(), "not-written", {"n": n, "why": why})

    def relink(self, old: Path | str, new: Path | str) -> None:
        """The file at `old` was moved to `new`; raises UsageError where that is not possible."""
        with self.db.write() as conn:
            prompts.relink(runner(conn), follow(old), follow(new), self.now())

    # Labels, the short way

    def label(self, path: Path | str, n: int, name: str, *, author: str = "user") -> LabelMove:
        return self.labels.move(path, n, name, author=author)

    def _prompt_for(
        self, run: prompts.Run, place: Path, digest: str, data: bytes, time: str
    ) -> tuple[int, Path | None]:
        found = prompts.prompt_id(run, place)
        if found is not None and prompts.has_versions(run, found):
            return found, None
        old = prompts.certain(prompts.moved(run, place, digest), data)
        if old is not None:
            return prompts.relink(run, old.path, place, time), old.path
        return prompts.add_prompt(run, place, time), None

    def _known(self, run: prompts.Run, place: Path) -> int:
        found = prompts.prompt_id(run, place)
        if found is None:
            raise UnreadableInput(f"No versions of {show_path(place)} are stored.")
        return found


def runner(conn: sqlite3.Connection) -> prompts.Run:
    def run(sql: str, params: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return conn.execute(sql, params).fetchall()

    return run


def _same(current: Version | None, latest: Version | None, digest: str) -> Version | None:
    """The stored version that these bytes already are.

    A newer version than the current one counts too: its file was written, and the program was
    killed before it could note that down.
    """
    for version in (current, latest):
        if version is not None and version.sha256 == digest:
            return version
    return None


def keep_content(conn: sqlite3.Connection, digest: str, data: bytes) -> None:
    """Store the bytes once; bytes that no longer fit their hash are put right."""
    row = conn.execute("SELECT data FROM contents WHERE sha256 = ?", (digest,)).fetchone()
    if row is None:
        conn.execute(
            "INSERT INTO contents (sha256, size, data) VALUES (?, ?, ?)", (digest, len(data), data)
        )
    elif bytes(row[0]) != data:
        conn.execute("UPDATE contents SET data = ? WHERE sha256 = ?", (data, digest))


def _known_tokens(run: prompts.Run, digest: str) -> str | None:
    """The counts of an earlier version with the same bytes."""
    rows = run(
        "SELECT tokens FROM versions WHERE sha256 = ? AND tokens IS NOT NULL"
        " ORDER BY id DESC LIMIT 1",
        (digest,),
    )
    return rows[0][0] if rows else None
