"""Skills of one tree whose descriptions ask for the same moments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.relevance.terms import terms
from workbench.prompt.frontmatter import find_frontmatter

#: Words of every description; they set none apart.
_PLAIN = frozenset(
    terms(
        "use used using when whenever user users wants want needs need asks ask skill skills this "
        "that with for from about into and the any also help helps should must will can work works "
        "task tasks file files trigger triggers create make do not"
    )
)
_APART = re.compile(
    r"\b(?:do not|don['’]t|not) (?:use|trigger|for|apply)|\binstead\b|使わない|不要使用",
    re.IGNORECASE,
)
_SHARED, _LEAST = 0.8, 2


def _check(rule: Rule, context: Context) -> Iterator[Finding]:
    front = find_frontmatter(context.prompt.text)
    mine = front.fields.get("description") if front else None
    if not isinstance(mine, str) or len(context.facts.skills) < 2 or _APART.search(mine):
        return
    words = set(terms(mine)) - _PLAIN
    for path, other in sorted(context.facts.skills.items()):
        theirs = set(terms(other)) - _PLAIN
        if other.strip() == mine.strip() or _APART.search(other):
            continue  # this file itself, or a copy of it for another host
        both = words & theirs
        if len(both) < _LEAST or len(both) < _SHARED * min(len(words), len(theirs)):
            continue
        line = next(
            (n for n, text in enumerate(context.prompt.lines, 1) if text.startswith("description")),
            1,
        )
        shared = _words(mine, both)
        yield rule.finding(
            line,
            f"Nearly all that sets this skill off sets off {path} too: {shared}.",
            text=mine,
            fix="Say in each what only it does, and when to take the other instead.",
            related=[Related(1, other[:200], path)],
        )
        return


def _words(text: str, both: set[str]) -> str:
    """The shared words as this description spells them."""
    found = [w for w in re.findall(r"[^\W\d_]+", text) if set(terms(w)) & both]
    return ", ".join(dict.fromkeys(word.lower() for word in found))


RULE = Rule(
    "overlapping-skills",
    "two skills for the same moment",
    "note",
    "medium",
    "The description alone decides which skill is read: where two say the same, one takes the "
    "other's place by chance.",
    "Claude Code documentation, skills: the description is how a skill is chosen",
    "2026-08-22",
    _check,
    kinds=frozenset({"skill"}),
    example="Use when the user wants to evaluate a report.   (and so says another skill)",
    instead="Use when the user wants scores for a finished report; to write one, take report-make.",
    family="hosts",
)
