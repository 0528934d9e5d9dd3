"""A rule under a topic: offered to the start with its heading in front, proven by the ledger."""

from __future__ import annotations

import pytest

from tests.change.helpers import optimised
from tests.change.test_optimise import RULES, filler, project
from workbench.change.ledger import Ledger, ledger
from workbench.change.optimise import OptimiseResult
from workbench.change.proposals import Proposal
from workbench.prompt.prompt import Prompt
from workbench.prompt.titles import is_generic_title

RULE = "- Never commit passwords or API keys to the repository.\n"


def alternatives(result: OptimiseResult) -> tuple[Proposal, Proposal]:
    echo, move = result.proposals
    assert (echo.kind, move.kind) == ("ECHO", "MOVE")
    assert move.instead_of == echo.id
    return echo, move


def test_the_move_is_offered_behind_the_echo_that_it_would_replace() -> None:
    text = project(RULES, title="3. Release")
    echo, move = alternatives(optimised(text))
    assert echo.safe
    assert not move.safe
    result = optimised(text, accept=[move.id])
    carried = RULE.replace("- Never", "- Release: Never")
    assert result.text == text.replace(RULE, "").replace(
        "## Layout", f"## Critical rules\n\n{carried}\n## Layout"
    )
    (row,) = [row for row in result.ledger.rows if row.status != "kept"]
    assert (row.status, row.why) == ("moved", "its heading went along: Release")
    assert result.gate == "pass"
    assert not optimised(result.text).proposals
    assert result.edit.inverse(text).apply(result.text) == text


def test_accepting_one_of_the_two_withdraws_the_other() -> None:
    text = project(RULES, title="Release")
    echo, move = alternatives(optimised(text))
    for accept, want in (
        ("safe", [echo.id]),
        ("all", [echo.id]),
        (f"safe,{move.id}", [move.id]),
        ([echo.id, move.id], [move.id]),
    ):
        result = optimised(text, accept=accept)
        assert [p.id for p in result.accepted] == want
        assert not result.waiting
        assert not optimised(result.text).proposals
    assert len(optimised(text).waiting) == 2


def test_each_of_the_two_is_refused_alone() -> None:
    text = project(RULES, title="Release")
    echo, move = alternatives(optimised(text))
    assert [p.id for p in optimised(text, refused={echo.key}).proposals] == [move.id]
    assert [p.id for p in optimised(text, refused={move.key}).proposals] == [echo.id]
    assert not optimised(text, refused={echo.key, move.key}).proposals


@pytest.mark.parametrize(
    "rules",
    [
        "1. Name the branch.\n2. Never commit passwords to the repository.\n3. Push.\n",
        "<task>\n- Never commit passwords to the repository.\n- Be brief.\n</task>\n",
        "When the build is red, the one on duty looks at these:\n\n"
        "- Never commit passwords to the repository.\n- Be brief.\n",
        "- **Right of access**: Copies are required, also of passwords in a dump.\n"
        "- **Right to erasure**: Deletion of personal data is mandatory on request.\n",
        "- Never commit passwords as shown above.\n- Be brief.\n",
        "- Never commit passwords to the repository.\n",
        "- Be brief.\n- Never commit passwords to the repository.\n- They are found by bots.\n",
        "Never commit passwords to the repository.\n",
        "Never commit passwords to the repository:\n\n```\nsecret = 1\n```\n",
    ],
)
def test_what_its_section_needs_is_not_offered(rules: str) -> None:
    found = optimised(project(rules, title="Release")).proposals
    assert not [p for p in found if p.kind == "MOVE"]


def test_a_paragraph_of_one_sentence_moves_where_others_stay_below_its_heading() -> None:
    rule = "Never commit passwords or API keys to the repository.\n"
    text = project(f"The desk is small.\n\n{rule}\nIt opens at nine.\n", title="Rules")
    (move,) = optimised(text.replace("It opens", "The desk opens"), accept="safe").accepted
    assert move.kind == "MOVE"
    assert move.before == rule
    assert all(p.kind != "MOVE" for p in optimised(text).proposals)


