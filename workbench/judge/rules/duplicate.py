"""The same instruction twice, in the same or in other words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._alike import Twins, is_echo, twins
from workbench.judge.rules._passages import shared
from workbench.judge.rules._sides import Place
from workbench.prompt.language import plain
from workbench.prompt.lexicon.stems import GRAMMAR


def _check(rule: Rule, context: Context) -> Iterable[Finding]:
    every = shared(context, "twins", lambda: tuple(twins(context)))
    found: list[Twins] = []
    reminders: list[Twins] = []
    for pair in every:
        echo = is_echo(pair.first) or is_echo(pair.second)
        (reminders if echo else found).append(pair)
    parallel = _parallel(found)
    kept = [
        pair
        for pair in found
        if not _alternatives(pair.first, pair.second)
        and not _copied(context, pair.first, pair.second)
        and _home(pair) not in parallel
        and not (pair.exact and _short(pair.second))
    ]
    # A reminder joins a group that is one without it; alone it repeats on purpose.
    for group in _groups(kept, [t for t in reminders if not t.exact]):
        yield _told(rule, context, *group)


def _groups(
    pairs: Sequence[Twins], more: Sequence[Twins]
) -> Iterator[tuple[list[Place], list[Twins]]]:
    """Places that say the same, in order, with the pairs that tie them together."""
    groups: list[tuple[dict[int, Place], list[Twins]]] = []
    for sure, found in ((True, pairs), (False, more)):
        for pair in found:
            ends = {p.index: p for p in (pair.first, pair.second)}
            met = [g for g in groups if g[0].keys() & ends.keys()]
            if not met and not sure:
                continue
            whole, ties = met[0] if met else ({}, [])
            if not met:
                groups.append((whole, ties))
            for other in met[1:]:
                whole.update(other[0])
                ties += other[1]
                groups.remove(other)
            whole.update(ends)
            ties.append(pair)
    for places, ties in groups:
        yield [places[k] for k in sorted(places)], ties


def _told(rule: Rule, context: Context, places: list[Place], ties: list[Twins]) -> Finding:
    *firsts, last = places
    exact = all(pair.exact for pair in ties)
    others = _lines(firsts)
    repeats = _tokens(context, places[1:])
    cost = (
        f"; the repeats cost about {repeats} tokens in each call" if repeats and firsts[1:] else ""
    )
    how = "repeats" if exact else "says the same as"
    differ = "" if exact or len(places) == 2 else _wordings(places)
    return rule.finding(
        last.line,
        f"{how} {others}{cost}{differ}",
        text=last.text,
        fix=(
            f"keep the clearer one of {_lines(places)}; if you mean to "
            "repeat it, put it in a section called Reminders with the very same words"
        ),
        related=[Related(place.line, place.text) for place in firsts],
        confidence="high" if all(t.exact or t.likeness >= 0.9 for t in ties) else "medium",
    )


def _lines(places: Sequence[Place]) -> str:
    numbers = [str(place.line) for place in places]
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    return f"lines {', '.join(numbers[:-1])} and {numbers[-1]}"


def _tokens(context: Context, places: Sequence[Place]) -> int:
    """Tokens of the lines of some places; 0 when nobody counted."""
    counted = context.line_tokens
    return sum(counted[p.line - 1] for p in places if p.line <= len(counted))


def _wordings(places: Sequence[Place]) -> str:
    """The words that only one of several places uses: the difference may be intended."""
    words = [frozenset(w.casefold() for w in _WORDS.findall(p.text)) for p in places]
    own = []
    for place, mine in zip(places, words, strict=True):
        rest = frozenset(w for other in words if other is not mine for w in other)
        lone = [w for w in _WORDS.findall(place.text) if w.casefold() in mine - rest - GRAMMAR]
        if lone:
            own.append(f"only line {place.line} says {', '.join(dict.fromkeys(lone))}")
    return "; " + "; ".join(own) if own else ""


def _alternatives(first: Place, second: Place) -> bool:
    """Whether they stand in chapters of one pattern, of which a reader needs one: "Migrating to
    A", "Migrating to B"; "Cancel flight", "Change flight".
    """
    for one, two in zip(first.section, second.section, strict=False):
        if one != two:
            a, b = (set(_WORDS.findall(plain(t).casefold())) - _LITTLE for t in (one, two))
            a, b = {w.rstrip("s") for w in a}, {w.rstrip("s") for w in b}
            return bool(a & b) and a != b
    return False


_WORDS = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)*")
_LITTLE = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "for",
        "in",
        "on",
        "and",
        "or",
        "with",
        "how",
        "what",
        "when",
        "your",
        "more",
        "rule",
        "rules",
    ]
)


def _copied(context: Context, first: Place, second: Place) -> bool:
    """Whether the line before or the line behind is the same too: a form filled in twice."""
    lines = context.prompt.lines

    def beside(line: int, step: int) -> str:
        at = line - 1 + step
        while 0 <= at < len(lines) and not lines[at].strip():
            at += step
        return lines[at].strip() if 0 <= at < len(lines) else ""

    return any(
        len(text) > 4 and text == beside(second.line, step) and not text.startswith(("#", "```"))
        for step in (-1, 1)
        for text in (beside(first.line, step),)
    )


def _short(place: Place) -> bool:
    words = len(place.text.split()) if place.text.isascii() else len(place.text) // 3
    return words < 4


def _home(pair: Twins) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return pair.first.section, pair.second.section


def _parallel(found: Iterable[Twins]) -> frozenset[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Pairs of sections that share several sentences: a template filled in twice."""
    counts = Counter(_home(pair) for pair in found)
    return frozenset(home for home, n in counts.items() if n > 1 and home[0] != home[1])


RULE = Rule(
    id="duplicate",
    title="one instruction stated twice",
    severity="note",
    confidence="medium",
    why="both copies cost tokens in every call, and one is forgotten when the rule changes",
    source="Claude Code docs, memory: keep files short, remove what is said twice",
    dated="2026-11-29",
    check=_check,
    example="Tests never use the network. … Network access is not allowed in tests.",
    instead="Tests never use the network.",
    family="meaning",
)
