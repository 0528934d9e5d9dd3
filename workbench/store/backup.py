"""A whole copy of the store, taken before its tables are changed."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from workbench.errors import StoreError
from workbench.store.home import show_path
from workbench.store.raw import sync_folder


def copy_before_upgrade(path: Path, version: int) -> Path:
    """Copy the store at `path` to a free name `ctxbench.db.before-N` beside it; returns it.

    The copy includes what is still in the write-ahead log, is checked, flushed and readable by
    its owner only. Raises StoreError; then the store was not touched.
    """
    target = _free_name(path, version)
    temp = target.with_name(target.name + ".tmp")
    try:
        temp.unlink(missing_ok=True)
        os.close(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        source = sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode=rw", uri=True)
        copy = sqlite3.connect(temp)
        try:
            source.backup(copy)
            found = copy.execute("PRAGMA integrity_check").fetchone()[0]
        finally:
            copy.close()
            source.close()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        fd = os.open(temp, os.O_RDWR)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
        temp.replace(target)
        sync_folder(target.parent)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            temp.unlink()
        raise StoreError(
            f"The version store {show_path(path)} must be upgraded, but copying it first failed"
            f" ({error}).",
            hint="Nothing was changed. Make room beside it, then try again.",
        ) from error
    return target


def _free_name(path: Path, version: int) -> Path:
    for number in range(1, 1000):
        tail = f".before-{version}" + (f".{number}" if number > 1 else "")
        found = path.with_name(path.name + tail)
        if not found.exists():
            return found
    raise StoreError(
        f"There are too many copies of the store beside {show_path(path)}.",
        hint="Nothing was changed. Remove old `.before-` copies.",
    )
