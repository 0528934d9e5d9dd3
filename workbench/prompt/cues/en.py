# ruff: noqa: E501  (a list of words is one expression)
"""English: which clause of a sentence binds, how strongly, and by which words."""

from __future__ import annotations

import re

from workbench.prompt.cues import (
    NONE,
    Verdict,
    stronger,
)
from workbench.prompt.cues.en_commands import is_command
from workbench.prompt.cues.en_places import by_place
from workbench.prompt.cues.en_words import (
    ABOLISHED,
    AGENT,
    CANNOT,
    CLAUSES,
    CODE_LINE,
    COMMAND,
    CONDITION,
    DESCRIBED,
    EPISTEMIC,
    EXTENT,
    HARD,
    HEDGED,
    HEDGED_IN,
    IGNORE,
    IMPLICIT,
    LABEL,
    LEADS_IN,
    MONTH,
    NEEDS,
    OPEN_IF,
    PAST,
    PLURAL_SUBJECT,
    RELATIVE,
    REPORTED,
    REQUIRES,
    SCOPE_NOTE,
    SHOULD_HARD,
    SHOWN,
    SOFT,
    SOFT_CONDITION,
    TRAIL,
    WHY,
)


def judge(text: str) -> Verdict:
    """The verdict on one English sentence without markup (see `language.plain`)."""
    text = MONTH.sub("¤", text)
    if text.endswith("?") or SHOWN.match(text) or not any(ch.isalpha() for ch in text):
        return NONE
    if CODE_LINE.search(text) or (text[0].islower() and COMMAND.match(text)):
        return NONE
    best = NONE
    label = LABEL.match(text)
    if label:
        rest = text[label.end() :]
        cue = label[0].strip(" :-–—!")
        inner = judge(rest) if rest else NONE
        if label["soft"]:
            return (
                inner
                if inner.strength == "hard" and inner.sub == "explicit"
                else Verdict("soft", "", inner.polarity, cue=cue)
            )
        if rest and (inner.strength != "none" or is_command(rest) or len(rest.split()) > 3):
            bans = cue.lower() in (
                "never",
                "forbidden",
                "prohibited",
                "not allowed",
                "do not",
                "don't",
            )
            polarity = "dont" if bans else inner.polarity
            soft = inner.strength == "soft" and not bans and not cue.isupper()
            return inner if soft else Verdict("hard", "explicit", polarity, cue=cue)
    hedge = bool(HEDGED.match(text))
    start = 0
    for k, cut in enumerate([*CLAUSES.finditer(text), None]):
        clause = text[start : cut.start() if cut else len(text)]
        start = cut.end() if cut else start
        titled = cut is not None and cut[0].strip() == ":" and clause.count(" ") < 2
        if len(clause) > 1 and not titled:
            best = stronger(best, _clause(clause.strip(" ,.!"), hedge and k == 0))
    return best


def _clause(text: str, hedged: bool) -> Verdict:
    text = LEADS_IN.sub("", text)
    condition = ""
    while True:
        found = CONDITION.match(text)
        if not found or len(text) - found.end() < 3:
            break
        condition += found[0] + " "
        text = LEADS_IN.sub("", text[found.end() :])
    if not text:
        return NONE
    main = WHY.sub("", text)
    soft = _soft(main, condition, hedged)
    hard = _hard(main, condition)
    if hard.strength == "hard":
        if TRAIL.search(text) or (soft.strength == "soft" and _yields(soft.cue, hard)):
            return Verdict("soft", "", hard.polarity, cue=soft.cue or hard.cue)
        return hard
    if soft.strength == "soft":
        return soft
    implicit = _implicit(main, text)
    if implicit.strength == "hard":
        return implicit
    if is_command(main):
        polarity = (
            "dont" if re.match(r"(?:skip|omit|avoid|exclude|leave out)\b", main, IGNORE) else "do"
        )
        if re.match(r"avoid\b|minimi[sz]e\b|limit\b(?! to)|reduce\b|keep an eye", main, IGNORE):
            return Verdict(
                "soft", "", "dont" if main[0] in "aA" else "do", cue=main.split()[0].lower()
            )
        return Verdict("hard", "bare-imperative", polarity, cue=main.split()[0].lower())
    return NONE


