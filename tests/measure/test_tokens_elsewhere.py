"""Counting in another process: the same costs, progress, cancel, and words when it fails."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from workbench.errors import CtxbenchError, Interrupted
from workbench.measure.tokens import LineCounter, get_tokenizer
from workbench.verbs.count_elsewhere import count_lines_elsewhere, work

LINES = ["# Title\n", "\n", "Write the test \udc80 first.\n", "日本語\r\n", "end"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["o200k_base", "claude-5"])
def test_costs_are_those_of_this_process(name: str) -> None:
    steps = list(count_lines_elsewhere(name, LINES))
    assert steps[-1].costs is not None
    assert steps[-1].done == steps[-1].total == len(LINES)
    assert all(step.costs is None for step in steps[:-1])
    here = LineCounter(get_tokenizer(name), LINES)
    adopted = LineCounter(get_tokenizer(name))
    adopted.adopt(LINES, steps[-1].costs)
    assert adopted.total == here.total
    assert adopted.costs() == here.costs()
    adopted.splice(1, 3, ["x\n"])
    here.splice(1, 3, ["x\n"])
    assert adopted.total == here.total


def test_cancel_ends_the_process() -> None:
    asked = []

    def cancel() -> bool:
        asked.append(True)
        return len(asked) > 1

    with pytest.raises(Interrupted):
        list(count_lines_elsewhere("o200k_base", LINES * 2000, cancel=cancel))


def test_dropping_the_generator_ends_the_process() -> None:
    steps = count_lines_elsewhere("o200k_base", LINES)
    next(steps)
    steps.close()


def test_an_unknown_counter_is_reported() -> None:
    with pytest.raises(CtxbenchError, match="no counter named"):
        list(count_lines_elsewhere("nonsense", LINES))


def test_a_process_that_dies_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.verbs.count_elsewhere._WORK", "raise SystemExit('no memory')")
    with pytest.raises(CtxbenchError, match="no memory"):
        list(count_lines_elsewhere("o200k_base", LINES * 20_000))


def test_modules_in_the_current_directory_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiktoken.py").write_text("raise SystemExit('a stranger was run')")
    monkeypatch.chdir(tmp_path)
    assert list(count_lines_elsewhere("o200k_base", LINES))[-1].costs is not None


def test_worker_answers_json_lines() -> None:
    request = {"counter": "chars", "model": None, "lines": ["a\n", "b\n"]}
    sink = io.BytesIO()
    work(io.BytesIO(json.dumps(request).encode()), sink)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert answers[-1] == {"done": 2, "costs": [740, 740]}
