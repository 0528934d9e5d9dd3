"""One SQLite file, shared by several processes and threads.

Transactions for writing start with BEGIN IMMEDIATE and wait for their turn: `Database.atomic` of
sqlite-utils begins deferred, which fails at once when another process writes in between, and its
import takes longer than a save, so it is loaded only when tables must be made. One connection
writes, another reads, each behind a lock: a reader never waits for a writer.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import random
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from workbench.errors import StoreError
from workbench.store import schema
from workbench.store.backup import copy_before_upgrade
from workbench.store.home import ensure_folder, no_folder, show_path
from workbench.store.problems import (
    explain,
    foreign,
    is_busy,
    may_not_be_written,
    may_open_otherwise,
    too_new,
)
from workbench.store.volumes import is_network

T = TypeVar("T")
Row = tuple[Any, ...]
_PROBE_BYTES = 1000
_SLICE_S = 0.5  # how long SQLite itself waits before we look at the clock again


class Database:
    """`rows` reads, `write` is one transaction; nothing is made on the disk before a write."""

    def __init__(self, path: Path, *, wait_s: float) -> None:
        self.path = path
        self.wait_s = wait_s
        self._reader: _Open | None = None
        self._writer: _Open | None = None
        self._read_lock = threading.RLock()
        self._write_lock = threading.RLock()

    def rows(self, sql: str, params: Sequence[object] = ()) -> list[Row]:
        """All rows of a query; none where there is no store yet."""
        with self._read_lock:
            self._reader = self._still(self._reader)
            if self._reader is None:
                self._reader = self._open_reader()
            if self._reader is None:
                return []
            conn = self._reader.conn
            try:
                return self._patiently(lambda: conn.execute(sql, params).fetchall())
            except sqlite3.Error as error:
                version = self._version(conn)
                if version > schema.current():
                    raise too_new(self.path, version, schema.current(), reading=True) from error
                raise explain(error, self.path, self.wait_s) from error

    @contextlib.contextmanager
    def write(self, *, flush: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction: all or nothing, on the disk when the block ends.

        Without `flush` it is safe from a killed process at once, and from a power cut with the
        next flushed one. A block inside a block of the same thread joins it. Raises StoreError,
        StoreTooNew.
        """
        with self._write_lock:
            self._writer = self._still(self._writer)
            if self._writer is not None and self._writer.conn.in_transaction:
                yield self._writer.conn
                return
            if self._writer is None:
                self._writer = self._open_writer()
            conn = self._writer.conn
            try:
                if not flush:
                    conn.execute("PRAGMA synchronous = NORMAL")
                self._patiently(lambda: conn.execute("BEGIN IMMEDIATE"))
                self._refuse_newer(conn)
                yield conn
                self._patiently(lambda: conn.execute("COMMIT"))
            except BaseException as error:
                with contextlib.suppress(sqlite3.Error):
                    conn.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise explain(error, self.path, self.wait_s) from error
                raise
            finally:
                if not flush:
                    with contextlib.suppress(sqlite3.Error):
                        conn.execute("PRAGMA synchronous = FULL")

    def integrity(self) -> str:
        """`ok`, or what SQLite's own check found."""
        found = self.rows("PRAGMA integrity_check")
        return "\n".join(str(row[0]) for row in found) or "ok"

    def schema_version(self) -> int:
        """The schema on the disk; 0 where there is no store."""
        found = self.rows("PRAGMA user_version")
        return int(found[0][0]) if found else 0

    def probe(self) -> None:
        """Write to the store for real, read it back and take it away again, in one transaction.

        Raises StoreError where that fails; the store holds what it held either way.
        """
        data = os.urandom(_PROBE_BYTES)
        digest = hashlib.sha256(data).hexdigest()
        with self.write() as conn:
            conn.execute("INSERT INTO contents VALUES (?, ?, ?)", (digest, len(data), data))
            row = conn.execute("SELECT data FROM contents WHERE sha256 = ?", (digest,)).fetchone()
            conn.execute("DELETE FROM contents WHERE sha256 = ?", (digest,))
            if row is None or bytes(row[0]) != data:
                raise StoreError(
                    f"What was written to the version store {show_path(self.path)} does not read"
                    " back the same.",
                    hint="Nothing was saved and no file was touched. Look at the disk.",
                )

    def why_not_written(self) -> StoreError | None:
        """Why a store that can be read cannot be written, as far as a look at it tells."""
        version = self.schema_version()
        if version > schema.current():
            return too_new(self.path, version, schema.current())
        if version and not (os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)):
            return may_not_be_written(self.path)
        return None

    def close(self) -> None:
        for lock, name in ((self._read_lock, "_reader"), (self._write_lock, "_writer")):
            with lock:
                opened: _Open | None = getattr(self, name)
                if opened is not None:
                    opened.conn.close()
                setattr(self, name, None)

    def _open_writer(self) -> _Open:
        try:
            return self._patiently(self._try_writer)
        except sqlite3.Error as error:
            raise explain(error, self.path, self.wait_s) from error

    def _try_writer(self) -> _Open:
        self._make_file()
        conn = _connect(self.path, "rw")
        try:
            self._refuse_newer(conn)
            conn.execute("PRAGMA foreign_keys = ON")
            # FULL: a version that was reported is on the disk even if the power goes.
            conn.execute("PRAGMA synchronous = FULL")
            self._use_wal(conn)
            if self._version(conn) < schema.current():
                self._upgrade(conn)
            return _Open(conn, _identity(self.path))
        except BaseException:
            conn.close()
            raise

    def _use_wal(self, conn: sqlite3.Connection) -> None:
        """Write-ahead log where it works: its shared memory does not on network disks."""
        mode = conn.execute("PRAGMA journal_mode").fetchone()[0]
        if is_network(self.path):
            if mode == "wal":
                conn.execute("PRAGMA journal_mode = DELETE")
        elif mode != "wal":
            try:
                conn.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if is_busy(error):
                    raise
                # A disk without shared memory: the rollback journal is as safe, only slower.

    def _upgrade(self, conn: sqlite3.Connection) -> None:
        conn.execute("BEGIN IMMEDIATE")
        try:
            version = self._version(conn)
            if version < schema.current():  # nobody else did it while we waited
                if conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                    copy_before_upgrade(self.path, schema.current())
                schema.upgrade(conn)
            conn.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                conn.execute("ROLLBACK")
            raise

    def _open_reader(self) -> _Open | None:
        try:
            if not self.path.stat().st_size:
                return None
        except FileNotFoundError:
            return None
        except NotADirectoryError as error:
            raise no_folder(self.path.parent) from error
        except OSError as error:
            raise StoreError(
                f"The version store {show_path(self.path)} cannot be read ({error.strerror}).",
                hint="Nothing was changed. Look at its folder, or set CTXBENCH_HOME to another.",
            ) from error
        try:
            return self._patiently(self._try_reader)
        except sqlite3.Error as error:
            raise explain(error, self.path, self.wait_s) from error

    def _try_reader(self) -> _Open | None:
        conn = self._readable()
        try:
            version = self._version(conn)
            if not conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
                conn.close()
                return None
            if version == 0:
                raise foreign(self.path)
            if version < schema.current() and os.access(self.path, os.W_OK):
                # Where it cannot be upgraded (no room for the copy), its old tables are read.
                with self._write_lock, contextlib.suppress(StoreError):
                    self._writer = self._writer or self._open_writer()
            conn.execute("PRAGMA query_only = ON")
            return _Open(conn, _identity(self.path))
        except BaseException:
            conn.close()
            raise

    def _readable(self) -> sqlite3.Connection:
        """A connection for reading, also on a disk where nothing may be written."""
        last: sqlite3.Error | None = None
        log = self.path.with_name(self.path.name + "-wal")
        for mode in ("rw", "ro", "immutable"):
            if mode == "immutable" and log.exists() and log.stat().st_size:
                break  # it would hide the versions that are still in the log
            conn = _connect(self.path, mode)
            try:
                conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
            except sqlite3.Error as error:
                conn.close()
                last = error
                if not may_open_otherwise(error):
                    break
            else:
                return conn
        assert last is not None
        raise last

    def _make_file(self) -> None:
        ensure_folder(self.path.parent)
        try:
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            private(self.path)
        except OSError as error:
            raise StoreError(
                f"The version store {show_path(self.path)} cannot be made"
                f" ({error.strerror or error}).",
                hint="Nothing was saved and no file was touched. Make room or set CTXBENCH_HOME"
                " to a folder that you may write.",
            ) from error

    def _refuse_newer(self, conn: sqlite3.Connection) -> None:
        version = self._version(conn)
        if version > schema.current():
            raise too_new(self.path, version, schema.current())
        if version == 0 and conn.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise foreign(self.path)

    def _version(self, conn: sqlite3.Connection) -> int:
        return int(conn.execute("PRAGMA user_version").fetchone()[0])

    def _still(self, opened: _Open | None) -> _Open | None:
        """The connection, unless its file was removed or replaced under it."""
        if opened is None or opened.conn.in_transaction or opened.file == _identity(self.path):
            return opened
        opened.conn.close()
        return None

    def _patiently(self, work: Callable[[], T]) -> T:
        """Do `work` again while another process is in the way, up to `wait_s`."""
        end = time.monotonic() + self.wait_s
        while True:
            try:
                return work()
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() >= end:
                    raise
            time.sleep(random.uniform(0.002, 0.02))


class _Open:
    """A connection and the file it belongs to."""

    __slots__ = ("conn", "file")

    def __init__(self, conn: sqlite3.Connection, file: tuple[int, int] | None) -> None:
        self.conn = conn
        self.file = file


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        info = path.stat()
    except OSError:
        return None
    return info.st_dev, info.st_ino


def private(path: Path) -> None:
    """Only the owner may read or write the file; best effort where it is not ours."""
    with contextlib.suppress(OSError):
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            path.chmod(0o600)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    query = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    return sqlite3.connect(
        f"file:{quote(os.fsencode(path))}?{query}",
        uri=True,
        timeout=_SLICE_S,
        isolation_level=None,  # transactions are begun in the open, never by the module
        check_same_thread=False,
    )
