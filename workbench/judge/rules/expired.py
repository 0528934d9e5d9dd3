"""Rules whose end has passed."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import folded
from workbench.judge.rules._temporal import passing


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Sentences that name an end before the day of the review."""
    today = context.facts.today
    if today is None:
        return
    hits: list[tuple[float, Finding]] = []
    for found in passing(context):
        if found.ends is None or found.ends >= today:
            continue
        days = (today - found.ends).days
        ago = f"{days} days ago" if days < 60 else f"{round(days / 30.4)} months ago"
        hits.append(
            (
                1.0,
                rule.finding(
                    found.passage.line,
                    f'This held "{found.cue}": that was {ago}.',
                    end_line=found.passage.end_line,
                    text=found.passage.text[:300],
                    fix="Delete it, or write down what holds now.",
                ),
            )
        )
    yield from folded(hits, keep=3)


RULE = Rule(
    id="expired",
    title="a rule past its date",
    severity="warning",
    confidence="high",
    why="A ban or an exception that outlived its reason is still obeyed: the reader cannot know "
    "that it is over.",
    source="a known failure: a ban meant for a time stays, and correct edits are refused for weeks",
    dated="2026-11-29",
    check=check,
    example="- Until 31 March 2026, send scans through the old parser as well.",
    instead="(delete it)",
    family="truth",
)
