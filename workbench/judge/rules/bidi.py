"""Marks that change the order in which text is shown, but not the order in which it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.judge.findings import Finding, Related
from workbench.judge.registry import Context, Rule
from workbench.judge.rules._passages import line_text
from workbench.judge.rules.invisible_characters import deletions, name_of

_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_MARKS = re.compile("[\u200e\u200f\u061c]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def places(line: str) -> list[int]:
    """Offsets of the marks in a line that no word of it needs: controls first, then marks."""
    native = bool(_RIGHT_TO_LEFT.search(line))
    return [
        found.start()
        for pattern in (_CONTROLS, _MARKS)
        for found in pattern.finditer(line)
        if found[0] in "\u202d\u202e" or not native
    ]


def check(rule: Rule, context: Context) -> Iterable[Finding]:
    """One finding for all: overrides always, other marks where no word needs them."""
    if context.prompt.text.isascii():
        return
    hits: list[tuple[int, int, str]] = []
    for number in range(1, len(context.prompt.lines) + 1):
        line = line_text(context, number)
        if line.isascii():
            continue
        hits += ((number, at + 1, line[at]) for at in places(line))
    if not hits:
        return
    number, column, ch = hits[0]
    lines = list(dict.fromkeys(hit[0] for hit in hits))
    worst = any(hit[2] in "\u202d\u202e\u2066\u2067\u2068" for hit in hits)
    yield rule.finding(
        number,
        f"The text holds marks of writing direction ({name_of(ch)}) in {len(lines)} "
        f"line{'s' if len(lines) > 1 else ''} without right-to-left words that need them.",
        text=name_of(ch),
        fix="Delete them; look at what the line says without them.",
        related=[Related(n) for n in lines[1:20]],
    ).but(
        severity="error" if worst else "warning",
        columns=(column, column + 1),
        repair=deletions(context, hits),
    )


RULE = Rule(
    id="bidi",
    title="marks that reorder shown text",
    severity="error",
    why="A person and a model read different texts: what looks like a comment or a harmless "
    "order can be something else.",
    source="Unicode UAX 9; Boucher and Anderson, Trojan Source, CVE-2021-42574",
    dated="2026-11-29",
    check=check,
    example="a right-to-left override inside a rule",
    instead="the same words without the override; Arabic and Hebrew need none",
    family="safety",
    measured="none in open gold and corpus, 140 files, 2026-11-30",
)
