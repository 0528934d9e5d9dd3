"""The optimiser says which critical rules it leaves in the weak place, and why."""

from __future__ import annotations

import pytest

from tests.change.helpers import optimised
from tests.change.test_optimise import RULES, project

RULE = "Never commit passwords or API keys to the repository."


def reasons(rules: str, title: str = "Release", **more: object) -> list[str]:
    return [str(left) for left in optimised(project(rules, title=title), **more).left]


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (
            "1. Name the branch.\n2. Never commit the passwords above.\n3. Push.\n",
            "numbered step 2 of a sequence",
        ),
        ("- Never commit the passwords above.\n- Be brief.\n", "its words point at the text"),
        (f"| what | rule |\n| --- | --- |\n| keys | {RULE} |\n", "in a table"),
        (f"<task>\n- {RULE}\n- Be brief.\n</task>\n", "inside <task>"),
        (f"<example>\n- {RULE}\n- Be brief.\n</example>\n", "an example or a template"),
        (f"When the build is red, see to this:\n\n- {RULE}\n- Go.\n", "introduced by the sentence"),
        (f"- {RULE}\n- Be brief.\n\n## Hotfix\n\n- {RULE}\n", "said in another place"),
    ],
)
def test_each_rule_that_stays_has_its_reason(rules: str, reason: str) -> None:
    found = reasons(rules)
    assert found
    assert reason in found[0]
    assert found[0].startswith("line ")
    assert found[0].endswith(": stays")


def test_rules_that_are_proposed_are_not_left() -> None:
    assert not reasons(RULES)
    assert not reasons(RULES, title="Rules")


def test_a_refused_rule_is_named_as_refused() -> None:
    text = project(RULES, title="Release")
    refused = {p.key for p in optimised(text).proposals}
    (left,) = optimised(text, refused=refused).left
    assert left.reason == "you refused to move or repeat it"


def test_rules_beyond_the_cap_are_offered_so_that_a_refusal_brings_up_nothing_new() -> None:
    rules = RULES + "".join(
        f"- Never delete the {name} of a customer without a written order.\n"
        for name in ("orders", "letters", "invoices")
    )
    text = project(rules, title="Release", before=450, after=450)
    result = optimised(text, accept="safe")
    echoes = [p for p in result.proposals if p.kind == "ECHO"]
    assert {p.safe for p in echoes} == {True, False}
    assert all("would be added" in p.reason for p in echoes if not p.safe)
    assert result.grown <= result.cap
    assert not optimised(result.text).safe
    every = optimised(text, refused={p.key for p in result.proposals})
    assert not every.proposals
    assert {left.reason for left in every.left} == {"you refused to move or repeat it"}
    few = {p.key for p in optimised(project(RULES, title="Release"), cap=9).proposals}
    assert len(few) == 2


def test_nothing_is_weak_below_the_floor_or_in_data() -> None:
    assert not optimised(f"# A\n\nWords.\n\n## B\n\n- {RULE}\n\n## C\n\nMore words.\n").left
    assert not optimised(project(RULES), path="prompt.yaml").left


def test_the_dict_names_line_text_and_reason() -> None:
    text = project("1. Name it.\n2. Never commit the passwords above.\n", title="Release")
    (left,) = optimised(text).to_dict()["left"]
    assert left.keys() == {"line", "end_line", "text", "reason"}
    assert text.splitlines()[left["line"] - 1].endswith(left["text"])
