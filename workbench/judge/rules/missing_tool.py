"""A tool that the text of an agent tells it to use, and that its list leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import said
from workbench.judge.rules.unknown_tool import tool_entries
from workbench.language.lists import patterns
from workbench.prompt.frontmatter import find_frontmatter

_USED = re.compile(
    r"\b(?:[Uu]se|[Uu]sing|[Cc]all|[Cc]alling|[Ii]nvoke|[Rr]un|[Ww]ith|[Vv]ia)\s+(?:the\s+)?[`*]{0,3}(?P<name>[A-Z]\w{2,30})"
    r"[`*]{0,3}\s+(?:tool|skill tool)\b|[`*]{1,3}(?P<marked>[A-Z]\w{2,30})[`*]{1,3}\s+tool\b"
)
_BAN = patterns("rules", "missing-tool-ban", re.IGNORECASE)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Each tool once, where the list is all that the agent may use."""
    host, front = context.host, find_frontmatter(context.prompt.text)
    if host is None or host.tools is None or front is None:
        return
    listed = tool_entries(front, "tools")
    tools = host.tools
    # A list with names of another host says nothing about the tools of this one.
    if not listed or not all(tools.known(one) for one in listed):
        return
    have = {tools.aliases.get(bare, bare) for one in listed for bare in [one.partition("(")[0]]}
    if "*" in have or "All" in have:
        return
    told: set[str] = set()
    for passage in said(context):
        if "tool" not in passage.text:
            continue
        for found in _USED.finditer(passage.text):
            name = found["name"] or found["marked"]
            real = tools.aliases.get(name, name)
            if real not in tools.names or real in have or name in told:
                continue
            if _BAN.search(passage.text):
                continue
            told.add(name)
            yield rule.finding(
                passage.line,
                f"The text uses the {name} tool, and `tools` (line "
                f"{front.field_lines.get('tools', front.start_line)}) does not list it: the agent "
                "cannot call it.",
                text=passage.text[:200],
                fix=f"Add {name} to `tools`, or say how it is done without.",
            )


RULE = Rule(
    id="missing-tool",
    title="a tool the list leaves out",
    severity="warning",
    why="The agent is told to do what it cannot, and makes do with a guess.",
    source="code.claude.com/docs/en/sub-agents: `tools` is all that it may use",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"sub-agent"}),
    example="tools: Read, Grep … Use the WebFetch tool to read the page.",
    instead="tools: Read, Grep, WebFetch",
    family="hosts",
    measured="no finding (about 5,000 files of 10 public repositories, 2026-11-30)",
)
