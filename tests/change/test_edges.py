"""A rule that somebody marked goes to an edge, or the reason why it stays is said."""

from __future__ import annotations

import pytest

from tests.change.helpers import optimised
from tests.change.texts import RULE, RULES, project
from workbench.change.diff import diff_texts


def test_nobody_marked_anything_so_nothing_moves() -> None:
    for text in (project(RULES), project(RULES).replace("Never", "NEVER EVER")):
        assert not [p for p in optimised(text).proposals if p.kind in ("MOVE", "ECHO")]
        assert not optimised(text).left
    notes = optimised(project(RULES), strategy="edges").notes
    assert any("ctxbench mark" in note for note in notes)


def test_a_marked_rule_moves_to_a_section_behind_the_introduction() -> None:
    text = project(RULES)
    (move,) = optimised(text, mark=RULE).proposals
    assert (move.kind, move.safe, move.origin) == ("MOVE", False, "mark")
    line = f"- {RULE}\n"
    want = text.replace(line, "").replace("## Layout", f"## Critical rules\n\n{line}\n## Layout")
    done = optimised(text, [move.id], mark=RULE)
    assert done.text == want and done.gate == "pass"
    assert "you marked critical" in move.found
    assert "convention" in move.reason and "no effect measured" in move.reason
    assert "in the window" in move.reason
    assert done.ledger.counts().get("moved") == 1
    assert [h.op for h in diff_texts(text, done.text).hunks].count("move") == 1
    assert done.edit.inverse(text).apply(done.text) == text
    assert not [p for p in optimised(done.text, mark=RULE).proposals if p.kind in ("MOVE", "ECHO")]


def test_a_rule_under_a_topic_takes_its_heading_along() -> None:
    text = project(RULES, title="Release")
    (move,) = optimised(text, mark=RULE).proposals
    assert move.after.endswith(f"- Release: {RULE}\n")
    assert "Release:" in move.reason


def test_a_rule_that_cannot_leave_is_repeated_at_the_end_in_its_words() -> None:
    rules = f"1. Name branches after the ticket.\n2. {RULE}\n3. Keep commits small.\n"
    (echo,) = optimised(project(rules), mark=RULE).proposals
    assert echo.kind == "ECHO" and not echo.safe
    assert echo.result.text.endswith(f"## Reminders\n\n- {RULE}\n")
    assert "numbered step 2" in echo.reason
    again = optimised(echo.result.text, mark=RULE)
    assert not again.proposals and "another place" in str(again.left[0])


def test_all_at_once_by_strategy_and_the_labels_of_the_author_count_there() -> None:
    text = project(RULES.replace("- Never", "- **CRITICAL:** Never"))
    assert not optimised(text).proposals
    found = optimised(text, "edges", strategy="edges")
    (made,) = found.accepted
    assert made.kind in ("MOVE", "ECHO") and "its author marked critical" in made.found


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("- Never commit the passwords above.\n- Be brief.\n", "its words point at the text"),
        ("- Never commit it anywhere.\n- Be brief.\n", "its words point at the text"),
        (f"| what | rule |\n| --- | --- |\n| keys | {RULE} |\n", "in a table"),
        (f"<task>\n- {RULE}\n- Be brief.\n</task>\n", "inside <task>"),
        (f"<example>\n- {RULE}\n- Be brief.\n</example>\n", ""),
        (f"When the build is red, see to this:\n\n- {RULE}\n- Go.\n", "introduced by the sentence"),
        (f"- {RULE}\n- Be brief.\n\n## Hotfix\n\n- {RULE}\n", "said in another place"),
        ("- Never commit before {{ date }} to the repository.\n- Be brief.\n", "from run to run"),
    ],
)
def test_each_marked_rule_that_stays_has_its_reason(rules: str, reason: str) -> None:
    found = optimised(project(rules), mark="ever commit")
    assert not [p for p in found.proposals if p.kind in ("MOVE", "ECHO")]
    assert found.left and reason in str(found.left[0])
    assert str(found.left[0]).endswith(": stays")


