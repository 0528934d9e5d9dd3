"""What a review decides: of two that replace each other the later answer stands."""

from __future__ import annotations

import pytest

from tests.change.helpers import optimised
from tests.change.test_optimise import RULES, project
from workbench.tui.decisions import Review


@pytest.fixture
def review() -> Review:
    result = optimised(project(RULES, title="Release"))
    return Review(result.proposals, 1, (), left=result.left)


def names(review: Review) -> list[str]:
    return [p.kind for p in review.accepted()]


def test_a_move_withdraws_the_echo_that_it_takes_the_place_of(review: Review) -> None:
    echo, move = review.proposals
    assert move.instead_of == echo.id
    review.decide(echo, "accepted")
    review.decide(move, "accepted")
    assert names(review) == ["MOVE"]
    assert review.verdict(echo) == "withdrawn" and review.verdict(move) == "accepted"


def test_the_later_answer_stands_whichever_it_is(review: Review) -> None:
    echo, move = review.proposals
    review.decide(move, "accepted")
    review.decide(echo, "accepted")
    assert names(review) == ["ECHO"]
    assert review.verdict(move) == "withdrawn"


def test_taking_back_brings_the_sibling_back(review: Review) -> None:
    echo, move = review.proposals
    review.decide(echo, "accepted")
    review.decide(move, "accepted")
    assert review.take_back() == (move, "accepted")
    assert names(review) == ["ECHO"]
    assert review.take_back() == (echo, "accepted")
    assert names(review) == [] and review.take_back() is None


def test_refusing_the_one_that_took_a_place_gives_it_back(review: Review) -> None:
    echo, move = review.proposals
    review.decide(echo, "accepted")
    review.decide(move, "accepted")
    review.decide(move, "refused")
    assert names(review) == ["ECHO"]
    assert review.refused() == 1


def test_accepting_what_is_safe_touches_no_answer(review: Review) -> None:
    _, move = review.proposals
    review.decide(move, "accepted")
    review.accept_safe()
    assert names(review) == ["MOVE"]
    review.take_back()
    review.accept_safe()
    assert names(review) == ["ECHO"]
