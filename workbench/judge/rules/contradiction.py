"""Two instructions that one agent cannot both obey."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._pairs import Verdict, signals
from workbench.judge.rules._sides import Place, candidates, places_of_prompt

#: In a whole file most pairs have nothing to do with one another, so more is asked of a pair
#: than when two sentences are put side by side.
SURE = 0.66
_WISH = "one demands what the other only wishes"


def pairs(context: Context) -> Iterator[tuple[Place, Place, Verdict]]:
    """Conflicting statements, the stronger ones first; each statement is in one pair at most."""
    found: list[tuple[Place, Place, Verdict]] = []
    for one, two in candidates(places_of_prompt(context)):
        best = max(
            (v for v in signals(one.side, two.side) if v.reason != _WISH),
            key=lambda v: v.score,
            default=None,
        )
        if best is not None and best.score >= SURE and _counts(one, two, best):
            found.append((one, two, best))
    taken: set[int] = set()
    for one, two, verdict in sorted(found, key=lambda f: -f[2].score):
        if one.index not in taken and two.index not in taken:
            taken |= {one.index, two.index}
            yield one, two, verdict


def _counts(one: Place, two: Place, verdict: Verdict) -> bool:
    if one.statement.unit == two.statement.unit:
        return False  # one sentence qualifies the other
    if verdict.kind in ("exclusive-choice", "different-value"):
        return True
    return one.instruction is not None and two.instruction is not None or (
        verdict.score >= 0.75 and (one.instruction is not None or two.instruction is not None)
    )


def _check(rule: Rule, context: Context) -> Iterable[Finding]:
    for one, two, verdict in pairs(context):
        yield rule.finding(
            two.line,
            f"contradicts line {one.line}: {verdict.reason}",
            text=two.text,
            fix=(
                f"keep one of lines {one.line} and {two.line}, or say in both where each holds "
                "or that one is the exception to the other"
            ),
            related=[Related(one.line, one.text)],
            confidence="high" if verdict.score >= 0.85 else "medium",
        )


RULE = Rule(
    id="contradiction",
    title="two instructions that clash",
    severity="warning",
    confidence="medium",
    why="an agent obeys one of two clashing rules at random, and which one changes from run to run",
    source="Claude Code docs, memory: conflicting rules are picked arbitrarily",
    dated="2026-11-29",
    check=_check,
    example="Indent with tabs. … Indent with two spaces.",
    instead="Indent Python with four spaces and Makefiles with tabs.",
    family="meaning",
)
