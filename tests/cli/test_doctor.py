"""`doctor` tries the store for real, names what is damaged, and has what is whole."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.store.home import home_dir
from workbench.store.store import Store


@pytest.fixture
def file(here: Path, run: Run) -> Path:
    """A file with two versions."""
    path = here / "CLAUDE.md"
    for text in ("- Light the lamp.\n", "- Light the lamp at dusk.\n"):
        path.write_text(text)
        run("save", path, "-m", text.strip())
    return path


def change(statement: str) -> None:
    conn = sqlite3.connect(home_dir() / "ctxbench.db", isolation_level=None)
    conn.execute(statement)
    conn.close()


FLIP = (
    "UPDATE contents SET data = CAST('x' AS BLOB)"
    " WHERE sha256 = (SELECT sha256 FROM versions WHERE n = 1)"
)


def test_a_store_that_is_well_is_tried_and_left_as_it_was(run: Run, file: Path) -> None:
    done = run("doctor")
    assert done.code == 0 and "2 versions of 1 prompt" in done.out
    store = run("doctor", "--json").record["store"]
    assert store["writable"] and not store["problem"] and store["troubles"] == []
    with Store() as kept:
        assert len(kept.db.rows("SELECT 1 FROM contents")) == 2


def test_where_no_store_is_yet_its_place_is_tried_and_nothing_stays(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTXBENCH_HOME", str(here / "deep" / "er"))
    assert "made with the first save" in run("doctor").out
    assert list(here.iterdir()) == []
    (here / "deep").write_text("a file\n")
    done = run("doctor")
    assert done.code == 2 and "a file stands there" in done.out
    assert (here / "deep").read_text() == "a file\n"


def test_a_flipped_byte_is_named_with_what_is_whole(run: Run, file: Path, here: Path) -> None:
    change(FLIP)
    done = run("doctor")
    assert done.code == 2
    assert "1 of 2 versions whole" in done.out
    assert "CLAUDE.md@1 are not what was stored" in done.out
    assert run("doctor", "--json").record["store"]["damaged"] == [
        {"path": str(file.resolve()), "n": 1}
    ]
    listed = run("versions", file)
    assert listed.code == 0 and "version 1 are damaged or gone" in listed.out
    assert run("versions", file, "--json").record["damaged"] == [1]
    assert run("show", "CLAUDE.md@2").raw == b"- Light the lamp at dusk.\n"
    refused = run("show", "CLAUDE.md@1")
    assert refused.code == 2 and "--rescue" in refused.talk
    rescued = run("doctor", "--rescue", "whole")
    assert rescued.code == 1  # not all of it
    assert "Wrote 1 version into whole." in rescued.out
    assert "Lost: the text of" in rescued.out and "CLAUDE.md@1" in rescued.out
    assert (here / "whole" / "1-CLAUDE.md@2").read_bytes() == file.read_bytes()


def test_a_whole_store_can_be_written_out_too(run: Run, file: Path) -> None:
    record = run("doctor", "--rescue", "whole", "--json").record
    assert record["rescued"] == {"folder": "whole", "versions": 2, "texts": 0, "lost": []}
    assert run("doctor", "--rescue", "whole").code == 2  # it holds something now
    assert run("doctor", "--rescue", "").code == 2
    refused = run("doctor", "--rescue", ".claude/skills/oars")
    assert refused.code == 2 and "loaded by a host" in refused.talk


def test_no_rows_are_never_said_of_rows_that_are_there(run: Run, file: Path) -> None:
    change("ALTER TABLE versions RENAME TO versions_old")
    done = run("doctor")
    assert done.code == 2
    assert "the table versions is gone" in done.out
    assert "0 versions" not in done.out and "2 stored texts are there" in done.out
    assert run("versions", file).code == 2
    assert run("show", "CLAUDE.md@1").code == 2


@pytest.mark.parametrize("broken", ["no database", "leads nowhere"])
def test_what_was_sent_is_not_said_to_be_nothing_where_nobody_knows(
    broken: str, run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if broken == "no database":
        for path in home_dir().iterdir():
            path.write_bytes(b"somebody's notes " * 999)
    else:
        monkeypatch.setenv("CTXBENCH_HOME", "~no-such-user-here/x")
    done = run("doctor")
    assert done.code == 2 and "sent from this machine: not known: " in done.out
    assert run("doctor", "--json").record["unread"]
    for flag in ("--sent", "--runs"):
        listed = run("doctor", flag)
        assert listed.code == 2 and not listed.out
        assert "is not known" in listed.talk


def test_damaged_figures_of_a_run_hide_no_run(run: Run, file: Path) -> None:
    with Store() as store:
        ended = store.runs.start("score", "a.md", "http://127.0.0.1:9", "m", {"calls": 1})
        assert ended
    change("DROP TRIGGER runs_stay")
    change("UPDATE runs SET estimate = '{no'")
    assert "a.md" in run("doctor", "--runs").out
    assert "runs.estimate of row 1 holds no JSON" in run("doctor").out


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")  # noqa: PTH112
def test_a_place_that_takes_no_files_is_said(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTXBENCH_HOME", "/proc/ctxbench")
    done = run("doctor", "--json")
    assert done.code == 2
    assert not done.record["store"]["writable"] and "cannot be written" in str(done.record)
