"""English: whether a clause begins with a verb that commands, and which words can only be verbs.

Form tells: what a word may be by its shape, and what follows it. Verbs are listed for the places
where it does not ("Write tests", "Code style").
"""

from __future__ import annotations

from functools import cache

from workbench.language.lists import group
from workbench.language.words import Word

#: How surely a clause begins with a verb that commands: not, by a word that may be a noun, surely.
NO, MAYBE, SURELY = range(3)
_OBJECT_KINDS = frozenset({"code", "placeholder", "link", "path", "number", "tag", "flag"})
_NO_OBJECTS = frozenset("=|→/-('")


def is_imperative(row: tuple[Word, ...], *, sentence: bool = False) -> bool:
    """Whether the clause begins with a verb that commands, or may begin with one."""
    return how_surely(row, sentence=sentence) > NO


def how_surely(row: tuple[Word, ...], *, sentence: bool = False, fronted: bool = False) -> int:
    """How surely the clause begins with a verb that commands: by its shape and what follows it.

    `sentence`: something was set aside before or behind it, so it is no title; `fronted`: before.
    """
    row = _unjoined(row)
    if not row or row[0].kind != "word":
        return NO
    first = row[0].lower
    if first in ("do", "be", "let", "have"):
        speaks = first == "let" and len(row) > 1 and row[1].lower == "me"
        alone = all(word.kind == "mark" for word in row[1:])
        return NO if alone or speaks or has_finite(row) else SURELY
    if not may_be_verb(first) or first in group("english", "pointer"):
        return NO
    if (
        row[0].text[0].isupper()
        and any(ch.isupper() for ch in row[0].text[1:])
        and not row[0].text.isupper()
    ):
        return NO  # a name: "GitHub", "TypeScript"
    verbs = group("english", "verb")
    common = first in verbs
    joined = not common and len(row) > 3 and row[1].text == "-" and row[1].end == row[2].start
    if joined and row[2].lower in verbs:
        # "Re-run the tests", and not "Full-stack examples"
        noun = row[2].lower in group("english", "verb-or-noun")
        if not noun or row[3].lower in group("english", "determiner"):
            return min(how_surely(row[2:], sentence=sentence), MAYBE)
        return NO
    if common and len(row) > 2 and row[1].text in ("/", ",") and row[2].lower in verbs:
        return how_surely(row[2:], sentence=sentence)  # "Format, lint and build it"
    if len(row) == 1:
        return SURELY if sentence and common else NO
    second = row[1]
    if second.lower in group("english", "finite") or second.text in _NO_OBJECTS:
        return NO
    both = first in group("english", "verb-or-noun")
    shouted = row[0].text.isupper() and len(first) > 1
    if shouted and not second.text.isupper() and not takes_object(second):
        return NO  # "ZIP files", and not "USE IT"
    if not common:
        # An unknown word is a verb where nothing else could stand before what follows it.
        known = takes_object(second) if fronted else _only_object(row)
        if known and second.lower.endswith("ly") and len(row) > 3 and says(row[2], row[3]):
            return NO  # "Teapot automatically pours the tea"
        return SURELY if known and second.lower not in ("and", "or", "as", "that") else NO
    named = second.lower == "that" or second.lower not in group("english", "determiner")
    if both and named and (has_finite(row) or second.lower == "of" or _is_told_of(row)):
        return NO  # "Task `a` is done", "Review of the notes", "Code that omits it"
    if both and second.text == ":" and not sentence:
        return NO  # "Correct (with milk):"
    if both and second.lower in ("and", "or"):
        return how_surely(row[2:], sentence=sentence) if row[2:] and row[2].lower in verbs else NO
    if (
        second.kind == "word"
        and len(row) > 2
        and row[2].lower in group("english", "finite")
        and named
        and second.lower not in group("english", "clause-opener")
        and first not in group("english", "clause-verb")
    ):
        return NO  # "Write access is limited", and not "Confirm tests are green"
    if takes_object(second):
        # A preposition follows nouns as well ("Notes on style", "Guide for agents").
        maybe = both and second.lower in group("english", "preposition") and not sentence
        return MAYBE if maybe and second.lower not in group("english", "particle") else SURELY
    if second.kind != "word":
        return NO
    if not both:
        return SURELY  # also of a clause: "Confirm all checks are green"
    if second.lower.endswith("ing") or all(w.text[0].isupper() for w in row if w.kind == "word"):
        return NO  # "Test planning", "Test Results"
    return SURELY if sentence and len(row) == 2 else MAYBE


