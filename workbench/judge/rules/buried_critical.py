"""Rules that you or the author call critical, and that stand where a model reads least."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import Passage, costs, folded, said
from workbench.language.instructions import Instruction
from workbench.measure.position import Weight
from workbench.measure.window import prompt_curve, scenario_of

#: How far below the best place of this prompt, as a share of its whole dip.
_LOW = 0.45
#: More critical rules than this are not looked at one by one.
_MOST = 60
_WORD = re.compile(r"[a-z]{4,}|[\u4e00-\u9fff\u30a0-\u30ff]{2,}")


def _stems(text: str) -> set[str]:
    return {word[:6] for word in _WORD.findall(text.lower())}


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Critical rules at weak places, unless the top or the end says the same."""
    critical = [one for one in context.instructions if one.critical][:_MOST]
    if not critical:
        return
    spent = costs(context)
    spread = sum(spent)
    if spread < 1000:
        return  # no effect of the place is known for short prompts
    curve = prompt_curve(spread, scenario_of().window)
    starts = list(accumulate(spent, initial=0))

    def middle(one: Passage | Instruction) -> float:
        """The token midpoint of its lines: the place that `map` and `optimize` give too."""
        first = one.start_line if isinstance(one, Instruction) else one.line
        return (starts[first - 1] + starts[one.end_line]) / 2

    def place(one: Passage | Instruction) -> Weight:
        return curve.at(middle(one))

    known = [w for n in range(41) if (w := curve.at(spread * n / 40).weight) is not None]
    if not known or max(known) - min(known) < 0.01:
        return
    best, dip = max(known), max(known) - min(known)
    edges = [
        stems
        for passage in _outer(said(context))
        if (at := place(passage)).weight is not None
        and ((best - at.weight) / dip < _LOW or at.band == "strong")
        and (stems := _stems(passage.text))
    ]
    hits: list[tuple[float, Finding]] = []
    for one in critical:
        weight = place(one)
        if weight.weight is None or weight.low is None or weight.high is None:
            continue
        depth = (best - weight.weight) / dip
        if depth < _LOW or weight.band == "strong":
            continue
        own = _stems(one.text)
        if own and any(len(own & edge) >= 0.6 * len(own) for edge in edges):
            continue  # an edge says it too
        down = round(100 * middle(one) / max(1, spread))
        who = "you marked" if one.critical_by == "you" else "its author calls"
        finding = rule.finding(
            one.start_line,
            f"A rule that {who} critical stands {down} % down, where text weighs "
            f"{_figure(weight.weight)} of its best place (estimate, range "
            f"{_figure(weight.low)} to {_figure(weight.high)}).",
            end_line=one.end_line,
            text=one.text[:300],
            fix="Move it into the first lines, or say it once more, shortly, at the end.",
            severity="warning" if weight.band == "weak" else "note",
        )
        hits.append((depth, finding))
    yield from folded(hits, keep=2)


def _figure(weight: float) -> str:
    """Two decimals and no zero before the point: .72"""
    return f"{weight:.2f}".removeprefix("0")


def _outer(items: Sequence[Passage]) -> Sequence[Passage]:
    """What can stand at an edge: the first and the last thousand passages."""
    return items if len(items) <= 2000 else [*items[:1000], *items[-1000:]]


RULE = Rule(
    id="buried-critical",
    title="a critical rule at a weak place",
    severity="warning",
    confidence="medium",
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
