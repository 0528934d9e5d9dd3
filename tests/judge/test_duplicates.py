"""One rule in several places: which wordings are one, and how they are shown together."""

from __future__ import annotations

import pytest

from tests.judge.rule_runs import found
from workbench.judge.rules._paraphrase import SAID, paraphrase
from workbench.judge.rules._side import Side
from workbench.prompt.slots import slots_of

ONE_RULE = [
    ("State the source of each figure.", "No figure without its source."),
    ("Secrets are never logged.", "Keep secrets out of the logs."),
    ("A change without tests won't be merged.", "Every change has to include tests."),
    ("Nobody tests in production.", "Tests never run against production."),
    ("Root logins are off.", "Nobody logs in as root."),
    ("Keep pull requests under 400 lines.", "A pull request has fewer than 400 lines."),
    ("One question per message.", "Never put more than one question into a message."),
]
TWO_RULES = [
    ("Secrets are never logged.", "Secrets are never printed on badges."),
    ("State the source of each figure.", "State the source of each claim."),
    ("Keep pull requests under 400 lines.", "Keep pull requests under 300 lines."),
    ("Lock the gate before the last guest leaves.", "Lock the gate after the last guest leaves."),
    ("The y axis points up.", "The y axis points down."),
    ("Never feed the cold oven.", "Never feed the oven."),
    ("Use `dough.py` for bread.", "Use `cake.py` for bread."),
    ("Guests say that we never call back.", "Call each guest back."),
]


def _score(one: str, two: str) -> float:
    return paraphrase(Side(slots_of(one)), Side(slots_of(two)))


@pytest.mark.parametrize(("one", "two"), ONE_RULE)
def test_other_words_for_one_rule(one: str, two: str) -> None:
    assert _score(one, two) >= SAID and _score(two, one) >= SAID


@pytest.mark.parametrize(("one", "two"), TWO_RULES)
def test_two_rules_that_share_their_words(one: str, two: str) -> None:
    assert _score(one, two) < SAID and _score(two, one) < SAID


def test_three_places_are_one_finding_that_names_what_differs_and_what_it_costs() -> None:
    text = (
        "# Kiln\n\n- Never carry trays between ovens.\n\n# Loading\n\n"
        "- Slide; do not carry entire trays to another oven.\n\n# Night\n\n"
        "- NEVER carry trays across ovens.\n"
    )
    (finding,) = found("duplicate", text)
    assert (finding.start_line, [r.start_line for r in finding.related]) == (11, [3, 7])
    assert "lines 3 and 7" in finding.message
    assert "tokens in each call" in finding.message and "only line 7 says Slide" in finding.message


def test_a_reminder_joins_a_group_but_makes_none() -> None:
    two = (
        "# Kiln\n\n- Never carry trays between ovens.\n\n{}"
        "# Reminder\n\n- NEVER carry trays across ovens.\n"
    )
    assert not found("duplicate", two.format(""))
    (finding,) = found("duplicate", two.format("# Load\n\n- Do not carry trays between ovens.\n\n"))
    assert len(finding.related) == 2


def test_a_clash_is_no_repeat() -> None:
    text = (
        "# Day\n\n- A model of the risks is mandatory for new ovens.\n\n"
        "# Night\n\n- New ovens do not need a model of the risks.\n"
    )
    assert not found("duplicate", text) and found("contradiction", text)
