"""Which rules press: critical ones, and those that their author marked, where marks are rare."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.language.instructions import Instruction
from workbench.language.statements import alone
from workbench.prompt.language import plain

_MARKED = re.compile(
    r"\b(?:MUST|NEVER|ALWAYS|CRITICAL|IMPORTANT|REQUIRED|MANDATORY|FORBIDDEN|PROHIBITED|DO NOT"
    r"|DON'T|UNDER NO CIRCUMSTANCES)\b"
    r"|絶対に|厳禁|严禁|绝不|绝对不|切勿"
)
#: Words that make a ban or a duty plain without the sentences around it.
_PLAIN = re.compile(
    r"\b(?:never|must(?:n't)?|(?<!is )(?<!are )always|do not|don't|cannot|can't|may not|only"
    r"|shall|forbidden|prohibited|not allowed|under no circumstances|required|mandatory"
    r"|no \w+ (?:may|is|are))\b"
    r"|ない|なら(?:ず|ない)|禁止|厳禁|必ず|絶対|不(?:要|得|能|可|准|许)|禁|严|必须|务必|绝|切勿|只能|仅",
    re.IGNORECASE,
)
#: Words that bind also in the middle of a sentence that begins as a statement.
_STRONG = re.compile(
    r"(?:^|[,:;—–.] ?|\band )(?:never|do not|don't|always)\b|\bmust(?: not|n't| never)\b"
    r"|絶対に|厳禁|严禁|切勿",
    re.IGNORECASE,
)
#: With more marked rules than this, marks tell nothing apart.
_RARE = 6


def pressing(rules: Iterable[Instruction]) -> frozenset[int]:
    """Offsets at which the pressing rules start."""
    hard = [rule for rule in rules if rule.strength == "hard"]
    marked = [r for r in hard if r.form != "imperative" and is_marked(r)]
    if len(marked) > _RARE:
        marked = []
    return frozenset(rule.start for rule in (*(r for r in hard if r.critical), *marked))


def is_marked(rule: Instruction) -> bool:
    """Whether its author set it apart with capitals or a strong word."""
    return bool(_MARKED.search(plain(rule.text)))


def is_strong(words: str) -> bool:
    """Whether a ban or duty is said in words that nobody takes for a description."""
    return bool(_STRONG.search(plain(words)))


def pressing_words(rules: Iterable[Instruction]) -> str:
    """What to call such a rule: critical, or marked by its author."""
    return "critical rule" if any(rule.critical for rule in rules) else "rule marked as a must"


def binds_alone(rule: Instruction, *, explicit: bool = False) -> bool:
    """Whether its words alone bind as much as in their place, without a heading or a lead."""
    force = alone(rule.text)
    if force.strength != "hard" or force.polarity != rule.polarity:
        return False
    if not explicit:
        return True
    words = plain(rule.text)
    if force.form != "imperative":
        return bool(_PLAIN.search(words))
    return rule.critical and is_strong(rule.text)
