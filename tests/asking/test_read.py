"""`read`: what is asked of whom, what is shown, kept and proposed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.asking.conftest import KEY, MODEL
from tests.cli.conftest import Run
from tests.models.serving import Served

pytestmark = pytest.mark.loopback
Judge = Callable[..., Served]
FILE = "CLAUDE.md"
TEXT = """\
# Bakery

Answer customers of the bakery.

## Rules

- Never tell the door code.
- It is of great importance that each and every loaf of rye is baked at 230 degrees.
- Close the shop at 18:00.

## Shop

The shop closes at 19:00.
"""
SHORT = "- Bake rye at 230 degrees."


@pytest.fixture
def prompt(here: Path) -> Path:
    (here / FILE).write_text(TEXT)
    return here / FILE


def by_hand(folder: Path) -> list[str]:
    """Answer every question in a folder as `readers.careful` does; the names of those answered."""
    from tests.asking.readers import reply

    done = []
    for question in sorted(folder.glob("*.question.md")):
        answer = question.with_name(question.name.replace(".question.", ".answer."))
        if not answer.exists():
            answer.write_text(reply(question.read_text()))
            done.append(question.name.rsplit("-", 1)[0])
    return done


def kinds(record: Any, state: str = "confirmed") -> list[tuple[str, int]]:
    rows = record["remarks"]
    return [(one["kind"], one["start_line"]) for one in rows if one["state"] == state]


def test_a_folder_is_asked_stage_by_stage_and_replayed_for_nothing(run: Run, prompt: Path) -> None:
    ask = ("read", FILE, "--runner", "folder:q", "--json")
    folder = prompt.parent / "q"
    assert run(*ask).code == 4
    assert by_hand(folder) == ["reading"]
    waiting = run(*ask)
    assert waiting.code == 4 and "1 question without an answer" in waiting.talk
    assert kinds(waiting.record) == [], "nothing that can be refuted stands before it was tried"
    assert by_hand(folder) == ["second-look-of-lines-1-to-13"]
    done = run(*ask)
    assert done.code == 0, done.talk
    assert kinds(done.record) == [("critical", 7), ("edit", 8), ("conflict", 9)]
    assert kinds(done.record, "doubtful") == [("critical", 9)]
    assert done.record["dropped"] == {"the quote is not in the text": 1}
    assert [one["relevance"] for one in done.record["parts"]] == [9, 9, 4]
    before = sorted(path.name for path in folder.iterdir())
    assert run(*ask).record["remarks"] == done.record["remarks"]
    assert sorted(path.name for path in folder.iterdir()) == before


def test_confirmed_edits_become_proposals_that_go_there_and_back(run: Run, prompt: Path) -> None:
    ask = ("read", FILE, "--runner", "folder:q")
    for _ in range(2):
        run(*ask)
        by_hand(prompt.parent / "q")
    assert run(*ask).code == 0
    offered = run("optimize", FILE, "--json").record["proposals"]
    (one,) = [row for row in offered if row["origin"] == "reading"]
    assert (one["kind"], one["safe"], one["by"]) == ("REWRITE", False, "folder:q")
    done = run("optimize", FILE, "--accept", one["id"], "--allow", "all", "--in-place", "--json")
    assert SHORT in prompt.read_text(), done.talk
    assert run("undo", FILE).code == 0 and prompt.read_text() == TEXT


def test_after_an_edit_proposals_on_untouched_lines_stay(run: Run, prompt: Path) -> None:
    ask = ("read", FILE, "--runner", "folder:q")
    for _ in range(2):
        run(*ask)
        by_hand(prompt.parent / "q")
    run(*ask)
    prompt.write_text("Open daily.\n\n" + TEXT)
    offered = run("optimize", FILE, "--json").record["proposals"]
    assert [row["start_line"] for row in offered if row["origin"] == "reading"] == [10]
    prompt.write_text(TEXT.replace("great importance", "some importance"))
    offered = run("optimize", FILE, "--json").record["proposals"]
    assert not [row for row in offered if row["origin"] == "reading"]


def test_a_server_is_asked_in_one_yes_and_nothing_is_paid_twice(
    run: Run, judge: Judge, prompt: Path
) -> None:
    served = judge("careful", module="readers")
    ask = ("read", FILE, "--base-url", served.url, "--judge-model", MODEL, "--json")
    refused = run(*ask)
    assert refused.code == 2 and "--yes" in refused.talk and not served.received()
    done = run(*ask, "--yes")
    assert done.code == 0, done.talk
    assert kinds(done.record) == [("critical", 7), ("edit", 8), ("conflict", 9)]
    bodies = [row.body for row in served.received()]
    assert len(bodies) == 2
    starts = [(body["system"], body["messages"][0]["content"][0]) for body in bodies]
    assert starts[0] == starts[1], "the start is the same to the byte, so that it is cached"
    again = run(*ask)
    assert again.code == 0 and len(served.received()) == 2
    assert again.record["asked"]["requests"] == 0
    assert KEY not in json.dumps(done.record)


def test_the_price_is_said_before_and_names_both_calls(
    run: Run, judge: Judge, prompt: Path
) -> None:
    served = judge("careful", module="readers")
    done = run("read", FILE, "--base-url", served.url, "--judge-model", MODEL, "--dry-run")
    assert done.code == 0 and "2 calls" in done.out and not served.received()
    assert re.search(r"reading.*\n(.*\n)*.*second look", done.out)


@pytest.mark.parametrize("what", ["prose", "nothing", "score_ten", "half"])
def test_answers_that_are_none_end_in_words(
    run: Run, judge: Judge, prompt: Path, what: str
) -> None:
    served = judge(what, module="readers")
    ask = ("read", FILE, "--base-url", served.url, "--judge-model", MODEL, "--yes", "--json")
    done = run(*ask)
    assert done.code == (0 if what == "score_ten" else 3), done.talk
    assert "Traceback" not in done.talk
    if what == "score_ten":
        assert done.record["remarks"] == []


def test_without_a_model_it_says_what_to_name(run: Run, prompt: Path) -> None:
    done = run("read", FILE)
    assert done.code == 2 and "folder:PATH" in done.talk
