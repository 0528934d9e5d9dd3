"""What a review decides: of two that replace each other the later answer stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.change.helpers import optimised
from tests.change.test_proposals import large
from workbench.change.proposals import Proposal
from workbench.judge.relevance import PartScore, ScoreResult
from workbench.judge.task import Task
from workbench.prompt.prompt import Prompt
from workbench.tui.decisions import Review


@pytest.fixture
def review() -> Review:
    """A section that could go to a file, or out: a model says that it is not needed."""
    part = next(p for p in Prompt.from_text(large(), "CLAUDE.md").parts() if "Report" in p.title)
    low = PartScore(part.id, part.title, 9, 1.0, "DISTRACTOR", "NEVER", "Foreign.", "REMOVE")
    scores = ScoreResult(Task("Take orders"), "anthropic", "x", 5.0, (low,), 40, model="m")
    result = optimised(large(), scores=scores)
    return Review(result.proposals, 1, (), left=result.left)


def pair(review: Review) -> tuple[Proposal, Proposal]:
    """The file, and the removal that would take its place."""
    removal = next(p for p in review.proposals if p.instead_of)
    return next(p for p in review.proposals if p.id == removal.instead_of), removal


def names(review: Review) -> list[str]:
    return [p.kind for p in review.accepted()]


def test_a_move_withdraws_the_echo_that_it_takes_the_place_of(review: Review) -> None:
    offload, removal = pair(review)
    assert removal.instead_of == offload.id
    review.decide(offload, "accepted")
    review.decide(removal, "accepted")
    assert names(review) == ["REMOVE"]
    assert review.verdict(offload) == "withdrawn" and review.verdict(removal) == "accepted"


def test_the_later_answer_stands_whichever_it_is(review: Review) -> None:
    offload, removal = pair(review)
    review.decide(removal, "accepted")
    review.decide(offload, "accepted")
    assert names(review) == ["OFFLOAD"]
    assert review.verdict(removal) == "withdrawn"


def test_taking_back_brings_the_sibling_back(review: Review) -> None:
    offload, removal = pair(review)
    review.decide(offload, "accepted")
    review.decide(removal, "accepted")
    assert review.take_back() == (removal, "accepted")
    assert names(review) == ["OFFLOAD"]
    assert review.take_back() == (offload, "accepted")
    assert names(review) == [] and review.take_back() is None


def test_refusing_the_one_that_took_a_place_gives_it_back(review: Review) -> None:
    offload, removal = pair(review)
    review.decide(offload, "accepted")
    review.decide(removal, "accepted")
    review.decide(removal, "refused")
    assert names(review) == ["OFFLOAD"]
    assert review.refused() == 1


def test_accepting_what_is_safe_touches_no_answer(review: Review) -> None:
    offload, removal = pair(review)
    review.proposals = (replace(offload, safe=True), removal)
    review.decide(removal, "accepted")
    review.accept_safe()
    assert names(review) == ["REMOVE"]
    review.take_back()
    review.accept_safe()
    assert names(review) == ["OFFLOAD"]
