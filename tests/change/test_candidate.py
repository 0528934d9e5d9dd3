"""A rewritten prompt is judged before it may take the place of the old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.change.candidate import Candidate, Terms, copied_runs, judge_candidate
from workbench.measure.limits import TokenCap
from workbench.prompt.prompt import Prompt
from workbench.verbs.candidate import CandidateRequest, candidate, read_queries

OLD = """\
# Reviews

Read the whole change before you comment. Never approve a change without a test.
Answer in at most 200 words, unless the author asks for more.
Fill in {{author}} where you greet.
"""


def _judge(new: str, **more: object) -> Candidate:
    old, text = Prompt.from_text(OLD, "REVIEW.md"), Prompt.from_text(new, "new.md")
    counts = len(OLD.split()), len(new.split())
    return judge_candidate(old, text, counts, Terms(**more))  # type: ignore[arg-type]


def _kinds(found: Candidate) -> set[str]:
    return {problem.kind for problem in found.problems}


def test_a_shorter_text_that_keeps_every_rule_can_be_used() -> None:
    new = OLD.replace(
        "Read the whole change before you comment.", "Read it all before you comment."
    )
    found = _judge(new.replace("Answer in at most", "At most"), shorter=True, allow=["all"])
    assert found.usable and found.size.startswith("31 tokens, 3 fewer than now")
    assert _judge(OLD.replace("# Reviews\n\n", "# Reviews\n")).usable


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Never approve a change without a test.", "Approve a change without a test."),
        ("at most 200 words", "at most 300 words"),
        (", unless the author asks for more", ""),
        ("Fill in {{author}} where you greet.\n", ""),
        ("Never approve a change without a test.", "Try not to approve a change without a test."),
    ],
    ids=["negation", "number", "exception", "placeholder", "strength"],
)
def test_a_text_that_drops_what_binds_cannot_be_used(was: str, now: str) -> None:
    assert was in OLD
    found = _judge(OLD.replace(was, now), shorter=True)
    assert not found.usable and "ledger" in _kinds(found)
    assert found.ledger.gate in ("look", "refused")


def test_an_invented_placeholder_is_named_with_its_line() -> None:
    found = _judge(OLD + "Use the tone of {{brand}}.\n")
    [problem] = [p for p in found.problems if p.kind == "placeholder"]
    assert "{{brand}}" in problem.words and problem.line == 6
    assert "{{author}}" not in problem.words


def test_a_longer_shortening_is_refused_and_a_budget_has_a_warning_before_its_end() -> None:
    longer = OLD + "Be kind.\n"
    assert "longer" in _kinds(_judge(longer, shorter=True))
    assert "longer" not in _kinds(_judge(longer))
    size = len(longer.split())
    assert "budget" in _kinds(_judge(longer, budget=TokenCap(size - 1)))
    near = _judge(longer, budget=TokenCap(size))
    assert "budget" not in _kinds(near) and "100 %" in near.notes[0]
    assert not _judge(longer, budget=TokenCap(3 * size)).notes


def test_the_same_text_and_an_empty_one_are_no_candidates() -> None:
    assert _kinds(_judge(OLD)) == {"same"}
    assert "empty" in _kinds(_judge(" \n"))


def test_pinned_text_must_be_there_to_the_byte() -> None:
    pinned = "Answer in at most 200 words, unless the author asks for more."
    assert not _judge(OLD.replace("Read the", "Please read the"), pinned=[pinned]).problems
    assert "pinned" in _kinds(_judge(OLD.replace("200 words,", "200 words"), pinned=[pinned]))


def test_words_out_of_the_queries_are_counted_and_shown_where_they_stand() -> None:
    queries = ["parking at the harbour office", "fees of the Turku ferry in winter 2031"]
    new = Prompt.from_text(
        OLD + "For fees of the Turku ferry in winter prefer the newest page.\n", "n"
    )
    [run] = copied_runs(OLD, new, queries)
    assert run.text == "fees of the Turku ferry in winter"
    assert (run.words, run.query, run.line) == (7, 1, 6)
    assert copied_runs(new.text, new, queries) == (), "what stood there before is not copied"
    assert copied_runs(OLD, Prompt.from_text(OLD + "of the Turku\n", "n"), queries) == ()


def test_scripts_without_spaces_are_compared_by_characters() -> None:
    query = ["冬のフェリー料金を教えてください"]
    new = Prompt.from_text("冬のフェリー料金を教えてくださいと言われたら答える。\n", "n")
    [run] = copied_runs("答える。\n", new, query)
    assert run.text == query[0]
    assert copied_runs("", Prompt.from_text("教えてくださいね。\n", "n"), query) == ()


@pytest.mark.parametrize(
    "text",
    ["one two\nthree\n", '["one two", "three"]', '[{"q": "one two"}, {"query": "three"}]',
     '{"q": "one two"}\n{"q": "three"}\n'],
)  # fmt: skip
def test_queries_are_read_from_lines_and_from_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "queries"
    path.write_text(text)
    assert read_queries(str(path)) == ("one two", "three")


def test_case_067_an_invented_placeholder_makes_a_candidate_useless(shared: Path) -> None:
    folder = shared / "cases" / "inputs"
    found = candidate(CandidateRequest(str(folder / "067.md"), str(folder / "067.candidate.md")))
    assert found.exit_code == 1
    assert "placeholder" in {problem.kind for problem in found.candidate.problems}


def test_case_068_each_candidate_shows_its_size_and_a_budget_stops_it(shared: Path) -> None:
    folder = shared / "cases" / "inputs"
    found = candidate(
        CandidateRequest(str(folder / "068.md"), str(folder / "068.candidate.md"), budget=50)
    )
    assert found.exit_code == 1 and "more than now" in found.candidate.size
    assert "budget" in {problem.kind for problem in found.candidate.problems}


def test_case_070_runs_out_of_the_test_queries_are_highlighted_and_counted(shared: Path) -> None:
    folder = shared / "cases" / "inputs"
    found = candidate(
        CandidateRequest(
            str(folder / "070.md"),
            str(folder / "070.candidate.md"),
            queries=read_queries(str(folder / "070.queries.txt")),
        )
    )
    assert [run.text for run in found.candidate.runs] == [
        "holiday rules for the lisbon office 2031"
    ]
    assert found.exit_code == 1
