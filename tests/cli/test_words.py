"""What the command line says after it did something, and to somebody who mistyped."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_an_undo_says_how_to_have_the_text_back(run: Run, here: Path) -> None:
    file = here / "a.md"
    file.write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    file.write_bytes(b"two\n")
    run("save", "a.md", "-m", "second")
    said = run("undo", "a.md").out
    assert said == (
        "Wrote a.md; it is version 3 now, the text of version 1. Redo: ctxbench restore a.md@2\n"
    )
    assert run("restore", "a.md@2").code == 0
    assert file.read_bytes() == b"two\n"


def test_an_undo_of_unsaved_text_names_the_version_that_keeps_it(run: Run, here: Path) -> None:
    file = here / "a.md"
    file.write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    file.write_bytes(b"never saved\n")
    said = run("undo", "a.md").out
    assert "What it held before is kept as version 2." in said
    assert said.endswith("Redo: ctxbench restore a.md@2\n")
    assert run("show", "a.md@2").raw == b"never saved\n"


def test_a_mistyped_verb_names_the_nearest_one(run: Run) -> None:
    result = run("prats", "x.md")
    assert result.code == 2
    assert "There is no verb 'prats'" in result.talk
    assert "Did you mean parts?" in result.talk


def test_a_file_without_a_verb_is_answered_with_one(run: Run, here: Path) -> None:
    (here / "CLAUDE.md").write_bytes(b"# T\n")
    result = run("CLAUDE.md")
    assert result.code == 2
    assert "ctxbench open CLAUDE.md" in result.talk


def test_nothing_scored_is_not_called_fine(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"# T\n\nOne short part.\n")
    said = run("score", "a.md").out
    assert "Too few parts to compare" in said
    assert "nothing." not in said


def test_several_files_are_added_up(run: Run, here: Path) -> None:
    for name in ("a.md", "b.md"):
        (here / name).write_bytes(b"# T\n\nSome words.\n")
    counts = [run("count", "--json", name).record["total_tokens"] for name in ("a.md", "b.md")]
    said = run("count", "--by", "file", "a.md", "b.md").out.splitlines()[-1]
    assert said == f"2 files, {sum(counts)} tokens together: a.md and b.md"
