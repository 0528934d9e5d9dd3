"""The preservation ledger: what was kept, what was lost, and what the gate says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.change.ledger import Ledger, check_preserved, ledger
from workbench.prompt.prompt import Prompt

TEA = """# Tea house

## Kitchen

- Never leave the fire alone.
- Warm the pot before you pour.
- Steep for at most 4 minutes.

## Payments

- Never take more than 50 EUR in coins.
- Ask `till/open.sh` for the key, except on Sundays.
"""


def compare(a: str, b: str, *, allow: tuple[str, ...] = ()) -> Ledger:
    return ledger(Prompt.from_text(a, "CLAUDE.md"), Prompt.from_text(b, "CLAUDE.md"), allow=allow)


def statuses(found: Ledger) -> list[str]:
    return [row.status for row in found.rows if row.status != "kept"]


def test_cells_that_became_one_sentence_share_its_text_and_print_its_beginning() -> None:
    row = "| never use tar " * 300 + "|\n"
    found = compare(f"| a | b |\n|---|---|\n{row}", row)
    assert len(found.rows) == 300
    # One string for all, however long it is, and one judgement.
    assert len({id(one.text_b) for one in found.rows if one.status == "changed"}) == 1
    assert len({id(one.differs) for one in found.rows if one.status == "changed"}) == 1
    said = found.to_dict()["rows"]
    assert isinstance(said, list)
    assert max(len(one["text_b"]) for one in said) == 1001
    assert all(one["text_b"][-1] == "…" for one in said if len(one["text_b"]) > 1000)


def test_the_same_text_passes() -> None:
    found = compare(TEA, TEA)
    assert found.gate == "pass" and not found.lost_literals
    assert {row.status for row in found.rows} == {"kept"}


def test_list_marks_emphasis_and_blank_lines_mean_nothing() -> None:
    other = TEA.replace("- ", "* ").replace("\n\n", "\n\n\n").replace("Never", "**Never**")
    assert compare(TEA, other).gate == "pass"


def test_a_deleted_rule_is_lost_with_its_literals() -> None:
    found = compare(TEA, TEA.replace("- Steep for at most 4 minutes.\n", ""))
    assert statuses(found) == ["lost"] and found.gate == "refused"
    assert ("number", "4") in {(x.kind, x.text) for x in found.lost_literals}
    (row,) = [row for row in found.rows if row.status == "lost"]
    assert (row.a_line, row.b_line, row.text_b) == (7, 0, "")


def test_each_loss_needs_its_own_yes() -> None:
    without = TEA.replace("- Steep for at most 4 minutes.\n", "")
    row = next(row.id for row in compare(TEA, without).rows if row.status == "lost")
    assert compare(TEA, without, allow=(row,)).gate == "pass"
    assert compare(TEA, without).allow(["all"]).gate == "pass"
    assert compare(TEA, without).allow(["other"]).gate == "refused"


def test_a_rule_that_moves_below_another_heading_loses_its_scope() -> None:
    rule = "- Never take more than 50 EUR in coins.\n"
    moved = TEA.replace(rule, "").replace("## Kitchen\n\n", "## Kitchen\n\n" + rule)
    found = compare(TEA, moved)
    (row,) = [row for row in found.rows if row.status == "moved"]
    assert row.scope_lost and "Payments" in row.why and found.gate == "look"


def test_a_rule_that_takes_its_heading_along_passes() -> None:
    rule = "- Never take more than 50 EUR in coins.\n"
    top = (
        "# Tea house\n\n## Important\n\n- Payments: never mind the rest.\n\n### Payments\n\n" + rule
    )
    moved = TEA.replace(rule, "").replace("# Tea house\n", top, 1)
    row = next(r for r in compare(TEA, moved).rows if r.text_a.startswith("Never take"))
    assert row.status in ("moved", "kept") and not row.scope_lost


def test_an_exact_copy_may_go_and_an_echo_is_linked() -> None:
    twice = TEA + "\n## Important\n\n- Never leave the fire alone.\n"
    added = compare(TEA, twice)
    (row,) = [row for row in added.rows if row.status == "added"]
    assert row.echo_of == next(r.id for r in added.rows if r.text_a.startswith("Never leave"))
    assert added.gate == "pass"
    back = compare(
        twice.replace("## Kitchen", "## General"), TEA.replace("## Kitchen", "## General")
    )
    assert "merged" in statuses(back)
    assert all(row.status != "lost" for row in back.rows if row.kind != "heading")


def test_a_copy_below_another_heading_is_merged_and_still_needs_a_yes() -> None:
    rule = "- Never leave the fire alone for 2 minutes.\n"
    twice = TEA.replace("## Kitchen\n\n", f"## Kitchen\n\n{rule}") + rule
    found = compare(twice, twice.removesuffix(rule))
    (row,) = [row for row in found.rows if row.status != "kept"]
    assert row.status == "merged" and row.scope_lost and row.bad
    assert "stay at line 5" in row.why and "Payments" in row.why
    assert found.gate == "look" and found.objections == (row.id,)
    assert not found.lost_literals
    assert compare(twice, twice.removesuffix(rule), allow=(row.id,)).gate == "pass"


def test_a_copy_that_was_changed_or_is_a_lead_is_not_called_merged() -> None:
    rule = "- Never leave the fire alone for 2 minutes.\n"
    twice = TEA.replace("## Kitchen\n\n", f"## Kitchen\n\n{rule}") + rule
    changed = compare(twice, twice.removesuffix(rule) + rule.replace("2", "9"))
    assert "merged" not in statuses(changed) and changed.gate == "refused"
    none = compare(twice, twice.replace(rule, ""))
    assert statuses(none) == ["lost", "lost"] and none.gate == "refused"
    lead = "Before you open the till, run these:\n\n- {}\n\n"
    two = "## A\n\n" + lead.format("Wash.") + "## B\n\n" + lead.format("Count.")
    gone = two.removesuffix("Before you open the till, run these:\n\n- Count.\n\n") + "- Count.\n"
    assert "lost" in statuses(compare(two, gone))


def test_two_rules_merged_into_one_sentence_are_both_there() -> None:
    old = "- Never shout.\n- Never run indoors.\n"
    found = compare(old, "- Never shout, and never run indoors.\n")
    assert statuses(found) == ["reworded", "reworded"] and found.gate == "pass"
    dropped = compare(old, "- Never shout, and take care indoors.\n")
    assert dropped.gate == "look" and statuses(dropped) == ["changed", "changed"]


def test_case_056_negations_and_limits_that_a_compressor_drops_are_found() -> None:
    old = "- Do not sell without a label.\n- Use only new jars.\n- Never heat above 60 degrees.\n"
    new = "- Do sell a label.\n- Use new jars.\n- Heat above 60 degrees.\n"
    found = compare(old, new)
    assert found.gate == "refused"
    assert [row.status for row in found.rows] == ["changed", "changed", "flipped"]
    said = "; ".join(word for row in found.rows for word in row.differs)
    assert all(word in said for word in ("not", "without", "only", "Never"))


def test_frontmatter_code_and_headings_count() -> None:
    old = "---\nname: tea\nmodel: small\n---\n# Tea\n\n```\nboil --gently\n```\n"
    found = compare(old, "---\nname: tea\n---\n# Coffee\n\n```\nboil\n```\n")
    assert found.gate == "refused"
    lost = [(row.kind, row.text_a) for row in found.rows if row.status == "lost"]
    assert lost == [("frontmatter", "model: small"), ("heading", "Tea")]
    assert ("line", "boil --gently") in {(x.kind, x.text) for x in found.lost_literals}


def test_a_field_of_frontmatter_may_be_wrapped_anew_and_not_change() -> None:
    old = "---\nname: tea\ndescription: Use it when somebody asks for tea\n  or coffee.\n---\nx\n"
    wrapped = old.replace(" asks for tea\n  or", " asks\n  for tea or")
    assert compare(old, wrapped).gate == "pass"
    found = compare(old, old.replace("when somebody asks", "when the guest asks"))
    assert statuses(found) == ["changed"] and found.gate == "look"
    assert compare(old, old.replace("name: tea\n", "")).gate == "refused"


def test_a_lead_turns_what_stands_below_it() -> None:
    items = "- Warm the pot.\n- Rinse the leaves.\n"
    never, always = (f"{lead}:\n\n{items}" for lead in ("Never do this", "Always do this"))
    found = compare(never, always)
    assert found.gate != "pass"
    turned = [row for row in found.rows if row.text_a in ("Warm the pot.", "Rinse the leaves.")]
    assert [row.differs for row in turned] == [("sign: dont -> do",)] * 2
    below = f"Never do this:\n\n- Smoke.\n\nAlways do this:\n\n{items}"
    moved = below.replace("- Rinse the leaves.\n", "").replace(
        "- Smoke.\n", "- Smoke.\n- Rinse the leaves.\n"
    )
    assert compare(below, moved).gate != "pass"


def test_steps_and_sentences_that_follow_one_another_keep_their_order() -> None:
    steps = "1. Boil water.\n2. Warm the pot.\n3. Pour the tea.\n"
    swapped = "1. Boil water.\n2. Pour the tea.\n3. Warm the pot.\n"
    assert compare(steps, swapped).gate == "look"
    bullets = [
        text.replace("1.", "-").replace("2.", "-").replace("3.", "-") for text in (steps, swapped)
    ]
    assert compare(*bullets).gate == "pass"
    told = "Boil water. Warm the pot. Pour the tea.\n"
    assert compare(told, "Boil water. Pour the tea. Warm the pot.\n").gate == "look"


def test_one_new_sentence_answers_only_for_what_its_words_carry() -> None:
    old = "- Rinse the pot with cold water.\n- Rinse the pot with hot water before tea.\n"
    found = compare(old, "- Rinse the pot with hot water right before tea.\n")
    assert sorted(row.status for row in found.rows) == ["changed", "lost"]
    assert found.gate == "refused"


def test_case_058_text_that_only_moved_has_all_its_words() -> None:
    a = Prompt.from_text(TEA, "CLAUDE.md")
    kitchen, pay = TEA.index("## Kitchen"), TEA.index("## Payments")
    moved = TEA[:kitchen] + TEA[pay:] + "\n" + TEA[kitchen:pay]
    assert check_preserved(a, a.with_text(moved)) == ()
    assert check_preserved(a, a.with_text(TEA + "\n## Now\n"), added=("## Now",)) == ()
    assert check_preserved(a, a.with_text(TEA.replace("Never", "Do not", 1)))
    assert check_preserved(a, a.with_text(TEA.replace("## Kitchen", "## Room")))


def test_the_dict_has_the_keys_of_the_contract() -> None:
    said = json.loads(json.dumps(compare(TEA, TEA[:120]).to_dict()))
    assert {"a", "b", "rows", "lost_literals", "gate"} <= set(said)
    assert {"id", "status", "a_line", "b_line", "text_a", "text_b", "differs"} <= set(
        said["rows"][0]
    )
    assert {"kind", "text", "a_line"} <= set(said["lost_literals"][0])


@given(st.permutations(range(6)))
def test_any_order_of_unscoped_rules_passes(order: list[int]) -> None:
    rules = [f"- Never open door {k} at night.\n" for k in range(6)]
    found = compare("".join(rules), "".join(rules[k] for k in order))
    assert found.gate == "pass"
    assert {row.status for row in found.rows} <= {"kept", "moved"}


@given(st.text(alphabet="ab .\n-#*`never0 ", max_size=120))
def test_any_text_compared_with_itself_passes(text: str) -> None:
    prompt = Prompt.from_text(text, "CLAUDE.md")
    assert ledger(prompt, prompt).gate == "pass"
    assert check_preserved(prompt, prompt) == ()


def test_real_files_lose_nothing_against_themselves_and_one_line_when_cut(
    corpus: list[Path],
) -> None:
    for path in corpus[:60]:
        prompt = Prompt.from_bytes(path.read_bytes(), path.name)
        assert ledger(prompt, prompt).gate == "pass", path.name
        ids = [row.id for row in ledger(prompt, prompt).rows]
        assert len(ids) == len(set(ids))


TABLE = """\
# Limits

