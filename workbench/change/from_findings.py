"""Findings whose remedy is mechanical, and the proposals that carry it out.

`mechanical` runs the rules in question, `drafts` makes the proposals that no other kind makes,
and `answers` says which proposals answer which finding. A rule whose remedy needs a person's
words (vague wording, contradictions, unclosed fences: nobody knows where they should end) has
none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from workbench.change.ground import Change, Ground
from workbench.change.kinds.relocate import Region
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
    "distractor": ("RELOCATE", "REMOVE"),
    "duplicate": ("MERGE",),
    "host-limits": ("CONDENSE",),
    "invisible-characters": ("REMOVE",),
    "may-fade": ("CHECKLIST",),
    "misplaced-scope": ("OFFLOAD", "RELOCATE"),
    "too-many-instructions": ("OFFLOAD",),
}
#: Rules whose proposals other kinds make from the text alone.
_LOOKED_AT = frozenset(ANSWERS) - {"buried-critical", "host-limits", "too-many-instructions"}
#: Findings about the whole prompt: any proposal of the kind answers them.
_WHOLE = frozenset(("may-fade", "too-many-instructions"))
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
    return tuple(f for f in found if f.confidence != "low" or f.rule in _WHOLE)


def regions(ground: Ground, findings: Sequence[Finding]) -> Iterator[Region]:
    """The lines that findings call foreign, in which a rule may be out of place.

    A section of which at least half tells stories is foreign as a whole.
    """
    told: set[int] = set()
    for finding in findings:
        span = range(finding.start_line - 1, finding.end_line)
        if finding.rule == "distractor":
            told |= {line for line in span if ground.prompt.lines[line].strip()}
        elif finding.rule == "misplaced-scope":
            why = "It stands in a section about something that nothing else in the prompt is about."
            yield Region(span.start, span.stop, why)
    if not told:
        return
    lines = ground.prompt.lines
    heads = [(h.start_line, h.end_line) for h in ground.prompt.outline.headings]
    for (_, first), (last, _) in pairwise([*heads, (len(lines), 0)]):
        own = [line for line in range(first, last) if lines[line].strip()]
        if own and 2 * sum(line in told for line in own) >= len(own):
            yield Region(first, last, "Most of its section tells a story that no rule needs.")


def drafts(ground: Ground, findings: Sequence[Finding], made: Sequence[Draft]) -> Iterator[Draft]:
    """Drafts that only a finding leads to; none is safe. `made`: those that exist already."""
    if ground.fixed:
        return
    taken = {line for d in made for cut in d.change.cuts for line in range(*cut)}
    for finding in findings:
        if finding.rule == "duplicate":
            yield from _merge(ground, finding, taken)
        elif finding.rule == "distractor":
            yield from _remove(ground, finding, taken)
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
        " first: their words differ, and what only one of them says is lost with it.",
        "medium: the wordings differ; the ledger lists what it sees go",
        Change(cuts=(second.span,)),
        "merge",
        kept=first.span,
    )


def _remove(ground: Ground, finding: Finding, taken: set[int]) -> Iterator[Draft]:
    """Whole items and paragraphs of a story; not what other lines speak of."""
    first, last = finding.start_line - 1, finding.end_line
    keep = {place.start_line for place in finding.related}
    inside = [u for u in ground.passages if first <= u.start_line and u.end_line <= last]
    if not inside or any(line in taken for line in range(first, last)):
        return
    if any(not _goes(ground, u, alone=True) for u in inside):
        return
    if any(unit.start_line < line <= unit.end_line for unit in inside for line in keep):
        return
    covered = {line for unit in inside for line in range(*unit.span)}
    lines = ground.prompt.lines
    if any(line not in covered and lines[line].strip() for line in range(first, last)):
        return  # code, a table or a heading stands between
    span = _with_heading(ground, first, last)
    taken.update(range(*span))
    yield Draft(
        "REMOVE",
        False,
        "".join(lines[span[0] : span[1]]).strip(),
        span[0] + 1,
        span[1],
        f"lines {span[0] + 1}-{span[1]}: a story that no instruction needs",
        "Nothing in it is a rule, a name or a value of this work, as far as its words tell. Read"
        " it before it goes.",
        "medium: what stands only here is gone from the prompt",
        Change(cuts=(span,)),
        "remove",
    )


def _with_heading(ground: Ground, first: int, last: int) -> tuple[int, int]:
    """The span, with its heading where nothing else stands below that."""
    headings = ground.prompt.outline.headings
    lines = ground.prompt.lines
    above = next((h for h in reversed(headings) if h.end_line <= first), None)
    if above is None or above.level < 2 or "".join(lines[above.end_line : first]).strip():
        return first, last
    ends = (h for h in headings if h.start_line >= last)
    below = next(ends, None)
    end = len(lines) if below is None else below.start_line
    deeper = below is not None and below.level > above.level
    if deeper or "".join(lines[last:end]).strip():
        return first, last
    if ground.is_pinned(above.start_line, last):
        return first, last
    return above.start_line, last


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


def _goes(ground: Ground, unit: Passage, *, alone: bool = False) -> bool:
    """Whether a unit can be taken out whole; `alone`: also the only one of its list."""
    if unit.ordered or unit.foreign or not unit.whole or ground.is_pinned(*unit.span):
        return False
    return alone or unit.kind == "paragraph" or not unit.alone


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
    # A story with a heading: what is about its very lines comes first.
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
