"""Descriptions by which nobody can choose: too short, or in the first person."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._repeated_text import size
from workbench.prompt.frontmatter import find_frontmatter

_FEWEST = 5
_FIRST_PERSON = re.compile(r"\W*(?:I|I'm|I’m|I'll|I’ll|We)\s")


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """At most one finding: a few words, or a description that speaks as "I"."""
    front = find_frontmatter(context.prompt.text)
    if front is None or "description" not in front.fields:
        return
    described = " ".join(front.text("description").split())
    # What only people call is chosen by its name.
    called = context.prompt.kind == "command" or front.text("disable-model-invocation") == "true"
    if not described or called:
        return
    line = front.field_lines.get("description", 1)
    words = size(described)
    if words < _FEWEST:
        yield rule.finding(
            line,
            f"The description has {max(1, round(words))} word{'s' if words > 1.5 else ''}: too few"
            " to say what is done and when.",
            text=described[:400],
            fix="Say what it does to what, then `Use when …` with the words that people use.",
        )
    elif _FIRST_PERSON.match(described):
        yield rule.finding(
            line,
            "The description speaks as `I` or `we`; it is put into a list about skills.",
            text=described[:400],
            fix="Write it in the third person.",
        )


RULE = Rule(
    id="bad-description",
    title="a description too short to choose by",
    severity="warning",
    why="The description is all that a model sees when it chooses.",
    source="Anthropic, Agent Skills best practices: what it does and when to use it, third person",
    dated="2026-08-22",
    check=check,
    kinds=frozenset({"skill", "sub-agent", "command", "cursor-rule"}),
    example="description: PDF things.",
    instead="description: Fills and flattens PDF forms. Use when a form (.pdf) is to be filled.",
    family="hosts",
    measured="none in open gold and corpus, 140 files, 2026-11-30",
)
