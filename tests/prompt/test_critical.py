"""Which hard rules are critical: bans by their object, duties by what they guard."""

from __future__ import annotations

import pytest

from workbench.prompt.instructions import classify_sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Never reach the live weather gateway from a notebook.",
        "Do not point the seeder at the production ledger.",
        "No test may order from the live parts supplier API.",
        "Never use real cards in a demo.",
        "Must not e-mail real subscribers from staging.",
        "Do not print visitors' e-mail addresses or dates of birth.",
        "Never commit a list of phone numbers.",
        "Never give out a lodger's or a guest's room number.",
        "Never delete loan records; there is no undo.",
        "Do not rewrite shared history.",
        "Never push with --force.",
        "Do not push to main: every push deploys to production.",
        "Do not clear the shared test database.",
        "本番の気象サービスには絶対に接続しないでください。",
        "来館者の氏名や電話番号をログに残さないでください。",
        "実際のカードで試してはいけません。",
        "禁止把读者的手机号写入日志。",
        "切勿清空共享数据库。",
    ],
)
def test_bans_on_what_is_live_real_personal_or_gone_are_critical(sentence: str) -> None:
    verdict = classify_sentence(sentence)
    assert verdict.strength == "hard"
    assert verdict.critical


@pytest.mark.parametrize(
    "sentence",
    [
        "Margins come from the tokens in `theme/tokens.json`.",
        "Design tokens must be in one file.",
        "Answers must stay below 300 tokens in length.",
        "You must use the payment run module for batches.",
        "The refund flow must be described in `docs/refunds.md`.",
        "Never push to `main`.",
        "Do not use live reload in tests.",
        "Do not ship production builds from a laptop.",
        "Do not log file names.",
        "Do not delete the heading row.",
        "Do not remove tests to make the suite pass.",
        "予約、支払い、領収書の発行を扱います。",
        "決済画面のボタンは青にしてください。",
        "支払い画面の文言は `locales` に置く。",
        "支付页面必须使用蓝色按钮。",
    ],
)
def test_a_topic_of_harm_in_a_harmless_rule_is_not_critical(sentence: str) -> None:
    assert not classify_sentence(sentence).critical


@pytest.mark.parametrize(
    "sentence",
    [
        "Refunds must be approved by two people.",
        "Access tokens must be kept in the vault.",
        "Card numbers must be masked.",
        "You must run the job once only: a second run charged 40 guests twice.",
        "The answer must be valid JSON, since a script reads it.",
        "必ず承認を取ってから本番に反映すること。",
        "付款前必须由人工确认。",
    ],
)
def test_duties_that_guard_or_state_the_harm_are_critical(sentence: str) -> None:
    assert classify_sentence(sentence).critical


@pytest.mark.parametrize(
    ("sentence", "critical"),
    [
        ("Do not delete entries of the glossary.", False),
        ("Never remove minutes of the meetings in docs/minutes.", False),
        ("Never remove records of patients.", True),
        ("Do not delete customer records in docs/export.", True),
    ],
)
def test_lines_of_documents_are_no_data(sentence: str, critical: bool) -> None:
    verdict = classify_sentence(sentence)
    assert (verdict.strength, verdict.critical) == ("hard", critical)


@pytest.mark.parametrize(
    ("sentence", "strength"),
    [
        ("Guest names do not appear in reports.", "hard"),
        ("Recipes never leave the building.", "hard"),
        ("Some warnings do not appear in the logs.", "none"),
        ("Errors do not appear in the output because the logger is off.", "none"),
        ("Pages do not open in a new tab.", "none"),
    ],
)
def test_what_is_kept_out_is_a_rule_and_what_is_seen_is_none(sentence: str, strength: str) -> None:
    assert classify_sentence(sentence).strength == strength
