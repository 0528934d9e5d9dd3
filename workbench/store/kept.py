"""Results of reviews, kept so that what did not change is not worked out again.

One row a slot (a file and how it is reviewed): a newer result takes the place of the older one.
Nothing here is needed: a row that is gone, damaged or of other circumstances is made again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from workbench.store.database import Database

#: Rows that are kept, and characters of one; the oldest go.
MOST = 5_000
LONGEST = 400_000


class Row(NamedTuple):
    """`slot` names what was worked out, `key` all that it was worked out from."""

    slot: str
    key: str
    result: str


class Kept:
    def __init__(self, db: Database, now: Callable[[], str]) -> None:
        self._db = db
        self._now = now

    def result(self, slot: str, key: str) -> str | None:
        """What was kept in a slot for this very key; None for anything else, damage included."""
        if self._db.schema_version() < _SINCE:
            return None
        rows = self._db.rows("SELECT key, digest, result FROM reviews WHERE slot = ?", (slot,))
        if not rows or rows[0][0] != key or not isinstance(rows[0][2], str):
            return None
        result: str = rows[0][2]
        return result if digest_of(result) == rows[0][1] else None

    def keep(self, rows: Iterable[Row]) -> None:
        """Keep results, all in one transaction that waits for no disk; the oldest rows go."""
        found = [row for row in rows if len(row.result) <= LONGEST]
        if not found:
            return
        now = self._now()
        with self._db.write(flush=False) as conn:
            conn.executemany(
                "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?, ?)",
                [(row.slot, row.key, digest_of(row.result), row.result, now) for row in found],
            )
            conn.execute(
                "DELETE FROM reviews WHERE slot NOT IN"
                " (SELECT slot FROM reviews ORDER BY time DESC, slot LIMIT ?)",
                (MOST,),
            )


#: The schema that has the table first.
_SINCE = 3


def digest_of(result: str) -> str:
    return hashlib.blake2b(result.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
