"""Dates as people write them: which stretch of a sentence is a date, and its last day."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

#: The first three letters tell a month.
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME = rf"(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?"
_DAY = r"[0-3]?\d(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d"
_DATE = re.compile(
    rf"(?<![\w.-])(?P<y1>{_YEAR})[-/.](?P<m1>[01]?\d)[-/.](?P<d1>[0-3]?\d)(?![\d-])"
    rf"|(?<!\w)(?P<d2>{_DAY})(?: of)? (?P<m2>{_NAME}),? (?P<y2>{_YEAR})\b"
    rf"|(?<!\w)(?P<m3>{_NAME}) (?P<d3>{_DAY}),? (?P<y3>{_YEAR})\b"
    rf"|(?<!\w)(?P<m4>{_NAME}),? (?P<y4>{_YEAR})\b"
    rf"|(?<![\d.])(?P<d5>[0-3]?\d)\.\s?(?P<m5>[01]?\d)\.\s?(?P<y5>{_YEAR})\b"
    rf"|(?P<y6>{_YEAR})年(?:\s?(?P<m6>[01]?\d)月(?:\s?(?P<d6>[0-3]?\d)日)?)?"
    rf"|(?<![\w./-])(?P<y7>{_YEAR})(?![-/.]?\d)(?=[\s,.;:)]|$)",
    re.IGNORECASE,
)
_FORMS = 7


@dataclass(frozen=True, slots=True)
class Written:
    """A date in a text: half-open offsets, and the last day that it can mean."""

    start: int
    end: int
    last: date


def dates(text: str) -> Iterator[Written]:
    """The dates of `text` in order; impossible ones are left out."""
    for found in _DATE.finditer(text):
        last = _last_day(found)
        if last is not None:
            yield Written(found.start(), found.end(), last)


def _last_day(found: re.Match[str]) -> date | None:
    parts = found.groupdict()
    form = next(n for n in range(1, _FORMS + 1) if parts[f"y{n}"])
    year, named = int(parts[f"y{form}"]), parts.get(f"m{form}")
    if not named:
        return date(year, 12, 31)
    month = int(named) if named.isdigit() else _MONTHS.index(named[:3].lower()) + 1
    if not 1 <= month <= 12:
        return None
    day = re.sub(r"\D", "", parts.get(f"d{form}") or "")
    if not day:
        return date(year, month, monthrange(year, month)[1])
    try:
        return date(year, month, int(day))
    except ValueError:
        return None
