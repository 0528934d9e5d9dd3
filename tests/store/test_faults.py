"""A few of the faults that `benchmarks/faults.py` injects everywhere."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "faults.py"


@pytest.fixture(scope="module")
def faults() -> ModuleType:
    spec = importlib.util.spec_from_file_location("faults", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.sampled(7)
@pytest.mark.parametrize("step", ["save", "write", "restore", "label", "through", "new", "first"])
def test_killed_anywhere_nothing_is_lost(faults: ModuleType, tmp_path: Path, step: str) -> None:
    bench = faults.Bench(tmp_path)
    bench.by_shim(step, 5)
    assert bench.count["killed by the shim"] >= 4
    assert bench.failures == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("step", ["write", pytest.param("restore", marks=pytest.mark.long)])
def test_killed_at_system_calls(faults: ModuleType, tmp_path: Path, step: str) -> None:
    bench = faults.Bench(tmp_path)
    bench.by_system_call(step, 2)
    assert bench.failures == []
