# ruff: noqa: E501  (a list of words is one expression)
"""Whether an English clause begins with a command."""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.prompt.cues.verbs import (
    ADJECTIVES,
    DETERMINERS,
    FINITE,
    MOSTLY_NOUNS,
    NOUNS,
    STATIVE,
    VERBS,
    words_of,
)


@lru_cache(maxsize=512)  # several rules ask about the same clause
def is_command(text: str) -> bool:
    """True when a clause begins with a verb in its base form that commands."""
    words = text.split(None, 4)
    if not words:
        return False
    first = words[0].strip(",.:;!()").lower()
    if first not in VERBS:
        head, dash, tail = first.partition("-")
        if not (
            dash
            and (
                head
                in (
                    "re",
                    "pre",
                    "un",
                    "double",
                    "cross",
                    "force",
                    "self",
                    "hard",
                    "lazy",
                    "auto",
                    "dry",
                    "batch",
                    "co",
                )
                or tail in VERBS
            )
            and tail in VERBS
        ):
            return first == "be" or _unknown_verb(first, words)
        if head in VERBS and (len(words) < 2 or words[1].lower() not in DETERMINERS):
            return False  # "Try-catch blocks"
    if len(words) == 1:
        return first not in NOUNS
    if (first in NOUNS or first in ADJECTIVES) and _says_of_a_thing(first, words):
        return False  # "Correct amounts matter more than speed"
    second = words[1].strip(",.;!()").lower()
    if (
        second in FINITE
        or words[0].endswith((":", ","))
        or words[1] in ("=", "|", "→", "-", "–", "—", ":", "/")
    ):
        return False
    if (
        first not in NOUNS
        or second in DETERMINERS
        or words[1][0] in "¤¢\"'("
        or words[1][0].isdigit()
    ):
        return not (second == "of" and first in NOUNS)
    if words[1].endswith(":") or _finite_before_subordinate(text):
        return False
    if first in _TITLES and second == "for":
        return False  # "Guide for agents that work here"
    if first in MOSTLY_NOUNS:
        if _named(text) or (" will " in text and " what will" not in text):
            return False
        return (len(words) > 3 and not second.endswith(("s",))) or (
            second.endswith("s") and len(words) > 2 and words[2].lower() in DETERMINERS
        )
    return True


#: A bare verb behind their object is what the object does ("watch tests fail").
_SEES = frozenset(("watch", "help", "show", "hold"))


def _says_of_a_thing(first: str, words: list[str]) -> bool:
    """`words` begin with a subject and its verb ("open questions belong", "clean code reads")."""
    if len(words) < 3 or not (words[1].isalpha() and words[2].isalpha()):
        return False
    noun, verb = words[1].lower(), words[2].lower()
    if noun in DETERMINERS or first in _SEES:
        return False
    if noun.endswith("s") and not noun.endswith("ss"):
        return verb in STATIVE
    stem = verb[:-1] if verb.endswith("s") else ""
    return stem in STATIVE or stem in ("last", "read") or stem.removesuffix("e") in STATIVE


_TITLES = frozenset(("guide", "outline", "index", "list", "document", "package", "report", "draft"))
_NAME = re.compile(
    r"\w+ (?:\w+ ){0,2}\w+(?:tion|ment|ance|ence|ity|ness|ship|sis)s?(?: (?:for|of|in|on|with|via|from) (?:\w+ ?){1,3})?[.:]?"
)


def _named(text: str) -> bool:
    """A short phrase around an abstract noun ("Display size detection for hosts") is a title."""
    found = _NAME.fullmatch(text)
    return bool(found) and not DETERMINERS & set(text.lower().split()[1:3])


_SUBORDINATE = re.compile(
    r"\b(?:that|which|if|when|so|because|where|until|before|after|unless|who|what|how|why|whether|while|once|as)\b|[,;:(]"
)


def _finite_before_subordinate(text: str) -> bool:
    head = _SUBORDINATE.split(text, maxsplit=1)[0]
    return any(word.lower() in FINITE for word in head.split())


#: Words that stand before an article and are no verbs.
_NO_VERB = words_of(
    """
about above abroad across after afterwards against aka all along also although always amid among
and around as at elsewhere indoors meanwhile often otherwise outdoors overseas sometimes today
tomorrow tonight usually because before behind below beneath beside besides between beyond both but by despite down
during e.g either else even except for from half hence here how i.e if in inside instead into is
it just least less like maybe minus more most near neither never no nor not now of off on once
only onto or out outside over part past per perhaps plus quite rather same see since so some
such than that the then there though through throughout till to toward towards under unless
unlike until up upon versus via was were what whatever when where whether which while who whom
whose why with within without worth yet
"""
)
_OBJECT = words_of("the a an your every each all any this these it them")


def _unknown_verb(first: str, words: list[str]) -> bool:
    """A word of no list that takes an object at once ("Defrost the fish") is a verb."""
    return (
        len(words) > 2
        and words[1].lower() in _OBJECT
        and first.isalpha()
        and len(first) > 2
        and first not in _NO_VERB
        and not first.endswith(("ing", "ed", "ly", "tion", "ness", "ment"))
        and (not first.endswith("s") or first.endswith("ss"))
        and words[0][-1] not in ",:;"
    )
