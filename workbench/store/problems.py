"""What SQLite says, in words for people: what happened, what is unharmed, what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from workbench.errors import StoreError, StoreTooNew
from workbench.store.home import show_path

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_DAMAGED = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
_CLOSED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}


def code(error: sqlite3.Error) -> int:
    """The primary result code, 0 where there is none."""
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    return code(error) in _BUSY


def is_closed(error: sqlite3.Error) -> bool:
    """Whether the file may not be written or not be opened."""
    return code(error) in _CLOSED


def explain(error: sqlite3.Error, path: Path, waited_s: float) -> StoreError:
    """The error to raise instead of `error`."""
    shown, found = show_path(path), code(error)
    if found in _BUSY:
        return StoreError(
            f"The version store {shown} was locked by another program for {waited_s:.0f} s.",
            hint="Nothing was saved and no file was touched. Let the other program finish or"
            " close it, then try again.",
        )
    if found == sqlite3.SQLITE_FULL:
        return StoreError(
            f"The disk that holds the version store {shown} is full.",
            hint="Nothing was saved and no file was touched. Make room and try again.",
        )
    if found in _DAMAGED:
        return damaged(path, str(error))
    if found in _CLOSED:
        return StoreError(
            f"The version store {shown} cannot be written or opened ({error}).",
            hint="Nothing was saved and no file was touched. Allow writing to its folder, or"
            " set CTXBENCH_HOME to a folder that you may write.",
        )
    if found == sqlite3.SQLITE_TOOBIG or isinstance(error, sqlite3.DataError):
        return StoreError(
            "The text is too large for the version store (1 GB at most).",
            hint="Nothing was saved and no file was touched.",
        )
    return StoreError(
        f"The version store {shown} failed ({error}).",
        hint="Nothing was saved and no file was touched. Look at the disk, then try again.",
    )


def damaged(path: Path, why: str) -> StoreError:
    copies = sorted(p.name for p in path.parent.glob(f"{path.name}.before-*"))
    beside = f" An older copy is beside it: {', '.join(copies)}." if copies else ""
    return StoreError(
        f"{show_path(path)} is damaged or not a ctxbench store ({why}).",
        hint="Nothing was overwritten. Move the file away (a new store is then started), or"
        f" rescue it with `sqlite3 FILE .recover`.{beside}",
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
