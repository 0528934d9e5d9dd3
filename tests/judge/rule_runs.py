"""How the tests of rules run them: one line in an ordinary file, or a whole file."""

from __future__ import annotations

from datetime import date

from workbench.judge.facts import Facts
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rule_files import all_rules
from workbench.prompt.prompt import Prompt
from workbench.verbs.hosts import hosts_for

TODAY = date(2026, 11, 29)
#: An ordinary file with a place for a line at the top and one among its rules.
PAGE = """# Tide tables

{top}

Python service that publishes tide tables for eleven harbours.

## Commands

- `make serve` starts the service on port 8020.
- `make check` runs the tests.

## Code

- Heights are in centimetres, as integers.
{line}
- A harbour has one reference gauge.

## API

- Lists are paged by cursor, 40 items each.
- Times in answers are UTC.
"""


def rule_of(name: str) -> Rule:
    return next(rule for rule in all_rules() if rule.id == name)


def found(
    name: str,
    text: str,
    path: str = "CLAUDE.md",
    *,
    facts: Facts | None = None,
    host: str | None = None,
    low: bool = False,
) -> list[Finding]:
    """What one rule shows for a whole text."""
    prompt = Prompt.from_text(text, path)
    context = Context(
        prompt,
        facts or Facts(today=TODAY),
        hosts_for(prompt.kind, host),
        [9] * len(prompt.lines),
    )
    rule = rule_of(name)
    assert rule.applies(context)
    return [f for f in rule.check(rule, context) if low or not f.quiet]


def on_line(name: str, line: str, path: str = "CLAUDE.md", *, low: bool = False) -> list[Finding]:
    """What one rule shows for an ordinary file with `line` among its rules."""
    return found(name, PAGE.format(top="", line=line), path, low=low)


def at_top(name: str, line: str) -> list[Finding]:
    """The same with `line` at the top."""
    return found(name, PAGE.format(top=line, line="- A gauge has a number."))
