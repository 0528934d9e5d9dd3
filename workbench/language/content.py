"""The words that carry what a text is about: stems, without words of grammar."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache

from workbench.language.lists import group
from workbench.language.literals import quotations
from workbench.language.words import Word, stem, tokens, words

#: Groups of `english.txt` and `rewording.txt` that hold words of grammar.
_GRAMMAR = ("negation", "quantifier", "determiner", "pronoun", "preposition", "conjunction")
_MORE_GRAMMAR = ("finite", "connective", "adverb", "condition", "exception")
_CLAUSES = ("subordinator", "modal", "focus", "denied")
#: The pieces of a name in code: `parseInvoice`, `parse_invoice`.
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NAMES = frozenset({"code", "path", "flag"})
_RUNS = frozenset({"han", "kata", "hangul"})
_LITERAL = frozenset({"code", "placeholder", "link", "tag", "path", "flag", "number"})


@cache
def grammar() -> frozenset[str]:
    """English words that carry no content of their own."""
    return frozenset[str]().union(
        *(group("english", name) for name in _GRAMMAR + _MORE_GRAMMAR),
        *(group("rewording", name) for name in _CLAUSES),
    )


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


@lru_cache(maxsize=8192)
def content_bag(text: str) -> Counter[str]:
    """What a sentence is about, to find its partner in another version: the stems of its content
    words, pairs of characters of Chinese and Japanese writing, and its literals as they stand."""
    found: Counter[str] = Counter()
    quoted = [(one.start, one.end) for one in quotations(text)]
    for word in words(text):
        if word.kind == "word":
            said = any(start <= word.start < end for start, end in quoted)
            if said or word.lower not in grammar():
                found[word.stem] += 1
        elif word.kind in _LITERAL:
            found[word.text.strip("`() ")] += 1
        elif word.kind != "hira":
            found.update(key for key, _ in _of(word))
    return found or Counter(word.stem for word in words(text) if word.kind != "mark")
