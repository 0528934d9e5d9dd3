"""An agent with a long list of tools."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules.unknown_tool import tool_entries
from workbench.prompt.frontmatter import find_frontmatter

#: Tools of any agent, and of one that is specialised.
MOST, MOST_OF_ONE_TASK = 20, 5


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Counted as the list has them; a specialised agent above five is told quietly."""
    front = find_frontmatter(context.prompt.text)
    if front is None:
        return
    for name in ("tools", "allowed-tools"):
        count = len(dict.fromkeys(tool_entries(front, name)))
        if count > MOST:
            yield rule.finding(
                front.field_lines.get(name, front.start_line),
                f"{count} tools; above {MOST} choosing one goes wrong more often.",
                text=f"{name}: {count}",
                fix="Give each kind of work an agent of its own with the few tools it needs.",
            )
        elif count > MOST_OF_ONE_TASK and name == "tools":
            yield rule.finding(
                front.field_lines.get(name, front.start_line),
                f"{count} tools; a specialised sub-agent does with {MOST_OF_ONE_TASK}.",
                text=f"{name}: {count}",
            ).but(
                severity="note",
                quiet=True,
            )


RULE = Rule(
    id="too-many-tools",
    title="more tools than one task needs",
    severity="warning",
    why="Each tool costs tokens in every request, and the more there are, the more often the "
    "wrong one is taken.",
    source="Anthropic, writing tools for agents; at most 5 for a specialised sub-agent is advice",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"sub-agent"}),
    example="tools: (25 names)",
    instead="tools: Read, Grep, Glob",
    family="hosts",
    measured="34 of 34 true (about 5,000 files of 10 public repositories, 2026-11-30)",
)
