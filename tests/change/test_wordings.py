"""Rules of many trades in other words, and other rules in almost the same words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.change.cjk_words import one_word
from workbench.change.ledger import Ledger, ledger
from workbench.change.quantities import quantities, spelled
from workbench.prompt.prompt import Prompt

HERE = Path(__file__).parent


def compare(a: str, b: str) -> Ledger:
    """Both with `\\n` for a line break, as in the tables."""
    texts = [x.replace("\\n", "\n") + "\n" for x in (a, b)]
    return ledger(Prompt.from_text(texts[0]), Prompt.from_text(texts[1]))


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text("utf-8").splitlines()]


@pytest.mark.slow
def test_the_gate_tells_other_words_from_other_rules() -> None:
    """K: the same rule in other words; C: another rule. The same shares as asked of the gate."""
    seen: Counter[tuple[str, str]] = Counter()
    for label, a, b in rows("ledger_trades.tsv"):
        seen[label, compare(a, b).gate] += 1
    kept = seen["K", "refused"], seen["K", "refused"] + seen["K", "pass"]
    changed = seen["C", "refused"], seen["C", "refused"] + seen["C", "pass"]
    assert kept[0] <= 0.15 * kept[1], kept
    assert changed[0] >= 0.95 * changed[1], changed


def test_every_literal_that_went_is_listed_and_little_else() -> None:
    wanted = listed = extra = 0
    for a, b, tokens in rows("ledger_literals.tsv"):
        expected = Counter(token for token in tokens.split("|") if token)
        found = Counter(x.text for x in compare(a, b).lost_literals)
        wanted += expected.total()
        listed += (expected & found).total()
        extra += (found - expected).total()
    assert listed >= 0.95 * wanted, (listed, wanted)
    assert extra <= 0.05 * wanted, (extra, wanted)


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        ("Wait one minute.", "Wait 60 seconds.", "reworded"),
        ("Rest for half an hour.", "Rest for 30 minutes.", "reworded"),
        ("Wait one minute.", "Wait 60 minutes.", "changed"),
        ("Do not open the lid.", "The lid stays closed.", "reworded"),
        ("Do not open the lid.", "Close the lid on Sundays.", "weakened"),
        ("Do not sell glue unless an adult asks.", "Sell glue only if an adult asks.", "reworded"),
        ("Nobody but the cook may salt.", "Only the cook may salt.", "reworded"),
        ("Move boats from Kiel to Bern.", "Move boats from Bern to Kiel.", "flipped"),
        ("Saw along the line.", "Saw across the line.", "changed"),
        ("Taste one of the jars.", "Taste all of the jars.", "changed"),
        ("Feed the goats.", "Feed the young goats.", "changed"),
        ("Weigh the flour, then sift it.", "Sift the flour, then weigh it.", "flipped"),
        ("Never dive.", "Never dive in the harbour.", "weakened"),
        ("Never dive in the harbour.", "Never dive.", "strengthened"),
        ("The harbour is closed by the pilot.", "The harbour is closed by the cook.", "changed"),
        ("Keep one lamp.", "Keep at most one lamp.", "changed"),
    ],
)
def test_kinds_of_wordings(old: str, new: str, status: str) -> None:
    found = [row.status for row in compare(old, new).rows]
    assert found == [status]


def test_one_ban_may_become_two_and_a_choice_is_no_merge() -> None:
    assert compare("- Do not shout or run.", "- Do not shout.\\n- Do not run.").gate == "pass"
    two = "- Oil the hinge.\\n- Paint the door."
    assert compare(two, "- Oil the hinge and paint the door.").gate == "pass"
    assert compare(two, "- Oil the hinge or paint the door.").gate == "refused"


def test_what_comes_in_with_a_merge_is_seen() -> None:
    two = "- Oil the hinge.\\n- Paint the door."
    found = compare(two, "- Oil the hinge and paint the door on `floor 2`.")
    assert [(row.status, row.why) for row in found.rows] == [
        ("changed", "new in the merge: code floor 2"),
        ("changed", "new in the merge: code floor 2"),
    ]
    assert compare(two, "- Oil the hinge and paint the cellar door.").gate == "refused"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("No step has more than three parts.", "A step has at most three parts."),
        ("Staff may leave at noon.", "Staff are allowed to leave at noon."),
        ("Keep dogs out of the shop.", "Do not put dogs in the shop."),
        ("The number of guests is limited to 9.", "At most 9 guests."),
        ("A wash should follow.", "There should be a wash that follows."),
    ],
)
def test_force_and_limits_may_stand_elsewhere(old: str, new: str) -> None:
    assert compare(old, new).gate == "pass"


def test_a_frontmatter_field_that_went_is_a_lost_literal() -> None:
    found = compare("---\\nname: tea\\ncolor: red\\n---\\nHi.", "---\\nname: tea\\n---\\nHi.")
    assert [(x.kind, x.text) for x in found.lost_literals] == [("frontmatter", "color: red")]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("twenty-five percent", "25 %"),
        ("within a day", "within 86400 s"),
        ("a 45-minute break", "a 2700 s break"),
        ("二十个字", "20个字"),
        ("百文字", "100文字"),
        ("€ 20", "20 EUR"),
        ("20 euros", "20 EUR"),
        ("one of them", "one of them"),
        ("一般", "一般"),
    ],
)
def test_quantities_have_one_spelling(text: str, plain: str) -> None:
    assert spelled(text) == plain


def test_a_quantity_has_its_unit() -> None:
    assert quantities(spelled("2 hours and 5 kg")) == {"7200 s": 1, "5 kg": 1}


@pytest.mark.slow
@given(st.text(alphabet="0123456789.,: 一二百千十minhoursday%€個秒分-", max_size=80))
def test_any_numbers_can_be_spelled(text: str) -> None:
    quantities(spelled(text))


def test_a_chinese_or_japanese_synonym_is_one_word() -> None:
    assert one_word("移除文件") == one_word("删除文件")
    assert one_word("結果を修正") == one_word("結果を変更")
