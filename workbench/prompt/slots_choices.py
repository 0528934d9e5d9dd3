"""Which alternatives a statement chooses or turns down, and which places it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.prompt import modes
from workbench.prompt.lexicon.stems import listed, stem
from workbench.prompt.lexicon.words import Alternative, Token, lexicon, tokens, words
from workbench.prompt.slot_types import FOLD, Choice, Clause, content_of

_ASIDE = re.compile(
    r"(?:\b(?:e\.g\.|i\.e\.|for example|such as|not just|not only|even|like)(?![^;)]*[;)]))[^;)]*$",
    FOLD,
)


_PART = re.compile(
    r"\s+(?:parts?|versions?|variants?|cop(?:y|ies)|sections?|columns?|tabs?|previews?)\b", re.I
)
#: Before "detail" they make it a fact, not a manner: "when a detail is missing".
_BEFORE_FACTS = listed("a the each every any some for no which what about these those")
_UNITS = re.compile(r"(?:hour|day|night|week|month|quarter|year)s?", re.IGNORECASE)
FRONTED = re.compile(r"^\W*(?:in|on|for|under|during|within)\b[^,]*$", FOLD)


def clause_at(bounds: Sequence[tuple[int, int]], place: int) -> int:
    for k, (start, end) in enumerate(bounds):
        if start <= place < end:
            return k
    return max(0, len(bounds) - 1)


def find_places(
    text: str, seen: Sequence[tuple[int, int, str, bool]], places: dict[str, set[str]]
) -> None:
    book = lexicon()
    for i, (_, _, word, code) in enumerate(seen):
        if code:
            continue
        if word[0] > "\u3004":
            k = 0
            while k < len(word):
                for string, (dimension, name) in book.places_cjk.get(word[k], ()):
                    if word.startswith(string, k):
                        places.setdefault(dimension, set()).add(name)
                        k += len(string) - 1
                        break
                k += 1
            continue
        for key, (dimension, name) in book.places.get(word, ()):
            n = len(key)
            if n == 1 or (
                i + n <= len(seen) and all(seen[i + k][2] == key[k] for k in range(1, n))
            ):
                places.setdefault(dimension, set()).add(name)


def places_of(text: str) -> dict[str, frozenset[str]]:
    """The places that a heading or a sentence names, by dimension."""
    places: dict[str, set[str]] = {}
    find_places(text, words(text), places)
    return {d: frozenset(p) for d, p in places.items()}


def concepts_of(text: str) -> frozenset[str]:
    """The concepts of a heading."""
    return content_of(tokens(text))


def _spanned(text: str, start: int) -> bool:
    """Whether a name begins its code span: `tests/`, not `pnpm test`."""
    return start > 0 and text[start - 1] in "`.@/"


def _named(written: str, name: str) -> bool:
    """Whether a word is the name of a program, and not a form of a verb that begins like it."""
    return written.lower().strip("`'’").removesuffix("'s").removesuffix("’s") == name


def choices_of(
    text: str,
    seen: Sequence[tuple[int, int, str, bool]],
    toks: Sequence[Token],
    clauses: Sequence[Clause],
    bounds: Sequence[tuple[int, int]],
    negated: Sequence[tuple[int, int]],
) -> list[Choice]:
    book = lexicon()
    about = {t.concept for t in toks}
    out: list[Choice] = []
    taken: set[tuple[str, str, int]] = set()

    def add(alternative: Alternative, start: int, end: int) -> None:
        role = book.roles[alternative.role]
        if _ASIDE.search(text, max(0, start - 50), start):
            return  # an example, or one of several
        if _PART.match(text, end):
            return  # "an HTML part"
        if alternative.loose and not (role.topics & about):
            return
        clause = clause_at(bounds, start)
        sign = clauses[clause].sign if clauses else 1
        if sign < 0:
            a, b = bounds[clause]
            rest = modes.cleaned(text[a:start] + " " + text[end:b])
            sign = -1 if len(modes.NEGATION.findall(rest)) % 2 else 1
        if clauses and clauses[clause].mode == "optional":
            sign = 0
        if any(a <= start < b for a, b in negated):
            sign = -1
        key = (alternative.role, alternative.name, sign)
        if key in taken:
            return
        taken.add(key)
        out.append(Choice(alternative.role, alternative.name, sign, clause, start, end))

    last: dict[str, int] = {}
    for i, (start, end, word, code) in enumerate(seen):
        if word[0] > "\u3004" and not code:
            k = 0
            while k < len(word):
                length = 0
                for string, alternative in book.choices_cjk.get(word[k], ()):
                    if len(string) < length:
                        break
                    if word.startswith(string, k):
                        length = len(string)
                        add(alternative, start + k, start + k + length)
                k += max(1, length)
            continue
        known = list(book.choices.get(word, ()))
        if code and stem(word) != word:
            known += book.choices.get(stem(word), ())
        for key, alternative in known:
            n = len(key)
            if alternative.code and not (code and _spanned(text, start)):
                continue
            if (
                alternative.program
                and not code
                and not _named(text[start:end], alternative.program)
            ):
                continue
            if n == 1 and not code and _UNITS.fullmatch(text, start, end):
                continue  # "two hours", "number of nights": how long, not how often
            if word == "detail" and i and seen[i - 1][2] in _BEFORE_FACTS:
                continue  # "ask for details": facts, not a manner
            if n > 1 and not (
                i + n <= len(seen) and all(seen[i + k][2] == key[k] for k in range(1, n))
            ):
                continue
            if last.get(alternative.role, -1) > start:
                continue
            last[alternative.role] = seen[i + n - 1][1]
            add(alternative, start, seen[i + n - 1][1])
    return out
