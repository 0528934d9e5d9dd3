"""The gate holds for whoever calls the verbs, not for the command line alone."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from workbench.errors import GateRefused
from workbench.resources import sample_prompts
from workbench.store.store import Store
from workbench.verbs.optimize import Optimized, optimize, write_in_place, write_out

SAMPLE = sample_prompts() / "ledger-service" / "CLAUDE.md"


def finished(steps: Generator[Any, None, Optimized]) -> Optimized:
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Optimized = done.value
            return result


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copyfile(SAMPLE, tmp_path / "CLAUDE.md"))


def test_what_loses_a_rule_is_written_nowhere(file: Path, tmp_path: Path) -> None:
    done = finished(optimize(str(file), accept="safe"))
    # Offline nothing is proposed that loses a rule: the gate holds whoever made the change.
    done = replace(done, result=replace(done.result, gate="refused"))
    with Store() as store:
        with pytest.raises(GateRefused, match="losses that nobody allowed"):
            write_in_place(done, store)
        with pytest.raises(GateRefused, match="losses that nobody allowed"):
            write_out(done, tmp_path / "new.md", store)
        assert store.versions(file) == ()
    assert file.read_bytes() == SAMPLE.read_bytes() and list(tmp_path.iterdir()) == [file]


def test_what_is_larger_than_allowed_is_written_nowhere(file: Path) -> None:
    done = finished(optimize(str(file), accept="safe", budget=10))
    assert done.result.accepted and done.result.over_budget > 0
    with Store() as store:
        with pytest.raises(GateRefused, match=r"above the 10 allowed"):
            write_in_place(done, store)
        assert store.versions(file) == ()
    assert file.read_bytes() == SAMPLE.read_bytes()
