"""The words of a sentence in order, as the concepts they stand for."""

from __future__ import annotations

import re
from functools import cache

from workbench.prompt.lexicon.book import Token, lexicon
from workbench.prompt.lexicon.stems import GRAMMAR, listed, stem

_WORD = re.compile(
    r"`(?P<code>[^`\n]{1,200})`"
    r"|(?P<word>[A-Za-z_][A-Za-z0-9_]*(?:[-'’./:@+&][A-Za-z0-9_]+)*(?:\+\+|#(?!\w))?)"
    r"|(?P<num>\d+(?:[.,:]\d+)*)"
    r"|(?P<cjk>[\u3005\u3040-\u30ff\u3400-\u9fff]+)"
)


_IN_CODE = re.compile(r"[A-Za-z_@][\w@.-]*(?:[/:][\w@.*-]+)*|--?[\w-]+")


_HARD = re.compile(r"[一-鿿々]{2,}|[ァ-ヿ]{2,}")


_SPLIT = re.compile(r"[/&]|(?<=\w)-(?=\w)")


_ZH_GRAMMAR = re.compile(
    "[先才再又只仅已的了在是把被和与或为以对从到就都也应须要会能每个请用于由将其不可得并且而之]"
)


_KANA = re.compile("[ぁ-ヿ]")


_KANJI = re.compile("[一-鿿]")


_KATAKANA = re.compile("[ァ-ヿ]")


def _alone(run: str, i: int) -> bool:
    """A single sign is a word only where no sign of its kind stands beside it."""
    return not (
        _KANJI.match(run[i])
        and (
            (i > 0 and _KANJI.match(run[i - 1])) or (i + 1 < len(run) and _KANJI.match(run[i + 1]))
        )
    )


@cache
def _verb_stems() -> frozenset[str]:
    """Stems of verbs that are no everyday nouns: without a concept of ours they are deeds."""
    from workbench.prompt.cues.verbs import NOUNS, VERBS

    more = listed("expire last exist happen occur apply suffice matter finish end vary differ")
    return frozenset(stem(word) for word in (VERBS - NOUNS)) | {stem(word) for word in more}


def words(text: str) -> list[tuple[int, int, str, bool]]:
    """`(start, end, stem or CJK run, in code)` of each word of a text, in order."""
    known = lexicon().whole
    out: list[tuple[int, int, str, bool]] = []
    for found in _WORD.finditer(text):
        at = found.start()
        code = found["code"]
        if code is not None:
            for inner in _IN_CODE.finditer(code):
                a = at + 1 + inner.start()
                out.append((a, a + len(inner[0]), inner[0].lower(), True))
            continue
        word = found["word"]
        if word is None:
            out.append((at, found.end(), found[0], False))
            continue
        low = word.replace("’", "'").lower()
        if low.endswith("'s"):
            low = low[:-2]
        base = stem(low)
        if low.isalnum() or base in known or "'" in low:
            out.append((at, at + len(word), base, False))
            continue
        place = at
        for piece in _SPLIT.split(low):
            if piece:
                out.append((place, place + len(piece), stem(piece), False))
            place += len(piece) + 1
    return out


def tokens(text: str, seen: list[tuple[int, int, str, bool]] | None = None) -> list[Token]:
    """The words of `text` as concepts, in order; words of grammar are kept as such."""
    book = lexicon()
    found = words(text) if seen is None else seen
    out: list[Token] = []
    verbs = _verb_stems()
    i = 0
    while i < len(found):
        start, end, word, code = found[i]
        if not code and word and word[0] > "\u3004":
            _cjk_tokens(word, start, out)
            i += 1
            continue
        if code:
            out.append(Token(start, end, word, word, "code"))
            i += 1
            continue
        match = None
        for key, sense in book.english.get(word, ()):
            n = len(key)
            if n == 1 or (
                i + n <= len(found) and all(found[i + k][2] == key[k] for k in range(1, n))
            ):
                match = (n, sense)
                break
        if match:
            n, (concept, kind) = match
            last = found[i + n - 1][1]
            if n == 1 and word in GRAMMAR:
                kind, concept = "grammar", word
            out.append(Token(start, last, word, concept, kind))
            i += n
            continue
        if word[0].isdigit():
            kind = "number"
        elif word in GRAMMAR or len(word) == 1 or text[start:end].lower() in GRAMMAR:
            kind = "grammar"
        else:
            kind = "verb" if word in verbs else "raw"
        out.append(Token(start, end, word, word, kind))
        i += 1
    return out


def _pairs(piece: str) -> list[tuple[int, str]]:
    """An unknown run of signs as words of two, of which most have two; katakana stays whole."""
    if len(piece) == 3 and piece[0] in "后前中内时後":
        return [(1, piece[1:])]
    n = len(piece)
    if n < 2 or _KATAKANA.match(piece):
        return [(0, piece)] if n > 1 else []
    cut = [(i, piece[i : i + 2]) for i in range(0, n - n % 2, 2)]
    if n % 2:
        last = cut[-1][0]
        cut[-1] = (last, piece[last:])
    return cut


def _cjk_tokens(run: str, at: int, out: list[Token]) -> None:
    book = lexicon().cjk
    i = rest = 0
    n = len(run)
    chinese = _KANA.search(run) is None

    def flush(end: int) -> None:
        for hard in _HARD.finditer(run, rest, end):
            word, place = hard[0], at + hard.start()
            for piece in _ZH_GRAMMAR.split(word) if chinese else (word,):
                for at_, pair in _pairs(piece):
                    out.append(Token(place + at_, place + at_ + len(pair), pair, pair, "raw"))
                place += len(piece) + 1

    while i < n:
        for string, (concept, kind) in book.get(run[i], ()):
            if run.startswith(string, i) and (len(string) > 1 or _alone(run, i)):
                flush(i)
                out.append(Token(at + i, at + i + len(string), string, concept, kind))
                i += len(string)
                rest = i
                break
        else:
            i += 1
    flush(n)
