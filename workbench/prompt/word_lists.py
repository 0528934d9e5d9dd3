"""The lists of words in `workbench/prompt/data`: closed classes, one file each."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of the file with this name; lines with a sharp in front are remarks."""
    text = (files("workbench.prompt") / "data" / name).read_text("utf-8")
    rows = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(word for row in rows for word in row.split())
