"""A description that says only when not to use the skill."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.language.lists import patterns
from workbench.language.sentences import sentence_texts
from workbench.prompt.frontmatter import find_frontmatter

_NOT = patterns("rules", "negated-trigger-not", re.IGNORECASE)
_LEAST = 12


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Every sentence of the description (and of `when_to_use`) bans."""
    front = find_frontmatter(context.prompt.text)
    if front is None:
        return
    said = f"{front.text('description')} {front.text('when_to_use')}".strip()
    clauses = [
        one.strip()
        for sentence in sentence_texts(said[:4000])
        for one in sentence.replace("；", ";").split(";")
    ]
    sentences = [one for one in clauses if len(one) > 2]
    if len(said) < _LEAST or not sentences or not all(_NOT.match(one) for one in sentences):
        return
    yield rule.finding(
        front.field_lines.get("description", front.start_line),
        "The description says when not to use this, and nowhere when to.",
        text=said[:300],
        fix="Begin with what it does and when it is to be used; keep the exclusions behind that.",
    )


RULE = Rule(
    id="negated-trigger",
    title="a description of bans only",
    severity="warning",
    why="The model chooses by the description: without a case for it, it is not chosen.",
    source="Claude Code skills; agentskills specification (what it does and when to use it)",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"skill", "sub-agent", "command"}),
    example="description: Do not use for drafts.",
    instead="description: Checks final texts before print. Not for drafts.",
    family="hosts",
    measured="no finding (about 5,000 files of 10 public repositories, 2026-11-30)",
)