_STRONG_SOFT = re.compile(
    r"(?:try|tries|attempt|aim|strive|seek|endeavou?r|prefer|favou?r|consider|recommend|should|ought|not |need|"
    r"do(?:n't| not| not)|optional|no need|feel free|you (?:can|may)|ideal|by default|usually|generally|typically|normally|in general|as a|most)",
    IGNORE,
)


def _yields(cue: str, hard: Verdict) -> bool:
    """True when the wish outweighs the word of duty in one clause ("try never to", "always prefer")."""
    if hard.cue.lower().startswith("should"):
        return False
    return bool(_STRONG_SOFT.match(cue))


def _soft(text: str, condition: str, hedged: bool) -> Verdict:
    negative = bool(re.search(r"\b(?:not|never|n't|avoid|against|no)\b|n't\b", text, IGNORE))
    polarity = "dont" if negative else "do"
    if hedged:
        return Verdict(
            "soft",
            "",
            polarity,
            cue=" ".join(text.split()[:2]).lower() if not condition else "usually",
        )
    if condition and SOFT_CONDITION.search(condition):
        return Verdict("soft", "", polarity, cue=condition.strip(" ,").lower())
    for found in SOFT.finditer(text):
        cue = found[0].lower()
        if SHOULD_HARD.search(text) and cue.startswith("should"):
            continue
        if cue in (
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
            "by default",
            "desired",
        ) and not _wishes(text, found):
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
        if PAST.search(before[-20:]) or before.lower().endswith("there "):
            continue
        return Verdict("soft", "", polarity, cue=cue)
    found_in = HEDGED_IN.search(text)
    if found_in and not re.search(
        r"\b(?:takes?|fails?|runs?|contains?|returns?|happens?|means?|lasts?|costs?|comes?|arrives?)\b",
        text,
        IGNORE,
    ):
        return Verdict("soft", "", polarity, cue=found_in[0].lower())
    return NONE


def _wishes(text: str, found: re.Match[str]) -> bool:
    cue = found[0].lower()
    after = text[found.end() :].lstrip()
    if cue in ("could", "would", "might"):
        return (
            not EPISTEMIC.search(found[0] + " " + after[:40]) and not DESCRIBED.match(text)
        ) or bool(
            re.match(
                r"(?:want|wish|consider|try|choose|mention|use|add|be nice|be good|help|include|like|love|rather|do|also|explain)\b",
                after,
                IGNORE,
            )
        )
    if cue == "by default":
        return bool(is_command(text)) and found.start() == 0
    if cue in ("suggest", "suggests"):
        return bool(re.search(r"\b(?:we|i|it is)\s*$", text[: found.start()], IGNORE))
    if cue == "roughly":
        return is_command(text)
    return True


def _attributive(text: str, found: re.Match[str]) -> bool:
    """An adjective before its noun ("recommended list"), not a judgement ("is recommended")."""
    before = text[: found.start()].rstrip().lower()
    after = text[found.end() :].lstrip()
    if not before:
        return not found[0].lower().startswith("prefer") and bool(re.match(r"\w+ \w+", after))
    if before.endswith((" is", " are", " be", " strongly", " highly", "'s")):
        return False
    last = before.rsplit(" ", 1)[-1]
    return last in ("the", "a", "an", "of", "our", "your", "all") and bool(re.match(r"\w", after))


def _hard(text: str, condition: str) -> Verdict:
    should = SHOULD_HARD.search(text)
    if should:
        negative = re.search(r"never|not|no ", should[0], IGNORE)
        return Verdict("hard", "explicit", "dont" if negative else "do", cue=should[0].lower())
    for polarity, pattern in HARD:
        found = pattern.search(text)
        if found and _binds(text, found):
            if polarity == "do" and _NEGATED.search(text[found.start() :]):
                polarity = "dont"
            return Verdict("hard", "explicit", polarity, cue=found[0].strip(" ,:").lower())
    return by_place(text)


