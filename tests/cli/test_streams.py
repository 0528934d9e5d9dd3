"""Standard streams that are closed, full or gone: no traceback, and the words stay true."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.faulty_streams import FAULTS
from tests.test_offline import LEDGER, RUNS

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


@pytest.mark.slow
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


Fault = tuple[str, bool]


def sweep(here: Path, runs: list[tuple[list[str], list[Fault]]]) -> None:
    """Each run with its faults, in buffered or unbuffered processes, against the run without."""
    (here / "a.md").write_bytes(b"# A\n\nAlways lint. Never lint on Mondays.\n")
    cases = [(run, *fault) for run, faults in runs for fault in [("", False), *faults]]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("faulty_streams.py"))],
        input=json.dumps(cases),
        capture_output=True,
        text=True,
        cwd=here,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        check=False,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == len(cases), done.stderr
    wrong, whole = [], (0, "", "")
    for (run, fault, unbuffered), (code, out, err) in zip(cases, rows, strict=True):
        if not fault:
            whole = (code, out, err)
            continue
        wanted = {whole[0]}
        if fault == "stdout full" and whole[1]:
            wanted = {2} if "No space left" in err else set()
        elif fault == "stdout gone" and whole[1]:
            wanted = {0}  # as with `| head`
        if code not in wanted or "Traceback" in err or "Exception" in err:
            wrong.append((run, fault, unbuffered, whole, (code, out[-200:], err[-400:])))
    assert not wrong, wrong


#: One run of each verb that needs no model.
RUNS_HERE = [["a.md" if word == LEDGER else word for word in run] for run, _ in RUNS]
VERBS = list({run[0]: run for run in reversed(RUNS_HERE) if "--judge" not in run}.values())[::-1]
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.mark.slow
@needs_full
def test_no_verb_stumbles_on_an_output_that_is_full_or_gone(here: Path) -> None:
    """Talk that nobody can hear changes no exit code; data that could not be written is said."""
    plain: list[Fault] = [("stderr full", False), ("stdout full", True)]
    helped: list[Fault] = [("stdout gone", True), ("stdout full", False), ("stdout closed", False)]
    help_of = [([verb[0], "--help"], helped) for verb in VERBS[2:4]]
    sweep(here, [*((verb, plain) for verb in VERBS), *help_of])


@needs_full
@pytest.mark.slow
@pytest.mark.parametrize("each", [1, pytest.param(12, marks=pytest.mark.long)])
def test_no_run_stumbles_on_any_fault_of_any_stream(here: Path, each: int) -> None:
    """Every run, with `each` of the faults in turn."""
    every = [(fault, unbuffered) for fault in FAULTS if fault for unbuffered in (False, True)]
    assert len(every) == 12
    sweep(here, [(run, (every * 2)[n % 12 :][:each]) for n, run in enumerate(RUNS_HERE)])


@pytest.mark.slow
@needs_full
@pytest.mark.parametrize(
    ("verb", "buffered"),
    [("--version", "PYTHONUNBUFFERED="), ("show a.md@1", "PYTHONUNBUFFERED=1")],
)
def test_a_full_output_is_said_in_words(prompt: Path, verb: str, buffered: str) -> None:
    """The same in processes of their own, from start to exit."""
    shell("$X save a.md -m one", prompt.parent)
    done = shell(f"{buffered} $X {verb} > /dev/full", prompt.parent)
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr
    assert shell(f"{buffered} $X count nope.md 2> /dev/full", prompt.parent).returncode == 2
    assert shell(f"{buffered} $X {verb} 2> /dev/full", prompt.parent).returncode == 0


@needs_full
def test_a_save_whose_report_is_lost_is_not_called_undone(prompt: Path) -> None:
    done = shell("$X save a.md -m one > /dev/full", prompt.parent)
    assert b"only this report is missing" in done.stderr
    assert shell("$X show a.md@1", prompt.parent).stdout == prompt.read_bytes()


def test_the_output_of_another_program_can_be_read(prompt: Path) -> None:
    done = shell("$X parts --json --counter chars <(cat a.md)", prompt.parent)
    assert b'"bytes": 18' in done.stdout
    assert b'"bytes": 18' in shell("cat a.md | $X parts --json /dev/stdin", prompt.parent).stdout


def test_standard_input_is_read_once(run: Run, here: Path) -> None:
    for verb in ("count", "diff", "ledger"):
        result = run(verb, "-", "-", stdin=b"x\n")
        assert (result.code, result.raw) == (2, b"")
        assert "only once" in result.talk
