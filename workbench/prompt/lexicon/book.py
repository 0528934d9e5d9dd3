# ruff: noqa: E501  (a list of words is one expression)
"""The lists of the lexicon, read once, in English, Japanese and Chinese."""

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
from workbench.prompt.lexicon.stems import stem
from workbench.prompt.lexicon.things import THINGS, WEAK_THINGS
from workbench.prompt.lexicon.tools import TOOLS
from workbench.prompt.lexicon.trades import TRADES
from workbench.prompt.lexicon.writing import WRITING


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
    """One way to fill a role; `loose` ones are everyday words that need a topic beside them.

    `program`: its name, where it is one; another form of the word is another word ("piped", "reacts").
    """

    role: str
    name: str
    loose: bool
    code: bool
    program: str = ""


@dataclass(frozen=True)
class Role:
    """`attribute`: it can be said of any subject, so that the subjects must agree."""

    name: str
    topics: frozenset[str]
    attribute: bool


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
    for text in (TOOLS, CODE, WRITING, EVERYDAY, TRADES):
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
                program = phrase.lstrip("~").lower() if text is TOOLS and len(key) == 1 else ""
                alternative = Alternative(bare, name, loose, code, program)
                choices.setdefault(key[0], []).append((key, alternative))
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
