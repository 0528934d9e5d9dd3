# ruff: noqa: E501  (a pattern is one expression)
"""Amounts in a sentence: numbers with their unit and direction, in three languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.prompt.amount_units import CJK_UNITS, DIGITS, HAN, NUMBER_WORDS, ONES, UNITS, WORDS
from workbench.prompt.caseless import Caseless
from workbench.prompt.lexicon.stems import listed

_AMOUNT = Caseless(
    rf"(?<![\w.`/-])(?P<value>{DIGITS}|(?:{WORDS})(?:[ -](?:{'|'.join(ONES[1:10])}|hundred|thousand|dozen))?|a|an)"
    rf"(?:\s*(?:-|–|—|to|and|or)\s*(?P<upper>{DIGITS}|{WORDS}))?"
    r"(?P<gap>[ -]?(?:(?:[a-z]+ly|changed|working|line|long|full|more|whole|unit|simple|short|calendar|business|blank|other|approving|independent|consecutive|failed|nested|bullet|retry) )?)"
    rf"(?P<unit>{'|'.join(re.escape(u) for u in sorted(UNITS, key=len, reverse=True))})(?![A-Za-z])",
)
#: "at most two indexes": a bound and a number before a thing that is no unit.
_COUNT = Caseless(
    rf"\b(?P<bound>at most|no more than|not more than|up to|max(?:imum)?(?: of)?|at least|a minimum of|exactly|no fewer than)\s+(?P<value>{DIGITS}|(?:{WORDS}))\s+(?P<what>[a-z]{{4,}}(?:s|es)?)\b",
)
#: "60 requests": digits before a plural.
_PLURAL = re.compile(
    r"(?<![\w.#/-])(?P<value>\d{1,3}(?:,\d{3})+|\d+|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty))\s+(?:(?:daily|weekly|monthly|nightly|full|open|active|old|recent|parallel|concurrent|failed|wrong|missed|empty|unanswered|consecutive) )?(?P<what>(?!is\b|was\b|has\b|as\b|this\b)[a-z]{3,}s)\b"
)
_CLOCK = Caseless(
    r"\b(?:at|by|before|until|till|from|after) (?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\b"
)
_TIMES = Caseless(
    r"\b(?P<word>once|twice|thrice)\b(?!\s+(?:the|it|you|a|an|all|every|this|that|green|done|they|he|she|we|per)\b)",
)
_BARE = Caseless(
    r"\b(?P<what>(?:line length|line width|print width|column limit|page size|batch size|pool size|ttl|timeout|port|coverage|font size|score|threshold|limit|retries|max retries|maximum|tab width|tab size|indent(?:ation)?|rating|concurrency|quality|depth))"
    rf"(?:\s+(?:is|of|to|at|for|each|every|the|a|an|set|stays|must|be|default|fixed|limit|endpoint|list|in|\w+ed|\w+s)){{0,6}}\s*[:=]?\s*(?P<value>{DIGITS})(?![\w%.]*[A-Za-z%])",
)
#: "Set the connection pool to 10", "`pool_size` is 40": a number that only its noun explains.
_NAMED = Caseless(
    rf"(?P<what>\b[a-z]{{3,}}(?:[ _-][a-z]{{3,}}){{0,2}})`?(?:\s+(?:is|are|to|at|of|is set to|set to|stays at|defaults to)|\s*[:=])\s+(?P<value>{DIGITS})(?=\s*(?:$|[.,;:)]))",
)
_NO_DECIMALS = Caseless(
    r"\b(?:without|no|zero) (?:decimals?|decimal places?)\b|\bto (?:the nearest )?(?:whole|full) (?:numbers?|euros?|dollars?|pounds?|yen|percent\w*|units?|integers?)\b"
)
_AT = Caseless(rf"\bwrap\w*\b[^.;]{{0,30}}\b(?:at|after|to)\s+(?P<value>{DIGITS})\b")
_VERSION = re.compile(
    r"\b(?P<tool>[A-Z][A-Za-z#+]*(?:\.js)?)\s+v?(?P<value>\d+(?:\.\d+){0,2})(?:\+|\.x)?(?![\w%:]|[.,]\d|\s*(?:%|percent|characters?|lines?|words?|ms|seconds?|minutes?|hours?|days?|times|items?))"
)
_EDITION = Caseless(
    r"\b(?P<tool>edition|schema version|protocol version|api version|target|ES)\s+(?:is\s+|of\s+)?v?(?P<value>\d+(?:\.\d+)*)\b",
)
_CJK_AMOUNT = re.compile(
    r"(?P<space>スペース|空白)?\s*(?P<value>\d+(?:\.\d+)?|[〇一二三四五六七八九十两]{1,3})\s*(?:[~〜-]\s*(?P<upper>\d+(?:\.\d+)?)\s*)?"
    rf"(?P<unit>{'|'.join(sorted(CJK_UNITS, key=len, reverse=True))})"
)
_HIGH = Caseless(
    r"\b(?:at most|no (?:more|longer|larger|bigger|greater|later) than|not (?:more|longer) than|up to|max(?:imum)?(?: of)?|at the most|below|under|less than|fewer than|shorter than|smaller than|within|not exceed(?:ing)?|exceeds?|never more than|limit(?:ed)? (?:to|of|is)?|cap(?:ped)?(?: at)?|stay(?:s)? under|as large as|above|beyond|over|longer than|more than|wrap\w*)\b[^.;,]{0,30}$|[<≤]\s*$",
)
_HIGH_AFTER = Caseless(
    r"^\s*(?:or (?:fewer|less|shorter|below)|at (?:the )?most|max(?:imum)?\b|tops)|^\s*(?:以内|以下|まで|未満|を超え|を上限|以里|之内|为限)",
)
_LOW = Caseless(
    r"\b(?:at least|no (?:less|fewer|shorter|earlier) than|not (?:less|fewer) than|min(?:imum)?(?: of)?|not below|never below|never under)\b[^.;,]{0,30}$|[≥]\s*$",
)
_LOW_AFTER = Caseless(
    r"^\s*(?:or (?:more|longer|above|higher)|and (?:more|above|up)|at (?:the )?least|min(?:imum)?\b|\+)|^\s*(?:以上|超)",
)
_HIGH_CJK = re.compile(
    r"(?:不超过|最多|最大|至多|上限|不得超过|不能超过|低于|小于|限制在)[^。；，、]{0,8}$"
)
_LOW_CJK = re.compile(r"(?:至少|最少|不少于|不低于|最低|少なくとも)[^。；，、]{0,6}$")
_OF_LINES = Caseless(r"\blines?\b|\bcolumns?\b|\bwrap\w*|行")
_RELATIVE = Caseless(
    r"\b(?:longer|more|above|over|beyond|exceed\w*|older|larger|bigger) than\b[^.;,]{0,12}$|\b(?:above|over|beyond|exceed\w*)\b[^.;,]{0,12}$",
)
_ENUMERATED = Caseless(
    r"(?:\bstep|\bline|\bversion|\bsection|\brule|\bphase|\bchapter|\blevel|#|§)\s*$"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its dimension. `low` and `high` are in the base unit of the dimension.

    `bound`: at-most, at-least, range or exact. `what`: the noun a number without a unit belongs
    to. `start`, `end`: offsets of its words.
    """

    dimension: str
    low: float
    high: float
    bound: str
    what: str
    text: str
    start: int
    end: int
    threshold: bool = False


