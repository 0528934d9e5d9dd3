"""Start-up, help, exit codes and the outermost error boundary."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.cli.conftest import Run
from workbench import __version__
from workbench.cli.app import VERBS

ROOT = Path(__file__).resolve().parents[2]


def test_version_needs_no_click() -> None:
    code = (
        "import sys; from workbench.cli import main; main(['--version']); "
        "print('click' in sys.modules)"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert out == f"ctxbench {__version__}\nFalse\n"


def test_help_lists_every_verb_without_importing_it(run: Run) -> None:
    result = run("--help")
    assert result.code == 0
    for verb, words in VERBS.items():
        assert re.search(rf"^  {verb} +{re.escape(words)}$", result.out, re.M), verb


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_each_verb_has_an_example(verb: str, run: Run) -> None:
    result = run(verb, "--help")
    assert result.code == 0, result.talk
    assert "Example" in result.out
    assert f"ctxbench {verb}" in result.out.split("Example", 1)[1]


@pytest.mark.parametrize("verb", [v for v in VERBS if v not in ("open", "completion")])
def test_each_verb_has_json(verb: str) -> None:
    command: click.Command = importlib.import_module(f"workbench.cli.commands.{verb}").command
    assert any("--json" in param.opts for param in command.params)


def test_no_verb_is_wrong_usage(run: Run) -> None:
    result = run()
    assert result.code == 2
    assert not result.raw
    assert "Verbs:" in result.talk


@pytest.mark.parametrize("args", [("pats", "x"), ("parts",), ("parts", "--nope", "x")])
def test_wrong_usage_is_2_and_says_where_help_is(args: tuple[str, ...], run: Run) -> None:
    result = run(*args)
    assert (result.code, result.raw) == (2, b"")
    assert "--help" in result.talk


def test_missing_file_is_2_and_names_it(run: Run, here: Path) -> None:
    result = run("parts", "no\x1b[2Jsuch.md", "--json")
    assert (result.code, result.raw) == (2, b"")
    assert "no␛[2Jsuch.md does not exist." in result.talk
    assert "\x1b" not in result.talk


def test_interrupt_is_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(args: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.cli.app.run", stop)
    result = run("doctor")
    assert result.code == 130
    assert "Interrupted" in result.talk


def test_own_fault_is_a_sentence_not_a_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(args: list[str]) -> int:
        raise RuntimeError("boom \x1b[31m")

    monkeypatch.setattr("workbench.cli.app.run", fail)
    result = run("doctor")
    assert result.code == 2
    assert "Traceback" not in result.talk
    assert "RuntimeError: boom ␛[31m" in result.talk
    assert "CTXBENCH_DEBUG=1" in result.talk
    monkeypatch.setenv("CTXBENCH_DEBUG", "1")
    with pytest.raises(RuntimeError, match="boom"):
        run("doctor")


@pytest.mark.slow
def test_a_reader_that_stops_early_is_no_error(here: Path) -> None:
    (here / "long.md").write_text("word\n" * 20_000)
    program = f"{sys.executable} -m workbench count --counter chars --by line long.md | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_colour_only_on_a_terminal_and_never_with_no_color(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[31m" in run("parts", "gone.md", "--nope", tty=True).talk
    assert "\x1b" not in run("parts", "gone.md", "--nope").talk
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("parts", "gone.md", "--nope", tty=True).talk


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str, run: Run) -> None:
    result = run("completion", shell)
    assert result.code == 0
    assert "_CTXBENCH_COMPLETE" in result.out


def test_completion_offers_verbs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_CTXBENCH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "ctxbench pa")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert "parts" in run().out


def test_doctor_reports_nothing_sent(run: Run, here: Path) -> None:
    result = run("doctor", "--json")
    assert result.record["sent"] == []
    assert result.record["version"] == __version__
    assert "sent from this machine: nothing" in run("doctor").out


def test_a_terminal_without_unicode_gets_escapes(here: Path) -> None:
    (here / "a.md").write_text("# Straße 在庫\n\ntext\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "parts", "--counter", "chars", "a.md"],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert b"Stra\\xdfe" in done.stdout


def test_json_is_ascii_with_any_file_name(run: Run, here: Path) -> None:
    name = os.fsdecode(b"caf\xe9 \xe2\x80\xae.md")
    try:
        (here / name).write_bytes(b"# A\n\xff\n")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    result = run("parts", "--counter", "chars", "--json", name)
    assert result.code == 0, result.talk
    assert result.raw.isascii()
    assert json.loads(result.raw)["path"] == name
