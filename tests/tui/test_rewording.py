"""A proposal in words of one's own, and its own diff before anything is accepted."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.benches import mark
from tests.tui.terminal import ROOT, Terminal

SAMPLE = ROOT / "sample_prompts" / "ledger-service" / "CLAUDE.md"


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    shutil.copyfile(SAMPLE, path)
    mark(path, "Never run a migration")
    return path


@pytest.fixture
def review(prompt: Path) -> Iterator[Terminal]:
    """The review at the MOVE of the marked rule, behind a section that could go to a file."""
    with Terminal(str(prompt), columns=100, rows=40) as bench:
        bench.until("Relevance")
        bench.press("ctrl+o")
        bench.until("Proposal 1 of 2", "OFFLOAD", gone="e edit")
        bench.press("s")
        bench.until("Proposal 2 of 2", "MOVE", "literals lost", "e edit")
        yield bench


@pytest.mark.slow
def test_reworded_words_are_proved_and_accepted(review: Terminal, prompt: Path) -> None:
    review.press("e")
    review.until("Reword the", "Enter: take these words")
    review.press(" Ask first.", "enter")
    screen = review.until("your words", "Ask first.", "literals lost", gone="Reword the")
    assert "accepted 0" in screen
    review.press("y")
    review.until("may change what the prompt demands", "added: Ask first.")
    review.press("y")
    review.until("accepted 1")
    review.press("q")
    review.until("applied", "CLAUDE.md *")
    review.press("ctrl+s")
    review.until("Saved", gone="CLAUDE.md *")
    assert "by hand. Ask first.\n" in prompt.read_text()


@pytest.mark.slow
def test_no_words_are_refused_and_nothing_happens(review: Terminal, prompt: Path) -> None:
    review.press("e")
    review.until("Reword the")
    for _ in range(12):
        review.press("ctrl+u", "backspace")
    review.press("enter")
    review.until("no words left")
    review.press("q")
    review.until("# Billing ledger")
    assert prompt.read_bytes() == SAMPLE.read_bytes()


@pytest.mark.slow
def test_d_shows_the_diff_of_the_proposal_while_nothing_is_accepted(review: Terminal) -> None:
    assert "(lines 76-76)" not in review.text
    review.press("d")
    review.until("Diff", "+ ## Critical rules", "with this MOVE", "nothing is lost")
    review.press("q")
    review.until("Proposal 2 of 2", "accepted 0")


@pytest.mark.slow
def test_the_last_proposal_says_that_it_is_the_last(review: Terminal) -> None:
    review.press("s")
    review.until("This is the last one")