def amounts(text: str, *, cjk: bool = False) -> list[Amount]:
    """All amounts of a sentence, in order."""
    out: list[Amount] = []
    of_lines = bool(_OF_LINES.search(text))
    taken: list[tuple[int, int]] = []

    def add(dimension: str, low: float, high: float, start: int, end: int, what: str = "") -> None:
        if any(a < end and start < b for a, b in taken):
            return
        taken.append((start, end))
        before, after = text[max(0, start - 60) : start], text[end : end + 24]
        bound = "range" if low != high else "exact"
        if bound == "exact":
            if _LOW.search(before) or _LOW_AFTER.match(after) or (cjk and _LOW_CJK.search(before)):
                bound = "at-least"
            elif (
                _HIGH.search(before)
                or _HIGH_AFTER.match(after)
                or (cjk and _HIGH_CJK.search(before))
            ):
                bound = "at-most"
        out.append(
            Amount(
                dimension,
                low,
                high,
                bound,
                what or ("line length" if of_lines and dimension == "characters" else ""),
                text[start:end],
                start,
                end,
                bool(_RELATIVE.search(before)),
            )
        )

    if cjk:
        for found in _CJK_AMOUNT.finditer(text):
            if found["unit"] in ("年", "日") and (
                len(found["value"]) > 3
                or text[: found.start("value")].rstrip().endswith(("月", "毎"))
            ):
                continue  # a date
            dimension, factor = CJK_UNITS[found["unit"]]
            if text[found.end() : found.end() + 1] in ("目", "次"):
                continue  # the second time
            if dimension == "items" and not found["space"] and not _bounded(text, found):
                continue
            if found["space"]:
                dimension = "spaces"
            low = _value(found["value"]) * factor
            high = _value(found["upper"]) * factor if found["upper"] else low
            add(dimension, low, high, found.start("value"), found.end())
    for found in _AMOUNT.finditer(text):
        value, unit = found["value"], found["unit"].lower()
        dimension, factor = UNITS[unit]
        if value.lower() in ("a", "an") and (
            dimension not in ("time",) or len(unit) < 3 or found["gap"].strip(" ") != ""
        ):
            continue
        if _ENUMERATED.search(text[max(0, found.start() - 12) : found.start()]):
            continue
        if re.search(r"\bof $", text[: found.start()], re.I) and value.lower() in ("a", "an"):
            continue  # a quarter of an hour
        if found["gap"].strip(" -").lower() in ("more", "other"):
            continue  # five more minutes are no limit
        if value.lower() == "one" and dimension == "times":
            continue  # "at one time"
        if len(unit) == 1 and unit.isalpha() and not value[0].isdigit():
            continue
        low = _value(value) * factor
        high = _value(found["upper"]) * factor if found["upper"] else low
        after = text[found.end() : found.end() + 12].lower()
        if dimension == "items" and after.startswith(" per page"):
            dimension = "page size"
        if high < low:
            high = low
        add(dimension, low, high, found.start(), found.end())
    if cjk:
        return out
    for found in _COUNT.finditer(text):
        value_ = _value(found["value"])
        what = found["what"].lower()
        what = what[:-2] if what.endswith("xes") else what.rstrip("s")
        add(f"count of {what}", value_, value_, found.start("value"), found.end("value"))
    for found in _CLOCK.finditer(text):
        clock = float(found["hour"]) * 60 + float(found["minute"])
        add("clock time", clock, clock, found.start("hour"), found.end())
    for found in _PLURAL.finditer(text):
        value_ = _value(found["value"])
        what = found["what"].lower()
        what = what[:-2] if what.endswith("xes") else what.rstrip("s")
        add(f"count of {what}", value_, value_, found.start("value"), found.end("value"))
    for found in _TIMES.finditer(text):
        count = {"once": 1.0, "twice": 2.0, "thrice": 3.0}[found["word"].lower()]
        add("times", count, count, found.start(), found.end())
    for found in _BARE.finditer(text):
        what = found["what"].lower()
        dimension = _BARE_DIMENSIONS.get(what, what)
        value_ = _value(found["value"])
        add(dimension, value_, value_, found.start("value"), found.end("value"), what)
    for found in _AT.finditer(text):
        value_ = _value(found["value"])
        add("characters", value_, value_, found.start("value"), found.end("value"), "line length")
    for found in _NAMED.finditer(text):
        noun = _noun(found["what"])
        if noun:
            value_ = _value(found["value"])
            add(f"count of {noun}", value_, value_, found.start("value"), found.end("value"))
    for found in _NO_DECIMALS.finditer(text):
        add("digits", 0.0, 0.0, found.start(), found.end())
    for pattern in (_VERSION, _EDITION):
        for found in pattern.finditer(text):
            tool = found["tool"].lower().removesuffix(".js")
            if tool in _NOT_TOOLS or (found.start() == 0 and found["tool"].lower() in _LEADING):
                continue
            major = _value(found["value"])
            add(f"version of {tool}", major, major, found.start(), found.end(), tool)
    return out


