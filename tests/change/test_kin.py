"""Many words asked at once answer as each of them would."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.change.synonyms import _MEMBER, Kin, alike

WORDS = st.one_of(
    st.sampled_from(sorted(_MEMBER)),
    st.text(st.sampled_from("abc"), min_size=1, max_size=10),
    st.sampled_from(["deploy", "deployment", "deploys", "删除", "test", "tester", "tests"]),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12), WORDS)
def test_a_word_has_kin_where_one_of_the_words_is_like_it(words: list[str], word: str) -> None:
    assert Kin(words).has(word) == any(alike(word, other) for other in words)
