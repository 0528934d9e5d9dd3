# ruff: noqa: E501  (a pattern is one expression)
"""The words by which English clauses are taken apart, and what a clause says is lacking."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import Token, tokens
from workbench.prompt.slot_types import FOLD, Clause

LABEL = re.compile(r"^\s*(?:\*\*|__)?([^:：*_.;]{1,40}?)(?:\*\*|__)?\s*[:：]\s*(?:\*\*|__)?\s*")


SEGMENTS = re.compile(
    r"(?P<exc>\b(?:except(?:ing|ed)?|unless|apart from|other than|aside from|save for|(?<=, )save (?=(?:in|on|when|where|if|at|during)\b)|excluding|with the exception of|exempt(?:ed)?|but not|only (?:when|if|after|for|in))\b)"
    r"|(?P<reason>\b(?:because|since|so that|so (?=\w+ (?:can|could|is|are|may|must|need|know|see)\b)|in order to|otherwise|as (?=(?:it|they|we|the \w+ is|the \w+ are)\b))|,\s*(?:so|as|which|who|since|for)\b(?=\s)|,\s*(?=(?:it|they) (?:is|are|has|have)\b)|,\s*or (?=(?:people|else|the|it|they|users?|you|somebody|someone)\b)|\bto (?:avoid|prevent|keep (?:the|it)|make (?:it|sure)|help)\b)"
    r"|(?P<contrast>\b(?:instead of|rather than|in place of|as opposed to)\b|,\s*(?:not|never)\s+(?!just|only|even|merely|necessarily|always)(?=[\w`¤]+(?:\s+[\w`¤]+){0,5}\s*[.,;)]?\s*$|(?:by|in|on|from|with|at|as|the|a|an)\s)|(?<=¤) over (?=¤))"
    r"|(?P<before>\b(?:before|prior to|ahead of|until)\b)|(?P<after>\b(?:after|afterwards?|once|as soon as|following)\b)"
    r"|(?P<cond>\b(?:if|when(?:ever)?|while|as long as|in case|provided|where(?:ver)?|during)\b)",
    FOLD,
)


NOT_YOU = re.compile(
    r"\bnot (?:by )?(?:you|the (?:agent|assistant|model))\b(?=\s*(?:[.,;)]|$))|\bnever by you\b",
    FOLD,
)


#: "to a release branch it is not": the verb stands in another clause.
ELLIPSIS = re.compile(
    r"^\W*(?:to|for|on|in|at|with|from|during)\b.*\b(?:it|they|that|this) (?:is|are|does|do|may|must|can)(?: not|n't)?\s*[.,;)]?\s*$",
    FOLD,
)


BETWEEN = r"\b(?:\s+[\w¤'-]+){1,6}?\s+"


#: Verbs whose second half stands behind the object: the deed, and what it looks like without.
PHRASAL = tuple(
    (re.compile(rf"\b(?:{verb}){BETWEEN}{tail}\b", FOLD), deed, instead)
    for verb, tail, deed, instead in (
        (
            "check(?:s|ed)?",
            r"in(?:to)?(?! (?:the )?(?:browser|tests?|ci|production)\b)",
            "commit",
            "validate",
        ),
        ("turn(?:s|ed)?|switch(?:es|ed)?", "off", "disable", "do"),
        ("turn(?:s|ed)?|switch(?:es|ed)?", "on", "enable", "do"),
        ("take(?:s|n)?|cut(?:s)?", "out", "remove", "do"),
        ("hand(?:s|ed)?", "over", "escalate", "do"),
        ("write(?:s)?", "down", "log", "write"),
        ("leave(?:s)?|left", "in(?: place)?", "keep", "do"),
    )
)


UNTIL = re.compile(r"\buntil\b", FOLD)


VERBAL_AFTER = listed(
    """
    must should may can will shall cannot to not never don't please always and or then doesn't
    do
    """
)


ADJUNCT = listed(
    """
    in on at under within during from per across inside outside below above into onto toward
    towards against between upon near next along around throughout over onto
    """
)


SCOPING = listed(
    """
    in on at under within during for inside across throughout
    """
)


VALUE = listed(
    """
    with via through by using as
    """
)


BARE_VERB_AFTER = listed(
    """
    to not never don't doesn't must may can should will cannot shall
    """
)


#: Only a verb follows these, whether we know it or not.
ORDERING = re.compile(
    r"\b(?:(?:do|does|must|may|should|shall|can|could|will) not|never|don't|doesn't|must|may|should|shall|cannot|mustn't|shouldn't) $",
    FOLD,
)


LET_OFF = re.compile(r"\b(?:feel free|fine|ok|okay|allowed|permitted|you (?:may|can))\b", FOLD)


POINTS = re.compile(r"\b(?:it|them)\b", FOLD)


BODILY = listed("carry look bear")


SHUT = re.compile(
    r"\b(?:is|are|be|stays?|remains?|gets?) (?:always |all |completely )?(?:disabled|blocked|switched off|turned off|ruled out|suspended|abolished)\b",
    FOLD,
)


UNDONE = re.compile(
    r"\b(?:leaves?|left|keeps?|kept|stays?|remains?|is|are|be|goe?s?)\b(?:\s+[\w¤'-]+){0,4}?\s+un(?!changed|touched|limited|used\b|ited)(?P<base>[a-z]{3,}(?:ed|en|nt))\b",
    FOLD,
)


def left_undone(main: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """ "Names stay untranslated": the deed that is left undone, and the word as it stands."""
    found = UNDONE.search(main)
    if found is None:
        return None
    base = found["base"].lower()
    said, whole = tokens(base), tokens("un" + base)
    return (
        frozenset(t.concept for t in said if t.kind != "grammar"),
        frozenset(t.concept for t in whole),
    )


def what_lacks(
    text: str, part: str, start: int, end: int, toks: Sequence[Token], approval: str, sign: int
) -> Clause | None:
    """ "Charts are drawn without a legend": there is to be no legend."""
    found = WITHOUT.search(part)
    if not found or approval or sign < 0:
        return None
    a, b = start + found.start("what"), start + found.end("what")
    lacked = [t for t in toks if a <= t.start < b and t.kind in ("thing", "raw", "code")]
    if not lacked:
        return None
    return Clause(
        text[start:end].strip(), "must", -1, frozenset(), frozenset(t.concept for t in lacked),
        frozenset((lacked[-1].concept,)), frozenset(), frozenset(), frozenset(), "", True,
        start=start, end=end,
    )  # fmt: skip


WITHOUT = re.compile(
    r"\bwithout\s+(?:(?:an?|the|its|their|any)\s+)*(?P<what>[\w'-]+(?:\s+(?!(?:when|if|for|in|on|to|at|by|and|or|but)\b)[\w'-]+)?)",
    FOLD,
)
