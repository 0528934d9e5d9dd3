"""A report put together: the whole page, and the short form for a pull request."""

from __future__ import annotations

from workbench import __version__
from workbench.errors import UsageError
from workbench.prompt.lines import body
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line
from workbench.verbs.ledger import summary
from workbench.verbs.pages.blocks import (
    Block,
    Card,
    Fold,
    Heading,
    Inline,
    Line,
    Lines,
    Para,
    Span,
    Table,
)
from workbench.verbs.pages.changes import GATE_TONES, diff_view, ledger_view, trend_view
from workbench.verbs.pages.html import markup
from workbench.verbs.pages.judged import (
    findings_line,
    instructions_line,
    instructions_view,
    judge_name,
    review_view,
    score_view,
)
from workbench.verbs.pages.markdown import markdown
from workbench.verbs.pages.markup import Html, safe
from workbench.verbs.pages.page import page
from workbench.verbs.pages.parts import (
    facts_line,
    how_known,
    map_view,
    parts_view,
    span,
    title,
    window_view,
)
from workbench.verbs.report import Report

#: Forms of a report.
FORMATS = ("html", "markdown")

#: A page stays below 1 MB whatever the prompt holds: bytes of all else, then of all with the text.
_PAGE_BYTES, _WITH_TEXT = 450_000, 960_000
_MOST_IN_BRIEF = 20
_COMMENT = 60_000  # characters
_LONG = 40
_AROUND, _LONGEST_SIGN = 14, 5  # bytes: <span></span> around a line, &amp; for a sign


def full(made: Report) -> bytes:
    """One page that needs nothing else, below 1 MB."""
    body: list[Html] = []
    used = left = 0
    for block in _blocks(made):
        drawn = markup([block])
        size = len(drawn.encode())
        if used + size > _PAGE_BYTES and not isinstance(block, Heading | Para):
            left += 1
            continue
        used += size
        body.append(drawn)
    if left:
        said = f"{plural(left, 'table or card', 'tables or cards')} left out: the page is full."
        body.append(markup([Para(said)]))
    body.append(markup([*_text(made, _WITH_TEXT - used), _footer()]))
    return page(f"{made.name} · ctxbench", body)


def _blocks(made: Report) -> list[Block]:
    m, found = made.measured, made.map.map
    out: list[Block] = [
        Heading(Span(one_line(made.name, 120), "file"), 1),
        facts_line(m),
        Para(Span(f"sha256 {m.prompt.source.sha256}", "dim"), small=True),
    ]
    if made.trouble:
        out.append(Para(Span(one_line(made.trouble, 400), "warn")))
    out.append(_figures(made))
    if made.diff is not None and made.ledger is not None:
        out += [Heading("What changed"), *diff_view(made.diff)]
        out += [Heading("What became of every statement"), *_folded(ledger_view(made.ledger))]
    out += [Heading("The window"), *window_view(found)]
    out += [Heading("Parts and where they sit"), *parts_view(m, found)]
    out += [Fold("Each part in this prompt and in the window", map_view(m, found)[:1])]
    out += [Heading("Relevance"), *score_view(made.scored)]
    out += [Heading("Findings"), *review_view(made.reviewed)]
    out += [Heading("Instructions"), *_folded_instructions(made)]
    if made.history is not None:
        listed = made.history.versions
        out += [Heading("Versions"), *trend_view(made.history.trend, len(listed.versions))]
    return out


def _figures(made: Report) -> Table:
    """The figures at a glance, each with how it is known."""
    m, old = made.measured, made.old
    result = made.scored.result
    tokens: Inline = plural(m.total, "token")
    if old is not None:
        change = plural(m.total - old.total, "token", signed=True)
        tokens = f"{old.total:,} to {tokens} ({change})"
    rows: list[tuple[Inline, ...]] = [
        ("tokens", tokens, f"{how_known(m.counter)}; the frame of a request is not in it"),
        ("in the window", made.map.map.placement.words, "scenario of published sessions"),
        ("instructions", instructions_line(made.instructions), "read by their form"),
        ("findings", findings_line(made.reviewed.findings), "rules; each says how it is known"),
    ]
    if result is not None and result.average_relevance is not None:
        rows.append(
            (
                "relevance",
                f"{result.average_relevance:.1f} of 10 on average; "
                f"{plural(result.distractor_parts, 'part')} below {result.threshold:g}",
                f"judge: {judge_name(result)}; an opinion; another run may differ",
            )
        )
    if made.ledger is not None:
        found = made.ledger.ledger
        tone = GATE_TONES[found.gate]
        words = (f"{summary(found)}. Gate: ", Span(found.gate, tone))
        rows.append(("ledger", words, "statement by statement; unsure counts as changed"))
    marked = [(Span(str(row[0]), "strong"), *row[1:]) for row in rows]
    return Table(("figure", "value", "how it is known"), marked, "<<<", wide=(1, 2))


