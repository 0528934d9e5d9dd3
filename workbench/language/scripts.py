"""Which language a sentence is in, by its letters and its words of grammar."""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.language.lists import group

_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER = re.compile(r"[\u0370-\u06ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\uac00-\ud7af]")
#: Any letter that is no Latin one.
_FAR = re.compile(f"{_KANA.pattern}|{_HAN.pattern}|{_OTHER.pattern}".replace("]|[", ""))
#: Below this share of words of grammar a long Latin text is not English; English prose has .35 and
#: more, lists of commands about .15.
_ENGLISH_SHARE, _ENOUGH_WORDS = 0.08, 40


@lru_cache(maxsize=256)  # one sentence is read for several things in a row
def language(text: str) -> str:
    """`ja`, `zh`, `en` (any Latin script) or `other`, by the letters of `text`.

    Kana decide for Japanese, Han characters without kana for Chinese, unless they are a few
    foreign words in a Latin sentence.
    """
    if text.isascii():
        return "en" if any(ch.isalpha() for ch in text) else "other"
    if not _FAR.search(text):
        return "en" if _LATIN.search(text) else "other"
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    latin = len(_LATIN.findall(text))
    if kana + han and (kana + han) * 4 >= latin:
        return "ja" if kana else "zh"
    if len(_OTHER.findall(text)) > latin:
        return "other"
    return "en" if latin else "other"


def is_english(text: str) -> bool:
    """Whether a text in Latin letters is English: enough of its words are words of its grammar."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    if len(words) < _ENOUGH_WORDS:
        return True
    grammar = group("english", "determiner") | group("english", "preposition")
    grammar |= group("english", "pronoun") | group("english", "conjunction")
    return sum(word in grammar for word in words) >= _ENGLISH_SHARE * len(words)
