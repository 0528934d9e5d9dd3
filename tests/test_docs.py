"""Pages of the documentation that are written by the program."""

from __future__ import annotations

from pathlib import Path

from workbench.judge.registry import all_rules
from workbench.verbs.rules import markdown

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_the_page_of_rules_is_the_registry() -> None:
    """When this fails: python -m workbench rules --markdown > docs/rules.md"""
    assert (DOCS / "rules.md").read_text("utf-8") == markdown()


def test_every_rule_says_what_why_and_where_from() -> None:
    for rule in all_rules():
        assert rule.title and rule.why and rule.source and rule.dated, rule.id
        assert rule.example, rule.id
