"""Mistyped ids, a store that cannot be read: said in words, and nothing is lost or stopped."""

from __future__ import annotations

import os
from pathlib import Path

from tests.cli.conftest import Run

OLD = "# Mill\n\n- Never grind wet corn.\n- Oil the axle each Friday.\n"


def _two(here: Path) -> None:
    (here / "a.md").write_text(OLD)
    (here / "b.md").write_text("# Mill\n\n- Oil the axle each Friday.\n")


def test_a_yes_to_a_row_that_is_not_there_is_wrong_usage(run: Run, here: Path) -> None:
    _two(here)
    result = run("ledger", "a.md", "b.md", "--allow", "zz,yy")
    assert result.code == 2 and not result.out
    assert "zz, yy" in result.talk and "nothing was allowed" in result.talk
    (row,) = run("ledger", "a.md", "b.md", "--json").record["objections"]
    assert row in result.talk  # what could have been meant
    assert run("ledger", "a.md", "b.md", "--allow", row).code == 0
    assert run("ledger", "a.md", "b.md", "--allow", f" {row} , all").code == 0


def test_optimize_refuses_a_mistyped_row_before_it_writes(run: Run, here: Path) -> None:
    _two(here)
    before = (here / "a.md").read_bytes()
    result = run("optimize", "a.md", "--accept", "safe", "--allow", "zz", "--in-place")
    assert result.code == 2 and "no row zz" in result.talk
    assert (here / "a.md").read_bytes() == before


def test_a_damaged_store_stops_no_verb_that_only_reads(run: Run, here: Path) -> None:
    _two(here)
    run("score", "a.md", "--task", "grind corn", "--remember")
    store = Path(os.environ["CTXBENCH_HOME"]) / "ctxbench.db"
    for beside in store.parent.glob("ctxbench.db-*"):
        beside.unlink()
    store.write_bytes(b"no store at all, only words" * 40)
    kept = store.read_bytes()
    for verb in ("score", "optimize"):
        result = run(verb, "a.md", "--json")
        assert result.code == 0, result.talk
        assert "damaged or not a ctxbench store" in result.talk
        assert "pins and refusals" in result.talk
        assert "damaged" in result.record["trouble"]
    assert run("review", "a.md", "--json").code == 0
    # What would need the store is refused, and the file is whole.
    twice = "# Mill\n\n- Tie down every sack.\n- Weigh the sacks.\n- Tie down every sack.\n"
    (here / "twice.md").write_text(twice)
    assert run("optimize", "twice.md", "--accept", "safe", "--in-place").code == 2
    assert (here / "twice.md").read_text() == twice
    assert (here / "a.md").read_text() == OLD
    assert store.read_bytes() == kept


def test_one_of_something_is_said_so(run: Run, here: Path) -> None:
    (here / "a.md").write_text("a")
    assert " 1 token (" in run("parts", "a.md", "--counter", "o200k_base").out
    run("save", "a.md", "-m", "first")
    assert "1 version of 1 prompt," in run("doctor").out
