"""Columns line up with wide and joined characters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.cli.table import cell_width, fit, table


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("abc", 3),
        ("在庫", 4),
        ("ﾊﾝｶｸ", 4),
        ("e\u0301", 1),
        ("📦", 2),
        ("👩\u200d💻", 2),
        ("👨\u200d👩\u200d👧", 2),
        ("👍🏽", 2),
        ("❤\ufe0f", 2),
        ("🇯🇵", 2),
        ("🇯🇵🇩🇪", 4),
        ("␛[31m", 5),
    ],
)
def test_cells(text: str, cells: int) -> None:
    assert cell_width(text) == cells


def test_fit_never_exceeds_the_width() -> None:
    for width in range(1, 8):
        assert cell_width(fit("在庫管理abc", width)) <= width
    assert fit("在庫", 4) == "在庫"


def test_numbers_end_in_the_same_column() -> None:
    lines = table(
        ("part", "tokens"), [("在庫", "7"), ("ascii", "1,234"), ("👩\u200d💻", "10")], "<>"
    )
    assert {cell_width(line) for line in lines} == {cell_width(lines[0])}


def test_case_104_list_and_map_line_up_with_wide_characters(run: Run, here: Path) -> None:
    """Wide characters put what follows them into the wrong cell."""
    titles = ("灯台の日誌", "журнал маяка", "log 👩\u200d🔧 🇳🇱", "plain log")
    prompt = here / "AGENTS.md"
    prompt.write_text(
        "".join(f"# {t}\n\n- 毎晩、灯りを点ける。\n- Note 👍🏽 hours.\n\n" for t in titles)
    )
    for verb, end in (("parts", " %"), ("map", "  no effect")):
        lines = [
            line
            for line in run(verb, "--granularity", "fine", prompt).out.splitlines()
            if any(title in line for title in titles)
        ]
        assert len(lines) == 4, verb
        ends = {cell_width(line[: line.index(end)]) for line in lines}
        assert len(ends) == 1, lines
