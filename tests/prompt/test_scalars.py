"""A field of the frontmatter gets another value in its own style, or none at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.prompt.frontmatter import find_frontmatter
from workbench.prompt.scalars import with_value

FIELDS = {
    "plain": "description: Bakes bread.",
    "over lines": "description: Bakes\n  bread.",
    "single": "description: 'It''s bread.'",
    "double": 'description: "Bakes \\"rye\\"." # a comment',
    "folded": "description: >-\n  Bakes\n  bread.",
    "folded with its end": "description: >\n    Bakes bread.\n\n    Daily.",
    "literal": "description: |\n  Bakes\n  bread.",
}


def skill(field: str, line_end: str = "\n") -> str:
    return f"---\nname: loaf\n{field}\nlicense: MIT # as it is\n---\n\nBake.\n".replace(
        "\n", line_end
    )


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "words", ["Short.", "Use: \"rye\", 'oats' # \\ and {x}; " + "on and on " * 20, "- not: a list"]
)
def test_only_the_value_changes(name: str, line_end: str, words: str) -> None:
    text = skill(FIELDS[name], line_end)
    new = with_value(text, "description", words)
    assert new is not None
    front = find_frontmatter(new)
    assert front is not None and not front.strict_error
    assert front.text("description").rstrip("\n") == words.strip()
    assert front.text("name") == "loaf" and "license: MIT # as it is" in new
    assert new.endswith(skill("", line_end)[-len(f"---{line_end}{line_end}Bake.{line_end}") :])
    assert (line_end == "\r\n") == ("\r\n" in new) and new.count("\r") in (0, new.count("\n"))


def test_the_style_stays() -> None:
    words = "Bakes all kinds of bread for all kinds of people, every day. " * 4
    assert 'description: "Bakes all' in str(with_value(skill(FIELDS["double"]), *_to(words)))
    assert "# a comment" in str(with_value(skill(FIELDS["double"]), *_to(words)))
    folded = str(with_value(skill(FIELDS["folded"]), *_to(words)))
    assert "description: >-\n  Bakes all" in folded
    assert all(len(line) <= 100 for line in folded.splitlines())
    assert "description: Bakes it" in str(with_value(skill(FIELDS["plain"]), *_to("Bakes it.")))
    assert "description: 'It: is'" in str(with_value(skill(FIELDS["plain"]), *_to("It: is")))


@pytest.mark.parametrize("field", ["description: &x rye", "description: 7", "other: rye"])
def test_what_cannot_be_replaced_with_certainty_is_left(field: str) -> None:
    assert with_value(skill(field), "description", "Bakes.") is None


@given(st.text(min_size=1, max_size=80), st.sampled_from(sorted(FIELDS)))
def test_any_words_are_read_back_or_refused(words: str, name: str) -> None:
    new = with_value(skill(FIELDS[name]), "description", words)
    if new is not None:
        front = find_frontmatter(new)
        assert front is not None
        assert front.text("description").rstrip("\n") == " ".join(words.split())


def _to(words: str) -> tuple[str, str]:
    return "description", words
