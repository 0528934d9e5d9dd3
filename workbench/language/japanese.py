"""Japanese: the end of the sentence decides, adverbs strengthen or soften it.

The forms stand in `data/japanese.txt`.
"""

from __future__ import annotations

import re

from workbench.language.force import NONE, Force, stronger
from workbench.language.lists import patterns
from workbench.language.sentences import sentence_texts


def read(text: str) -> Force:
    """The verdict on one or more Japanese sentences without markup."""
    best = NONE
    for sentence in sentence_texts(text):
        best = stronger(best, _sentence(sentence.strip(" 　、.。！!")))
    return best


def _sentence(text: str) -> Force:
    if (
        patterns("japanese", "asked").search(text)
        or patterns("japanese", "shown").match(text)
        or patterns("japanese", "head").match(text)
    ):
        return NONE
    if (
        patterns("japanese", "told").match(text)
        and not patterns("japanese", "ban").search(text)
        and not patterns("japanese", "duty").search(text)
    ):
        return NONE
    body = patterns("japanese", "attribute").sub("", text)
    soft = patterns("japanese", "soft").search(body)
    ban = patterns("japanese", "ban").search(body)
    duty = patterns("japanese", "duty").search(body)
    if soft and not (
        ban and soft.start() < ban.start() and "が、" in body[soft.end() : ban.start()]
    ):
        return Force(
            "soft", "dont" if re.search(r"ない|ません|避け", body) else "do", "wish", soft[0]
        )
    if re.search(r"(?:ていた|でした|だった|ました|された|した)$", body):
        return NONE
    if ban and not (
        patterns("japanese", "subject").match(body)
        and ban[0].startswith(("決して", "絶対", "一切", "以外"))
    ):
        return Force("hard", "dont", "ban", ban[0])
    if duty and not re.search(r"(?:てい|でい)(?:る|ます)$", body):
        negative = re.search(r"(?:ない|ません)$", body) and not re.search(
            r"なければ|なくては|ねば|ないと", body
        )
        return Force("hard", "dont" if negative else "do", "duty", duty[0])
    if patterns("japanese", "please").search(body):
        return Force("hard", "do", "imperative", body[-4:])
    if patterns("japanese", "subject").match(body) or patterns("japanese", "pointed").match(body):
        return NONE
    if (
        patterns("japanese", "plain-ban").search(body)
        and not patterns("japanese", "intransitive").search(body)
        and not re.search(r"(?:では|じゃ|く)ない$", body)
    ):
        return Force("hard", "dont", "ban", body[-3:])
    if re.search(r"(?:とする|とします|にする|にします)$", body):
        return Force("hard", "do", "duty", "とする")
    if re.search(r"を(?:[^、。]{0,6}に)?[\u4e00-\u9fff]{2,4}$", body):
        return Force("hard", "do", "imperative", body[-2:])
    if (
        patterns("japanese", "verb").search(body)
        and not patterns("japanese", "state").search(body)
        and not re.search(r"[^をにでは、はもと]が[^、]{0,20}$", body)
    ):
        return Force("hard", "do", "imperative", body[-2:])
    return NONE


#: Endings of a verb by its conjugation: before `ない`, the one with `て`, and the plain one. Verbs
#: of one row of the table share their forms, so a row stands for the verb's ending.
_ROWS = (
    ("わたら", "って", "うつる"),
    ("まばな", "んで", "むぶぬ"),
    ("か", "いて", "く"),
    ("が", "いで", "ぐ"),
    ("さし", "して", "す"),
)
_NOT = r"ない(?:でください|こと|ように)?"
_DO = r"(?:ください|はいけない|はならない|はいけません|はなりません)"
_CONJUGATED = tuple(
    re.compile(rf"(?P<stem>.{{1,300}}?)(?:[{a}]{_NOT}|{te}{_DO}|(?:[{u}]|する)(?:こと|ように)?)")
    if u == "す"
    else re.compile(rf"(?P<stem>.{{1,300}}?)(?:[{a}]{_NOT}|{te}{_DO}|[{u}](?:こと|ように)?)")
    for a, te, u in _ROWS
)
#: Verbs that only take another ending: `食べる`, `食べて`, `食べない`.
_ONE_ROW = re.compile(rf"(?P<stem>.{{1,300}}?)(?:{_NOT}|て{_DO}|る(?:こと|ように)?)")


def verbs(text: str) -> frozenset[tuple[str, int]]:
    """What a sentence says is or is not to be done, without form and sign: the words up to the
    ending of the last verb, and its conjugation. Several where the ending fits more than one."""
    text = re.sub(
        r"(?:は|を)?(?:禁止|しない|する)(?:です|でください)?$", "しない", text.strip(" 　。．.！!")
    )
    found = {
        (match["stem"].removesuffix("は").removesuffix("を"), row)
        for row, pattern in enumerate(_CONJUGATED)
        if (match := pattern.fullmatch(text))
    }
    if match := _ONE_ROW.fullmatch(text):
        found.add((match["stem"], len(_ROWS)))
    return frozenset(found)
