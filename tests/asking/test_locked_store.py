"""Another process holds the store while a model is asked: it ends soon, and nothing is lost."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.asking.conftest import MODEL, planted
from tests.cli.conftest import Run
from tests.models.serving import Served
from tests.waiting import Stopwatch

pytestmark = pytest.mark.loopback


@pytest.mark.slow
@pytest.mark.parametrize("held", [120.0, 3.0], ids=["for good", "for a while"])
def test_a_store_that_is_held_stops_the_run_and_no_answer_is_lost(
    run: Run, judge: Callable[..., Served], here: Path, held: float
) -> None:
    served = judge(latency=0.3)
    (here / "CLAUDE.md").write_text(planted([9, 1, 5, 7, 2, 8, 3, 6]))
    asked = ["score", "CLAUDE.md", "--base-url", served.url, "--judge-model", MODEL]
    store = Path(os.environ["CTXBENCH_HOME"]) / "ctxbench.db"
    free = threading.Event()

    def hold() -> None:
        served.wait(lambda rows: len(rows) >= 2)
        connection = sqlite3.connect(store, timeout=100, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        free.wait(held)
        connection.execute("ROLLBACK")
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    clock = Stopwatch()
    done = run(*asked, "--yes", "--json")
    took = clock.stop()
    free.set()
    holder.join()
    assert took < 25, "each send and each answer waits less than a second"
    sent = len(served.received())
    shown = sum(part["score"] is not None for part in done.record["parts"])
    assert shown == sent >= 2, done.talk
    again = run(*asked, "--yes", "--json")
    assert again.code == 0
    if held < 10:
        assert len(served.received()) <= 8 + sent
