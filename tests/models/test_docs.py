"""docs/models.md says what the code does."""

from __future__ import annotations

from pathlib import Path

from workbench.models.command import WHOLE
from workbench.models.faults import table
from workbench.models.retry import LONGEST_ASKED_WAIT, Patience
from workbench.models.sdk import SILENCE, SILENCE_LOCAL, Timeouts
from workbench.models.stream import LONGEST_ANSWER

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "models.md"


def page() -> str:
    return " ".join(PAGE.read_text("utf-8").split())


def test_the_table_of_faults_is_the_one_of_the_code() -> None:
    """When this fails: put the output of `workbench.models.faults.table()` into the page."""
    assert table() in PAGE.read_text("utf-8")


def test_the_figures_are_those_of_the_code() -> None:
    text, patience = page(), Patience()
    waits = [patience.first * patience.factor**n for n in range(4)]
    assert f"Waits** are {', '.join(f'{w:g}' for w in waits)} seconds" in text
    assert f"up to {patience.longest:g}," in text
    assert f"at most {LONGEST_ASKED_WAIT / 60:g} minutes" in text
    assert f"say nothing for {SILENCE / 60:g} minutes" in text
    assert (
        f"for {SILENCE_LOCAL / 60:g}, and a whole answer may take {Timeouts().whole / 60:g}" in text
    )
    assert f"command may take {WHOLE / 60:g} minutes" in text
    assert f"{LONGEST_ANSWER:,} bytes" in text
