"""Two statements that cannot both be followed, in the four forms that the words prove.

The same action and object with opposite sign; the same head and unit with different values; a
ban on a command or name beside what runs or asks for it; A before B beside B before A. A
condition, an exception, another scope or one content word that has no partner, on either side,
and the rule says nothing: what is a conflict by meaning, a reading tells.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._banned_commands import run_anyway
from workbench.judge.rules._banned_names import asked_anyway
from workbench.judge.rules._passages import Passage, said
from workbench.language.japanese import verbs
from workbench.language.lists import group
from workbench.language.markup import plain
from workbench.language.phrases import Phrases
from workbench.language.quantities import Quantity, quantities
from workbench.language.titles import is_generic_title
from workbench.language.words import Word, words

#: Longer sentences say more than one thing.
_LONGEST = 240
#: So many different values of one head make a table of cases, and no clash.
_CASES = 3


@dataclass(frozen=True, slots=True)
class Clash:
    """Two places that clash, the earlier first; `why` says how, in words."""

    first: tuple[int, str]
    second: tuple[int, str]
    end_line: int
    why: str


# -- what is compared -----------------------------------------------------------------------


@cache
def _little() -> frozenset[str]:
    """Words that a statement can lose and still say the same."""
    cues = group("english", "ban") | group("english", "hard") | group("english", "soft")
    single = frozenset(word for cue in cues for word in cue.split())
    return (single - group("rules", "contradiction-verb")) | group("rules", "contradiction-empty")


@cache
def _limiting() -> Phrases:
    """Words that limit where a statement holds."""
    limits = group("english", "exception") | group("english", "condition")
    places, more = (group("rules", f"contradiction-{name}") for name in ("place", "limit"))
    return Phrases((limits - places) | more)


_LIMITING_WIDE = re.compile(r"場合|とき|時は|以外|ただし|のみ|除|如果|除非|只有|除了|时|但|当")


def _limited(text: str) -> bool:
    wide = not text.isascii() and _LIMITING_WIDE.search(text) is not None
    return wide or _limiting().within(text)


def _usable(context: Context) -> Iterator[Passage]:
    """Statements that hold without condition: alone in their item, or beside plain sentences."""
    limited: set[tuple[int, int]] = set()
    rows = [p for p in said(context) if p.statement.kind != "cell"]
    for passage in rows:
        if _limited(passage.text):
            limited.add(passage.statement.unit)
    for passage in rows:
        statement = passage.statement
        if statement.unit in limited or len(passage.text) > _LONGEST or "?" in passage.text:
            continue
        if statement.children or _limited(statement.lead) or any(map(_limited, statement.path)):
            continue
        yield passage


@lru_cache(maxsize=1024)
def _scope(path: tuple[str, ...], tags: tuple[str, ...], lead: str) -> tuple[str, ...]:
    """What limits the place of a statement: titles, elements and leads that name a topic."""
    named = tuple(title for title in path[1:] if not is_generic_title(title))
    lead = lead if lead and not is_generic_title(lead.rstrip(":： ")) else ""
    return (*named, *tags, *([lead] if lead else []))


def _home(passage: Passage) -> tuple[str, ...]:
    s = passage.statement
    return _scope(s.path, s.tags, s.lead)


def _topic(passage: Passage) -> tuple[str, ...]:
    """The same without titles that name a kind of work and no thing."""
    return tuple(name for name in _home(passage) if not _names_work(name))


@lru_cache(maxsize=1024)
def _names_work(title: str) -> bool:
    named = [word.lower for word in words(plain(title)) if word.kind != "mark"]
    return bool(named) and all(word in group("rules", "contradiction-work") for word in named)


def _content(row: Sequence[Word]) -> tuple[str, ...]:
    """The stems that carry what is said, in order; code and names as they are."""
    return tuple(
        word.stem.strip("`") if word.kind != "word" else word.stem
        for word in row
        if word.kind != "mark" and word.lower not in _little()
    )


# -- one action, two signs ------------------------------------------------------------------

_AVOID = frozenset({"avoid", "no"})
_ZH_CUE = re.compile(
    r"^(?:请|必须|务必|一定要|应当|应该|要)?(?:绝对)?(?:不要|不得|禁止|严禁|避免)?"
)


def _actions(passage: Passage) -> Iterable[tuple[object, ...]]:
    """The action and its object, without sign and force: none where it is not told by form, more
    than one where an ending has several readings."""
    text = passage.text
    match passage.statement.lang:
        case "ja":
            return (verb for verb in verbs(plain(text)) if len(verb[0]) > 2)
        case "zh":
            cut = _ZH_CUE.sub("", text.rstrip("。. "))
            return [(cut,)] if len(cut) > 3 else []
        case "en":
            bare = plain(text)
            if '""' in bare or any(mark in bare for mark in ";:(/"):
                return []
            row = words(bare)
            found = _content(row)
            if row and row[0].lower in _AVOID and found:
                found = ("use", *found)
            return [found] if len(found) > 1 else []
    return []


def _signs(passages: Sequence[Passage]) -> Iterator[Clash]:
    seen: dict[tuple[object, ...], Passage] = {}
    homes: dict[str, set[tuple[str, ...]]] = {"do": set(), "dont": set()}
    bound = [passage for passage in passages if passage.force]
    for passage in bound:
        homes[passage.force.polarity].add(_home(passage))
    both = homes["do"] & homes["dont"]
    for passage in bound:
        force = passage.force
        for action in _actions(passage) if _home(passage) in both else ():
            other = seen.setdefault((action, _home(passage)), passage)
            if other.force.polarity != force.polarity and other.line != passage.line:
                verb = {"do": "asks for", "dont": "forbids"}
                yield _clash(
                    other,
                    passage,
                    f"{verb[force.polarity]} what line {other.line} {verb[other.force.polarity]}",
                )


def _clash(one: Passage, two: Passage, why: str) -> Clash:
    return Clash((one.line, one.text), (two.line, two.text), two.end_line, why)


# -- one head, two values -------------------------------------------------------------------

_DIGIT = re.compile(r"\d")
_LISTED = re.compile(r"\b(?:step|version|phase|v\d|part|section|level|chapter|rule|no)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Value:
    """A quantity, how number and unit are written, and the words that say of what it is."""

    head: tuple[str, ...]
    quantity: Quantity
    number: str
    written: str

    @property
    def unit(self) -> str:
        return self.quantity.dimension or self.quantity.noun


def _value(text: str) -> _Value | None:
    """The one quantity of a sentence, where it has a unit and no other number stands beside it."""
    bare = plain(text)
    row = words(bare)
    found = quantities(bare)
    numbers = [word for word in row if word.kind == "number"]
    if len(found) != 1 or len(numbers) != 1 or '""' in bare or _LISTED.search(bare):
        return None
    value = found[0]
    if not value.start <= numbers[0].start < value.end or value.bound == "about":
        return None
    rest = [word for word in row if not value.start <= word.start < value.end]
    end = value.end
    if value.noun:
        noun = next(word for word in rest if word.start >= end)
        rest.remove(noun)
        end = noun.end
    head = _content([word for word in rest if word.lower not in group("english", "finite")])
    written = bare[numbers[0].end : end].strip()
    made = _Value(head, value, numbers[0].text, written)
    return made if head and made.unit else None


def _values(passages: Sequence[Passage]) -> Iterator[Clash]:
    seen: dict[tuple[object, ...], list[tuple[_Value, Passage]]] = defaultdict(list)
    for passage in passages:
        if passage.statement.lang != "en" or not _DIGIT.search(passage.text):
            continue
        value = _value(passage.text)
        # One word alone says of what it is where the sentence demands or limits.
        bound = value.quantity.bound if value is not None else ""
        if value is not None and len(value.head) > 1 and bound in ("", "at-most"):
            # So much and at most so much of one thing: two limits, wherever they stand.
            seen[(value.head, value.unit, "", _topic(passage))].append((value, passage))
        elif value is not None and (len(value.head) > 1 or bound or passage.force):
            seen[(value.head, value.unit, bound, _home(passage))].append((value, passage))
    for rows in seen.values():
        numbers = {value.quantity.value for value, _ in rows}
        if not 1 < len(numbers) < _CASES:
            continue
        (first, one), *others = rows
        value, two = next(row for row in others if row[0].quantity.value != first.quantity.value)
        if one.line != two.line:
            was = (
                first.number
                if first.written == value.written
                else f"{first.number} {first.written}"
            )
            now = f"{value.number} {value.written}"
            yield _clash(one, two, f"says {now} where line {one.line} says {was}")


# -- a banned command, run ------------------------------------------------------------------


def _run_anyway(context: Context) -> Iterator[Clash]:
    for ban, run in run_anyway(context):
        named, line = " ".join(ban.command), ban.passage.line
        there = (line, ban.passage.text)
        yield Clash(
            there, (run.line, run.text), run.line, f"runs `{named}`, which line {line} forbids"
        )


def _asked_anyway(context: Context) -> Iterator[Clash]:
    for name, ban, order in asked_anyway(context):
        one, two = sorted((ban, order), key=lambda passage: passage.line)
        verb = "asks for" if two is order else "forbids"
        other = "forbids" if two is order else "asks for"
        yield _clash(one, two, f"{verb} `{name}`, which line {one.line} {other}")


# -- two orders -----------------------------------------------------------------------------

_ORDER_WORD = re.compile("before|after", re.IGNORECASE)
_ORDERED = re.compile(r"^(?P<a>.{3,100}?) (?P<word>before|after) (?P<b>.{3,100})$", re.IGNORECASE)


def _orders(context: Context) -> Iterator[Clash]:
    seen: dict[tuple[object, ...], Passage] = {}
    for passage in said(context):
        statement = passage.statement
        if not passage.force or passage.force.polarity == "dont" or statement.lang != "en":
            continue
        if _ORDER_WORD.search(passage.text) is None:
            continue
        bare = plain(passage.text).rstrip(". !")
        if len(bare) > _LONGEST or any(mark in bare for mark in ',;:("'):
            continue
        found = _ORDERED.match(bare)
        if not found or len(re.findall(r"\b(?:before|after)\b", bare, re.I)) > 1:
            continue
        a, b = found["a"], found["b"]
        if _limited(a) or _limited(b):
            continue
        first, second = _content(words(a)), _content(_base(words(b)))
        if found["word"].lower() == "after":
            first, second = _content(_base(words(b))), _content(words(a))
        if not first or not second:
            continue
        first, second = _stems(first), _stems(second)
        verb: tuple[str, ...] = ()
        if found["word"].lower() == "before" and len(first) == len(second) + 1:
            verb, first = first[:1], first[1:]  # "run the linter before the tests"
        other = seen.get((verb, second, first, _home(passage)))
        if other is not None:
            yield _clash(other, passage, f"gives the order that line {other.line} turns around")
        seen.setdefault((verb, first, second, _home(passage)), passage)


def _base(row: tuple[Word, ...]) -> tuple[Word, ...]:
    """Without the subject of "before you push"."""
    return row[1:] if row and row[0].lower in ("you", "we", "it") else row


def _stems(content: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.removesuffix("ing") if len(word) > 5 else word for word in content)


# -- the rule -------------------------------------------------------------------------------


def clashes(context: Context) -> tuple[Clash, ...]:
    """The clashes of a prompt in the order of their later places, each pair of lines once."""
    if context.prompt.is_data:
        return ()
    usable = tuple(_usable(context))
    found: dict[tuple[int, int], Clash] = {}
    every = (
        *_signs(usable),
        *_values(usable),
        *_run_anyway(context),
        *_asked_anyway(context),
        *_orders(context),
    )
    for clash in every:
        found.setdefault((clash.first[0], clash.second[0]), clash)
    return tuple(sorted(found.values(), key=lambda clash: clash.second[0]))


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    for clash in clashes(context):
        (line, words_there), (number, words_here) = clash.first, clash.second
        yield rule.finding(
            number,
            f"Contradicts line {line}: {clash.why}.",
            end_line=clash.end_line,
            text=words_here[:300],
            fix=f"Keep one of lines {line} and {number}, or say in both where each holds.",
            related=[Related(line, words_there[:300])],
        )


RULE = Rule(
    id="contradiction",
    title="two statements that clash",
    severity="warning",
    why="A model may follow either of two clashing rules, and which one can vary between runs.",
    source="Claude Code documentation, memory: of conflicting rules one is picked arbitrarily",
    dated="2026-11-29",
    check=check,
    example="- Use default exports. … - Never use default exports.",
    instead="- Use default exports in pages, named exports elsewhere.",
    family="meaning",
    measured="2 of 2 true (open gold); no finding, so none false, in 1,522 files of 27 public "
    "repositories and 61 of ten others (2026-11-30); 0 of 55 probes that only look alike",
)
