"""Finding text, on the real terminal: the text that was found is never in danger."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.terminal import ROOT, Terminal
from workbench.tui.seeking import Hit, hits, pick

pytestmark = pytest.mark.sampled(2)

SAMPLE = ROOT / "sample_prompts" / "ledger-service" / "CLAUDE.md"


@pytest.fixture(params=[(80, 24), (140, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    path = tmp_path / "CLAUDE.md"
    shutil.copyfile(SAMPLE, path)
    columns, rows = request.param
    with Terminal(str(path), columns=columns, rows=rows) as terminal:
        yield terminal


def test_hits_are_counted_in_order_and_capitals_are_exact() -> None:
    lines = ["Never a never", "İ never", "NEVER"]
    assert hits(lines, "never") == [Hit(0, 0, 5), Hit(0, 8, 13), Hit(1, 2, 7), Hit(2, 0, 5)]
    assert hits(lines, "Never") == [Hit(0, 0, 5)]
    assert hits(lines, "") == []
    assert hits(["a.b (x"], ". (") == []


def test_the_next_and_the_previous_place_go_round() -> None:
    found = [Hit(0, 4, 6), Hit(2, 0, 2), Hit(2, 9, 11)]
    assert pick(found, (0, 4), 0) == 0
    assert pick(found, (0, 4), 1) == 1
    assert pick(found, (2, 9), 1) == 0
    assert pick(found, (0, 4), -1) == 2
    assert pick(found, (2, 9), -1) == 1


@pytest.mark.slow
def test_enter_goes_on_and_never_changes_the_text(bench: Terminal, tmp_path: Path) -> None:
    bench.until("Relevance")
    total = len(hits(SAMPLE.read_text().splitlines(), "never"))
    assert total == 3
    bench.press("ctrl+f", "never")
    bench.until("▶ Find", f"1 of {total}")
    bench.press("enter")
    bench.until(f"2 of {total}")
    bench.press("enter")
    bench.until(f"3 of {total}")
    bench.press("up")
    bench.until(f"2 of {total}")
    bench.press("escape")
    bench.until(gone="▶ Find")
    assert "CLAUDE.md *" not in bench.text
    bench.press("X")
    bench.until("CLAUDE.md *", "X")
    assert "Xnever" in bench.text or "XNever" in bench.text  # typed before the place, not over it


@pytest.mark.slow
def test_the_part_follows_and_the_search_goes_on_without_the_box(bench: Terminal) -> None:
    bench.until("Relevance")
    bench.press("ctrl+f", "## History")
    bench.until("1 of ")
    part = bench.until("· History")
    assert "Part 7" in part
    bench.press("escape")
    bench.until(gone="▶ Find")
    bench.press("ctrl+f", "never")
    bench.until("▶ Find · ")
    bench.press("escape")
    bench.press("\x1bn")
    bench.until("never: ")


@pytest.mark.slow
def test_words_that_are_nowhere_are_told(bench: Terminal) -> None:
    bench.until("Relevance")
    bench.press("ctrl+f", "zebra crossing")
    bench.until("not in the prompt")
    bench.press("enter", "escape")
    bench.until("# Billing ledger", gone="▶ Find")
    assert "CLAUDE.md *" not in bench.text


@pytest.mark.slow
def test_words_that_come_in_one_piece_with_the_key_are_not_typed_into_the_text(
    bench: Terminal,
) -> None:
    bench.until("Relevance")
    bench.press("\x06never\r")
    bench.until("▶ Find · 2 of 3")
    assert "CLAUDE.md *" not in bench.text
