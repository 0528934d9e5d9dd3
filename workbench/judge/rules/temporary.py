# ruff: noqa: E501  (a list of words is one expression)
"""Rules that say of themselves that they will not last."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import folded
from workbench.judge.rules._temporal import passing


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Open ends ("for now", "until the migration is done"); dated ends ahead with low confidence."""
    today = context.facts.today
    hits: list[tuple[float, Finding]] = []
    for found in passing(context):
        if found.ends is not None and today is not None and found.ends < today:
            continue
        dated = found.ends is not None
        confidence = "low" if (dated and today) or found.weight < 2 else "medium"
        hits.append(
            (
                found.weight if confidence != "low" else 0,
                rule.finding(
                    found.passage.line,
                    f'Holds for a while only: "{found.cue}".'
                    + ("" if dated else " Nothing says when somebody will take it out."),
                    end_line=found.passage.end_line,
                    text=found.passage.text[:300],
                    fix="Give it a date or a ticket to look at, or keep it out of the file.",
                    confidence=confidence,
                ),
            )
        )
    shown = [hit for hit in hits if hit[1].confidence != "low"]
    yield from folded(shown)
    yield from (finding for _, finding in hits if finding.confidence == "low")


RULE = Rule(
    id="temporary",
    title="a rule that will not last",
    severity="note",
    confidence="medium",
    why="Nobody comes back to take it out: it goes on ruling when its reason is gone.",
    source="case 062 (a temporary ban stayed after the move; correct edits were refused for weeks)",
    dated="2026-11-29",
    check=check,
    example="- For now, leave `src/legacy` alone until the move is done.",
    instead="- Leave `src/legacy` alone (until 2027-03-01; ticket 412).",
    family="truth",
)
