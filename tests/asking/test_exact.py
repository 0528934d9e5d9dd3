"""`count --exact`: the provider's own number, for free, once, and only after a yes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.asking.conftest import MODEL
from tests.cli.conftest import Run
from tests.models.serving import Served

pytestmark = pytest.mark.loopback
SECRET = "ghp_7wQFAKE9rTz3LmN5xKv2YbHs8PcJ1dEu4Wo6"
Judge = Callable[..., Served]


@pytest.fixture
def file(here: Path) -> Path:
    (here / "CLAUDE.md").write_text("# Boats\n\nNever sail alone.\n")
    return here / "CLAUDE.md"


def _asked(served: Served, *more: str) -> list[str]:
    return ["count", "CLAUDE.md", "--exact", "--base-url", served.url, "--model", MODEL, *more]


def test_the_count_is_asked_for_once_and_stored(run: Run, judge: Judge, file: Path) -> None:
    served = judge()
    first = run(*_asked(served, "--yes", "--json"))
    assert first.code == 0, first.talk
    exact = first.record["exact"]
    assert exact["label"] == "exact" and exact["tokens"] > 0 and not exact["stored"]
    again = run(*_asked(served, "--json")).record["exact"]
    assert again["stored"] and again["tokens"] == exact["tokens"]
    [sent] = served.received()
    assert sent.path.endswith("count_tokens")
    assert sent.body["messages"][0]["content"] == [{"type": "text", "text": file.read_text()}]
    assert not {"output_config", "max_tokens", "temperature", "system"} & set(sent.body)
    assert "Exact for" in run(*_asked(served)).out


def test_nothing_is_sent_without_a_yes_or_with_a_key_in_the_text(
    run: Run, judge: Judge, file: Path
) -> None:
    served = judge()
    no = run(*_asked(served))
    assert no.code == 2 and "nobody agreed" in no.talk
    file.write_text(f"Log in with `{SECRET}`\n")
    held = run(*_asked(served, "--yes"))
    assert held.code == 2 and "line 1" in held.talk and SECRET not in held.talk
    assert served.received() == []


def test_a_server_that_does_not_count_is_no_failure(run: Run, judge: Judge, file: Path) -> None:
    served = judge(lacks=["count_tokens"])
    done = run(*_asked(served, "--yes", "--json"))
    assert done.code == 0 and done.record["exact"]["tokens"] is None
    assert done.record["total_tokens"] > 0


def test_without_a_key_it_says_what_is_missing_and_counts_all_the_same(
    run: Run, file: Path
) -> None:
    done = run("count", "CLAUDE.md", "--exact", "--yes", "--json")
    assert done.code == 3 and "ANTHROPIC_API_KEY" in done.talk
    assert done.record["exact"] is None and done.record["total_tokens"] > 0
