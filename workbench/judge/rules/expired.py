"""Statements that name their last day, and that day has passed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._dates import Written, dates
from workbench.judge.rules._passages import Passage, folded, said
from workbench.language.lists import patterns

#: Words right before a date that make it the last day of what the sentence says.
_UNTIL = patterns("rules", "expired-until", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNTIL_BEHIND = re.compile(r"\s?(?:末|日)?(?:まで(?!も)|迄|限り|をもって|为止|之前|前必须|前不)")
#: A date that is told of the past, of a range of data or of others' rules ends nothing here.
_HELD = re.compile(
    r"\b(?:appl(?:y|ies)|valid|expires?|holds?|deadline|available)\b|\([^()]{0,200}\d[^()]{0,200}\)"
)
_TOLD = re.compile(
    r"\b(?:was|were|had|did|from|since|between|used to|as in|format|example|e\.g\.|such as)\b"
    r"|でした|だった|例|曾|已",
    re.IGNORECASE,
)


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Sentences that name an end before the day of the review."""
    today = context.facts.today
    if today is None:
        return
    hits: list[tuple[float, Finding]] = []
    for passage in said(context):
        text = passage.text[:700]
        if not _YEAR.search(text):
            continue
        ends = [w for w in dates(text) if _ends(text, w)]
        if not ends or _TOLD.search(text) or not _holds(passage):
            continue
        last = max(ends, key=lambda written: written.last)
        if last.last < today:
            told = rule.finding(
                passage.line,
                f'This held until "{text[last.start : last.end]}": {_ago(last.last, today)}.',
                end_line=passage.end_line,
                text=passage.text[:300],
                fix="Delete it, or write down what holds now.",
            )
            hits.append((1.0, told))
    yield from folded(hits, keep=3)


def _ends(text: str, written: Written) -> bool:
    return bool(
        _UNTIL.search(text[max(0, written.start - 40) : written.start])
        or _UNTIL_BEHIND.match(text[written.end :])
    )


def _holds(passage: Passage) -> bool:
    """Whether it says what holds: an order, or an end that is put in brackets or named outright."""
    return bool(passage.force) or bool(_HELD.search(passage.text[:700]))


def _ago(then: date, today: date) -> str:
    days = (today - then).days
    if days < 60:
        return f"{days} day{'s' if days > 1 else ''} ago"
    return f"{round(days / 30.4)} months ago"


RULE = Rule(
    id="expired",
    title="a rule past its date",
    severity="warning",
    why="A ban or an exception that outlived its reason is still obeyed: the reader cannot know "
    "that it is over.",
    source="computed from the date in the text and the day of the review",
    dated="2026-11-30",
    check=check,
    example="- Until 31 March 2026, send scans through the old parser as well.",
    instead="(delete it)",
    family="truth",
    measured="2 of 2 true (open gold and corpus, 140 files, 2026-11-30)",
)
