"""What a user's own runs say about positions: three parameters, fitted against the prior.

Method, shrinkage and limits: MAP of (level, primacy, recency) with a Gaussian prior, binomial
likelihood and Laplace covariance. Raw rates by bin are never the fit: below 100 runs for each
bin they are worse than no curve at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt, tanh

from workbench.measure.position import DEFAULT_FAMILY, DEFAULT_WINDOW, Shape, shape_of
from workbench.measure.prior import prior

#: Where the five bins of a probe sit: 0-10, 10-35, 35-65, 65-90, 90-100 % of the tokens.
BIN_PLACES = (0.03, 0.22, 0.5, 0.78, 0.97)
#: 10 % point of the chi-square distribution with 2 degrees of freedom.
_CHI2_2DF_10 = 4.605
_NEWTON_STEPS = 30

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]


@dataclass(frozen=True, slots=True)
class Posterior:
    """The fitted curve: `theta` is (level, primacy, recency) in logits, `covariance` its Laplace
    approximation; `mean` and `sd_logit` hold one entry for each place asked for."""

    theta: Vector
    covariance: Matrix
    places: tuple[float, ...]
    mean: tuple[float, ...]
    sd_logit: tuple[float, ...]

    def interval(self, index: int) -> tuple[float, float]:
        """The 80 % band of the compliance rate at `places[index]`."""
        rate = self.mean[index]
        middle, half = log(rate / (1 - rate)), 1.2816 * self.sd_logit[index]
        return _sigma(middle - half), _sigma(middle + half)


@dataclass(frozen=True, slots=True)
class FlatTest:
    """Likelihood-ratio test against "no difference between places" (2 df, 10 % level)."""

    statistic: float
    differs: bool

    @property
    def words(self) -> str:
        return "places differ" if self.differs else "no difference found"


@dataclass(frozen=True, slots=True)
class Followed:
    """At `places[i]` (0 to 1) a rule was `followed[i]` times in `runs[i]`."""

    places: Sequence[float]
    followed: Sequence[float]
    runs: Sequence[float]


def posterior(
    found: Followed,
    total_tokens: int,
    *,
    window: int = DEFAULT_WINDOW,
    content: str = "instruction",
    family: str | Shape = DEFAULT_FAMILY,
    deff: float = 1.0,
) -> Posterior:
    """The curve after what was `found`.

    `deff` above 1 shrinks repeats of the same prompt, `1 + (r - 1) * rho`. Without runs the
    answer is the prior.
    """
    shape = family if isinstance(family, Shape) else shape_of(content, family)
    known = prior(total_tokens, window, shape)
    mean: Vector = (known.level, known.primacy, known.recency)
    precision: Vector = (
        known.level_sd**-2,
        known.primacy_sd**-2,
        known.recency_sd**-2,
    )
    features = [_features(x, shape, known.growth) for x in found.places]
    successes = [k / deff for k in found.followed]
    trials = [n / deff for n in found.runs]
    theta, covariance = _newton(features, successes, trials, mean, precision)
    rates = tuple(_sigma(_dot(f, theta)) for f in features)
    spread = tuple(sqrt(_dot(f, _times(covariance, f))) for f in features)
    return Posterior(theta, covariance, tuple(found.places), rates, spread)


def differs_from_flat(
    found: Followed,
    total_tokens: int,
    *,
    window: int = DEFAULT_WINDOW,
    content: str = "instruction",
    family: str | Shape = DEFAULT_FAMILY,
) -> FlatTest:
    """Whether the runs show any effect of position at all; if not, say so and draw it flat."""
    shape = family if isinstance(family, Shape) else shape_of(content, family)
    known = prior(total_tokens, window, shape)
    followed, runs = found.followed, found.runs
    features = [_features(x, shape, known.growth) for x in found.places]
    rate = min(1 - 1e-6, max(1e-6, sum(followed) / max(sum(runs), 1e-9)))
    start: Vector = (log(rate / (1 - rate)), 0.0, 0.0)
    # The small ridge only keeps the fit finite where a bin holds no failure or no success.
    theta, _ = _newton(features, followed, runs, start, (1e-4, 1e-2, 1e-2))
    fitted = [_sigma(_dot(f, theta)) for f in features]
    gain = _log_likelihood(fitted, followed, runs) - _log_likelihood(
        [rate] * len(features), followed, runs
    )
    statistic = max(0.0, 2 * gain)
    return FlatTest(statistic, statistic > _CHI2_2DF_10)


def _features(x: float, shape: Shape, growth: float) -> Vector:
    return 1.0, growth * exp(-x / shape.start), growth * exp(-(1 - x) / shape.end)


def _newton(
    features: Sequence[Vector],
    successes: Sequence[float],
    trials: Sequence[float],
    mean: Vector,
    precision: Vector,
) -> tuple[Vector, Matrix]:
    theta = mean
    for _ in range(_NEWTON_STEPS):
        inverse, gradient = _curvature(features, successes, trials, theta, mean, precision)
        step = _times(inverse, gradient)
        theta = (
            theta[0] + _clip(step[0]),
            theta[1] + _clip(step[1]),
            theta[2] + _clip(step[2]),
        )
        if max(map(abs, step)) < 1e-9:
            break
    return theta, _curvature(features, successes, trials, theta, mean, precision)[0]


def _curvature(
    features: Sequence[Vector],
    successes: Sequence[float],
    trials: Sequence[float],
    theta: Vector,
    mean: Vector,
    precision: Vector,
) -> tuple[Matrix, Vector]:
    """Inverse of the negative Hessian, and the gradient of the log posterior."""
    h = [[precision[i] if i == j else 0.0 for j in range(3)] for i in range(3)]
    g = [-(theta[i] - mean[i]) * precision[i] for i in range(3)]
    for f, k, n in zip(features, successes, trials, strict=True):
        rate = _sigma(_dot(f, theta))
        for i in range(3):
            g[i] += f[i] * (k - n * rate)
            for j in range(3):
                h[i][j] += n * rate * (1 - rate) * f[i] * f[j]
    return _inverse(h), (g[0], g[1], g[2])


def _inverse(h: Sequence[Sequence[float]]) -> Matrix:
    """Inverse of a symmetric positive definite 3 x 3 matrix by its adjugate."""
    (a, b, c), (_, d, e), (_, _, f) = h
    aa, bb, cc = d * f - e * e, c * e - b * f, b * e - c * d
    dd, ee, ff = a * f - c * c, b * c - a * e, a * d - b * b
    size = a * aa + b * bb + c * cc
    return (
        (aa / size, bb / size, cc / size),
        (bb / size, dd / size, ee / size),
        (cc / size, ee / size, ff / size),
    )


def _times(m: Matrix, v: Vector) -> Vector:
    return _dot(m[0], v), _dot(m[1], v), _dot(m[2], v)


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _clip(step: float) -> float:
    return max(-1.5, min(1.5, step))


def _sigma(z: float) -> float:
    rate = 0.5 * (1 + tanh(z / 2))
    return min(1 - 1e-12, max(1e-12, rate))


def _log_likelihood(
    rates: Sequence[float], followed: Sequence[float], runs: Sequence[float]
) -> float:
    return sum(
        k * log(p) + (n - k) * log(1 - p) for p, k, n in zip(rates, followed, runs, strict=True)
    )
