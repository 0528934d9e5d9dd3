# ruff: noqa: E501  (a list of words is one expression)
"""English: which clause of a sentence binds, how strongly, and by which words."""

from __future__ import annotations

import re

from workbench.prompt.cues import NONE, Verdict, stronger
from workbench.prompt.cues.en_commands import is_command
from workbench.prompt.cues.en_hard import hard, implicit
from workbench.prompt.cues.en_soft import soft, yields
from workbench.prompt.cues.en_words import (
    CLAUSES,
    CODE_LINE,
    COMMAND,
    CONDITION,
    HEDGED,
    LABEL,
    LEADS_IN,
    MONTH,
    SHOWN,
    TRAIL,
    WHY,
)

#: Labels whose text tells what something is about.
_TOLD = re.compile(
    r"(?:objective|purpose|scenario|use case|example|expected|expected (?:result|outcome)|result|outcome|description|why|reason"
    r"|rationale|symptom|problem|cause|root cause|background|summary|benefit|advantage|impact)s?"
)
_AIM = re.compile(r"\W*so (?:that|as to)\b(?!.*\b(?:must|never)\b)")
#: What is said of a case in passing binds nobody: "it looks odd when the light comes from below".
_WHILE = re.compile(r"(?<=\w) (?:when|whenever|if|because|while) (?:it|they|this|that|he|she)\b.*$")
_STATES = frozenset(
    ("have", "need", "cost", "contain", "look", "work", "support", "offer", "require")
)
_BANS = frozenset(("never", "forbidden", "prohibited", "not allowed", "do not", "don't"))
_OMITS = re.compile(r"(?:skip|omit|avoid|exclude|leave out)\b")
_SPARES = re.compile(r"avoid\b|minimi[sz]e\b|limit\b(?! to)|reduce\b|keep an eye")


def judge(text: str) -> Verdict:
    """The verdict on one English sentence without markup (see `language.plain`)."""
    text = MONTH.sub("¤", text)
    lower = text.lower()
    if text.endswith("?") or SHOWN.match(lower) or not any(ch.isalpha() for ch in text):
        return NONE
    if CODE_LINE.search(text) or (text[0].islower() and COMMAND.match(text)):
        return NONE
    label = LABEL.match(text)
    if label:
        found = _labelled(text, label)
        if found:
            return found
    best = NONE
    shared = told = False
    hedge = bool(HEDGED.match(lower))
    start = 0
    for k, cut in enumerate([*CLAUSES.finditer(lower), None]):
        clause = lower[start : cut.start() if cut else len(lower)]
        start = cut.end() if cut else start
        sign = cut[0].strip() if cut else ""
        titled = sign == ":" and clause.count(" ") < 2
        aim = k > 0 and _AIM.match(clause) is not None  # "..., so that a new case breaks it"
        if len(clause) > 1 and not titled and not aim:
            found = _clause(clause.strip(" ,.!"), hedge and k == 0)
            if shared and best is NONE and found.cue in _STATES:
                found = NONE  # "the boxes are cheap but have thin walls": the subject goes on
            best = stronger(best, found)
        elif titled and _TOLD.fullmatch(clause.strip()):
            told = True
        shared = sign.lstrip(", ") in ("but", "yet")
    return NONE if told and best.sub == "bare-imperative" else best


def _labelled(text: str, label: re.Match[str]) -> Verdict | None:
    """The verdict that a label in front gives ("Important: ..."); None where it decides nothing."""
    rest = text[label.end() :]
    cue = label[0].strip(" :-–—!")
    inner = judge(rest) if rest else NONE
    if label["soft"]:
        if inner.strength == "hard" and inner.sub == "explicit":
            return inner
        return Verdict("soft", "", inner.polarity, cue=cue)
    if rest and (inner.strength != "none" or is_command(rest) or len(rest.split()) > 3):
        bans = cue.lower() in _BANS
        polarity = "dont" if bans else inner.polarity
        wish = inner.strength == "soft" and not bans and not cue.isupper()
        return inner if wish else Verdict("hard", "explicit", polarity, cue=cue)
    return None


def _clause(text: str, hedged: bool) -> Verdict:
    """The verdict on one clause in lower case."""
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
    wish = soft(main, condition, hedged)
    duty = hard(main)
    if duty.strength == "hard":
        wished = wish.strength == "soft"
        if TRAIL.search(text) or (wished and yields(wish.cue, duty.cue)):
            return Verdict("soft", "", duty.polarity, cue=wish.cue or duty.cue)
        return duty
    if wish.strength == "soft":
        return wish
    told = implicit(_WHILE.sub("", main), text)
    if told.strength == "hard":
        return told
    if is_command(main):
        first = main.split()[0]
        if _SPARES.match(main):
            return Verdict("soft", "", "dont" if main[0] == "a" else "do", cue=first)
        polarity = "dont" if _OMITS.match(main) else "do"
        return Verdict("hard", "bare-imperative", polarity, cue=first)
    return NONE
