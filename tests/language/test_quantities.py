"""Numbers with their unit and bound, in three languages; and what is no quantity."""

from __future__ import annotations

import re
import time
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.language.quantities import quantities

READ = [
    ("Wait at most 30 seconds.", (-inf, 30, "time", "at-most")),
    ("Wait no more than 2 minutes.", (-inf, 120, "time", "at-most")),
    ("It must not exceed 100 lines.", (-inf, 100, "lines", "at-most")),
    ("Give 3-5 items.", (3, 5, "", "between")),
    ("Write between 3 and 5 lines.", (3, 5, "lines", "between")),
    ("It takes 2 to 3 hours.", (7200, 10800, "time", "between")),
    ("Try 3+ ways.", (3, inf, "", "at-least")),
    ("Keep 80 % or more.", (80, inf, "percent", "at-least")),
    ("Use fewer than three files.", (-inf, 3, "", "below")),
    ("Files over 10MB go.", (1e7, inf, "bytes", "above")),
    ("Use exactly two spaces.", (2, 2, "spaces", "exactly")),
    ("It has about 80k tokens.", (80000, 80000, "tokens", "about")),
    ("Write twenty-five words.", (25, 25, "words", "")),
    ("Say it once.", (1, 1, "times", "")),
    ("Keep 1,000 rows.", (1000, 1000, "", "")),
    ("100行以内にする。", (-inf, 100, "lines", "at-most")),
    ("最大5回まで試す。", (-inf, 5, "times", "at-most")),
    ("3分以上待つ。", (180, inf, "time", "at-least")),
    ("不超过50字。", (-inf, 50, "characters", "at-most")),
    ("至少两次。", (2, inf, "times", "at-least")),
    ("三行以内。", (-inf, 3, "lines", "at-most")),
]


@pytest.mark.parametrize(("text", "value"), READ)
def test_a_quantity_is_read(text: str, value: tuple[float, float, str, str]) -> None:
    (found,) = quantities(text)
    assert found.value == value


@pytest.mark.parametrize(
    "text",
    [
        "Use version 1.2.3 of it.",
        "Run `sleep 30` first.",
        "See docs/v2/a.md.",
        "一般的なルール",
        "十分に確認する",
        "Somebody tends to it.",
    ],
)
def test_what_is_none(text: str) -> None:
    assert quantities(text) == ()


@pytest.mark.parametrize(
    ("a", "b", "disjoint"),
    [
        ("30 seconds", "60 seconds", True),
        ("60 seconds", "1 minute", False),
        ("at most 3 lines", "at least 5 lines", True),
        ("at most 5 lines", "3 lines", False),
        ("under 3 lines", "3 lines", True),
        ("3 lines", "5 words", False),
        ("about 3 lines", "5 lines", False),
    ],
)
def test_two_that_no_number_satisfies(a: str, b: str, disjoint: bool) -> None:
    (x,), (y,) = quantities(a), quantities(b)
    assert x.disjoint(y) == y.disjoint(x) == disjoint


@given(st.text(alphabet="0123456789,.- abmsk%以内最大十三つ\n`*", max_size=80))
def test_any_text_is_read_and_places_are_in_it(text: str) -> None:
    found = quantities(text)
    ends = [0, *(one.end for one in found)]
    for one, last in zip(found, ends, strict=False):
        assert last <= one.start < one.end <= len(text)
        assert one.low <= one.high or one.high < 0
        assert re.search(r"\w", text[one.start : one.end])


def test_a_long_line_takes_time_as_it_is_long() -> None:
    def cost(n: int) -> float:
        text = "at most 3 lines and 4-5 s, 12,34 or 三行以内; " * n
        quantities.cache_clear()
        start = time.process_time()
        quantities(text)
        return time.process_time() - start

    cost(50)
    assert cost(2000) < 20 * cost(200)