def _folded(blocks: list[Block]) -> list[Block]:
    """Long tables behind a line that opens them."""
    return [
        Fold(f"{block.head[0].capitalize()}: {plural(len(block.rows), 'row')}", [block])
        if isinstance(block, Table) and len(block.rows) > _LONG
        else block
        for block in blocks
    ]


def _folded_instructions(made: Report) -> list[Block]:
    rest = instructions_view(made.instructions)[1:]
    return [Para(f"{instructions_line(made.instructions)}."), Fold("The list", rest)]


def _text(made: Report, room: int) -> list[Block]:
    """The text with its line numbers, as much as fits into `room` bytes of the page."""
    rows: list[Line] = []
    cut = False
    lines = made.measured.prompt.lines
    for line in map(body, lines):
        shown = line[:room]  # a sign takes a byte or more
        room -= _AROUND + len(safe(shown).encode())
        if room < 0 or shown != line:
            shown = line[: max(room + len(safe(shown)), 0) // _LONGEST_SIGN]
            cut = True
        rows.append(Line("", 0, 0, shown))
        if cut:
            break
    left = len(lines) - len(rows)
    out: list[Block] = [
        Heading("The text"),
        Fold(plural(len(lines), "line"), [Lines(rows, plain=True)]),
    ]
    if cut:
        said = f"Cut in line {len(rows)}, before {plural(left, 'more line')}: the page is full."
        out.append(Para(said))
    return [*out, Para("Control and hidden characters are drawn as signs.", small=True)]


def _footer() -> Para:
    return Para(
        f"Made by ctxbench {__version__}, offline. Weights and scores are estimates with the "
        "source beside them; none of them promises that a model will obey.",
        small=True,
    )


def brief(made: Report) -> str:
    """The report as short Markdown, below the 65,536 characters of a comment on GitHub; the long
    tables are folded."""
    m = made.measured
    out: list[Block] = [
        Heading(("ctxbench: ", Span(one_line(made.name, 80), "file")), 3),
        facts_line(m),
        _figures(made),
    ]
    if made.diff is not None and made.ledger is not None:
        said, changed = made.diff.diff.summary(), ledger_view(made.ledger)
        out.append(Fold(f"What changed: {said}", _short(diff_view(made.diff), 200)))
        out.append(Fold(f"Ledger: {summary(made.ledger.ledger)}", _short(changed[1:], 60)))
    findings = made.reviewed.findings
    if findings:
        rows: list[tuple[Inline, ...]] = [
            (
                f.severity,
                span(f.start_line, f.end_line),
                Span(f.rule, "code"),
                title(f.message, 200),
                f.origin,
            )
            for f in findings[:_MOST_IN_BRIEF]
        ]
        table = Table(("severity", "lines", "rule", "finding", "origin"), rows, "<><<<")
        left = len(findings) - len(rows)
        note = [Para(f"{plural(left, 'more finding')}: ctxbench review")] if left else []
        out.append(Fold(findings_line(findings), [table, *note]))
    out.append(Fold(plural(len(m.parts), "part"), _short(parts_view(m, made.map.map), 60)))
    out.append(Fold("Relevance", _short(score_view(made.scored), 60)))
    kept: list[str] = []
    left, room = 0, _COMMENT
    for block in out:
        text = markdown([block])
        if len(text) > room:
            left += 1
            continue
        room -= len(text)
        kept.append(text)
    if left:
        more = f"{plural(left, 'table')} in the full report only: this would be too long."
        kept.append(markdown([Para(more)]))
    return "\n".join([*kept, markdown([_footer()])])


def _short(blocks: list[Block], most: int) -> list[Block]:
    """Tables and lines cut to `most` rows, and said so."""
    out: list[Block] = []
    for block in blocks:
        if isinstance(block, Table) and len(block.rows) > most:
            left = plural(len(block.rows) - most, "more row")
            cut = Table(block.head, block.rows[:most], block.aligns)
            out += [cut, Para(f"{left} in the full report.")]
        elif isinstance(block, Lines) and len(block.rows) > most:
            left = plural(len(block.rows) - most, "more line")
            out += [Lines(block.rows[:most]), Para(f"{left} in the full report.")]
        else:
            out.append(Card(block.head, ()) if isinstance(block, Card) else block)
    return out


def render(made: Report, form: str = "html") -> bytes:
    """The report as a page or as Markdown for a pull request."""
    if form == "html":
        return full(made)
    if form == "markdown":
        return brief(made).encode("utf-8", "replace")
    raise UsageError(f"There is no report as {form!r}.", hint=f"Known: {', '.join(FORMATS)}.")
