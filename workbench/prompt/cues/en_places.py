# ruff: noqa: E501  (a list of words is one expression)
"""English words that bind by where they stand: never, always, only, no, nothing."""

from __future__ import annotations

import re

from workbench.prompt.cues import (
    NONE,
    Verdict,
)
from workbench.prompt.cues.en_commands import is_command
from workbench.prompt.cues.en_words import (
    ACTED,
    AGENT,
    FACT_VERBS,
    PAST,
    PLURAL_SUBJECT,
    RELATIVE,
    SCOPE_NOTE,
)
from workbench.prompt.cues.verbs import (
    FINITE,
    MOSTLY_NOUNS,
    NOUNS,
    VERBS,
)


def by_place(lower: str) -> Verdict:
    """never, always, only, no, nothing: they bind by where they stand. Text in lower case."""
    first, _, rest = lower.partition(" ")
    first = first.strip(",")
    nobody = _NOBODY.match(lower)
    if nobody and nobody[1] not in _UNRULED and nobody[1] in _STEMS:
        return Verdict("hard", "implicit", "dont", cue="nobody")
    second = rest.split(" ", 1)[0] if rest else ""
    if first == "never" and second and second not in ("mind", "again"):
        if not (second.endswith(("ed",)) and second not in ("need",)) and (
            second.rstrip(",") in VERBS or not second.endswith("s") or second.endswith("ss")
        ):
            return Verdict("hard", "explicit", "dont", cue="never")
    elif first == "always" and second:
        if second in VERBS or (second not in FINITE and not second.endswith(("s", "ed", "ing"))):
            return Verdict("hard", "explicit", "do", cue="always")
    elif first == "only":
        return _only_first(lower, second)
    elif first == "no" and second:
        return _no_first(lower, second)
    elif (
        (first in ("nothing", "nobody", "none") or lower.startswith("no one "))
        and re.search(
            r"\b(?:may|can|must|is|are|should|gets?|goes|leaves?|ships?|enters?|counts?)\b", lower
        )
        and not (SCOPE_NOTE.search(lower) or PAST.search(lower) or _FACTUAL_NO.search(lower))
    ):
        return Verdict(
            "hard",
            "explicit" if re.search(r"\b(?:may|must|can|should)\b", lower) else "implicit",
            "dont",
            cue=first,
        )
    return _inner_words(lower)


_FACTUAL_NO = re.compile(
    r"\b(?:known|found|listed|shown|missing|left|running|wrong|open|pending|different|new|special)\b"
)


_NOBODY = re.compile(r"^(?:nobody|no one|none of (?:you|us))\b(?: \w+){0,4}? (\w+?)(?:es|s)\b")
_STEMS = VERBS | {verb[:-1] for verb in VERBS if verb.endswith("e")}
_UNRULED = frozenset(
    [
        "know",
        "like",
        "car",
        "remember",
        "notic",
        "want",
        "liv",
        "work",
        "need",
        "believ",
        "see",
        "understand",
        "expect",
    ]
)


def _only_first(lower: str, second: str) -> Verdict:
    hard = Verdict("hard", "explicit", "do", cue="only")
    if PAST.search(lower) or re.search(r"\b\w+ed the\b", lower):
        return NONE
    if second in VERBS and second not in MOSTLY_NOUNS:
        return hard
    if re.search(
        r"\b(?:may|can|must|shall|should|(?:is|are) allowed|(?:has|have) (?:permission|access|the right)|gets?|ever)\b",
        lower,
    ):
        return hard
    if re.match(r"only (?:one|a single|two|three|\d+)\b", lower) and not re.search(
        r"\b(?:is|are|has|have|exists?|remains?|use|need)\b", lower
    ):
        return hard
    if re.match(
        r"only (?:in|on|for|with|when|if|after|from|through|via|by|at|to|under|during|the|¤)\b",
        lower,
    ) and not re.search(r"\b(?:is|are|has|have|do|does|use|uses|works?|differs?)\b", lower):
        return hard
    words = lower.split()
    if any(word in VERBS and word not in NOUNS for word in words[2:5]) or (
        len(words) < 9 and not any(word in FINITE or word.endswith(("ed", "es")) for word in words)
    ):
        return hard
    return NONE


