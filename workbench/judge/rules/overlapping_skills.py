"""Skills of one tree whose descriptions ask for the same moments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.relevance.terms import terms
from workbench.judge.rules._patch import patch
from workbench.prompt.frontmatter import Frontmatter, find_frontmatter
from workbench.prompt.scalars import scalar_of

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
#: Deeds as descriptions list them: "to create, evaluate or improve".
_DEEDS = re.compile(r"\bto (\w+(?:, \w+)*(?:,? (?:and|or) \w+)?)")
_SHARED, _LEAST = 0.8, 2
#: Words of many descriptions that can still tell two skills apart.
_DOING = frozenset(terms("create make"))
_MOST = 4


def _check(rule: Rule, context: Context) -> Iterator[Finding]:
    front = find_frontmatter(context.prompt.text)
    mine = front.fields.get("description") if front else None
    if not isinstance(mine, str) or len(context.facts.skills) < 2 or _APART.search(mine):
        return
    words = set(terms(mine)) - _PLAIN
    for path, other in sorted(context.facts.skills.items()):
        theirs = set(terms(other)) - _PLAIN
        if context.facts.itself(path):
            continue  # as it stands on the disk: here its description may be another by now
        if other.strip() == mine.strip() or _APART.search(other):
            continue  # a copy of it for another host
        both = words & theirs
        if len(both) < _LEAST or len(both) < _SHARED * min(len(words), len(theirs)):
            continue
        line = next(
            (n for n, text in enumerate(context.prompt.lines, 1) if text.startswith("description")),
            1,
        )
        shared = _words(mine, both)
        name = context.facts.skill_names.get(path, "")
        fix = "Say in each what only it does, and when to take the other instead."
        if new := _contrast(context, front, mine, other, shared, name):
            fix += f" For this file, such as:\n{patch(context.prompt.text, new)}"
        yield rule.finding(
            line,
            f"Nearly all that sets this skill off sets off {path} too: {shared}.",
            text=mine,
            fix=fix,
            related=[Related(1, other[:200], path)],
        )
        return


def _contrast(
    context: Context,
    front: Frontmatter | None,
    mine: str,
    other: str,
    shared: str,
    name: str,
) -> str | None:
    """The text with a sentence behind the description that hands over what `other` is for.

    The other file is not touched: it may need a sentence of its own.
    """
    scalar = scalar_of(front, "description") if front is not None else None
    if scalar is None or not re.fullmatch(r"[\w-]{1,64}", name):
        return None
    if theirs := _own(other, mine):
        words = f"Do not use {_link(theirs, other)} {_listed(theirs)} (take {name})."
    elif _own(mine, other):
        both = [word for word in shared.split(", ") if _link([word], mine) == "to"]
        both = both or shared.split(", ")[:_MOST]
        words = f"{_link(both, mine).capitalize()} {_listed(both)} alone, take {name} instead."
    else:
        return None  # they say the same: only their author knows the difference
    stop = "" if mine.rstrip().endswith((".", "!", "?", "。")) else "."
    return scalar.with_added(context.prompt.text, f"{stop} {words}")


def _link(words: Sequence[str], text: str) -> str:
    """`to` for deeds (words of a list behind "to" in the description), `for` for things."""
    deeds = {w.lower() for found in _DEEDS.findall(text) for w in re.findall(r"\w+", found)}
    return "to" if set(words) <= deeds else "for"


def _listed(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return ", ".join(words[:-1]) + (" or " if len(words) > 1 else "") + words[-1]


def _own(text: str, other: str) -> list[str]:
    """Words that only `text` has of the two, as it spells them, at most four."""
    known = set(terms(other))
    found = [
        word.lower()
        for word in re.findall(r"[^\W\d_]{3,}", text)
        if set(terms(word)) - known and not set(terms(word)) <= _PLAIN - _DOING
    ]
    return list(dict.fromkeys(found))[:_MOST]


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
