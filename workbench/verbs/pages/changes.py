"""Diff, ledger and versions as blocks."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.change.diff import Diff
from workbench.change.ledger import Ledger
from workbench.judge.findings import SEVERITIES
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line
from workbench.verbs.diff import DiffResult
from workbench.verbs.exported import Exported
from workbench.verbs.ledger import LedgerResult, summary
from workbench.verbs.pages.blocks import Block, Fold, Inline, Line, Lines, Para, Span, Table
from workbench.verbs.pages.parts import MOST_ROWS, how_known, more
from workbench.verbs.pages.plots import history_plot
from workbench.verbs.save import SaveResult
from workbench.verbs.secrets import warning
from workbench.verbs.trend import NOTE, Trend
from workbench.verbs.versions import VersionsResult

_MOST_LINES = 600
#: How a gate is coloured.
GATE_TONES = {"pass": "good", "look": "warn", "refused": "bad"}
_STATUS = {"kept": "good", "lost": "bad", "flipped": "bad", "weakened": "warn", "changed": "warn"}


def diff_view(result: DiffResult, context: int = 3) -> list[Block]:
    """Lines of both sides; a moved passage is shown as moved."""
    old, new = ("older", "newer") if result.known_order else ("left", "right")
    found = result.diff
    rows, left = _lines(found, context)
    out: list[Block] = [
        Para((Span(f"− {old}: ", "dim"), Span(one_line(found.a, 200), "file"))),
        Para((Span(f"+ {new}: ", "dim"), Span(one_line(found.b, 200), "file"))),
        Para((Span(found.summary(), "strong"), ".")),
    ]
    if not found.same:
        out.append(Lines(rows))
    if left:
        out.append(Para(f"{plural(left, 'more line')} not shown here."))
    signs = "Signs: + added, − removed, > moved here, < moved away, ~ moved and changed."
    return [*out, Para(f"{signs} Words that changed in a line are marked.", small=True)]


def _lines(found: Diff, context: int) -> tuple[list[Line], int]:
    """At most `_MOST_LINES` lines, and how many more there are."""
    spans: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for hunk in found.hunks:
        for word in hunk.words:
            spans.setdefault((word.side, word.line), []).append((word.start, word.end))
    rows: list[Line] = []
    left = 0
    for mark, a, b, text in found.lines(context):
        if len(rows) >= _MOST_LINES:
            left += 1
            continue
        key = ("a", a) if mark == "-" else ("b", b)
        marked = spans.get(key, []) if mark in "-+~" else []
        cut = text if len(text) <= 2_000 else text[:2_000] + " …"
        rows.append(Line(mark, a, b, cut, tuple(s for s in marked if s[1] <= 2_000)))
    return rows, left


def ledger_view(result: LedgerResult) -> list[Block]:
    found = result.ledger
    rows: list[tuple[Inline, ...]] = [
        (
            Span(row.status, _STATUS.get(row.status, "dim")),
            str(row.a_line or ""),
            str(row.b_line or ""),
            Span("◆ critical", "bad") if row.critical else "",
            (*_text(row.text_a, row.text_b), *_differs(row.differs)),
            Span(row.id, "code"),
        )
        for row in found.rows
        if row.status != "kept"
    ]
    out: list[Block] = [_verdict(found)]
    if rows:
        head = ("status", "a", "b", "", "statement", "row")
        out.append(Table(head, rows[:MOST_ROWS], "<>><<<", wide=(4,)))
        out += more(len(rows), "row")
    lost: list[tuple[Inline, ...]] = [
        (x.kind, str(x.a_line), Span(one_line(x.text, 200), "file"))
        for x in found.lost_literals[:MOST_ROWS]
    ]
    if lost:
        names = ("lost literal", "a", "text")
        out += [Table(names, lost, "<><", wide=(2,)), *more(len(found.lost_literals), "literal")]
    note = (
        "The ledger compares each sentence and list item by its words alone and claims only what "
        'they prove. "changed" is not "wrong": look at what differs.'
    )
    return [*out, Para(note, small=True)]


def _verdict(found: Ledger) -> Para:
    tone = GATE_TONES[found.gate]
    return Para((f"{summary(found)}. Gate: ", Span(found.gate, tone), "."))


def _differs(found: Sequence[str]) -> tuple[str | Span, ...]:
    """What differs, below the words."""
    return (Span("\n" + one_line("; ".join(found), 300), "dim"),) if found else ()


def _text(a: str, b: str) -> tuple[str | Span, ...]:
    """The words of a statement: before and after where they differ."""
    old, new = one_line(a, 300), one_line(b, 300)
    if not old or not new or old == new:
        return (Span(old or new, "file"),)
    return (Span(old, "file"), Span("\n→ ", "dim"), Span(new, "file"))


def versions_view(result: VersionsResult) -> list[Block]:
    """The list of versions, oldest first."""
    count = len(result.versions)
    out: list[Block] = [
        Para((Span(one_line(result.path, 200), "file"), f" · {plural(count, 'version')}"))
    ]
    rows: list[tuple[Inline, ...]] = []
    for item in result.versions[-MOST_ROWS:]:
        v, change = item.version, item.change
        rows.append(
            (
                "▶ now" if v.n == result.held else "",
                str(v.n),
                str(v.parent or ""),
                v.time[:16].replace("T", " "),
                Span(one_line(v.author, 60), "file"),
                "".join(f"{n:,}" for n in list(v.tokens.values())[:1]),
                f"+{change.lines_added} −{change.lines_removed}" if change else "",
                Span(one_line(" ".join(v.labels), 80), "file"),
                Span(one_line(v.reason, 160), "file"),
            )
        )
    head = ("", "n", "from", "UTC", "author", "tokens", "to now", "labels", "reason")
    if rows:
        out.append(Table(head, rows, "<>><<><<<", wide=(8,)))
    if count > MOST_ROWS:
        out.append(Para(f"{count - MOST_ROWS} older ones are not shown here."))
    if result.outside():
        out.append(Para(result.outside()))
    return [*out, *_tokens(result)]


def _tokens(result: VersionsResult) -> list[Block]:
    """The tokens of the versions as a plot, by the counter of the newest that has one."""
    counted = [item.version for item in result.versions[-MOST_ROWS:] if item.version.tokens]
    name = next(iter(counted[-1].tokens), "") if counted else ""
    points = [
        (v.n, f"{v.time[:10]} {v.reason}", v.tokens[name]) for v in counted if name in v.tokens
    ]
    plot = history_plot(points)
    left = len(result.versions) - len(points)
    said = f"Counted by {name} when they were stored."
    if left:
        said += f" {plural(left, 'version')} without such a count left out."
    return [plot, Para(said, small=True)] if plot else []


def saved_view(result: SaveResult) -> list[Block]:
    """Which version it is now."""
    path = Span(one_line(result.path, 200), "file")
    if not result.created:
        return [Para((path, f" is version {result.version.n} already; nothing new was stored."))]
    return [Para(("Stored ", path, f" as version {result.version.n}."))]


def exported_view(result: Exported) -> list[Block]:
    """Where it was written, and what this form cannot carry."""
    plan = result.plan
    out: list[Block] = [Para(f"Note: {note}.") for note in plan.rendered.notes]
    name = Span(one_line(str(plan.out), 200), "file")
    said: Inline = ("Wrote ", name, f" ({plural(len(plan.rendered.data), 'byte')}).")
    if not result.written.changed:
        said = (name, " holds these bytes already; nothing was written.")
    warned = (Para(Span(line, "warn")) for line in warning(plan.keys, plan.source.spec))
    unkept = [Para(Span(result.trouble, "warn"))] if result.trouble else []
    return [*warned, *out, Para(said), *unkept]


def trend_view(found: Trend, stored: int) -> list[Block]:
    """Tokens over the versions as a plot, and every figure of each in a table."""
    plot = history_plot(
        [(p.version.n, f"{p.version.time[:10]} {p.version.reason}", p.tokens) for p in found.points]
    )
    rows: list[tuple[Inline, ...]] = [
        (
            str(p.version.n),
            p.version.time[:16].replace("T", " "),
            Span(one_line(p.version.author, 60), "file"),
            f"{p.tokens:,}",
            f"{p.instructions}, {p.hard} hard, {p.critical} critical",
            ", ".join(plural(p.findings[s], s) for s in SEVERITIES if p.findings.get(s)) or "none",
            Span(one_line(" ".join(p.version.labels), 80), "file"),
            Span(one_line(p.version.reason, 160), "file"),
        )
        for p in found.points
    ]
    head = ("n", "UTC", "author", "tokens", "instructions", "findings", "labels", "reason")
    older = stored - len(found.points)
    said = plural(len(rows), "version") + (f", {older} older not shown" if older else "")
    table = Table(head, rows, "><<><<<<", wide=(7,))
    known = f"Tokens: {how_known(found.counter)}. {NOTE}"
    return [*([plot] if plot else []), Fold(said, [table]), Para(known, small=True)]
