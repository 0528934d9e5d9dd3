"""Runs that asked a model: what was expected, what it came to, and what servers can do.

Append-only. Neither keys nor headers nor texts are here; answers are in `cache.scores`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import StoreError
from workbench.measure.price import Learned
from workbench.measure.request import Usage
from workbench.store.database import Database
from workbench.store.home import pack_json, pack_text, unpack_json, unpack_text

#: How a run ends; a run that only ever was `started` was cut off with its process.
STATES = ("started", "done", "partial", "stopped", "failed")
#: Runs that the expected length of answers is learned from: the newest ones.
_LEARNED_FROM = 20


@dataclass(frozen=True, slots=True)
class Run:
    """One run. `kind`: score, or another kind of question; `what`: words for people; `estimate`:
    as it was shown before the run; `calls`: requests that were sent; `cost`: US dollars, None
    where there is no price or none is known.
    """

    id: str
    time: str
    state: str
    kind: str
    what: str
    endpoint: str
    model: str
    estimate: Mapping[str, Any] = field(default_factory=dict)
    calls: int = 0
    answers: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "run": self.id,
            "time": self.time,
            "state": self.state,
            "kind": self.kind,
            "what": self.what,
            "endpoint": self.endpoint,
            "model": self.model,
            "estimate": dict(self.estimate) or None,
            "calls": self.calls,
            "answers": self.answers,
            "usage": self.usage.to_dict(),
            "cost_usd": self.cost,
        }


class Runs:
    def __init__(self, db: Database, now: Callable[[], str]) -> None:
        self._db = db
        self._now = now

    def start(
        self, kind: str, what: str, endpoint: str, model: str, estimate: Mapping[str, Any]
    ) -> str:
        """Write down that a run begins, before anything is sent; returns its id."""
        run = uuid.uuid4().hex
        self._add((run, "started", kind, what, endpoint, model, estimate, 0, 0, None, None))
        return run

    def end(
        self, run: str, state: str, *, calls: int, answers: int, usage: Usage, cost: float | None
    ) -> None:
        """Write down how the run `run` ended: done, partial, stopped or failed."""
        rows = self._db.rows("SELECT kind, what, endpoint, model FROM runs WHERE run = ?", (run,))
        kind, what, endpoint, model = rows[0] if rows else ("", "", "", "")
        self._add(
            (run, state, kind, what, endpoint, model, None, calls, answers, usage.to_dict(), cost)
        )

    def _add(self, row: tuple[Any, ...]) -> None:
        run, state, kind, what, endpoint, model, estimate, calls, answers, usage, cost = row
        with self._db.write() as conn:
            conn.execute(
                "INSERT INTO runs (run, time, state, kind, what, endpoint, model, estimate, calls,"
                " answers, usage, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    run,
                    self._now(),
                    state,
                    kind,
                    what if isinstance(what, bytes) else pack_text(what),
                    endpoint,
                    model,
                    None if estimate is None else pack_json(estimate),
                    calls,
                    answers,
                    None if usage is None else pack_json(usage),
                    cost,
                ),
            )

    def all(self) -> tuple[Run, ...]:
        """Every run with its last state, oldest first."""
        found: dict[str, Run] = {}
        for row in self._db.rows(
            "SELECT run, time, state, kind, what, endpoint, model, estimate, calls, answers, usage,"
            " cost FROM runs ORDER BY id"
        ):
            run, time, state, kind, what, endpoint, model, estimate, calls, answers, usage, cost = (
                row
            )
            first = found.get(run)
            found[run] = Run(
                run,
                first.time if first else time,
                state,
                kind,
                unpack_text(what),
                endpoint,
                model,
                first.estimate if first else _mapping(estimate),
                calls,
                answers,
                _usage(usage),
                cost,
            )
        return tuple(found.values())

    def learned(self, endpoint: str, model: str, kind: str) -> Learned | None:
        """How long the answers of a model to this kind of question were; None without any."""
        rows = self._db.rows(
            "SELECT answers, usage FROM runs WHERE endpoint = ? AND model = ? AND kind = ?"
            " AND answers > 0 AND usage IS NOT NULL ORDER BY id DESC LIMIT ?",
            (endpoint, model, kind, _LEARNED_FROM),
        )
        answers = tokens = 0
        for count, usage in rows:
            output = _mapping(usage).get("output")
            if isinstance(output, int):
                answers, tokens = answers + count, tokens + output
        return Learned(answers, tokens / answers) if answers else None

    def capabilities(self, endpoint: str, model: str) -> Mapping[str, Any]:
        """What this server was seen to be able to do; empty where nobody asked it yet."""
        rows = self._db.rows(
            "SELECT found FROM capabilities WHERE endpoint = ? AND model = ?", (endpoint, model)
        )
        return _mapping(rows[0][0]) if rows else {}

    def keep_capabilities(self, endpoint: str, model: str, found: Mapping[str, Any]) -> None:
        with self._db.write() as conn:
            conn.execute(
                "INSERT OR REPLACE INTO capabilities VALUES (?, ?, ?, ?)",
                (endpoint, model, pack_json(dict(found)), self._now()),
            )


def _mapping(value: str | None) -> Mapping[str, Any]:
    """JSON that tells more of a run; nothing where it is damaged: the run is listed all the same,
    and `doctor` names what is wrong."""
    try:
        found = unpack_json(value)
    except StoreError:
        return {}
    return found if isinstance(found, dict) else {}


def _usage(value: str | None) -> Usage:
    try:
        return Usage(**_mapping(value))
    except TypeError:
        return Usage()
