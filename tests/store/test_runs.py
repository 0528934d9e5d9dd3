"""Runs that asked a model: kept for good, beside what was expected of them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from workbench.errors import StoreError
from workbench.measure.request import Usage
from workbench.store import schema
from workbench.store.store import Store
from workbench.verbs.save import save

ESTIMATE = {"expected": {"calls": 3, "usd": 0.01}, "money": "0.01 to 0.04 USD"}


def test_the_real_cost_stands_beside_the_estimate(store: Store) -> None:
    run = store.runs.start("score", "score a.md", "https://x/v1/messages", "m", ESTIMATE)
    (begun,) = store.runs.all()
    assert (begun.state, begun.calls, begun.cost) == ("started", 0, None)
    store.runs.end(run, "done", calls=3, answers=3, usage=Usage(50, 300, 900, 1800), cost=0.0123)
    (ended,) = store.runs.all()
    assert ended.estimate == ESTIMATE
    assert (ended.state, ended.calls, ended.cost) == ("done", 3, 0.0123)
    assert ended.usage == Usage(50, 300, 900, 1800)
    assert ended.to_dict()["estimate"]["money"] == "0.01 to 0.04 USD"


def test_a_run_that_was_cut_off_is_still_listed(store: Store) -> None:
    store.runs.start("score", "score \udcff.md", "e", "m", ESTIMATE)
    other = store.runs.start("score", "score b.md", "e", "m", ESTIMATE)
    store.runs.end(other, "stopped", calls=1, answers=0, usage=Usage(), cost=None)
    assert [run.state for run in store.runs.all()] == ["started", "stopped"]
    assert store.runs.all()[0].what == "score \udcff.md"


@pytest.mark.parametrize("sql", ["UPDATE runs SET cost = 0", "DELETE FROM runs"])
def test_runs_are_never_changed(store: Store, sql: str) -> None:
    run = store.runs.start("score", "w", "e", "m", {})
    store.runs.end(run, "done", calls=1, answers=1, usage=Usage(1, 1), cost=1.0)
    with pytest.raises(StoreError, match="runs are never"), store.db.write() as conn:
        conn.execute(sql)
    assert store.runs.all()[0].cost == 1.0


def test_the_length_of_answers_is_learned_by_model_and_kind(store: Store) -> None:
    assert store.runs.learned("e", "m", "score") is None
    for model, kind, answers, output in (
        ("m", "score", 4, 400),
        ("m", "score", 1, 150),
        ("m", "rewrite", 1, 9000),
        ("other", "score", 1, 9000),
        ("m", "score", 3, None),
        ("m", "score", 0, 77),
    ):
        run = store.runs.start(kind, "w", "e", model, {})
        usage = Usage(10, output)
        store.runs.end(run, "done", calls=answers, answers=answers, usage=usage, cost=None)
    found = store.runs.learned("e", "m", "score")
    assert found is not None and (found.answers, found.mean) == (5, 110.0)


def test_what_a_server_can_do_is_remembered_by_address_and_model(store: Store) -> None:
    assert store.runs.capabilities("http://localhost:1", "m") == {}
    store.runs.keep_capabilities("http://localhost:1", "m", {"output_config": False})
    store.runs.keep_capabilities("http://localhost:1", "m", {"output_config": True})
    assert store.runs.capabilities("http://localhost:1", "m") == {"output_config": True}
    assert store.runs.capabilities("http://localhost:1", "n") == {}


def test_a_store_from_before_runs_is_upgraded_with_all_it_holds(
    store: Store, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", schema.STEPS[:1])
        save(prompt, "one", store)
        store.close()
    with sqlite3.connect(store.path) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] == 1
    conn.close()
    with Store(store.path) as newer:
        assert newer.runs.all() == ()
        assert len(newer.versions(prompt)) == 1
        newer.runs.start("score", "w", "e", "m", {})
        assert newer.db.integrity() == "ok"
    assert store.path.with_name(f"ctxbench.db.before-{schema.current()}").exists()
