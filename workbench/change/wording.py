"""The words of added sections in the prompt's own language, and which titles mean the same.

Titles are matched without markup, numbers, icons and closing colons, in any case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.prompt.language import language, plain


@dataclass(frozen=True, slots=True)
class Words:
    """Titles of the two added sections, their tags, and the signs behind and between headings."""

    critical: str
    reminders: str
    critical_tag: str
    reminders_tag: str
    colon: str
    joint: str


WORDS: dict[str, Words] = {
    "en": Words("Critical rules", "Reminders", "critical_rules", "reminders", ": ", " / "),
    "ja": Words("重要な規則", "再確認", "critical_rules", "reminders", "：", "／"),
    "zh": Words("关键规则", "再次提醒", "critical_rules", "reminders", "：", "／"),
}

_CRITICAL = re.compile(
    r"(?:(?:critical|key|important|hard|golden|absolute|top|core|essential|non-negotiable)[ _-]"
    r"(?:rules?|constraints?|requirements?|instructions?|notes?|reminders?)"
    r"|critical|important|non-negotiables?|rules you must follow|must follow"
    r"|read (?:this )?first"
    r"|重要(?:な)?(?:規則|ルール|事項|な注意)?|最重要(?:事項|ルール)?|必須(?:事項|ルール)"
    r"|厳守事項|絶対(?:に)?守る(?:こと|ルール)"
    r"|(?:关键|重要|核心|硬性|必须遵守的)(?:规则|要求|约束|事项|规定|原则)|關鍵規則)",
    re.IGNORECASE,
)
_REMINDERS = re.compile(
    r"(?:(?:final |closing |key |important |critical )?reminders?|remember"
    r"|before (?:you )?finish(?:ing)?"
    r"|再確認|リマインダー|最後に|再次提醒|提醒|最后提醒|重申)",
    re.IGNORECASE,
)
#: Titles that name no topic: what stands below them holds for the whole prompt.
_GENERIC = re.compile(
    r"(?:(?:(?:general|global|basic|main|project|your|our|the|key|core|common|overall|additional"
    r"|other|more|important|critical|strict|hard|absolute|mandatory|golden|ground|essential|agent"
    r"|ai|assistant|system|coding agent|working|house|operating|fundamental)[ _-]){0,2}"
    r"(?:rules?|notes?|guidelines?|constraints?|instructions?|requirements?|principles?|policies"
    r"|policy|conventions?|standards?|restrictions?|limitations?|boundaries|guardrails?"
    r"|directives?|guidance|behaviou?rs?|warnings?|cautions?|safety|do'?s and don'?ts"
    r"|dos? (?:and|&) don'?ts?|expectations|reminders?|considerations?|best practices|mandates?"
    r"|overview|introduction|intro|about|summary)"
    r"|important|critical|attention|caution|warning|note|non-negotiables?|rules of engagement"
    r"|things to (?:remember|know|keep in mind)|what to (?:know|remember)|always|must(?:s| follow)?"
    r"|read (?:this )?first|general|claude|claude\.md|agents\.md|gemini\.md|agents?|prompt|system"
    r"|(?:重要|基本|共通|全般|一般|必須|厳守|絶対)?な?"
    r"(?:規則|ルール|事項|方針|原則|指針|制約|指示|注意(?:事項|点)?|要件)"
    r"|(?:重要|基本|通用|一般|全局|核心|关键|硬性)?"
    r"(?:规则|要求|约束|准则|原则|指南|注意事项|规范|限制|须知|说明|规定)"
    r"|重要|注意|概要|はじめに|概述|简介)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"^(?:[\dIVX]{1,4}(?:\.\d{1,3})*[.):、]|第[\d一二三四五六七八九十]+[章节節]"
    r"|[一二三四五六七八九十]、)\s*"
)
_SIGNS = re.compile(r"^[^\w(\[（「【]+|[^\w)\]）」】'’%+#]+$")


def bare_title(title: str) -> str:
    """A title without markup, leading number, icons and closing colon."""
    words = _SIGNS.sub("", plain(title, quotes=False))
    return _SIGNS.sub("", _NUMBER.sub("", words)).replace("’", "'")


def is_critical_title(title: str) -> bool:
    return bool(_CRITICAL.fullmatch(bare_title(title)))


def is_reminder_title(title: str) -> bool:
    return bool(_REMINDERS.fullmatch(bare_title(title)))


def is_generic_title(title: str) -> bool:
    """Whether a heading, lead or tag name names no topic of its own."""
    bare = bare_title(title.replace("_", " ")) if "_" in title and " " not in title else ""
    return bool(_GENERIC.fullmatch(bare or bare_title(title)) or is_reminder_title(title))


def words_for(text: str) -> Words | None:
    """The words for a prompt in the language of `text`; None where we have none."""
    return WORDS.get(language(text))
