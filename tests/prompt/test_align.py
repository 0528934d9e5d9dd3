"""One alignment of two texts: order kept, moves seen, nothing paired by accident."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.prompt.align import Run, align_lines, align_parts
from workbench.prompt.lcs import common_pairs, rising
from workbench.prompt.prompt import Prompt

LINES = st.lists(
    st.sampled_from(
        ["", "  ", "- one tea", "- two teas here", "# Pots", "```", "one pot of tea", "}"]
    ),
    max_size=14,
)


def longest(a: list[str], b: list[str]) -> int:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = (
                table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
            )
    return table[-1][-1]


@given(st.text("abcd", max_size=14), st.text("abcd", max_size=14))
def test_common_pairs_rise_and_are_equal(a: str, b: str) -> None:
    pairs = common_pairs(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(x[0] < y[0] and x[1] < y[1] for x, y in itertools.pairwise(pairs))


@given(st.text("ab", max_size=12), st.text("ab", max_size=12))
def test_repeated_elements_are_matched_as_long_as_can_be(a: str, b: str) -> None:
    doubled_a, doubled_b = list(a + a), list(b + b)
    if a and b:
        assert len(common_pairs(doubled_a, doubled_b)) <= longest(doubled_a, doubled_b)


@given(st.lists(st.integers(0, 20)))
def test_rising_is_a_rising_subsequence(values: list[int]) -> None:
    picked = [values[k] for k in rising(values)]
    assert picked == sorted(set(picked))


@given(LINES, LINES)
def test_every_line_of_both_sides_is_in_one_run(a: list[str], b: list[str]) -> None:
    runs = align_lines(a, b)
    old = sorted(i for r in runs if r.op != "insert" for i in range(r.a_start, r.a_end))
    new = sorted(j for r in runs if r.op != "delete" for j in range(r.b_start, r.b_end))
    assert old == list(range(len(a))) and new == list(range(len(b)))
    for run in runs:
        if run.op == "equal":
            assert a[run.a_start : run.a_end] == b[run.b_start : run.b_end]


def test_a_blank_line_never_pairs_strangers() -> None:
    old = ["tea is warm", "", "pots are round"]
    new = ["cups are cold", "", "trays are flat"]
    assert "equal" not in {run.op for run in align_lines(old, new)}


def test_a_moved_paragraph_is_one_run() -> None:
    old = ["# Tea", "", "Boil water.", "Wait long.", "", "Pour slowly.", "", "Serve with milk."]
    new = ["# Tea", "", "Pour slowly.", "", "Serve with milk.", "", "Boil water.", "Wait long."]
    runs = align_lines(old, new)
    moved = [run for run in runs if run.op == "move"]
    assert len(moved) == 1
    assert not {run.op for run in runs} & {"delete", "insert", "replace"}


def test_a_line_that_moved_and_changed_is_a_move() -> None:
    old = ["Never boil the green tea twice.", "# Pots", "Warm the pot.", "Dry the pot."]
    new = ["# Pots", "Warm the pot.", "Dry the pot.", "Never boil the white tea twice."]
    assert Run("move", 0, 1, 3, 4) in align_lines(old, new)


@pytest.mark.slow
def test_thirty_thousand_lines_take_a_moment() -> None:
    rng = random.Random(4)
    for make in (lambda i: f"line {i}", lambda i: "the same line", lambda i: "ab c"[i % 3 :]):
        old = [make(i) for i in range(30_000)]
        new = list(old)
        for _ in range(200):
            del new[rng.randrange(len(new))]
            new.insert(rng.randrange(len(new)), f"new {rng.random()}")
        start = time.process_time()
        align_lines(old, new)
        assert time.process_time() - start < 5


def test_parts_keep_their_identity_when_moved_and_edited() -> None:
    old = Prompt.from_text("# Tea\n\nBoil the water.\n\n# Pots\n\nWarm them well.\n", "CLAUDE.md")
    new = Prompt.from_text(
        "# Cups\n\nRinse.\n\n# Pots\n\nWarm them well!\n\n# Tea\n\nBoil the water.\n", "CLAUDE.md"
    )
    a, b = old.parts("fine"), new.parts("fine")
    found = align_parts(old.text, a, new.text, b)
    title_of = {part.id: part.title for part in (*a, *b)}
    pairs = {title_of[new_id]: title_of[old_id] for new_id, old_id in found.items()}
    assert pairs["Tea"] == "Tea" and pairs["Pots"] == "Pots" and "Cups" not in pairs
