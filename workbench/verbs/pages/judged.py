"""Scores, instructions, findings and proposals as blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from workbench.change.proposals import Proposal
from workbench.judge.findings import SEVERITIES, Finding
from workbench.judge.relevance import ScoreResult
from workbench.prompt.lines import body, split_lines
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line
from workbench.verbs.instructions import InstructionsResult
from workbench.verbs.ledger import summary
from workbench.verbs.optimize import Optimized
from workbench.verbs.pages.blocks import Block, Card, Inline, Line, Lines, Para, Span, Table
from workbench.verbs.pages.changes import GATE_TONES
from workbench.verbs.pages.parts import MOST_ROWS, facts_line, more, span, title
from workbench.verbs.review import Reviewed
from workbench.verbs.score import Scored

_MOST_FINDINGS = 150
_MOST_LINES = 8  # of a passage that is quoted
_WIDE = 400  # characters of a line that is quoted
_CLASSES = {"ESSENTIAL": "good", "HELPFUL": "good", "MARGINAL": "warn", "DISTRACTOR": "bad"}
_LOUD = {"error": "bad", "warning": "warn", "note": "dim"}


def score_view(scored: Scored) -> list[Block]:
    """The task, a row for each part with its reason, and what the figures cannot say."""
    said = one_line(scored.task.text, 300)
    out: list[Block] = [
        Para(
            (f"Task ({scored.task.origin}): ", Span(said, "file"))
            if said
            else "Task: not stated; give one to score for it."
        )
    ]
    result = scored.result
    if result is None:
        count = sum(part.scored for part in scored.measured.parts)
        return [*out, Para(f"Would score {plural(count, 'part')} offline.")]
    index = {part.id: part.index for part in scored.measured.parts}
    rows: list[tuple[Inline, ...]] = [
        (
            str(index[part.id]),
            title(part.title, 60),
            f"{part.tokens:,}",
            "n/a" if part.score is None else f"{part.score:.1f}",
            Span(part.klass or "", _CLASSES.get(part.klass or "", "dim")),
            part.recommendation or "" if part.score is not None else "",
            Span(one_line(part.justification, 600), "file"),
        )
        for part in result.parts[:MOST_ROWS]
    ]
    head = ("#", "part", "tokens", "score", "class", "advice", "reason")
    out += [Table(head, rows, "><>><<<", wide=(6,)), *more(len(result.parts), "part")]
    if result.inconclusive:
        out.append(Para(f"Inconclusive: {result.inconclusive}"))
    if not result.judged and result.foreign:
        first = ", ".join(f"{one_line(p.title, 60)} ({p.score:.1f})" for p in result.foreign)
        out.append(Para(("Most foreign by its words: ", Span(one_line(first, 600), "file"), ".")))
    if result.judged and any(part.score is not None for part in result.parts):
        low = ", ".join(f"{one_line(p.title, 60)} ({p.score:.1f})" for p in result.flagged)
        words = (
            f"Below {result.threshold:g}: ",
            Span(one_line(low, 600) or "nothing", "file"),
            ".",
        )
        out.append(Para(words))
    if result.suspect:
        out.append(Para(Span(one_line(result.suspect, 600), "warn")))
    method = f"Judge: {judge_name(result)}, method {result.method}. {result.note}"
    return [*out, Para(method, small=True)]


def judge_name(result: ScoreResult) -> str:
    """Who judged: `offline`, or the service with its model."""
    model = f" ({one_line(result.model, 80)})" if result.model else ""
    return f"{one_line(result.judge, 80)}{model}"


def instructions_line(result: InstructionsResult) -> str:
    """`41 instructions, 17 hard, 4 critical`."""
    found = result.instructions
    hard = sum(1 for each in found if each.strength == "hard")
    critical = sum(1 for each in found if each.critical)
    return f"{plural(len(found), 'instruction')}, {hard} hard, {critical} critical"


def instructions_view(result: InstructionsResult) -> list[Block]:
    rows: list[tuple[Inline, ...]] = [
        (
            span(each.start_line, each.end_line),
            Span("◆ critical", "bad") if each.critical else "",
            each.strength,
            each.polarity,
            Span(one_line(each.text, 300), "file"),
        )
        for each in result.instructions[:MOST_ROWS]
    ]
    return [
        Para((Span(one_line(result.path, 200), "file"), f" · {instructions_line(result)}")),
        Table(("lines", "", "strength", "polarity", "text"), rows, "><<<<", wide=(4,)),
        *more(len(result.instructions), "instruction"),
        Para(
            "Read by their form, in English, Japanese and Chinese; critical is what you marked or "
            "the text itself calls so.",
            small=True,
        ),
    ]


def findings_line(findings: Sequence[Finding]) -> str:
    """`3 findings: 1 warning, 2 notes`."""
    if not findings:
        return "No findings"
    counts = Counter(finding.severity for finding in findings)
    said = [plural(counts[severity], severity) for severity in SEVERITIES if counts[severity]]
    return f"{plural(len(findings), 'finding')}: {', '.join(said)}"


def review_view(result: Reviewed) -> list[Block]:
    """A card for each finding, and what is not shown."""
    kept = f"{'' if result.findings else ' ' + result.looked_at.words}."
    if result.hidden:
        kept += f" {result.hidden} rarely worth a look not shown."
    if result.muted:
        kept += f" {result.muted} muted."
    out: list[Block] = [
        Para((Span(findings_line(result.findings), "strong"), f"{kept} Host {result.host}."))
    ]
    out += [_finding(result, finding) for finding in result.findings[:_MOST_FINDINGS]]
    return [
        *out,
        *more(len(result.findings), "finding", _MOST_FINDINGS),
        Para(
            "Facts are computed from the text, the project and what hosts document.",
            small=True,
        ),
    ]


def _finding(result: Reviewed, finding: Finding) -> Card:
    where = span(finding.start_line, finding.end_line)
    head: Inline = (
        Span(finding.severity, _LOUD[finding.severity]),
        f" · line{'s' if '-' in where else ''} {where} · ",
        Span(finding.rule, "code"),
        " ",
        Span(one_line(finding.message, 500), "file"),
    )
    body_of: list[Block] = [_passage(result, finding)]
    for other in finding.related[:6]:
        place = f"{other.path}:{other.start_line}" if other.path else f"line {other.start_line}"
        body_of.append(Para(("See ", Span(one_line(f"{place}: {other.text}", 240), "file"))))
    body_of.append(Para(("Why: ", Span(one_line(finding.why, 600), "file"))))
    if finding.fix:
        body_of.append(Para(("Fix: ", Span(finding.fix.strip()[:800], "file"))))
    body_of.append(Para(f"Known as: {finding.origin}.", small=True))
    return Card(head, body_of, finding.severity)


def _passage(result: Reviewed, finding: Finding) -> Lines:
    """The lines found, as they are; columns are marked where the rule names some."""
    first, last = finding.start_line, min(finding.end_line, finding.start_line + _MOST_LINES - 1)
    rows = []
    for number in range(first, last + 1):
        text = body(result.prompt.lines[number - 1]) if number <= len(result.prompt.lines) else ""
        spans: tuple[tuple[int, int], ...] = ()
        if finding.start_column and number == first:
            end = finding.end_column if finding.end_line == first else len(text) + 1
            spans = ((finding.start_column - 1, max(end - 1, finding.start_column)),)
        rows.append(shortened(Line("", number, 0, text, spans)))
    if last < finding.end_line:
        rows.append(Line("@", 0, 0, plural(finding.end_line - last, "more line")))
    return Lines(rows)


def shortened(line: Line) -> Line:
    """A line that fits a page; from a very long one, the part around what is marked."""
    if len(line.text) <= _WIDE:
        return line
    start = max(0, (line.spans[0][0] if line.spans else 0) - _WIDE // 4)
    end = start + _WIDE
    head = "… " if start else ""
    tail = " …" if end < len(line.text) else ""
    move = len(head) - start
    spans = tuple((a + move, min(b, end) + move) for a, b in line.spans if a < end)
    text = f"{head}{line.text[start:end]}{tail}"
    return Line(line.mark, line.a, line.b, text, spans)


def optimize_view(done: Optimized) -> list[Block]:
    """Each proposal with what is now and what would be, and the verdict of the ledger."""
    result = done.result
    out: list[Block] = [facts_line(done.measured), *(Para(note) for note in result.notes)]
    out += [_proposal(proposal) for proposal in result.proposals[:_MOST_FINDINGS]]
    if result.left:
        count = plural(len(result.left), "critical rule")
        words = [Para(Span(one_line(str(rule), 300), "file")) for rule in result.left[:12]]
        out += [Para(f"{count} left in the weak place:"), *words]
    safe, accepted = len(result.safe), len(result.accepted)
    verdict = GATE_TONES[result.gate]
    return [
        *out,
        Para(
            f"{plural(len(result.proposals), 'proposal')}, {safe} safe, {accepted} accepted: "
            f"{result.tokens_before:,} to {plural(result.tokens_after, 'token')}."
        ),
        Para(
            (f"Ledger: {summary(result.ledger)}. Gate: ", Span(result.gate, verdict), "."),
        ),
        Para(
            "Nothing is written. Safe are repairs that a fact carries and merges of exact repeats.",
            small=True,
        ),
    ]


def _proposal(p: Proposal) -> Card:
    safe = "safe" if p.safe else "yours to decide"
    state = "accepted · " if p.accepted else ""
    change = plural(-p.saved, "token", signed=True)
    head: Inline = (f"{state}{p.kind} · {safe} · {change} · ", Span(p.id, "code"))
    rows = [*_quoted("-", p.before, p.start_line), *_quoted("+", p.after, 0)]
    return Card(
        head,
        [
            Para(("Found ", Span(one_line(p.found, 300), "file"))),
            Lines(rows),
            Para(("Why: ", Span(one_line(p.reason, 800), "file"))),
            Para((f"Cost: {p.cache}. Risk: ", Span(one_line(p.risk, 300), "file")), small=True),
        ],
    )


def _quoted(mark: str, text: str, first: int) -> list[Line]:
    lines = [body(line) for line in split_lines(text)]
    rows = [
        shortened(Line(mark, first + i if first else 0, 0, line))
        for i, line in enumerate(lines[: 2 * _MOST_LINES])
    ]
    if len(lines) > len(rows):
        rows.append(Line("@", 0, 0, plural(len(lines) - len(rows), "more line")))
    return rows
