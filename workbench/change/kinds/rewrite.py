"""CONDENSE: a part in fewer words, as a model wrote it. Never safe: each is a person's choice.

What the ledger refuses is shown as a proposal with what it would lose, and is carried out only
with a yes for each such row. What cannot be used at all (longer, invented placeholders, pinned text
changed) is no proposal: `rejected` names it with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.change.agents.rewriting import Rewrite
from workbench.change.candidate import Candidate, judge_candidate
from workbench.change.ground import Change, Ground
from workbench.change.proposals import Draft
from workbench.prompt.edits import Splice
from workbench.prompt.lines import body, split_lines, usual_ending
from workbench.prompt.parts import Part
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line


@dataclass(frozen=True, slots=True)
class Rejected:
    """A rewrite that is no proposal, and why. `part`: its id; `line`: where the part begins."""

    part: str
    title: str
    line: int
    by: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"line {self.line}, '{self.title}': {' '.join(self.reasons)}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "part": self.part,
            "title": self.title,
            "line": self.line,
            "by": self.by,
            "reasons": list(self.reasons),
        }


def find(ground: Ground, rewrites: Sequence[Rewrite]) -> Iterator[Draft]:
    """A draft for each rewrite that could be carried out."""
    for rewrite, part, judged, splice in _judged(ground, rewrites):
        problems = [p for p in judged.problems if p.kind != "ledger"]
        if problems:
            continue
        book = judged.ledger
        before, after = judged.tokens_before, judged.tokens_after
        who = rewrite.by or "a model"
        bad = [row for row in book.rows if row.bad]
        risk = (
            f"high: the ledger refuses it; {_what_goes(judged)}"
            if book.gate == "refused"
            else "medium: the words are a model's; the ledger found no loss, and it can be wrong"
        )
        note = f" It says: {one_line(rewrite.note, 200)}" if rewrite.note else ""
        yield Draft(
            "CONDENSE",
            False,
            ground.prompt.part_text(part).strip() + "\0" + rewrite.text.strip(),
            part.start_line,
            part.end_line,
            f"lines {part.start_line}-{part.end_line}: '{part.title}' in fewer words, by {who}",
            f"{plural(before - after, 'token')} fewer.{note}"
            + (f" {plural(len(bad), 'statement')} would be lost or changed." if bad else ""),
            risk,
            Change(splices=(splice,)),
            "condense",
        )


def rejected(ground: Ground, rewrites: Sequence[Rewrite]) -> tuple[Rejected, ...]:
    """The rewrites of which no proposal is made."""
    out = []
    for rewrite, part, judged, _ in _judged(ground, rewrites):
        reasons = tuple(p.words for p in judged.problems if p.kind != "ledger")
        if reasons:
            out.append(Rejected(part.id, part.title, part.start_line, rewrite.by, reasons))
    return tuple(out)


def _what_goes(judged: Candidate) -> str:
    rows = [row for row in judged.ledger.rows if row.bad]
    said = [f"line {row.a_line} {row.status}" for row in rows[:4]]
    if len(rows) > 4:
        said.append(f"{len(rows) - 4} more")
    literals = [x for x in judged.ledger.lost_literals if x.harmful]
    said += [f"{x.kind} '{one_line(x.text, 30)}' lost" for x in literals[:3]]
    return ", ".join(said)


def _judged(
    ground: Ground, rewrites: Sequence[Rewrite]
) -> Iterator[tuple[Rewrite, Part, Candidate, Splice]]:
    parts = {part.id: part for part in ground.parts}
    pinned = ["".join(ground.prompt.lines[a:b]) for a, b in ground.pins]
    for rewrite in rewrites:
        part = parts.get(rewrite.part)
        if part is None or ground.fixed or ground.is_pinned(part.start_line - 1, part.end_line):
            continue
        splice = _splice(ground, part, rewrite.text)
        prompt = ground.prompt
        text = prompt.text[: splice.start] + splice.text + prompt.text[splice.end :]
        new = prompt.with_text(text)
        tokens = ground.total, sum(ground.costs(new.lines))
        yield (
            rewrite,
            part,
            judge_candidate(prompt, new, tokens, shorter=True, pinned=pinned),
            splice,
        )


def _splice(ground: Ground, part: Part, text: str) -> Splice:
    """The new text between the blank lines that stand around the part, with its line ends."""
    whole = ground.prompt.part_text(part)
    lead = len(whole) - len(whole.lstrip("\r\n"))
    tail = len(whole.rstrip())
    start = part.start
    new = usual_ending(ground.prompt.text).join(
        body(line) for line in split_lines(text.strip("\r\n").rstrip())
    )
    return Splice(start + lead, start + tail, new)
