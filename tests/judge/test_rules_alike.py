"""Sentences that look alike, and rules about what is gone: shown on request, and in an audit."""

from __future__ import annotations

import pytest

from tests.judge.rule_runs import found


def page(*lines: str) -> str:
    return "# Bakery\n\n" + "".join(f"- {line}\n" for line in lines)


class TestNearDuplicate:
    def test_it_is_silent_unless_asked(self) -> None:
        text = page("Never bake entire trays overnight.", "Do not bake whole trays at night.")
        assert not found("near-duplicate", text)

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            (
                "Never carry trays between ovens.",
                "Slide, push or roll; do not carry entire trays to an oven.",
            ),
            ("Use three trays.", "Bake with 3 trays everywhere."),
            ("Weigh the flour in grams.", "Make sure to weigh all flour in grams."),
        ],
    )
    def test_two_wordings_of_one_rule(self, one: str, two: str) -> None:
        (finding,) = found("near-duplicate", page(one, "Open at six.", two), low=True)
        assert (finding.start_line, [p.start_line for p in finding.related]) == (5, [3])
        assert finding.confidence == "low"

    def test_the_words_that_differ_are_named(self) -> None:
        text = page("Never carry trays.", "Slide them; do not carry entire trays by hand.")
        (finding,) = found("near-duplicate", text, low=True)
        assert "only line 4 says Slide" in finding.message and "entire" in finding.message

    @pytest.mark.parametrize(
        ("one", "two"),
        [
            ("Never mix flour sacks.", "Mix flour sacks."),  # the opposite
            ("Use 3 trays of rye.", "Use 4 trays of rye."),  # another number
            ("Check details of the rye.", "Check details of the oats."),  # a pattern
            ("Copy `rye.csv` to the shelf.", "Copy `oats.csv` to the shelf."),
            ("Never mix flour sacks.", "Never mix flour sacks."),  # a matter of `duplicate`
            ("Open at six.", "Weigh the flour in grams."),
        ],
    )
    def test_rules_that_are_two(self, one: str, two: str) -> None:
        assert not found("near-duplicate", page(one, two), low=True)

    def test_what_duplicate_finds_is_left_to_it(self) -> None:
        text = (
            "# Kiln\n\n- Never open the kiln door above 90 degrees.\n\n# Loading\n\n"
            "- Do not open the door of the kiln while it is above 90 degrees.\n"
        )
        assert found("duplicate", text) and not found("near-duplicate", text, low=True)


class TestSaidGone:
    def test_a_rule_about_what_was_removed(self) -> None:
        text = page("Feed the stone oven twice a day.", "The stone oven was removed in May.")
        assert not found("said-gone", text)
        (finding,) = found("said-gone", text, low=True)
        assert (finding.start_line, finding.related[0].start_line) == (3, 4)

    @pytest.mark.parametrize(
        ("rule", "told"),
        [
            ("Never feed the stone oven.", "The stone oven was removed in May."),
            ("Feed the gas oven twice a day.", "The stone oven was removed in May."),
            ("Feed the stone oven.", "When the stone oven was removed, ask."),
            ("Feed the stone oven.", "The stone oven must be removed in May."),
            ("Say that the stone oven is gone.", "The stone oven was removed in May."),
            ("Feed the oven.", "The oven was removed."),  # one word is too little
        ],
    )
    def test_what_is_no_contradiction(self, rule: str, told: str) -> None:
        assert not found("said-gone", page(rule, told), low=True)
