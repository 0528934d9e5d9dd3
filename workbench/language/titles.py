"""Titles that name no topic: what stands below "Rules" or "Important" holds everywhere."""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.language.markup import plain
from workbench.prompt.caseless import Caseless

_KIND = (
    r"(?:rules?|notes?|guidelines?|constraints?|instructions?|requirements?|principles?|policies"
    r"|policy|conventions?|standards?|restrictions?|limitations?|boundaries|guardrails?"
    r"|directives?|guidance|behaviou?rs?|behaviou?r rules|warnings?|cautions?|safety"
    r"|safety (?:rules?|notes?)|do'?s (?:and|&) don'?ts?|dos? (?:and|&) don'?ts?|expectations"
    r"|reminders?|considerations?|best practices|mandates?|information|commandments"
    r"|overview|introduction|intro|about|summary|preamble)"
)
_ADJECTIVE = (
    r"(?:general|global|basic|main|project|your|our|the|key|core|common|overall|additional|other"
    r"|more|important|very important|most important|critical|strict|hard|absolute|mandatory|golden"
    r"|ground|iron|essential|top|agent|ai|assistant|system|coding agent|working|house|operating"
    r"|fundamental|development|non-negotiable|universal|always-on|always on|project-wide"
    r"|repo(?:sitory)?(?:-wide)?)"
)
_NAME = rf"(?:{_ADJECTIVE}[ _-]){{0,3}}{_KIND}"
_READERS = (
    r"(?:all |the |any |every |your )?(?:claude(?: code)?|codex|copilot|gemini|cursor|llms?|models?"
    r"|(?:ai |coding )?(?:agents?|assistants?)|contributors?|you)"
)
#: Behind a title: who it is for, and how binding it is.
_TAIL = (
    rf"(?: (?:for|to) {_READERS})?"
    r"(?: ?(?:[(（]|[-–—:：] ?)(?:(?:always |you )?must (?:always )?(?:be )?follow(?:ed)?"
    r"|mandatory|required|strict|always|non-negotiable|important|critical"
    r"|read (?:this |me )?(?:carefully|first)|do not skip|must read|必読|必須|厳守|重要|必须遵守"
    r"|必读)[)）]?)?"
)
_EN = (
    rf"(?:{_NAME}(?:(?: and | & |, | / ){_NAME})?"
    r"|important|critical|attention|caution|warning|note|non-negotiables?|rules of engagement"
    r"|rules of thumb|(?:the )?iron laws?|ground rules|prime directives?"
    r"|things (?:you must |to )(?:always )?(?:remember|know|follow|keep in mind)"
    r"|what (?:you must |to )(?:always )?(?:know|remember)|always|must(?:s| follow)?"
    r"|(?:critical|important),? read (?:this )?first|read (?:this )?first|general"
    r"|claude|(?:claude|agents?|gemini|skill)\.md(?:[ :(–-].{0,40})?|gemini|agents?|prompt|system)"
)
_JA = (
    r"(?:(?:最?重要|基本|共通|全般|全体|一般|必須|厳守|遵守|絶対|開発|その他|追加|主要)?(?:な|の|的な)?"
    r"(?:規則|ルール|事項|方針|原則|指針|制約(?:事項|条件)?|指示(?:事項)?|注意(?:事項|点|書き)?"
    r"|留意(?:事項|点)|要件|規約|規範|ガイドライン|お願い)"
    r"|(?:絶対に|必ず)?守る(?:べき)?(?:こと|ルール|事項|規則|原則)|行動(?:規範|指針)|備考|重要|最重要"
    r"|概要|はじめに|前提)"
)
_ZH = (
    r"(?:(?:最?重要|基本|通用|一般|全局|核心|关键|關鍵|硬性|开发|行为|总体|强制|安全|必须遵守|其他|主要)?的?"
    r"(?:规则|規則|要求|约束(?:条件)?|准则|原则|指南|注意事项|规范|限制|须知|说明|规定|提示|提醒|守则|指令"
    r"|事项|红线)|总则|必须遵守|注意|重要|概述|简介)"
)
_GENERIC = Caseless(rf"(?:{_EN}{_TAIL}|(?:{_JA}|{_ZH})(?:[(（：:-].{{0,12}})?)")
_REMINDERS = Caseless(
    r"(?:(?:final |closing |key |important |critical )?reminders?|remember"
    r"|before (?:you )?finish(?:ing)?"
    r"|再確認|リマインダー|最後に|再次提醒|提醒|最后提醒|重申)",
)
_NUMBER = re.compile(
    r"^(?:\d{1,3}(?:\.\d{1,3})+[.):、]?(?=\s)|[\dIVX]{1,4}[.):、](?!\d)|第[\d一二三四五六七八九十]+[章节節]"
    r"|[一二三四五六七八九十]、)\s*"
)
#: The name that frontmatter gives to a skill or an agent.
_FIELD = re.compile(r"^name:[ \t]*(\S.*)$", re.MULTILINE)
_SIGNS = re.compile(r"^[^\w(\[（「【]+|[^\w)\]）」】'’%+#]+$")


@lru_cache(maxsize=2048)
def bare_title(title: str) -> str:
    """A title without markup, leading number, icons and closing colon."""
    words = _SIGNS.sub("", plain(title, quotes=False))
    return _SIGNS.sub("", _NUMBER.sub("", words)).replace("’", "'")


@lru_cache(maxsize=2048)
def is_reminder_title(title: str) -> bool:
    """Whether it heads rules that were said before."""
    return bool(_REMINDERS.fullmatch(bare_title(title)))


@lru_cache(maxsize=2048)
def is_generic_title(title: str) -> bool:
    """Whether a heading, lead or tag name names no topic of its own."""
    bare = bare_title(title.replace("_", " ")) if "_" in title and " " not in title else ""
    return bool(_GENERIC.fullmatch(bare or bare_title(title)) or is_reminder_title(title))


def is_named(text: str, title: str) -> bool:
    """Whether the frontmatter gives a text the name that a heading has."""
    if not text.startswith("---"):
        return False
    name = _FIELD.search(text, 0, 4000)
    return name is not None and _letters(name[1]) == _letters(title) != ""


def _letters(words: str) -> str:
    return "".join(ch for ch in words.casefold() if ch.isalnum())
