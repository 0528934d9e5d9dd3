"""Words and phrases looked for as whole words."""

from __future__ import annotations

import pytest

from workbench.language.phrases import Phrases

LISTED = Phrases(["unless", "aside from", "follow-up", "e.g.", "N't"])

CASES = [
    ("Pour it unless it is cold.", True),
    ("UNLESS told otherwise", True),
    ("(unless)", True),
    ("unlessly poured", False),
    ("un-unless", False),
    ("unless-like", False),
    ("All cups aside from one.", True),
    ("Aside From one", True),
    ("aside, from one", False),
    ("put it aside fromage", False),
    ("A follow-up call", True),
    ("a follow up call", False),
    ("a follow-up-call", False),
    ("tea, e.g. oolong", True),
    ("the e in g", False),
    ("", False),
    ("\u9664\u4e86 unless \u3002", True),
]


@pytest.mark.parametrize(("text", "there"), CASES)
def test_a_listed_phrase_is_found_as_whole_words_only(text: str, there: bool) -> None:
    assert LISTED.within(text) is there


def test_an_empty_list_is_in_no_text() -> None:
    assert not Phrases([]).within("anything at all")
