"""Instructions: what binds, how strongly, and where it stands."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from workbench.language.instructions import (
    Instruction,
    document_title,
    extract_instructions,
    scope_titles,
    unread,
)
from workbench.prompt.prompt import Prompt


def read(text: str, path: str = "CLAUDE.md") -> tuple[Instruction, ...]:
    return extract_instructions(Prompt.from_text(text, path))


def texts(text: str, strength: str = "") -> list[str]:
    return [x.text for x in read(text) if not strength or x.strength == strength]


def test_short_cells_are_values() -> None:
    head = "| case | rule |\n|---|---|\n"
    assert texts(head + "| Go | No (204) |\n| No sugar | India only |\n") == []
    assert texts(head + "| green | Never boil it. |\n") == ["Never boil it."]


def test_a_bare_item_takes_the_mood_of_its_heading_or_lead() -> None:
    text = "## Never do\n\n- Chip the rims\n- Mix teas\n\nYou must always:\n\n- Warm the pot\n"
    got = [(x.text, x.strength, x.polarity) for x in read(text)]
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
    first, second = read(text)
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
    (rule,) = read(text)
    assert (rule.text, rule.kind, rule.tags) == ("Never boil `a|b`.", "cell", ("tea_rules",))


def test_titles_that_limit_nothing_are_no_scope() -> None:
    text = "# Tea house\n\n## Rules\n\n### Payments\n\n- Never take coins.\n"
    (rule,) = read(text)
    assert document_title(Prompt.from_text(text)) == "Tea house"
    assert rule.scope == ("Payments",)
    assert scope_titles(("Important rules", "Billing")) == ("Billing",)


def test_ids_stay_when_sentences_move_and_copies_are_numbered() -> None:
    text = "- Never boil green tea.\n- Warm the pot.\n- Never boil green tea.\n"
    ids = [x.id for x in read(text)]
    assert ids[2] == ids[0] + ".2"
    moved = [x.id for x in read("* Warm the pot\n\n**Never** boil green tea.\n")]
    assert moved == [ids[1], ids[0]]


def test_case_050_the_one_hard_rule_among_many_notes_is_found_where_it_stands() -> None:
    notes = "".join("- a note on tea\n" for _ in range(40))
    text = f"# Tea\n\n{notes}\n- MUST taste the tea before serving it.\n\n{notes}"
    (rule,) = [x for x in read(text) if x.strength == "hard"]
    assert (rule.start_line, rule.whole_unit, rule.scope) == (44, True, ())


GERMAN = (
    "# Regeln\n\n- Verleihe niemals ein Buch, das für einen anderen Leser zurückgelegt ist.\n"
    "- Frage nach der Karte, bevor du ein Konto öffnest.\n- Antworte in zwei kurzen Sätzen und "
    "nenne das Regal, in dem das Buch steht.\n- Wenn ein Buch fehlt, schreibe es auf die Liste "
    "und sage dem Leser, wann es wiederkommt.\n"
)


def test_a_text_in_a_language_that_is_not_read_says_so() -> None:
    prompt = Prompt.from_text(GERMAN, "CLAUDE.md")
    assert extract_instructions(prompt) == ()
    (german,) = unread(prompt)
    assert (german.language, german.first_line) == ("German", 1)
    russian = "Never guess.\n\nНикогда не удаляйте записи.\n"
    (other,) = unread(Prompt.from_text(russian))
    assert other.said() == "1 statement in Cyrillic letters (from line 3)"
    assert texts(russian) == ["Never guess."]
    assert unread(Prompt.from_text("- `npm test`\n- Never guess.\n- 皿を温める。\n")) == ()


def test_a_heading_can_be_a_rule() -> None:
    text = (
        "# Tea\n\n## Never boil green tea\n\nIt turns bitter.\n\n## Boiling water\n\nIt is hot.\n"
    )
    assert [(x.text, x.kind, x.start_line) for x in read(text)] == [
        ("Never boil green tea", "heading", 3)
    ]


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
    read(text)
    assert process_time() - began < 20
