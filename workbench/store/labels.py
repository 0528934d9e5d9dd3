"""Movable names for versions; each move is an event that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.errors import UnreadableInput, UsageError
from workbench.store import prompts
from workbench.store.database import Database
from workbench.store.files import follow
from workbench.store.home import pack_text, show_path, unpack_text
from workbench.store.values import LabelMove

_COLUMNS = "id, name, old, new, time, author, undoes"


class Labels:
    """The labels of every prompt; `move` names a version, `undo` takes the last move back."""

    def __init__(self, db: Database, now: Callable[[], str]) -> None:
        self._db = db
        self._now = now

    def move(
        self, path: Path | str, n: int | None, name: str, *, author: str = "user"
    ) -> LabelMove:
        """Make `name` mean version `n` (None: nothing); tells the old and the new target.

        Raises UsageError for a name that could be mistaken, UnreadableInput where there is no
        such version. Moving a label to where it is already is not an event of its own.
        """
        return self._move(follow(path), n, check_name(name), author, None)

    def undo(self, path: Path | str, name: str, *, author: str = "user") -> LabelMove:
        """Move the label back to where it was before its last move; again goes further back."""
        place = follow(path)
        undone: set[int] = set()
        for event in reversed(self.history(place, name)):
            if event.undoes is not None:
                undone.add(event.undoes)
            elif event.id not in undone:
                return self._move(place, event.old, name, author, event.id)
        raise UsageError(
            f"The label {show_path(name)} was never moved, or every move is undone.",
            hint="See `ctxbench versions FILE`.",
        )

    def all(self, path: Path | str) -> dict[str, int]:
        """Name to version number."""
        rows = self._db.rows(
            "SELECT l.name, l.n FROM labels l WHERE l.prompt = ? ORDER BY l.name",
            (prompts.find(self._db, follow(path)),),
        )
        return {name: int(n) for name, n in rows}

    def history(self, path: Path | str, name: str | None = None) -> tuple[LabelMove, ...]:
        """Every move of one label, or of all; oldest first."""
        rows = self._db.rows(
            f"SELECT {_COLUMNS} FROM label_events WHERE prompt = ?1"
            " AND (?2 IS NULL OR name = ?2) ORDER BY id",
            (prompts.find(self._db, follow(path)), None if name is None else pack_text(name)),
        )
        return tuple(
            LabelMove(key, label, old, new, time, unpack_text(author), undoes)
            for key, label, old, new, time, author, undoes in rows
        )

    def _move(
        self, place: Path, n: int | None, name: str, author: str, undoes: int | None
    ) -> LabelMove:
        time = self._now()
        with self._db.write() as conn:

            def run(sql: str, params: tuple[object, ...]) -> list[tuple[object, ...]]:
                return conn.execute(sql, params).fetchall()

            prompt = prompts.prompt_id(run, place)  # type: ignore[arg-type]
            known = run("SELECT 1 FROM versions WHERE prompt = ? AND n = ?", (prompt, n))
            if n is not None and not known:
                raise UnreadableInput(
                    f"{show_path(place)} has no version {n}; no label was moved.",
                    hint="See `ctxbench versions FILE`.",
                )
            row = conn.execute(
                "SELECT n FROM labels WHERE prompt = ? AND name = ?", (prompt, name)
            ).fetchone()
            old = int(row[0]) if row else None
            if old == n:
                return LabelMove(0, name, old, n, time, author)
            if n is None:
                run("DELETE FROM labels WHERE prompt = ? AND name = ?", (prompt, name))
            else:
                run(
                    "INSERT INTO labels (prompt, name, n) VALUES (?, ?, ?)"
                    " ON CONFLICT (prompt, name) DO UPDATE SET n = excluded.n",
                    (prompt, name, n),
                )
            cursor = conn.execute(
                "INSERT INTO label_events (prompt, name, old, new, time, author, undoes)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (prompt, name, old, n, time, pack_text(author), undoes),
            )
            return LabelMove(cursor.lastrowid or 0, name, old, n, time, author, undoes)


def check_name(name: str) -> str:
    """A usable label; raises UsageError: numbers mean versions, and odd signs mislead."""
    clean = name.strip()
    if not clean or len(clean) > 100 or not clean.isprintable() or set("@/\\") & set(clean):
        raise UsageError(
            f"“{show_path(name)}” cannot be a label.",
            hint="Use up to 100 printable characters without @, / and \\.",
        )
    if clean.isdigit():
        raise UsageError(
            f"The label {clean} would be taken for version {clean}.", hint="Add a letter."
        )
    return clean
