# ruff: noqa: E501  (a list of words is one expression)
"""English words of wishing: when they soften the clause they stand in. Texts are lower case."""

from __future__ import annotations

import re

from workbench.prompt.cues import NONE, Verdict
from workbench.prompt.cues.en_commands import is_command
from workbench.prompt.cues.en_words import (
    DESCRIBED,
    EPISTEMIC,
    HEDGED_IN,
    OPEN_IF,
    PAST,
    RELATIVE,
    SHOULD_HARD,
    SOFT,
    SOFT_CONDITION,
)

_STRONG_SOFT = re.compile(
    r"(?:try|tries|attempt|aim|strive|seek|endeavou?r|prefer|favou?r|consider|recommend|should|ought|not |need|"
    r"do(?:n't| not| not)|optional|no need|feel free|you (?:can|may)|ideal|by default|usually|generally|typically|normally|in general|as a|most)"
)
_NEGATIVE = re.compile(r"\b(?:not|never|n't|avoid|against|no)\b|n't\b")
#: Words that only sometimes wish.
_LIGHT = frozenset(
    [
        "nice",
        "better",
        "useful",
        "helpful",
        "handy",
        "welcome",
        "suggests",
        "suggest",
        "could",
        "would",
        "might",
        "worth",
        "roughly",
        "desired",
    ]
) | {"by default"}
_HAPPENS = re.compile(
    r"\b(?:takes?|fails?|runs?|contains?|returns?|happens?|means?|lasts?|costs?|comes?|arrives?)\b"
)
_WISHED = re.compile(
    r"(?:want|wish|consider|try|choose|mention|use|add|be nice|be good|help|include|like|love|rather|do|also|explain)\b"
)
_WE = re.compile(r"\b(?:we|i|it is)\s*$")
_TWO_WORDS = re.compile(r"\w+ \w+")


def yields(cue: str, duty: str) -> bool:
    """Whether the wish outweighs the word of duty in one clause ("try never to", "always prefer")."""
    return not duty.startswith("should") and bool(_STRONG_SOFT.match(cue))


def soft(text: str, condition: str, hedged: bool) -> Verdict:
    """The wish in a clause, if there is one; `hedged`: its sentence begins with "usually"."""
    polarity = "dont" if _NEGATIVE.search(text) else "do"
    if hedged:
        cue = "usually" if condition else " ".join(text.split()[:2])
        return Verdict("soft", "", polarity, cue=cue)
    if condition and SOFT_CONDITION.search(condition):
        return Verdict("soft", "", polarity, cue=condition.strip(" ,"))
    for found in SOFT.finditer(text):
        cue = found[0]
        if cue.startswith("should") and SHOULD_HARD.search(text):
            continue
        if cue in _LIGHT and not _wishes(text, found):
            continue
        before = text[: found.start()]
        if cue.startswith(
            ("recommend", "suggest", "prefer", "optional", "encourage")
        ) and _attributive(text, found):
            continue
        if RELATIVE.search(before) and cue not in ("preferred", "recommended"):
            continue
        if EPISTEMIC.match(text, found.start()) or OPEN_IF.search(before):
            continue
        if PAST.search(before[-20:]) or before.endswith("there "):
            continue
        return Verdict("soft", "", polarity, cue=cue)
    inside = HEDGED_IN.search(text)
    if inside and not _HAPPENS.search(text):
        return Verdict("soft", "", polarity, cue=inside[0])
    return NONE


def _wishes(text: str, found: re.Match[str]) -> bool:
    cue = found[0]
    if cue in ("could", "would", "might"):
        after = text[found.end() :].lstrip()
        told = EPISTEMIC.search(cue + " " + after[:40]) or DESCRIBED.match(text)
        return not told or bool(_WISHED.match(after))
    if cue == "by default":
        return is_command(text) and found.start() == 0
    if cue in ("suggest", "suggests"):
        return bool(_WE.search(text[: found.start()]))
    if cue == "roughly":
        return is_command(text)
    return True


def _attributive(text: str, found: re.Match[str]) -> bool:
    """An adjective before its noun ("recommended list"), not a judgement ("is recommended")."""
    before = text[: found.start()].rstrip()
    after = text[found.end() :].lstrip()
    if not before:
        return not found[0].startswith("prefer") and bool(_TWO_WORDS.match(after))
    if before.endswith((" is", " are", " be", " strongly", " highly", "'s")):
        return False
    last = before.rsplit(" ", 1)[-1]
    return last in ("the", "a", "an", "of", "our", "your", "all") and bool(re.match(r"\w", after))
