"""Stories of the optimiser: what it offers on prompts that people really write."""

from __future__ import annotations

import pytest

from tests.change.helpers import optimised
from workbench.change.diff import diff_texts
from workbench.change.ground import text_hash
from workbench.change.optimise import growth_cap
from workbench.errors import UsageError
from workbench.judge.relevance import PartScore, ScoreResult
from workbench.judge.task import Task
from workbench.prompt.prompt import Prompt

LINE = (
    "The {n}. report lists the orders of the day, the open ones first, and is read by the desk.\n"
)


def filler(words: int, start: int = 1) -> str:
    """Prose of about so many tokens that tells nobody to do anything."""
    return "".join(LINE.format(n=n) for n in range(start, start + words // 20))


def project(rules: str, before: int = 700, after: int = 700, title: str = "Rules") -> str:
    return (
        "# Order desk\n\nThe service takes orders.\n\n## Layout\n\n"
        f"{filler(before)}\n## {title}\n\n{rules}\n## Reports\n\n{filler(after, 500)}"
    )


RULES = (
    "- Name branches after the ticket.\n"
    "- Never commit passwords or API keys to the repository.\n"
    "- Keep commits small.\n"
)


def test_a_critical_rule_moves_to_a_section_behind_the_introduction() -> None:
    text = project(RULES)
    result = optimised(text, accept="safe")
    (move,) = result.accepted
    assert move.kind == "MOVE"
    assert move.safe
    rule = "- Never commit passwords or API keys to the repository.\n"
    assert result.text == text.replace(rule, "").replace(
        "## Layout", f"## Critical rules\n\n{rule}\n## Layout"
    )
    assert move.before == rule
    assert move.after == f"## Critical rules\n\n{rule}"
    assert f"line {move.start_line}: critical rule at" in move.found
    assert move.weights["prompt"][0] < move.weights["prompt"][1]
    assert "in this prompt" in move.reason
    assert "in the window" in move.reason
    assert move.cache == "prompt cache breaks at line 5"
    assert result.gate == "pass"
    assert result.ledger.counts().get("moved") == 1
    assert [h.op for h in diff_texts(text, result.text).hunks].count("move") == 1


def test_a_second_run_proposes_nothing_and_undo_gives_the_bytes() -> None:
    text = project(RULES, title="Release") + "\n## Rules\n\n" + RULES.replace("Never", "Do not")
    result = optimised(text, accept="safe")
    assert result.accepted
    assert not optimised(result.text).safe
    assert result.edit.inverse(text).apply(result.text) == text


def test_a_rule_under_a_topic_is_repeated_with_its_heading_and_stays() -> None:
    text = project(RULES, title="Release")
    result = optimised(text, accept="safe")
    (echo,) = result.accepted
    assert echo.kind == "ECHO"
    assert result.text == text + (
        "\n## Reminders\n\n- Release: Never commit passwords or API keys to the repository.\n"
    )
    assert result.grown <= result.cap == growth_cap(result.tokens_before)
    row = next(row for row in result.ledger.rows if row.status == "added")
    assert row.text_b.endswith("Never commit passwords or API keys to the repository.")


@pytest.mark.parametrize(
    "rule",
    [
        "- This must never be deleted in production.\n",
        "- Then delete all customer data, never before the backup.\n",
        "- Never delete customer data before step 3.\n",
        "- Never print the passwords listed above.\n",
        "- Never delete customer data:\n  - orders\n  - addresses\n",
        "- Never delete customer data.\n\n  It is needed by the auditors.\n",
        "1. Never commit passwords to the repository.\n2. Keep commits small.\n",
        "> Never commit passwords to the repository.\n",
        "| what | never |\n| --- | --- |\n| passwords | Never commit passwords |\n",
        "```\n- Never commit passwords to the repository.\n```\n",
        "<example>\n- Never commit passwords to the repository.\n- Be kind.\n</example>\n",
        "- Never commit passwords to the repository.\n",  # the only item: its list would be empty
    ],
)
def test_what_leans_on_its_place_stays_where_it_is(rule: str) -> None:
    extra = (
        "" if rule.count("\n") == 1 and rule.endswith("repository.\n") else "\n- Keep it small.\n"
    )
    result = optimised(project(rule + extra))
    assert not [p for p in result.proposals if p.kind == "MOVE"]


def test_a_ban_that_its_heading_makes_is_never_torn_from_it() -> None:
    text = project("- Commit passwords to the repository\n- Delete customer data\n", title="Never")
    assert not optimised(text).proposals


def test_a_section_that_the_prompt_has_already_is_used() -> None:
    own = "## IMPORTANT\n\n- Ask before you spend money.\n- Be brief.\n\n"
    text = project(RULES).replace("## Layout", own + "## Layout")
    result = optimised(text, accept="safe")
    assert "## Critical" not in result.text
    assert (
        "- Be brief.\n- Never commit passwords or API keys to the repository.\n\n## Layout"
        in result.text
    )


def test_a_section_of_critical_rules_moves_as_a_whole() -> None:
    own = "## Important notes\n\n- Never commit API keys.\n- Be brief.\n\nAsk when in doubt.\n\n"
    text = project("- Keep it small.\n- Never print passwords in the log.\n")
    text = text.replace("## Reports", own + "## Reports")
    result = optimised(text, accept="safe")
    rule, section = result.accepted
    assert (section.kind, rule.kind) == ("MOVE", "MOVE")
    assert "a section of critical rules" in section.found
    grown = own.replace("- Be brief.\n", "- Be brief.\n- Never print passwords in the log.\n")
    want = text.replace(own, "").replace("## Layout", grown + "## Layout")
    assert result.text == want.replace("- Never print passwords in the log.\n\n## Rep", "\n## Rep")
    assert not optimised(result.text).safe
    assert result.edit.inverse(text).apply(result.text) == text
    assert optimised(text, accept=[rule.id]).text == result.text  # it takes its section along
    alone = optimised(text, accept=[section.id])
    assert alone.text == text.replace(own, "").replace("## Layout", own + "## Layout")


def test_sections_speak_the_language_and_markup_of_the_prompt() -> None:
    setext = project(RULES)
    for name in ("Layout", "Rules", "Reports"):
        setext = setext.replace(f"## {name}\n", f"{name}\n------\n")
    assert "Critical rules\n--------------\n\n- Never" in optimised(setext, accept="safe").text
    loud = project(RULES).replace("## Layout", "## LAYOUT").replace("## Reports", "## REPORTS")
    assert (
        "## CRITICAL RULES\n" in optimised(loud.replace("## Rules", "## RULES"), accept="safe").text
    )
    tags = (
        f"<role>\nYou work at the desk.\n</role>\n\n<layout>\n{filler(700)}</layout>\n\n"
        f"<rules>\n{RULES}</rules>\n\n<reports>\n{filler(700)}</reports>\n"
    )
    result = optimised(tags, accept="safe")
    assert (
        "</role>\n\n<critical_rules>\n- Never commit passwords or API keys to the repository.\n"
        "</critical_rules>\n\n<layout>" in result.text
    )
    prose = "注文の一覧は毎日まとめて机に届き、朝に係が読みます。\n" * 30
    japanese = (
        f"# 注文\n\n説明です。\n\n## 構成\n\n{prose}\n## ルール\n\n- 小さく分けてください。\n"
        f"- 個人情報をログに出力してはいけません。\n\n## 報告\n\n{prose}"
    )
    assert "## 重要な規則\n\n- 個人情報を" in optimised(japanese, accept="safe").text
    prose = "订单列表每天汇总一次，由值班人员在早上阅读并存档。\n" * 30
    chinese = (
        f"# 订单\n\n说明。\n\n## 结构\n\n{prose}\n## 发布\n\n- 保持提交简短。\n"
        f"- 绝不要把密码和密钥提交到仓库里面。\n\n## 报告\n\n{prose}"
    )
    text = optimised(chinese, accept="safe").text
    assert text.endswith("## 再次提醒\n\n- 发布：绝不要把密码和密钥提交到仓库里面。\n")


def test_frontmatter_stays_first_and_line_ends_stay_as_they_are() -> None:
    text = "---\nname: desk\ndescription: Takes orders.\n---\n\n" + project(RULES)
    text = text.replace("\n", "\r\n").removesuffix("\r\n")
    result = optimised(text, accept="safe", path="SKILL.md")
    assert result.accepted
    assert result.text.startswith("---\r\nname: desk\r\n")
    assert result.text.index("# Order desk") < result.text.index("## Critical rules")
    assert "\n" not in result.text.replace("\r\n", "")
    assert not result.text.endswith("\n")


def test_equal_rules_become_one_where_they_hold_for_the_same() -> None:
    rule = "- Run the tests before you push.\n"
    text = f"# A\n\n## Tests\n\n{rule}- Be quick.\n{rule}"
    result = optimised(text, accept="safe")
    (merge,) = result.accepted
    assert merge.kind == "MERGE"
    assert merge.saved > 0
    assert result.text == "# A\n\n## Tests\n\n- Run the tests before you push.\n- Be quick.\n"
    assert result.ledger.counts().get("merged") == 1
    assert result.reduction_pct > 0


def test_equal_rules_of_two_topics_are_for_a_person_to_decide() -> None:
    text = (
        "# A\n\n## Radio\n\n- Do not allocate memory after start-up.\n- Be quick.\n\n"
        "## Sensors\n\n- Do not allocate memory after start-up.\n- Be slow.\n"
    )
    (merge,) = optimised(text).proposals
    assert not merge.safe
    assert optimised(text, accept="safe").text == text
    result = optimised(text, accept=[merge.id])
    assert result.accepted == (result.proposals[0],)


def test_a_part_is_never_removed_by_itself_and_its_rules_are_named() -> None:
    text = (
        "# Order desk\n\nTake orders and check them.\n\n## Orders\n\nCheck each order.\n\n"
        "## Picnic\n\nThe picnic has lemonade and a lake. Never delete customer data.\n"
    )
    picnic = Prompt.from_text(text, "CLAUDE.md").parts()[-1]
    low = PartScore(
        picnic.id, picnic.title, 9, 1.0, "DISTRACTOR", "NEVER", "It shares no word.", "REMOVE"
    )
    scores = ScoreResult(Task("Check orders"), "m", "test", 5.0, (low,), 40)
    result = optimised(text, accept="safe", scores=scores)
    assert result.text == text
    (removal,) = result.proposals
    assert removal.kind == "REMOVE"
    assert not removal.safe
    assert "loses 1 hard rule (line 11)" in removal.reason
    assert any(row.status == "lost" for row in removal.ledger.rows)
    taken = optimised(text, accept=[removal.id], scores=scores)
    assert taken.gate == "refused"
    assert taken.exit_code == 1
    yes = optimised(text, accept=[removal.id], scores=scores, allow=taken.ledger.objections)
    assert yes.gate == "pass"


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Read this first:\n\n{{customer_mail}}\n", 1.0),  # what is put in there is not known
        ("The picnic has a lake. Never delete customer data.\n", 4.0),  # a rule, a middling score
    ],
)
def test_what_a_template_fills_and_rules_in_other_words_are_not_offered_for_removal(
    text: str, score: float
) -> None:
    text = f"# Order desk\n\nTake orders and check them.\n\n## Picnic\n\n{text}"
    part = Prompt.from_text(text, "CLAUDE.md").parts()[-1]
    low = PartScore(part.id, part.title, 9, score, "DISTRACTOR", "NEVER", "Foreign.", "REMOVE")
    scores = ScoreResult(Task("Check orders"), "m", "test", 5.0, (low,), 40)
    assert not [p for p in optimised(text, scores=scores).proposals if p.kind == "REMOVE"]