def test_a_rule_of_a_paragraph_with_two_sentences_is_repeated_exactly() -> None:
    rule = "Never commit passwords or API keys to the repository."
    text = project(f"Releases are tagged on Fridays. {rule}\n", title="Release")
    (echo,) = optimised(text, accept="safe").accepted
    assert echo.after == f"## Reminders\n\n- Release: {rule}\n"


def test_a_label_that_rates_is_no_topic() -> None:
    rule = "Pages are read by many. Never commit passwords or API keys to the repository."
    text = project(f"**Impact: CRITICAL (data of others)**\n\n{rule}\n", title="3.1 Server actions")
    (echo,) = optimised(text, accept="safe").accepted
    assert "\n- Server actions: Never commit" in echo.after


@pytest.mark.parametrize(
    "title",
    [
        "Rules",
        "Critical Development Rules",
        "Rules & Constraints",
        "Instructions for Claude",
        "Guidelines (must follow)",
        "Constraints",
        "注意事項",
        "開発ルール",
        "守るべきこと",
        "核心要求",
        "行为准则",
    ],
)
def test_titles_without_a_topic_let_a_rule_go(title: str) -> None:
    assert is_generic_title(title)
    result = optimised(project(RULES, title=title), accept="safe")
    (move,) = result.accepted
    assert (move.kind, result.gate) == ("MOVE", "pass")


@pytest.mark.parametrize(
    "title", ["Release", "Testing rules", "Code style", "リリース", "发布规则"]
)
def test_titles_with_a_topic_keep_their_rules(title: str) -> None:
    result = optimised(project(RULES, title=title), accept="safe")
    assert [p.kind for p in result.accepted] == ["ECHO"]


def test_a_heading_with_the_name_of_the_whole_prompt_limits_nothing() -> None:
    text = project(RULES, title="Order desk")
    assert [p.kind for p in optimised(text, accept="safe").accepted] == ["MOVE"]
    named = (
        "---\nname: order-desk\ndescription: Takes orders.\n---\n\n# Order desk\n\n"
        f"The service takes orders.\n\n{filler(200)}\n- Be brief.\n{RULE}\n"
        f"# Layout\n\n{filler(500)}"
    )
    moved = optimised(named, accept="safe", path="SKILL.md")
    assert [p.kind for p in moved.accepted] in (["MOVE"], [])
    assert moved.text.index("# Order desk") < moved.text.index("Never commit")


def test_a_section_never_moves_above_the_first_heading() -> None:
    text = (
        f"# Desk\n\nWords.\n\n# Layout\n\n{filler(600)}\n# Critical rules\n\n- Never delete orders "
        f"of customers.\n- Be brief.\n\n# Reports\n\n{filler(600, 500)}"
    )
    result = optimised(text, accept="safe")
    assert result.text.startswith("# Desk\n\nWords.\n\n# Critical rules\n")
    assert result.gate == "pass"


RULES_THEN = "- Tag it.\n- Never migrate without a down step. It breaks.\n- Be kind.\n"
A = f"# X\n\n## 3. Release\n\n{RULES_THEN}"
REST = "\n## 3. Release\n\n- Tag it.\n- Be kind.\n"


def moved_to(section: str, front: str) -> Ledger:
    rule = f"- {front}Never migrate without a down step. It breaks.\n"
    new = f"# X\n\n## {section}\n\n{rule}{REST}"
    return ledger(Prompt.from_text(A), Prompt.from_text(new))


def test_the_ledger_knows_a_rule_that_took_its_heading_along() -> None:
    book = moved_to("Critical rules", "Release: ")
    assert book.gate == "pass"
    assert "its heading went along: Release" in {row.why for row in book.rows}
    assert {row.status for row in book.rows} == {"kept", "moved"}


@pytest.mark.parametrize(
    ("section", "front"),
    [
        ("Critical rules", ""),  # its heading is left behind
        ("Critical rules", "Deploy: "),  # another name
        ("Hotfix", "Release: "),  # a heading that limits it anew
    ],
)
def test_a_rule_that_lost_its_heading_is_to_be_looked_at(section: str, front: str) -> None:
    assert moved_to(section, front).gate == "look"
