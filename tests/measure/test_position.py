"""The position prior: what the map may say about a place, and how sure it is."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest

from workbench.errors import UsageError
from workbench.measure.position import (
    BANDS,
    CONTENTS,
    HEIGHTS,
    UNSURE_GLYPH,
    HeightScale,
    Shape,
    band_of,
    weight_curve,
)
from workbench.measure.position_words import Runs, legend, move_words, short, source_line, tooltip
from workbench.measure.prior import figures

PLACES = [i / 50 for i in range(51)]


@pytest.mark.parametrize("content", CONTENTS)
def test_below_1000_tokens_no_effect_is_claimed_anywhere(content: str) -> None:
    for tokens in (0, 1, 500, 999):
        curve = weight_curve(tokens, content=content)
        for x in PLACES:
            weight = curve.at(x)
            assert (weight.weight, weight.low, weight.high) == (None, None, None)
            assert (weight.band, weight.unsure, weight.glyph) == ("none", False, ".")
    assert weight_curve(1000, content=content).at(0.5).band != "none"


def test_a_fact_in_the_middle_of_8000_tokens() -> None:
    curve = weight_curve(8000, 200_000, "fact", "hosted2025")

    assert curve.at(0).weight == pytest.approx(1)
    assert curve.at(0.5).weight == pytest.approx(0.67, abs=0.01)


def test_an_instruction_in_8000_tokens() -> None:
    curve = weight_curve(8000, 200_000, "instruction")

    assert curve.at(0.5).weight == pytest.approx(0.88, abs=0.005)
    assert curve.at(1).weight == pytest.approx(1, abs=0.005)


# Published values of the prior, 200k window: start, 5 %, middle with its band, 95 %, end.
PUBLISHED = [
    ("instruction", 2_000, (1.00, 0.97, 0.93, 0.97, 1.00), (0.75, 0.98)),
    ("instruction", 8_000, (1.00, 0.96, 0.88, 0.95, 1.00), (0.63, 0.97)),
    ("instruction", 32_000, (1.00, 0.94, 0.83, 0.93, 1.00), (0.50, 0.97)),
    ("instruction", 128_000, (0.97, 0.91, 0.78, 0.91, 1.00), (0.39, 0.97)),
    ("fact", 2_000, (1.00, 0.93, 0.82, 0.84, 0.87), (0.67, 0.94)),
    ("fact", 8_000, (1.00, 0.87, 0.67, 0.71, 0.75), (0.48, 0.87)),
    ("fact", 32_000, (1.00, 0.79, 0.51, 0.56, 0.63), (0.32, 0.80)),
    ("fact", 128_000, (1.00, 0.74, 0.44, 0.50, 0.58), (0.25, 0.77)),
]


@pytest.mark.parametrize(("content", "tokens", "weights", "band"), PUBLISHED)
def test_the_published_table_comes_out(
    content: str, tokens: int, weights: tuple[float, ...], band: tuple[float, float]
) -> None:
    curve = weight_curve(tokens, content=content)

    found = [curve.at(x).weight for x in (0, 0.05, 0.5, 0.95, 1)]

    assert found == pytest.approx(weights, abs=0.006)
    middle = curve.at(0.5)
    assert (middle.low, middle.high) == pytest.approx(band, abs=0.025)


def test_without_primacy_and_recency_every_place_is_the_same() -> None:
    flat = Shape(0, 0, 0.3, 0.3, 0.1, 0.07, 0.2)

    assert all(weight_curve(8000, family=flat).at(x).weight == 1 for x in PLACES)


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize(
    "family", ["hosted2025", "unknown", "open2025", "legacy-qa", "legacy-needle"]
)
@pytest.mark.parametrize("grow", ["window shrinks", "context grows"])
def test_filling_the_window_past_half_never_helps_the_start(
    content: str, family: str, grow: str
) -> None:
    if grow == "window shrinks":
        fills = [(100_000, int(100_000 / f)) for f in (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)]
    else:
        fills = [(tokens, 200_000) for tokens in range(100_000, 200_001, 10_000)]
    starts = [weight_curve(tokens, window, content, family).at(0) for tokens, window in fills]

    for before, after in pairwise(starts):
        assert before.weight is not None and after.weight is not None
        assert before.low is not None and before.high is not None
        assert after.low is not None and after.high is not None
        assert after.weight <= before.weight + 1e-12
        assert after.high - after.low >= before.high - before.low - 1e-12


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("family", [*figures()["families"]])
@pytest.mark.parametrize("tokens", [1_000, 3_000, 40_000, 150_000, 900_000])
def test_every_weight_lies_between_nothing_and_the_best_place(
    content: str, family: str, tokens: int
) -> None:
    curve = weight_curve(tokens, 200_000, content, family)

    for x in PLACES:
        found = curve.at(x)
        assert found.weight is not None and found.low is not None and found.high is not None
        assert 0 < found.weight <= 1
        assert 0 <= found.low <= found.high <= 1
        assert found.unsure == (found.high - found.low > 0.20)
    assert max(curve.height(x) for x in [i / 1000 for i in range(1001)]) == pytest.approx(
        1, abs=1e-4
    )


def test_both_ends_low_leaves_the_best_place_inside() -> None:
    arch = Shape(-0.8, -0.5, 0.1, 0.1, 0.1, 0.07, 0.0)
    curve = weight_curve(5000, family=arch)

    assert curve.at(0).weight is not None
    assert curve.height(0) < 0.99
    assert max(curve.height(i / 1000) for i in range(1001)) == pytest.approx(1, abs=1e-6)


def test_an_unknown_model_gets_a_wider_band() -> None:
    known, unknown = (weight_curve(8000, family=f).at(0.5) for f in ("hosted2025", "unknown"))

    assert known.weight == unknown.weight
    assert known.low is not None and unknown.low is not None
    assert unknown.low < known.low


def test_the_mean_over_a_stretch_is_the_mean_of_its_places() -> None:
    curve = weight_curve(8000)
    inside = [0.02 + 0.3 * (i + 0.5) / 3000 for i in range(3000)]

    mean = curve.over(0.02, 0.32)

    assert mean[0] == pytest.approx(sum(map(curve.height, inside)) / 3000, abs=5e-5)
    lows = [curve.at(x).low or 0 for x in inside]
    assert mean[1] == pytest.approx(sum(lows) / 3000, abs=5e-5)


def test_the_band_is_the_same_in_every_process_and_steady_while_typing() -> None:
    middle = [weight_curve(tokens).at(0.5) for tokens in range(6000, 6300)]
    lows = [weight.low or 0 for weight in middle]

    assert max(abs(a - b) for a, b in pairwise(lows)) < 0.001
    assert len(set(lows)) < 20  # built anew only when the length changes by half a percent


def test_a_curve_is_built_in_a_few_milliseconds() -> None:
    weight_curve(2_000).at(0.5)
    started = time.process_time()
    for tokens in range(3_000, 6_000, 100):
        weight_curve(tokens).at(0.5)
    assert (time.process_time() - started) / 30 < 0.010


def test_the_shape_runs_from_the_weakest_to_the_strongest_place_also_when_short() -> None:
    for tokens in (60, 500, 3_000, 50_000):
        curve = weight_curve(tokens)
        scale = HeightScale(curve)
        drawn = [scale.glyph(curve.height(x)) for x in [i / 200 for i in range(201)]]
        assert drawn[0] == drawn[-1] == HEIGHTS[-1]
        assert HEIGHTS[0] in drawn[90:120]


def test_case_106_a_level_is_told_by_its_sign_and_never_by_colour_alone() -> None:
    signs = [style.glyph for style in BANDS.values()] + [UNSURE_GLYPH]
    assert len(set(signs)) == 5
    colours = [style.colour256 for style in BANDS.values()]
    assert len(set(colours)) == 4
    assert not set(colours) & {s.colour256_unsure for n, s in BANDS.items() if n != "none"}
    assert len({style.colour16 for style in BANDS.values()}) == 4
    # Red against green is what most colour-blind people cannot see.
    assert {"red", "green"} - {style.colour16 for style in BANDS.values()}
    assert all(sign in legend() for sign in signs)


def test_unknown_names_and_windows_are_refused() -> None:
    for wrong in (
        {"content": "poem"},
        {"family": "gpt-9"},
        {"window": 0},
    ):
        with pytest.raises(UsageError):
            weight_curve(8000, **wrong)  # type: ignore[arg-type]


RUNS = Runs("model-x", "2026-11-29", 13, 20, 39, 40, 8000, 38)


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("family", [*figures()["families"]])
@pytest.mark.parametrize("tokens", [200, 2_000, 90_000])
@pytest.mark.parametrize("runs", [None, RUNS])
def test_a_tooltip_never_comes_without_source_date_and_range(
    content: str, family: str, tokens: int, runs: Runs | None
) -> None:
    curve = weight_curve(tokens, content=content, family=family)

    said = tooltip(curve.at(0.4), curve, measured=runs)

    assert "Source: " in said
    assert re.search(r"20\d\d-\d\d-\d\d", said)
    assert re.search(r"range \d+-\d+", said) or "no range" in said


def test_no_sentence_claims_what_was_not_measured() -> None:
    said = [legend()]
    for content in CONTENTS:
        for tokens in (500, 2_000, 8_000, 64_000):
            curve = weight_curve(tokens, content=content)
            weight = curve.at(0.5)
            said += [tooltip(weight, curve), tooltip(weight, curve, model="model-x"), short(weight)]
            said += [source_line(curve), move_words(weight, weight, weight, weight)]
    text = " ".join(said).lower()
    for never in ("attention", "dead zone", "35-45", "10-40", "10 to 40", "less attention"):
        assert never not in text
    assert "estimated use of information here, from published tests" in text
    assert "never measured for instructions or on model-x" in text


def test_a_move_without_gain_in_the_window_is_called_a_convention() -> None:
    curve = weight_curve(8000)
    low, high = curve.at(0.5), curve.at(0)

    assert "convention, no measured effect" in move_words(low, high, low, low)
    assert "convention, no measured effect" in move_words(low, high, high, low)
    assert "small, not measured" in move_words(low, high, curve.at(0.08), curve.at(0.06))
    short_prompt = weight_curve(300).at(0.5)
    assert "convention" in move_words(short_prompt, short_prompt, short_prompt, short_prompt)


def test_what_is_shown_never_rounds_up_into_the_next_band() -> None:
    assert short(band_of(0.948, 0.9, 0.97)) == ".94 [.90-.97]"
    assert short(band_of(0.8496, 0.6, 0.97)) == ".84 [.60-.97] ?"
    assert short(band_of(0.951, 0.9, 1.0)) == ".95 [.90-1.00]"
    assert short(band_of(0.997, 0.9, 1.0)) == "1.00 [.90-1.00]"
