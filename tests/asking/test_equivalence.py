"""`ledger` with a model: what it is asked about, and what it may never decide."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.errors import AnswerBroken
from workbench.judge.reading.equivalence import MOST, Pair, questions

OLD = """\
# Rules

- Make sure that each change of the book has a test before you hand it in.
- Push 3 times.
- Do not log tokens of users in any file of the shop.
- Speak with the baker about large orders.
"""
NEW = """\
# Rules

- Write a test for each change of the book before you hand it in.
- Push 4 times.
- Log tokens of users in any file of the shop.
- Ask the baker before you take large orders.
"""


@pytest.fixture
def files(here: Path) -> Path:
    (here / "a.md").write_text(OLD)
    (here / "b.md").write_text(NEW)
    return here


def answered(folder: Path, *verdicts: bool) -> str:
    """Answer the question in a folder; its text."""
    (question,) = folder.glob("*.question.md")
    rows = [
        {"id": n, "differences": "It asks, and does not tell.", "equivalent": one}
        for n, one in enumerate(verdicts, start=1)
    ]
    answer = question.with_name(question.name.replace(".question.", ".answer."))
    answer.write_text(json.dumps({"pairs": rows}))
    return question.read_text()


def test_a_model_sees_two_wordings_and_nothing_that_the_words_decide(run: Run, files: Path) -> None:
    ask = ("ledger", "a.md", "b.md", "--runner", "folder:q", "--json")
    assert run(*ask).code == 4
    text = answered(files / "q", True, False)
    shown = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(shown) == 4 and not any("3 times" in line or "tokens" in line for line in shown)
    done = run(*ask)
    rows = {row["text_a"][:8]: row for row in done.record["rows"]}
    assert rows["Make sur"]["status"] == "reworded" and "opinion" in rows["Make sur"]["why"]
    assert rows["Speak wi"]["status"] == "changed" and "does not tell" in rows["Speak wi"]["why"]
    assert rows["Push 3 t"]["status"] == "changed" and rows["Do not l"]["status"] == "flipped"
    assert done.code == 1 and done.record["gate"] == "refused"


def test_what_all_rows_are_called_equivalent_passes(run: Run, files: Path) -> None:
    (files / "b.md").write_text(OLD.replace("Make sure that each change", "See that each change"))
    ask = ("ledger", "a.md", "b.md", "--runner", "folder:q")
    run(*ask)
    answered(files / "q", True)
    done = run(*ask)
    assert done.code == 0 and "Gate: pass" in done.out


def test_nothing_is_asked_where_nothing_is_open(run: Run, files: Path) -> None:
    (files / "b.md").write_text(OLD)
    done = run("ledger", "a.md", "b.md", "--runner", "folder:q", "--json")
    assert done.code == 0 and not (files / "q").exists()
    assert done.record["asked"]["requests"] == 0


def test_many_rows_are_several_questions_and_each_has_its_own_mark() -> None:
    pairs = [Pair(str(n), f"Rule {n}.", f"Rule {n} holds.") for n in range(MOST + 5)]
    one, two = questions(pairs)
    assert (len(one.pairs), len(two.pairs)) == (MOST, 5)
    assert one.request.id != two.request.id
    found = two.read('{"pairs": [{"id": "5", "differences": "none", "equivalent": true}]}')
    assert list(found) == [str(MOST + 4)]


@pytest.mark.parametrize("said", ["", "yes", '{"pairs": []}', '{"pairs": [{"id": "1"}]}'])
def test_an_answer_without_a_verdict_is_none(said: str) -> None:
    (question,) = questions([Pair("a", "x", "y")])
    with pytest.raises(AnswerBroken):
        question.read(said)
