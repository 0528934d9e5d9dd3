"""The words of added sections in the prompt's own language, and which titles mean the same.

Titles are matched without markup, numbers, icons and closing colons, in any case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from workbench.language.scripts import language
from workbench.language.titles import bare_title, is_generic_title, is_reminder_title

__all__ = [
    "WORDS",
    "Words",
    "bare_title",
    "is_checklist_title",
    "is_critical_title",
    "is_generic_title",
    "is_reminder_title",
    "words_for",
]


@dataclass(frozen=True, slots=True)
class Words:
    """Titles of the added sections, their tags, and the signs behind and between headings.

    `verify`: the line that introduces a checklist. `pointer`: the line that stays where a section
    went to a file, with `{path}`. `mark`: the marker of a rule that must hold.
    """

    critical: str
    reminders: str
    critical_tag: str
    reminders_tag: str
    colon: str
    joint: str
    checklist: str
    checklist_tag: str
    verify: str
    pointer: str
    mark: str


WORDS: dict[str, Words] = {
    "en": Words(
        "Critical rules",
        "Reminders",
        "critical_rules",
        "reminders",
        ": ",
        " / ",
        "Final checklist",
        "final_checklist",
        "Before finishing, verify:",
        "This section is in `{path}`; read it when you need it.",
        "[REQUIRED]",
    ),
    "ja": Words(
        "重要な規則",
        "再確認",
        "critical_rules",
        "reminders",
        "：",
        "／",
        "完了前のチェックリスト",
        "final_checklist",
        "完了する前に、次を確認してください。",
        "この節は `{path}` にあります。必要になったら読んでください。",
        "【必須】",
    ),
    "zh": Words(
        "关键规则",
        "再次提醒",
        "critical_rules",
        "reminders",
        "：",
        "／",
        "完成前检查清单",
        "final_checklist",
        "完成之前，请逐项确认：",
        "本节内容见 `{path}`，需要时请阅读。",
        "【必须】",
    ),
}

#: The markers in all languages.
MARKS = tuple(words.mark for words in WORDS.values())

_CRITICAL = re.compile(
    r"(?:(?:critical|key|important|hard|golden|absolute|top|core|essential|non-negotiable)[ _-]"
    r"(?:rules?|constraints?|requirements?|instructions?|notes?|reminders?)"
    r"|critical|important|non-negotiables?|rules you must follow|must follow"
    r"|read (?:this )?first"
    r"|重要(?:な)?(?:規則|ルール|事項|な注意)?|最重要(?:事項|ルール)?|必須(?:事項|ルール)"
    r"|厳守事項|(?:絶対に|必ず)守る(?:べき)?(?:こと|ルール)"
    r"|(?:最?重要|关键|核心|硬性|必须遵守)的?(?:规则|要求|约束|事项|规定|原则)|關鍵規則)",
    re.IGNORECASE,
)
#: Behind the title of a section of critical rules: how binding it is.
_BINDING = re.compile(
    r" ?(?:[(（]|[-–—:：] ?)(?:(?:always |you )?must (?:always )?(?:be )?follow(?:ed)?|mandatory"
    r"|required|strict|always|non-negotiable|read (?:this )?(?:carefully|first)|do not skip"
    r"|必読|厳守|必须遵守)[)）]?$",
    re.IGNORECASE,
)


_CHECKLIST = re.compile(
    r"(?:[\w-]+ ){0,3}check-?lists?(?: (?:before|for|when|to|of) .{1,40})?"
    r"|before (?:you )?(?:finish|submit|commit|complet|hand|clos|end|push|answer|respond)\w*.{0,40}"
    r"|definition of done|final checks?|self[- ](?:check|review)|verify before .{1,40}"
    r"|.{0,12}チェックリスト|.{0,8}(?:完了|終了|提出|コミット)(?:する)?前.{0,12}|最終確認"
    r"|.{0,8}(?:检查|核对|自查)(?:清单|列表|项)|(?:完成|提交|结束)之?前.{0,12}",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def is_checklist_title(title: str) -> bool:
    """Whether it heads what is to be checked at the end of the work."""
    return bool(_CHECKLIST.fullmatch(bare_title(title)))


@lru_cache(maxsize=2048)
def is_critical_title(title: str) -> bool:
    """Whether it heads the rules that matter most."""
    return bool(_CRITICAL.fullmatch(_BINDING.sub("", bare_title(title))))


def words_for(text: str) -> Words | None:
    """The words for a prompt in the language of `text`; None where we have none."""
    return WORDS.get(language(text))
