"""Patterns searched in lower case find what patterns without regard to case find."""

from __future__ import annotations

import gc
import re

from hypothesis import example, given
from hypothesis import strategies as st

from workbench.judge.rule_files import all_rules
from workbench.prompt.caseless import Caseless

PATTERNS = (
    r"\b(?:never|do not|DON'T)\b[^.]{0,20}\bkeys?\b",
    r"(?P<Word>\w+)\s\W*[A-F]+\d",
    r"[k-s]+|ß|İ|[^a-z ]x",
    r"絶対に|\bstop\b",
)
WORDS = (
    "NEVER",
    "do not",
    "don't",
    "Key",
    "keys",
    "K",
    "ſ",
    "İ",
    "ı",
    "É",
    "ß",
    "絶対に",
    "—",
    "x",
)


@given(
    st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=8), st.sampled_from(PATTERNS)
)
@example(["I"], r"[k-s]+|ß|İ|[^a-z ]x")  # `İ` is found in `I`
def test_every_method_answers_as_a_pattern_of_re_does(words: list[str], pattern: str) -> None:
    text, fast, slow = " ".join(words), Caseless(pattern), re.compile(pattern, re.IGNORECASE)
    for got, want in (
        (fast.search(text), slow.search(text)),
        (fast.match(text), slow.match(text)),
        (fast.fullmatch(text), slow.fullmatch(text)),
    ):
        assert (got and (got.span(), got.groups())) == (want and (want.span(), want.groups()))
    assert [m.span() for m in fast.finditer(text)] == [m.span() for m in slow.finditer(text)]
    assert fast.findall(text) == slow.findall(text)
    assert fast.sub("·", text) == slow.sub("·", text)


def test_every_pattern_of_the_rules_compiles() -> None:
    """They are compiled at first use, so a wrong one would wait for its text."""
    all_rules()
    found = [item for item in gc.get_objects() if isinstance(item, Caseless)]
    assert len(found) > 20
    for item in found:
        assert item.exact.groups == item.low.groups
