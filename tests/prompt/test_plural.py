"""One of something is never `1 tokens`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import workbench
from workbench.prompt.plural import plural


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 tokens"), (1, "1 token"), (2, "2 tokens"), (1200, "1,200 tokens")],
)
def test_one_is_singular(count: int, words: str) -> None:
    assert plural(count, "token") == words


def test_a_change_keeps_its_sign_and_odd_plurals_are_named() -> None:
    assert [plural(n, "token", signed=True) for n in (1, -1, 0, 30)] == [
        "+1 token",
        "-1 token",
        "+0 tokens",
        "+30 tokens",
    ]
    assert plural(2, "memory", "memories") == "2 memories"


def test_faces_and_verbs_write_no_plural_by_hand() -> None:
    """A number in braces before a plural noun, such as `{total} tokens`, may be one."""
    by_hand = re.compile(
        r"\{(?:number\()?[\w.]*(?:count|total|size|len\([^)]*\))[^{}]*\} "
        r"(?:tokens|lines|files|prompts|versions|findings|proposals|bytes)\b"
    )
    package = Path(workbench.__file__).parent
    found = [
        f"{path.relative_to(package)}: {line.strip()}"
        for folder in ("cli", "verbs")
        for path in sorted((package / folder).rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if by_hand.search(line)
    ]
    assert not found
