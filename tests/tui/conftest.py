"""What the tests of the terminal face share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tui.benches import Gates


@pytest.fixture
def gates(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gates]:
    made = Gates(monkeypatch)
    yield made
    made.open.set()
