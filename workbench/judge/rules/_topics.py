# ruff: noqa: E501  (a pattern is one expression)
"""Do two sentences speak of two things? Told by their words alone, known to the lexicon or not."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from workbench.judge.rules._side import Side
from workbench.prompt.cues.verbs import VERBS
from workbench.prompt.lexicon.stems import listed, stem

_WORD = re.compile(r"[A-Za-z][\w'-]*|`[^`]+`")
_PLAIN = listed(
    """
    a an the this that these those all every each any no some our your its their his her my of
    to in on at for with and or not do does don't never always only please be is are was were
    it they them if when must may should can will one two three other same such more most
    """
)
_CJK = re.compile(r"[一-鿿々ァ-ヶー]+|[A-Za-z]{2,}")
#: What a Japanese sentence is about stands before the first of these particles.
_TOPIC = re.compile(r"^(?P<topic>[^、。，]{1,16}?)(?:では|には|は|を|が)(?![ぁ-ん]?い)")
_SUBJECT_ZH = re.compile(
    r"^(?P<topic>[一-鿿A-Za-z]{2,8}?)(?=不|禁止|应|须|必须|可以|可|当天|一律|用|使用|取|由)"
)
_KANA = re.compile(r"[ぁ-ん]")
_END_JA = re.compile(r"([^、。]{2,5}(?:ない|ません|禁止))[。]?$")


@lru_cache(maxsize=4096)
def stems_of(text: str) -> frozenset[str]:
    """The stems of the words of a text, plain words left out."""
    return frozenset(stem(w.strip("`").lower()) for w in _WORD.findall(text)) - _PLAIN


@lru_cache(maxsize=4096)
def _opening(text: str) -> tuple[str, str]:
    """The first two words behind articles: "The cold kitchen uses" is cold, kitchen."""
    words = [w.lower() for w in _WORD.findall(text)[:5]]
    while words and words[0] in _PLAIN:
        words.pop(0)
    return (stem(words[0]), stem(words[1])) if len(words) > 1 else ("", "")


def two_topics(a: Side, b: Side) -> bool:
    """Whether each begins with something that the other never mentions."""
    one, two = a.slots.text, b.slots.text
    if a.slots.lang in ("ja", "zh"):
        return _two_topics_cjk(one, two)
    mine, theirs = stems_of(one), stems_of(two)
    (x, noun), (y, other) = _opening(one), _opening(two)
    # "Debug builds …", "Release builds …"
    if noun in stems_of(a.heading) and x in stems_of(a.heading):
        pass  # "Debug build" stands as one in the heading
    elif any(w.lower() in VERBS for w in (*one.split()[:1], *two.split()[:1])) and not (
        _third(one) == _third(two) != ""
    ):
        noun = ""  # "Limit trees …", "Grow trees …"; but "Access tokens live …"
    return (
        bool(noun)
        and noun not in _PLAIN
        and noun == other
        and x != y
        and x not in theirs
        and y not in mine
    )


def _third(text: str) -> str:
    """The verb behind "Access tokens": the third word, unless it is a word of grammar."""
    words = [w.lower() for w in _WORD.findall(text)[:3]]
    return words[2] if len(words) == 3 and words[2] not in _LOOSE else ""


_LOOSE = _PLAIN | listed(
    """
    without within from by as before after than about over under into via per between during least
    which who what how there then also still just up out off one two three four five six seven
    eight nine ten eleven twelve twenty thirty fifty hundred has have had gets get goes go
    """
)


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    return frozenset(stem(verb) for verb in VERBS)


@lru_cache(maxsize=4096)
def _kinds(text: str) -> dict[str, str]:
    """The word before each noun that has one: "the free plan" is plan: free."""
    words = [(m[0].lower(), m.start()) for m in _WORD.finditer(text)]
    out = {}
    for (word, at), (noun, start) in pairwise(words):
        beside = at > 0 and text[at + len(word) : start] == " "
        if beside and not {word, noun} & _LOOSE and stem(word) not in _verbs():
            out[stem(noun)] = stem(word)
    return out


def two_kinds(a: Side, b: Side) -> bool:
    """ "On the free plan", "on a paid plan": one noun, told apart by the word before it."""
    x, y = _kinds(a.slots.text), _kinds(b.slots.text)
    mine, theirs = stems_of(a.slots.text), stems_of(b.slots.text)
    return any(
        noun in y and y[noun] != word and word not in theirs and y[noun] not in mine
        for noun, word in x.items()
    )


_NUMBERED = re.compile(
    r"\b([a-z]{3,}) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3}|[A-Z])\b",
    re.I,
)
_FRONT = re.compile(
    r"(?:at|in|on|for|during|after|before|while|when|if|within|under)\b(?:(?P<where>[^,.;]{2,60}),\s|(?P<short> [a-z]+ )(?=(?:the|a|an|our|every|each) ))",
    re.I,
)


_PARTS = re.compile(
    r"\W*(?:all |every |any |a |an |the )?(?P<noun>[\w-]+) (?:of|in|for) (?P<of>(?:the |a |an |our |your )?[\w-]+(?: [\w-]+)?) (?:is|are|has|have|get|gets|must|may|can|need|needs|do|does|never|always|go|goes|stay|stays|end|start|run)\b",
    re.I,
)
_REST = re.compile(r"\W*(?:all |the )?(?:others?|everyone else|everybody else|the rest)\b", re.I)


def _where(front: re.Match[str]) -> str:
    found: str = front["where"] or front["short"]
    return found


def _when(text: str) -> str:
    """Whether a fronted case lies before, after or within something."""
    word = text.split()[0].lower()
    return word if word in ("before", "after") else "within"


_OF_SIZE = re.compile(
    r"\W*(?:all |every |any )?(?P<noun>[\w-]+) (?:of|with|over|under|above|below) (?:more|less|fewer|at least|at most|over|under|\d|two|three|five|ten|a hundred)",
    re.I,
)
_SMALL = re.compile(
    r"\W*(?:all |every |any |a |the )?(?:small|large|big|tiny|short|long|minor|major|simple|young|old|heavy|light) (?P<noun>[\w-]+)",
    re.I,
)
_AT_ZH = re.compile(r"([一-鿿]{2,8})时(?![间代效区钟刻期常])")
#: "Texts under 50 words have …": the size tells which ones are meant.
_SIZED = re.compile(
    r"\W*(?:an? |the |all |every |each |any )?[\w-]+(?: [\w-]+){0,2}? (?:under|over|above|below|up to|beyond|(?:more|less|fewer|longer|shorter|larger|smaller|older|younger) than|of at (?:least|most)|from|with (?:over|under|at least|at most)) (?P<size>\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|a hundred)\b[^.;]*? (?:have|has|are|is|get|gets|need|needs|must|may|can|cannot|do|does|go|goes|never|don't|should|want|wants|require|requires|take|takes)\b",
    re.I,
)


def two_cases(a: Side, b: Side) -> bool:
    """ "Year seven …", "Year ten …"; "During the trial, …", "After the appeal, …"."""
    one, two = a.slots.text, b.slots.text
    x, y = _NUMBERED.search(one[:40]), _NUMBERED.search(two[:40])
    opens = x and y and x.start() == y.start() == 0  # further in, the number is a value
    if x and y and opens and x[1].lower() == y[1].lower() and x[2].lower() != y[2].lower():
        return True
    at, then = _AT_ZH.match(one), _AT_ZH.match(two)
    if at and then:
        return bool(set(at[1]) - set(two)) and bool(set(then[1]) - set(one))
    big, small = _SIZED.match(one), _SIZED.match(two)
    if big and small and big["size"] != small["size"]:
        return True
    for sized, other in ((one, two), (two, one)):  # "Teams of more than ten", "small teams"
        kind, some = _OF_SIZE.match(sized), _SMALL.match(other)
        if kind and some and stem(kind["noun"].lower()) == stem(some["noun"].lower()):
            return True
    first, second = _PARTS.match(one), _PARTS.match(two)
    if first and second and stem(first["noun"].lower()) == stem(second["noun"].lower()):
        mine, theirs = stems_of(first["of"]), stems_of(second["of"])
        if mine - theirs - stems_of(two) and theirs - mine - stems_of(one):
            return True  # "Lines of code …", "Lines of messages …"
    if bool(_REST.match(one)) != bool(_REST.match(two)):
        return True  # "Beta users …", "Other users …"
    front, across = _FRONT.match(one), _FRONT.match(two)
    if not front or not across:
        return False
    if stems_of(_where(front)) == stems_of(_where(across)) and _when(one) != _when(two):
        return True  # "During the pilot, …", "After the pilot, …"
    here, there = stems_of(_where(front)), stems_of(_where(across))
    mine, theirs = here - there, there - here
    return bool(mine and theirs) and not mine & stems_of(two) and not theirs & stems_of(one)


_LET_OFF = re.compile(
    r"(?:,\s*but|;)\s(?P<but>[^.;]{4,80}\b(?:may|can|fine|allowed|exempt|exceptions?)\b[^.;]{0,40})"
    r"|[.;]\s+(?P<gets>[^.;]{3,60}? (?:deserves?|gets?|needs?|has|have|takes?|may have|can have)) (?:one|them|it|some)\b"
    r"|[.。]\s*(?P<more>[^.。]{2,80}?(?:\b(?:is|are) (?:fine|allowed|exempt|welcome)\b|例外|構わない|除外)[^.。]{0,30})"
    r"|[，。；]但?(?P<zh>[^，。；]{2,40}(?:除外|例外|可以))",
    re.I,
)
_SAYING = frozenset("例外可以除许許".strip()) | listed(
    "may can fine allow exempt except welcom are deserv get need ha hav tak"
)


def excepted(ban: Side, other: Side) -> bool:
    """Whether a ban lets off, in a part of its own, just what the other speaks of."""
    found = _LET_OFF.search(ban.slots.text)
    if found is None:
        return False
    part = found["but"] or found["gets"] or found["more"] or found["zh"]
    if ban.slots.lang == "en":
        words, said = stems_of(part) - _SAYING, stems_of(other.slots.text)
    else:
        words = frozenset("".join(_CJK.findall(part))) - _SAYING
        said = frozenset("".join(_CJK.findall(other.slots.text)))
    return bool(words) and len(words & said) >= 0.6 * len(words)


def two_titles(a: Side, b: Side) -> bool:
    """Whether each is about what its heading names, and the other never mentions it."""
    mine, theirs = stems_of(a.slots.text), stems_of(b.slots.text)
    head_a, head_b = stems_of(a.heading) & mine, stems_of(b.heading) & theirs
    return bool(
        head_a and head_b and not head_a & (theirs | head_b) and not head_b & (mine | head_a)
        and not stems_of(a.heading) & theirs and not stems_of(b.heading) & mine
    )  # fmt: skip


def _tail(one: str, two: str) -> int:
    """How many characters two topics share at their ends, when each has more before; else 0."""
    n = 0
    while n < min(len(one), len(two)) - 1 and one[-n - 1] == two[-n - 1]:
        n += 1
    return n if n >= 2 else 0


def _two_topics_cjk(one: str, two: str) -> bool:
    found = [_TOPIC.match(t) or _SUBJECT_ZH.match(t) for t in (one, two)]
    if not found[0] or not found[1]:
        return False
    first, second = (m["topic"] for m in found if m)
    tail = _tail(first, second)
    if tail and not _KANA.search(
        first[:-tail] + second[:-tail]
    ):  # two wines: what stands before the shared end tells them apart
        first, second = first[:-tail], second[:-tail]
    x, y = (frozenset("".join(_CJK.findall(t))) for t in (first, second))
    return bool(x and y) and not x & frozenset(two) and not y & frozenset(one)


def same_ban(a: Side, b: Side) -> bool:
    """Whether two Japanese sentences end in one ban: neither asks for what the other forbids."""
    x, y = _END_JA.search(a.slots.text), _END_JA.search(b.slots.text)
    return bool(x and y and x[1][-5:] == y[1][-5:])


_ONLY_THERE = re.compile(
    r"\bonly (?:in|within|inside|for|on|at|by|when|if|after|before|to|with|during|as)\b|以外|(?:で|に|中|時)(?:のみ|だけ)|[仅只](?:在|有在)",
    re.I,
)


_ONLY_AFTER = re.compile(r"\bonly (?:after|once|when|with)\b", re.I)
_NOT_BEFORE = re.compile(r"\b(?:before|until|unless|without)\b", re.I)


def only_elsewhere(free: str, ban: str) -> bool:
    """ "Only in X" allows nothing outside of X, so a ban that does not name X agrees with it."""
    if _ONLY_AFTER.search(free) and _NOT_BEFORE.search(ban):
        return True  # "only after X", "not before X"
    found = _ONLY_THERE.search(free)
    if found is None:
        return False
    if not free.isascii():
        where = free[max(0, found.start() - 6) : found.start()] or free[found.end() :][:6]
        return not frozenset(_CJK.findall(where)) & frozenset(_CJK.findall(ban))
    return not stems_of(free[found.end() :][:60]) & stems_of(ban)


_BANNED = re.compile(
    r"\b(?:never|do not|don't|must not|may not|cannot|is not|are not|not be)\s+(?:be\s+)?([a-z][\w-]+)",
    re.I,
)


@lru_cache(maxsize=4096)
def banned_verb(ban: str) -> str:
    """The verb behind "never" and "do not", as a stem; empty when there is none."""
    found = _BANNED.search(ban)
    return stem(found[1].lower()) if found else ""


def is_order(text: str) -> bool:
    """Whether a sentence begins with its verb: "Sharpen knives"."""
    return any(word.lower() in VERBS for word in text.split()[:1])
