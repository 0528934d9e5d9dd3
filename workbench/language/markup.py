"""The words of a sentence or title without its markup: what a reader would hear."""

from __future__ import annotations

import re
from functools import lru_cache

#: A list mark, a task box, the signs of a heading or of a quotation, in front of a text.
LIST_MARK = re.compile(
    r"^\s*(?:[-*+•]|\d{1,3}[.)]|[a-zA-Z][.)])\s+|^\s*\[[ xX]\]\s+|^\s*#{1,6}\s+|^\s*>\s?"
)
_DOUBLE = (
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|「[^」\n]{1,200}」|『[^』\n]{1,200}』|«[^»\n]{1,200}»"
    r"|„[^“”\n]{1,200}[“”]"
)
#: A phrase in quotation marks that are nothing else.
DOUBLE_QUOTED = re.compile(_DOUBLE)
#: Single ones as well: what stands between them begins and ends with a letter or sign, and no word
#: touches them.
_QUOTED = re.compile(
    rf"{_DOUBLE}|‘(?<!\w‘)[^’\n]{{1,120}}’(?!\w)|'(?<!\w')(?=\S)[^'\n]{{1,120}}(?<=\S)'(?!\w)"
)
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)__?(?=\S)|(?<=\S)__?(?!\w)|~~")
_LINK = re.compile(r"!?\[([^\[\]]{1,300})\]\([^()\s]{0,500}(?:\s[^()]{0,100})?\)")
#: A code span.
CODE = re.compile(r"(`{1,3}(?!`)[^`]{1,400}?`{1,3})")
_ICONS = re.compile(r"^[\s\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")


#: What every quotation has.
_QUOTE_SIGN = re.compile("[\"“«„‘'「『]")
#: Longer texts are no sentences, and not remembered.
_SENTENCE = 2000


def plain(text: str, *, quotes: bool = False) -> str:
    """The words without list marks, emphasis, icons and link targets, on one line; code stays.

    Quotations become `""`, so that nobody reads what is quoted as said; `quotes` keeps them.
    """
    return _plain(text, quotes) if len(text) < _SENTENCE else _plain.__wrapped__(text, quotes)


@lru_cache(maxsize=4096)  # many ask for the same sentence
def _plain(text: str, quotes: bool) -> str:
    for _ in range(3):
        if text[:1].isalpha() and text[1:2] not in (".", ")"):
            break  # no list mark begins so, and most texts do
        shorter = LIST_MARK.sub("", text, count=1)
        if shorter == text:
            break
        text = shorter
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    pieces = CODE.split(text) if "`" in text else [text]
    text = "".join(p if i % 2 else _unmarked(p, quotes) for i, p in enumerate(pieces))
    if not (text[:1].isascii() and text[:1].isalnum()):
        text = _ICONS.sub("", text)
    return " ".join(text.replace("’", "'").split())


def _unmarked(text: str, quotes: bool) -> str:
    """Without emphasis, quotations empty; most pieces hold neither."""
    if not quotes and _QUOTE_SIGN.search(text):
        text = _QUOTED.sub('""', text)
    return _EMPHASIS.sub("", text) if "*" in text or "_" in text or "~" in text else text
