"""Which words of two wordings answer each other, and what came into whose place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from workbench.change.signature import Signature, counts
from workbench.change.synonyms import LIGHT, Kin, alike, opposed, stem
from workbench.prompt.cues.verbs import VERBS
from workbench.prompt.lcs import common_pairs

_ARTICLES = frozenset(
    ("a", "an", "the", "each", "every", "all", "any", "no", "some", "your")
    + ("of", "in", "on", "for", "to", "with")
)


def _groups(text: str) -> dict[str, int]:
    return {word: n for n, group in enumerate(text.split("/"), 1) for word in group.split()}


VERB_STEMS = frozenset(map(stem, VERBS))
_ATTRIBUTE = re.compile(r"([\u4e00-\u9fff]{2})的(?=[\u4e00-\u9fff])")
_RELATIVE = frozenset(("that", "which", "who", "whose"))
_LABEL = re.compile(r"[^:.]{2,60}: \S")

_PLACES = _groups(
    "under below beneath underneath/above over/behind/across/along/against/between/off/outside"
    "/without/near beside/from/to"
)
_WHERE = frozenset(
    ("on", "in", "at", "for", "when", "while", "if", "unless", "between", "during", "that")
    + ("which", "who", "outside", "under", "before", "after", "without", "across", "once")
)
_NEUTRAL = frozenset(("on", "in", "at", "with", "inside", "by"))
_AMOUNTS = _groups("one/all every each any/some several/most/both/none no/half/few/many")


def unmatched(a: Signature, b: Signature, part: bool = False) -> tuple[list[str], list[str]]:
    """Content words of each side without a partner on the other, synonyms counted.

    With `part` true those of `b` may be missing where `a` has none: nobody asks for them then.

    A word that `a` has too is no partner of a second word of `a`, unless the two stood together
    ("check and verify"); words of grammar of `b` ("use", "put") may be partners.
    """
    mine, theirs = frozenset(a.content), frozenset(b.content)
    left = list(Counter(x for x in a.content if x not in theirs).elements())
    # "The driver ... while driving": one stem, and the condition may be gone all the same.
    dropped = (a.conditional & theirs) - b.conditional if not b.conditional else frozenset()
    left += [x for x in dropped if a.content.count(x) > b.content.count(x)]
    if part and not left:
        return [], []
    right = list(Counter(y for y in b.content if y not in mine).elements())
    # "note" and "not" have one stem: a negation is no partner of a verb.
    pool: Kin | None = None
    rest = []
    for x in left:
        if x in dropped:
            rest.append(x)
            continue
        if pool is None:
            spoken = (stem(word) for word in b.tokens if word != "not" and not counts(word))
            pool = Kin((*right, *spoken, *b.spare))
        if not pool.has(x):  # most words: nothing in all of `b` is like them
            if not any(alike(x, y) and together(x, y, a) for y in theirs & mine):
                rest.append(x)
            continue
        twin = next((y for y in right if alike(x, y)), None)
        if twin is not None:
            right.remove(twin)
    told = [stem(word) for word in a.tokens if word != "not" and not counts(word)]
    known = Kin((*mine, *told, *a.spare))
    right = [y for y in right if not known.has(y)]
    return rest, right


def together(x: str, y: str, a: Signature) -> bool:
    """Whether two words of `a` stand side by side, with "and" or "or" between or not."""
    words = [stem(token) for token in a.tokens if token not in ("and", "or")]
    return any({p, q} == {x, y} for p, q in pairwise(words))


def substitution(a: Signature, b: Signature) -> tuple[str, str] | None:
    """One word exchanged for one other in the same frame: `(old, new)` stems."""
    if abs(len(a.tokens) - len(b.tokens)) > 1 or len(a.tokens) < 2:
        return None
    pairs = common_pairs(list(a.tokens), list(b.tokens))
    if len(pairs) < 0.7 * len(a.tokens):
        return None
    last_i = last_j = 0
    for i, j in [*pairs, (len(a.tokens), len(b.tokens))]:
        if i - last_i == 1 and j - last_j == 1:
            x, y = stem(a.tokens[last_i]), stem(b.tokens[last_j])
            both = counts(a.tokens[last_i]) and counts(b.tokens[last_j])
            if x != y and (both or opposed(x, y)) and not alike(x, y):
                return x, y
            if _other_place(a.tokens[last_i], b.tokens[last_j]):
                return a.tokens[last_i], b.tokens[last_j]
        last_i, last_j = i + 1, j + 1
    return None


def _other_place(x: str, y: str) -> bool:
    """Whether two small words place or count differently: under and on, along and across, one
    and all. Those that a rewording exchanges freely (in, at, of, for, with) are not told apart."""
    for groups, neutral in ((_PLACES, _NEUTRAL), (_AMOUNTS, frozenset[str]())):
        mine, theirs = groups.get(x), groups.get(y)
        if (
            mine != theirs
            and (mine is not None or x in neutral)
            and (theirs is not None or y in neutral)
        ):
            return True
    return False


def turned_round(a: Signature, b: Signature) -> bool:
    """Whether "from here to there" became "from there to here"."""
    return bool(a.way and b.way) and a.way == b.way[::-1] != b.way


def condition_went(a: Signature, b: Signature) -> bool:
    """Whether a rule lost words that said where or when it holds: "on `main`", "that is old"."""
    left = Counter(b.tokens)
    gone = []
    for token in a.tokens:
        if left[token]:
            left[token] -= 1
        else:
            gone.append(token)
    return bool(gone) and gone[0] in _WHERE and "or" not in gone and not left.total()


def exchanged(
    a: Signature, b: Signature, missing: list[str], added: list[str]
) -> tuple[str, str] | None:
    """What stands in the place of something else: `(old, new)` words.

    Either all other words are the same in the same order, so that the new words fill the gap
    of the old ones; or a thing ("the server") is gone and another thing has come.
    """
    gone, come = set(missing), set(added)
    firm_a = [x for x in a.content if x not in LIGHT]
    firm_b = [y for y in b.content if y not in LIGHT]
    known = set(firm_a)
    rest = [
        y if y in known or y in come else next((x for x in firm_a if alike(x, y)), y)
        for y in firm_b
    ]
    pairs = common_pairs(firm_a, rest)
    if len(pairs) == sum(x not in gone for x in firm_a):
        last_i = last_j = 0
        for i, j in [*pairs, (len(firm_a), len(rest))]:
            old, new = firm_a[last_i:i], rest[last_j:j]
            if any(x in gone for x in old) and any(y in come for y in new):
                return "".join(old) if not a.text.isascii() else " ".join(old), " ".join(new)
            last_i, last_j = i + 1, j + 1
    if a.text.isascii() and b.text.isascii():
        x = next((x for x in things(a) if x in gone and x not in LIGHT), None)
        y = next((y for y in things(b) if y in come and y not in LIGHT), None)
        if x and y:
            return x, y
    return None


def things(x: Signature) -> Iterator[str]:
    """Stems of words behind an article or a preposition or before "who": these name a thing."""
    for before, word in pairwise(x.tokens):
        if before in _ARTICLES and before != "to" and counts(word):
            yield stem(word)
        elif word in _RELATIVE and counts(before):
            yield stem(before)


def narrowing(a: Signature, b: Signature) -> Iterator[str]:
    """Stems in `b` right before a word that both have: "each public function" for "each
    function"; or right behind an article, where things are named."""
    for word, thing in pairwise(b.tokens):
        named = counts(thing) and thing[0].isalpha()
        if named and counts(word) and stem(thing) in a.content:
            yield stem(word)
    yield from things(b)


def relative(x: Signature) -> int:
    return sum(token in _RELATIVE for token in x.tokens)


def label(x: Signature) -> bool:
    """It has the form of a label and its value: "Variable names: snake_case"."""
    return bool(_LABEL.match(x.text))


def qualified_cjk(a: Signature, b: Signature) -> bool:
    """A thing has an attribute in `b` ("写入的接口") whose signs `a` does not have at all."""
    known = set(a.text)
    return any(set(word).isdisjoint(known) for word in _ATTRIBUTE.findall(b.text))


def inside(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether the words of `short` stand in `long` in the same order."""
    rest = iter(long)
    return all(word in rest for word in short)
