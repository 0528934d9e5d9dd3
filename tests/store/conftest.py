"""A store and a prompt file of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from workbench.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Its clock moves on by one second at each look."""
    moments = (datetime(2026, 9, 1, 12, tzinfo=UTC) + timedelta(seconds=n) for n in range(10**6))
    with Store(tmp_path / "home" / "ctxbench.db", clock=lambda: next(moments)) as made:
        yield made


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    """A project with one prompt file."""
    path = tmp_path / "project" / "CLAUDE.md"
    path.parent.mkdir()
    path.write_bytes(b"- first text\n")
    return path
