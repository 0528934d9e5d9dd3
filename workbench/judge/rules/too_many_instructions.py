"""More instructions than a model follows at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import said

#: Published runs start to lose instructions from about here on; the figure is a rule of thumb.
_MANY = 150


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding with the count, and the sections that hold most of them."""
    found = context.instructions
    if len(found) > _MANY:
        meant = {passage.statement.start for passage in said(context)}
        found = tuple(i for i in found if i.start in meant)
    if len(found) <= _MANY:
        return
    by_section = Counter(i.path[-1] if i.path else "" for i in found)
    first: dict[str, int] = {}
    for instruction in found:
        first.setdefault(instruction.path[-1] if instruction.path else "", instruction.start_line)
    biggest = by_section.most_common(5)
    named = ", ".join(f"{title or 'no heading'} ({count})" for title, count in biggest[:3])
    yield rule.finding(
        1,
        f"{len(found)} instructions in one file, {sum(i.strength == 'hard' for i in found)} of "
        f"them firm; most in {named}.",
        text=f"{len(found)} instructions",
        fix="Move what only some tasks need into skills or rules with a path; drop what no mistake "
        "would follow from.",
        related=[Related(first[title], title) for title, _ in biggest],
    ).but(quiet=True)


RULE = Rule(
    id="too-many-instructions",
    title="more rules than are followed",
    severity="note",
    why="The share of instructions that are followed falls as their number grows; the last ones "
    "added push out the first.",
    source="IFScale (2025) and follow-ups: losses from about 150 instructions on; not measured by "
    "Anthropic",
    dated="2026-11-29",
    check=check,
    example="320 imperatives in one CLAUDE.md",
    instead="the rules that every session needs; the others in rules with paths or in skills",
    family="size",
    measured="4 of 4 true, as counts (open gold and corpus, 140 files, 2026-11-30)",
)
