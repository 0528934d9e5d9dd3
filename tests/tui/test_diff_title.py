"""The title of the diff: its counts are there at every width, the names give way."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.tui.terminal import Terminal
from workbench.tui.screens.diff import shortened

LONG = "a-prompt-with-a-very-long-name-of-its-own.md, in the editor"


def test_names_that_fit_stay_as_they_are() -> None:
    assert shortened("a.md", "b.md", 8) == ("a.md", "b.md")


def test_the_longer_name_gives_way_first() -> None:
    a, b = shortened(LONG, "b.md", 40)
    assert b == "b.md" and a.endswith("…") and cell_len(a) <= 36
    a, b = shortened("b.md", LONG, 40)
    assert a == "b.md" and b.endswith("…") and cell_len(b) <= 36


def test_the_name_of_the_file_gives_way_before_what_tells_the_two_apart() -> None:
    pair = ("CLAUDE.md, version 1, 2026-09-01 10:15 UTC", "CLAUDE.md, on disk (not v1)")
    a, b = shortened(*pair, 34)
    assert a.startswith("version 1") and b == "on disk (not v1)"
    assert shortened(*pair, 80) == pair


def test_two_long_names_share_the_room_also_in_wide_characters() -> None:
    for a, b in ((LONG, LONG), ("設計" * 30, LONG), (LONG, "設計" * 30)):
        for room in range(-5, 60):
            short = shortened(a, b, room)
            assert sum(map(cell_len, short)) <= max(room, 8)


@pytest.mark.slow
def test_at_80_columns_the_counts_are_shown_whole(tmp_path: Path) -> None:
    path = tmp_path / "a-prompt-with-a-very-long-name-of-its-own.md"
    path.write_text("# Desk\n\nAnswer in one line.\n\nNever shout.\n")
    with Terminal(str(path), columns=80, rows=24) as bench:
        bench.until("Relevance")
        bench.press("New. ", "ctrl+d")
        screen = bench.until(" Diff ", "1 line changed")
        title = screen.splitlines()[0]
        assert "1 line changed" in title and " to " in title
        assert "- on disk" in title and "+ in the editor" in title
