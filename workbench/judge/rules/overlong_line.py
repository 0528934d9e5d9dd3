"""One sentence of so many words that it holds several thoughts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import folded, said

#: Words in one sentence; of the real files at hand one sentence in a thousand is longer. Characters
#: of Japanese or Chinese that stand for as much.
_WORDS, _WIDE = 80, 220
#: Above this share of commas or code a sentence is a list of names.
_LISTED = 0.25
#: Where a link leads is not read.
_ADDRESS = re.compile(r"(?<=\])\([^()\s]{0,500}\)|https?://\S{1,500}")


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """Sentences above the limit, lists of names left out."""
    hits: list[tuple[float, Finding]] = []
    for passage in said(context):
        statement = passage.statement
        if statement.kind == "cell" or "\t" in statement.text:
            continue
        wide = statement.lang in ("ja", "zh")
        least = _WIDE if wide else _WORDS
        if len(statement.text) < least:
            continue
        words = _ADDRESS.sub("", statement.text)
        size = len(words) if wide else len(words.split())
        if size < least:
            continue
        if max(words.count(","), words.count("`") / 2) > _LISTED * size:
            continue
        what = "characters" if wide else "words"
        told = rule.finding(
            passage.line,
            f"One sentence of {size} {what}.",
            end_line=passage.end_line,
            text=statement.text[:300],
            fix="One rule per line; put the condition first, then what to do.",
        )
        hits.append((float(size), told))
    yield from folded(hits)


RULE = Rule(
    id="overlong-line",
    title="a sentence of more than 80 words",
    severity="note",
    why="Rules in the depth of a sentence are missed, and a change of one touches all.",
    source="Anthropic, Claude Code memory: short, specific statements as list items",
    dated="2026-08-22",
    check=check,
    example="- When X, do A, unless B, in which case C, and if D, then E, …   (80 words and more)",
    instead="- When X: do A.\n- When X and B: do C.",
    family="structure",
    measured="5 of 5 true, as counts, none called useful (ten public repositories, 2026-11-30)",
    quiet=True,
)
