"""Which language a sentence is in, by its letters and its words of grammar."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache

from workbench.language.lists import group, load

_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER = re.compile(r"[\u0370-\u06ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\uac00-\ud7af]")
#: Any letter that is no Latin one.
_FAR = re.compile(f"{_KANA.pattern}|{_HAN.pattern}|{_OTHER.pattern}".replace("]|[", ""))
#: A text is in another language when that many of its words, and this share of them, are words of
#: that language's grammar, and more of them than of English.
_FEWEST, _LEAST_SHARE = 12, 0.08
_CODE = re.compile(r"`[^`\n]{0,400}`")
#: Signs that touch a word: quicker to strip than to find the words, and words of grammar bear none.
_EDGES = '.,;:!?()[]"“”‘’«»*#-–—…'
#: What a path, an address or a name in code holds.
_SIGNS = re.compile(r"[/\\_<>{}$=]|\.\w")
_NAMED = (
    ("Cyrillic", "\u0400", "\u052f"),
    ("Greek", "\u0370", "\u03ff"),
    ("Hebrew", "\u0590", "\u05ff"),
    ("Arabic", "\u0600", "\u06ff"),
    ("Devanagari", "\u0900", "\u097f"),
    ("Thai", "\u0e00", "\u0e7f"),
    ("Korean", "\u1100", "\u11ff"),
    ("Korean", "\uac00", "\ud7af"),
)


@lru_cache(maxsize=256)  # one sentence is read for several things in a row
def language(text: str) -> str:
    """`ja`, `zh`, `en` (any Latin script) or `other`, by the letters of `text`.

    Kana decide for Japanese, Han characters without kana for Chinese, unless they are a few
    foreign words in a Latin sentence.
    """
    if text.isascii():
        return "en" if any(map(str.isalpha, text)) else "other"
    if not _FAR.search(text):
        return "en" if _LATIN.search(text) else "other"
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    latin = len(_LATIN.findall(text))
    if kana + han and (kana + han) * 4 >= latin:
        return "ja" if kana else "zh"
    if len(_OTHER.findall(text)) > latin:
        return "other"
    return "en" if latin else "other"


def latin_language(text: str) -> str:
    """`English`, or the name of another language that a text in Latin letters is shown to be in.

    It goes by the commonest words of grammar; code, paths and addresses are left out. A text too
    short to tell is taken for English.
    """
    prose = " ".join(w for w in _CODE.sub(" ", text).split() if not _SIGNS.search(w[:200]))
    words = Counter(word.strip(_EDGES) for word in prose.lower().replace("'", " ").split())
    total = sum(words.values())
    english = sum(words[word] for word in _english_grammar())
    best, name = 0, "English"
    for language_name, grammar in load("latin").items():
        told = sum(words[word] for word in grammar)
        if told > best:
            best, name = told, language_name
    shown = best >= _FEWEST and best >= _LEAST_SHARE * total and best > english
    return name if shown else "English"


@cache
def _english_grammar() -> frozenset[str]:
    names = ("determiner", "preposition", "pronoun", "conjunction", "finite")
    return frozenset[str]().union(*(group("english", name) for name in names))


def script_name(text: str) -> str:
    """What the letters of a text are called: `Cyrillic`, `Korean`; nothing for other ones."""
    found = Counter(name for ch in text for name, first, last in _NAMED if first <= ch <= last)
    if found:
        return found.most_common(1)[0][0]
    return ""
