"""Columns line up with wide and joined characters."""

from __future__ import annotations

import pytest

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