def _no_first(lower: str, second: str) -> Verdict:
    if second in (
        "longer",
        "need",
        "worries",
        "problem",
        "idea",
        "doubt",
        "wonder",
        "one",
        "matter",
        "way",
        "changes",
        "action",
    ):
        return NONE
    if re.search(r"\b(?:required|needed|necessary|expected)$", lower):
        return NONE
    if re.search(
        r"\b(?:may|must|shall|should|(?:is|are) (?:to be|allowed|permitted|accepted|added|merged|exposed|made|kept|used|left|sent|stored))\b",
        lower,
    ):
        return Verdict("hard", "explicit", "dont", cue="no")
    if PAST.search(lower) or re.search(
        r"\b(?:is|are|has|have|does|do|will|can|exists?|remains?|\w+ed (?:in|by|for|yet))\b", lower
    ):
        return NONE
    return Verdict("hard", "explicit", "dont", cue="no") if len(lower.split()) < 26 else NONE


_ONLY_IN = re.compile(
    r"\bonly(?: (?:if|when|after|for|in|on|with|by|through|via|from|to|once|while|until|the|one|a|those|what|words|lines|¤|¢|\w+))?\b|\balone$"
)
_NOTHING_IN = re.compile(r"^\w+ (?:nothing|no one|nobody|neither|none|no)\b")


_SOME_THINGS = re.compile(r"^(?:the|some|most|many|our|their|these|those|they|its|his|her|a few)\b")


def _many_never(lower: str, before: str) -> bool:
    """ "Keys never leave the site": a kind of thing and a verb in the plural make a rule."""
    after = lower[len(before) :].split()
    return (
        bool(PLURAL_SUBJECT.match(before))
        and not _SOME_THINGS.match(before)
        and len(after) > 1
        and after[1].strip(",.") in VERBS
    )


def _inner_words(lower: str) -> Verdict:
    imperative = is_command(lower)
    if "never" in lower and not FACT_VERBS.search(lower) and not PAST.search(lower):
        found = re.search(r"\bnever\b(?![-])", lower)
        before = lower[: found.start()] if found else ""
        if found and not RELATIVE.search(before) and not re.search(r"\bwill $", before):
            passive = re.search(
                rf"\b(?:is|are|be|gets?) never (?:to be )?(?:\w+ly )?(?:{ACTED}|\w+ed)\b", lower
            )
            if (
                passive
                or imperative
                or AGENT.match(lower)
                or _many_never(lower, before)
                or before.rstrip().endswith(("and", ",", "but"))
            ):
                return Verdict("hard", "explicit", "dont", cue="never")
        if (
            found
            and re.search(r"\bwill $", before)
            and re.match(r"(?:you|the (?:agent|assistant|model|bot)|claude|we)\b", lower)
        ) and not re.search(r"never (?:see|find|need|get|notice|know|meet|run into|hit)\b", lower):
            return Verdict("hard", "explicit", "dont", cue="never")
    if "always" in lower:
        passive = re.search(
            rf"\b(?:is|are) always (?:{ACTED}|in|on|at|under|written|\w+ed (?:in|under|with|as))\b",
            lower,
        )
        if (imperative and not lower.startswith("always")) or (
            passive and PLURAL_SUBJECT.match(lower)
        ):
            return Verdict("hard", "explicit", "do", cue="always")
    if imperative:
        only = _ONLY_IN.search(lower)
        if (
            only
            and not lower.startswith(("not only", "if only"))
            and "not only" not in lower
            and "the only" not in lower
        ):
            return Verdict("hard", "explicit", "do", cue="only")
        if _NOTHING_IN.match(lower) and not re.match(
            r"\w+ no (?:longer|later|more|earlier|fewer)", lower
        ):
            return Verdict("hard", "explicit", "dont", cue=lower.split()[1])
        if re.search(r"\b(?:not|never) (?:even|under|in any|the other way)\b|,\s*not\b", lower):
            return Verdict("hard", "explicit", "do", cue="not")
    elif (
        re.search(
            r"\b(?:may|must|is|are) (?:\w+ ){0,3}only (?:be |if|when|after|for|by|with|through|via|to be)\b",
            lower,
        )
        and re.search(r"\bmay\b|\bonly (?:if|after|by|through|via)\b", lower)
        and not PAST.search(lower)
    ) or (lower.endswith(" only") and not re.search(r"\b(?:is|are|was|has|have)\b", lower)):
        return Verdict("hard", "explicit", "do", cue="only")
    return NONE
