"""Damage that SQLite does not see: found by `doctor`, named, and what is whole comes out."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest

from workbench.errors import StoreError, UsageError
from workbench.store import check, schema
from workbench.store.health import look
from workbench.store.rescue import rescue
from workbench.store.store import Store
from workbench.verbs.save import save

LINES = [b"- Grease the winch.\n", b"- Coil the rope.\n", b"- Paint the hull.\n"]


@pytest.fixture
def three(store: Store, prompt: Path) -> Store:
    """Three versions of one prompt, the first one with a label."""
    for number in (1, 2, 3):
        prompt.write_bytes(b"".join(LINES[:number]))
        save(prompt, f"number {number}", store, tokens={"chars": number})
    store.label(prompt, 1, "good")
    store.close()
    return store


def sql(store: Store, *statements: str) -> None:
    conn = sqlite3.connect(store.path, isolation_level=None)
    for name in [
        row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type='trigger'")
    ]:
        conn.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        conn.execute(statement)
    conn.close()


FLIP = (
    "UPDATE contents SET data = CAST('Coil' AS BLOB) WHERE sha256 ="
    " (SELECT sha256 FROM versions WHERE n = 2)"
)
GONE = "DELETE FROM contents WHERE sha256 = (SELECT sha256 FROM versions WHERE n = 2)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "named", "lost"),
    [
        (FLIP, "CLAUDE.md@2 are not what was stored", [2]),
        (GONE, "CLAUDE.md@2 are gone", [2]),
        ("UPDATE contents SET size = 1 WHERE size > 30", "length is noted wrong", None),
        ("DELETE FROM versions WHERE n = 1", "names version 1, which is gone", []),
        ("UPDATE prompts SET current = 9", "should hold version 9, which is gone", []),
        ("UPDATE versions SET tokens = '{no' WHERE n = 3", "versions.tokens of row 3", []),
        ("INSERT INTO settings VALUES (1, 'cuts', '[1,')", "settings.value of row 1", []),
        ("DROP TABLE notes", "the table notes is gone", []),
        ("ALTER TABLE tasks DROP COLUMN time", "the column time of the table tasks", []),
        ("DELETE FROM prompts", "a prompt whose path is lost@1 are", None),
    ],
)
def test_each_damage_is_named_and_the_rows_are_counted(
    three: Store, statement: str, named: str, lost: list[int] | None
) -> None:
    if "DELETE FROM prompts" in statement:
        sql(three, statement, FLIP)
        named = named.replace("@1", "@2")
    else:
        sql(three, statement)
    found = look(three)
    assert found.integrity == "ok"  # SQLite sees none of it
    assert any(named in trouble for trouble in found.troubles), found.troubles
    assert found.versions == (2 if "DELETE FROM versions" in statement else 3)
    if lost is not None:
        assert [n for _, n in found.damaged] == lost
    assert "damaged" in found.problem and "--rescue" in found.problem
    assert found.writable


def test_a_whole_store_has_no_trouble_and_nothing_is_left_in_it(three: Store) -> None:
    before = three.db.rows("SELECT count(*), sum(size) FROM contents")
    found = look(three)
    assert (found.problem, found.troubles, found.versions) == ("", (), 3)
    assert three.db.rows("SELECT count(*), sum(size) FROM contents") == before


def test_the_tables_are_those_that_the_steps_make(three: Store) -> None:
    made = check.expected()
    assert {"versions", "contents", "prompts", "settings"} <= set(made)
    for table, columns in made.items():
        assert columns == {row[1] for row in three.db.rows(f"PRAGMA table_info({table})")}
    assert set(check.JSON_COLUMNS) <= set(made)
    assert all(set(columns) <= made[table] for table, columns in check.JSON_COLUMNS.items())


def test_a_version_without_its_bytes_is_still_listed(three: Store, prompt: Path) -> None:
    """An inner join left it out: a store with rows said that it held none."""
    sql(three, "DELETE FROM contents")
    assert [version.n for version in three.versions(prompt)] == [1, 2, 3]
    assert three.versions(prompt)[0].labels == ("good",)
    with pytest.raises(StoreError, match=r"are missing.*--rescue"):
        three.read(prompt, 2)


def test_saving_puts_a_lost_text_back(three: Store, prompt: Path) -> None:
    sql(three, "DELETE FROM contents WHERE size = (SELECT max(size) FROM contents)")
    assert not save(prompt, "", three).created
    assert three.read(prompt, 3) == b"".join(LINES)
    assert look(three).problem == ""
    assert save(prompt, "again", three).version.n == 4


def test_a_write_that_does_not_come_back_is_no_good_store(
    three: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    three.db.rows("SELECT 1")  # it is open, as in a running workbench
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, hard))
    try:
        found = look(three)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not found.writable and found.problem
    assert found.versions == 3
    assert look(three).writable


def test_a_newer_store_is_no_damage(three: Store) -> None:
    sql(three, "ALTER TABLE notes ADD COLUMN more TEXT", "PRAGMA user_version = 99")
    found = look(three)
    assert found.troubles == () and not found.writable
    assert found.versions == 3 and "newer ctxbench" in found.problem


def test_an_older_store_that_cannot_be_upgraded_is_read(
    three: Store, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(db: object) -> None:
        raise sqlite3.OperationalError("no room")

    monkeypatch.setattr(schema, "STEPS", [*schema.STEPS, failing])
    with Store(three.path) as newer:
        assert [version.n for version in newer.versions(prompt)] == [1, 2, 3]
        with pytest.raises(StoreError, match="no room"):
            newer.save(prompt, b"more\n")


class TestRescue:
    def test_every_whole_version_comes_out_and_the_lost_is_named(
        self, three: Store, prompt: Path, tmp_path: Path
    ) -> None:
        sql(three, FLIP)
        held = three.path.read_bytes()
        done = rescue(three.path, tmp_path / "out")
        assert (done.versions, done.texts) == (2, 0)
        assert [(Path(path).name, n) for path, n in done.lost] == [("CLAUDE.md", 2)]
        out = tmp_path / "out"
        assert (out / "1-CLAUDE.md@1").read_bytes() == LINES[0]
        assert (out / "1-CLAUDE.md@3").read_bytes() == b"".join(LINES)
        rows = [json.loads(line) for line in (out / "versions.jsonl").read_text().splitlines()]
        assert [(row["n"], row["reason"], row["path"]) for row in rows] == [
            (1, "number 1", str(prompt.resolve())),
            (3, "number 3", str(prompt.resolve())),
        ]
        assert three.path.read_bytes() == held

    @pytest.mark.parametrize("table", ["versions", "prompts", "labels"])
    def test_without_a_table_the_texts_are_there_still(
        self, three: Store, tmp_path: Path, table: str
    ) -> None:
        sql(three, f"DROP TABLE {table}")
        done = rescue(three.path, tmp_path / "out")
        assert done.versions + done.texts == 3
        texts = {p.read_bytes() for p in (tmp_path / "out").iterdir() if p.suffix != ".jsonl"}
        assert texts == {b"".join(LINES[:n]) for n in (1, 2, 3)}

    def test_pages_that_are_gone_cost_what_is_on_them(
        self, store: Store, prompt: Path, tmp_path: Path
    ) -> None:
        texts = [os.urandom(9_000) for _ in range(12)]
        for data in texts:
            prompt.write_bytes(data)
            save(prompt, "", store)
        store.close()
        data = bytearray(store.path.read_bytes())
        at = data.find(texts[5][:400])
        data[at + 500 : at + 520] = b"\0" * 20
        store.path.write_bytes(bytes(data))
        done = rescue(store.path, tmp_path / "out")
        assert done.versions == 11 and [n for _, n in done.lost] == [6]

    def test_a_hostile_path_leads_no_file_out_of_the_folder(
        self, store: Store, tmp_path: Path
    ) -> None:
        store.save(tmp_path / "..%2f" / "\x1b[31m .md", b"text\n")
        store.close()
        sql(store, "UPDATE prompts SET path = CAST('/x/../../etc/cron.d/evil' AS BLOB)")
        rescue(store.path, tmp_path / "out")
        assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
            "1-evil@1",
            "versions.jsonl",
        ]

    def test_only_a_new_or_empty_folder_is_taken(self, three: Store, tmp_path: Path) -> None:
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "mine.md").write_bytes(b"mine\n")
        for wrong in (tmp_path / "full", tmp_path / "full" / "mine.md"):
            with pytest.raises(UsageError):
                rescue(three.path, wrong)
        assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.md"]

    def test_what_is_no_database_gives_nothing_and_says_so(self, tmp_path: Path) -> None:
        (tmp_path / "ctxbench.db").write_bytes(b"notes " * 2_000)
        with pytest.raises(StoreError, match="nothing was rescued"):
            rescue(tmp_path / "ctxbench.db", tmp_path / "out")
        with pytest.raises(StoreError, match="no version store"):
            rescue(tmp_path / "gone.db", tmp_path / "out2")
