"""What people lost with other tools, told again with our own texts (numbers: ids of the cases)."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.asking.conftest import KEY, MODEL, planted
from tests.asking.test_score import FILE, SCORES, options, posts
from tests.cli.conftest import Run
from tests.models.serving import Served
from tests.waiting import LONG, Stopwatch
from workbench.measure.request import Usage
from workbench.models.runner import Answer, Journal, RunnerInfo
from workbench.prompt.prompt import Prompt
from workbench.store.store import Store
from workbench.verbs.secret_check import find_secrets

pytestmark = pytest.mark.loopback
Judge = Callable[..., Served]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def prompt(here: Path) -> Path:
    (here / FILE).write_text(planted(SCORES))
    return here / FILE


@pytest.mark.slow
def test_case_071_a_judge_that_does_not_read_is_stopped(run: Run, judge: Judge, here: Path) -> None:
    """The score was zero whatever the text; the loop then tuned against noise."""
    (here / FILE).write_text(planted([k % 11 for k in range(40)]))
    served = judge("same", latency=0.05)
    done = run(*options(served, "--yes", "--json"))
    assert done.code == 3
    assert "the same to the letter" in done.talk and "was stopped" in done.talk
    record = done.record
    # Once five answers are the same to the letter, only those under way still come.
    assert record["requests"] < 20
    assert {p["recommendation"] for p in record["parts"]} == {"KEEP"}
    # The evidence of each question can be opened.
    texts = [json.loads(one["text"]) for one in record["answers"]]
    assert len(texts) >= 5 and {one["justification"] for one in texts} == {"It is relevant."}


@pytest.mark.slow
def test_case_071_scores_that_do_not_vary_are_called_suspect(
    run: Run, judge: Judge, prompt: Path
) -> None:
    served = judge("flat")
    done = run(*options(served, "--yes", "--json"))
    record = done.record
    assert "all 11 parts got the same score, 0" in record["suspect"]
    assert "Suspect" in done.talk and done.code == 1
    assert {p["recommendation"] for p in record["parts"]} == {"KEEP"}
    shown = run(*options(served))
    assert "REMOVE" not in shown.out
    assert len(record["answers"]) == 11


def test_case_071_a_part_that_is_the_task_cannot_be_worthless(
    run: Run, judge: Judge, here: Path
) -> None:
    text = planted([3, 7, 9]) + "## Aim\n\nSettle the accounts of the whole quarter.\n"
    (here / FILE).write_text(text)
    task = "settle the accounts of the whole quarter"
    done = run(*options(judge(), "--yes", "--json", "--task", task))
    assert "word for word got 0" in done.record["suspect"]


def test_case_074_a_dry_run_says_the_price_of_each_step(
    run: Run, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wanted by many: a price range before a run, and a budget."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    asked = ["score", FILE, "--granularity", "fine", "--judge", "anthropic", "--dry-run"]
    made = run(*asked, "--runs", "3", "--json").record["estimate"]
    assert [step["step"] for step in made["steps"]] == [
        "scores, run 1",
        "scores, run 2",
        "scores, run 3",
    ]
    for case in ("low", "expected", "worst"):
        total = made[case]["usd"]
        assert total > 0
        assert total == pytest.approx(sum(step[case]["usd"] for step in made["steps"]), abs=1e-5)
    assert made["low"]["usd"] < made["expected"]["usd"] < made["worst"]["usd"]
    assert made["expected"]["calls"] == 33 and made["worst"]["calls"] == 66
    text = run(*asked, "--runs", "3").out
    for words in ("scores, run 2", "low", "expected", "worst", "total", "USD", "Nothing was sent"):
        assert words in text
    unknown = run(*asked, "--judge-model", "model-b", "--json").record["estimate"]
    assert unknown["money"] == "price unknown" and unknown["expected"]["usd"] is None
    assert "price unknown" in run(*asked, "--judge-model", "model-b").out
    assert run("doctor", "--json").record["sends"] == []


class Priced:
    """A runner with a price, that answers by itself."""

    info = RunnerInfo("anthropic", "https://api.anthropic.com/v1/messages", MODEL, "price")

    def __init__(self) -> None:
        self.asked = 0

    async def ask(self, request: object, journal: Journal) -> Answer:
        number = request.id.rpartition(" ")[2]  # type: ignore[attr-defined]
        journal.sending(self.info.endpoint, MODEL, f"part {number}", 10)
        self.asked += 1
        found = {"id": number, "justification": f"{number}.", "usage": "OFTEN"}
        usage = Usage(200, 50, 0 if self.asked > 1 else 1000, 1000 if self.asked > 1 else 0)
        return Answer(json.dumps({**found, "score": int(number) % 10}), usage=usage, model=MODEL)

    async def close(self) -> None:
        pass


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> Priced:
    runner = Priced()
    monkeypatch.setattr("workbench.models.choose.choose", lambda **_: runner)
    return runner


def test_case_074_the_real_cost_stands_beside_the_estimate(
    run: Run, prompt: Path, priced: Priced
) -> None:
    asked = ["score", FILE, "--granularity", "fine", "--judge", "anthropic", "--json"]
    record = run(*asked, "--max-cost", "2").record
    real = (11 * (200 * 2 + 50 * 10) + 1000 * 2.5 + 10 * 1000 * 0.1) / 1e6
    assert record["cost"]["usd"] == pytest.approx(real, abs=1e-6)
    assert record["estimate"]["worst"]["usd"] > record["estimate"]["low"]["usd"] > 0
    (kept,) = run("doctor", "--json").record["runs"]
    assert kept["cost_usd"] == pytest.approx(real)
    assert kept["estimate"]["expected"]["usd"] == record["estimate"]["expected"]["usd"]
    listed = run("doctor", "--runs").out
    assert record["estimate"]["money"] in listed and record["cost"]["words"] in listed


def test_case_074_a_budget_of_money_is_never_passed(run: Run, prompt: Path, priced: Priced) -> None:
    """Only what fits at its worst is sent; the rest is named and can be had later."""
    asked = ["score", FILE, "--granularity", "fine", "--judge", "anthropic", "--json"]
    done = run(*asked, "--max-cost", "0.04")
    assert done.code == 3
    assert done.record["cost"]["usd"] <= 0.04
    assert 0 < done.record["requests"] < 11
    assert done.record["missing"]
    assert "could pass the limit of 0.04 USD" in done.talk
    rest = run(*asked, "--max-cost", "2").record
    assert not rest["missing"]
    assert rest["requests"] + done.record["requests"] == 11 == priced.asked


@pytest.mark.parametrize(
    ("option", "limit", "left"), [("--max-cost", "0.035", 0), ("--max-calls", "15", 4)]
)
def test_case_074_several_files_share_one_budget(
    run: Run, prompt: Path, priced: Priced, here: Path, option: str, limit: str, left: int
) -> None:
    (here / "AGENTS.md").write_text(prompt.read_text().replace("matter", "subject"))
    asked = ["score", FILE, "AGENTS.md", "--granularity", "fine", "--judge", "anthropic", "--json"]
    done = run(*asked, "--yes", option, limit)
    assert done.code == 3
    first, second = done.records
    assert first["requests"] and second["requests"] == left  # what the first file left
    assert first["requests"] + left == priced.asked and second["missing"]


def test_case_074_a_budget_of_money_needs_a_price(
    run: Run, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    asked = ["score", FILE, "--judge", "anthropic", "--judge-model", "model-b"]
    done = run(*asked, "--max-cost", "4")
    assert done.code == 2
    assert "cannot be kept; nothing was sent" in done.talk and "--max-calls" in done.talk


SECRETS = """\
# Setup

