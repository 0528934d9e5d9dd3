"""What SQLite says, in words for people: what happened, what is unharmed, what to do."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from workbench.errors import StoreError, StoreLocked, StoreTooNew
from workbench.store.home import show_path

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
_CLOSED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
#: A disk that takes nothing more, also not the shared memory that a reader would make.
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
#: What SQLite says of a table or column that should be there: it has no code of its own.
_MISSING = re.compile(r"no such (table|column)|table \S+ has no column")
#: What is unharmed, at the start of a hint.
UNTOUCHED = "Nothing was saved and no file was touched."


def code(error: sqlite3.Error) -> int:
    """The primary result code, 0 where there is none."""
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    return code(error) in _BUSY


def is_closed(error: sqlite3.Error) -> bool:
    """Whether the file may not be written or not be opened."""
    return code(error) in _CLOSED


def may_open_otherwise(error: sqlite3.Error) -> bool:
    """Whether a file that cannot be opened for writing can perhaps be opened for reading."""
    return is_closed(error) or code(error) in _FULL


def advice(error: StoreError) -> str:
    """The hint of an error without what it says of files: a caller that went on says that."""
    return error.hint.removeprefix(UNTOUCHED).strip()


def explain(error: sqlite3.Error, path: Path, waited_s: float) -> StoreError:
    """The error to raise instead of `error`."""
    shown, found = show_path(path), code(error)
    if found in _BUSY:
        waited = f" for {waited_s:.0f} s" if waited_s else ""
        return StoreLocked(
            f"The version store {shown} was locked by another program{waited}.",
            hint=f"{UNTOUCHED} Let the other program finish or close it, then try again.",
        )
    if found == sqlite3.SQLITE_FULL:
        return StoreError(
            f"The disk that holds the version store {shown} is full.",
            hint=f"{UNTOUCHED} Make room and try again.",
        )
    if isinstance(error, sqlite3.OperationalError) and _MISSING.match(str(error)):
        return StoreError(
            f"The version store {shown} is damaged ({error}).",
            hint=f"{UNTOUCHED} `ctxbench doctor` says what is whole.",
        )
    if found in _DAMAGED:
        return damaged(path, str(error))
    if found in _CLOSED:
        return StoreError(
            f"The version store {shown} cannot be written or opened ({error}).",
            hint=f"{UNTOUCHED} Allow writing to its folder, or set CTXBENCH_HOME to a folder that"
            " you may write.",
        )
    if found == sqlite3.SQLITE_TOOBIG or isinstance(error, sqlite3.DataError):
        return StoreError(
            "The text is too large for the version store (1 GB at most).",
            hint=UNTOUCHED,
        )
    return StoreError(
        f"The version store {shown} failed ({error}).",
        hint=f"{UNTOUCHED} Look at the disk, then try again.",
    )


def may_not_be_written(path: Path) -> StoreError:
    return StoreError(
        f"The version store {show_path(path)} may only be read.",
        hint=f"{UNTOUCHED} Allow writing to it and its folder, or set CTXBENCH_HOME to a folder"
        " that you may write.",
    )


def damaged(path: Path, why: str) -> StoreError:
    copies = sorted(p.name for p in path.parent.glob(f"{path.name}.before-*"))
    beside = f" An older copy is beside it: {', '.join(copies)}." if copies else ""
    return StoreError(
        f"{show_path(path)} is damaged or not a ctxbench store ({why}).",
        hint="Nothing was overwritten. `ctxbench doctor --rescue FOLDER` writes what is whole into"
        f" a folder. Move the file away then (a new store is started).{beside}",
    )


def too_new(path: Path, found: int, known: int, *, reading: bool = False) -> StoreTooNew:
    """The store has schema `found`, this program knows `known`."""
    what = "cannot be read by" if reading else "is read-only for"
    return StoreTooNew(
        f"The version store {show_path(path)} was written by a newer ctxbench (schema {found};"
        f" this one knows {known}) and {what} this one.",
        hint="Nothing was changed. Upgrade ctxbench"
        + ("." if reading else "; stored versions can still be shown and exported."),
    )


def foreign(path: Path) -> StoreError:
    return StoreError(
        f"{show_path(path)} is a database of another program.",
        hint="Nothing was changed. Move it away, or set CTXBENCH_HOME to another folder.",
    )