def test_the_part_with_the_title_is_never_offered_for_removal() -> None:
    text = "# Order desk\n\nWords.\n\n## Orders\n\nCheck each order.\n\n## Stock\n\nCheck it.\n"
    first = Prompt.from_text(text, "CLAUDE.md").parts()[0]
    low = PartScore(first.id, first.title, 9, 1.0, "DISTRACTOR", "NEVER", "Foreign.", "REMOVE")
    scores = ScoreResult(Task("Check orders"), "m", "test", 5.0, (low,), 40)
    assert not optimised(text, scores=scores).proposals


def test_a_refusal_is_remembered_for_its_words() -> None:
    text = project(RULES)
    (move,) = optimised(text).proposals
    assert not optimised(text, refused={move.key}).proposals
    moved_on = text.replace("# Order desk", "# The order desk\n\nMore words.")
    assert not optimised(moved_on, refused={move.key}).proposals


def test_data_files_and_short_prompts_are_left_alone() -> None:
    assert not optimised(project(RULES), path="prompt.yaml").proposals
    assert not optimised('{"rules": ["Never commit passwords"]}', path="a.json").proposals
    short = (
        "# A\n\n## B\n\n" + "words\n" * 20 + "\n## Rules\n\n" + RULES + "\n## C\n\n" + "x\n" * 30
    )
    assert not optimised(short).proposals


