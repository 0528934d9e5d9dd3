"""Instructions: what binds, how strongly, and where it stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from time import process_time

import pytest

from workbench.prompt.instructions import (
    classify_sentence,
    document_title,
    extract_instructions,
    instructions_of,
    scope_titles,
)
from workbench.prompt.prompt import Prompt


def texts(text: str, strength: str = "") -> list[str]:
    return [x.text for x in instructions_of(text) if not strength or x.strength == strength]


@pytest.mark.parametrize(
    ("sentence", "strength", "polarity"),
    [
        ("Cups must be rinsed.", "hard", "do"),
        ("Cups should be rinsed.", "soft", "do"),
        ("Cups should never be stacked wet.", "hard", "dont"),
        ("Try never to stack wet cups.", "soft", "dont"),
        ("Prefer glass, but never use paper.", "hard", "dont"),
        ("You may leave out the saucer.", "soft", "do"),
        ("The cup must have been chipped before.", "none", "do"),
        ('The sign says "never touch".', "none", "do"),
        ("The `never_wash` flag is set.", "none", "do"),
        ("Must cups be rinsed?", "none", "do"),
        ("The rule that cups must match was abolished.", "none", "do"),
        ("Do not, under any circumstances, microwave gold rims.", "hard", "dont"),
        ("No lipstick on rims.", "hard", "dont"),
        ("No cups were broken last week.", "none", "do"),
        ("Never-ending refills are a myth.", "none", "do"),
        ("Nothing here applies to the terrace.", "none", "do"),
        ("皿を重ねてはいけない。", "hard", "dont"),
        ("なるべく皿を温める。", "soft", "do"),
        ("必須項目は三つある。", "none", "do"),
        ("不得叠放湿杯子。", "hard", "dont"),
        ("尽量使用玻璃杯。", "soft", "do"),
        ("必填项有三个。", "none", "do"),
    ],
)
def test_one_sentence_read_alone(sentence: str, strength: str, polarity: str) -> None:
    verdict = classify_sentence(sentence)
    assert (verdict.strength, verdict.polarity) == (strength, polarity), verdict


def test_sentences_of_other_trades_are_told_apart() -> None:
    """Museum, kitchen, ward and warehouse: no word of them is in the lists."""
    lines = (Path(__file__).parent / "instruction_sentences.tsv").read_text("utf-8").splitlines()
    tally: Counter[tuple[str, str]] = Counter()
    for line in lines:
        label, _, text = line.partition("\t")
        tally[label, classify_sentence(text).strength] += 1
    hit = tally["hard", "hard"]
    false = tally["soft", "hard"] + tally["none", "hard"]
    missed = tally["hard", "soft"] + tally["hard", "none"]
    assert 2 * hit / (2 * hit + false + missed) >= 0.9, tally


def test_harm_makes_a_hard_rule_critical() -> None:
    assert classify_sentence("Never log a patient's name.").critical
    assert classify_sentence("The reply must be valid JSON, nothing else.").critical
    assert not classify_sentence("Never use tabs.").critical
    assert not classify_sentence("Consider rotating the password.").critical


@pytest.mark.parametrize(
    "sentence",
    [
        "Encrypt the backups before you upload them.",
        "Redact the names of donors in every report.",
        "Ask before you delete any record.",
        "Double-check the dosage against the chart.",
        "Keep API keys out of the repository.",
        "All admin pages must require authentication.",
        "Escalate any mention of self-harm to a person.",
        "You have to authenticate the caller first.",
        "No secrets in logs.",
    ],
)
def test_rules_that_guard_against_harm_are_critical(sentence: str) -> None:
    assert classify_sentence(sentence).critical


@pytest.mark.parametrize(
    "sentence",
    [
        "Get your API key at the portal.",
        "Create a `.env` file and add your API key.",
        "You need to create an account and an API key.",
        "Use dependency injection.",
        "Write a function that processes user data.",
        "Check which file the user named.",
        "Describe the refund flow.",
        "The first key in this list wins: the token, then the password.",
        "Remove all other settings.",
    ],
)
def test_a_dangerous_topic_alone_is_not_critical(sentence: str) -> None:
    assert not classify_sentence(sentence).critical


@pytest.mark.parametrize(
    "sentence",
    [
        "Two cooks rewrote it over a weekend.",
        "Display size detection for tablets",
        "Pass rate: 60% to 100%",
        "The cups are cheap, but have thin walls.",
        "**Objective**: Design and run a tasting.",
        "**Try-catch blocks**:",
        "GET /cups HTTP/1.1",
        ".cup + .cup { padding-top: 4px; }",
        "It may need a small nudge.",
        "This does not mean that all cups must match.",
        "\\u0026 you always have to think\\nabout cups",
        "そのため、皿を適切に分けます。",
        "茶并不能解决所有问题。",
    ],
)
def test_titles_facts_and_code_are_no_instructions(sentence: str) -> None:
    assert classify_sentence(sentence).strength == "none"


def test_short_cells_are_values() -> None:
    head = "| case | rule |\n|---|---|\n"
    assert texts(head + "| Go | No (204) |\n| No sugar | India only |\n") == []
    assert texts(head + "| green | Never boil it. |\n") == ["Never boil it."]


def test_a_bare_item_takes_the_mood_of_its_heading_or_lead() -> None:
    text = "## Never do\n\n- Chip the rims\n- Mix teas\n\nYou must always:\n\n- Warm the pot\n"
    got = [(x.text, x.strength, x.polarity) for x in instructions_of(text)]
    assert got[:2] == [("Chip the rims", "hard", "dont"), ("Mix teas", "hard", "dont")]
    assert got[-1] == ("Warm the pot", "hard", "do")


def test_facts_below_a_title_that_only_sounds_strict_stay_facts() -> None:
    assert texts("## Never-ending tea\n\n- The pot holds two litres.\n") == []


def test_code_comments_frontmatter_and_quotations_hold_no_instructions() -> None:
    text = (
        "---\nname: tea\nrule: never brew twice\n---\n\n"
        "```\nnever brew twice\n```\n\n~~~\n- must not count\n~~~\n\n"
        "<!-- you must not see this\nnever -->\n\n"
        "    always indented code\n\n"
        '> "Never again," said the cook.\n\nNever brew twice.\n'
    )
    assert texts(text) == ["Never brew twice."]


def test_places_are_exact_and_lines_are_those_of_the_file() -> None:
    text = "# Tea\r\n\r\nIt is hot. Never shake\r\nthe pot. It steams.\r\n\r\n1. Warm the pot.\r\n"
    first, second = instructions_of(text)
    assert first.text == "Never shake the pot."
    assert text[first.start : first.end] == "Never shake\r\nthe pot."
    assert (first.start_line, first.end_line) == (3, 4)
    assert not first.whole_unit
    assert second.whole_unit and second.ordered
    assert text[slice(*second.unit)] == "1. Warm the pot.\r\n"
    assert first.path == second.path == ("Tea",)


def test_rules_stand_in_table_cells_and_elements_too() -> None:
    text = (
        "<tea_rules>\n\n| case | rule |\n|---|---|\n| green | Never boil `a|b`. |\n\n</tea_rules>\n"
    )
    (rule,) = instructions_of(text)
    assert (rule.text, rule.kind, rule.tags) == ("Never boil `a|b`.", "cell", ("tea_rules",))


def test_words_that_lean_on_others_are_marked() -> None:
    text = (
        "# Tea\n\n- Never do this.\n- When it rains, close the hatch.\n- Do not use the kettle.\n"
        "  - Never on Sundays.\n"
    )
    this, rain, kettle, nested = instructions_of(text)
    assert this.anaphoric and not this.scoped
    assert rain.scoped
    assert not kettle.anaphoric and not kettle.scoped and kettle.children
    assert nested.anaphoric and nested.lead


def test_titles_that_limit_nothing_are_no_scope() -> None:
    text = "# Tea house\n\n## Rules\n\n### Payments\n\n- Never take coins.\n"
    (rule,) = instructions_of(text)
    assert document_title(text) == "Tea house"
    assert rule.scope == ("Payments",)
    assert scope_titles(("Important rules", "Billing")) == ("Billing",)


def test_ids_stay_when_sentences_move_and_copies_are_numbered() -> None:
    text = "- Never boil green tea.\n- Warm the pot.\n- Never boil green tea.\n"
    ids = [x.id for x in instructions_of(text)]
    assert ids[2] == ids[0] + ".2"
    moved = [x.id for x in instructions_of("* Warm the pot\n\n**Never** boil green tea.\n")]
    assert moved == [ids[1], ids[0]]


def test_case_050_the_one_hard_rule_among_many_notes_is_found_where_it_stands() -> None:
    notes = "".join("- a note on tea\n" for _ in range(40))
    text = f"# Tea\n\n{notes}\n- MUST taste the tea before serving it.\n\n{notes}"
    (rule,) = [x for x in instructions_of(text) if x.strength == "hard"]
    assert (rule.start_line, rule.whole_unit, rule.scope) == (44, True, ())


def test_data_files_have_none() -> None:
    prompt = Prompt.from_text('{"rule": "never boil"}', "x.json")
    assert extract_instructions(prompt) == ()


def test_every_instruction_knows_its_part() -> None:
    prompt = Prompt.from_text("# A\n\nNever boil.\n\n# B\n\nAlways stir.\n", "CLAUDE.md")
    parts = prompt.parts()
    owners = {part.id: part for part in parts}
    for rule in extract_instructions(prompt, parts):
        assert owners[rule.part].start <= rule.start < rule.end <= owners[rule.part].end


def test_real_files_give_sane_instructions(corpus: list[Path]) -> None:
    for path in corpus:
        if path.stat().st_size > 200_000:
            continue
        prompt = Prompt.from_bytes(path.read_bytes(), path.name)
        last = 0
        for rule in extract_instructions(prompt):
            assert last <= rule.start < rule.end <= len(prompt.text)
            assert rule.unit[0] <= rule.start and rule.end <= rule.unit[1]
            last = rule.start


@pytest.mark.parametrize(
    "text",
    [
        "never " * 50_000,
        "- must have " * 20_000,
        "`" * 100_000,
        '" ' * 60_000,
        "A. " * 20_000,
        "[a](" * 40_000,
        "| a " * 40_000,
        "「" * 60_000,
        "if a, " * 30_000,
        "<a " * 50_000,
        "ない" * 60_000,
        "{{" * 60_000,
        "".join(" " * i + "- never\n" for i in range(500)),
    ],
    ids=lambda t: repr(t[:8]),
)
def test_hostile_text_takes_no_more_than_its_length(text: str) -> None:
    began = process_time()
    instructions_of(text)
    assert process_time() - began < 20
