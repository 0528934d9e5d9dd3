"""Stories score low whatever words they share; what a task shares is told in whole words."""

from __future__ import annotations

import pytest

from workbench.judge.relevance import ScoreResult, score_offline
from workbench.judge.stories import is_story, telling
from workbench.prompt.prompt import Prompt

_HEAD = (
    "# Bakery orders\n\nWeb service of a bakery for orders of bread, with ovens and delivery.\n\n"
    "## Rules\n\n- Never bill an order of bread twice.\n- Orders close at noon.\n\n"
    "## Ovens\n\n- Each oven has a plan in `plans/`.\n- Bread is baked once an order is paid.\n\n"
)
_JA = (
    "# 在庫サービス\n\n倉庫の在庫を扱うサービスです。米と豆の出荷を記録します。\n\n"
    "## 規則\n\n- 在庫は整数で数えること。\n- 出荷は倉庫ごとに分ける。\n\n"
    "## 出荷\n\n- 出荷は `src/ship.ts` にある。\n\n"
)


def scored(text: str, task: str | None = None) -> ScoreResult:
    prompt = Prompt.from_text(text, path="CLAUDE.md")
    parts = prompt.parts()
    return score_offline(prompt, parts, task, [10] * len(parts))


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (
            "History",
            "The bakery opened in 1950 and the ovens came from Lyon. Orders of bread were written "
            "on a slate. The service replaced the slate in 2012, after the baker retired.",
        ),
        (
            "About the team",
            "Our team met at a chess club. Anna wrote the first order of bread on a train to Riga. "
            "She still has the napkin.",
        ),
        (
            "Ovens and orders",
            "The oven was bought by a grandmother in 1931. She slept beside it, and the dog of the "
            "bakery ate two orders of bread a day.",
        ),
    ],
)
def test_a_story_in_the_words_of_the_task_scores_four_at_most(title: str, text: str) -> None:
    result = scored(f"{_HEAD}## {title}\n\n{text}\n")
    story = result.parts[-1]
    assert story.shared
    assert story.score is not None
    assert story.score <= 4
    assert "It tells a story" in story.justification
    assert story.recommendation != "KEEP"
    assert all(part.score is not None and part.score >= 5 for part in result.parts[:-1])


def test_a_japanese_story_scores_four_at_most() -> None:
    told = "倉庫は1950年に建てられた。当時は米を入れていた。2010年に在庫サービスが作られた。"
    story = scored(f"{_JA}## 歴史\n\n{told}\n").parts[-1]
    assert story.shared
    assert story.score is not None
    assert story.score <= 4
    assert "It tells a story" in story.justification


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("History", "The order service was split in 2019. Use `orders/v2` only."),
        ("Incident", "In 2022 the job billed 312 guests twice. Never call the live API."),
        ("Overview", "A season has its own timetable. Each line has two seasons, as agreed."),
        ("Kitchen", "Bread is baked at four. Cakes stand in the kitchen. Tea is served at five."),
        ("Changelog", "- 1.2 added exports\n- 1.1 fixed the crash in src/io.py\n- 1.0 was first"),
        ("You", "You are a baker who grew up in Lyon. You were trained by your grandmother."),
        ("History", "It began."),
        ("", ""),
    ],
)
def test_rules_facts_personas_and_logs_are_no_stories(title: str, text: str) -> None:
    assert not is_story(title, text)


def test_a_task_that_shares_nothing_is_said_once() -> None:
    assert scored(_HEAD, "x").note.startswith("The task shares no word with the prompt")
    assert not scored(_HEAD, "bake bread").note.startswith("The task shares")


@pytest.mark.parametrize("task", ["", "  \n"])
def test_a_blank_task_is_inferred(task: str) -> None:
    assert scored(_HEAD, task) == scored(_HEAD)


def test_shared_words_stand_in_the_text_as_whole_words() -> None:
    text = _HEAD + "## Code\n\n- TypeScript only; `parseInvoice` reads an e-mail.\n"
    assert scored(text, "write a shell script").parts[-1].shared == ()
    assert scored(text, "strict TypeScript").parts[-1].shared == ("TypeScript",)
    assert scored(text, "invoice").parts[-1].shared == ("parseInvoice",)
    assert scored(text, "mail").parts[-1].shared == ("e-mail",)


def test_a_bare_verb_ending_is_no_rule_word() -> None:
    text = _JA + "## 認証\n\n- パスワードは暗号化し、鍵は金庫に保管します。\n"
    prompt = Prompt.from_text(text, path="CLAUDE.md")
    parts = prompt.parts()
    from workbench.language.instructions import extract_instructions

    rules = extract_instructions(prompt, parts)
    assert any(rule.cue == "ます" for rule in rules)
    result = score_offline(prompt, parts, None, [10] * len(parts), rules=rules)
    assert all('"ます"' not in part.justification for part in result.parts)


def test_one_thing_in_two_forms_is_one_cue() -> None:
    assert telling("An exercise trains one point, on a train.").story == {"train"}
    assert telling("The cat watched the train.").story == {"cat", "train"}
