"""Where one sentence ends and the next begins, in text that is wrapped by hand."""

from __future__ import annotations

import pytest

from workbench.language.sentences import sentence_texts


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The tide turns at six. The gate opens.", 2),
        ("Gates are named by number, for example\n`gate/7`; the first is north.", 1),
        ("Keep it in a file (e.g.,\n`harbour/mine.py`).", 1),
        ("Ask the pilot,\nJan or the harbour master, first.", 1),
        # Lines that all begin like sentences are one each.
        ("`make` builds\n`check` tests\n`serve` starts", 3),
        ("Close the gate\nOpen the lock\nWait", 3),
        # What ends in a colon leads in.
        ("Run this:\n`make`", 2),
        ("See e.g. the chart. It is new.", 2),
    ],
)
def test_sentences_of_a_text(text: str, count: int) -> None:
    assert len(sentence_texts(text)) == count
