# ruff: noqa: E501  (a list of words is one expression)
"""Number words and units, in three languages."""

from __future__ import annotations


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, in order."""
    return tuple(text.split())


ONES = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = listed("_ _ twenty thirty forty fifty sixty seventy eighty ninety")
NUMBER_WORDS = {word: float(i) for i, word in enumerate(ONES)} | {
    word: 10.0 * i for i, word in enumerate(_TENS) if word != "_"
}
NUMBER_WORDS |= {
    "a": 1.0,
    "an": 1.0,
    "single": 1.0,
    "half": 0.5,
    "hundred": 100.0,
    "thousand": 1000.0,
    "dozen": 12.0,
    "couple": 2.0,
}
WORDS = "|".join(sorted((w for w in NUMBER_WORDS if len(w) > 2), key=len, reverse=True))
DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
HAN = {c: float(i) for i, c in enumerate("〇一二三四五六七八九十")} | {"零": 0.0, "两": 2.0}

#: Unit words and the dimension they measure, with the factor to its base unit.
UNITS: dict[str, tuple[str, float]] = {}
for _dimension, _factor, _names in (
    ("characters", 1, "character characters char chars column columns col cols letter letters"),
    ("lines", 1, "line lines loc"),
    ("words", 1, "word words"),
    ("sentences", 1, "sentence sentences"),
    ("paragraphs", 1, "paragraph paragraphs"),
    ("pages", 1, "page pages"),
    ("items", 1, "item items bullet bullets entry entries row rows result results record records point points element elements"),
    ("files", 1, "file files"),
    ("tests", 1, "test tests"),
    ("questions", 1, "question questions"),
    ("examples", 1, "example examples"),
    ("options", 1, "option options alternative alternatives suggestion suggestions choice choices"),
    ("sources", 1, "source sources reference references citation citations"),
    ("arguments", 1, "argument arguments parameter parameters arg args"),
    ("levels", 1, "level levels layer layers"),
    ("people", 1, "person people approval approvals approver approvers reviewer reviewers review reviews maintainer maintainers colleague colleagues"),
    ("times", 1, "time times retry retries attempt attempts try tries"),
    ("time", 0.001, "ms millisecond milliseconds msec"),
    ("time", 1, "s sec secs second seconds"),
    ("time", 60, "min mins minute minutes"),
    ("time", 3600, "h hour hours hr hrs"),
    ("time", 86400, "day days"),
    ("time", 604800, "week weeks"),
    ("time", 2592000, "month months"),
    ("time", 31536000, "year years"),
    ("percent", 1, "% percent pct"),
    ("bytes", 1, "byte bytes b"),
    ("bytes", 1e3, "kb kib kilobyte kilobytes"),
    ("bytes", 1e6, "mb mib megabyte megabytes"),
    ("bytes", 1e9, "gb gib gigabyte gigabytes"),
    ("pixels", 1, "px pixel pixels"),
    ("font points", 1, "pt"),
    ("dpi", 1, "dpi"),
    ("spaces", 1, "space spaces blank blanks"),
    ("digits", 1, "digit digits decimal decimals"),
    ("commits", 1, "commit commits"),
    ("workers", 1, "worker workers thread threads connection connections replica replicas instance instances"),
    ("money", 1, "eur euro euros usd dollar dollars gbp pounds chf yen $ €"),
    ("degrees", 1, "°c °f ° degrees degree"),
    ("metres", 1, "metres meters metre meter"),
    ("metres", 1000, "km kilometres kilometers"),
    ("grams", 1, "g gram grams"),
    ("grams", 1000, "kg kilograms"),
    ("litres", 0.001, "ml millilitres milliliters"),
    ("litres", 1, "litres liters litre liter"),
    ("tokens", 1, "token tokens"),
    ("count of frame", 1, "fps"),
    ("emoji", 1, "emoji emojis"),
    ("points", 1, "stars"),
):  # fmt: skip
    for _name in listed(_names):
        UNITS.setdefault(_name, (_dimension, _factor))
CJK_UNITS = {
    "文字": ("characters", 1), "字符": ("characters", 1), "字": ("characters", 1), "列": ("characters", 1), "桁": ("characters", 1),
    "カラム": ("characters", 1), "行": ("lines", 1), "文": ("sentences", 1), "句": ("sentences", 1), "段落": ("paragraphs", 1),
    "ページ": ("pages", 1), "页": ("pages", 1), "営業日": ("time", 86400), "工作日": ("time", 86400), "件": ("items", 1), "条": ("items", 1), "項目": ("items", 1), "点": ("items", 1), "位": ("characters", 1),
    "回": ("times", 1), "次": ("times", 1), "度": ("degrees", 1), "℃": ("degrees", 1), "ミリ秒": ("time", 0.001), "毫秒": ("time", 0.001), "秒": ("time", 1),
    "分": ("time", 60), "分钟": ("time", 60), "時間": ("time", 3600), "小时": ("time", 3600), "日": ("time", 86400), "天": ("time", 86400),
    "週間": ("time", 604800), "周": ("time", 604800), "か月": ("time", 2592000), "ヶ月": ("time", 2592000), "个月": ("time", 2592000),
    "年": ("time", 31536000), "%": ("percent", 1), "％": ("percent", 1), "パーセント": ("percent", 1), "人": ("people", 1),
    "名": ("people", 1), "個": ("items", 1), "つ": ("items", 1), "个": ("items", 1), "单词": ("words", 1), "語": ("words", 1),
    "个空格": ("spaces", 1), "空格": ("spaces", 1), "円": ("money", 1), "元": ("money", 1), "个字符": ("characters", 1), "个字": ("characters", 1),
    "MB": ("bytes", 1e6), "KB": ("bytes", 1e3), "GB": ("bytes", 1e9), "単語": ("words", 1),
}  # fmt: skip
