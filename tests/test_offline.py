"""Offline means offline: no verb opens a socket or looks up a name, also on errors and on exit."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.cli.app import VERBS
from workbench.resources import sample_prompts

ROOT = Path(__file__).resolve().parent.parent
LEDGER = str(sample_prompts() / "ledger-service" / "CLAUDE.md")
#: Rules that are said twice, so that something is safe to change.
TWICE = str(sample_prompts() / "duplicates" / "AGENTS.md")

#: Runs every argument list of stdin in one process and writes down each try to reach out.
WATCHED = """
import json, sys, socket
tried = []
def hook(event, args):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo",
                 "socket.gethostbyname", "socket.gethostbyaddr"):
        tried.append([event, repr(args[-2:])])
    elif event == "socket.__new__" and args[1] in (socket.AF_INET, socket.AF_INET6):
        tried.append([event, repr(args[1:])])
sys.addaudithook(hook)
from workbench.cli import main
codes = [[args, main(args)] for args in json.load(sys.stdin)]
json.dump({"tried": tried, "codes": codes}, open(sys.argv[1], "w"))
"""

RUNS: list[tuple[list[str], int]] = [
    (["--version"], 0),
    (["--help"], 0),
    (["doctor"], 0),
    (["doctor", "--json"], 0),
    (["completion", "bash"], 0),
    (["parts", LEDGER], 0),
    (["parts", "gone.md"], 2),
    (["parts", "--model", "claude-opus-4-6", LEDGER], 0),
    (["count", "--counter", "o200k_base", LEDGER], 0),
    (["count", "--counter", "cl100k_base", LEDGER], 0),
    (["count", "--model", "claude-haiku-4-5", LEDGER], 0),
    (["map", LEDGER], 0),
    (["instructions", LEDGER], 0),
    (["score", LEDGER], 0),
    (["score", "--judge", "anthropic", LEDGER], 3),  # no key
    (["score", "--judge", "anthropic", "--yes", LEDGER], 3),
    (["score", "--judge", "anthropic", "--dry-run", LEDGER], 0),
    (["score", "--base-url", "http://127.0.0.1:9", "--judge-model", "m", LEDGER], 2),
    (["score", "--runner", "cat", LEDGER], 2),
    (["triggers", LEDGER, "--queries", "gone.json"], 2),
    (["read", LEDGER, "--runner", "folder:asked"], 4),
    (["doctor", "--sent"], 0),
    (["doctor", "--runs"], 0),
    (["review", LEDGER], 0),
    (["review", LEDGER, "--judge", "anthropic", "--yes"], 3),  # no key
    (["review", LEDGER, "--judge", "anthropic", "--dry-run"], 0),
    (["instructions", LEDGER, "--judge", "anthropic", "--yes"], 3),
    (["instructions", LEDGER, "--judge", "anthropic", "--dry-run"], 0),
    (["audit", LEDGER], 0),
    (["rules"], 0),
    (["hosts"], 0),
    (["verify", LEDGER], 0),
    (["save", "a.md", "-m", "first"], 0),
    (["versions", "a.md"], 0),
    (["show", "a.md@1"], 0),
    (["label", "a.md@1", "good"], 0),
    (["diff", "a.md@1", "a.md"], 0),
    (["ledger", "a.md@1", "a.md"], 0),
    (["candidate", "a.md@1", "a.md"], 1),
    (["optimize", "a.md", "--judge", "anthropic", "--yes"], 3),  # no key
    (["optimize", "a.md", "--judge", "anthropic", "--part", "1", "--yes"], 3),
    (["optimize", "a.md", "--judge", "anthropic", "--agents", "condense", "--dry-run"], 0),
    (["optimize", "a.md", "--agents", "prune"], 2),
    (["optimize", "a.md", "--json"], 0),
    (["optimize", "a.md", "--accept", "safe", "--in-place"], 0),
    (["notes", "a.md"], 0),
    (["notes", "a.md", "--rule", "1", "--note", "why"], 2),  # no rule on its title
    (["mark", "a.md", "1"], 0),
    (["pin", "a.md", "1"], 0),
    (["relink", "gone.md", "a.md"], 2),
    (["restore", "a.md@1"], 0),
    (["undo", "a.md"], 0),
    *((["export", "a.md", "--to", to], 0) for to in ("same", "messages-json", "xml", "agents-md")),
    *((["export", "a.md", "--to", to], 0) for to in ("html", "json", "yaml", "markdown")),
    (["report", "a.md"], 0),
    (["report", "a.md@1", "a.md", "--format", "markdown"], 0),
    (["open", "a.md"], 2),  # no terminal here; the stories of the terminal face watch it there
]


def run_watched(folder: Path, *prefix: str) -> dict[str, list[list[object]]]:
    shutil.copyfile(TWICE, folder / "a.md")
    out = folder / "report.json"
    done = subprocess.run(
        [*prefix, sys.executable, "-c", WATCHED, str(out)],
        input=json.dumps([args for args, _ in RUNS]),
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert out.exists(), done.stderr
    found: dict[str, list[list[object]]] = json.loads(out.read_text())
    wanted = [[args, code] for args, code in RUNS]
    assert found["codes"] == wanted, done.stderr
    return found


@pytest.mark.slow
def test_a_key_alone_sends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a key in the environment and everything allowed but the say-so, no socket is opened."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-api03-not-a-real-key-000000")
    monkeypatch.setenv("CTXBENCH_MAX_COST", "100")
    runs = [
        (["score", "--judge", "anthropic", LEDGER], 2),
        (["score", "--judge", "anthropic", "--max-calls", "9", "--allow-secrets", LEDGER], 2),
        (["score", "--judge", "anthropic", "--dry-run", "--yes", LEDGER], 0),
        (["score", LEDGER], 0),
        (["optimize", "a.md", "--judge", "anthropic"], 2),
        (["optimize", "a.md", "--judge", "anthropic", "--part", "2"], 2),
        (["optimize", "a.md"], 0),
        (["review", LEDGER, "--judge", "anthropic"], 2),
        (["instructions", LEDGER, "--judge", "anthropic"], 2),
        (["doctor"], 0),
    ]
    monkeypatch.setattr(sys.modules[__name__], "RUNS", runs)
    assert run_watched(tmp_path)["tried"] == []


def test_every_verb_is_run_here() -> None:
    assert {args[0] for args, _ in RUNS} >= set(VERBS)


@pytest.mark.slow
def test_cases_031_and_127_every_verb_runs_and_opens_no_socket_and_looks_up_no_name(
    tmp_path: Path,
) -> None:
    """Switching telemetry off must not itself send something: there is none at all. And the first
    start without network died while it fetched a vocabulary: here it is cut off, where that can be.
    """
    cut = ["unshare", "-rn"]
    able = shutil.which(cut[0]) and not subprocess.run([*cut, "true"], check=False).returncode
    assert run_watched(tmp_path, *(cut if able else []))["tried"] == []


def test_case_031_the_counter_is_named_at_the_first_start(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "count", "--json", LEDGER],
        capture_output=True,
        check=True,
        env={"PATH": "", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
    )
    counter = json.loads(done.stdout)["counter"]
    assert counter["label"] in ("offline", "est")
    assert counter["name"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="ctok needs Python 3.12")
def test_claude_counts_are_exact_offline(tmp_path: Path) -> None:
    """`.ci/run` fails when this ran on no Python."""
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "count", "--json", "--counter", "claude-5", LEDGER],
        capture_output=True,
        check=True,
        env={"PATH": "", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
    )
    assert json.loads(done.stdout)["counter"]["label"] == "offline"
