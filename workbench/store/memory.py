"""What a person decided about a prompt: task, pins, refused proposals, muted rules, notes.

Every call names the prompt by the path of its file. Reading an unknown prompt gives nothing;
writing makes it known (without a version).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from workbench.prompt.source import encode
from workbench.store import prompts
from workbench.store.database import Database
from workbench.store.files import follow
from workbench.store.home import pack_json, pack_text, unpack_json, unpack_text


def text_key(*texts: str) -> str:
    """A hash that stands for texts, such as a proposal's kind, before and after."""
    digest = hashlib.sha256()
    for text in texts:
        data = encode(text)
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


class Memory:
    def __init__(self, db: Database, now: Callable[[], str]) -> None:
        self._db = db
        self._now = now

    def task(self, path: Path | str) -> str | None:
        """The task that the prompt is for, as the person last set it."""
        found = self._values("SELECT task FROM tasks WHERE prompt = ?", path)
        return unpack_text(found[0][0]) if found else None

    def set_task(self, path: Path | str, task: str) -> None:
        self._put("INSERT OR REPLACE INTO tasks VALUES (?, ?, ?)", path, pack_text(task), now=True)

    def refused(self, path: Path | str) -> frozenset[str]:
        """The keys (`text_key`) of proposals that were refused for this prompt."""
        rows = self._values("SELECT key FROM refusals WHERE prompt = ?", path)
        return frozenset(row[0] for row in rows)

    def refuse(self, path: Path | str, key: str, kind: str) -> None:
        self._put("INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?)", path, key, kind, now=True)

    def allow_again(self, path: Path | str, key: str) -> None:
        self._put("DELETE FROM refusals WHERE prompt = ? AND key = ?", path, key)

    def pins(self, path: Path | str) -> Mapping[str, str]:
        """Part id to the hash of the text that must stay as it is."""
        rows = self._values("SELECT part, sha256 FROM pins WHERE prompt = ?", path)
        return {unpack_text(part): sha for part, sha in rows}

    def pin(self, path: Path | str, part: str, sha256: str) -> None:
        self._put(
            "INSERT OR REPLACE INTO pins VALUES (?, ?, ?, ?)",
            path,
            pack_text(part),
            sha256,
            now=True,
        )

    def unpin(self, path: Path | str, part: str) -> None:
        self._put("DELETE FROM pins WHERE prompt = ? AND part = ?", path, pack_text(part))

    def notes(self, path: Path | str) -> Mapping[str, str]:
        """Part id to a private note; notes never enter the file."""
        rows = self._values("SELECT part, text FROM notes WHERE prompt = ?", path)
        return {unpack_text(part): unpack_text(text) for part, text in rows}

    def set_note(self, path: Path | str, part: str, text: str) -> None:
        """An empty text removes the note."""
        if text:
            self._put(
                "INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?)",
                path,
                pack_text(part),
                pack_text(text),
                now=True,
            )
        else:
            self._put("DELETE FROM notes WHERE prompt = ? AND part = ?", path, pack_text(part))

    def setting(self, path: Path | str, name: str) -> Any:
        """A JSON value kept with the prompt, such as its manual cuts; None where unset."""
        rows = self._values("SELECT value FROM settings WHERE prompt = ? AND name = ?", path, name)
        return unpack_json(rows[0][0]) if rows else None

    def set_setting(self, path: Path | str, name: str, value: object) -> None:
        self._put("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", path, name, pack_json(value))

    def _values(self, sql: str, path: Path | str, *more: object) -> list[tuple[Any, ...]]:
        return self._db.rows(sql, (prompts.find(self._db, follow(path)), *more))

    def _put(self, sql: str, path: Path | str, *values: object, now: bool = False) -> None:
        place, time = follow(path), self._now()
        with self._db.write() as conn:
            prompt = prompts.add_prompt(
                lambda query, params: conn.execute(query, params).fetchall(), place, time
            )
            conn.execute(sql, (prompt, *values, *((time,) if now else ())))
