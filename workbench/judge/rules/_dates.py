# ruff: noqa: E501  (a list of words is one expression)
"""Dates as people write them: which stretch of a sentence is a date, and its last day."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        1,
    )
    for name in names.split()
}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_DATE = re.compile(
    r"(?<![\w.-])(?P<iso>(?P<y1>(?:19|20)\d\d)[-/.](?P<m1>[01]?\d)[-/.](?P<d1>[0-3]?\d))(?![\d-])"
    rf"|(?<!\w)(?P<d2>[0-3]?\d)(?:st|nd|rd|th)?(?: of)? (?P<m2>{_MONTH}),? (?P<y2>(?:19|20)\d\d)\b"
    rf"|(?<!\w)(?P<m3>{_MONTH}) (?P<d3>[0-3]?\d)(?:st|nd|rd|th)?,? (?P<y3>(?:19|20)\d\d)\b"
    rf"|(?<!\w)(?P<m4>{_MONTH}),? (?:of )?(?P<y4>(?:19|20)\d\d)\b"
    r"|(?<![\d.])(?P<d5>[0-3]?\d)\.\s?(?P<m5>[01]?\d)\.\s?(?P<y5>(?:19|20)\d\d)\b"
    r"|(?<!\d)(?P<a6>[0-3]?\d)/(?P<b6>[0-3]?\d)/(?P<y6>(?:19|20)\d\d)\b"
    r"|(?P<y7>(?:19|20)\d\d)年(?:\s?(?P<m7>[01]?\d)月(?:\s?(?P<d7>[0-3]?\d)日)?)?"
    r"|(?P<y8>令和)(?P<r8>\d{1,2})年(?:(?P<m8>[01]?\d)月(?:(?P<d8>[0-3]?\d)日)?)?"
    r"|\b(?:Q(?P<q9>[1-4])|(?P<s9>spring|summer|autumn|fall|winter)),?(?: of)?[ /-](?P<y9>(?:19|20)\d\d)\b"
    r"|(?<![\w.-])(?P<y10>(?:19|20)\d\d)[ -]?Q(?P<q10>[1-4])\b"
    r"|(?<![\w./-])(?P<y11>20[0-4]\d)-(?P<m11>[01]\d)(?![\d-])"
    r"|\b(?P<f14>easter|christmas|new year|thanksgiving|black friday) (?P<y14>20[0-4]\d)\b"
    r"|\b(?:the )?(?:year|end of|start of|summer of|spring of|autumn of) (?P<y12>20[0-4]\d)\b(?![-/.]\d)"
    r"|\b(?:in|until|till|through|by|before|during|of) (?P<y13>20[0-4]\d)(?![-/.]?\d)(?=[\s,.;:)]|$)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d|令和")  # no date is written without one
_SEASON_END = {"spring": 5, "summer": 8, "autumn": 11, "fall": 11, "winter": 12}


@dataclass(frozen=True, slots=True)
class Written:
    """A date in a text: half-open offsets, the last day it can mean, and whether it names one."""

    start: int
    end: int
    last: date
    exact: bool


def dates(text: str) -> Iterator[Written]:
    """The dates of `text` in order; impossible ones are left out."""
    if not _YEAR.search(text):
        return
    for found in _DATE.finditer(text):
        day = _read(found)
        if day:
            start = found.start()
            if found["y13"]:
                start = found.start("y13")
            elif found["y12"]:
                start = found.start("y12")
            yield Written(start, found.end(), *day)


def _read(found: re.Match[str]) -> tuple[date, bool] | None:
    parts = {name: value for name, value in found.groupdict().items() if value}
    year = next((v for k, v in parts.items() if k.startswith("y")), "")
    month = next((v for k, v in parts.items() if k[0] == "m"), "")
    day = next((v for k, v in parts.items() if k[0] == "d"), "")
    if "r8" in parts:
        year = str(2018 + int(parts["r8"]))
    if "a6" in parts:
        # Which of the two is the month is not always known: the later reading is the kinder one.
        first, second = int(parts["a6"]), int(parts["b6"])
        options = [_day(int(year), m, d) for m, d in ((first, second), (second, first))]
        known = [d for d in options if d]
        return (max(known), True) if known else None
    quarter = parts.get("q9") or parts.get("q10")
    if quarter:
        return _last(int(year), int(quarter) * 3), False
    if "f14" in parts:
        return _last(int(year), 4 if parts["f14"].lower() == "easter" else 12), False
    if "s9" in parts:
        return _last(int(year), _SEASON_END[parts["s9"].lower()]), False
    number = int(month) if month.isdigit() else _MONTHS.get(month.lower().rstrip("."), 0)
    if not month:
        return date(int(year), 12, 31), False
    if not 1 <= number <= 12:
        return None
    if not day:
        return _last(int(year), number), False
    exact = _day(int(year), number, int(day))
    return (exact, True) if exact else None


def _last(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
