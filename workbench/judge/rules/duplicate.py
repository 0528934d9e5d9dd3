"""The same instruction twice, in the same or in other words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._alike import Twins, is_echo, twins
from workbench.judge.rules._sides import Place


def _check(rule: Rule, context: Context) -> Iterable[Finding]:
    found = [t for t in twins(context) if not is_echo(t.first) and not is_echo(t.second)]
    parallel = _parallel(found)
    for pair in found:
        first, second = pair.first, pair.second
        if _home(pair) in parallel or (pair.exact and _short(second)):
            continue
        how = "repeats" if pair.exact else "says the same as"
        yield rule.finding(
            second.line,
            f"{how} line {first.line}",
            text=second.text,
            fix=(
                f"keep the clearer one of lines {first.line} and {second.line}; if you mean to "
                "repeat it, put it in a section called Reminders with the very same words"
            ),
            related=[Related(first.line, first.text)],
            confidence="high" if pair.exact or pair.likeness >= 0.9 else "medium",
        )


def _short(place: Place) -> bool:
    words = len(place.text.split()) if place.text.isascii() else len(place.text) // 3
    return words < 4


def _home(pair: Twins) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return pair.first.section, pair.second.section


def _parallel(found: Iterable[Twins]) -> frozenset[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Pairs of sections that share several sentences: a template filled in twice."""
    counts = Counter(_home(pair) for pair in found)
    return frozenset(home for home, n in counts.items() if n > 1 and home[0] != home[1])


RULE = Rule(
    id="duplicate",
    title="one instruction stated twice",
    severity="note",
    confidence="medium",
    why="both copies cost tokens in every call, and one is forgotten when the rule changes",
    source="Claude Code docs, memory: keep files short, remove what is said twice",
    dated="2026-11-29",
    check=_check,
    example="Tests never use the network. … Network access is not allowed in tests.",
    instead="Tests never use the network.",
    family="meaning",
)
