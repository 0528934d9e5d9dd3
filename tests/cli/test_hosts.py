"""`ctxbench hosts`: a table, one host with its sources, JSON, and clear errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.hosts.registry import user_folder

TERN = """\
name: tern
title: "Tern\\x1b[2J"
about: a host of a test
extends: cursor
source: the pages of Tern
date: 2026-11-30
limits:
- {id: cursor-lines, most: 120, effect: cut, does: Tern reads 120 lines}
"""


def run(*words: str) -> int:
    return main(["hosts", *words])


@pytest.fixture
def tern() -> Path:
    user_folder().mkdir(parents=True)
    path = user_folder() / "tern.yaml"
    path.write_text(TERN, "utf-8")
    return path


def test_the_table_names_each_host(tern: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    lines = capsys.readouterr().out.splitlines()
    names = [line.split()[0] for line in lines[1:-1]]
    assert names == sorted(names) and {"claude-code", "cursor", "tern"} <= set(names)
    assert "120 lines (cut)" in next(line for line in lines if line.startswith("tern"))


def test_one_host_is_told_with_sources_and_its_file(
    tern: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("tern", "gemini-cli") == 0
    out = capsys.readouterr().out
    assert f"From:    {tern}" in out and "From:    ctxbench itself" in out
    assert "Tern reads 120 lines" in out and "[cursor.com/docs/rules, 2026-08-22]" in out
    assert "not documented" in out and "5 hops" in out
    assert "\x1b" not in out


def test_json_holds_every_block_with_its_source(
    tern: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("tern", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    [limit] = found["limits"]
    assert (limit["most"], limit["effect"], limit["severity"]) == (120, "cut", "error")
    assert (limit["source"], found["read_from"]) == ("cursor.com/docs/rules", str(tern))
    assert found["importing"] is None and found["bom"]["does"] == "not documented"


def test_an_unknown_host_and_a_broken_file_end_with_2(
    tern: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("terns") == 2
    assert "Did you mean tern?" in capsys.readouterr().err
    tern.write_text(TERN.replace("limits:", "limit:"), "utf-8")
    assert run() == 2
    error = capsys.readouterr().err
    assert f"{tern}, line 8: unknown key 'limit'." in error and "Did you mean limits?" in error


def test_a_broken_file_of_a_host_ends_a_review_with_2_and_not_in_silence(
    tern: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tern.write_text("name: [\n", "utf-8")
    prompt = tmp_path / "CLAUDE.md"
    prompt.write_text("Be brief.\n", "utf-8")
    assert main(["review", str(prompt)]) == 2
    assert "tern.yaml" in capsys.readouterr().err