| code | meaning | tries |
| --- | --- | --- |
| 400 | bad input | 3 |
| 500 | a fault | 5 |
"""


@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        ("| 3 |", "| 4 |", ["400: 3"]),
        ("| 500 |", "| 502 |", ["500", "500: 5"]),
        ("| code |", "| codes |", ["code"]),
    ],
)
def test_a_word_or_number_in_a_table_cell_cannot_change_unseen(
    old: str, new: str, lost: list[str]
) -> None:
    found = compare(TABLE, TABLE.replace(old, new))
    assert [x.text for x in found.lost_literals] == lost and found.gate == "refused"


def test_two_values_of_a_table_cannot_change_places_and_rows_may_move() -> None:
    swapped = TABLE.replace("| 3 |", "| ¤ |").replace("| 5 |", "| 3 |").replace("| ¤ |", "| 5 |")
    assert compare(TABLE, swapped).gate == "refused"
    head, a, b = TABLE[: TABLE.index("| 400")], *TABLE.splitlines()[-2:]
    assert compare(TABLE, f"{head}{b}\n{a}\n").gate == "pass"
    wider = TABLE.replace("tries |\n", "tries | since |\n").replace("|\n| 4", "| --- |\n| 4", 1)
    assert compare(TABLE, wider.replace("| 3 |", "| 3 | 2024 |")).gate == "pass"


def test_a_sentence_that_joins_another_is_looked_at_and_one_of_its_own_passes() -> None:
    old = "- Never open the till.\n- Count the coins.\n"
    joined = compare(old, old.replace("till.", "till. On Sundays it is fine."))
    (row,) = [row for row in joined.rows if row.status == "added"]
    assert joined.gate == "look" and row.bad and "may limit it" in row.why
    assert compare(old, old + "- Lock the door.\n").gate == "pass"
    assert compare(old, old + "## Later\n\nLock the door.\n").gate == "pass"
