"""A rule about something that another line of the same file says is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._sides import Place, places_of_prompt
from workbench.language.statements import statements
from workbench.prompt.lexicon.stems import GRAMMAR, listed, stem
from workbench.prompt.lines import line_at

_GONE = re.compile(
    r"^(?P<what>[^.;:!?()]{3,80}?)\s+(?:was|were|is|are|has been|have been|got)\s+"
    r"(?:now |already |since |finally |completely |long )?"
    r"(?:removed|deleted|dropped|retired|replaced|decommissioned|shut down|switched off|turned off|"
    r"gone|discontinued|sunset|taken out|thrown out)\b",
    re.IGNORECASE,
)
#: What is not certain, not past, or a rule itself.
_OPEN = re.compile(
    r"\b(?:if|when|whenever|once|until|unless|before|after|not|never|must|should|will|may|might|can|"
    r"would|could|each|every|any|no|which|that|who)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:removed|deleted|dropped|retired|gone|no longer|former|old)\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")
_VERB = re.compile(r"\b(?:was|were|is|are|been|got)\b", re.IGNORECASE)
_LIGHT = listed("file code project line old")
_LEAST, _LONGEST, _MOST = 2, 300, 6


def _check(rule: Rule, context: Context) -> Iterator[Finding]:
    gone: list[tuple[frozenset[str], int, str]] = []
    starts = context.prompt.starts
    for statement in statements(context.prompt.text):
        if not _VERB.search(statement.text):
            continue
        found = _GONE.match(statement.text[:_LONGEST])
        if found is None or _OPEN.search(found["what"]):
            continue
        named = _terms(found["what"])
        if _LEAST <= len(named) <= _MOST:
            gone.append((named, line_at(starts, statement.start) + 1, statement.text))
    if not gone:
        return
    for place in places_of_prompt(context):
        if place.instruction is None or place.instruction.polarity == "dont":
            continue
        if len(place.text) > _LONGEST or _OVER.search(place.text):
            continue
        words = _terms(place.text)
        hit = next((g for g in gone if g[0] <= words and g[1] != place.line), None)
        if hit is not None and not _same(place, hit[2]):
            yield rule.finding(
                place.line,
                f"speaks of what line {hit[1]} says is gone",
                text=place.text,
                fix=f"Delete the rule, or correct line {hit[1]}: one of the two is out of date.",
                related=[Related(hit[1], hit[2][:_LONGEST])],
            )


def _terms(text: str) -> frozenset[str]:
    words = (stem(w) for w in _WORD.findall(text.lower()) if w not in GRAMMAR)
    return frozenset(words) - _LIGHT


def _same(place: Place, told: str) -> bool:
    return place.text == told or told in place.text


RULE = Rule(
    id="said-gone",
    title="a rule about what is said to be gone",
    severity="note",
    confidence="low",
    why="A rule that outlived what it is about is still obeyed, or makes a reader doubt the rest.",
    source="a known failure: rules outlive what they are about and are obeyed all the same",
    dated="2026-11-29",
    check=_check,
    example="- Keep the v1 client. … The v1 client was removed in April.",
    instead="(delete the rule)",
    family="truth",
)
