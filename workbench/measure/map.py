"""The position map of a prompt: weights of its lines and parts, in both channels.

"In this prompt" is where a line sits between the prompt's own start and end; "in the window"
is where it lands in the context of a scenario. A line stands at its token midpoint, and the
weight of a part is the token-weighted mean of its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol

from workbench.measure.position import (
    DEFAULT_FAMILY,
    NO_EFFECT,
    SUBTITLE,
    HeightScale,
    Shape,
    Weight,
    band_of,
)
from workbench.measure.position_words import source_line
from workbench.measure.window import (
    Channel,
    Placement,
    Scenario,
    prompt_curve,
    scenario_of,
    window_curve,
)


class PartLike(Protocol):
    """What the map needs of a part: lines count from 1, both ends included."""

    @property
    def id(self) -> str: ...
    @property
    def start_line(self) -> int: ...
    @property
    def end_line(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PartWeight:
    """The weights of one part: in this prompt, and in the window of the scenario."""

    id: str
    tokens: int
    prompt: Weight
    window: Weight
    height: float  # the bare mean in this prompt, also below 1,000 tokens: for the glyph

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "tokens": self.tokens,
            **weight_dict(self.prompt),
            "window_weight": _rounded(self.window.weight),
            "window_low": _rounded(self.window.low),
            "window_high": _rounded(self.window.high),
            "window_band": self.window.band,
        }


@dataclass(frozen=True, slots=True)
class LineWeight:
    """The weight of one line (from 1) in this prompt."""

    line: int
    weight: Weight


@dataclass(frozen=True)
class PositionMap:
    """Both channels of one prompt, its lines and parts."""

    scenario: Scenario
    placement: Placement
    prompt: Channel
    window: Channel
    lines: tuple[LineWeight, ...]
    parts: tuple[PartWeight, ...]

    @property
    def source(self) -> str:
        """Where the weights come from, with dates."""
        return source_line(self.prompt.curve)

    @property
    def shape_is_convention(self) -> bool:
        """Below 1,000 tokens the shape is drawn dim and labelled as a convention."""
        return not self.prompt.curve.known

    @cached_property
    def scale(self) -> HeightScale:
        return HeightScale(self.prompt.curve)

    def to_dict(self) -> dict[str, Any]:
        """The keys of `ctxbench map --json` (the caller adds `path`); weights to 4 places, null
        below 1,000 tokens."""
        curve = self.prompt.curve
        return {
            "scenario": scenario_dict(self.scenario, self.placement),
            "source": self.source,
            "subtitle": SUBTITLE,
            "method": "prior",
            "content": curve.shape.content,
            "family": curve.shape.family,
            "total_tokens": self.placement.tokens,
            "parts": [part.to_dict() for part in self.parts],
            "lines": [
                {
                    "line": row.line,
                    "weight": _rounded(row.weight.weight),
                    "band": row.weight.band,
                    "unsure": row.weight.unsure,
                }
                for row in self.lines
            ],
        }


def scenario_dict(scenario: Scenario, placement: Placement) -> dict[str, Any]:
    """A scenario with the figures that it has for this prompt."""
    return {
        "name": scenario.name,
        "title": scenario.title,
        "before": placement.before,
        "after": placement.after,
        "window": placement.window,
        "total": placement.total,
        "fill": _rounded(placement.fill),
        "exceeded_by": placement.exceeded_by,
        "words": placement.words,
        "date": scenario.date,
        "source": scenario.source,
        "note": scenario.note,
    }


def weight_dict(weight: Weight) -> dict[str, Any]:
    """A weight as JSON: `weight, low, high` (null when no effect is known), `band, unsure`."""
    return {
        "weight": _rounded(weight.weight),
        "low": _rounded(weight.low),
        "high": _rounded(weight.high),
        "band": weight.band,
        "unsure": weight.unsure,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def build_map(
    costs: Sequence[int],
    parts: Iterable[PartLike] = (),
    scenario: Scenario | None = None,
    *,
    content: str = "instruction",
    family: str | Shape = DEFAULT_FAMILY,
) -> PositionMap:
    """The whole map. `costs` are the tokens of each line; without a `scenario` it is `fresh`."""
    scenario = scenario or scenario_of()
    starts = list(accumulate(costs, initial=0))
    total = starts[-1]
    inside = prompt_curve(total, scenario.window, content, family)
    around = window_curve(scenario, total, content, family)
    middles = [start + cost / 2 for start, cost in zip(starts, costs, strict=False)]
    rows = [inside.at(middle) for middle in middles]
    outer = [around.at(middle) for middle in middles]
    heights = [inside.height(middle) for middle in middles]
    weighed = []
    for part in parts:
        first, last = part.start_line - 1, part.end_line
        spent = costs[first:last]
        at = starts[min(first, len(costs))]
        weighed.append(
            PartWeight(
                part.id,
                sum(spent),
                _mean(rows[first:last], spent, inside.at(at)),
                _mean(outer[first:last], spent, around.at(at)),
                _average(heights[first:last], spent, inside.height(at)),
            )
        )
    lines = tuple(LineWeight(i, weight) for i, weight in enumerate(rows, 1))
    return PositionMap(scenario, around.placement, inside, around, lines, tuple(weighed))


def _mean(weights: Sequence[Weight], costs: Sequence[int], empty: Weight) -> Weight:
    total = sum(costs)
    if not total:
        return empty
    value = low = high = 0.0
    for weight, cost in zip(weights, costs, strict=True):
        if weight.weight is None or weight.low is None or weight.high is None:
            return NO_EFFECT
        value += weight.weight * cost
        low += weight.low * cost
        high += weight.high * cost
    return band_of(value / total, low / total, high / total)


def _average(values: Sequence[float], costs: Sequence[int], empty: float) -> float:
    total = sum(costs)
    if not total:
        return empty
    return sum(v * c for v, c in zip(values, costs, strict=True)) / total
