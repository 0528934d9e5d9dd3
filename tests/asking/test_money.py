"""Limits of money that can be kept, and those that cannot; models and prices that nobody knows."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.asking.conftest import KEY, MODEL
from tests.cli.conftest import Run
from tests.models.serving import Served
from workbench.errors import AgentUnavailable
from workbench.measure.prices import tariff
from workbench.measure.request import Usage
from workbench.measure.tokens.models import nearest_id
from workbench.models.choose import choose
from workbench.models.sdk import SdkRunner

Judge = Callable[..., Served]
FILE = "CLAUDE.md"


@pytest.fixture(autouse=True)
def prompt(here: Path) -> None:
    (here / FILE).write_text("Worth 4 points. Settle the accounts.\n")


def asked(served: Served, model: str, *more: str) -> list[str]:
    base = ["score", FILE, "--task", "settle the accounts", "--json"]
    return [*base, "--base-url", served.url, "--judge-model", model, *more]


pytestmark = pytest.mark.loopback


def test_a_paid_model_behind_a_local_address_is_priced_as_that_model(
    run: Run, judge: Judge
) -> None:
    """A proxy on this machine usually hands questions on to the provider."""
    served = judge()
    dry = run(*asked(served, MODEL, "--dry-run")).record["estimate"]
    assert dry["payment"] == "price" and 0 < dry["expected"]["usd"] <= dry["worst"]["usd"]
    assert "whether this server hands it on is not known" not in dry["formula"]  # one question only
    # What it costs at worst does not fit: nothing is sent.
    little = run(*asked(served, MODEL, "--max-cost", "0.0001"))
    assert little.code == 3 and "could pass the limit" in little.talk
    assert served.received() == []
    done = run(*asked(served, MODEL, "--max-cost", "1"))
    usage = Usage(**done.record["cost"]["usage"])
    assert done.code == 0 and done.record["cost"]["usd"] == pytest.approx(
        tariff(MODEL).usd(usage), abs=1e-6
    )


def test_a_limit_without_a_price_is_refused_unless_the_user_says_so(run: Run, judge: Judge) -> None:
    served = judge()
    args = asked(served, "house-model", "--max-cost", "1")
    for more in ([], ["--yes"]):
        refused = run(*args, *more)
        assert refused.code == 2 and "--price-unknown-ok" in refused.talk
        assert "What house-model costs at http://127.0.0.1" in refused.talk
    assert served.received() == []
    done = run(*args, "--price-unknown-ok")
    assert done.code == 0 and done.record["cost"]["words"] == "no price: local"


def test_a_price_of_ones_own_makes_a_limit_that_is_kept(
    run: Run, judge: Judge, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = judge()
    own = {"house-model": {"prices": {"input": 1, "output": 2}}, MODEL: {}}
    (here / "prices.yaml").write_text(yaml.safe_dump({"models": own}))
    monkeypatch.setenv("CTXBENCH_PRICES", str(here / "prices.yaml"))
    done = run(*asked(served, "house-model", "--max-cost", "1"))
    assert done.code == 0 and done.record["cost"]["usd"] > 0
    # A row without a price says that nobody knows it, ours notwithstanding.
    assert run(*asked(served, MODEL, "--max-cost", "1")).code == 2


def test_public_prices_that_were_missing() -> None:
    for name, row in {
        "claude-fable-5": (10, 50, 12.5, 1.0),
        "claude-opus-4-5-20251101": (5, 25, 6.25, 0.5),
        "claude-sonnet-4-5": (3, 15, 3.75, 0.3),
    }.items():
        prices = tariff(name).prices
        assert (prices["input"], prices["output"], prices["write_5m"], prices["read"]) == row
    assert tariff("claude-haiku-5-5").min_cache is None  # not known, so not reckoned with


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("sonnet", "claude-sonnet-5-5"),
        ("Opus", "claude-opus-5-5"),
        ("claude-sonet-5", "claude-sonnet-5"),
        ("gpt-5", "gpt-5"),
        ("claude-opus-4-5-20251101", "claude-opus-4-5"),
        ("qwen3", ""),
        ("", ""),
    ],
)
def test_the_model_that_a_name_may_mean(name: str, meant: str) -> None:
    assert nearest_id(name) == meant


def test_a_model_that_nobody_knows_draws_a_warning(
    run: Run, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    far = ["score", FILE, FILE, "--judge", "anthropic", "--dry-run", "--json"]
    talk = run(*far, "--judge-model", "sonnet").talk
    assert "warning: The model 'sonnet' is not in the table of models" in talk
    assert "Did you mean claude-sonnet-5-5?" in talk and talk.count("warning") == 1
    assert "The price of the model 'gpt-5' is not known" in run(*far, "--judge-model", "gpt-5").talk
    assert "warning" not in run(*far, "--judge-model", MODEL).talk + run(*far).talk
    # A server of one's own has names of its own; a name of a paid service is looked at there too.
    served = judge()
    assert "warning" not in run(*asked(served, "qwen3:8b", "--dry-run")).talk
    assert "warning" in run(*asked(served, "sonnet", "--dry-run")).talk


def test_without_the_sdk_nobody_is_blamed_and_a_command_still_works(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    args = ["score", FILE, "--task", "settle", "--yes", "--json"]
    missing = run(*args, "--judge", "anthropic")
    assert missing.code == 3 and "fault of its own" not in missing.talk
    assert (
        "`anthropic`" in missing.talk
        and "is not installed" in missing.talk
        and "pip install" in missing.talk
    )
    exact = run("count", "--exact", "--model", MODEL, FILE, "--yes")
    assert "fault of its own" not in exact.talk
    answer = {"id": "1", "justification": "It is.", "usage": "OFTEN", "score": 6}
    (here / "judge.py").write_text(f"print({json.dumps(json.dumps(answer))})\n")
    assert run(*args, "--runner", f"{sys.executable} judge.py").code == 0


def test_an_sdk_that_is_broken_is_told_when_it_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is found, and importing it fails."""
    from tests.models.asked import requests, run

    monkeypatch.setitem(sys.modules, "anthropic", None)
    monkeypatch.setattr("workbench.models.choose.need_sdk", lambda: None)
    runner = choose(model=MODEL, environ={"ANTHROPIC_API_KEY": KEY})
    assert isinstance(runner, SdkRunner)
    _, result = run(runner, requests(3))
    assert isinstance(result.stopped, AgentUnavailable) and result.calls == 1
    assert "`anthropic`" in result.stopped.message


