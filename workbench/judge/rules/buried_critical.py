"""Critical rules that stand where a model reads least.

Critical is what the user marked or the author labelled so, never a guess from words.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import costs, folded
from workbench.judge.rules.repeat import normal
from workbench.measure.window import prompt_curve, scenario_of

#: How far below the best place of this prompt, as a share of its whole dip.
_LOW = 0.45
#: Below so many tokens no effect of the place is known.
_LEAST_TOKENS = 1000
_STEPS = 40


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Critical rules at weak places, unless a better place says the same."""
    critical = [i for i in context.instructions if i.critical]
    if not critical or context.prompt.is_data:
        return
    spent = costs(context)
    spread = sum(spent)
    if spread < _LEAST_TOKENS:
        return
    curve = prompt_curve(spread, scenario_of().window)
    steps = (curve.at(spread * n / _STEPS).weight for n in range(_STEPS + 1))
    known = [weight for weight in steps if weight is not None]
    if not known or max(known) - min(known) < 0.01:
        return
    best, dip = max(known), max(known) - min(known)
    starts = list(accumulate(spent, initial=0))
    placed = []
    for one in critical:
        middle = (starts[one.start_line - 1] + starts[one.end_line]) / 2
        weight = curve.at(middle)
        if weight.weight is not None and weight.low is not None and weight.high is not None:
            placed.append((one, middle, weight, (best - weight.weight) / dip))
    strong = {normal(one.text) for one, _, weight, depth in placed if depth < _LOW}
    hits: list[tuple[float, Finding]] = []
    for one, middle, weight, depth in placed:
        if depth < _LOW or weight.band == "strong" or normal(one.text) in strong:
            continue
        assert weight.weight is not None and weight.low is not None and weight.high is not None
        down = round(100 * middle / max(1, spread))
        told = rule.finding(
            one.start_line,
            f"A critical rule stands {down} % down, where text weighs {_figure(weight.weight)} of"
            f" its best place (estimate, range {_figure(weight.low)} to {_figure(weight.high)}).",
            end_line=one.end_line,
            text=one.text[:300],
            fix="Move it into the first lines, or say it once more, shortly, at the end.",
        )
        hits.append((depth, told))
    yield from folded(hits)


def _figure(weight: float) -> str:
    """Two decimals and no zero before the point: .72"""
    return f"{weight:.2f}".removeprefix("0")


RULE = Rule(
    id="buried-critical",
    title="a critical rule at a weak place",
    severity="note",
    why="In published document tests the middle of a long prompt was used a little less reliably "
    "(never measured for instructions or on your model).",
    source="position prior of ctxbench (see `ctxbench map`); the effect is measured for long "
    "contexts, small in short ones",
    dated="2026-11-29",
    check=check,
    example="line 61 of 110: - CRITICAL: never run the payroll job against the live bank account.",
    instead="the same line in the first section",
    family="position",
)
