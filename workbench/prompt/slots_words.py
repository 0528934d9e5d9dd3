"""Whether an English word is a deed, a thing or a name where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.prompt.cues.verbs import MOSTLY_NOUNS, NOUNS, VERBS
from workbench.prompt.lexicon.stems import listed
from workbench.prompt.lexicon.words import Token
from workbench.prompt.slot_types import NOUN_DEEDS

AUX = listed(
    """
    is are be was were been being gets get stays stay must should may can will shall cannot
    """
)


_SUBORDINATE = listed("that which who whose when where if before after once while because so as")


def proper(text: str, token: Token, start: int) -> bool:
    """A capital inside a sentence: a name."""
    before = text[: token.start].rstrip()[-1:]
    return (
        token.kind in ("raw", "verb")
        and token.start > start
        and any(sign.isupper() for sign in text[token.start : token.end])
        and before not in ":.!?(*_"
    )


def commands(toks: Sequence[Token], token: Token, text: str) -> bool:
    """Whether a word that may be a noun opens a command: "Log the body", not "Log lines are"."""
    word = text[token.start : token.end].lower()
    if word.endswith("s"):
        return False
    if token.concept not in NOUN_DEEDS and word not in NOUNS:
        return True
    k = next(i for i, t in enumerate(toks) if t is token)
    after = toks[k + 1 : k + 2]
    if not after:
        return True
    if after[0].kind == "grammar":
        return after[0].word not in AUX and after[0].word not in ("of", "has", "have")
    for later in toks[k + 1 :]:
        if later.word in _SUBORDINATE:
            return True  # "Show products that are sold out"
        if later.word in AUX or later.word in ("has", "have"):
            return False
    return True


def plural(text: str, token: Token) -> bool:
    word = text[token.start : token.end].lower()
    return word.endswith("s") and not word.endswith("ss")


def bare_verb(text: str, toks: Sequence[Token], token: Token) -> bool:
    word = text[token.start : token.end].lower()
    return word in VERBS and word not in MOSTLY_NOUNS


def participle(text: str, token: Token) -> bool:
    """ "Keys are never rotated": a deed behind "are", known to the lexicon or not."""
    word = text[token.start : token.end]
    limits = token.concept in ("size", "limit")  # "are limited to 60"
    return len(word) > 4 and word.endswith("ed") and word.isalpha() and not limits


def unknown_verb(text: str, token: Token) -> bool:
    """A word that only a verb can be: what follows "never" and "must"."""
    word = text[token.start : token.end]
    return token.kind in ("raw", "verb") and word.islower() and not word.endswith("ly")


_DETERMINERS = listed(
    "the a an all every each your our their its this these those any no both it them"
)


def opens(toks: Sequence[Token], token: Token, text: str) -> bool:
    """Whether a word opens a command though no list calls it a verb: "Hash the passwords"."""
    word = text[token.start : token.end].lower()
    if not word.isalpha() or word.endswith(("s", "ing", "ed", "ly")):
        return False
    k = next(i for i, t in enumerate(toks) if t is token)
    after = toks[k + 1] if k + 1 < len(toks) else None
    if after is None or text[token.end : after.start] != " ":
        return False
    if after.kind == "raw" and text[after.start : after.end].endswith("ly"):
        return True  # "State clearly which …"
    if after.kind == "grammar":
        return after.word in _DETERMINERS
    return (
        token.kind == "raw"
        and plural(text, after)
        and not any(t.kind in ("action", "light", "verb") or t.word in AUX for t in toks[k + 1 :])
    )
