"""Numbers and facts of the outside world: found, so that people see them, never verified."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.judge.claims_paths import Verdict
from workbench.judge.facts import Facts
from workbench.language.lists import caseless, group

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
#: Results, not limits: percentages, factors, durations of runs, counts of people and things.
_METRIC = caseless("claims", "numbers-metric")
_FACT = caseless("claims", "numbers-fact")
#: One of these stands in every sentence that `_FACT` finds; looking for them is quicker.
_FACT_SIGNS = group("claims", "numbers-fact-signs")
_LIMIT = caseless("claims", "numbers-limit")


_COUNTED = re.compile(
    r"(?<![\w.,/:#-])(?P<n>\d{1,3}(?:,\d{3})+|\d{1,6})\s(?:unit |integration |automated |passing "
    r"|end-to-end |e2e )?(?P<what>tests|test cases|files)\b"
    r"(?:\s(?:in|under|below|inside)\s`?(?P<folder>(?:[\w.-]+/)+[\w.-]*)`?)?"
)
_ROUGH = re.compile(
    r"(?:\b(?:about|around|over|some|every|first|last|roughly|in|to|of)|[~≈-])\s*$", re.I
)


def find_numbers(sentence: str, digits: bool = True) -> Iterator[tuple[str, str, int, int]]:
    """(`number` or `fact`, words, start, end) of claims in a sentence that instructs nobody.

    `digits`: whether there is one in the sentence; without one there is no number.
    """
    metric = _METRIC.search(sentence) if digits else None
    if metric and not _LIMIT.search(sentence):
        yield "number", metric[0].strip(), metric.start(), metric.end()
        return
    low = sentence.lower()
    fact = _FACT.search(sentence) if any(sign in low for sign in _FACT_SIGNS) else None
    if fact:
        yield "fact", fact[0], fact.start(), fact.end()


@dataclass(frozen=True, slots=True)
class Count:
    """`how_many` things of a kind, in a folder if the words name one; offsets in the sentence."""

    words: str
    how_many: int
    what: str
    folder: str
    start: int
    end: int


def find_counts(sentence: str) -> Iterator[Count]:
    """Counts of tests, and of files in a folder that is named beside them."""
    for found in _COUNTED.finditer(sentence):
        before = sentence[max(0, found.start() - 20) : found.start()]
        if _LIMIT.search(before) or _ROUGH.search(before):
            continue
        number = int(found["n"].replace(",", ""))
        folder = (found["folder"] or "").rstrip("/")
        if number > 1 and (folder or found["what"] != "files"):
            yield Count(found[0].strip(), number, found["what"], folder, *found.span())


def check_count(count: Count, facts: Facts) -> Verdict:
    """Files can be counted; tests only by running them, which nobody does here."""
    if count.what != "files":
        return ("UNVERIFIABLE", "a count of tests, and nobody ran them", "MEDIUM")
    below = facts.matches(f"{count.folder}/**") if facts.known else None
    here = facts.matches(f"{count.folder}/*") if facts.known else None
    if not below or here is None:
        return ("UNVERIFIABLE", f"nobody could count the files of {count.folder}/", "LOW")
    if count.how_many in (here, below):
        return ("VERIFIED", f"{count.folder}/ holds {count.how_many} files", "HIGH")
    deep = f", {below} with the folders in it" if below != here else ""
    return ("FALSE", f"{count.folder}/ holds {here} files{deep}", "MEDIUM")