def test_an_unknown_id_is_refused_with_the_ids_there_are() -> None:
    with pytest.raises(UsageError, match="move-"):
        optimised(project(RULES), accept="move-00000000")


def test_the_dict_has_the_keys_of_the_command_line() -> None:
    found = optimised(project(RULES), accept="safe").to_dict()
    assert {
        "proposals",
        "tokens_before",
        "tokens_after",
        "reduction_pct",
        "ledger",
        "gate",
        "text",
    } <= set(found)
    assert {
        "id",
        "kind",
        "safe",
        "start_line",
        "end_line",
        "before",
        "after",
        "reason",
        "tokens_before",
        "tokens_after",
        "accepted",
    } <= set(found["proposals"][0])


def test_case_050_a_rule_in_the_middle_third_goes_to_the_edge_as_one_move() -> None:
    notes = "".join(f"- note {n} about the look of pages\n" for n in range(45))
    rule = "- You MUST look at the page in a browser before you hand it in.\n"
    text = f"# Pages\n\n{notes}\n{rule}\n{notes}"
    result = optimised(text, accept="safe")
    (move,) = result.accepted
    assert move.kind == "MOVE"
    assert result.text.startswith(f"# Pages\n\n{rule}- note 0 ")
    hunks = [h for h in diff_texts(text, result.text).hunks if h.op == "move"]
    assert len(hunks) == 1
    assert not hunks[0].changed
    assert result.grown == 0


@pytest.mark.parametrize("how", ["comment", "part", "hash"])
def test_case_058_pinned_text_stays_byte_identical(how: str) -> None:
    text = project(RULES + RULES)
    pinned: set[str] = set()
    if how == "comment":
        text = text.replace("## Rules\n", "<!-- ctxbench:pin -->\n## Rules\n")
        text = text.replace("## Reports\n", "<!-- /ctxbench:pin -->\n\n## Reports\n")
    prompt = Prompt.from_text(text)
    part = next(p for p in prompt.parts() if p.title == "Rules" or "pin" in prompt.part_text(p))
    if how == "part":
        pinned = {part.id}
    if how == "hash":
        pinned = {text_hash(prompt.part_text(part))}
    result = optimised(text, accept="all", pinned=pinned)
    start = text.index("## Rules")
    assert text[start : text.index("## Reports")] in result.text
    assert not [p for p in result.accepted if p.kind in ("MOVE", "MERGE", "REMOVE")]
