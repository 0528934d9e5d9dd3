"""CHECKLIST: a short list at the end that repeats the marked rules. Made on request only.

What is to be checked before the work is finished stands there word for word. It may help; no
reminder is certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from workbench.change.ground import Change, Ground
from workbench.change.kinds import edges
from workbench.change.passages import Passage
from workbench.change.proposals import EDGES, Draft
from workbench.language.instructions import Instruction
from workbench.language.titles import is_checklist_title

MOST, _FEWEST = 7, 2
#: Tokens that a checklist may add: a share of the prompt, at least and at most so many.
_SHARE, _LEAST, _CAP = 0.06, 60, 160


def cap(tokens: int) -> int:
    """Tokens that a checklist may add to a prompt of `tokens`: 6 %, 60 to 160."""
    return max(_LEAST, min(_CAP, int(tokens * _SHARE)))


def find(ground: Ground, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """At most one draft; what `drafts` move or repeat already is left out."""
    if ground.fixed or _has_one(ground):
        return
    chosen = _chosen(ground, drafts)[:MOST]
    limit, mark = cap(ground.total), _usual_mark(ground)
    while len(chosen) >= _FEWEST:
        entries = tuple(
            (rule.start_line - 1, edges.prefix(ground, unit) + rule.text, mark)
            for unit, rule in chosen
        )
        built = ground.attempt(Change(check=entries))
        if built is None:
            return
        if ground.after(built).total - ground.total <= limit:
            yield _draft(chosen, entries, limit)
            return
        chosen = chosen[:-1]


def _has_one(ground: Ground) -> bool:
    """Whether some list is introduced or headed as a checklist."""
    return any(is_checklist_title(name) for unit in ground.passages for name in unit.above)


def _chosen(ground: Ground, drafts: Sequence[Draft]) -> list[tuple[Passage, Instruction]]:
    taken = {
        line for d in drafts if d.kind in EDGES for line in range(d.start_line, d.end_line + 1)
    }
    return [
        (unit, rule)
        for unit in ground.passages
        for rule in unit.rules
        if rule.critical
        and rule.start_line not in taken
        and not (unit.nested or unit.ordered)
        and not edges.cannot_be_repeated(ground, unit, rule)
    ]


def _usual_mark(ground: Ground) -> str:
    """The list mark that most items of the prompt have."""
    marks = Counter(unit.mark for unit in ground.passages if unit.mark and not unit.ordered)
    return marks.most_common(1)[0][0] if marks else "- "


def _draft(
    chosen: Sequence[tuple[Passage, Instruction]],
    entries: tuple[tuple[int, str, str], ...],
    limit: int,
) -> Draft:
    lines = sorted({rule.start_line for _, rule in chosen})
    named = ", ".join(map(str, lines))
    return Draft(
        "CHECKLIST",
        False,
        "\n".join(sorted(rule.text for _, rule in chosen)),
        lines[0],
        max(rule.end_line for _, rule in chosen),
        f"line{'s' if len(lines) > 1 else ''} {named}: rules that are marked critical",
        f"A short list at the end repeats their exact words, within {limit} tokens. It may help;"
        " it was not measured on your model and no reminder is certain. What a tool can check is"
        " safer in a hook.",
        "low: nothing is moved; each rule is stated twice and must be kept in step",
        Change(check=entries),
        "echo",
        shown=tuple((rule.start_line - 1, rule.end_line) for _, rule in chosen),
    )
