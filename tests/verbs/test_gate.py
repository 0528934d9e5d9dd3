"""The gate holds for whoever calls the verbs, not for the command line alone."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from workbench.errors import GateRefused
from workbench.resources import sample_prompts
from workbench.store.store import Store
from workbench.verbs.optimize import Optimized, OptimizeRequest, optimize, write_in_place, write_out

SAMPLE = sample_prompts() / "duplicates" / "AGENTS.md"


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


def test_what_waits_for_a_yes_is_written_nowhere(tmp_path: Path) -> None:
    text = "# A\n\nStart it so:\n\n```sh\nmake \u200ball\n```\n"
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(text.encode())
    (merge,) = finished(optimize(OptimizeRequest(str(file)))).result.proposals
    done = finished(optimize(OptimizeRequest(str(file), accept=merge.id)))
    assert done.result.gate == "refused" and done.result.exit_code == 1
    with Store() as store:
        with pytest.raises(GateRefused, match="that nobody allowed"):
            write_in_place(done, store)
        with pytest.raises(GateRefused, match="that nobody allowed"):
            write_out(done, tmp_path / "new.md", store)
        assert store.versions(file) == ()
    assert file.read_bytes() == text.encode() and list(tmp_path.iterdir()) == [file]


def test_what_is_larger_than_allowed_is_written_nowhere(file: Path) -> None:
    done = finished(optimize(OptimizeRequest(str(file), accept="all", budget=10)))
    assert done.result.accepted and done.result.over_budget > 0
    with Store() as store:
        with pytest.raises(GateRefused, match=r"above the 10 allowed"):
            write_in_place(done, store)
        assert store.versions(file) == ()
    assert file.read_bytes() == SAMPLE.read_bytes()