def test_a_question_without_a_terminal_ends_with_2_and_names_its_flag(
    run: Run, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = judge()
    args = asked(served, MODEL)
    refused = run(*args)
    assert refused.code == 2 and "--yes" in refused.talk
    exact = run("count", "--exact", FILE, "--base-url", served.url, "--model", MODEL)
    assert exact.code == 2 and "--yes" in exact.talk
    # Half a terminal is none: a question that goes into a file is seen by nobody.
    from workbench.cli.asking import somebody_there

    class Terminal:
        def isatty(self) -> bool:
            return True

    class Closed:
        def isatty(self) -> bool:
            raise ValueError("I/O operation on closed file")

    for stdin, stderr, there in (
        (Terminal(), Terminal(), True),
        (None, Terminal(), False),
        (Terminal(), None, False),
        (Closed(), Terminal(), False),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", stdin)
            patch.setattr(sys, "stderr", stderr)
            assert somebody_there() is there
    assert served.received() == []


def test_keys_are_looked_for_in_all_that_leaves() -> None:
    """Also in what stands around the text: a heading, a name, our own words."""
    from workbench.prompt.prompt import Prompt
    from workbench.verbs.secret_check import find_secrets

    key = "ghp_" + "aB3dE5fG7h" * 4
    text = f"# Deploy\n\nUse {key} for it.\nAnd so on.\n"
    prompt = Prompt.from_bytes(text.encode())
    known = find_secrets([("CLAUDE.md", prompt)])
    assert [one.place for one in known] == ["CLAUDE.md line 3"]
    # Copies of a line, whole or in a piece, are not told again.
    copies = {"question of score 1": f"| Use {key} for it.\nAbout: {key} for\n| And so on."}
    again = find_secrets([("CLAUDE.md", prompt)], sent={"system text of 1": "Judge.", **copies})
    assert [one.place for one in again] == ["CLAUDE.md line 3", "question of score 1 line 2"]
    assert find_secrets([("CLAUDE.md", prompt)], sent={"q": f"| {key} for it."}) == known
    other = find_secrets([("CLAUDE.md", Prompt.from_bytes(b"Plain."))], sent=copies)
    assert [one.line for one in other] == [1, 2] and key not in str(other)
    # What the user accepted in the text is accepted in its copies.
    from workbench.verbs.secrets import key_like

    muted = tuple(one.key for one in key_like(prompt))
    assert find_secrets([("f", prompt)], sent={"q": f"| Use {key} for it."}, muted=muted) == ()
