"""The mood that a lead or a heading lends to the bare items below it: do, dont or soft."""

from __future__ import annotations

from functools import lru_cache

from workbench.prompt.cues.context import (
    BAN_LEAD,
    BAN_TITLE,
    BAN_TITLE_CJK,
    DUTY_LEAD,
    DUTY_TITLE,
    DUTY_TITLE_CJK,
    SOFT_LEAD,
    SOFT_TITLE,
    TITLE,
)
from workbench.prompt.language import language, plain
from workbench.prompt.statements import Statement


def mood_of(item: Statement) -> str:
    """`do`, `dont`, `soft`, or nothing where neither lead nor heading sets a mood."""
    if item.lead:
        return _lead_mood(item.lead)
    return _title_mood(item.path[-1]) if item.path else ""


@lru_cache(maxsize=256)  # all items of a list have the same lead
def _lead_mood(text: str) -> str:
    lead = plain(text)[-120:].lower()
    if len(lead) > 60 and language(lead) != "en":
        return ""
    closed = lead.endswith((":", "："))
    if closed or len(lead.split()) < 5:
        for mood, pattern in (("dont", BAN_LEAD), ("do", DUTY_LEAD), ("soft", SOFT_LEAD)):
            if pattern.search(lead if closed else lead + ":"):
                return mood
    return _title_mood(lead.rstrip(":： "))


@lru_cache(maxsize=256)
def _title_mood(text: str) -> str:
    title = " ".join(TITLE.sub(" ", plain(text)).split())
    for mood, pattern in (
        ("dont", BAN_TITLE),
        ("do", DUTY_TITLE),
        ("soft", SOFT_TITLE),
        ("dont", BAN_TITLE_CJK),
        ("do", DUTY_TITLE_CJK),
    ):
        if pattern.match(title):
            return mood
    return ""
