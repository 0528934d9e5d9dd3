"""What binds nobody is taken out before two wordings are compared, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.change.ledger import ledger
from workbench.change.paring import pare
from workbench.prompt.prompt import Prompt


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("Please keep in mind that invoices are in euros.", "invoices are in euros."),
        ("Under no circumstances send the key.", "never send the key."),
        ("Each report that you write has a title.", "Each report has a title."),
        ("In the event that a test fails, stop.", "if a test fails, stop."),
        ("Say no more than 5 words.", "Say at most 5 words."),
        ("The file located at `a/b.yaml` stays.", "`a/b.yaml` stays."),
        ("请务必注意，不要删除文件。", "不要删除文件。"),
        ("なお、固く禁止されています。", "禁止されています。"),
    ],
)
def test_long_ways_round_become_short(long: str, short: str) -> None:
    assert pare(long) == short


def test_quotations_and_code_keep_every_word() -> None:
    text = 'Say "please, under no circumstances" and run `make sure please`.'
    assert pare(text) == text


@pytest.mark.parametrize("text", ["Please.", "", "Of course!", "very very", "请", "なお、"])
def test_a_sentence_of_nothing_else_stays(text: str) -> None:
    assert pare(text) == text or any(ch.isalnum() for ch in pare(text))


@given(st.text(max_size=200))
def test_any_text_is_pared_once_and_for_all(text: str) -> None:
    once = pare(text)
    assert bool(once.strip()) == bool(text.strip()) or not any(ch.isalnum() for ch in text)


def test_condensed_wordings_are_judged_by_meaning() -> None:
    """K: the same rule in fewer words; C: fewer words and another rule."""
    path = Path(__file__).parent / "ledger_condensed.tsv"
    refused = {"K": 0, "C": 0}
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
    for label, a, b in rows:
        found = ledger(Prompt.from_text(a + "\n"), Prompt.from_text(b + "\n"))
        refused[label] += found.gate == "refused"
    kept = sum(row[0] == "K" for row in rows)
    assert refused["K"] <= 0.15 * kept, refused
    assert refused["C"] >= 0.9 * (len(rows) - kept), refused
