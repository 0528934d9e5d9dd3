"""Does a new wording say the same by its words alone?

A sentence becomes a row of terms: stems, literals, quantities, signs. Two rows are one wording
when they are equal but for what grammar lets differ (articles, inflection, politeness, a clause
that moved to the front or back, capitals at the start, markup). Nothing else is claimed: no word is
a synonym of another. What cannot be shown equal is `changed`, with what differs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import category

from workbench.language.content import grammar
from workbench.language.force import Force
from workbench.language.lists import group, load
from workbench.language.literals import quotations
from workbench.language.quantities import Quantity, quantities
from workbench.language.words import Word, stem, words
from workbench.prompt.lcs import common_pairs

#: At most so many differences are named, each with so many characters.
_MOST, _LONGEST = 8, 80
_PAUSES = frozenset(",;:—–()[]，、；：（）・")
_SILENT = frozenset("*_~`|.!…\"'”“’‘。！#>•·\\")
#: What an inflected form adds to the part that two forms share.
_ENDING = re.compile(r"(?:|s|es|e|ed|d|ing|y|ies|ied|'s|[bdfglmnprt](?:ing|ed))\Z")
_REVERSE = {"hard": 2, "soft": 1, "none": 0}


class Term(NamedTuple):
    """One thing that a sentence says. `kind`: word, not, literal, number, pause, sign. `key` is
    compared, `text` is shown; `opens`: a capital here means nothing."""

    key: str
    text: str
    kind: str
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """reworded, weakened, strengthened, flipped or changed, and what differs, for people."""

    status: str
    differs: tuple[str, ...] = ()


@lru_cache(maxsize=8192)
def compare(a: str, b: str, force_a: Force, force_b: Force) -> Judgement:
    """How the sentence `b` relates to `a`."""
    bans = force_a.form == force_b.form == "ban"
    old, new = terms(a, bans), terms(b, bans)
    if same(old, new):
        return Judgement("reworded")
    differs = difference(old, new)
    bare_old, bare_new = _without_strength(old), _without_strength(new)
    denied = _denials(old) - _denials(new)
    if not denied and force_a.strength != force_b.strength and same(bare_old, bare_new):
        weaker = _REVERSE[force_b.strength] < _REVERSE[force_a.strength]
        return Judgement("weakened" if weaker else "strengthened", differs)
    if abs(denied) == 1 and same(_without_denial(bare_old), _without_denial(bare_new)):
        return Judgement("flipped", differs)
    return Judgement("changed", differs)


def proven_difference(a: str, b: str) -> bool:
    """Whether the words themselves prove that two sentences differ, whatever anybody thinks of it:
    a literal, a number, a negation or a quantifier stands on one side only."""
    return _provable(a) != _provable(b)


def _provable(text: str) -> Counter[tuple[str, str]]:
    quantifiers = group("english", "quantifier")
    return Counter(
        (term.kind, term.key)
        for term in terms(text)
        if term.kind in ("literal", "number", "not") or term.text.lower() in quantifiers
    )


def in_a_row(texts: Sequence[str]) -> str:
    """Several sentences as one, so that their words can be compared with those of others."""
    return ", ".join(map(_open, texts))


def _open(text: str) -> str:
    return text.rstrip(" .。;；")


# -- terms ------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def terms(text: str, ban: bool = False) -> tuple[Term, ...]:
    """The terms of a sentence in order; `ban`: it forbids, so that "never" is "do not"."""
    if not text.isascii():  # what cannot be seen says nothing
        text = _plain_order("".join(ch for ch in text if category(ch) != "Cf"))
    out: list[Term] = []
    subordinate = group("rewording", "subordinator")
    for term in _read(text):
        paused = not out or out[-1].kind == "pause"
        if paused and (term.kind == "pause" or term.key == "and"):
            continue
        if term.key in subordinate and out and out[-1].kind == "pause":
            out.pop()
        if term.key == "then" and paused and out and out[0].key in subordinate:
            continue  # "if it fails, then stop"
        opens = not out or out[-1].kind == "pause"
        out.append(term if term.opens == opens else term._replace(opens=opens))
    while out and out[-1].kind == "pause":
        out.pop()
    return tuple(_folded(_head_dropped(out), ban))


def _read(text: str) -> Iterator[Term]:
    quoted = quotations(text)
    spans: list[tuple[int, int, Term]] = [
        (one.start, one.end, Term(one.text, text[one.start : one.end], "literal")) for one in quoted
    ]
    spans.sort(key=lambda span: span[0])
    following, covered = 0, 0
    numbers = []
    for quantity in quantities(text):  # in order, so that one pass over the quotations is enough
        while following < len(quoted) and spans[following][0] <= quantity.start:
            covered = max(covered, spans[following][1])
            following += 1
        if quantity.start >= covered:
            numbers.append((quantity.start, quantity.end, _number(text, quantity)))
    spans = sorted([*spans, *numbers], key=lambda span: span[0])
    at = 0
    row = words(text)
    for i, word in enumerate(row):
        while at < len(spans) and spans[at][1] <= word.start:
            at += 1
        if at < len(spans) and spans[at][0] <= word.start < spans[at][1]:
            if spans[at][0] == word.start or (i and row[i - 1].end <= spans[at][0]):
                yield spans[at][2]
            continue
        yield from _term(word, row[i - 1] if i else None, row[i + 1] if i + 1 < len(row) else None)


def _number(text: str, quantity: Quantity) -> Term:
    key = "|".join(map(str, quantity.value))
    return Term(key, text[quantity.start : quantity.end], "number")


def _term(word: Word, before: Word | None, behind: Word | None) -> Iterator[Term]:
    text, low = word.text, word.lower
    if word.kind == "word":
        yield from _word(text, low)
    elif word.kind == "mark":
        if text in _PAUSES:
            yield Term(",", text, "pause")
        elif text == "&":
            yield Term("and", text, "word")
        elif text == "-":
            joined = before and behind and before.end == word.start and behind.start == word.end
            if not joined:
                yield Term(",", text, "pause")
        elif text not in _SILENT:
            yield Term(text, text, "sign")
    elif word.kind == "link":
        yield Term(text.strip("()").rstrip(".,;:"), text, "literal")
    elif word.kind == "code":
        yield Term(text.strip("`").strip(), text, "literal")
    elif word.kind in ("han", "kata", "hira", "hangul"):
        yield Term(text, text, "word")
    else:
        yield Term(text.rstrip(".,;:") or text, text, "literal")


def _word(text: str, low: str) -> Iterator[Term]:
    if low.endswith("n't") or low == "cannot":
        verb = {"ca": "can", "wo": "will", "sha": "shall", "cannot": "can"}
        base = low.removesuffix("n't")
        base = verb.get(base, base)
        yield Term(base, base, "word")
        yield Term("not", "not", "not")
    elif low == "not":
        yield Term("not", text, "not")
    elif low not in group("rewording", "article") and low not in group("rewording", "polite"):
        yield Term(_grammatical(low) or stem(low), text, "word")


def _grammatical(low: str) -> str:
    """A word of grammar is its own key: "using" has a stem, "this" has none."""
    return low if low in grammar() else ""


@cache
def _rows(*names: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Phrases as rows of their terms' keys, by the first key, the longest first."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for name in names:
        for entry in group("rewording", name) if name in _OWN else group("english", name):
            row = tuple(key for w in entry.split() for key in _keys(w))
            if row:
                found.setdefault(row[0], set()).add(row)
    return {key: tuple(sorted(rows, key=len, reverse=True)) for key, rows in found.items()}


_OWN = ("lead-in", "must", "modal")


def _keys(word: str) -> Iterator[str]:
    yield from (term.key for term in _word(word, word))


def _at(row: Sequence[Term], start: int, phrases: dict[str, tuple[tuple[str, ...], ...]]) -> int:
    """How many terms the longest of the phrases takes that begins here; 0 for none."""
    for phrase in phrases.get(row[start].key, ()) if start < len(row) else ():
        if len(phrase) <= len(row) - start and all(
            row[start + k].key == key for k, key in enumerate(phrase)
        ):
            return len(phrase)
    return 0


def _head_dropped(row: list[Term]) -> list[Term]:
    """Without "please", "make sure to", "you must" and the "you" of "before you open"."""
    out: list[Term] = []
    i = 0
    while i < len(row):
        term = row[i]
        begins = not out or out[-1].kind == "pause"
        if begins and (size := _at(row, i, _rows("lead-in"))):
            i += size
            continue
        if term.key == "you" and i + 1 < len(row):
            size = _at(row, i + 1, _rows("must"))
            denied = i + 1 + size < len(row) and row[i + 1 + size].kind == "not"
            if begins and size and not denied:
                i += 1 + size
                continue
            modal = row[i + 1].key in group("rewording", "modal") or row[i + 1].key == "do"
            if (begins and modal) or (out and out[-1].key in group("rewording", "subordinator")):
                i += 1
                continue
        out.append(term if term.opens == begins else term._replace(opens=begins))
        i += 1
    return out


def _folded(row: list[Term], ban: bool) -> Iterator[Term]:
    """ "Do not", "must not" and, in a ban, "never" are one sign."""
    for i, term in enumerate(row):
        follows = row[i + 1] if i + 1 < len(row) else None
        if follows and follows.kind == "not" and term.key in group("rewording", "denied"):
            continue
        if ban and term.key == "never":
            yield Term("not", term.text, "not", term.opens)
        else:
            yield term


def _plain_order(text: str) -> str:
    """Japanese and Chinese orders without their forms of politeness."""
    bare = text.rstrip(" 。.*_")
    for name in ("order-ja", "ban-ja"):
        plain = next(iter(_polite(name)))
        for ending in sorted(_polite(name), key=len, reverse=True):
            if ending != plain and bare.endswith(ending):
                return bare.removesuffix(ending) + plain
    for word in group("rewording", "polite-zh"):
        if bare.startswith(word):
            return bare.removeprefix(word)
    return text


def _polite(name: str) -> tuple[str, ...]:
    return load("rewording")[name]


# -- one wording or two -----------------------------------------------------------------------


def same(old: Sequence[Term], new: Sequence[Term]) -> bool:
    """Whether two rows of terms are one wording."""
    binding = group("rewording", "binding")
    strict = any(term.key in binding for row in (old, new) for term in row)
    a, b = _spoken(old, strict), _spoken(new, strict)
    if _equal(a, b):
        return True
    turned_a, turned_b = _turned(old), _turned(new)
    return bool(
        (turned_a and _equal(_spoken(turned_a, strict), b))
        or (turned_b and _equal(a, _spoken(turned_b, strict)))
    )


def _spoken(row: Sequence[Term], strict: bool) -> list[Term]:
    if strict:
        return list(row)
    return [term for term in row if term.kind != "pause" and term.key != "and"]


def _equal(a: Sequence[Term], b: Sequence[Term]) -> bool:
    return len(a) == len(b) and all(_match(x, y) for x, y in zip(a, b, strict=True))


def _match(x: Term, y: Term) -> bool:
    if x.key != y.key:
        return x.text.strip("`") == y.text.strip("`")
    if x.kind != "word" or x.text == y.text:
        return True
    low_x, low_y = x.text.lower(), y.text.lower()
    if low_x != low_y:
        shared = next(
            (i for i, (p, q) in enumerate(zip(low_x, low_y, strict=False)) if p != q),
            min(len(low_x), len(low_y)),
        )
        if not (_ENDING.match(low_x[shared:]) and _ENDING.match(low_y[shared:])):
            return False
    return _case(x) == _case(y)


def _case(term: Term) -> str:
    """The capitals of a word that say something: those of a name, not of a start or of stress."""
    text = term.text
    if text.islower() or (term.opens and text[1:].islower()):
        return ""
    if term.key in grammar() and text.lower() not in group("english", "pronoun"):
        return ""
    shape = "".join("A" if ch.isupper() else "a" for ch in text).rstrip("a")
    return "" if term.opens and len(text) == 1 else shape


def _turned(row: Sequence[Term]) -> list[Term]:
    """The row with the clause in front put behind its main clause, or nothing."""
    if not row or row[0].key not in group("rewording", "subordinator"):
        return []
    pause = next((i for i, term in enumerate(row) if term.kind == "pause"), 0)
    main = list(row[pause + 1 :])
    if main and main[0].key == "then":
        main = main[1:]
    barred = group("rewording", "focus") | group("rewording", "subordinator")
    if not pause or not main:
        return []
    inner = main[1:] if main[0].kind == "not" else main
    if any(term.kind == "pause" or term.key in barred for term in inner):
        return []
    return [*main, *row[:pause]]


# -- strength and sign ------------------------------------------------------------------------


def _without_strength(row: Sequence[Term]) -> tuple[Term, ...]:
    """Without modal words and the words of duty and advice."""
    phrases = _rows("modal", "hard", "soft")
    out: list[Term] = []
    i = 0
    while i < len(row):
        size = _at(row, i, phrases)
        if size and not any(term.kind == "not" for term in row[i : i + size]):
            i += size
            continue
        subject = row[i].key == "you" and _at(row, i + 1, phrases)
        silent = row[i].kind == "pause" and (not out or out[-1].kind == "pause")
        if not subject and not silent:
            out.append(Term(row[i].key, row[i].text, row[i].kind, row[i].opens or not out))
        i += 1
    return tuple(out)


def _denials(row: Sequence[Term]) -> int:
    """How often a sentence denies."""
    return sum(term.kind == "not" or term.key in ("never", "no", "nor") for term in row)


def _without_denial(row: Sequence[Term]) -> tuple[Term, ...]:
    return tuple(term for term in row if term.kind != "not" and term.key not in ("no", "nor", "do"))


# -- what differs -----------------------------------------------------------------------------


def difference(old: Sequence[Term], new: Sequence[Term]) -> tuple[str, ...]:
    """What the words say that differs: "number 3 -> 5", "gone: unless asked", "new: only"."""
    a = [term for term in old if term.kind != "pause"]
    b = [term for term in new if term.kind != "pause"]
    if Counter(t.key for t in a) == Counter(t.key for t in b) and [t.key for t in a] != [
        t.key for t in b
    ]:
        return (f"order: {_shown(b)}",)
    pairs = common_pairs([t.key for t in a], [t.key for t in b])
    found: list[str] = []
    for i, j in pairs:
        if a[i].text != b[j].text and not _match(a[i], b[j]):
            what = "case " if a[i].text.lower() == b[j].text.lower() else ""
            found.append(f"{what}{a[i].text} -> {b[j].text}")
    for (i, j), (k, m) in pairwise([(-1, -1), *pairs, (len(a), len(b))]):
        found += _segment(a[i + 1 : k], b[j + 1 : m])
    return tuple(found[:_MOST]) or ("punctuation",)


def _segment(gone: Sequence[Term], come: Sequence[Term]) -> Iterator[str]:
    if gone and come:
        number = all(any(t.kind == "number" for t in side) for side in (gone, come))
        yield f"{'number ' if number else ''}{_shown(gone)} -> {_shown(come)}"
    elif gone:
        yield f"gone: {_shown(gone)}"
    elif come:
        yield f"new: {_shown(come)}"


def _shown(row: Sequence[Term]) -> str:
    text = " ".join(term.text for term in row)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
