"""Words that two parts alone share: what breaks quietly when one of the two goes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from workbench.judge.relevance.terms import background, spelled_terms

#: Characters of each part that are read for references.
_READ = 20_000
#: A word that fewer parts of other prompts hold than this is a name, not vocabulary.
_RARE = 2
_SHORTEST = 4


def only_links(texts: Sequence[str], wanted: Sequence[int]) -> dict[int, tuple[str, int]]:
    """For each index in `wanted` that has one: (a rare word, the only other part that holds it).

    A part that defines a name which one other part uses is the typical case. Of several words
    the one that stands first in the part is given. Cost: linear in the text.
    """
    if not wanted:
        return {}
    known, asked = background().counts, frozenset(wanted)
    holders: dict[str, list[int]] = defaultdict(list)
    spelled: dict[int, list[tuple[str, str]]] = {}
    for index, text in enumerate(texts):
        pairs = dict.fromkeys(spelled_terms(text[:_READ]))
        for term in dict.fromkeys(term for term, _ in pairs):
            holders[term].append(index)
        if index in asked:
            spelled[index] = list(pairs)
    found: dict[int, tuple[str, int]] = {}
    for index in wanted:
        for term, word in spelled[index]:
            held = holders[term]
            if len(held) == 2 and len(term) >= _SHORTEST and known.get(term, 1) < _RARE:
                found[index] = (word, held[0] if held[1] == index else held[1])
                break
    return found
