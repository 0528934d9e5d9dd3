"""Words of a text as comparable terms, in any script, and how common each is in prompts.

A term is a lower-case word of two or more ASCII letters and digits (camelCase is split, common
endings are cut), every pair of neighbouring characters in a run of kana, Han or Hangul, or a
word of three or more letters in another alphabet, cut to its first six.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

#: Function words and words that every prompt holds; they tell no two parts apart.
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an the and or if of to in on at by for from with as is are no than that this it its you"
        " your i he she him his her me whom which when how all any each more only can will shall"
        " should must have has had into further new via per eg ie therefore thus"
        " use uses used using see file files code project run add one two",
    )
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_CJK = "\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3々"
_PIECE = re.compile(
    rf"(?P<other>[a-z]*[^\W\d_a-z{_CJK}][^\W\d_{_CJK}]*)|(?P<word>[a-z][a-z0-9]+)|(?P<cjk>[{_CJK}]+)"
)
_ENDINGS = ("ing", "ies", "ed", "es", "s")


def stem(word: str) -> str:
    """`word` without a common English ending; words of four letters or fewer stay."""
    if len(word) > 4:
        for ending in _ENDINGS:
            if word.endswith(ending):
                return word[: -len(ending)]
    return word


def spelled_terms(text: str) -> list[tuple[str, str]]:
    """(term, the word it came from) of `text`, in order, repeats kept."""
    found: list[tuple[str, str]] = []
    for match in _PIECE.finditer(_CAMEL.sub(" ", text).lower()):
        piece = match[0]
        if match["word"]:
            if piece not in STOP_WORDS:
                found.append((stem(piece), piece))
        elif match["cjk"]:
            found += [(piece[i : i + 2], piece[i : i + 2]) for i in range(len(piece) - 1)]
        elif len(piece) > 2:
            found.append((piece[:6], piece))
    return found


def terms(text: str) -> list[str]:
    """The terms of `text`, in order, repeats kept."""
    return [term for term, _ in spelled_terms(text)]


@dataclass(frozen=True, slots=True)
class Background:
    """How many of `parts` prompt parts hold each term; a term that is not listed counts as 1."""

    parts: int
    counts: Mapping[str, int]

    def idf(self, term: str) -> float:
        """ln((parts + 1) / (count + 1)): 0 for a term in every part, about 7.8 for a rare one."""
        return math.log((self.parts + 1) / (self.counts.get(term, 1) + 1))


@lru_cache(maxsize=1)
def background() -> Background:
    """The packaged table: 12,250 terms of 4,923 parts of public prompt files (mostly SKILL.md and
    CLAUDE.md; 400 English, 104 Japanese, 31 Chinese files of as many repositories)."""
    text = (resources.files(__package__) / "data" / "background.txt").read_text("utf-8")
    first, *rows = text.split("\n")
    counts: dict[str, int] = {}
    for row in rows:
        number, *listed = row.split(" ")
        counts.update(dict.fromkeys(listed, int(number or 0)))
    return Background(int(first.split(" ")[1]), counts)
