"""When a measurement is not to be trusted: it says the same whatever it is shown.

A judge that does not read, an endpoint that answers from a canned text or a check for the wrong
name gives figures that look like results; tuning a prompt against them is tuning against noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from workbench.language.words import tokens

#: Parts that must agree before equal scores are strange.
_FEWEST = 4
#: Answers after which a run is broken off when they are all alike to the letter.
EARLY = 5
#: Words of a task that stand in a part as they are, before a low score there is strange.
_LITERAL_WORDS = 4
_LOW = 2.0


class Scored(Protocol):
    @property
    def score(self) -> float: ...
    @property
    def justification(self) -> str: ...


def suspicion(found: Mapping[str, Sequence[Scored]], texts: Mapping[str, str], task: str) -> str:
    """Why the scores (by part id) are suspect, in words for people, or nothing.

    They are when no score differs, when every justification is the same, or when a part that
    holds the task word for word is called a distractor.
    """
    answers = [answer for judgements in found.values() for answer in judgements]
    parts = [judgements for judgements in found.values() if judgements]
    if len(parts) >= _FEWEST:
        if len({answer.score for answer in answers}) == 1:
            return (
                f"Suspect: all {len(parts)} parts got the same score, {answers[0].score:g}. Scores"
                " that do not vary measure nothing; no advice is given. Look at the answers"
                " (--json) and at the model."
            )
        if len({_folded(answer.justification) for answer in answers}) == 1:
            return (
                f"Suspect: all {len(parts)} parts got the same justification, word for word. The"
                " model does not seem to have read them; no advice is given."
            )
    wanted = _folded(task)
    if sum(word.kind != "mark" for word in tokens(wanted)) >= _LITERAL_WORDS:
        for part, judgements in found.items():
            low = judgements and all(answer.score < _LOW for answer in judgements)
            if low and wanted in _folded(texts.get(part, "")):
                return (
                    "Suspect: a part that holds the task word for word got "
                    f"{judgements[0].score:g}. No advice is given; look at the answers first."
                )
    return ""


def canned(answers: Sequence[Scored]) -> str:
    """Why a run should be broken off after these first answers, or nothing.

    Equal scores alone are no reason: a prompt may be all of one kind. Equal words are.
    """
    if len(answers) < EARLY:
        return ""
    if len({(answer.score, _folded(answer.justification)) for answer in answers}) > 1:
        return ""
    return (
        f"Suspect: the first {len(answers)} answers are the same to the letter, so the model does"
        " not read what it is shown. The run was stopped."
    )


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
