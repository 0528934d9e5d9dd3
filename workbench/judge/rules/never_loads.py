"""A Cursor rule whose fields say that nothing ever loads it."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.prompt.frontmatter import find_frontmatter


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """By the first activation of the host that holds for these fields."""
    host = context.host
    known = host.frontmatter.get("cursor-rule") if host is not None else None
    if host is None or known is None or not context.prompt.text.strip():
        return
    place = host.place_of(context.prompt.path)
    if place is not None and place.plain:
        return
    front = find_frontmatter(context.prompt.text)
    fields = front.fields if front is not None else {}
    held = next((one for one in known.activations if one.holds(fields)), None)
    if held is None or held.loads != "invoked":
        return
    yield rule.finding(
        front.start_line if front is not None else 1,
        f"{host.title}: {held.does.rstrip('.')} ({known.source or host.source}, "
        f"{known.date or host.date}).",
        text=context.prompt.name,
        fix="Add `globs`, a `description` or `alwaysApply: true`, unless it is meant to be named.",
    )


RULE = Rule(
    id="never-loads",
    title="a rule that never loads itself",
    severity="note",
    why="Nothing in its fields lets the host choose it, so it governs nothing until a person "
    "names it.",
    source="cursor.com/docs/rules",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"cursor-rule"}),
    example="alwaysApply: false   (no globs, no description)",
    instead="globs: src/**/*.ts",
    family="hosts",
    measured="no finding (about 5,000 files of 10 public repositories, 2026-11-30)",
)
