"""Parts, map and window of one prompt as blocks."""

from __future__ import annotations

from workbench.measure.map import PositionMap
from workbench.measure.position import BANDS, Weight
from workbench.measure.position_words import short
from workbench.measure.tokens import CounterInfo
from workbench.prompt.parts import Part
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line
from workbench.verbs.count import CountResult
from workbench.verbs.measured import Measured
from workbench.verbs.pages.blocks import Block, Inline, Para, Span, Table
from workbench.verbs.pages.plots import position_plot, window_bar

#: Tables of a page stop here and say so: a page stays one that people can read and send.
MOST_ROWS = 300
_NEWLINES = {"lf": "LF", "crlf": "CRLF", "cr": "CR", "mixed": "mixed line ends", "none": "one line"}
_TONES = {"strong": "good", "fair": "warn", "weak": "bad", "none": "dim"}


def how_known(info: CounterInfo) -> str:
    """How a count is known: `offline ±0.5 %, claude-5`."""
    error = f" ±{info.error_pct:g} %" if info.error_pct else ""
    return f"{info.label}{error}, {info.model or info.name}"


def span(start: int, end: int) -> str:
    """Lines from 1: `7` or `7-12`."""
    return str(start) if end <= start else f"{start}-{end}"


def title(text: str, width: int = 48) -> Span:
    """Text of a file on one line."""
    return Span(one_line(text, width), "file")


def facts_line(m: Measured) -> Para:
    """`CLAUDE.md · claude-md · 3,700 tokens (offline, claude-5) · 172 lines · UTF-8, LF`."""
    source = m.prompt.source
    odd = f", {plural(source.undecodable, 'undecodable byte')}" if source.undecodable else ""
    return Para(
        (
            Span(one_line(m.path, 200) or "prompt", "file"),
            f" · {m.prompt.kind} · ",
            Span(plural(m.total, "token"), "strong"),
            f" ({how_known(m.counter)}) · {plural(len(m.prompt.lines), 'line')} · "
            f"{source.encoding_label}, {_NEWLINES[source.newline]}{odd}",
        )
    )


def place(found: PositionMap, height: float, weight: Weight) -> Span:
    """The shape of a place: its height among the places of this prompt."""
    return Span(found.scale.glyph(height), _TONES[weight.band])


def parts_view(m: Measured, found: PositionMap) -> list[Block]:
    """The table of parts with tokens, share and place, and the curve."""
    shown = list(zip(m.parts, found.parts, strict=True))[:MOST_ROWS]
    rows: list[tuple[Inline, ...]] = [
        (
            str(part.index),
            _indented(part),
            span(part.start_line, part.end_line),
            f"{m.part_tokens(part):,}",
            f"{100 * m.share(part):.1f} %",
            place(found, weight.height, weight.prompt),
            short(weight.prompt),
            Span(weight.prompt.band, _TONES[weight.prompt.band]),
        )
        for part, weight in shown
    ]
    head = ("#", "part", "lines", "tokens", "share", "place", "in this prompt", "band")
    bars = [m.share(part) for part, _ in shown]
    most = max(bars, default=0) or 1
    table = Table(head, rows, "><>>><<<", bar=4, bars=[share / most for share in bars])
    return [table, *more(len(m.parts), "part"), *_curve(m, found), *map_notes(found)]


def map_view(m: Measured, found: PositionMap) -> list[Block]:
    """Both channels of the map, which are never mixed."""
    rows: list[tuple[Inline, ...]] = [
        (
            str(part.index),
            place(found, weight.height, weight.prompt),
            _indented(part),
            f"{weight.tokens:,}",
            short(weight.prompt),
            Span(weight.prompt.band, _TONES[weight.prompt.band]),
            short(weight.window),
            Span(weight.window.band, _TONES[weight.window.band]),
        )
        for part, weight in list(zip(m.parts, found.parts, strict=True))[:MOST_ROWS]
    ]
    head = ("#", "place", "part", "tokens", "in this prompt", "band", "in the window", "band")
    table = Table(head, rows, "><<><<<<")
    return [table, *more(len(m.parts), "part"), *_curve(m, found), *map_notes(found)]


def count_view(result: CountResult) -> list[Block]:
    """The rows of a count, by part, line or file."""
    m = result.measured
    names = {"part": ("index", "title", "start_line"), "line": ("line",), "file": ("path",)}
    columns = (*names.get(result.by, ()), "tokens")
    rows: list[tuple[Inline, ...]] = [
        tuple(
            title(str(row[name])) if name in ("title", "path") else f"{row[name]:,}"
            for name in columns
        )
        for row in result.rows[:MOST_ROWS]
    ]
    aligns = "".join("<" if name in ("title", "path") else ">" for name in columns)
    head = [{"index": "#", "start_line": "from line"}.get(name, name) for name in columns]
    note = f"{m.counter.note}. " if m.counter.note else ""
    note += f"A request adds {plural(m.frame_tokens, 'token')} around a message."
    rest = more(len(result.rows), result.by)
    return [facts_line(m), Table(head, rows, aligns), *rest, Para(note, small=True)]


def map_notes(found: PositionMap) -> list[Block]:
    """Where the weights come from; below 1,000 tokens, that there is nothing to conclude."""
    out: list[Block] = []
    if found.shape_is_convention:
        out.append(
            Para(
                "Inconclusive: below 1,000 tokens no position effect is known; the shape is a "
                "convention."
            )
        )
    bands = ", ".join(f"{name} {BANDS[name].rule}" for name in ("strong", "fair", "weak"))
    how = f"Ranges in brackets hold 80 %; bands: {bands}; ? marks a range wider than .20."
    return [*out, Para(f"{found.source} {how}", small=True)]


def window_view(found: PositionMap) -> list[Block]:
    """What stands before and after the prompt in the scenario, and how full the window is."""
    scenario, placed = found.scenario, found.placement
    own = "this file"
    held = [(row.name, row.tokens) for row in scenario.rows(placed.tokens, own)]
    rows: list[tuple[Inline, ...]] = [
        (Span(name, "strong") if name == own else name, f"{tokens:,}", _of(tokens, placed.window))
        for name, tokens in held
    ]
    free = placed.window - placed.total
    if free > 0:
        rows.append((Span("free", "dim"), f"{free:,}", _of(free, placed.window)))
    said = f"Scenario {scenario.name}: {scenario.title}. " if scenario.title else ""
    source = f"Source: {scenario.source}, {scenario.date}." if scenario.date else scenario.source
    note = f"{scenario.note[:1].upper()}{scenario.note[1:].rstrip('.')}. " if scenario.note else ""
    return [
        Para(f"{said}{placed.words}"),
        window_bar(held, placed.window, own),
        Table(("in the window", "tokens", "of the window"), rows, "<>>"),
        Para(f"{note}{source}", small=True),
    ]


def more(count: int, word: str, most: int = MOST_ROWS) -> list[Block]:
    """What a table left out, in words."""
    if count <= most:
        return []
    return [Para(f"{plural(count - most, f'more {word}')} not shown here.")]


def _curve(m: Measured, found: PositionMap) -> list[Block]:
    borders = [(part.index, m.before[part.start_line - 1]) for part in m.parts]
    plot = position_plot(found, borders)
    return [plot] if plot else []


def _indented(part: Part) -> Inline:
    return ("\u2003" * min(max(len(part.path) - 1, 0), 4), title(part.title))


def _of(tokens: int, window: int) -> str:
    return f"{100 * tokens / window:.1f} %"
