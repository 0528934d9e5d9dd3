# ruff: noqa: E501  (a list of words is one expression)
"""Critical rules that stand where a model reads least."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._gravity import flat_ban, gravity
from workbench.judge.rules._passages import Passage, code_lines, costs, folded, said
from workbench.measure.position import Weight
from workbench.measure.window import prompt_curve, scenario_of
from workbench.prompt.caseless import Caseless

#: A rule needs as much: a consequence or a field of harm together with a flat ban.
_GRAVE = 1.0
#: Where no rule is as grave as that, the ones that the cues call critical are looked at.
_LEAST = 0.6
#: How far below the best place of this prompt, as a share of its whole dip.
_LOW = 0.45
#: More grave rules than this are not buried one by one.
_MOST = 60
_FIRM = Caseless(
    r"\b(?:must|may|never|not|don't|only|forbidden|prohibited|without)\b|ない|禁止|せず|必須|不|禁|必须",
)
_QUOTES = "\"'“‘「『«"
_WORD = re.compile(r"[a-z]{4,}|[\u4e00-\u9fff\u30a0-\u30ff]{2,}")


def _stems(text: str) -> set[str]:
    return {word[:6] for word in _WORD.findall(text.lower())}


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """The gravest rules at weak places, unless the top or the end says the same."""
    if context.prompt.is_data:
        return
    spent = costs(context)
    spread = sum(spent)
    if spread < 1000:
        return  # no effect of the place is known for short prompts
    grave = _grave(context)
    if not grave:
        return
    curve = prompt_curve(spread, scenario_of().window)
    starts = list(accumulate(spent, initial=0))

    def middle(passage: Passage) -> float:
        """The token midpoint of its lines: the place that `map` and `optimize` give too."""
        return (starts[passage.line - 1] + starts[passage.end_line]) / 2

    def place(passage: Passage) -> Weight:
        return curve.at(middle(passage))

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
    for points, passage in grave:
        weight = place(passage)
        if weight.weight is None or weight.low is None or weight.high is None:
            continue
        depth = (best - weight.weight) / dip
        if depth < _LOW or weight.band == "strong":
            continue
        own = _stems(passage.text)
        if own and any(len(own & edge) >= 0.6 * len(own) for edge in edges):
            continue  # an edge says it too
        down = round(100 * middle(passage) / max(1, spread))
        hits.append(
            (
                points + depth / 10,
                rule.finding(
                    passage.line,
                    f"A rule whose breach does harm stands {down} % down, where text weighs "
                    f"{_figure(weight.weight)} of its best place (estimate, range "
                    f"{_figure(weight.low)} to {_figure(weight.high)}).",
                    end_line=passage.end_line,
                    text=passage.text[:300],
                    fix="Move it into the first lines, or say it once more, shortly, at the end.",
                    severity="warning" if points >= 1.5 or weight.band == "weak" else "note",
                ),
            )
        )
    top = max((points for points, _ in hits), default=0.0)
    if top >= _GRAVE:
        hits = [hit for hit in hits if hit[0] >= _GRAVE]
    close = sum(1 for points, _ in hits if points > top - 0.3)
    yield from folded(hits, keep=min(2, max(1, close)))


def _figure(weight: float) -> str:
    """Two decimals and no zero before the point: .72"""
    return f"{weight:.2f}".removeprefix("0")


def _grave(context: Context) -> list[tuple[float, Passage]]:
    """The gravest rules of the prompt, at most one per line and `_MOST` in all."""
    hard = {i.start: i.critical for i in context.instructions if i.strength == "hard"}
    plain = {i.start for i in context.instructions if i.sub == "explicit" and i.strength == "hard"}
    inside = code_lines(context)
    found: dict[int, tuple[float, Passage]] = {}
    for passage, reason in _with_reasons(said(context)):
        start = passage.statement.start
        if passage.line in inside or len(passage.text) < 12 or "≠" in passage.text:
            continue
        if passage.text[0] in _QUOTES:
            continue  # words to hand on: their place here is not where they are read
        if start not in hard and not flat_ban(passage.text):
            continue
        if passage.words.rstrip()[-1:] in ("", ":", "："):
            continue
        points = gravity(passage.text + reason, hard.get(start, False))
        firm = start in plain and bool(_FIRM.search(passage.words))
        if points < _GRAVE and not (firm and len(passage.words.split()) <= 30):
            continue
        if points >= _LEAST and points > found.get(passage.line, (0.0,))[0]:
            found[passage.line] = (points, passage)
    return sorted(found.values(), key=lambda entry: -entry[0])[:_MOST]


def _outer(items: Sequence[Passage]) -> Sequence[Passage]:
    """What can stand at an edge: the first and the last thousand passages."""
    return items if len(items) <= 2000 else [*items[:1000], *items[-1000:]]


def _with_reasons(items: Sequence[Passage]) -> Iterator[tuple[Passage, str]]:
    """Each passage with the sentence behind it in the same item or paragraph: often its reason."""
    for i, passage in enumerate(items):
        after = items[i + 1] if i + 1 < len(items) else None
        beside = (
            after is not None
            and after.statement.unit == passage.statement.unit
            and len(after.text) < 160
        )
        yield passage, f" {after.text}" if after is not None and beside else ""


RULE = Rule(
    id="buried-critical",
    title="a critical rule at a weak place",
    severity="warning",
    confidence="medium",
    why="In published document tests the middle of a long prompt was used a little less reliably (never "
    "measured for instructions or on your model); a slip here costs data, money or trust.",
    source="position prior of ctxbench (see `ctxbench map`); the effect is measured for long "
    "contexts, small in short ones",
    dated="2026-11-29",
    check=check,
    example="line 61 of 110: - Never run the payroll job against the live bank account.",
    instead="the same line in the first section",
    family="position",
)