- export BREAD_KEY=sk-live-8842BAKE7731OVEN5520LOAF
- db: postgres://baker:r0lls-and-buns@db.example.invalid/main
- AWS: AKIAY34FZKBOKMUTVV7A
- bot: xoxb-263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1
- nothing here
"""


def test_case_115_a_text_with_keys_is_not_sent(run: Run, judge: Judge, here: Path) -> None:
    """Secrets went to a service merely because a file was read."""
    (here / FILE).write_text(SECRETS)
    served = judge()
    done = run(*options(served, "--yes"))
    assert done.code == 2
    assert "Nothing was sent" in done.talk and "4 lines" in done.talk
    for line in (3, 4, 5, 6):
        assert f"{FILE} line {line}:" in done.talk
    assert "--allow-secrets" in done.talk
    for secret in ("8842BAKE", "r0lls-and-buns", "Y34FZKBO", "FGqddMF8"):
        assert secret not in done.talk + done.out
    assert served.received() == []
    assert run("doctor", "--json").record["sends"] == []
    dry = run(*options(served, "--dry-run", "--json")).record
    assert [one["line"] for one in dry["secrets"]] == [3, 4, 5, 6]
    allowed = run(*options(served, "--yes", "--allow-secrets", "--json"))
    assert allowed.code == 0 and allowed.record["requests"] >= 1
    store = Path(os.environ["CTXBENCH_HOME"]) / "ctxbench.db"
    assert stat.S_IMODE(store.stat().st_mode) == 0o600


def test_case_115_a_key_in_the_task_is_found_too(run: Run, judge: Judge, prompt: Path) -> None:
    served = judge()
    done = run(*options(served, "--yes", "--task", "log in with AKIAY34FZKBOKMUTVV7A and settle"))
    assert done.code == 2 and "task line 1" in done.talk
    assert served.received() == []


def test_case_115_what_is_given_in_the_cases(shared: Path) -> None:
    source = (shared / "cases" / "inputs" / "115.md").read_bytes()
    found = find_secrets([("115.md", Prompt.from_bytes(source, "115.md"))])
    assert [one.line for one in found] == [3, 4]


def test_case_115_real_prompts_are_not_held_up(corpus: list[Path]) -> None:
    """The detectors that guess from randomness would stop 95 of these files."""
    held = [
        path.name
        for path in corpus
        if path.stat().st_size < 200_000
        and find_secrets([(path.name, Prompt.from_bytes(path.read_bytes(), path.name))])
    ]
    assert len(held) <= 3


def test_case_116_one_screen_says_what_was_sent(run: Run, judge: Judge, prompt: Path) -> None:
    """People ask for this first: does it send anything, and what?"""
    for args in (["score", FILE], ["review", FILE], ["optimize", FILE], ["map", FILE]):
        run(*args)
    assert run("doctor", "--sent").out == "sent from this machine: nothing\n"
    assert run("doctor", "--json").record["sends"] == []
    served = judge()
    run(*options(served, "--yes"))
    lines = run("doctor", "--sent").out.splitlines()
    assert len(lines) == 12
    sizes = sorted(len(row.raw) for row in posts(served))
    assert sorted(one["size"] for one in run("doctor", "--json").record["sends"]) == sizes
    for line in lines[:-1]:
        assert f"{served.url}/v1/messages ({MODEL})" in line
        assert f"score {FILE}" in line
        assert line[:4].isdigit()  # a time
    assert lines[-1].startswith("sent from this machine: 11 requests, ")
    # No text of the file, and no key.
    assert "Worth" not in "".join(lines) and KEY not in "".join(lines)


def test_case_118_the_price_table_is_a_dated_file_of_the_user(
    run: Run, prompt: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prices built in for an old generation tripled the figure."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    (here / "prices.yaml").write_text(
        "as_of: 2026-12-24\nmodels:\n"
        "  claude-sonnet-5-5: {prices: {input: 20, output: 100, write_5m: 25, read: 1}}\n"
        "  claude-opus-5-5: {}\n"
    )
    asked = ["score", FILE, "--judge", "anthropic", "--dry-run", "--json"]
    ours = run(*asked).record["estimate"]
    monkeypatch.setenv("CTXBENCH_PRICES", "prices.yaml")
    own = run(*asked).record["estimate"]
    assert own["expected"]["usd"] == pytest.approx(10 * ours["expected"]["usd"], rel=1e-4)
    assert own["prices_as_of"] == "2026-12-24" and own["prices_from"].endswith("prices.yaml")
    assert "prices of 2026-12-24" in own["formula"] and " x 20 " in own["formula"]
    gone = run(*asked, "--judge-model", "claude-opus-5-5").record["estimate"]
    assert gone["money"] == "price unknown" and gone["expected"]["usd"] is None
    (here / "prices.yaml").write_text("models: {m: {prices: {in: 3}}}\n")
    wrong = run(*asked)
    assert wrong.code == 2 and "unknown key in" in wrong.talk
    monkeypatch.setenv("CTXBENCH_PRICES", "gone.yaml")
    assert run(*asked).code == 2


def test_case_118_a_project_cannot_make_a_run_look_free(
    run: Run, prompt: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    (here / "p.yaml").write_text(
        "models: {claude-sonnet-5-5: {prices: {input: 0, output: 0, write_5m: 0, read: 0}}}\n"
    )
    (here / ".ctxbench.yaml").write_text("prices: p.yaml\n")
    done = run("score", FILE, "--judge", "anthropic", "--dry-run")
    assert done.code == 2 and "sets prices, which no project may" in done.talk


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_answered(judge: Judge, prompt: Path) -> None:
    """Stopped within a second, with the finished parts on stdout, and exit code 130."""
    served = judge(rules=[{"match": "Score part [56789] of", "do": "stall"}])
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench", *options(served, "--yes", "--json")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=prompt.parent,
    )
    # Five stall, so that the sixth place works off the rest; then nothing happens any more.
    rows = served.wait(lambda rows: sum(row.end is not None for row in rows) >= 6)
    assert len(rows) == 11
    began, clock = time.monotonic(), Stopwatch()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONG)
    took, elapsed = clock.stop(), time.monotonic() - began
    assert process.returncode == 130, err.decode()
    assert took < 2  # printing and the end of the process included
    gone = [row for row in served.wait(lambda rows: all(r.end for r in rows)) if row.gone]
    assert len(gone) == 5
    # The server notes times of the clock: what was not ours of it is taken off.
    assert all((row.end or 0) - began < 1 + elapsed - took for row in gone)
    record = json.loads(out)
    assert sum(part["score"] is not None for part in record["parts"]) == 6
    assert len(record["missing"]) == 5
    assert record["cost"]["state"] == "stopped"
    with Store() as store:
        assert [run.state for run in store.runs.all()] == ["stopped"]


@pytest.mark.slow
def test_a_killed_run_loses_no_answer_that_had_come(run: Run, judge: Judge, prompt: Path) -> None:
    served = judge(rules=[{"match": "Score part [56789] of", "do": "stall", "times": 5}])
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench", *options(served, "--yes", "--json")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=prompt.parent,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith(f"{FILE}: 6 of 11"):
            break
    process.kill()
    process.communicate()
    again = run(*options(served, "--yes", "--json"))
    assert again.code == 0
    assert again.record["cost"]["stored_answers"] == 6
    assert again.record["requests"] == 5
    assert [part["score"] for part in again.record["parts"]] == SCORES
    assert [one["state"] for one in run("doctor", "--json").record["runs"]] == ["started", "done"]


def test_a_project_cannot_quieten_the_look_for_keys(run: Run, judge: Judge, here: Path) -> None:
    """A finding that the project muted is quiet in a review; the text still stays here."""
    served = judge()
    (here / "CLAUDE.md").write_text(
        "# Kiln\n\nLog in with `ghp_7wQFAKE9rTz3LmN5xKv2YbHs8PcJ1dEu4Wo6`.\n"
    )
    findings = run("review", "CLAUDE.md", "--rule", "secret", "--json").record["findings"]
    (here / ".ctxbench.yaml").write_text(f"muted: [{findings[0]['key']}]\n")
    assert run("review", "CLAUDE.md", "--rule", "secret", "--json").record["findings"] == []
    done = run("score", "CLAUDE.md", "--base-url", served.url, "--judge-model", "m", "--yes")
    assert done.code == 2 and "line 3" in done.talk and served.received() == []
