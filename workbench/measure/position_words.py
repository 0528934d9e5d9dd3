"""The sentences about position: each says its source, its date and its range.

The value is never called attention, no general percentage is claimed for "the middle", and what
is judgement is called judgement.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.measure.position import (
    BANDS,
    FAIR,
    FLOOR_TOKENS,
    STRONG,
    SUBTITLE,
    UNSURE_GLYPH,
    UNSURE_WIDTH,
    Curve,
    Weight,
)
from workbench.measure.prior import figures

#: Moving text gains nothing worth naming below this difference of weights.
SMALLEST_GAIN = 0.005


@dataclass(frozen=True, slots=True)
class Runs:
    """Counts behind a measured weight: successes and runs here, and at the two ends together."""

    model: str
    date: str
    followed: int
    runs: int
    followed_ends: int
    runs_ends: int
    tokens: int
    smallest_difference: int  # points that so many runs can show


def source_line(curve: Curve) -> str:
    """Where the weights of `curve` come from, with the dates of the tests and of the figures."""
    shape = curve.shape
    parts = [f"Position weight: {SUBTITLE}. Source: {shape.source}, {shape.date}"]
    if shape.content == "instruction" and shape.measured_on == "fact":
        parts.append("borrowed from tests on facts")
    parts.append(f"figures of {figures()['date']}")
    return "; ".join(parts) + "."


def tooltip(
    weight: Weight,
    curve: Curve,
    *,
    model: str = "",
    place: str = "this prompt",
    measured: Runs | None = None,
) -> str:
    """What a weight means and how it is known. `place` names the channel in words: `this prompt`
    or `a fresh session`. Source, date and range are in every answer."""
    if not curve.known or weight.weight is None or weight.low is None or weight.high is None:
        return (
            f"Under {FLOOR_TOKENS:,} tokens no position effect has been shown for current models, "
            f"so there is no weight and no range to give. The shape drawn is a convention. "
            f"Source: {figures()['floor_source']}; figures of {figures()['date']}."
        )
    value, low, high = (round(100 * v) for v in (weight.weight, weight.low, weight.high))
    whom = model or "your model"
    if measured is not None:
        return (
            f"Measured on {measured.model}, {measured.date}: followed {measured.followed} of "
            f"{measured.runs} here, {measured.followed_ends} of {measured.runs_ends} at the ends, "
            f"{measured.tokens:,} tokens. Fitted {value} % (80 % range {low}-{high}). Source: your "
            f"own runs. Differences under {measured.smallest_difference} points cannot be seen "
            f"with {measured.runs} runs."
        )
    if curve.shape.content == "fact":
        said = (
            f"A fact here is estimated to be used {value} % as often as one at the best place of "
            f"{place} (80 % range {low}-{high}), what a model knows by heart left out. "
            f"{whom[0].upper()}{whom[1:]} may differ: older models differed more from one another "
            f"than from a flat line."
        )
    else:
        said = (
            f"Lines here are estimated to be used about {value} % as reliably as at the best "
            f"place of {place} (80 % range {low}-{high}). Never measured for instructions or on "
            f"{whom}; the end of a prompt is our judgement."
        )
    return f"{said} {source_line(curve)}"


def short(weight: Weight) -> str:
    """A weight for a narrow column: `.88 [.64-.97] ?`, or `no effect known`."""
    if weight.weight is None or weight.low is None or weight.high is None:
        return "no effect known"
    unsure = f" {UNSURE_GLYPH}" if weight.unsure else ""
    return f"{_shown(weight.weight)} [{_two(weight.low)}-{_two(weight.high)}]{unsure}"


def _shown(value: float) -> str:
    """Two places, but never rounded up into the next band: .948 is fair and reads .94."""
    for cut in (STRONG, FAIR):
        if value < cut <= round(value, 2):
            value = cut - 0.01
    return _two(value)


def _two(value: float) -> str:
    return f"{value:.2f}".removeprefix("0")


def legend() -> str:
    """One line that explains the glyphs."""
    bands = "   ".join(
        f"{style.glyph} {name} {style.rule}" if name != "none" else f"{style.glyph} {style.rule}"
        for name, style in BANDS.items()
    )
    return f"{bands}   {UNSURE_GLYPH} range wider than {_two(UNSURE_WIDTH)}"


def fill_words(total: int, window: int) -> str:
    """How full the window is; above it, the plain statement that the limit is exceeded."""
    if total > window:
        return (
            f"The context exceeds the window: {total:,} tokens, {total - window:,} more than the "
            f"{window:,} that fit."
        )
    share = 100 * total / window
    said = f"{share:.1f} % of the window ({total:,} of {window:,} tokens)."
    if share > 50:
        said += (
            " Above 50 % one study found the start losing its advantage; 70 and 85 % are "
            "conventions, not findings."
        )
    return said


def move_words(
    prompt_before: Weight, prompt_after: Weight, window_before: Weight, window_after: Weight
) -> str:
    """What a move changes, in both channels; honest where the window gains nothing."""
    inside = f"{_value(prompt_before)} to {_value(prompt_after)} in this prompt"
    around = f"{_value(window_before)} to {_value(window_after)} in the window"
    gain = _gain(window_before, window_after)
    if gain is None or gain < SMALLEST_GAIN:
        verdict = "convention, no measured effect"
    else:
        size = "small" if gain < 0.05 else "estimated"
        verdict = f"{size}, not measured on your model"
    return f"{inside}; {around}: {verdict}"


def _value(weight: Weight) -> str:
    return "no weight" if weight.weight is None else _shown(weight.weight)


def _gain(before: Weight, after: Weight) -> float | None:
    if before.weight is None or after.weight is None:
        return None
    return after.weight - before.weight
