"""Critical is what its author calls so, or what you marked; nothing is guessed from words."""

from __future__ import annotations

import pytest

from workbench.language.instructions import (
    Instruction,
    extract_instructions,
    labels_say_nothing,
    numbered,
)
from workbench.prompt.prompt import Prompt


def critical(text: str) -> list[str]:
    return [x.text for x in extract_instructions(Prompt.from_text(text, "a.md")) if x.critical]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## Never\n\n- Chip the rims\n", ["Chip the rims"]),
        ("## 🚫 Never do this\n\n- Mix the teas.\n", ["Mix the teas."]),
        ("## Critical rules (read first)\n\n- Warm the pot.\n", ["Warm the pot."]),
        ("## 3. CRITICAL: hot water\n\n- Warm the pot.\n", ["Warm the pot."]),
        ("**CRITICAL:** Warm the pot.\n", ["**CRITICAL:** Warm the pot."]),
        ("IMPORTANT: warm the pot first.\n", ["IMPORTANT: warm the pot first."]),
        ("**Important** Warm the pot.\n", ["**Important** Warm the pot."]),
        ("Warm the pot (critical).\n", ["Warm the pot (critical)."]),
        ("[CRITICAL] Warm the pot.\n", ["[CRITICAL] Warm the pot."]),
        ("> [!CAUTION]\n> Never boil it dry.\n", ["Never boil it dry."]),
        ("**CRITICAL:**\n\n- Warm the pot.\n- Cold milk is fine.\n", ["Warm the pot."]),
        ("CRITICAL! Warm the pot.\n", ["Warm the pot."]),
        ("<critical_rules>\nWarm the pot.\n</critical_rules>\n", ["Warm the pot."]),
        ("## 禁止事項\n\n- 皿を重ねる\n", ["皿を重ねる"]),
        ("重要: 皿を必ず温めてください。\n", ["重要: 皿を必ず温めてください。"]),
        ("## 红线\n\n- 不得叠放湿杯子。\n", ["不得叠放湿杯子。"]),
        # Loud, grave or merely about something dangerous: the author does not call it critical.
        ("NEVER BOIL GREEN TEA!!!\n", []),
        ("Never delete the production database.\n", []),
        ("Do not push to main with --force.\n", []),
        ("The critical path is short. Warm the pot.\n", []),
        ("## Important dates\n\n- Warm the pot.\n", []),
        ("## Common mistakes\n\n- Chip the rims\n", []),
        ("It is important to know tea. Warm the pot.\n", []),
        ("## Never\n\nThe pot holds two litres.\n", []),
    ],
)
def test_who_calls_a_rule_critical(text: str, found: list[str]) -> None:
    assert critical(text) == found


def test_many_labels_say_nothing() -> None:
    few = "".join(f"- IMPORTANT: rinse cup {n} twice.\n" for n in range(8))
    many = "".join(f"- IMPORTANT: rinse cup {n} twice.\n" for n in range(9))
    plain = "".join(f"- Rinse the cup {n}.\n" for n in range(90))
    assert len(critical(few)) == 8
    assert critical(many) == []
    assert labels_say_nothing(Prompt.from_text(many)) == 9
    assert len(critical(many + plain)) == 9  # nine of a hundred: not above a tenth


def marked(text: str, **said: bool) -> list[Instruction]:
    prompt = Prompt.from_text(text, "a.md")
    ids = {item.text: name for name, item in numbered(prompt)}
    marks = frozenset((ids[words.replace("_", " ")], yes) for words, yes in said.items())
    return list(extract_instructions(prompt.with_marks(marks)))


def test_your_mark_goes_over_the_label() -> None:
    text = "- CRITICAL: stir the pot\n- Warm the pot\n- Pot by the window\n"
    before = marked(text)
    assert [(x.critical_by, x.text) for x in before] == [
        ("author", "CRITICAL: stir the pot"),
        ("", "Warm the pot"),
    ]
    after = marked(text, **{"CRITICAL:_stir_the_pot": False, "Warm_the_pot": True})
    assert [(x.critical_by, x.text) for x in after] == [
        ("", "CRITICAL: stir the pot"),
        ("you", "Warm the pot"),
    ]


def test_a_marked_sentence_is_a_rule_whatever_its_words() -> None:
    (rule,) = marked("Tee niemals kochen\n", Tee_niemals_kochen=True)
    assert (rule.strength, rule.form, rule.critical_by) == ("hard", "mark", "you")


def test_a_mark_on_one_of_two_equal_sentences_is_on_that_one() -> None:
    prompt = Prompt.from_text("- Warm the pot.\n\n- Stir it.\n\n- Warm the pot.\n", "a.md")
    names = [name for name, item in numbered(prompt) if "pot" in item.text]
    rules = extract_instructions(prompt.with_marks(frozenset({(names[1], True)})))
    assert [(x.start_line, x.critical) for x in rules] == [(1, False), (3, False), (5, True)]