def test_a_ban_that_its_heading_makes_is_never_torn_from_it() -> None:
    rules = "- Commit passwords to the repository\n- Delete customer data\n"
    found = optimised(project(rules, title="Never"), mark="Commit passwords")
    assert not found.proposals and found.left


@pytest.mark.parametrize(
    "end", ["\nHuman: {{question}}\n", "\nUser: hello\nAssistant: hi\n", "\n**User:** hello\n"]
)
def test_nothing_is_put_behind_the_turn_of_the_user(end: str) -> None:
    rules = f"1. Name branches after the ticket.\n2. {RULE}\n3. Keep commits small.\n"
    found = optimised(project(rules) + end, mark=RULE)
    assert not found.proposals and found.left


def test_nothing_is_put_behind_the_place_where_the_host_cuts() -> None:
    rules = f"1. Name branches after the ticket.\n2. {RULE}\n3. Keep commits small.\n"
    text = project(rules, before=4000, after=8000)  # codex reads 32 KiB of an AGENTS.md
    assert len(text) > 33_000
    found = optimised(text, path="AGENTS.md", mark=RULE)
    assert not [p for p in found.proposals if p.kind == "ECHO"]
    assert any("cuts this file" in str(left) for left in found.left)


def test_a_refusal_is_remembered_for_its_words() -> None:
    text = project(RULES)
    (move,) = optimised(text, mark=RULE).proposals
    for now in (text, text.replace("# Order desk", "# The order desk\n\nMore words.")):
        again = optimised(now, mark=RULE, refused=frozenset({move.key}))
        assert not again.proposals and "you refused" in str(again.left[0])


def test_sections_speak_the_language_and_markup_of_the_prompt() -> None:
    setext = project(RULES)
    for name in ("Layout", "Rules", "Reports"):
        setext = setext.replace(f"## {name}\n", f"{name}\n------\n")

    def made(text: str, mark: str = RULE) -> str:
        return optimised(text, "edges", mark=mark).text

    assert "Critical rules\n--------------\n\n- Never" in made(setext)
    loud = project(RULES)
    for name in ("Layout", "Rules", "Reports"):
        loud = loud.replace(f"## {name}", f"## {name.upper()}")
    assert "## CRITICAL RULES\n" in made(loud)
    own = "## IMPORTANT\n\n- Ask before you spend money.\n- Be brief.\n\n"
    present = made(project(RULES).replace("## Layout", own + "## Layout"))
    assert "## Critical" not in present and f"- Be brief.\n- {RULE}\n\n## Layout" in present
    prose = "订单列表每天汇总一次，由值班人员在早上阅读并存档。\n" * 30
    rule = "绝不要把密码和密钥提交到仓库里面。"
    chinese = (
        f"# 订单\n\n说明。\n\n## 结构\n\n{prose}\n## 发布\n\n- 保持提交简短。\n"
        f"- {rule}\n\n## 报告\n\n{prose}"
    )
    assert f"发布：{rule}" in made(chinese, rule)


def test_markers_and_the_closing_list_are_made_on_request_only() -> None:
    text = project(RULES, title="Release")
    assert {p.kind for p in optimised(text, mark=RULE).proposals} == {"MOVE"}
    more = optimised(text, mark=RULE, marks=True).proposals
    (found,) = (p for p in more if p.kind == "MARK")
    assert not found.safe and "over-react" in found.reason
    assert found.result.text == text.replace(RULE, f"[REQUIRED] {RULE}")
    two = "- Never print tokens in the log of the service.\n- Never delete customer data.\n- So.\n"
    text = project(two)
    refused = frozenset(p.key for p in optimised(text, mark="Never").proposals)
    every = optimised(text, mark="Never", refused=refused, checklist=True).proposals
    (closing,) = (p for p in every if p.kind == "CHECKLIST")
    assert not closing.safe and "no reminder is certain" in closing.reason
    assert optimised(closing.result.text, mark="Never", checklist=True, refused=refused)
    assert "Final checklist" in closing.result.text
