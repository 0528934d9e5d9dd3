"""Findings whose remedy is mechanical, and the proposals that carry it out.

`mechanical` runs the rules in question, `drafts` makes the proposals that no other kind makes,
and `answers` says which proposals answer which finding. A rule whose remedy needs a person's
words (vague wording, contradictions, unclosed fences: nobody knows where they should end) has
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.change.ground import Change, Ground
from workbench.change.passages import Passage
from workbench.change.proposals import Draft, Proposal
from workbench.judge.facts import Facts
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, all_rules
from workbench.judge.review import Guard, review
from workbench.prompt.edits import Splice
from workbench.prompt.lines import body
from workbench.prompt.prompt import Prompt

if TYPE_CHECKING:
    from workbench.change.left import Left

#: By rule, the kinds that answer its findings, the first choice first.
ANSWERS: dict[str, tuple[str, ...]] = {
    "bidi": ("REMOVE",),
    "buried-critical": ("MOVE", "ECHO"),
    "host-limits": ("CONDENSE",),
    "invisible-characters": ("REMOVE",),
    "repeat": ("MERGE",),
    "too-many-instructions": ("OFFLOAD",),
}
#: Rules whose proposals other kinds make from the text alone.
_LOOKED_AT = frozenset(ANSWERS) - {"buried-critical", "host-limits", "too-many-instructions"}
#: Findings about the whole prompt: any proposal of the kind answers them.
_WHOLE = frozenset(("too-many-instructions",))
_CHARACTERS = ("bidi", "invisible-characters")
_MOST = 6


def mechanical(
    prompt: Prompt, line_tokens: Sequence[int] = (), guard: Guard | None = None
) -> tuple[Finding, ...]:
    """What the rules with a mechanical remedy find in `prompt`; `line_tokens` as in `Context`. A
    rule that `guard` stops finds nothing."""
    context = Context(prompt, Facts(), line_tokens=line_tokens)
    rules = [rule for rule in all_rules() if rule.id in _LOOKED_AT]
    found = review(context, rules=rules, guard=guard).findings
    return tuple(f for f in found if not f.quiet)


def drafts(ground: Ground, findings: Sequence[Finding], made: Sequence[Draft]) -> Iterator[Draft]:
    """Drafts that only a finding leads to; none is safe. `made`: those that exist already."""
    if ground.fixed:
        return
    taken = {line for d in made for cut in d.change.cuts for line in range(*cut)}
    for finding in findings:
        if finding.rule == "repeat":
            yield from _merge(ground, finding, taken)
    yield from _characters(ground, findings)


def _merge(ground: Ground, finding: Finding, taken: set[int]) -> Iterator[Draft]:
    """The later of two sentences that say the same, when it is a whole item or paragraph."""
    second = _unit_at(ground, finding.start_line)
    first = _unit_at(ground, finding.related[0].start_line) if finding.related else None
    if first is None or second is None or first is second or second.start_line in taken:
        return
    if not _goes(ground, second) or len(second.sentences) != 1 or first.foreign:
        return
    taken.update(range(*second.span))
    yield Draft(
        "MERGE",
        False,
        second.words,
        second.start_line + 1,
        second.end_line,
        f"line {second.start_line + 1} says the same as line {first.start_line + 1}",
        f"Line {first.start_line + 1} stays as it is: '{_short(first.words)}'. Compare the two"
        " first: they stand in different places.",
        "low: the same words remain",
        Change(cuts=(second.span,)),
        "merge",
        kept=first.span,
    )


def _characters(ground: Ground, findings: Sequence[Finding]) -> Iterator[Draft]:
    """All characters that cannot be seen or turn text around, as one draft for each rule."""
    from workbench.judge.rules import bidi, invisible_characters

    finders = {"bidi": bidi.places, "invisible-characters": invisible_characters.places}
    prompt = ground.prompt
    for rule in _CHARACTERS:
        if not any(finding.rule == rule for finding in findings):
            continue
        splices: list[Splice] = []
        lines: list[int] = []
        for number, line in enumerate(prompt.lines):
            if line.isascii() and rule == "bidi":
                continue
            found = sorted(finders[rule](body(line)))
            if not found or ground.is_pinned(number, number + 1):
                continue
            lines.append(number)
            start = prompt.starts[number]
            for at in found:
                if splices and splices[-1].end == start + at:
                    splices[-1] = Splice(splices[-1].start, start + at + 1, "")
                else:
                    splices.append(Splice(start + at, start + at + 1, ""))
        if not splices:
            continue
        what = "turn shown text around" if rule == "bidi" else "cannot be seen"
        many = f"{sum(s.end - s.start for s in splices)} character"
        many += "s" if many != "1 character" else ""
        named = ", ".join(str(n + 1) for n in lines[:_MOST])
        more = f" and {len(lines) - _MOST} more" if len(lines) > _MOST else ""
        yield Draft(
            "REMOVE",
            False,
            f"{rule} " + "".join(prompt.lines[n] for n in lines),
            lines[0] + 1,
            lines[-1] + 1,
            f"line{'s' if len(lines) > 1 else ''} {named}{more}: {many} that {what}",
            "Only these characters go; all that can be seen stays as it is. Look at what the lines"
            " say without them.",
            "low: nothing that a reader sees changes",
            Change(splices=tuple(splices)),
            "remove",
            shown=tuple((n, n + 1) for n in lines),
        )


def _unit_at(ground: Ground, line: int) -> Passage | None:
    """The item or paragraph that holds a line (from 1)."""
    return next((u for u in ground.passages if u.start_line < line <= u.end_line), None)


def _goes(ground: Ground, unit: Passage) -> bool:
    """Whether a unit can be taken out whole and leaves no list empty."""
    if unit.ordered or unit.foreign or not unit.whole or ground.is_pinned(*unit.span):
        return False
    return unit.kind == "paragraph" or not unit.alone


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 120 else line[:119].rstrip() + "…"


def answers(finding: Finding, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """The proposals that carry out what a finding asks for, the first choice first."""
    kinds = ANSWERS.get(finding.rule, ())
    lines = {line - 1 for line in range(finding.start_line, finding.end_line + 1)}
    lines |= {place.start_line - 1 for place in finding.related if not place.path}
    found = [
        p
        for p in proposals
        if p.kind in kinds
        and _fits(finding.rule, p)
        and (finding.rule in _WHOLE or _meets(p, lines))
    ]
    found.sort(key=lambda p: (kinds.index(p.kind), not p.safe, p.instead_of != "", p.start_line))
    return tuple(found)


def stays(finding: Finding, left: Sequence[Left]) -> str:
    """Why a buried rule has no proposal, in words; empty where nobody knows."""
    if finding.rule != "buried-critical":
        return ""
    lines = range(finding.start_line, finding.end_line + 1)
    return next((rule.reason for rule in left if rule.line in lines), "")


def _fits(rule: str, proposal: Proposal) -> bool:
    """A removal of characters answers the rules about characters, and no other."""
    characters = proposal.kind == "REMOVE" and bool(proposal.change.splices)
    return characters == (rule in _CHARACTERS)


def _meets(proposal: Proposal, lines: set[int]) -> bool:
    return any(line in lines for span in proposal.lines for line in range(*span))
