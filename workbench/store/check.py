"""Whether the store is whole: what SQLite checks, and what it cannot see.

SQLite knows when its own pages do not fit together. It does not know when bytes inside a text were
flipped, a row or a table is gone, or a column holds no JSON: these are compared here with the
hashes, the rows that need them, and the tables that this program makes.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.errors import StoreError
from workbench.store import schema
from workbench.store.database import Database
from workbench.store.home import path_from_key, show_path, unpack_json

#: Table -> the columns that hold JSON.
JSON_COLUMNS = {
    "versions": ("tokens", "ledger", "proposals"),
    "events": ("detail",),
    "part_identity": ("parts",),
    "settings": ("value",),
    "scores": ("result",),
    "runs": ("estimate", "usage"),
    "capabilities": ("found",),
}


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found. `troubles`: in words. `damaged`: (path, number) of versions whose bytes are
    not what was stored; `versions` and `prompts` count the rows that are there, None where the
    table cannot be read."""

    integrity: str = ""
    troubles: tuple[str, ...] = ()
    damaged: tuple[tuple[str, int], ...] = ()
    versions: int | None = 0
    prompts: int | None = 0


def check(db: Database) -> Checked:
    """Look at everything; never raises for damage, and changes nothing.

    Raises StoreError where the store cannot be opened at all.
    """
    if not db.schema_version():
        return Checked()
    integrity = _try(db.integrity)
    troubles: list[str] = []
    if integrity != "ok":
        lines = integrity.splitlines()
        more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
        troubles.append(f"SQLite finds it damaged: {lines[0] if lines else ''}{more}")
    there = set(_tables(db))
    # An older store has fewer tables, and a newer one may have others: neither is damage.
    ours = db.schema_version() == schema.current()
    for table, columns in sorted(expected().items()) if ours else ():
        if table not in there:
            troubles.append(f"the table {table} is gone")
            continue
        have = {str(row[1]) for row in db.rows(f"PRAGMA table_info({table})")}
        for column in sorted(columns - have):
            troubles.append(f"the column {column} of the table {table} is gone")
    damaged = tuple(_damaged(db, troubles))
    troubles += _dangling(db)
    troubles += _json(db) if ours else ()
    counted = _count(db, "SELECT count(*), count(DISTINCT prompt) FROM versions")
    versions, prompts = counted if counted else (None, None)
    contents = _count(db, "SELECT count(*) FROM contents")
    if versions is None and contents and contents[0]:
        troubles.append(f"{contents[0]} stored texts are there, and which versions they are is not")
    return Checked(integrity, tuple(troubles), damaged, versions, prompts)


def expected() -> dict[str, set[str]]:
    """Table -> columns, as this program makes them."""
    conn = sqlite3.connect(":memory:", isolation_level=None)
    try:
        schema.upgrade(conn)
        rows = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: {row[1] for row in conn.execute(f"PRAGMA table_info({name})")}
            for (name,) in rows
            if not name.startswith(("_", "sqlite_"))  # the list of migrations is not ours
        }
    finally:
        conn.close()


def _tables(db: Database) -> list[str]:
    return [str(row[0]) for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _try(look: Any) -> str:
    try:
        return str(look())
    except StoreError as error:
        return error.message


def _count(db: Database, sql: str) -> tuple[int, ...] | None:
    try:
        return tuple(int(n) for n in db.rows(sql)[0])
    except (StoreError, IndexError):
        return None


def _damaged(db: Database, troubles: list[str]) -> Iterator[tuple[str, int]]:
    """Versions whose bytes are gone or not those of their hash; each text is read once."""
    try:
        rows = db.rows(
            "SELECT p.path, v.n, v.sha256 FROM versions v LEFT JOIN prompts p ON p.id = v.prompt"
            " ORDER BY v.prompt, v.n"
        )
        texts = [str(row[0]) for row in db.rows("SELECT sha256 FROM contents")]
    except StoreError as error:
        troubles.append(f"the versions cannot be listed: {error.message}")
        return
    states = {sha: _state(db, sha) for sha in texts}
    for key, n, sha in rows:
        state = states.get(sha, "are gone")
        if state:
            path = _place(key)
            troubles.append(f"the bytes of {path}@{n} {state}")
            yield path, int(n)
    named = {row[2] for row in rows}
    for sha, state in states.items():
        if state and sha not in named:
            troubles.append(f"a stored text that no version names: its bytes {state}")


def _state(db: Database, sha256: str) -> str:
    """What is wrong with a stored text, in words; nothing where it is whole."""
    try:
        rows = db.rows("SELECT data, size FROM contents WHERE sha256 = ?", (sha256,))
    except StoreError as error:
        return f"cannot be read: {error.message}"
    if not rows:
        return "are not found by their hash"
    data, size = rows[0]
    if not isinstance(data, bytes) or hashlib.sha256(data).hexdigest() != sha256:
        return "are not what was stored"
    return "" if size == len(data) else "are whole, but their length is noted wrong"


def _place(key: object) -> str:
    if not isinstance(key, bytes):
        return "a prompt whose path is lost"
    return show_path(path_from_key(key))


_DANGLING = (
    (
        "the label {0} of {1} names version {2}, which is gone",
        "SELECT l.name, p.path, l.n FROM labels l LEFT JOIN prompts p ON p.id = l.prompt"
        " LEFT JOIN versions v ON v.prompt = l.prompt AND v.n = l.n WHERE v.n IS NULL",
        1,
    ),
    (
        "{0} should hold version {1}, which is gone",
        "SELECT p.path, p.current FROM prompts p LEFT JOIN versions v ON v.prompt = p.id"
        " AND v.n = p.current WHERE p.current IS NOT NULL AND v.n IS NULL",
        0,
    ),
)


def _dangling(db: Database) -> Iterator[str]:
    for words, sql, at in _DANGLING:
        try:
            rows = db.rows(sql)
        except StoreError:
            continue  # a table is gone, which is said
        for row in rows:
            cells = [
                _place(cell) if i == at else show_path(str(cell)) for i, cell in enumerate(row)
            ]
            yield words.format(*cells)


def _json(db: Database) -> Iterator[str]:
    for table, columns in JSON_COLUMNS.items():
        for column in columns:
            try:
                rows = db.rows(f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL")
            except StoreError:
                continue  # the table or the column is gone, which is said
            for rowid, value in rows:
                try:
                    unpack_json(value)
                except StoreError:
                    yield f"{table}.{column} of row {rowid} holds no JSON"
