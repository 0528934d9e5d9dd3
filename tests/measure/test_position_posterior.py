"""What runs of one's own do to the prior, and when they show nothing."""

from __future__ import annotations

import random
from math import exp

import pytest

from workbench.measure.position import shape_of
from workbench.measure.posterior import BIN_PLACES, Followed, differs_from_flat, posterior
from workbench.measure.prior import prior


def test_without_runs_the_prior_comes_back() -> None:
    known = prior(8000, 200_000, shape_of())

    found = posterior(Followed(BIN_PLACES, [0] * 5, [0] * 5), 8000)

    assert found.theta == pytest.approx((known.level, known.primacy, known.recency))
    assert [found.covariance[i][i] ** 0.5 for i in range(3)] == pytest.approx(
        (known.level_sd, known.primacy_sd, known.recency_sd)
    )


def test_ten_thousand_runs_for_each_bin_win_over_the_prior() -> None:
    shape = shape_of()
    growth = prior(8000, 200_000, shape).growth
    for level, primacy, recency in ((0.3, 1.4, 0.2), (1.5, -0.2, 1.2), (-0.5, 0.6, 0.6)):
        truth = [
            1
            / (
                1
                + exp(
                    -level
                    - growth * primacy * exp(-x / shape.start)
                    - growth * recency * exp(-(1 - x) / shape.end)
                )
            )
            for x in BIN_PLACES
        ]

        found = posterior(Followed(BIN_PLACES, [10_000 * p for p in truth], [10_000] * 5), 8000)

        assert found.mean == pytest.approx(truth, abs=0.01)


def test_the_worked_example_of_twenty_runs_for_each_bin() -> None:
    found = posterior(Followed(BIN_PLACES, [20, 17, 13, 15, 19], [20] * 5), 8000)

    assert found.mean == pytest.approx((0.91, 0.81, 0.78, 0.79, 0.91), abs=0.006)
    low, high = found.interval(2)
    assert low < found.mean[2] < high


def test_repeats_of_one_prompt_count_for_less() -> None:
    once = posterior(Followed(BIN_PLACES, [20, 17, 13, 15, 19], [20] * 5), 8000)
    repeated = posterior(Followed(BIN_PLACES, [20, 17, 13, 15, 19], [20] * 5), 8000, deff=3.7)

    assert all(b > a for a, b in zip(once.sd_logit, repeated.sd_logit, strict=True))


def test_flat_runs_are_called_flat_in_at_least_85_of_100_trials() -> None:
    chance = random.Random(20261129)
    flat = 0
    for _ in range(400):
        followed = [sum(chance.random() < 0.85 for _ in range(20)) for _ in BIN_PLACES]
        flat += not differs_from_flat(Followed(BIN_PLACES, followed, [20] * 5), 8000).differs
    assert flat / 400 >= 0.85


def test_a_real_difference_is_found_and_extremes_do_no_harm() -> None:
    assert differs_from_flat(Followed(BIN_PLACES, [100, 70, 50, 60, 98], [100] * 5), 8000).differs
    assert not differs_from_flat(Followed(BIN_PLACES, [20] * 5, [20] * 5), 8000).differs
    assert not differs_from_flat(Followed(BIN_PLACES, [0] * 5, [20] * 5), 8000).differs
    assert (
        differs_from_flat(Followed(BIN_PLACES, [0] * 5, [0] * 5), 8000).words
        == "no difference found"
    )
    sure = posterior(Followed(BIN_PLACES, [10_000] * 5, [10_000] * 5), 8000)
    assert all(0 < rate < 1 for rate in sure.mean)