_NEGATED = re.compile(
    r"^\w+ (?:be )?(?:not|never)\b|^(?:ensure|make sure|be sure)\b[^,]{0,60}\b(?:not|never|no|nothing)\b",
    IGNORE,
)


def _binds(text: str, found: re.Match[str]) -> bool:
    cue = found[0].lower()
    before = text[: found.start()]
    if ABOLISHED.search(text, found.end()):
        return False
    if re.search(
        r"\b(?:must|have to|has to|needs? to|required|shall|strictly|exactly|precisely|nothing|forbidden|mandatory)",
        cue,
    ):
        if (
            RELATIVE.search(before)
            and not is_command(text)
            and not re.match(r"(?:ensure|make sure|it is)", text, IGNORE)
        ):
            return False
        if re.search(
            r"\b(?:don't|do not|does not|doesn't|not|never|no longer|may|might|could|would|will|didn't)\s*$",
            before,
            IGNORE,
        ):
            return False
        if OPEN_IF.search(before) or (REPORTED.search(before) and not AGENT.match(text)):
            return False
    if re.search(r"\b(?:has|have|needs?) to$", cue) and re.match(
        r"(?:i|they|users?|he|she)\b", before, IGNORE
    ):
        return False
    if cue.startswith(("exactly", "precisely")):
        return is_command(text) or (
            bool(re.search(r"\b(?:is|are|has|have)\s*$", before)) and not PAST.search(text)
        )
    if cue.startswith("strictly"):
        return is_command(text) or bool(re.search(r"\b(?:is|are)\s*$", before))
    if cue.startswith(("no ", "nothing", "nobody")) and re.search(
        r"\b(?:there (?:is|are)|has|have)\s*$", before, IGNORE
    ):
        return False
    if PAST.search(text) and not cue.startswith(("must", "do ", "don't", "shall", "never")):
        past = PAST.search(text)
        return bool(past and past.start() > found.end() + 12)
    return not (PAST.search(before) and "must" not in cue)


def _implicit(text: str, full: str) -> Verdict:
    lower = text.lower()
    if (
        PAST.search(lower)
        or SCOPE_NOTE.search(lower)
        or re.search(r",?\s+(?:because|which)\b", full, IGNORE)
    ):
        return NONE
    if is_command(text):
        return NONE
    cannot = CANNOT.search(lower)
    if cannot and (PLURAL_SUBJECT.match(lower) or lower.startswith(("you", "a ", "an ", "no "))):
        polarity = "do" if "only" in cannot[0] else "dont"
        if not (polarity == "do" and lower.startswith(("a ", "an "))):
            return Verdict("hard", "explicit", polarity, cue=cannot[0].split()[0])
    if (
        REQUIRES.match(lower)
        and not RELATIVE.search(lower[: lower.find("requir")] if "requir" in lower else "")
        and re.match(r"(?:all|every|each|any|new|changes?|\w+ing|an?)\b|\w+s\b", lower)
    ):
        return Verdict("hard", "explicit", "do", cue="require")
    if NEEDS.search(lower) and not re.match(
        r"(?:i|you|they|we|if|the (?:app|server|service|tool|function|command|script))\b", lower
    ):
        return Verdict("hard", "implicit", "do", cue="needs")
    extent = EXTENT.search(lower)
    if (
        extent
        and (extent.start() == 0 or PLURAL_SUBJECT.match(lower))
        and not re.search(r"\b(?:the (?:cluster|cache|instance|service|server|app)|it)\b", lower)
    ):
        return Verdict("hard", "implicit", "do", cue=extent[0].strip())
    for polarity, pattern in IMPLICIT:
        found = pattern.search(lower)
        if found and not RELATIVE.search(lower[: found.start()]):
            return Verdict("hard", "implicit", polarity, cue=found[0].strip())
    return NONE
