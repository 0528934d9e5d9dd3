"""Ids of statements: from their words and their occurrence, not from their place."""

from __future__ import annotations

import hashlib
import re

_LIST_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,9}[.)])\s+")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")


def numbered_id(key: str, nth: int) -> str:
    """The id of the `nth` statement (from 1) whose `normal` words are `key`."""
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
    return digest if nth == 1 else f"{digest}.{nth}"


def normal(text: str) -> str:
    """The words that make two statements the same: list mark, emphasis, blanks and a final
    stop left out; letters kept as they are, because `Main` and `main` may differ.
    """
    text = _LIST_MARK.sub("", text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub("", text)
    return " ".join(text.split()).rstrip(".。;；, ")
