"""Each wording rule finds other phrasings of its kind and leaves ordinary sentences alone."""

from __future__ import annotations

import pytest

from tests.judge import rule_sentences as s
from tests.judge.rule_runs import at_top, found, on_line

_FOUND = {
    "truism": s.TRUISMS,
    "vague": s.VAGUE,
    "hedged": s.HEDGED,
    "expired": s.EXPIRED,
    "unverifiable-number": s.NUMBERS,
    "secret": s.SECRETS,
    "emphasis": s.SHOUTED,
}
_LEFT = {
    "truism": s.NOT_TRUISMS,
    "vague": s.NOT_VAGUE,
    "hedged": s.NOT_HEDGED,
    "expired": s.NOT_EXPIRED,
    "unverifiable-number": s.NOT_NUMBERS,
    "secret": s.NOT_SECRETS,
    "emphasis": s.NOT_SHOUTED,
}


@pytest.mark.parametrize(("rule", "line"), [(r, x) for r, rows in _FOUND.items() for x in rows])
def test_a_sentence_of_the_kind_is_found_on_its_line(rule: str, line: str) -> None:
    findings = on_line(rule, line)
    assert findings
    assert findings[0].start_line == 15
    assert findings[0].why and findings[0].fix


@pytest.mark.parametrize(("rule", "line"), [(r, x) for r, rows in _LEFT.items() for x in rows])
def test_an_ordinary_sentence_is_left_alone(rule: str, line: str) -> None:
    assert not on_line(rule, line)


@pytest.mark.parametrize("line", s.CHANGING)
def test_what_changes_near_the_top_is_found_with_the_tokens_behind_it(line: str) -> None:
    findings = at_top("cache-breaker", line)
    assert findings and findings[0].start_line == 3
    assert "tokens behind it" in findings[0].message


@pytest.mark.parametrize("line", s.NOT_CHANGING)
def test_what_stays_the_same_near_the_top_is_left_alone(line: str) -> None:
    assert not at_top("cache-breaker", line)


@pytest.mark.parametrize("words", s.POOR_DESCRIPTIONS)
def test_a_description_without_what_and_when_is_found(words: str) -> None:
    text = f'---\nname: tide-notes\ndescription: "{words}"\n---\n\nBody.\n'
    findings = found("bad-description", text, "SKILL.md")
    assert [f.start_line for f in findings] == [3]


@pytest.mark.parametrize("words", s.NOT_POOR_DESCRIPTIONS)
def test_a_description_with_what_and_when_is_left_alone(words: str) -> None:
    quoted = words.replace('"', "'")
    text = f'---\nname: tide-notes\ndescription: "{quoted}"\n---\n\nBody.\n'
    assert not found("bad-description", text, "SKILL.md")


@pytest.mark.parametrize("rule", ["vague", "hedged", "truism", "emphasis", "unverifiable-number"])
def test_samples_quotations_and_code_rule_nothing(rule: str) -> None:
    lines = {
        "vague": "Aim for elegant, robust solutions of high quality.",
        "hedged": "You should probably try to avoid it if at all possible.",
        "truism": "You are a world-class engineer with decades of experience.",
        "emphasis": "NEVER EVER MERGE!!! ALWAYS REBASE!!!",
        "unverifiable-number": "Our query layer is 38% more reliable.",
    }
    words = lines[rule]
    assert on_line(rule, f"- {words}")
    for shown in (
        f"- Do not write: `{words}`",
        f'- A poor rule: "{words}"',
        f"```\n{words}\n```",
        f'> "{words}"',
        f"\n## Examples\n\n- {words}",
        f"<example>\n{words}\n</example>",
        f"\n<!-- {words} -->",
    ):
        assert not on_line(rule, shown), shown


def test_many_lines_of_one_kind_are_one_thing_to_know() -> None:
    rows = "\n".join(f"- Handle {what} properly." for what in ("errors", "text", "pages", "tests"))
    findings = on_line("vague", rows)
    assert len(findings) == 2
    named = {f.start_line for f in findings} | {r.start_line for f in findings for r in f.related}
    assert named == {15, 16, 17, 18}


def test_one_sentence_without_content_is_named_once() -> None:
    line = "- Do your best to write high-quality code."
    assert on_line("truism", line) and not on_line("vague", line)


def test_levels_of_a_specification_are_terms_and_no_shouting() -> None:
    firm = "".join(f"- A lamp MUST keep note {n}.\n" for n in range(9))
    free = "".join(f"- A lamp {word} keep note {n}.\n" for n, word in enumerate(_FREE))
    assert found("emphasis", f"# Lamps\n\n{firm}")
    assert not found("emphasis", f"# Lamps\n\n{firm}{free}")


_FREE = ("SHOULD", "MAY", "SHOULD NOT")
