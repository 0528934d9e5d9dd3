"""Marks of a merge conflict that nobody resolved."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for each conflict: from its first mark to its last."""
    first = 0
    for block in context.prompt.outline.blocks:
        if block.kind != "conflict":
            continue
        line = block.start_line + 1
        mark = line_text(context, line)
        if mark.startswith("<<<<<<<"):
            first = first or line
        elif mark.startswith(">>>>>>>") and first:
            yield rule.finding(
                first,
                f"A merge conflict is left in lines {first} to {line}: both sides are text.",
                end_line=line,
                text=line_text(context, first),
                fix="Keep one side and delete the three marks.",
                related=[Related(line, mark)],
            )
            first = 0


RULE = Rule(
    id="conflict-marker",
    title="a merge conflict left in",
    severity="error",
    why="Both versions of the passage reach the model, with the marks between them.",
    source="git: how conflicts are presented (git-scm.com/docs/git-merge)",
    dated="2026-11-30",
    check=check,
    example="<<<<<<< HEAD … ======= … >>>>>>> main",
    instead="(one of the two sides)",
    family="structure",
    measured="no finding (about 5,000 files of 10 public repositories, 2026-11-30)",
)
