"""A server that judges by what it reads, and the command line in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import here, run
from tests.models.conftest import server
from tests.models.serving import Served

__all__ = ["here", "run", "server"]

KEY = "sk-ant-api03-Zz9-very-secret-indeed-0123456789"
MODEL = "claude-sonnet-5-5"


@pytest.fixture
def judge(server: Callable[..., Served], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Served]:
    """`judge("planted", ...)` starts a server whose answers come from `tests/asking/judges.py` (or
    another module of that folder), and puts a key into the environment."""

    def start(name: str = "planted", module: str = "judges", **scenario: Any) -> Served:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        folder = str(Path(__file__).parent)
        return server(judge=f"{module}:{name}", judge_path=folder, key=KEY, **scenario)

    return start


def planted(scores: list[float]) -> str:
    """A prompt of one part for each score, which stands in its text."""
    return "".join(
        f"## Section {k}\n\nWorth {score:g} points. Words about matter {k}.\n\n"
        for k, score in enumerate(scores)
    )
