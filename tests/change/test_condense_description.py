"""A description gets shorter by what it says twice; triggers, names and exclusions stay."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.change.condensing import condense
from workbench.change.ground import Ground
from workbench.change.kinds import condense_description
from workbench.change.proposals import Proposal, finish
from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.prompt import Prompt
from workbench.prompt.scalars import scalar_of
from workbench.verbs.hosts import hosts_for

BREAD = "Plans a week of baking with rye, spelt and oats. "
WHEN = 'Use when the user says "bake plan", "which loaf" or types /bake. '
NOT = "Do NOT use for cakes. "
PLAIN = "Works with any oven. "
SAME = "It plans a week of baking. "


def costs(lines: Sequence[str]) -> list[int]:
    return [len(line) // 4 + 1 for line in lines]


def proposals(text: str, name: str = "SKILL.md") -> tuple[Proposal, ...]:
    prompt = Prompt.from_text(text, name)
    ground = Ground(prompt, prompt.parts(), (), costs, hosts=hosts_for(prompt.kind))
    return finish(ground, condense_description.find(ground))


def notes(text: str) -> str:
    prompt = Prompt.from_text(text, "SKILL.md")
    ground = Ground(prompt, prompt.parts(), (), costs, hosts=hosts_for(prompt.kind))
    return " ".join(condense_description.notes(ground))


def skill(field: str) -> str:
    return f"---\nname: loaf\n{field}\nlicense: MIT # as it is\n---\n\nBake it.\n"


def described(text: str) -> str:
    front = find_frontmatter(text)
    assert front is not None and not front.strict_error
    return front.text("description")


def folded(words: str, sign: str = ">-") -> str:
    rows = "".join(f"  {row}.\n" for row in words.strip().rstrip(".").split(". "))
    return f"description: {sign}\n{rows}".rstrip("\n")


class TestTheWords:
    def test_a_sentence_that_is_said_twice_is_said_once(self) -> None:
        made = condense((BREAD + WHEN + BREAD + NOT + WHEN).strip())
        assert made.after == (BREAD + WHEN + NOT).strip()

    def test_nothing_goes_that_is_said_once(self) -> None:
        whole = (BREAD + WHEN + NOT + PLAIN).strip()
        assert condense(whole).after == whole
        assert condense(whole, 20).after == whole  # not even to fit

    def test_only_as_much_as_the_limit_asks_for(self) -> None:
        whole = (
            BREAD + "Plans rye baking. " + "Spelt and oats; a week of rye. " + WHEN + NOT.strip()
        )
        assert condense(whole, len(whole)).after == whole
        made = condense(whole, len(whole) - 5)
        assert len(whole) - 35 < len(made.after) <= len(whole) - 5
        assert made.after.startswith(BREAD) and made.after.endswith(NOT.strip())

    @pytest.mark.parametrize(
        ("carrier", "what"),
        [
            ('Also on "rye".', "“rye”"),
            ("Also 'oats' with rye.", "“oats”"),
            ("Also `rye`.", "“rye”"),
            ("Also /rye.", "“/rye”"),
            ("A week of 7 oats.", "“7”"),
            ("Not for spelt.", "the rule with “not”"),
            ("Only rye and oats.", "the rule with “only”"),
            ("Rye, unless spelt.", "the rule with “unless”"),
            ("Rye with caraway.", "the word caraway"),
        ],
    )
    def test_what_a_sentence_carries_keeps_it_and_is_named(self, carrier: str, what: str) -> None:
        whole = f"{BREAD}Use when rye is baked. {carrier}"
        made = condense(whole, len(whole) - 10)
        assert carrier in made.after
        assert any(what in str(loss) for loss in made.losses)

    def test_the_words_on_when_stay_though_they_are_plain(self) -> None:
        whole = f"{BREAD}Use when a week of rye, spelt and oats. Plans oats."
        made = condense(whole, len(whole) - 3)
        assert "Use when" in made.after and "Plans oats." not in made.after

    @pytest.mark.parametrize(
        ("empty", "left"),
        [
            ("This skill helps you with baking rye.", "baking rye."),
            ("A very useful tool that helps users to bake rye.", "bake rye."),
            ("This skill is a helpful skill that assists with the task of baking.", "baking."),
            ("This skill bakes rye.", "This skill bakes rye."),
            ("A tool that helps bakers find rye.", "A tool that helps bakers find rye."),
        ],
    )
    def test_an_empty_opening_goes_and_no_word_of_its_own(self, empty: str, left: str) -> None:
        assert condense(empty).after == left

    @pytest.mark.parametrize(
        ("empty", "stays"),
        [
            ("It is a powerful and robust tool for many different tasks.", False),
            ("Makes every task quick and easy.", False),
            ("It never makes a task easy.", True),
            ("It provides 3 easy ways.", True),
            ("It provides easy ways to rye.", True),
        ],
    )
    def test_praise_goes_and_nothing_that_says_something(self, empty: str, stays: bool) -> None:
        made = condense(f"{BREAD}{empty} Use when a week is planned.")
        assert (empty in made.after) == stays

    def test_what_is_quoted_is_no_clause(self) -> None:
        whole = 'Bakes rye. Use on "rye; spelt — oats (bread)" and rye. Bakes rye; spelt; oats.'
        made = condense(whole, len(whole) - 8)
        assert '"rye; spelt — oats (bread)"' in made.after

    def test_japanese_sentences_too(self) -> None:
        made = condense(
            "パンの計画を立てます。「ライ麦」と言われたら使います。パンの計画を立てます。"
        )
        assert made.after == "パンの計画を立てます。「ライ麦」と言われたら使います。"

    @given(st.lists(st.sampled_from([BREAD, WHEN, NOT, PLAIN, SAME]), min_size=1, max_size=9))
    def test_what_is_left_is_the_old_text_with_pieces_out(self, sentences: list[str]) -> None:
        whole = "".join(sentences).strip()
        made = condense(whole, 120)
        out = iter(whole)
        assert all(ch in out for ch in made.after)
        for mark in ('"bake plan"', '"which loaf"', "/bake", "Do NOT use for cakes.", "oven"):
            assert (mark in made.after) == (mark in whole)
        assert condense(made.after, 120).after == made.after


STYLES = {
    "plain": f"description: {BREAD}{PLAIN}{BREAD}{PLAIN}".rstrip(),
    "wrapped": f"description: {BREAD}\n  {PLAIN}{BREAD}\n    {PLAIN}".rstrip(),
    "single": f"description: '{BREAD}It''s rye. {BREAD}It''s rye.'",
    "double": f'description: "{BREAD}Say \\"rye\\" \\u00e9. {BREAD}Say \\"rye\\" \\u00e9."',
    "double-wrapped": f'description: "{BREAD}\n  {PLAIN}\n  {BREAD}\n  {PLAIN}"',
    "folded": folded(BREAD + PLAIN + BREAD + PLAIN),
    "folded-kept-end": folded(BREAD + PLAIN + BREAD + PLAIN, ">"),
    "folded-indent": folded(BREAD + PLAIN + BREAD + PLAIN, ">2-"),
    "literal": folded(BREAD + PLAIN + BREAD + PLAIN, "|"),
    "literal-cut": folded(BREAD + PLAIN + BREAD + PLAIN, "|-"),
}


class TestTheFile:
    @pytest.mark.parametrize("style", STYLES)
    @pytest.mark.parametrize("newline", ["\n", "\r\n"])
    def test_the_style_stays_and_all_else_is_the_same_to_the_byte(
        self, style: str, newline: str
    ) -> None:
        text = skill(STYLES[style]).replace("\n", newline)
        (made,) = proposals(text)
        new = made.result.text
        old_front, new_front = find_frontmatter(text), find_frontmatter(new)
        assert old_front and new_front and not new_front.strict_error
        assert dict(new_front.fields) == {
            **old_front.fields,
            "description": new_front.fields["description"],
        }
        value = described(new)
        assert value == condense(described(text)).after
        assert len(value) < 0.6 * len(described(text))
        start = text.index("description: ")
        sign = STYLES[style][: len("description: ") + 1]
        assert new[:start] == text[:start] and new[start:].startswith(sign)
        tail = f"{newline}license: MIT # as it is{newline}---{newline}{newline}Bake it.{newline}"
        assert new.endswith(tail) and text.endswith(tail)
        assert made.edit.inverse(text).apply(new) == text
        assert made.kind == "CONDENSE" and not made.safe

    def test_the_proposal_says_how_long_it_was_and_is(self) -> None:
        text = skill(STYLES["folded"])
        (made,) = proposals(text)
        old, new = len(described(text)), len(described(made.result.text))
        assert f"{old} characters" in made.found and f"{new} characters" in made.reason
        assert "Works with any oven" in made.reason  # what was dropped, in words
        assert (made.start_line, made.end_line) == (3, 7)
        assert made.before.startswith("description: >-") and made.after.count("rye") == 1

    @pytest.mark.parametrize(
        "field",
        [
            f"description: {BREAD}{WHEN}".rstrip(),  # nothing twice
            "description: [a, b]",
            "description:",
            f"description: &x {BREAD}{BREAD}".rstrip(),
            f"description: a: b {BREAD}{BREAD}".rstrip(),  # strict readers refuse it
            f"description: >-\n  {BREAD}\n    {BREAD}\n  {BREAD}".rstrip(),  # deeper lines
            f'description: "{BREAD}\\\n  {BREAD}"',
        ],
    )
    def test_what_is_fine_or_cannot_be_traced_is_left_alone(self, field: str) -> None:
        assert proposals(skill(field)) == ()

    def test_pinned_text_is_left_alone(self) -> None:
        text = skill(STYLES["plain"])
        prompt = Prompt.from_text(text, "SKILL.md")
        parts = prompt.parts()
        ground = Ground(prompt, parts, (), costs, pinned=[part.id for part in parts])
        assert not list(condense_description.find(ground))

    def test_only_descriptions_that_a_model_chooses_by(self) -> None:
        text = skill(STYLES["plain"])
        assert proposals(text, "SKILL.md") and not proposals(text, "CLAUDE.md")

    @given(st.data())
    def test_any_words_may_be_cut_or_nothing_is_offered(self, data: st.DataObject) -> None:
        words = data.draw(
            st.text(
                st.characters(codec="utf-8", exclude_characters="\r\x85\u2028\u2029"), max_size=40
            )
        )
        quoted = f"description: {json.dumps(words)}"
        front = find_frontmatter(skill(quoted))
        scalar = scalar_of(front, "description") if front else None
        if scalar is None or not scalar.value:
            return
        start = data.draw(st.integers(0, len(scalar.value) - 1))
        end = data.draw(st.integers(start + 1, len(scalar.value)))
        new = scalar.without(skill(quoted), [(start, end)])
        if new is not None:
            assert described(new) == scalar.value[:start] + scalar.value[end:]


class TestLimits:
    def test_case_046_too_long_by_repeats_comes_within_the_limit(self) -> None:
        line = "Use when somebody plans a bed of herbs with sage, thyme and mint by a wall."
        text = skill("description: >-\n" + f"  {line}\n".rstrip("\n") + f"\n  {line}" * 13)
        (made,) = proposals(text)
        assert "1,063 characters, 39 above 1,024" in made.found
        assert "within 1,024" in made.reason and "13 times" in made.reason
        assert described(made.result.text) == line
        assert made.ledger.gate == "pass"

    def test_case_046_what_cannot_fit_is_not_forced_and_says_why(self) -> None:
        rows = [f'Use on "sign {n}" for hamlet{n} and brook{n}.' for n in range(30)]
        text = skill("description: >-\n  " + "\n  ".join(rows))
        assert len(described(text)) > 1024 and proposals(text) == ()
        said = notes(text)
        assert "above 1,024" in said and "no text within the limit is proposed" in said
        assert "“sign 1”" in said and "hamlet1" in said

    def test_a_listing_shared_with_when_to_use_has_less_room(self) -> None:
        also = "when_to_use: " + "On a farm, by the river or in town. " * 20
        bare = " ".join(f"Bakes loaf{n} in oven{n}." for n in range(38))
        text = skill(f"description: {bare}\n{also.strip()}")
        assert 820 < len(described(text)) < 1024
        assert "above 816" in notes(text)
        assert notes(skill(f"description: {bare}")) == ""

    def test_case_046_and_047_the_shared_files(self, shared: Path) -> None:
        inputs = shared / "cases/inputs"
        long = (inputs / "046.SKILL.md").read_text("utf-8")
        (made,) = proposals(long)
        assert "95 above 1,024" in made.found
        assert len(described(made.result.text)) <= 1024
        short = (inputs / "047.SKILL.md").read_text("utf-8")
        (made,) = proposals(short)
        new = described(made.result.text)
        assert "238 characters" in made.found and f"{len(new)} characters" in made.reason
        for kept in ('"shrink this"', '"make it smaller"', "/trim", "Do NOT use for video or for"):
            assert kept in new
        assert "shrinking pictures" in new
