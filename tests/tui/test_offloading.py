"""A section that goes to a file of its own, in the workbench: nothing is written without a yes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.change.test_proposals import large
from tests.change.texts import RULES, project
from tests.tui.benches import mark
from tests.tui.terminal import Terminal


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    path.write_text(large())
    return path


@pytest.fixture
def review(prompt: Path) -> Iterator[Terminal]:
    """The review of the OFFLOAD proposals, at the one about the tables."""
    with Terminal(str(prompt), columns=110, rows=40) as bench:
        bench.until("Relevance")
        bench.press("ctrl+o")
        screen = bench.until("Proposal 1 of", "Found")
        total = re.search(r"Proposal 1 of (\d+)", screen)
        assert total
        for n in range(1, int(total[1]) + 1):
            screen = bench.until(f"Proposal {n} of")
            if "'Report reference', m" in screen and "OFFLOAD" in screen:
                break
            bench.press("s")
        bench.until("OFFLOAD", ".claude/references/report-reference.md")
        yield bench


def accept(review: Terminal) -> None:
    review.press("y")
    review.until("accepted 1")
    review.press("q")
    review.until(
        "Write a new file beside CLAUDE.md?",
        ".claude/references/report-reference.md",
        "what was written",
    )


@pytest.mark.slow
def test_a_yes_writes_the_file_and_changes_the_editor_only(review: Terminal, prompt: Path) -> None:
    new = prompt.parent / ".claude/references/report-reference.md"
    accept(review)
    assert not new.exists()
    review.press("y")
    review.until("1 change applied", "was written", "CLAUDE.md *")
    assert new.read_text().startswith("## Report reference\n")
    assert prompt.read_text() == large()
    review.press("ctrl+s")
    review.until("Saved", gone="CLAUDE.md *")
    assert "`.claude/references/report-reference.md`" in prompt.read_text()
    review.press("ctrl+z", "ctrl+s")
    review.until("Saved · version 3")
    assert prompt.read_text() == large()
    assert new.exists()


@pytest.mark.slow
def test_a_no_leaves_the_section_in_the_prompt(review: Terminal, prompt: Path) -> None:
    accept(review)
    review.press("n")
    review.until("# Order desk", gone="Write a new file")
    assert not (prompt.parent / "docs").exists()
    assert "CLAUDE.md *" not in review.text
    assert prompt.read_text() == large()


@pytest.mark.slow
def test_escape_writes_and_changes_nothing(review: Terminal, prompt: Path) -> None:
    accept(review)
    review.press("escape")
    review.until("# Order desk", gone="Write a new file")
    assert not (prompt.parent / "docs").exists()
    assert "CLAUDE.md *" not in review.text


@pytest.mark.slow
def test_rules_that_stay_are_named_behind_the_last_proposal(tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    rules = RULES + "- Never delete the passwords above.\n"
    path.write_text(project(rules, 600, 450, title="Release"))
    mark(path, "delete the passwords")
    with Terminal(str(path), columns=110, rows=50) as bench:
        bench.until("Relevance")
        bench.press("ctrl+o")
        bench.until("Marked rules that stay", "its words point at the text around it")
