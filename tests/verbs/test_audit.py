"""An audit groups what could go, prices it, and remembers what it listed the last time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from workbench.measure.tokens import get_tokenizer

HARBOUR = """# Harbour

- Never tow a vessel without a pilot on board.
- Indent code.
- Keep the old radar until 1 March 2020.
- The harbour has nine berths.

# Night rules

- Never tow a vessel without a pilot on board.
- Log each call in `calls.csv`.

# Code

- Log each ship in `ships.csv`.
- Do not log each ship in `ships.csv`.
"""


@pytest.fixture
def file(here: Path) -> Path:
    path = here / "CLAUDE.md"
    path.write_text(HARBOUR)
    return path


def groups(record: dict[str, Any]) -> dict[str, list[int]]:
    return {
        group["name"]: [item["start_line"] for item in group["items"]] for group in record["groups"]
    }


def test_case_061_what_could_go_is_grouped_and_priced(run: Run, file: Path) -> None:
    record = run("audit", file, "--json", "--counter", "o200k_base").record
    found = groups(record)
    assert found["repeats"] == [10]
    assert found["contradictions"] == [16]
    assert found["outdated"] == [5]
    assert record["compared"] is None
    count = get_tokenizer("o200k_base").count
    lines = HARBOUR.splitlines(keepends=True)
    prices = {group["name"]: group["tokens"] for group in record["groups"]}
    assert prices["repeats"] == count(lines[9])
    assert 0 < record["tokens"] <= sum(prices.values()) < record["total_tokens"]
    keys = [item["key"] for group in record["groups"] for item in group["items"]]
    assert all(len(key) == 12 for key in keys)
    assert file.read_text() == HARBOUR


def test_a_second_run_says_what_is_new_and_what_is_gone(run: Run, file: Path) -> None:
    first = run("audit", file, "--json").record
    same = run("audit", file, "--json").record["compared"]
    count = sum(len(rows) for rows in groups(first).values())
    assert (same["new"], same["same"], same["gone"]) == (0, count, [])
    # The repeat is taken out, everything moves down, and another rule that is over comes.
    row = "- Never tow a vessel without a pilot on board.\n"
    text = HARBOUR.replace(f"\n{row}- Log each call", "\n- Log each call")
    file.write_text(
        text.replace("# Harbour\n", "# Harbour\n\nBuilt in 1901.\n")
        + "- Leave the west gate closed until 5 May 2021.\n"
    )
    third = run("audit", file, "--json").record
    assert third["compared"]["new"] == 1
    (gone,) = third["compared"]["gone"]
    assert (gone["rule"], gone["line"]) == (first["groups"][0]["items"][0]["rule"], 10)
    assert "tow a vessel" in gone["words"]
    states = {i["start_line"]: i["state"] for g in third["groups"] for i in g["items"]}
    assert states[7] == "same" and states[max(states)] == "new"
    said = run("audit", file).out
    assert "Since the audit of" in said and "0 new" in said


def test_of_several_copies_all_but_one_may_go(run: Run, here: Path) -> None:
    row = "- Never tow a vessel without a pilot on board.\n"
    path = here / "AGENTS.md"
    path.write_text(f"# A\n\n{row}\n# B\n\n{row}\n# C\n\n{row}")
    (three,) = run("audit", path, "--json").record["groups"][0]["items"]
    assert three["lines"] == [7, 11]
    path.write_text(f"# A\n\n{row}\n# B\n\n{row}")
    record = run("audit", path, "--json").record
    (two,) = record["groups"][0]["items"]
    assert two["lines"] == [7] and three["tokens"] > two["tokens"] > 0
    compared = record["compared"]
    assert (compared["new"], compared["same"], compared["gone"]) == (0, 1, [])


def test_an_item_names_what_would_settle_it(run: Run, here: Path) -> None:
    row = "- Never tow a vessel without a pilot on board.\n"
    path = here / "AGENTS.md"
    path.write_text(f"# Harbour\n\n{row}- Log each call in `calls.csv`.\n{row}")
    record = run("audit", path, "--json").record
    (item,) = record["groups"][0]["items"]
    assert run("optimize", path, "--accept", item["accept"][0], "--in-place").code == 0
    assert path.read_text().count("tow a vessel") == 1
    assert run("audit", path, "--json").record["compared"]["gone"][0]["key"] == item["key"]


def test_muted_items_are_neither_shown_nor_gone(run: Run, file: Path) -> None:
    record = run("audit", file, "--json").record
    key = record["groups"][0]["items"][0]["key"]
    assert run("audit", file, "--mute", key, "--json").record["muted_now"] == [key]
    assert key in (file.parent / ".ctxbench.yaml").read_text()
    after = run("audit", file, "--json").record
    assert after["muted"] == 1 and key not in str(after["groups"])
    assert after["compared"]["gone"] == []
    assert run("audit", file, "--mute", "outdated").code == 0  # a whole group
    assert groups(run("audit", file, "--json").record)["outdated"] == []
    assert file.read_text() == HARBOUR


def test_an_unknown_item_mutes_nothing(run: Run, file: Path) -> None:
    result = run("audit", file, "--mute", "nothing")
    assert result.code == 2 and "nothing was done" in result.talk
    assert not (file.parent / ".ctxbench.yaml").exists()


def test_text_that_is_no_file_is_audited_and_not_remembered(run: Run, file: Path) -> None:
    for _ in range(2):
        record = run("audit", "-", "--json", stdin=HARBOUR.encode()).record
        assert groups(record)["repeats"] == [10] and record["compared"] is None


def test_a_damaged_store_only_costs_the_comparison(run: Run, file: Path) -> None:
    home = Path(os.environ["CTXBENCH_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "ctxbench.db").write_bytes(b"words, no store " * 64)
    result = run("audit", file, "--json")
    assert result.code == 0 and groups(result.record)["repeats"] == [10]
    assert "damaged" in result.talk and result.record["compared"] is None


def test_a_clean_file_says_so(run: Run, here: Path) -> None:
    (here / "a.md").write_text("# Tea\n\nBoil water, then wait for four minutes.\n")
    assert "Nothing was found that is said twice" in run("audit", "a.md").out
