# ruff: noqa: E501  (a list of words is one expression)
"""The words of a sentence as concepts, in English, Japanese and Chinese."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from workbench.prompt.lexicon.actions import ACTIONS, LIGHT, OPPOSED
from workbench.prompt.lexicon.coding import CODE
from workbench.prompt.lexicon.everyday import EVERYDAY
from workbench.prompt.lexicon.scopes import SCOPES
from workbench.prompt.lexicon.society import SOCIETY, SOCIETY_ACTIONS
from workbench.prompt.lexicon.stems import GRAMMAR, listed, stem
from workbench.prompt.lexicon.things import THINGS, WEAK_THINGS
from workbench.prompt.lexicon.tools import TOOLS
from workbench.prompt.lexicon.writing import WRITING

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


@dataclass(frozen=True, slots=True)
class Token:
    """One word or phrase: `concept` is what it stands for, `kind` how it counts.

    Kinds: thing, weak (a thing too general to tell subjects apart), action, light, raw (no
    concept of ours; the stem is the concept), verb (the same, a verb), code, number, grammar. `start`, `end`: offsets.
    """

    start: int
    end: int
    word: str
    concept: str
    kind: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to fill a role; `loose` ones are everyday words that need a topic beside them."""

    role: str
    name: str
    loose: bool
    code: bool


@dataclass(frozen=True)
class Role:
    """`attribute`: it can be said of any subject, so that the subjects must agree."""

    name: str
    topics: frozenset[str]
    attribute: bool


Phrases = dict[str, list[tuple[tuple[str, ...], tuple[str, str]]]]


@dataclass(frozen=True)
class Lexicon:
    """Phrases by their first stem, and CJK strings by their first sign; longest first."""

    english: dict[str, list[tuple[tuple[str, ...], tuple[str, str]]]]
    cjk: dict[str, list[tuple[str, tuple[str, str]]]]
    choices: dict[str, list[tuple[tuple[str, ...], Alternative]]]
    choices_cjk: dict[str, list[tuple[str, Alternative]]]
    places: dict[str, list[tuple[tuple[str, ...], tuple[str, str]]]]
    places_cjk: dict[str, list[tuple[str, tuple[str, str]]]]
    roles: dict[str, Role]
    whole: frozenset[str]  # single words with signs inside


def _canonical(name: str) -> str:
    return _ALIASES.get(name, name).removesuffix(" deed")


_ALIASES = {
    "validation": "validate", "apology": "apologise", "summary": "summarise", "translation": "translate",
    "explanation": "explain", "formatter": "format", "indentation": "indent", "greeting": "greet",
    "request body": "body",
}  # fmt: skip


def _lines(text: str) -> list[tuple[str, str, list[str], list[str]]]:
    """`(block, name, English phrases, CJK strings)` of each line."""
    out = []
    block = ""
    for line in text.strip().split("\n"):
        if line.startswith("["):
            block = line
            continue
        name, _, rest = line.partition(": ")
        if not rest:
            name = name.rstrip(":")
        english, _, other = rest.partition("|")
        out.append((block, name.strip(), _listed(english), _listed(other)))
    return out


def _listed(text: str) -> list[str]:
    return [piece.strip() for piece in text.split(",") if piece.strip()]


def _key(phrase: str) -> tuple[str, ...]:
    """A phrase as the stems that `tokens` would see."""
    return tuple(
        stem(m[0].lower()) for m in re.finditer(r"[^\s`]+", phrase.replace("’", "'").lower())
    )


def _longest_first(table: Mapping[str, list[tuple[Any, Any]]]) -> None:
    for found in table.values():
        found.sort(key=lambda entry: -len(entry[0]))


@cache
def lexicon() -> Lexicon:
    """The lists, read once (about 15 ms)."""
    english: dict[str, list[tuple[tuple[str, ...], tuple[str, str]]]] = {}
    cjk: dict[str, list[tuple[str, tuple[str, str]]]] = {}
    whole: set[str] = set()

    def note(word: str) -> None:
        if not word.isalnum():
            whole.add(word)

    for kind, text in (
        ("action", ACTIONS),
        ("thing", THINGS),
        ("action", SOCIETY_ACTIONS),
        ("thing", SOCIETY),
        ("weak", WEAK_THINGS),
        ("light", LIGHT),
    ):
        for _, name, words, signs in _lines(text):
            sense = (_canonical(name), kind)
            for phrase in words:
                key = _key(phrase)
                english.setdefault(key[0], []).append((key, sense))
                for word in key:
                    note(word)
            for string in signs:
                cjk.setdefault(string[0], []).append((string, sense))
    roles: dict[str, Role] = {}
    choices: dict[str, list[tuple[tuple[str, ...], Alternative]]] = {}
    choices_cjk: dict[str, list[tuple[str, Alternative]]] = {}
    for text in (TOOLS, CODE, WRITING, EVERYDAY):
        for block, name, words, signs in _lines(text):
            role, _, topics = block[1:].partition("]")
            bare = role.rstrip("*")
            roles.setdefault(
                bare,
                Role(bare, frozenset(_canonical(t) for t in _listed(topics)), role.endswith("*")),
            )
            for phrase in words:
                loose, code = phrase.startswith("~"), "`" in phrase
                key = _key(phrase.lstrip("~"))
                for word in key:
                    note(word)
                choices.setdefault(key[0], []).append((key, Alternative(bare, name, loose, code)))
            for string in signs:
                if string.isascii():
                    continue
                choices_cjk.setdefault(string[0], []).append(
                    (string, Alternative(bare, name, False, False))
                )
    places: dict[str, list[tuple[tuple[str, ...], tuple[str, str]]]] = {}
    places_cjk: dict[str, list[tuple[str, tuple[str, str]]]] = {}
    for block, name, words, signs in _lines(SCOPES):
        place = (block[1:-1], name)
        for phrase in words:
            key = _key(phrase)
            for word in key:
                note(word)
            places.setdefault(key[0], []).append((key, place))
        for string in signs:
            if not string.isascii():
                places_cjk.setdefault(string[0], []).append((string, place))
    for table in (english, choices, places, cjk, choices_cjk, places_cjk):
        _longest_first(table)
    return Lexicon(english, cjk, choices, choices_cjk, places, places_cjk, roles, frozenset(whole))


@cache
def _opposites() -> frozenset[frozenset[str]]:
    return frozenset(
        frozenset(_canonical(name) for name in pair.replace("_", " ").split("/"))
        for pair in re.findall(r"[a-z-]+(?: deed)?/[a-z-]+(?: deed)?", OPPOSED)
    )


def opposed(a: str, b: str) -> bool:
    """Whether two deeds undo one another."""
    return frozenset((a, b)) in _opposites()


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
