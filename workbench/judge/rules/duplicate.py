"""The same instruction twice, in the same or in other words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._alike import Twins, is_echo, twins
from workbench.judge.rules._passages import shared
from workbench.judge.rules._sides import Place
from workbench.prompt.language import plain


def _check(rule: Rule, context: Context) -> Iterable[Finding]:
    pairs = shared(context, "twins", lambda: tuple(twins(context)))
    found = [t for t in pairs if not is_echo(t.first) and not is_echo(t.second)]
    parallel = _parallel(found)
    for pair in found:
        first, second = pair.first, pair.second
        if _alternatives(first, second) or _copied(context, first, second):
            continue
        if _home(pair) in parallel or (pair.exact and _short(second)):
            continue
        how = "repeats" if pair.exact else "says the same as"
        yield rule.finding(
            second.line,
            f"{how} line {first.line}",
            text=second.text,
            fix=(
                f"keep the clearer one of lines {first.line} and {second.line}; if you mean to "
                "repeat it, put it in a section called Reminders with the very same words"
            ),
            related=[Related(first.line, first.text)],
            confidence="high" if pair.exact or pair.likeness >= 0.9 else "medium",
        )


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
