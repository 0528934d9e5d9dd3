"""The bench in memory: opened, held in the middle of a job, waited for."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.waiting import Bound
from workbench.config import Settings
from workbench.store.store import Store
from workbench.tui.app import WorkbenchApp, open_session
from workbench.tui.bars import window_pieces
from workbench.tui.screens.bench import BenchScreen
from workbench.verbs.mark import mark as mark_line


class Gates:
    """Background jobs that wait until the test lets them go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.open = threading.Event()

        self.real: dict[str, Any] = {}

    def hold(self, module: Any, name: str) -> None:
        """From now on `module.name` waits before it works, until `open` is set."""
        real = self.real.setdefault(name, getattr(module, name))
        gate = self.open = threading.Event()

        def held(*args: Any, **options: Any) -> Any:
            yield 0, 1
            gate.wait(30)
            return (yield from real(*args, **options))

        self.monkeypatch.setattr(module, name, held)


@asynccontextmanager
async def opened(
    path: Path,
    size: tuple[int, int] = (80, 24),
    layout: str | None = None,
    *,
    findings: bool = False,
) -> AsyncIterator[tuple[BenchScreen, Pilot[Any]]]:
    """The bench with all that is found out in the background."""
    settings = Settings(layout=layout)
    app = WorkbenchApp(open_session(path, settings), settings)
    async with app.run_test(size=size) as pilot:
        bench = app.screen
        assert isinstance(bench, BenchScreen)
        if findings:
            await until(pilot, lambda: bench.session.flagged.known)
        else:
            await until(pilot, lambda: bool(bench.session.scores))
        yield bench, pilot


async def until(pilot: Pilot[Any], true: Callable[[], object]) -> None:
    """Wait for an event of the application; what never comes ends the test."""
    bound = Bound()
    while not true():
        assert bound.holds(), f"waited in vain for {true}"
        await pilot.pause()


@contextmanager
def unchanged(bench: BenchScreen) -> Iterator[None]:
    before = bench.editor.text
    yield
    assert bench.editor.text == before


def mark(path: Path, words: str) -> None:
    """The user calls the line of a file that holds `words` critical."""
    lines = path.read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if words in line)
    with Store() as store:
        mark_line(path, str(number), store)


def header(bench: BenchScreen, width: int) -> str:
    """The bar on top, as words."""
    return "".join(piece.text for piece in window_pieces(bench.session, "", width))


def key_row(bench: BenchScreen, width: int = 80) -> str:
    """The bar at the foot, as words."""
    return "".join(piece.text for piece in bench._key_row(width))
