# ruff: noqa: E501  (a list of words is one expression)
"""When two words are one: stems, synonyms, opposites, and words of grammar.

The groups are in `wordgroups`. A word that is in no group stands for itself only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from workbench.change.wordgroups import COMPLEMENTS, GROUPS, OPPOSITES


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_STOP = _words(
    """
a an the this that these those there here it its itself they them their theirs he she his her we
our us you your yours i me my mine one ones is are was were be been being am do does did doing
done has have had having will would shall should can could may might must ought need needs to of
in on at by for from with into onto as and or but nor so if when whenever while where wherever
than then also too very just only even still yet again ever please always never not no none
nothing any some all every each both either such same own other another much many more most less
least few fewer about over under above below between within without during before after until
unless except per up down out off via through across against along around because since though
although however which who whom whose what how why whether let make made get gets got go goes
keep sure ensure put take takes use uses used using set forbidden prohibited banned disallowed
allowed permitted required mandatory necessary possible impossible cannot can't able avoid exactly once first strictly
anything something altogether instead rather case way thing things kind sort part well work works like
"""
)


def _table(text: str) -> dict[str, str]:
    return dict(pair.split(":", 1) for pair in text.split())


_IRREGULAR = _table(
    """
sent:send seen:see saw:see wrote:write written:write kept:keep made:make gave:give given:give
took:take taken:take ran:run told:tell put:put left:leave lost:lose found:find held:hold
built:build chose:choose chosen:choose went:go gone:go done:do said:say read:read began:begin
begun:begin broke:break broken:break paid:pay met:meet sold:sell bought:buy taught:teach
understood:understand drew:draw drawn:draw drove:drive driven:drive froze:freeze frozen:freeze
hid:hide hidden:hide knew:know known:know led:lead lit:light rose:rise shown:show spoke:speak
spoken:speak spent:spend stood:stand threw:throw thrown:throw wore:wear worn:wear won:win
tests:test children:child people:person indices:index analyses:analysis fed:feed grew:grow
grown:grow bound:bind fell:fall fallen:fall caught:catch brought:bring thought:think slept:sleep
swept:sweep dealt:deal meant:mean publication:publish resold:resell retold:retell reread:reread rewritten:rewrite
overwritten:overwrite undone:undo
"""
)
_NUMBERS = _table(
    """
zero:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12
twice:2 half:half
"""
)


#: Words that would have the stem of another word.
_WHOLE = _table("site:site sites:site note:note notes:note noted:note public:public plane:plane")


@lru_cache(maxsize=16_384)  # a long sentence is compared with many others
def stem(word: str) -> str:
    """A crude English stem: good enough to tell that two forms are one word."""
    word = _IRREGULAR.get(word, word)
    if word in _NUMBERS:
        return _NUMBERS[word]
    if len(word) <= 3 or not word.isascii():
        return word
    if word in _WHOLE:
        return _WHOLE[word]
    for again in (False, True):  # "watered" is "water", and that has an ending too
        for end, by in _ENDINGS:
            if (again and end in _PLURAL) or (end == "s" and word[-2] == "s"):
                continue
            if word.endswith(end) and len(word) - len(end) >= 3:
                word = word[: len(word) - len(end)] + by
                break
        else:
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.rstrip("e") if len(word) > 3 else word


_LISTED = """
ications>y ication>y isations>is isation>is izations>is ization>is ations>at ation>at ising>is
izing>is ized>is ised>is izes>is ises>is ize>is itions> ition> ments> ment> ings> ing> ions>
ion> iest>y ies>y ied>y ily>y ally> als> al> ances> ance> ences> ence> ers> er> ors> ors> ly>
ed> ness> es> s> y>y
"""
_PLURAL = frozenset(("s", "es", "ies", "ied", "iest", "ed"))
#: Endings and what stands for them, tried in this order.
_ENDINGS = tuple(tuple(pair.split(">")) for pair in _LISTED.split())


def _build() -> tuple[dict[str, frozenset[int]], frozenset[frozenset[str]]]:
    groups: dict[str, set[int]] = {}
    for number, line in enumerate(GROUPS.split("\n")):
        for word in line.split():
            groups.setdefault(stem(word), set()).add(number)
    pairs = {
        frozenset((stem(a), stem(b))) for a, b in (pair.split("/", 1) for pair in OPPOSITES.split())
    }
    return {word: frozenset(found) for word, found in groups.items()}, frozenset(pairs)


_MEMBER, _OPPOSED = _build()
_COMPLEMENTS = frozenset(frozenset(map(stem, pair.split("/"))) for pair in _words(COMPLEMENTS))
#: Verbs that carry no meaning of their own: a noun phrase may do without them.
LIGHT = frozenset(
    map(
        stem,
        _words(
            """
hold contain include carry place live sit go come become do occur happen exist appear receive
provide perform apply give get belong store mean write add make follow format keep stay remain
leave set show wear require
書 写 给 做 作 行 進
"""
        ),
    )
)


def is_content(word: str) -> bool:
    """False for words of grammar, which a rewording may exchange freely."""
    return word not in _STOP


def alike(a: str, b: str) -> bool:
    """True when two stems are one word or stand for each other."""
    if a == b:
        return True
    mine, theirs = _MEMBER.get(a), _MEMBER.get(b)
    if mine and theirs and mine & theirs:
        return True
    short, long = (a, b) if len(a) < len(b) else (b, a)
    return len(short) >= 4 and len(long) - len(short) <= 4 and long.startswith(short)


class Kin:
    """Words, ready to be asked whether one of them is like another: a look-up, not a search."""

    __slots__ = ("_fronts", "_groups", "_words")

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self._groups = frozenset(n for word in self._words for n in _MEMBER.get(word, ()))
        self._fronts = frozenset(
            word[:size] for word in self._words for size in range(max(4, len(word) - 4), len(word))
        )

    def has(self, word: str) -> bool:
        """What `any(alike(word, x) for x in words)` says."""
        return (
            word in self._words
            or word in self._fronts
            or not self._groups.isdisjoint(_MEMBER.get(word, ()))
            or any(word[:size] in self._words for size in range(max(4, len(word) - 4), len(word)))
        )


def complementary(a: str, b: str) -> bool:
    """True when not the one is the other: what must not be deleted must be kept."""
    return frozenset((a, b)) in _COMPLEMENTS


def opposed(a: str, b: str) -> bool:
    """True when two stems are opposites."""
    return frozenset((a, b)) in _OPPOSED
