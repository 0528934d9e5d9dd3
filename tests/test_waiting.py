"""How tests wait and which of them run: events and not the clock, a spread and not everything."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import pytest_collection_modifyitems
from tests.waiting import Stopwatch, children_of, ended, slept, wait_until

HERE = Path(__file__).parent
#: Where a clock belongs: the helpers themselves, and a server whose subject is to be slow.
CLOCKS = {"waiting.py", "tui/terminal.py", "models/server.py"}
TELLING = {"sleep", "pause", "monotonic", "perf_counter"}


def clocks(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        nothing = not node.args or ast.unparse(node.args[0]) == "0"
        if name in TELLING and not (name in ("sleep", "pause") and nothing):
            yield f"{path.relative_to(HERE).as_posix()}:{node.lineno}: {ast.unparse(node)[:60]}"


@pytest.mark.slow
def test_no_test_waits_for_the_clock() -> None:
    """A fixed pause is too short on a busy machine and too long on a quiet one."""
    found = [
        line
        for path in sorted(HERE.rglob("*.py"))
        if path.relative_to(HERE).as_posix() not in CLOCKS
        for line in clocks(path)
    ]
    # The one that is left compares with times that a server wrote down.
    assert [line for line in found if "asking/test_cases.py" not in line] == []


def test_a_wait_ends_with_what_it_waits_for_and_a_failure_names_it() -> None:
    seen: list[int] = []
    threading.Timer(0.05, lambda: seen.append(7)).start()
    assert wait_until(lambda: seen and seen[0]) == 7
    assert wait_until(lambda: [[]]) == [[]]


def test_a_stopwatch_counts_no_more_than_has_passed() -> None:
    clock = Stopwatch()
    wait_until(lambda: clock.seconds > 0.05)
    taken = clock.stop()
    assert taken >= 0.05
    assert clock.stop() == taken


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_process_that_waits_is_told_from_one_that_works_and_from_one_that_is_gone() -> None:
    waits = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    works = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        assert {waits.pid, works.pid} <= set(children_of(os.getpid()))
        wait_until(lambda: slept(waits.pid) > 0)
        assert slept(works.pid) == -1
    finally:
        works.kill()
        waits.kill()
        for process in (works, waits):
            process.wait()
    assert ended(works.pid) and slept(works.pid) == -1
    assert waits.stdin is not None
    waits.stdin.close()


class Case:
    """As much of a test as the sampling asks for."""

    def __init__(self, nodeid: str, every: int = 3) -> None:
        self.nodeid, self.mark, self.slow = nodeid, pytest.mark.sampled(every).mark, False

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.mark if name == "sampled" else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.slow = mark.name == "slow"


def test_one_case_in_n_stays_in_the_fast_run_and_which_one_goes_round() -> None:
    names = [*(f"first[{n}]" for n in range(7)), *(f"second[{n}]" for n in range(7)), "alone"]
    cases = [Case(name) for name in names]
    pytest_collection_modifyitems(cases)  # type: ignore[arg-type]
    assert [case.nodeid for case in cases if not case.slow] == [
        "first[0]", "first[3]", "first[6]", "second[1]", "second[4]", "alone",
    ]  # fmt: skip
