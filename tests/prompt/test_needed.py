"""The words that a pattern needs: a text without them is never one that it matches."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.prompt.caseless import _OFTEN, Caseless
from workbench.prompt.needed_words import needed


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"\bfoo bar\b|baz", ("baz", "foo bar")),
        (r"\b(?:all |any )?others?|elsewhere", ("other", "elsewhere")),
        (r"(?:do|did)n't (?:go|run)", ("n't ",)),
        (r"[ab]Cde+", ("cd",)),
        (r"(?<=only)q?(?!never)", ("only",)),
        (r"(?P<n>\d+) (?:days){2,}", ("days",)),
        ("すべて|全て", ("全て", "すべて")),
        (r"x*|y", ()),
        (r"\d+", ()),
        ("é", ()),  # its case is not as simple as in ASCII
    ],
)
def test_words_are_read_off_a_pattern(pattern: str, words: tuple[str, ...]) -> None:
    """It fails where the parser of a new Python is another one: then nothing is turned away."""
    assert needed(pattern) == words


PIECES = st.sampled_from(
    ["a", "Bc", "de ", r"\b", r"\d", "(?:ab|c)", "(?:Foo|ba[rz])", "(x)?", "(?:yes){1,2}", "(?=q)"]
    + ["(?!no)", "[xyz]", "[^a]", "w+", "v*?", "全", "(?<=a)", "(?:|e)", ".", "^", "$"]
)
PATTERNS = st.lists(st.lists(PIECES, min_size=1, max_size=5).map("".join), min_size=1, max_size=3)
TEXTS = st.text(st.sampled_from("aAbBcCdDeE foFOrRzZxXyYsSqQnw1vV全 "), max_size=30)


@pytest.mark.slow
@settings(max_examples=300)
@given(PATTERNS.map("|".join), TEXTS)
def test_what_matches_holds_one_of_them(pattern: str, text: str) -> None:
    words = needed(pattern)
    if words and re.search(pattern, text, re.IGNORECASE):
        assert any(word in text.lower() for word in words)


@settings(max_examples=100)
@given(PATTERNS.map("|".join), st.lists(TEXTS, min_size=1, max_size=5))
def test_a_pattern_used_often_finds_what_it_found_at_first(pattern: str, texts: list[str]) -> None:
    caseless, plain = Caseless(pattern), re.compile(pattern, re.IGNORECASE)
    caseless._uses = _OFTEN - 3
    for text in texts * 4:
        found, wanted = caseless.search(text), plain.search(text)
        assert (found and found.span()) == (wanted and wanted.span())
        assert caseless.findall(text) == plain.findall(text)
