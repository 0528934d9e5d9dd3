"""Versions on the command line: save, versions, show, restore, label, undo, and diff of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.resources import sample_prompts

ODD = (
    b"\xef\xbb\xbf# T\r\n\r\n- \xff\xfe raw\r\n",
    "# 在庫\u2028x\n".encode("utf-16"),
    b"",
    b"\x00\x1b[2J",
    (sample_prompts() / "hostile.md").read_bytes(),
)


@pytest.mark.parametrize("data", ODD)
def test_show_prints_the_exact_bytes(data: bytes, run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(data)
    saved = run("save", "a.md", "-m", "as found", "--json")
    assert saved.code == 0, saved.talk
    assert saved.record["versions"][0]["n"] == 1
    assert run("show", "a.md@1").raw == data


def test_the_whole_life_of_a_file(run: Run, here: Path) -> None:
    file = here / "a.md"
    file.write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    file.write_bytes(b"two\n")
    run("save", "a.md", "-m", "second")
    file.write_bytes(b"unsaved\n")
    restored = run("restore", "a.md@1", "--json")
    assert restored.code == 0, restored.talk
    assert file.read_bytes() == b"one\n"
    assert run("undo", "a.md").code == 0
    assert file.read_bytes() == b"unsaved\n"
    versions = run("versions", "a.md", "--json").record["versions"]
    assert [v["reason"] for v in versions][:2] == ["first", "second"]
    assert [v["n"] for v in versions] == list(range(1, len(versions) + 1))
    assert {"n", "parent", "time", "author", "reason", "tokens", "sha256", "labels"} <= set(
        versions[0]
    )
    moved = run("label", "a.md@2", "production", "--json").record
    assert (moved["old"], moved["new"]) == (None, 2)
    run("label", "a.md@1", "production")
    assert run("label", "a.md", "production", "--undo", "--json").record["new"] == 2
    text = run("versions", "a.md").out
    assert "production" in text and "second" in text


def test_a_version_must_be_named(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\n")
    for verb in (("show", "a.md"), ("restore", "a.md"), ("label", "a.md", "x")):
        result = run(*verb)
        assert result.code == 2
        assert "FILE@N" in result.talk


def test_case_079_sides_are_labelled_and_older_comes_first(run: Run, here: Path) -> None:
    """The newer text compared with the older one must not show additions as deletions."""
    file = here / "story.md"
    file.write_bytes(b"one\n")
    run("save", file, "-m", "short")
    file.write_bytes(b"one\ntwo\n")
    run("save", file, "-m", "longer")
    for args in (("story.md@1", "story.md@2"), ("story.md@2", "story.md@1")):
        result = run("diff", *args, "--json")
        record = result.record
        assert [h["op"] for h in record["hunks"]] == ["equal", "insert"]
        assert (record["a_side"]["version"], record["b_side"]["version"]) == (1, 2)
        assert record["direction"] == "older to newer"
        assert record["a_side"]["time"]
        assert record["swapped"] is (args[0] == "story.md@2")
    talk = run("diff", "story.md@2", "story.md@1").talk
    assert "--as-given" in talk
    given = run("diff", "story.md@2", "story.md@1", "--as-given")
    assert "story.md@2" in given.out.splitlines()[0]
    assert "- two" in given.out
    head = run("diff", "story.md@1", "story.md").out.splitlines()[:2]
    assert head[0].startswith("--- story.md@1, 20") and head[0].endswith("(older)")
    assert head[1] == "+++ story.md, on disk (newer)"


def test_diff_without_a_second_side_takes_the_last_version(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\n")
    assert "ctxbench save" in run("diff", "a.md").talk
    run("save", "a.md", "-m", "first")
    (here / "a.md").write_bytes(b"one\ntwo\n")
    assert "+ two" in run("diff", "a.md").out


def test_diff_says_line_ends_in_words(run: Run, here: Path) -> None:
    (here / "a.md").write_bytes(b"one\ntwo\n")
    (here / "b.md").write_bytes(b"one\r\ntwo\r\n")
    assert "line ends changed from LF to CRLF" in run("diff", "a.md", "b.md").out


def test_versions_says_what_another_program_did_to_the_file(run: Run, here: Path) -> None:
    file = here / "a.md"
    for number, text in enumerate((b"one\n", b"one\ntwo\n")):
        file.write_bytes(text)
        run("save", "a.md", "-m", str(number))
    file.write_bytes(b"one\ntwo\nthree\n")
    said = run("versions", "a.md").out
    assert "The file holds text that is not stored: not version 2, +1 -0 lines." in said
    assert "▶" not in said, "no stored version is what the file holds"
    assert "ctxbench diff a.md" in said
    file.write_bytes(b"one\n")
    said = run("versions", "a.md").out
    assert "The file holds version 1 again; another program changed it." in said
    assert next(line for line in said.splitlines() if "▶" in line).split()[1] == "1"


def test_a_diff_without_difference_names_the_version_before(run: Run, here: Path) -> None:
    file = here / "a.md"
    file.write_bytes(b"one\n")
    run("save", "a.md", "-m", "first")
    assert "What came before" not in run("diff", "a.md").talk
    file.write_bytes(b"two\n")
    run("save", "a.md", "-m", "second")
    same = run("diff", "a.md")
    assert "no change" in same.out
    assert "ctxbench diff a.md@1 a.md" in same.talk
    assert "What came before" not in run("diff", "a.md@2", "a.md").talk, "both sides were named"
    shown = run("diff", "a.md@1", "a.md").out
    assert "- one" in shown and "+ two" in shown
