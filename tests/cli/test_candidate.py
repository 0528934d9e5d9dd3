"""`ctxbench candidate`: the verdict in words, as JSON and in the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli import main


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    old, new = tmp_path / "CLAUDE.md", tmp_path / "new.md"
    old.write_text("# Rules\n\nNever push to main. Keep the log short, please, at all times.\n")
    new.write_text("# Rules\n\nPush to main. Keep the log short, at all times. {{tone}}\n")
    return str(old), str(new)


def test_what_is_wrong_is_said_with_the_old_and_the_new_words(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["candidate", *files, "--shorter"]) == 1
    said = capsys.readouterr().out
    assert "cannot take the place of" in said
    assert "{{tone}} is a new placeholder" in said
    assert "Never push to main." in said and "now: Push to main." in said
    assert "Gate: refused until you agree to" in said


def test_json_has_the_problems_and_the_ledger(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["candidate", *files, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert {"path", "candidate", "usable", "problems", "ledger", "gate", "tokens_after"} <= set(
        found
    )
    assert found["usable"] is False and found["gate"] == "refused"


def test_a_yes_for_each_row_lets_it_pass_and_a_mistyped_one_does_not(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = files
    Path(new).write_text(Path(new).read_text().replace(" {{tone}}", ""))
    assert main(["candidate", old, new, "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["ledger"]["objections"]
    assert main(["candidate", old, new, "--allow", ",".join(rows)]) == 0
    assert main(["candidate", old, new, "--allow", "nosuch"]) == 2


def test_queries_that_cannot_be_read_are_wrong_input(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("[1, 2]", "[" * 100_000):
        (tmp_path / "q.json").write_text(text)
        assert main(["candidate", *files, "--queries", str(tmp_path / "q.json")]) == 2
        assert "holds no queries" in capsys.readouterr().err
