"""Findings whose remedy is mechanical lead to proposals; the others lead to none."""

from __future__ import annotations

import pytest

from tests.change.helpers import optimised, word_costs
from tests.change.test_optimise import RULES, project
from workbench.change.from_findings import ANSWERS, answers, mechanical
from workbench.change.optimise import OptimiseResult
from workbench.change.proposals import Proposal
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, all_rules
from workbench.judge.review import review
from workbench.prompt.prompt import Prompt


def run(text: str, accept: str | list[str] = "", **more: object) -> OptimiseResult:
    prompt = Prompt.from_text(text, "CLAUDE.md")
    found = mechanical(prompt, word_costs(prompt.lines))
    return optimised(text, accept, findings=found, **more)


def answered(text: str, rule: str) -> tuple[Proposal, ...]:
    """The proposals for the one finding of a rule."""
    prompt = Prompt.from_text(text, "CLAUDE.md")
    context = Context(prompt, line_tokens=word_costs(prompt.lines))
    (found,) = [f for f in review(context).findings if f.rule == rule]
    return answers(found, run(text).proposals)


def test_only_rules_that_exist_have_answers() -> None:
    assert set(ANSWERS) <= {rule.id for rule in all_rules()}


def test_an_invisible_character_is_taken_out_and_nothing_else() -> None:
    text = "# Lamps\n\n- Clean the lamp\u200b glass\u200b\u200b each Monday.\n- Be\u2060 quick.\n"
    (found,) = answered(text, "invisible-characters")
    assert (found.kind, found.safe) == ("REMOVE", False)
    assert found.result.text == "# Lamps\n\n- Clean the lamp glass each Monday.\n- Be quick.\n"
    assert found.before == text[9:]
    assert found.after == found.result.text[9:]
    assert found.edit.inverse(text).apply(found.result.text) == text
    assert found.ledger.gate == "pass"
    assert not run(found.result.text).proposals


def test_marks_of_direction_go_where_no_word_needs_them() -> None:
    text = "# Lamps\n\n- Clean the \u202elamp\u202c glass.\n- שלום\u200f עולם.\n- Be quick.\n"
    (found,) = answered(text, "bidi")
    assert found.result.text == text.replace("\u202e", "").replace("\u202c", "")


def test_joiners_of_emoji_and_scripts_stay() -> None:
    text = "# Lamps\n\n- Greet 👨\u200d👩\u200d👧 politely.\n- می\u200cخواهم.\n"
    assert not run(text).proposals


def test_a_repeat_is_offered_for_merging() -> None:
    text = (
        "# Desk\n\n## Tests\n\n- Tests never use the network at all.\n- Each test has a name.\n\n"
        "## Releases\n\n- Tag each release.\n- Tests never use the network at all.\n"
    )
    found = answered(text, "repeat")[0]
    assert found.kind == "MERGE"
    assert found.result.text.count("never use the network") == 1


def test_a_buried_rule_is_answered_by_the_move_that_optimize_makes() -> None:
    rule = "- **CRITICAL**: never commit passwords or API keys to the repository.\n"
    text = project(RULES.replace("- Never commit passwords or API keys to the repository.\n", rule))
    found = answered(text, "buried-critical")
    assert [p.kind for p in found[:1]] == ["MOVE"]
    assert found[0].safe
    assert found[0].id in {p.id for p in optimised(text).proposals}


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\n```python\nprint(1)\n\n## B\n\n- Be quick.\n",  # nobody knows where it should end
        "# A\n\n- Use tabs for indentation.\n- Never use tabs for indentation.\n",
    ],
)
def test_what_needs_words_of_a_person_has_no_proposal(text: str) -> None:
    context = Context(Prompt.from_text(text, "CLAUDE.md"))
    found = review(context).findings
    assert found
    for finding in found:
        assert not answers(finding, run(text).proposals)


def test_pinned_lines_are_left_alone() -> None:
    text = (
        "# Lamps\n\n<!-- ctxbench:pin -->\n- Clean the lamp\u200b glass.\n<!-- /ctxbench:pin -->\n"
        "- Be\u200b quick.\n"
    )
    (found,) = run(text).proposals
    assert found.result.text == text.replace("Be\u200b", "Be")


def test_a_refused_one_stays_away() -> None:
    text = "# Lamps\n\n- Clean the lamp\u200b glass each Monday.\n"
    (found,) = run(text).proposals
    assert not run(text, refused={found.key}).proposals


def test_findings_in_data_lead_to_nothing() -> None:
    prompt = Prompt.from_text('{"a": "x\u200by"}', "a.json")
    finding = Finding("invisible-characters", "warning", "fact", 1, 1, "m", "w")
    assert not optimised(prompt.text, path="a.json", findings=(finding,)).proposals
