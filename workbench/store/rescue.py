"""Writing out what is whole in a store that is damaged; the store itself is not changed.

Rows are read one by one from both ends of a table, so that a damaged page costs what is on it and
no more. A text counts as whole when it fits the hash that it was stored under.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from workbench.errors import StoreError, UsageError, WriteFailed
from workbench.store.home import show_path
from workbench.store.raw import write_all

INDEX = "versions.jsonl"


@dataclass(frozen=True, slots=True)
class Rescued:
    """`versions` and `texts` count the files that were written: versions by name and number, and
    texts that no version names any more. `lost`: (path, number) of versions whose text is lost."""

    folder: Path
    versions: int
    texts: int
    lost: tuple[tuple[str, int], ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "folder": str(self.folder),
            "versions": self.versions,
            "texts": self.texts,
            "lost": [{"path": path, "n": n} for path, n in self.lost],
        }


def rescue(path: Path, folder: Path) -> Rescued:
    """Write every whole version of the store at `path` into `folder`, a new or an empty one.

    A version is `NUMBER-NAME@N`: NUMBER tells prompts of the same name apart, and `versions.jsonl`
    says where each was from. Raises UsageError for a folder that holds something, StoreError
    where the file is no database at all.
    """
    _prepare(folder)
    conn = _open(path)
    try:
        places = {row[0]: row[1] for row in _rows(conn, "prompts", "id, path")}
        whole = {sha for sha, _ in _texts(conn)}
        versions = sorted(set(_rows(conn, "versions", "prompt, n, sha256, time, reason")))
        names: dict[str, list[str]] = {}
        index, lost = [], []
        for prompt, n, sha, time, reason in versions:
            place = os.fsdecode(places[prompt]) if prompt in places else ""
            if _text(sha) not in whole:
                lost.append((show_path(place or f"prompt {prompt}"), int(n)))
                continue
            name = f"{prompt}-{_safe(Path(place).name) or 'prompt'}@{n}"
            names.setdefault(_text(sha), []).append(name)
            row = {"file": name, "path": place, "n": n, "time": _text(time)}
            index.append(row | {"reason": _text(reason), "sha256": _text(sha)})
        texts = 0
        for sha, data in _texts(conn):
            texts += sha not in names
            for name in names.pop(sha, [f"text-{sha}"]):
                _write(folder / name, data)
        lines = (json.dumps(row, ensure_ascii=True) + "\n" for row in index)
        _write(folder / INDEX, "".join(lines).encode("ascii"))
    finally:
        conn.close()
    return Rescued(folder, len(index), texts, tuple(lost))


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        empty = not any(folder.iterdir())
    except OSError as error:
        raise UsageError(
            f"{show_path(folder)} cannot be a folder for this ({error.strerror or error}).",
            hint="Name a folder that does not exist yet.",
        ) from error
    if not empty:
        raise UsageError(
            f"{show_path(folder)} is not empty; nothing was written.",
            hint="Name a folder that does not exist yet.",
        )


def _open(path: Path) -> sqlite3.Connection:
    last: sqlite3.Error | None = None
    if not path.is_file():
        raise StoreError(f"There is no version store at {show_path(path)}.")
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        conn = sqlite3.connect(f"file:{quote(os.fsencode(path))}?{mode}", uri=True)
        conn.text_factory = bytes  # damaged text is not decoded
        try:
            conn.execute("SELECT name FROM sqlite_master LIMIT 1").fetchone()
        except sqlite3.Error as error:
            last = error
            conn.close()
        else:
            return conn
    raise StoreError(
        f"{show_path(path)} cannot be read as a database ({last}), so nothing was rescued.",
        hint="Look for a copy: `ctxbench.db.before-…` beside it, or a backup of your disk.",
    )


def _rows(conn: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table that can be read, each once."""
    for rowid in _ids(conn, table):
        try:
            found = conn.execute(
                f"SELECT {columns} FROM {table} WHERE rowid = ?", (rowid,)
            ).fetchone()
        except sqlite3.Error:
            continue
        if found is not None:
            yield tuple(found)


def _ids(conn: sqlite3.Connection, table: str) -> list[int]:
    """Row numbers as far as they can be read from the first on, and from the last back."""
    found: dict[int, None] = {}
    for order in ("ASC", "DESC"):
        try:
            for (rowid,) in conn.execute(f"SELECT rowid FROM {table} ORDER BY rowid {order}"):
                if rowid in found and order == "DESC":
                    break
                found[rowid] = None
        except sqlite3.Error:
            continue
    return sorted(found)


def _texts(conn: sqlite3.Connection) -> Iterator[tuple[str, bytes]]:
    """Hash and bytes of each text that fits its hash."""
    for sha, data in _rows(conn, "contents", "sha256, data"):
        if isinstance(data, bytes) and hashlib.sha256(data).hexdigest() == _text(sha):
            yield _text(sha), data


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", name).lstrip(".")[:80]


def _write(path: Path, data: bytes) -> None:
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            write_all(fd, data)
        finally:
            os.close(fd)
    except OSError as error:
        raise WriteFailed(
            f"{show_path(path)} could not be written ({error.strerror or error}).",
            hint="What stands in the folder already is whole. Name a folder with more room.",
        ) from error
