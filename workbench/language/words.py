"""Words: the one tokeniser and the one stemmer.

A text becomes tokens with their places. Code spans, addresses, paths, flags and placeholders are
one token each, so that nobody looks for words in them. Latin words have a stem (Snowball's for
English); Japanese and Chinese come as runs of one script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from workbench.prompt.placeholders import ANY_SYNTAX

if TYPE_CHECKING:
    from snowballstemmer.basestemmer import BaseStemmer

_HAN, _KATA, _HIRA = "\u3400-\u9fff\uf900-\ufaff々", "\u30a1-\u30faー\uff66-\uff9f", "\u3041-\u309f"
_HANGUL = "\uac00-\ud7af\u1100-\u11ff"
_CJK = f"{_HAN}{_KATA}{_HIRA}{_HANGUL}"
#: Most tokens are `plain`: a word that no other kind could begin with is known at once.
_TOKEN = re.compile(
    rf"""
      (?P<plain>[A-Za-z]++(?=[\s,;!?]|[.:](?:\s|\Z)|\Z))
    | (?P<code>(?P<ticks>`{{1,3}})(?!`)[^`]{{1,400}}?(?P=ticks)(?!`))
    | (?P<placeholder>{ANY_SYNTAX})
    | (?P<link>https?://[^\s<>"']{{1,500}}|www\.[^\s<>"']{{1,300}}|(?<=\])\([^()\s]{{1,500}}\))
    | (?P<tag></?[A-Za-z_][\w.:-]{{0,60}}(?:\s[^<>\n]{{0,200}})?/?>)
    | (?P<path>(?:~|\.{{1,2}}|@)?/?(?:[\w.*@{{}}-]+/)+[\w.*@{{}}-]*|\.{{1,2}}/[\w.*-]+
        |[\w*-]+\.[a-z][a-z0-9]{{0,5}}\b(?!\()
        |\.[a-z][\w-]{{1,40}}(?:\.[a-z]{{1,5}})?(?![\w(]))
    | (?P<flag>(?<![\w-])--?[A-Za-z][\w-]{{0,60}}(?:=[^\s,;]{{1,80}})?)
    | (?P<number>\d[\d,._]*\d|\d)
    | (?P<word>(?:(?![{_CJK}])[^\W\d_])+(?:['’](?:(?![{_CJK}])[^\W\d_])+)?(?:[\w](?<![{_CJK}]))*)
    | (?P<han>[{_HAN}]+) | (?P<kata>[{_KATA}]+) | (?P<hira>[{_HIRA}]+) | (?P<hangul>[{_HANGUL}]+)
    | (?P<mark>[^\s])
    """,
    re.VERBOSE,
)


class Word(NamedTuple):
    """One token: its place (half-open offsets), its text as written and in lower case, its kind.

    `kind`: word, number, code, placeholder, link, tag, path, flag, han, kata, hira, hangul, mark.
    """

    start: int
    end: int
    text: str
    kind: str
    lower: str

    @property
    def stem(self) -> str:
        """What is compared: the stem of a word, the text of everything else."""
        return stem(self.lower) if self.kind == "word" else self.text


def tokens(text: str) -> Iterator[Word]:
    """The tokens of a text in order; blanks are none."""
    if "`" in text or "<" in text or "{" in text or "[[" in text:
        yield from _searched(text, 0, len(text))
        return
    # No token holds a blank here, so each piece between blanks is read alone: most are bare words,
    # and asking for that is much quicker than the search.
    at = 0
    for piece in text.split(" "):
        end = at + len(piece)
        if piece.isalpha() and piece.isascii():
            yield _new(Word, (at, end, piece, "word", piece.lower()))
        elif len(piece) == 1 and piece.isascii() and not (piece.isalnum() or piece.isspace()):
            yield _new(Word, (at, end, piece, "mark", piece))
        elif piece:
            bare = piece[:-1]
            if piece[-1] in ",.:;!?" and bare.isalpha() and bare.isascii():
                yield _new(Word, (at, end - 1, bare, "word", bare.lower()))
                yield _new(Word, (end - 1, end, piece[-1], "mark", piece[-1]))
            else:
                yield from _searched(text, at, end)
        at = end + 1


#: Makes a `Word` without asking for its fields by name: there are many.
_new = tuple.__new__


def _searched(text: str, start: int, end: int) -> Iterator[Word]:
    for found in _TOKEN.finditer(text, start, end):
        kind = found.lastgroup or "mark"
        word = found[0]
        lower = word.lower()
        if kind == "plain":
            kind = "word"
        else:
            kind = "code" if kind == "ticks" else kind
            lower = lower.replace("’", "'")
        yield _new(Word, (*found.span(), word, kind, lower))


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[Word, ...]:
    """The tokens of one sentence, remembered."""
    return tuple(tokens(text))


@lru_cache(maxsize=20000)
def stem(word: str) -> str:
    """The stem of a lower-case word; a word of another alphabet is its own."""
    return _stemmer().stemWord(word) if word.isascii() else word


@lru_cache(maxsize=1)
def _stemmer() -> BaseStemmer:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
