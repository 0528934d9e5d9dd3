"""The tables, as an ordered list of migrations; the number of them is the schema version.

`PRAGMA user_version` holds the same number, so that a process can see with one cheap read
that it has nothing to do, without importing sqlite-utils.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

#: Marks the file as ours ("ctxb").
APPLICATION_ID = 0x63747862

Step = Callable[["Database"], None]


def m001_versions(db: Database) -> None:
    """Prompts, contents, versions, labels and everything a person decided about a prompt."""
    db.executescript(_FIRST)


def m002_runs(db: Database) -> None:
    """What was asked of models: runs with their estimates and costs, and what servers can do."""
    db.executescript(_SECOND)


def m003_reviews(db: Database) -> None:
    """Results of reviews, which may go at any time."""
    db.executescript(_THIRD)


STEPS: list[Step] = [m001_versions, m002_runs, m003_reviews]


def current() -> int:
    """The schema version that this program writes."""
    return len(STEPS)


def upgrade(conn: sqlite3.Connection) -> None:
    """Apply what is missing; the caller has begun a transaction, so it is all or nothing."""
    from sqlite_utils import Database, Migrations

    migrations = Migrations("ctxbench")
    for step in STEPS:
        migrations(name=getattr(step, "__name__", ""))(step)
    migrations.apply(Database(conn, recursive_triggers=False, execute_plugins=False))
    conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    conn.execute(f"PRAGMA user_version = {current()}")


# Paths are bytes. Text that holds lone surrogates is bytes too, so no column is STRICT.
# versions: `parent` is what the text was derived from, `before` what the file held until then
# (undo goes there), `source` the version whose bytes a restore or an undo brought back.
_FIRST = """
CREATE TABLE prompts (
    id INTEGER PRIMARY KEY,
    path BLOB NOT NULL UNIQUE,
    current INTEGER,
    created TEXT NOT NULL
);
CREATE TABLE contents (
    sha256 TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    n INTEGER NOT NULL,
    parent INTEGER,
    before INTEGER,
    source INTEGER,
    time TEXT NOT NULL,
    kind TEXT NOT NULL,
    author TEXT NOT NULL,
    reason TEXT NOT NULL,
    sha256 TEXT NOT NULL REFERENCES contents(sha256),
    tokens TEXT,
    ledger TEXT,
    proposals TEXT,
    UNIQUE (prompt, n)
);
CREATE INDEX versions_by_content ON versions(sha256);
CREATE TRIGGER versions_stay BEFORE UPDATE ON versions
BEGIN SELECT RAISE(ABORT, 'versions are never changed'); END;
CREATE TRIGGER versions_remain BEFORE DELETE ON versions
WHEN OLD.kind NOT IN ('restore', 'undo')
BEGIN SELECT RAISE(ABORT, 'versions are never removed'); END;
CREATE TABLE labels (
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    name TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (prompt, name)
);
CREATE TABLE label_events (
    id INTEGER PRIMARY KEY,
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    name TEXT NOT NULL,
    old INTEGER,
    new INTEGER,
    time TEXT NOT NULL,
    author TEXT NOT NULL,
    undoes INTEGER REFERENCES label_events(id)
);
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    prompt INTEGER REFERENCES prompts(id),
    time TEXT NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE TABLE refusals (
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (prompt, key)
);
CREATE TABLE pins (
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    part TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (prompt, part)
);
CREATE TABLE muted (
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    rule TEXT NOT NULL,
    part TEXT NOT NULL,
    reason TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (prompt, rule, part)
);
CREATE TABLE notes (
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    part TEXT NOT NULL,
    text TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (prompt, part)
);
CREATE TABLE tasks (
    prompt INTEGER PRIMARY KEY REFERENCES prompts(id),
    task TEXT NOT NULL,
    time TEXT NOT NULL
);
CREATE TABLE part_identity (
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    sha256 TEXT NOT NULL,
    parts TEXT NOT NULL,
    PRIMARY KEY (prompt, sha256)
);
CREATE TABLE settings (
    prompt INTEGER NOT NULL REFERENCES prompts(id),
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (prompt, name)
);
CREATE TABLE scores (
    sha256 TEXT NOT NULL,
    task TEXT NOT NULL,
    model TEXT NOT NULL,
    method TEXT NOT NULL,
    result TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (sha256, task, model, method)
);
CREATE TABLE exact_counts (
    sha256 TEXT NOT NULL,
    model TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (sha256, model)
);
CREATE TABLE sends (
    id INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    model TEXT NOT NULL,
    what TEXT NOT NULL,
    bytes INTEGER NOT NULL
);
"""

# runs: one row when a run starts and one when it ends, both with its `run`; rows are never changed.
_SECOND = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL,
    time TEXT NOT NULL,
    state TEXT NOT NULL,
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    model TEXT NOT NULL,
    estimate TEXT,
    calls INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    usage TEXT,
    cost REAL
);
CREATE INDEX runs_by_run ON runs(run);
CREATE INDEX runs_by_model ON runs(model, kind);
CREATE TRIGGER runs_stay BEFORE UPDATE ON runs
BEGIN SELECT RAISE(ABORT, 'runs are never changed'); END;
CREATE TRIGGER runs_remain BEFORE DELETE ON runs
BEGIN SELECT RAISE(ABORT, 'runs are never removed'); END;
CREATE TABLE capabilities (
    endpoint TEXT NOT NULL,
    model TEXT NOT NULL,
    found TEXT NOT NULL,
    time TEXT NOT NULL,
    PRIMARY KEY (endpoint, model)
);
"""

_THIRD = """
CREATE TABLE reviews (
    slot TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    result TEXT NOT NULL,
    time TEXT NOT NULL
);
CREATE INDEX reviews_by_time ON reviews(time);
"""
