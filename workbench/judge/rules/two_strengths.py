"""The same instruction as a demand here and as a wish there."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._alike import twins


def _check(rule: Rule, context: Context) -> Iterable[Finding]:
    for pair in twins(context, strengths=True):
        first, second = pair.first, pair.second
        soft = first if first.instruction and first.instruction.strength == "soft" else second
        hard = first if soft is second else second
        yield rule.finding(
            second.line,
            f"line {soft.line} wishes what line {hard.line} demands",
            text=second.text,
            fix=f"say the rule once, as strong as it is meant; drop line {soft.line} if it holds",
            related=[Related(first.line, first.text)],
        )


RULE = Rule(
    id="two-strengths",
    title="one rule at two strengths",
    severity="note",
    confidence="medium",
    why="the weaker wording licenses an agent to skip what the stronger one demands",
    source="Claude Code docs, memory: conflicting rules are picked arbitrarily",
    dated="2026-11-29",
    check=_check,
    example="Sign every commit. … Commits should be signed where possible.",
    instead="Sign every commit.",
    family="meaning",
)
