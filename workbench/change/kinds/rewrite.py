"""CONDENSE: a part in fewer words, as a model wrote it. Never safe: each is a person's choice.

What the ledger refuses is shown as a proposal with what it would lose, and is carried out only
with a yes for each such row. What cannot be used at all (longer, invented placeholders, pinned text
changed) is no proposal: `rejected` names it with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.change.additions import additions, split_off
from workbench.change.agents.rewriting import Rewrite
from workbench.change.candidate import NEAR, Candidate, Problem, Terms, judge_candidate
from workbench.change.ground import Change, Ground
from workbench.change.kinds.rejected import Rejected, hidden
from workbench.change.proposals import Draft
from workbench.measure.limits import TokenCap
from workbench.prompt.edits import Splice
from workbench.prompt.lines import body, split_lines, usual_ending
from workbench.prompt.parts import Part
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line


def find(
    ground: Ground,
    rewrites: Sequence[Rewrite],
    budget: TokenCap | None = None,
    queries: Sequence[str] = (),
) -> Iterator[Draft]:
    """A draft for each rewrite that could be carried out. `budget`: tokens that the whole prompt
    may have; `queries`: what it must not copy."""
    for rewrite, part, judged, problems, splice in _judged(ground, rewrites, budget, queries):
        if problems:
            continue
        book = judged.ledger
        who = rewrite.by or "a model"
        bad = [row for row in book.rows if row.bad]
        risk = {
            "refused": f"high: the ledger refuses it; {_what_goes(judged)}",
            "look": f"medium: compare what changed; {_what_goes(judged)}",
            "pass": "medium: the words are a model's; the ledger found no loss",
        }[book.gate]
        note = f" It says: {one_line(rewrite.note, 200)}" if rewrite.note else ""
        yield Draft(
            "CONDENSE",
            False,
            ground.prompt.part_text(part).strip() + "\0" + rewrite.text.strip(),
            part.start_line,
            part.end_line,
            f"lines {part.start_line}-{part.end_line}: '{part.title}' in fewer words, by {who}",
            f"The whole has {judged.size}{_against(judged.tokens_after, budget)}.{note}"
            + (f" {plural(len(bad), 'statement')} would be changed or lost." if bad else "")
            + "".join(f" By itself stands now: '{one_line(x, 80)}'." for x in split_off(book)),
            risk,
            Change(splices=(splice,)),
            "condense",
            by=rewrite.by,
        )


def rejected(
    ground: Ground,
    rewrites: Sequence[Rewrite],
    budget: TokenCap | None = None,
    queries: Sequence[str] = (),
) -> Iterator[Rejected]:
    """The rewrites of which no proposal is made, with the reasons."""
    for rewrite, part, judged, problems, _ in _judged(ground, rewrites, budget, queries):
        if problems:
            reasons = tuple(problem.words for problem in problems)
            yield Rejected(part.id, part.title, part.start_line, rewrite.by, reasons, judged.size)


def _against(tokens: int, budget: TokenCap | None) -> str:
    """How a whole prompt of `tokens` stands to what was agreed."""
    if budget is None:
        return ""
    if over := budget.above(tokens):
        upper = f" (up to {budget.upper(tokens):,})" if budget.error_pct else ""
        words = f"{upper}, {over:,} above the {budget.most:,} allowed"
        return f"{words}: alone it is not accepted, with other ones it may be"
    share = budget.upper(tokens) / budget.most if budget.most else 0.0
    return f", {100 * share:.0f} % of the {budget.most:,} allowed" if share >= NEAR else ""


def _what_goes(judged: Candidate) -> str:
    rows = [row for row in judged.ledger.rows if row.bad]
    said = [f"line {row.a_line} {row.status}" for row in rows[:4]]
    if len(rows) > 4:
        said.append(f"{len(rows) - 4} more")
    literals = judged.ledger.lost_literals[:3]
    said += [f"{x.kind} '{one_line(x.text, 30)}' lost" for x in literals]
    return ", ".join(said)


def _judged(
    ground: Ground, rewrites: Sequence[Rewrite], budget: TokenCap | None, queries: Sequence[str]
) -> Iterator[tuple[Rewrite, Part, Candidate, list[Problem], Splice]]:
    """Each rewrite of a part that may change, and what makes it useless whatever anybody allows."""
    parts = {part.id: part for part in ground.parts}
    pinned = ["".join(ground.prompt.lines[a:b]) for a, b in ground.pins]
    prompt = ground.prompt
    terms = Terms(shorter=True, budget=budget, queries=queries, pinned=pinned)
    for rewrite in rewrites:
        part = parts.get(rewrite.part)
        if part is None or ground.fixed or ground.is_pinned(part.start_line - 1, part.end_line):
            continue
        splice = _splice(ground, part, rewrite.text)
        text = prompt.text[: splice.start] + splice.text + prompt.text[splice.end :]
        new = prompt.with_text(text)
        tokens = ground.total, sum(ground.costs(new.lines))
        judged = judge_candidate(prompt, new, tokens, terms)
        # What the ledger refuses is a person's to allow. A step from above the budget towards it is
        # no useless one: whether the whole fits is told of all that is accepted together.
        shrinks = budget is not None and tokens[1] < tokens[0] and budget.above(tokens[0]) > 0
        spared = {"ledger", "budget"} if shrinks else {"ledger"}
        problems = [problem for problem in judged.problems if problem.kind not in spared]
        if hidden(rewrite.text):
            problems.append(Problem("hidden", "It holds hidden characters."))
        added = additions(prompt.part_text(part), rewrite.text, judged.ledger)
        problems += [Problem("added", words) for words in added]
        yield rewrite, part, judged, problems, splice


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
