"""Chinese: modal words before the verb; an attribute of a noun is no rule.

The forms stand in `data/chinese.txt`.
"""

from __future__ import annotations

import re

from workbench.language.force import NONE, Force, stronger
from workbench.language.lists import patterns
from workbench.language.sentences import sentence_texts


def read(text: str) -> Force:
    """The verdict on one or more Chinese sentences without markup."""
    best = NONE
    for sentence in sentence_texts(text):
        for clause in sentence.replace("；", ";").split(";"):
            if clause := clause.strip(" ，,、.。！!"):
                best = stronger(best, _sentence(clause))
    return best


def _sentence(text: str) -> Force:
    if patterns("chinese", "asked").search(text) or patterns("chinese", "shown").match(text):
        return NONE
    body = patterns("chinese", "attribute").sub("", text)
    soft, ban, duty = (
        patterns("chinese", "soft").search(body),
        patterns("chinese", "ban").search(body),
        patterns("chinese", "duty").search(body),
    )
    polarity = "dont" if re.search(r"不|勿|避免|别", body) else "do"
    if re.search(r"(?:曾经|以前|过去|旧(?:规定|版|的规则)|已废止|已取消)", body):
        return NONE
    if ban and ban[0] == "避免" and not re.search(r"务必|必须|一定|绝对", body):
        return Force("soft", "dont", "wish", "避免")
    if soft and not (
        ban
        and ban.start() > soft.end()
        and re.search(r"[，,]但|但", body[soft.end() : ban.start()])
    ):
        gated = (duty and duty[0].startswith(("只有", "除非"))) or (
            ban and ban.start() < soft.start()
        )
        if not gated:
            return Force("soft", polarity, "wish", soft[0])
    if ban:
        return Force("hard", "dont", "ban", ban[0])
    if duty and not (
        duty[0] == "需要" and re.search(r"我|用户|你们|使用者|系统|模型", body[: duty.start()])
    ):
        return Force("hard", "do", "duty", duty[0])
    if (
        patterns("chinese", "verb").match(body)
        and not patterns("chinese", "fact").search(body)
        and not patterns("chinese", "named").match(body)
    ):
        return Force("hard", "do", "imperative", body[:2])
    if body.startswith(("请", "别")):
        return Force("hard", "dont" if body[0] == "别" else "do", "imperative", body[0])
    return NONE