_GENERAL = listed(
    """size limit max maximum min minimum number count level value rate total amount default depth width height the set
    step line version section rule phase chapter part page table figure item row column day week month year point"""
)
_RELATING = listed(
    """set cap limit keep raise lower reduce increase fix stay stays go goes is are to from and for not only up down
    return answer close open add"""
)


def _noun(what: str) -> str:
    """The last word of a name that says what is counted: `pool` of "pool size"; else empty."""
    words = [w for w in re.split(r"[ _-]+", what.lower()) if w not in _RELATING]
    named = [w for w in words if w not in _GENERAL]
    if not named or words[-1] in ("step", "line", "section", "version", "page", "chapter", "row"):
        return ""
    return named[-1].rstrip("s")


def _bounded(text: str, found: re.Match[str]) -> bool:
    before, after = text[max(0, found.start() - 20) : found.start()], text[found.end() :][:12]
    return bool(
        _HIGH_AFTER.match(after)
        or _LOW_AFTER.match(after)
        or _HIGH_CJK.search(before)
        or _LOW_CJK.search(before)
    )


_BARE_DIMENSIONS = {
    "line length": "characters", "line width": "characters", "print width": "characters", "column limit": "characters",
    "timeout": "time", "ttl": "time", "retries": "times", "max retries": "times", "tab width": "spaces", "tab size": "spaces",
    "indent": "spaces", "indentation": "spaces", "coverage": "percent",
}  # fmt: skip
_NOT_TOOLS = listed(
    """step line section rule phase chapter level part page table figure version item row column day week month
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday http error code port the at on in by from over under above below about only least
    most than until after before within every type appendix note option case example issue ticket q h id no rfc utf
    iso least max min pr bug"""
)
_LEADING = listed(
    """
    use run keep add wrap limit allow retry write give set list show return answer make send
    cap at up
    """
)


def _value(text: str) -> float:
    low = text.lower().replace(",", "")
    if low and low[0] in HAN and not low[0].isascii():
        if low == "十":
            return 10.0
        if "十" in low:
            head, _, tail = low.partition("十")
            return 10 * (HAN.get(head, 1.0) if head else 1.0) + (
                HAN.get(tail, 0.0) if tail else 0.0
            )
        return HAN.get(low[0], 0.0)
    if low[:1].isdigit():
        whole, _, rest = low.partition(".")
        return float(whole) if not rest else float(f"{whole}.{rest.replace('.', '')}")
    total = 0.0
    for piece in low.replace("-", " ").split():
        value = NUMBER_WORDS.get(piece, 0.0)
        total = total * value if value >= 100 and total else total + value
    return total
