"""The position prior: how reliably a place in a prompt is used, relative to its best place.

Figures, dates and sources are in `data/position.yaml`. The weight of a place is a closed form;
its 80 % band comes from a fixed set of low-discrepancy points over what is not known (the
level of the task, and how models differ), so that the same prompt always gives the same band.
It is not an attention weight read from a model: `SUBTITLE` goes with every display.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import exp, log

from workbench.errors import UsageError
from workbench.measure.prior import (
    CONTENTS,
    DEFAULT_FAMILY,
    FLOOR_TOKENS,
    Prior,
    Shape,
    prior,
    shape_of,
)

__all__ = [
    "BANDS",
    "CONTENTS",
    "DEFAULT_FAMILY",
    "DEFAULT_WINDOW",
    "FAIR",
    "FLOOR_TOKENS",
    "HEIGHTS",
    "NO_EFFECT",
    "STRONG",
    "SUBTITLE",
    "UNSURE_GLYPH",
    "UNSURE_WIDTH",
    "BandStyle",
    "Curve",
    "HeightScale",
    "Shape",
    "Weight",
    "band_of",
    "shape_of",
    "weight_curve",
]

SUBTITLE = "estimated use of information here, from published tests"
STRONG, FAIR, UNSURE_WIDTH = 0.95, 0.85, 0.20
DEFAULT_WINDOW = 200_000

#: Eight heights, from the weakest to the strongest place of one context.
HEIGHTS = "▁▂▃▄▅▆▇█"

_DRAWS, _OFFSET = 512, 0.0933  # this start keeps every band within .02 of 40,000 points
_STEP = log(1.005)  # a band is built anew when the length changes by half a percent
#: Where a band is computed; dense at both ends, where the curve bends.
_NODES = (
    *(0.0, 0.01, 0.02, 0.03, 0.045, 0.06, 0.08, 0.10, 0.13, 0.16, 0.20, 0.25, 0.32, 0.40, 0.50),
    *(0.60, 0.68, 0.74, 0.79, 0.83, 0.86, 0.89, 0.91, 0.93, 0.945, 0.96, 0.97, 0.98, 0.99, 1.0),
)


@dataclass(frozen=True, slots=True)
class Weight:
    """A position weight and its 80 % band, each 0 to 1, relative to the best place.

    All three are None (band `none`) below 1,000 tokens, where no effect is known. `band` is
    `strong`, `fair`, `weak` or `none`; `unsure` means the 80 % band is wider than .20.
    """

    weight: float | None
    low: float | None
    high: float | None
    band: str
    unsure: bool

    @property
    def glyph(self) -> str:
        """One character for displays without colour: `#`, `+`, `-`, `.`, or `?` when unsure."""
        return "?" if self.unsure else BANDS[self.band].glyph


@dataclass(frozen=True, slots=True)
class BandStyle:
    """How a band looks. The glyph says everything the colours say."""

    glyph: str
    rule: str
    rgb: str
    colour256: int
    colour256_unsure: int
    colour16: str


BANDS: Mapping[str, BandStyle] = {
    "strong": BandStyle("#", ">= .95", "#009E73", 36, 29, "cyan"),
    "fair": BandStyle("+", ".85-.95", "#E69F00", 214, 136, "yellow"),
    "weak": BandStyle("-", "< .85", "#D55E00", 166, 130, "red"),
    "none": BandStyle(".", "no effect known", "#8A8A8A", 245, 245, "bright_black"),
}
UNSURE_GLYPH = "?"
NO_EFFECT = Weight(None, None, None, "none", False)


def band_of(weight: float, low: float, high: float) -> Weight:
    """The weight with its band; the cuts .95, .85 and .20 are judgement."""
    band = "strong" if weight >= STRONG else "fair" if weight >= FAIR else "weak"
    return Weight(weight, low, high, band, high - low > UNSURE_WIDTH)


def _best(primacy: float, recency: float, start: float, end: float) -> float:
    """The largest s(x) for x in 0..1, in closed form."""
    first = primacy + recency * exp(-1 / end)
    last = primacy * exp(-1 / start) + recency
    if primacy >= 0 or recency >= 0:  # convex or monotone: the best place is an end
        return max(first, last)
    x = (log(primacy * end / (recency * start)) + 1 / end) / (1 / start + 1 / end)
    x = min(1.0, max(0.0, x))
    return primacy * exp(-x / start) + recency * exp(-(1 - x) / end)


@lru_cache(maxsize=1)
def _points() -> tuple[tuple[float, float, float], ...]:
    """Normal deviates of a Kronecker sequence in three dimensions, the same in every process."""
    from statistics import NormalDist

    quantile = NormalDist().inv_cdf
    root = 1.2207440846057594754  # of x**4 = x + 1
    steps = (1 / root, 1 / root**2, 1 / root**3)
    return tuple(
        (
            quantile((_OFFSET + i * steps[0]) % 1),
            quantile((_OFFSET + i * steps[1]) % 1),
            quantile((_OFFSET + i * steps[2]) % 1),
        )
        for i in range(1, _DRAWS + 1)
    )


@lru_cache(maxsize=256)
def _band(tokens: float, window: float, shape: Shape) -> tuple[tuple[float, ...], ...]:
    """The 10 % and 90 % points of the weight at `_NODES`."""
    known = prior(tokens, window, shape)
    tp, tr, growth = shape.start, shape.end, known.growth
    draws = []
    for a, b, c in _points():
        p = growth * (known.primacy + known.primacy_sd * b)
        r = growth * (known.recency + known.recency_sd * c)
        miss = exp(-(known.level + known.level_sd * a))
        draws.append((1 + miss * exp(-_best(p, r, tp, tr)), miss, p, r))
    low, high = [], []
    tenth = (len(draws) - 1) // 10
    for x in _NODES:
        e, f = -exp(-x / tp), -exp(-(1 - x) / tr)
        spread = sorted([top / (1 + miss * exp(p * e + r * f)) for top, miss, p, r in draws])
        low.append(spread[tenth])
        high.append(spread[-1 - tenth])
    return tuple(low), tuple(high)


def _between(x: float, values: Sequence[float]) -> float:
    i = min(max(bisect_right(_NODES, x), 1), len(_NODES) - 1)
    left, right = _NODES[i - 1], _NODES[i]
    return values[i - 1] + (values[i] - values[i - 1]) * (x - left) / (right - left)


@dataclass(frozen=True)
class Curve:
    """Position weights of one context: `tokens` long, in a `window` (tokens)."""

    tokens: int
    window: int
    shape: Shape

    @cached_property
    def _prior(self) -> Prior:
        return prior(self.tokens, self.window, self.shape)

    @cached_property
    def _scaled(self) -> tuple[float, float, float, float]:
        known, shape = self._prior, self.shape
        p, r = known.growth * known.primacy, known.growth * known.recency
        miss = exp(-known.level)
        return p, r, miss, 1 + miss * exp(-_best(p, r, shape.start, shape.end))

    @cached_property
    def _bands(self) -> tuple[tuple[float, ...], ...]:
        step = exp(round(log(max(self.tokens, 1)) / _STEP) * _STEP)
        return _band(step, self.window, self.shape)

    @property
    def known(self) -> bool:
        """Whether any position effect is known at this length (1,000 tokens and more)."""
        return self.tokens >= FLOOR_TOKENS

    def height(self, x: float) -> float:
        """The bare weight at `x` (0 start, 1 end), also below 1,000 tokens: for shapes only."""
        x = min(1.0, max(0.0, x))
        p, r, miss, top = self._scaled
        slope = p * exp(-x / self.shape.start) + r * exp(-(1 - x) / self.shape.end)
        return min(1.0, top / (1 + miss * exp(-slope)))

    def at(self, x: float) -> Weight:
        """The weight at `x`, the token midpoint as a share of the context."""
        if not self.known:
            return NO_EFFECT
        x = min(1.0, max(0.0, x))
        low, high = self._bands
        return band_of(self.height(x), _between(x, low), _between(x, high))

    @cached_property
    def _grid(self) -> tuple[float, ...]:
        return tuple(self.height(i / 200) for i in range(201))

    @cached_property
    def _sums(self) -> tuple[tuple[float, ...], ...]:
        """Running integrals of weight (201 points), low and high (`_NODES`)."""
        sums = [tuple(accumulate(((a + b) / 400 for a, b in pairwise(self._grid)), initial=0.0))]
        for values in self._bands:
            steps = (
                (a + b) / 2 * (right - left)
                for (a, b), (left, right) in zip(pairwise(values), pairwise(_NODES), strict=True)
            )
            sums.append(tuple(accumulate(steps, initial=0.0)))
        return tuple(sums)

    def over(self, start: float, end: float) -> tuple[float, float, float]:
        """Mean weight, low and high of the stretch `start` to `end` (shares), by integration."""
        if end - start < 1e-9:
            low, high = self._bands
            return self.height(start), _between(start, low), _between(start, high)
        weight, low, high = self._sums
        span = end - start
        return (
            (_uniform(end, weight) - _uniform(start, weight)) / span,
            (_between(end, low) - _between(start, low)) / span,
            (_between(end, high) - _between(start, high)) / span,
        )

    @cached_property
    def weakest(self) -> float:
        """The smallest weight anywhere in the context; the best is 1 by definition."""
        return min(self._grid)


def _uniform(x: float, values: Sequence[float]) -> float:
    place = min(1.0, max(0.0, x)) * (len(values) - 1)
    i = min(int(place), len(values) - 2)
    return values[i] + (values[i + 1] - values[i]) * (place - i)


class HeightScale:
    """The relative scale of one curve: its weakest place is ▁, its strongest █."""

    def __init__(self, curve: Curve) -> None:
        self._low = curve.weakest
        self._span = max(1.0 - self._low, 1e-9)

    def level(self, height: float) -> int:
        """0 (weakest) to 7 (strongest)."""
        return min(7, max(0, int((height - self._low) / self._span * 7 + 0.5)))

    def glyph(self, height: float) -> str:
        return HEIGHTS[self.level(height)]


def weight_curve(
    total_tokens: int,
    window: int = DEFAULT_WINDOW,
    content: str = "instruction",
    family: str | Shape = DEFAULT_FAMILY,
) -> Curve:
    """The curve of a context of `total_tokens` in a `window` of tokens.

    `content` is `instruction` or `fact`; `family` a name of `data/position.yaml` or figures
    of your own. Raises UsageError for unknown names and windows below one token.
    """
    if window < 1:
        raise UsageError(f"a window of {window} tokens is not possible.", hint="Give 1 or more.")
    if isinstance(family, Shape):
        return _curve(max(0, total_tokens), window, replace(family, content=content))
    return _curve(max(0, total_tokens), window, shape_of(content, family))


@lru_cache(maxsize=256)
def _curve(tokens: int, window: int, shape: Shape) -> Curve:
    return Curve(tokens, window, shape)
