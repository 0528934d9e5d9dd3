"""Two processes that ask about the same file at once meet in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.asking.conftest import MODEL, planted
from tests.models.serving import Served
from tests.waiting import LONG

pytestmark = pytest.mark.loopback
ROOT = Path(__file__).resolve().parents[2]
COUNT = 20


@pytest.mark.slow
def test_two_processes_share_the_questions(judge: Callable[..., Served], here: Path) -> None:
    scores = [k % 11 for k in range(COUNT)]
    (here / "CLAUDE.md").write_text(planted(scores))
    served = judge(latency=1.0)
    command = [sys.executable, "-m", "workbench", "score", str(here / "CLAUDE.md")]
    command += ["--granularity", "fine", "--base-url", served.url, "--judge-model", MODEL]
    command += ["--yes", "--json", "--task", "review"]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)

    both = [start()]
    served.wait(lambda rows: len(rows) >= 1)  # one has begun, and nothing is stored yet
    both.append(start())
    records = []
    for process in both:
        out, err = process.communicate(timeout=LONG)
        assert process.returncode == 0, err
        records.append(json.loads(out))
    for record in records:
        assert [part["score"] for part in record["parts"]] == scores
        assert record["requests"] + record["cost"]["stored_answers"] == COUNT
        assert record["cost"]["state"] == "done"
    sent = len([row for row in served.received() if row.path == "/v1/messages"])
    assert sent == sum(record["requests"] for record in records)
    # At worst the first one and what both have under way when they meet; without it nearly all.
    assert sent <= COUNT + 12
