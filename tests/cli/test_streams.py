"""Standard streams that are closed, full or gone: no traceback, and the words stay true."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="shell redirections of POSIX")


def shell(line: str, here: Path) -> subprocess.CompletedProcess[bytes]:
    """`line` in a shell, where $X is ctxbench; the store is in the folder `here`."""
    root = str(Path(__file__).parents[2])
    env = os.environ | {
        "X": f"{sys.executable} -m workbench",
        "PYTHONPATH": root,
        "CTXBENCH_HOME": str(here / "home"),
    }
    return subprocess.run(["bash", "-c", line], cwd=here, env=env, capture_output=True, check=False)


@pytest.fixture
def prompt(here: Path) -> Path:
    (here / "a.md").write_bytes(b"# A\n\nAlways lint.\n")
    return here / "a.md"


@pytest.mark.parametrize("verb", ["--version", "--help", "count --counter chars a.md"])
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(prompt: Path, verb: str, closed: str) -> None:
    done = shell(f"$X {verb} {closed}", prompt.parent)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_stdout_does_not_become_the_store(prompt: Path) -> None:
    assert shell("$X save a.md -m kept <&- >&- 2>&-", prompt.parent).returncode == 0
    assert shell("$X show a.md@1", prompt.parent).stdout == prompt.read_bytes()
    assert (prompt.parent / "home" / "ctxbench.db").read_bytes().startswith(b"SQLite format 3")


def test_closed_standard_input_is_said(prompt: Path) -> None:
    done = shell("$X count - <&-", prompt.parent)
    assert done.returncode == 2
    assert b"Standard input is closed" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "verb", ["--version", "--help", "doctor --json", "parts --json a.md", "show a.md@1"]
)
def test_a_full_output_is_said_in_words(prompt: Path, verb: str) -> None:
    shell("$X save a.md -m one", prompt.parent)
    for buffered in ("", "PYTHONUNBUFFERED=1 "):
        done = shell(f"{buffered}$X {verb} > /dev/full", prompt.parent)
        assert done.returncode == 2
        assert b"No space left" in done.stderr
        assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_save_whose_report_is_lost_is_not_called_undone(prompt: Path) -> None:
    done = shell("$X save a.md -m one > /dev/full", prompt.parent)
    assert b"only this report is missing" in done.stderr
    assert shell("$X show a.md@1", prompt.parent).stdout == prompt.read_bytes()
    # Talk that nobody can hear changes nothing.
    heard = shell("$X count nope.md 2> /dev/full", prompt.parent)
    assert heard.returncode == 2


def test_the_output_of_another_program_can_be_read(prompt: Path) -> None:
    done = shell("$X parts --json --counter chars <(cat a.md)", prompt.parent)
    assert b'"bytes": 18' in done.stdout
    assert b'"bytes": 18' in shell("cat a.md | $X parts --json /dev/stdin", prompt.parent).stdout


def test_standard_input_is_read_once(run: Run, here: Path) -> None:
    for verb in ("count", "diff", "ledger"):
        result = run(verb, "-", "-", stdin=b"x\n")
        assert (result.code, result.raw) == (2, b"")
        assert "only once" in result.talk
