"""A skill, command, agent or rule that is nothing but frontmatter."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.prompt.frontmatter import find_frontmatter

_COMMENT = re.compile(r"<!--(?:(?!-->)[\s\S]){0,4000}-->")
_TITLE = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+[^\n]*|-{3,})$", re.MULTILINE)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """The frontmatter is all there is, or only a title follows it."""
    front = find_frontmatter(context.prompt.text)
    if front is None or not front.fields:
        return
    rest = context.prompt.text[front.end :]
    if len(rest) > 4000:
        return
    said = _COMMENT.sub("", rest).strip()
    if _TITLE.sub("", said).strip():
        return
    what = "only a title stands" if said else "nothing stands"
    yield rule.finding(
        front.end_line,
        f"Behind the frontmatter {what}: whoever loads this {_KIND[context.prompt.kind]} is told "
        "nothing.",
        text=context.prompt.name,
    )


_KIND = {
    "skill": "skill",
    "sub-agent": "agent",
    "command": "command",
    "rule": "rule",
    "cursor-rule": "rule",
    "output-style": "style",
}

RULE = Rule(
    id="empty-body",
    title="frontmatter and no text",
    severity="error",
    why="The name and the description cost tokens in every session, and using it does nothing.",
    source="Claude Code documentation: skills, sub-agents, commands (the body is the prompt)",
    dated="2026-08-22",
    check=check,
    kinds=frozenset(_KIND),
    example="--- name: release … ---   (and no line more)",
    instead="what to do, below the frontmatter",
    family="structure",
    measured="2 of 2 true (about 5,000 files of 10 public repositories, 2026-11-30)",
)
