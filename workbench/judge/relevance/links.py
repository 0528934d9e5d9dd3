"""Names that two parts alone share: what breaks quietly when one of the two goes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from workbench.judge.relevance.terms import background, spelled_terms

#: Characters of each part that are read for references.
_READ = 20_000
#: Text that marks its words as names: code, quotes, identifiers, capitals.
_MARKED = re.compile(
    r'`[^`\n]{1,80}`|"[^"\n]{1,60}"|“[^”\n]{1,60}”|「[^」\n]{1,40}」'
    r"|\b[A-Za-z]{1,40}(?:[a-z][A-Z]|[_\d])\w{0,40}|\b[A-Z]{3,40}\b"
)
#: A word that fewer parts of other prompts hold than this is a name, not vocabulary.
_RARE = 2
_SHORTEST = 4


def _names(text: str) -> frozenset[str]:
    marked = " ".join(match[0] for match in _MARKED.finditer(text[:_READ]))
    return frozenset(term for term, _ in spelled_terms(marked))


def only_links(texts: Sequence[str], wanted: Sequence[int]) -> dict[int, tuple[str, int]]:
    """For each index in `wanted` that has one: (a rare name, the only other part that holds it).

    A name is a word that few prompts hold and that one of the two parts marks as one (code,
    quotes, an identifier). A part that defines what one other part uses is the typical case. Of
    several names the one that stands first in the part is given. Cost: linear in the text.
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
    names: dict[int, frozenset[str]] = {}
    found: dict[int, tuple[str, int]] = {}
    for index in wanted:
        for term, word in spelled[index]:
            held = holders[term]
            if len(held) != 2 or len(term) < _SHORTEST or known.get(term, 1) >= _RARE:
                continue
            for holder in held:
                if holder not in names:
                    names[holder] = _names(texts[holder])
            if any(term in names[holder] for holder in held):
                found[index] = (word, held[0] if held[1] == index else held[1])
                break
    return found
