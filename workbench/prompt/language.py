"""Which language a sentence is in, by its script, and its words without markup."""

from __future__ import annotations

import re
from functools import lru_cache

_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_OTHER = re.compile(r"[\u0370-\u06ff\u0900-\u0dff\u0e00-\u0eff\u1100-\u11ff\uac00-\ud7af]")
#: Any letter that is no Latin one.
_FAR = re.compile(f"{_KANA.pattern}|{_HAN.pattern}|{_OTHER.pattern}".replace("]|[", ""))

#: Stands for a code span, a tag, a placeholder or an address in `plain` text.
CODE = "¤"
#: Stands for a quotation in `plain` text.
QUOTE = "¢"

#: What is masked: a sign without which it cannot be there, the pattern, what stands for it.
_MASKS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("<!--", re.compile(r"<!--.*?-->", re.DOTALL), " "),
    ("`", re.compile(r"(`{1,3})[^`]{1,400}\1"), CODE),
    ("](", re.compile(r"!?\[([^\[\]]{0,300})\]\([^()\s]{0,500}(?:\s[^()]{0,100})?\)"), r"\1"),
    ("://", re.compile(r"https?://\S{1,500}"), CODE),
    ("{", re.compile(r"\{\{[^{}]{1,100}\}\}|\$\{[^{}]{1,100}\}"), CODE),
    ("<", re.compile(r"</?[A-Za-z][\w.:-]{0,60}(?:\s[^<>]{0,200})?/?>"), CODE),
)
_MARKUP = re.compile(r"\*\*\*|\*\*|__|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|~~|^\[[ xX]\]\s")
_QUOTES = re.compile(
    r"\"[^\"]{1,300}\"|“[^”]{1,300}”|「[^」]{1,200}」|『[^』]{1,200}』|«[^»]{1,200}»|„[^“”]{1,200}[“”]"
    # The sign stands first and what must stand before it second: so others are passed over fast.
    r"|'(?<!\w')(?=\S)[^'\n]{1,120}(?<=\S)'(?![\w])|‘(?<!\w‘)[^’\n]{1,120}’(?![\w])"
)
_MARKER = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)]|[a-zA-Z][.)]|#{1,6}|>)\s+")
_ICON = re.compile("^[\\s\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")


@lru_cache(maxsize=128)  # one sentence is read for several things in a row
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


@lru_cache(maxsize=128)
def plain(text: str, *, quotes: bool = True) -> str:
    """The words of `text` without markup, list mark and icons, on one line.

    Code spans, tags, placeholders and addresses become `CODE`; with `quotes` true quotations
    become `QUOTE`, so that no cue is found inside them.
    """
    text = _MARKER.sub("", text, count=1)
    if "`" in text or "[" in text or "<" in text or "{" in text or "://" in text:
        for sign, pattern, by in _MASKS:
            if sign in text:
                text = pattern.sub(by, text)
    if not quotes:
        text = text.replace("’", "'")
    if "*" in text or "_" in text or "~" in text or text[:1] == "[":
        text = _MARKUP.sub("", text)
    if quotes and ('"' in text or "'" in text or not text.isascii()):
        text = _QUOTES.sub(QUOTE, text).replace("’", "'")
    if text and not text[0].isalnum():
        text = _ICON.sub("", text)
    return " ".join(text.split())
