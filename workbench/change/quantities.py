# ruff: noqa: E501  (a pattern is one expression)
"""Numbers and units in one spelling: "one minute" and "60 seconds" are the same quantity.

English numerals stand for digits up to one hundred, Chinese and Japanese ones up to 9999 where
a counter follows. Spans of time become seconds (months and years differ in length and stay);
measures and shares get their sign.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

_BELOW_20 = """zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen"""
_TENTHS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ONES, _TENS = _BELOW_20.split(), _TENTHS.split()
_VALUES = {word: n for n, word in enumerate(_ONES)}
_VALUES |= {word: 10 * n for n, word in enumerate(_TENS, 2)}
_NUMERAL = re.compile(
    rf"(?<![\w-])(?:(?:a|one) hundred|(?:{'|'.join(_TENS)})[- ](?:{'|'.join(_ONES[1:10])})|{'|'.join((*_TENS, *_ONES[2:]))})(?!\w)",
    re.IGNORECASE,
)
_UNITS = r"seconds?|minutes?|hours?|days?|weeks?|months?|years?"
_ONE = re.compile(rf"(?<![\w-])one(?=[- ](?:{_UNITS}|word|line|page|sentence)\b)", re.IGNORECASE)
_PARTS = tuple(
    (re.compile(words, re.IGNORECASE), by)
    for words, by in (
        (r"\bhalf an hour\b|\ba half[- ]hour\b|半小时|半個小時", "30 minutes"),
        (r"\ba quarter of an hour\b", "15 minutes"),
        (r"\ban hour and a half\b", "90 minutes"),
        (r"\b(?<=within )an? (?=(?:second|minute|hour|day|week)\b)", "1 "),
        (r"\b(?<=after )an? (?=(?:second|minute|hour|day|week)\b)", "1 "),
        (r"\b(?<=for )an? (?=(?:second|minute|hour|day|week)\b)", "1 "),
    )
)
_SIGNS = {sign: n for n, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_POWERS = {"十": 10, "百": 100, "千": 1000}
_COUNTER = "个|個|字|天|小时|时间|時間|分|秒|次|条|行|人|名|位|句|回|日|件|枚|つ|ページ|页|项|項|种|種|段|级|周|週|月|か月|年|文|语|単語|倍|点|層|层"
#: 一度, 一部 and 一般 are words, not numbers.
_CJK_NUMERAL = re.compile(
    rf"(?<!第)(?!一(?:日中|方|时间|人ひとり|つ一つ|次性))[一二三四五六七八九十百千零〇两]{{1,9}}(?=(?:{_COUNTER}))"
)
_LENGTHS = {
    unit: seconds
    for units, seconds in (
        ("second seconds sec secs s 秒 秒間", 1),
        ("minute minutes min mins 分 分間 分钟", 60),
        ("hour hours hr hrs h 小时 个小时 時間", 3600),
        ("day days 天 日 日間", 86_400),
        ("week weeks 週間 周", 604_800),
    )
    for unit in units.split()
}
_LATIN_SPAN = re.compile(
    r"(?<![\w.,:])(\d{1,12}(?:\.\d{1,12})?)[ -]?(seconds?|secs?|s|minutes?|mins?|hours?|hrs?|h|days?|weeks?)\b",
    re.IGNORECASE,
)
_CJK_SPAN = re.compile(
    r"(?<![\w.,:])(\d{1,12}(?:\.\d{1,12})?)\s?(秒間?|分(?:钟|間)?|(?:个)?小时|時間|天|日間|日(?=以内)|週間|周)"
)
_MEASURES = tuple(
    (re.compile(rf"(?<=\d)\s?(?:{names})(?!\w)", re.IGNORECASE), f" {sign}")
    for names, sign in (
        ("%|％|percent|per cent|パーセント", "%"),
        ("degrees?(?: celsius| c)?|°C?|度", "°"),
        ("kilobytes?|kb", "kb"),
        ("megabytes?|mb", "mb"),
        ("gigabytes?|gb", "gb"),
        ("millimet(?:re|er)s?|mm", "mm"),
        ("centimet(?:re|er)s?|cm", "cm"),
        ("met(?:re|er)s?|m", "m"),
        ("kilomet(?:re|er)s?|km", "km"),
        ("kilo(?:gram)?s?|kg", "kg"),
        ("grams?|g", "g"),
        ("millilit(?:re|er)s?|ml", "ml"),
        ("lit(?:re|er)s?|l", "l"),
        ("pixels?|px|像素|ピクセル", "px"),
        ("points?|pt", "pt"),
        ("euros?|eur|€", "EUR"),
        ("dollars?|usd", "USD"),
        ("yen|jpy|円", "JPY"),
        ("yuan|rmb|cny|元", "CNY"),
    )
)
_SIGNED = re.compile(r"(?<![\w$])(€|¥|£)\s?(\d+(?:[.,]\d+)*)")
_PART = re.compile(r"half|quarter|\ban? (?:second|minute|hour|day|week)\b|半", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_TOLD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\w+teen|eleven|twelve|\w+ty|hundred)\b",
    re.I,
)
_QUANTITY = re.compile(
    r"(?<![A-Za-z0-9_.])(\d+(?:[.,:]\d+)*)(?:\s(%|°|(?:s|kb|mb|gb|mm|cm|m|km|kg|g|ml|l|px|pt|EUR|USD|JPY|CNY|GBP)(?![A-Za-z])))?"
)
_SIGN_NAMES = {"€": "EUR", "¥": "JPY", "£": "GBP"}


def spelled(text: str) -> str:
    """`text` with its numbers in digits and its units in one spelling."""
    if _TOLD.search(text):
        text = _ONE.sub("1", _NUMERAL.sub(_digits, text))
    if _PART.search(text):
        for pattern, by in _PARTS:
            text = pattern.sub(by, text)
    if not text.isascii():
        text = _CJK_NUMERAL.sub(_cjk_digits, text)
    if not _DIGIT.search(text):
        return text
    text = _LATIN_SPAN.sub(_seconds, text)
    if not text.isascii():
        text = _CJK_SPAN.sub(_seconds, text)
        text = _SIGNED.sub(lambda m: f"{m[2]} {_SIGN_NAMES[m[1]]}", text)
    for pattern, sign in _MEASURES:
        text = pattern.sub(sign, text)
    return text


def quantities(text: str) -> Counter[str]:
    """The numbers of a text that `spelled` gave, each with its unit."""
    return Counter(
        f"{m[1].replace(',', '')} {(m[2] or '').casefold()}".strip()
        for m in _QUANTITY.finditer(text)
    )


def _digits(found: re.Match[str]) -> str:
    words = re.split(r"[- ]", found[0].lower())
    return "100" if words[-1] == "hundred" else str(sum(_VALUES[word] for word in words))


def _cjk_digits(found: re.Match[str]) -> str:
    total = unit = 0
    for sign in found[0]:
        if sign in _POWERS:
            total += (unit or 1) * _POWERS[sign]
            unit = 0
        else:
            unit = unit * 10 + _SIGNS[sign]
    return str(total + unit)


def _seconds(found: re.Match[str]) -> str:
    value = Fraction(found[1]) * _LENGTHS[found[2].casefold()]
    return f"{value.numerator if value.denominator == 1 else float(value)} s"
