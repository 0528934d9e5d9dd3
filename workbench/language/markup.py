"""The words of a sentence without its markup; code and quotations become one sign each."""

from __future__ import annotations

import re
from functools import lru_cache

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
