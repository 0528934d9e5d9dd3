"""What FILE may be: path, -, FILE@N, git:REV:path; several FILEs; exit codes."""

from __future__ import annotations

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from tests.cli.conftest import Run

CHARS = ("--counter", "chars")


def test_standard_input(run: Run) -> None:
    record = run("parts", *CHARS, "--json", "-", stdin=b"# A\n\ntext\n").record
    assert (record["path"], record["bytes"], record["kind"]) == ("-", 10, "text")


def test_a_stored_version_by_number_and_by_label(run: Run, here: Path) -> None:
    file = here / "a.md"
    file.write_bytes(b"one\n")
    assert run("save", file, "-m", "first").code == 0
    file.write_bytes(b"two\n")
    assert run("label", f"{file}@1", "good").code == 0
    for spec in (f"{file}@1", f"{file}@good"):
        record = run("parts", *CHARS, "--json", spec).record
        assert (record["path"], record["bytes"]) == (spec, 4)
        assert run("show", spec).raw == b"one\n"


def test_a_file_of_the_literal_name_wins(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    (here / "a.md@1").write_bytes(b"literal!\n")
    (here / "git:HEAD:a.md").write_bytes(b"also literal!\n")
    assert run("parts", *CHARS, "--json", "a.md@1").record["bytes"] == 9
    assert run("parts", *CHARS, "--json", "git:HEAD:a.md").record["bytes"] == 14


def test_an_at_sign_in_a_missing_name_is_no_version(run: Run, here: Path) -> None:
    result = run("parts", "me@work.md")
    assert result.code == 2
    assert "me@work.md does not exist" in result.talk


def test_missing_version_says_which_there_are(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    result = run("parts", "a.md@7")
    assert result.code == 2
    assert "has no version 7" in result.talk
    assert "ctxbench versions" in result.talk


@pytest.fixture
def repo(here: Path) -> Path:
    def git(*args: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=T", "-c", "user.email=t@example.invalid", *args],
            check=True,
            capture_output=True,
        )

    git("init", "-q")
    (here / "sub").mkdir()
    (here / "sub" / "CLAUDE.md").write_bytes(b"# Old\r\n\xff\r\n")
    git("add", ".")
    git("commit", "-qm", "one")
    (here / "sub" / "CLAUDE.md").write_bytes(b"# New\n")
    return here


def test_git_revision(run: Run, repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = run("parts", *CHARS, "--json", "git:HEAD:sub/CLAUDE.md").record
    assert (record["bytes"], record["newline"], record["kind"]) == (10, "crlf", "claude-md")
    monkeypatch.chdir(repo / "sub")  # from here and from the top
    assert run("parts", *CHARS, "--json", "git:HEAD:CLAUDE.md").record["bytes"] == 10
    assert run("parts", *CHARS, "--json", "git:HEAD:sub/CLAUDE.md").record["bytes"] == 10
    diff = run("diff", "git:HEAD:CLAUDE.md", "CLAUDE.md", "--json").record
    assert not diff["same"]


@pytest.mark.parametrize(
    "spec", ["git:HEAD:none.md", "git:nope:sub/CLAUDE.md", "git:HEAD", "git:--help:x", "git::"]
)
def test_git_troubles_are_sentences(spec: str, run: Run, repo: Path) -> None:
    result = run("parts", spec)
    assert (result.code, result.raw) == (2, b"")
    assert result.talk.startswith("error: git:")


def test_several_files_in_order_and_a_bad_one_is_reported(run: Run, here: Path) -> None:
    for name in ("a.md", "c.md"):
        (here / name).write_text(f"# {name}\n\ntext\n")
    result = run("count", *CHARS, "--json", "a.md", "b.md", "c.md")
    assert result.code == 2
    assert [record["path"] for record in result.records] == ["a.md", "c.md"]
    assert "b.md does not exist" in result.talk


def test_a_folder_is_no_file(run: Run, here: Path) -> None:
    result = run("parts", ".")
    assert result.code == 2
    assert "is a folder" in result.talk


@pytest.mark.parametrize("by", ["part", "line", "file"])
def test_rows_add_up_to_the_total(by: str, run: Run, samples: list[Path]) -> None:
    result = run("count", "--by", by, "--counter", "o200k_base", "--json", *samples)
    assert result.code == 0
    for record in result.records:
        assert sum(row["tokens"] for row in record["rows"]) == record["total_tokens"]
        assert record["counter"]["name"] == "o200k_base"


def test_byte_ranges_cover_the_file(run: Run, samples: list[Path]) -> None:
    for record in run("parts", *CHARS, "--json", *samples).records:
        borders = [(part["start_byte"], part["end_byte"]) for part in record["parts"]]
        assert borders[0][0] == 0
        assert borders[-1][1] == record["bytes"]
        assert all(a[1] == b[0] for a, b in pairwise(borders))


def test_map_keys_and_scenarios(run: Run, samples: list[Path]) -> None:
    ledger = next(path for path in samples if path.parent.name == "ledger-service")
    weights = {}
    for name in ("alone", "fresh", "half", "full", "compacted"):
        record = run("map", *CHARS, "--scenario", name, "--json", ledger).record
        assert {"before", "after", "window", "fill"} <= record["scenario"].keys()
        assert len(record["lines"]) == record["parts"][-1]["end_line"]
        weights[name] = [part["window_weight"] for part in record["parts"]]
        assert all(part["low"] <= part["weight"] <= part["high"] for part in record["parts"])
    assert weights["alone"] != weights["half"]
    small = next(path for path in samples if path.parent.name == "duplicates")
    assert run("map", *CHARS, "--json", small).record["parts"][0]["weight"] is None
    assert run("map", "--scenario", "nope", ledger).code == 2


def test_score_keys_and_the_foreign_part(run: Run, samples: list[Path]) -> None:
    ledger = next(path for path in samples if path.parent.name == "ledger-service")
    record = run("score", *CHARS, "--json", ledger).record
    assert min(record["parts"], key=lambda part: part["score"])["title"] == "History"
    assert {(p["class"], p["recommendation"]) for p in record["parts"]} == {(None, None)}
    assert record["distractor_parts"] is None
    assert record["total_parts"] == len(record["parts"])
    given = run("score", *CHARS, "--json", "--task", "review pull requests", ledger).record
    assert (given["task"], given["task_origin"]) == ("review pull requests", "given")
    blank = run("score", *CHARS, "--json", "--task", " ", ledger).record
    assert blank["task"] == record["task"] and blank["task_origin"] == record["task_origin"]
    dry = run("score", *CHARS, "--json", "--dry-run", ledger).record
    assert dry["dry_run"] and {part["score"] for part in dry["parts"]} == {None}


def test_a_task_can_be_remembered(run: Run, here: Path) -> None:
    (here / "a.md").write_text("# A\n\nwords\n")
    run("score", *CHARS, "--task", "review pull requests", "--remember", "a.md")
    record = run("score", *CHARS, "--json", "a.md").record
    assert (record["task"], record["task_origin"]) == ("review pull requests", "stored")


def test_asking_a_model_is_refused_plainly(run: Run, samples: list[Path]) -> None:
    result = run("score", "--judge", "anthropic", samples[0])
    assert result.code == 3
    assert "there is no key in ANTHROPIC_API_KEY" in result.talk


def test_instructions_keys(run: Run, samples: list[Path]) -> None:
    found = {}
    for record in run("instructions", "--json", *samples).records:
        for one in record["instructions"]:
            assert one["strength"] in ("hard", "soft")
            assert one["start_line"] <= one["end_line"]
        found[Path(record["path"]).parent.name] = record["instructions"]
    assert any("production database by hand" in one["text"] for one in found["ledger-service"])
    assert any(one["lang"] == "ja" and one["critical_by"] == "author" for one in found["japanese"])
    assert any("production database" in one["text"] for one in found["agents"])
    assert any(one["text"].startswith("Never invent") for one in found["release-notes"])


def test_what_has_no_history_is_named(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    for verb in ("save", "undo", "versions"):
        assert "Standard input has no versions" in run(verb, "-").talk
        assert "is a state in git" in run(verb, "git:HEAD:a.md").talk
        result = run(verb, "a.md@1")
        assert result.code == 2
        assert "a.md@1 means a version" in result.talk and "file alone: a.md" in result.talk
        assert "name of the file is empty" in run(verb, "").talk


def test_an_unknown_label_says_where_the_known_ones_are(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\n")
    result = run("count", "a.md@live")
    assert result.code == 2
    assert "no version or label live" in result.talk and "ctxbench versions a.md" in result.talk
    assert "name of a file is empty" in run("count", "").talk


def test_a_label_can_always_be_named(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    assert run("label", "a.md@1", "a/b").code == 2
    assert run("label", "a.md@1", "v 1 é").code == 0
    assert run("show", "a.md@v 1 é").raw == b"one\n"


def test_a_home_of_nobody_is_an_error_in_words(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "a.md").write_bytes(b"one\n")
    monkeypatch.setenv("CTXBENCH_HOME", "~no-such-user/x")
    result = run("save", "a.md")
    assert result.code == 2
    assert "CTXBENCH_HOME" in result.talk and "fault of its own" not in result.talk


def test_a_moved_file_is_compared_with_its_last_version(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"# One\n\ntext\n")
    run("save", "a.md", "-m", "first")
    (here / "a.md").rename(here / "b.md")
    assert run("diff", "b.md", "--json").record["same"] is True


def test_a_hint_can_be_typed_whatever_the_name(run: Run, here: Path) -> None:
    name = "e\x1b[31m 'q\u202e.md"
    (here / name).write_bytes(b"one\n")
    talk = run("save", name, "-m", "first").out
    typed = talk.partition("ctxbench show ")[2].strip()
    said = subprocess.run(["bash", "-c", f"printf %s {typed}"], capture_output=True, check=True)
    assert said.stdout.decode() == f"{name}@1"
