"""The position map: lines, parts, both channels, and the quick answers for the editor."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pytest

from workbench.measure.gutter import GutterScale
from workbench.measure.map import build_map
from workbench.measure.position import HEIGHTS
from workbench.measure.window import scenario_of
from workbench.prompt.prompt import Prompt


@dataclass(frozen=True)
class Lines:
    """A part by its lines (from 1, both included)."""

    id: str
    start_line: int
    end_line: int


def gutter(costs: list[int]) -> GutterScale:
    starts = list(accumulate(costs, initial=0))
    return GutterScale(starts.__getitem__, len(costs))


def test_a_part_weighs_as_much_as_the_token_weighted_mean_of_its_lines() -> None:
    costs = [10, 0, 400, 3_000, 90, 4_500]
    parts = [Lines("a", 1, 3), Lines("b", 4, 6)]

    found = build_map(costs, parts)

    for part, rows in zip(found.parts, (slice(0, 3), slice(3, 6)), strict=True):
        weights = [line.weight.weight or 0 for line in found.lines[rows]]
        mean = sum(w * c for w, c in zip(weights, costs[rows], strict=True)) / sum(costs[rows])
        assert part.prompt.weight == pytest.approx(mean)
        assert part.tokens == sum(costs[rows])


def test_a_line_stands_at_its_token_midpoint() -> None:
    costs = [1_000, 2_000, 5_000]
    found = build_map(costs)

    for line, middle in zip(found.lines, (500, 2_000, 5_500), strict=True):
        assert line.weight == found.prompt.curve.at(middle / 8_000)


def test_lines_and_parts_without_tokens_have_the_weight_of_their_place() -> None:
    found = build_map([4_000, 0, 4_000], [Lines("empty", 2, 2)])

    assert found.parts[0].tokens == 0
    assert found.parts[0].prompt == found.prompt.curve.at(0.5) == found.lines[1].weight


def test_below_1000_tokens_the_json_holds_nulls_and_the_shape_is_dim() -> None:
    costs = [10] * 60
    found = build_map(costs, [Lines("a", 1, 60)])
    shown = found.to_dict()

    assert found.shape_is_convention
    assert all(row["weight"] is None and row["band"] == "none" for row in shown["lines"])
    assert shown["parts"][0]["weight"] is None
    assert shown["parts"][0]["low"] is None
    assert shown["parts"][0]["window_weight"] is not None  # 18,600 tokens in a fresh session
    scale = gutter(costs)
    assert scale.dim
    assert scale.weight(30).weight is None
    assert {scale.glyph(0), scale.glyph(59)} <= set(HEIGHTS[-2:])
    assert scale.glyph(31) == HEIGHTS[0]


def test_the_json_has_the_keys_that_scripts_rely_on() -> None:
    shown = build_map([30] * 100, [Lines("a", 1, 40), Lines("b", 41, 100)]).to_dict()

    json.dumps(shown, allow_nan=False)
    assert {"scenario", "source", "parts", "lines"} <= set(shown)
    assert {"before", "after", "window", "fill"} <= set(shown["scenario"])
    for part in shown["parts"]:
        assert {"id", "weight", "low", "high", "band", "window_weight"} <= set(part)
        assert part["low"] <= part["weight"] <= part["high"]
    assert [row["line"] for row in shown["lines"]] == [*range(1, 101)]
    assert {"line", "weight", "band"} <= set(shown["lines"][0])
    assert "2026" in shown["source"]


def test_an_empty_prompt_has_an_empty_map() -> None:
    shown = build_map([]).to_dict()

    assert shown["lines"] == shown["parts"] == []
    assert shown["total_tokens"] == 0
    assert gutter([]).total == 0
    zeros = build_map([0, 0], [Lines("a", 1, 2)])
    assert zeros.parts[0].prompt.weight is None


def test_the_live_map_agrees_with_the_whole_map() -> None:
    chance = random.Random(7)
    for size in (3, 40, 900):
        costs = [chance.choice((0, 1, 8, 15, 40, 700)) for _ in range(size)]
        costs[0] = 1_200
        cuts = sorted(chance.sample(range(1, size), min(size - 1, 6)))
        parts = [
            Lines(str(i), a + 1, b)
            for i, (a, b) in enumerate(zip([0, *cuts], [*cuts, size], strict=True))
        ]
        whole = build_map(costs, parts)
        live = gutter(costs)

        for i, line in enumerate(whole.lines):
            assert live.weight(i) == line.weight
        for part, exact in zip(parts, whole.parts, strict=True):
            found = live.part(part)
            assert found.tokens == exact.tokens
            assert found.height == pytest.approx(exact.height, abs=0.002)
            for a, b in ((found.prompt, exact.prompt), (found.window, exact.window)):
                assert (a.weight, a.low, a.high) == pytest.approx(
                    (b.weight, b.low, b.high), abs=0.002
                )


def test_a_key_press_asks_for_few_lines_however_long_the_prompt_is() -> None:
    asked = 0
    for lines in (2_000, 50_000):
        asked = 0

        def before(line: int) -> int:
            nonlocal asked
            asked += 1
            return line * 12

        scale = GutterScale(before, lines)
        for line in range(lines // 2, lines // 2 + 60):
            scale.glyph(line)
        step = lines // 15
        for i in range(15):
            scale.part(Lines(str(i), i * step + 1, (i + 1) * step))
        assert asked < 600


def test_the_glyphs_show_the_middle_low_and_the_ends_high() -> None:
    scale = gutter([40] * 200)

    drawn = [scale.level(line) for line in range(200)]

    assert drawn[0] == drawn[-1] == 7
    assert min(drawn) == 0 == drawn[100]
    assert not scale.dim


def test_scenarios_reach_the_map() -> None:
    shown = build_map([30] * 100, scenario=scenario_of("half", "skill")).to_dict()["scenario"]

    assert (shown["name"], shown["fill"]) == ("half", 0.5)
    assert shown["before"] + 3_000 + shown["after"] == 100_000


def test_every_corpus_file_has_a_map(corpus: list[Path]) -> None:
    for path in corpus:
        if path.stat().st_size > 300_000:
            continue
        prompt = Prompt.from_bytes(path.read_bytes(), path.name)
        costs = [len(line) // 4 for line in prompt.lines]
        parts = prompt.parts()
        found = build_map(costs, parts, scenario_of("fresh", prompt.kind))
        live = gutter(costs)
        assert sum(part.tokens for part in found.parts) == sum(costs), path.name
        for part, exact in zip(parts, found.parts, strict=True):
            assert live.part(part).height == pytest.approx(exact.height, abs=0.002), path.name
