"""Results kept by content hash, so that nothing is paid for twice; and what was sent where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.errors import StoreError
from workbench.store.database import Database
from workbench.store.home import pack_json, unpack_json
from workbench.store.memory import text_key


@dataclass(frozen=True, slots=True)
class Send:
    """One request that left the machine; never its text, a key or a header."""

    time: str
    endpoint: str
    model: str
    what: str
    size: int


class Cache:
    def __init__(self, db: Database, now: Callable[[], str]) -> None:
        self._db = db
        self._now = now

    def score(self, sha256: str, task: str, model: str, method: str) -> Any:
        """The stored result (JSON), or None; `sha256` is the hash of the prompt's bytes."""
        rows = self._db.rows(
            "SELECT result FROM scores WHERE sha256 = ? AND task = ? AND model = ? AND method = ?",
            (sha256, text_key(task), model, method),
        )
        try:
            return unpack_json(rows[0][0]) if rows else None
        except StoreError:
            return None  # a damaged answer is none: it is made again

    def keep_score(self, sha256: str, task: str, model: str, method: str, result: object) -> None:
        """Keep a result. Not flushed each by itself: they come by the dozen, and the end of
        their run is."""
        with self._db.write(flush=False) as conn:
            conn.execute(
                "INSERT OR REPLACE INTO scores VALUES (?, ?, ?, ?, ?, ?)",
                (sha256, text_key(task), model, method, pack_json(result), self._now()),
            )

    def exact_count(self, sha256: str, model: str) -> int | None:
        """Tokens that the provider counted for this very text and model."""
        rows = self._db.rows(
            "SELECT tokens FROM exact_counts WHERE sha256 = ? AND model = ?", (sha256, model)
        )
        return int(rows[0][0]) if rows else None

    def keep_exact_count(self, sha256: str, model: str, tokens: int) -> None:
        with self._db.write() as conn:
            conn.execute(
                "INSERT OR REPLACE INTO exact_counts VALUES (?, ?, ?, ?)",
                (sha256, model, tokens, self._now()),
            )

    def sends(self) -> tuple[Send, ...]:
        """What was sent where, oldest first; normally nothing."""
        rows = self._db.rows("SELECT time, endpoint, model, what, bytes FROM sends ORDER BY id")
        return tuple(Send(*row) for row in rows)

    def record_send(self, endpoint: str, model: str, what: str, size: int) -> None:
        """Write a send down before it happens. Many of them wait on one another, so the disk is
        not flushed for each; the end of their run is."""
        with self._db.write(flush=False) as conn:
            conn.execute(
                "INSERT INTO sends (time, endpoint, model, what, bytes) VALUES (?, ?, ?, ?, ?)",
                (self._now(), endpoint, model, what, size),
            )
