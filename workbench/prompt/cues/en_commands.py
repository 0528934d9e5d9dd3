"""Whether an English clause begins with a command."""

from __future__ import annotations

import re

from workbench.prompt.cues.en_words import (
    IGNORE,
)
from workbench.prompt.cues.verbs import (
    DETERMINERS,
    FINITE,
    MOSTLY_NOUNS,
    NOUNS,
    VERBS,
)


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
            return words[0].lower() in ("be", "explicitly")
    if len(words) == 1:
        return first not in NOUNS
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
    if _finite_before_subordinate(text):
        return False
    if first in MOSTLY_NOUNS:
        return (len(words) > 3 and not second.endswith(("s",))) or (
            second.endswith("s") and len(words) > 2 and words[2].lower() in DETERMINERS
        )
    return True


_SUBORDINATE = re.compile(
    r"\b(?:that|which|if|when|so|because|where|until|before|after|unless|who|what|how|why|whether|while|once|as)\b|[,;:(]",
    IGNORE,
)


def _finite_before_subordinate(text: str) -> bool:
    head = _SUBORDINATE.split(text, maxsplit=1)[0]
    return any(word.lower() in FINITE for word in head.split())
