"""The test server as a fixture."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.models.serving import Served, serve


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """`server(answer="...", rules=[...])` starts one; all of them end with the test."""
    running: list[Served] = []

    def start(**scenario: Any) -> Served:
        folder = tmp_path / f"server-{len(running)}"
        folder.mkdir()
        running.append(serve(folder, scenario))
        return running[-1]

    yield start
    for one in running:
        one.end()


@pytest.fixture
def tidy() -> Iterator[None]:
    """Fails the test that leaves a socket or a transport to the garbage collector."""
    gc.collect()
    with warnings.catch_warnings(record=True) as left:
        warnings.simplefilter("always", ResourceWarning)
        yield
        gc.collect()
    found = [str(one.message) for one in left if one.category is ResourceWarning]
    assert not found
