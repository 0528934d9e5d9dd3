"""The glossary of CONTRIBUTING.md: each word has one plain sentence and lives where it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_ROW = re.compile(r"\| (?P<word>[a-z ]+) \| (?P<what>[^|]+) \| `(?P<module>[\w.]+)` \|")
ROWS = [found.groups() for found in _ROW.finditer((ROOT / "CONTRIBUTING.md").read_text("utf-8"))]


def test_the_words_are_in_order_and_each_stands_once() -> None:
    words = [word for word, _, _ in ROWS]
    assert len(words) >= 40
    assert words == sorted(set(words))


@pytest.mark.parametrize(("word", "what", "module"), ROWS, ids=[row[0] for row in ROWS])
def test_a_word_lives_where_the_glossary_says(word: str, what: str, module: str) -> None:
    source = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8")
    assert word.rsplit(" ", 1)[-1] in source.lower()
    assert what.endswith(".") and len(what) < 120