def _unjoined(row: tuple[Word, ...]) -> tuple[Word, ...]:
    """A row without the first of two verbs that a stroke joins: "Add/change the tests"."""
    if not row or row[0].kind != "path":
        return row
    joined = row[0].lower.split("/")
    if not group("english", "verb").issuperset(joined):
        return row
    return (row[0]._replace(text=joined[-1], lower=joined[-1], kind="word"), *row[1:])


def _is_told_of(row: tuple[Word, ...]) -> bool:
    """Whether a clause follows that tells which is meant: "code that omits it"."""
    if len(row) < 3 or row[1].lower not in ("that", "which", "who"):
        return False
    third = row[2].lower
    finite = third in group("english", "finite") and "'" not in third
    return finite or (third.endswith("s") and not third.endswith("ss") and third != "this")


@cache
def _no_verbs() -> frozenset[str]:
    names = (
        "determiner",
        "pronoun",
        "preposition",
        "conjunction",
        "finite",
        "quantifier",
        "negation",
    )
    return frozenset().union(*(group("english", name) for name in names)) - {"like"}


def may_be_verb(word: str) -> bool:
    """Whether a lower-case word can be a verb in its base form, by its shape."""
    if word in group("english", "verb"):
        return True
    if not word.isalpha() or len(word) < 2 or word in _no_verbs():
        return False
    if word.endswith("ing") or (word.endswith("ed") and len(word) > 4):
        return False
    return not word.endswith("s") or word.endswith("ss")


def takes_object(word: Word) -> bool:
    """Whether a word behind a verb shows that it is one: an article, a name in code, "it", "to"."""
    if word.kind in _OBJECT_KINDS or word.text in ('"', ":", "..."):
        return True
    lower = word.lower
    if lower in _objects():
        return True
    if word.kind == "word" and word.text[1:].lower() != word.text[1:] and not word.text.isupper():
        return True  # a name in code: "use assertEqual"
    return lower in group("english", "preposition") or (lower.endswith("ly") and len(lower) > 4)


def _only_object(row: tuple[Word, ...]) -> bool:
    """Whether what follows the first word can only follow a verb: "weigh the", "spin up a"."""
    second = row[1].lower
    if second in ("only", "if", "when", "not") or row[1].text == "A":
        return False  # "Caught only by chance", "Option A"
    if second in group("english", "particle") and len(row) > 2:
        return row[2].lower in group("english", "determiner")
    said = group("english", "determiner") | group("english", "object-word")
    return second in said or (second.endswith("ly") and len(second) > 4)


@cache
def _objects() -> frozenset[str]:
    """Words that a verb takes at once."""
    names = ("determiner", "particle", "object-word")
    return frozenset[str]().union(*(group("english", name) for name in names))


def has_finite(row: tuple[Word, ...]) -> bool:
    """Whether a finite verb stands behind the first word, outside of a clause of its own."""
    finite = group("english", "finite")
    for i, word in enumerate(row[1:], 1):
        opener = word.lower.partition("'")[0]  # "they're"
        if opener in group("english", "clause-opener") or opener in group("english", "sets-aside"):
            return False
        if word.lower in finite and row[i - 1].lower not in ("to", "not"):
            return True
    return False


def says(word: Word, following: Word) -> bool:
    """Whether a word is a verb that tells of a subject: "describes", "builds the"."""
    lower = word.lower
    if word.kind != "word" or not lower.endswith("s") or lower.endswith("ss"):
        return False
    verbs = group("english", "verb")
    base = next((b for b in (lower[:-1], lower[:-2]) if b in verbs), "")
    if base in group("english", "verb-or-noun"):
        then = following.lower
        if then == "that":
            return False  # "tests that pass"
        object_ = following.kind in _OBJECT_KINDS or then in group("english", "determiner")
        return object_ or then.endswith("ly")
    return bool(base) and following.kind != "mark"
