"""Two spellings of one name in code: the project has only one, or the text has one but once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import code
from workbench.prompt.lines import line_at

_NAME = re.compile(r"[A-Za-z_][\w./-]{6,80}")
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d]+")
#: Shorter words differ by a letter for good reasons.
_LEAST = 3
#: Endings of plural and verb: two words, not two spellings.
_ENDINGS = ("s", "d", "r", "e", "y", "n", "t", "es", "ed", "er")
_MOST_NAMES = 20_000
#: Names that share all but a letter; more are a series.
_MOST_ALIKE = 12


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """A letter too many, too few or swapped inside a word of a name that has several."""
    if context.prompt.is_data:
        return
    known = context.facts.known and context.facts.at_home
    count: Counter[str] = Counter()
    first: dict[str, int] = {}
    text = context.prompt.text
    for span in code(context):
        for found in _NAME.finditer(text, span.start, span.end):
            name = found[0].strip("./-_")
            if name in first:
                count[name] += 1
            elif len(first) < _MOST_NAMES and len(_PART.findall(name)) > 1:
                count[name] = 1
                first[name] = found.start()
    near: dict[tuple[str, str], list[str]] = {}
    for around, alike in _alike(first).items():
        for name, part in alike:
            for key in _keys(around, part):
                near.setdefault(key, []).append(name)
    told: set[str] = set()
    for names in near.values():
        for one, two in combinations(dict.fromkeys(names[:_MOST_ALIKE]), 2):
            if not _slip(one, two):
                continue
            name, other = sorted((one, two), key=lambda it: (count[it], -first[it]))
            for wrong, right in ((name, other), (other, name)):
                if wrong in told:
                    continue
                if known and _only_one_there(context, wrong, right):
                    seen = "is not in the project"
                elif not known and count[wrong] == 1:
                    seen = "stands here once"
                else:
                    continue
                told.update((wrong, right))
                yield _finding(rule, context, (wrong, first[wrong]), (right, first[right]), seen)


def _finding(
    rule: Rule, context: Context, rare: tuple[str, int], usual: tuple[str, int], seen: str
) -> Finding:
    starts = context.prompt.starts
    line, other = (line_at(starts, at) + 1 for at in (rare[1], usual[1]))
    column = rare[1] - starts[line - 1] + 1
    return rule.finding(
        line,
        f"{rare[0]} {seen}; {usual[0]} in line {other} differs in one letter.",
        text=rare[0],
        fix=f"Write {usual[0]}, if the same is meant.",
        related=[Related(other, usual[0])],
    ).but(
        columns=(column, column + len(rare[0])),
        # Only a project can tell a slip from two names; without one nothing that was seen was true.
        quiet=not (context.facts.known and context.facts.at_home),
    )


def _alike(names: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Names that are the same but for one word, each with that word, by what they share."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        parts = _PART.findall(name)
        for at, part in enumerate(parts):
            if len(part) >= _LEAST and part.isalpha():
                around = "\0".join((*parts[:at], "", *parts[at + 1 :]))
                found.setdefault(around, []).append((name, part))
    return {around: alike for around, alike in found.items() if len(alike) > 1}


def _keys(around: str, part: str) -> Iterator[tuple[str, str]]:
    """What a name shares with one that has one letter more or less, or two swapped."""
    yield around, part
    for cut in range(1, len(part)):
        yield around, part[:cut] + part[cut + 1 :]


def _slip(name: str, other: str) -> bool:
    """Whether one word differs, by a letter left out or by two that are swapped."""
    mine, theirs = _PART.findall(name), _PART.findall(other)
    if len(mine) != len(theirs):
        return False
    differ = [at for at, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
    # What stands behind the last point is the kind of a file.
    if len(differ) != 1 or (differ[0] == len(mine) - 1 and mine[differ[0] - 1] == "."):
        return False
    short, long = sorted((mine[differ[0]], theirs[differ[0]]), key=len)
    if not (short.isalpha() and long.isalpha() and long.isascii()) or short[0] != long[0]:
        return False
    if len(short) == len(long):
        at = next((i for i in range(len(long)) if short[i] != long[i]), 0)
        return (
            len(long) > _LEAST
            and at > 0
            and (short[:at] + short[at + 1 : at + 2] + short[at : at + 1] + short[at + 2 :] == long)
        )
    # A letter put in front is a prefix: `after`, `aafter`.
    if long.startswith(short) or long[1:] == short or any(long == short + end for end in _ENDINGS):
        return False
    return len(long) > _LEAST and any(
        long[:cut] + long[cut + 1 :] == short for cut in range(1, len(long))
    )


def _only_one_there(context: Context, name: str, other: str) -> bool:
    """Whether the project has the other spelling and not this one: names of two things differ by
    a letter too."""
    facts = context.facts
    if "/" in name or "." in name:
        return facts.exists(name) is False and bool(facts.exists(other))
    return facts.symbol(name) is False and bool(facts.symbol(other))


RULE = Rule(
    id="two-spellings",
    title="a name in two spellings",
    severity="warning",
    why="One of the two leads nowhere: a model that takes it calls what does not exist.",
    source="compared in the text; looked up in the project where there is one",
    dated="2026-11-30",
    check=check,
    example="`runInTempDir()` … `runInTmpDir()` … `runInTempDir()`",
    instead="`runInTempDir()` each time",
    family="truth",
    measured="no finding but one prefix, told apart since (about 2,000 files of 32 public "
    "repositories, open gold and corpus; 1,646 files in seven projects, 2026-11-30)",
)
