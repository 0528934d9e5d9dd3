"""What the table of scores advises."""

from __future__ import annotations

from workbench.cli.commands.score import advice_of
from workbench.judge.relevance import PartScore


def test_a_part_that_nobody_scored_is_advised_nothing() -> None:
    scored = PartScore("a", "Story", 90, 2.0, "DISTRACTOR", "NEVER", "No word.", "REMOVE")
    missing = PartScore("b", "Links", 9, None, None, None, "No score.", "KEEP")
    assert advice_of(scored) == "REMOVE"
    assert advice_of(missing) == ""
