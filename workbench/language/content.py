"""The words that carry what a text is about: stems, without words of grammar and addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from workbench.language.lists import group
from workbench.language.words import Word, stem, tokens

_GRAMMAR = ("negation", "quantifier", "determiner", "pronoun", "preposition", "conjunction")
_MORE_GRAMMAR = ("finite", "connective", "adverb", "condition", "exception")
#: The pieces of a name in code: `parseInvoice`, `parse_invoice`.
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NAMES = frozenset({"code", "path", "flag"})
_RUNS = frozenset({"han", "kata", "hangul"})


@cache
def grammar() -> frozenset[str]:
    """English words that carry no content of their own."""
    return frozenset[str]().union(*(group("english", name) for name in _GRAMMAR + _MORE_GRAMMAR))


def content(text: str) -> Iterator[tuple[str, str]]:
    """(stem, word as written) of each content word in order.

    Names in code give their pieces; runs of Han, katakana and Hangul give each pair of characters.
    """
    for word in tokens(text):
        yield from _of(word)


def _of(word: Word) -> Iterator[tuple[str, str]]:
    if word.kind == "word":
        lower = word.lower
        if len(lower) > 1 and lower not in grammar():
            yield stem(lower), word.text
    elif word.kind == "mark":
        return
    elif word.kind in _RUNS:
        run = word.text
        for at in range(max(1, len(run) - 1)):
            yield run[at : at + 2], run[at : at + 2]
    elif word.kind in _NAMES:
        for piece in _PIECE.findall(word.text):
            if len(piece) > 2 and piece.lower() not in grammar():
                yield stem(piece.lower()), piece


def content_stems(text: str) -> list[str]:
    """The stems of the content words, repeats kept."""
    return [found for found, _ in content(text)]
