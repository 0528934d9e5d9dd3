"""Curves and bars as SVG; every number in them stands in a table or a sentence beside them too."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.measure.map import PositionMap
from workbench.prompt.plural import plural
from workbench.verbs.pages.blocks import Figure
from workbench.verbs.pages.markup import Html, el

_WIDTH, _LEFT, _RIGHT = 760, 56, 748
_STEPS = 60


def position_plot(found: PositionMap, borders: Sequence[tuple[int, int]]) -> Figure | None:
    """The weight along the prompt with its 80 % range; None where no weight is known.

    `borders`: number of each part and the tokens before it.
    """
    total = found.placement.tokens
    places = [total * i / _STEPS for i in range(_STEPS + 1)]
    weights = [found.prompt.at(place) for place in places]
    known = [
        (w.low, w.weight, w.high)
        for w in weights
        if w.low is not None and w.weight is not None and w.high is not None
    ]
    if len(known) < len(weights) or not total:
        return None
    floor = min(0.5, int(10 * min(low for low, _, _ in known)) / 10)
    top, bottom = 12, 128

    def x(tokens: float) -> str:
        return f"{_LEFT + (_RIGHT - _LEFT) * tokens / total:.1f}"

    def y(weight: float) -> str:
        return f"{bottom - (bottom - top) * (weight - floor) / (1 - floor):.1f}"

    upper = [f"{x(p)},{y(high)}" for p, (_, _, high) in zip(places, known, strict=True)]
    lower = [f"{x(p)},{y(low)}" for p, (low, _, _) in zip(places, known, strict=True)]
    curve = [f"{x(p)},{y(weight)}" for p, (_, weight, _) in zip(places, known, strict=True)]
    marks: list[Html] = []
    last = -100.0
    for number, tokens in borders:
        marks.append(el("line", class_="tick", x1=x(tokens), x2=x(tokens), y1=top, y2=bottom + 5))
        if float(x(tokens)) - last >= 16:  # no number over another
            last = float(x(tokens))
            marks.append(el("text", str(number), x=x(tokens), y=bottom + 17))
    made = el(
        "svg",
        *marks,
        el("polygon", points=" ".join(upper + lower[::-1]), class_="band"),
        el("polyline", points=" ".join(curve), class_="curve"),
        *_axis(_LEFT, top, bottom, [(1.0, y(1.0)), (floor, y(floor))], "{:.2f}"),
        viewBox=f"0 0 {_WIDTH} 154",
        role="img",
        aria_label="position weight along the prompt",
    )
    return Figure(
        made,
        "Position weight in this prompt, from its start to its end, relative to its best place: "
        "the line is the estimate, the area its 80 % range, the numbers are the parts. "
        "Not the model's attention.",
    )


def window_bar(rows: Sequence[tuple[str, int]], window: int, own: str) -> Figure:
    """What a context holds, in order, against the window (all tokens)."""
    total = max(window, sum(tokens for _, tokens in rows), 1)
    at = 1.0
    width = _WIDTH - 2
    made: list[Html] = []
    for name, tokens in rows:
        wide = max(width * tokens / total, 1.5 if tokens else 0)
        kind = "self" if name == own else "seg"
        title = el("title", f"{name}: {plural(tokens, 'token')}")
        made.append(
            el("rect", title, x=f"{at:.1f}", y=16, width=f"{wide:.1f}", height=20, class_=kind)
        )
        if name == own:
            edge = "end" if at > width / 2 else "start"
            made.append(el("text", f"▼ {own}", x=f"{at:.1f}", y=12, text_anchor=edge))
        at += wide
    left = max(width + 1 - at, 0)
    if left:
        made.append(el("rect", x=f"{at:.1f}", y=16, width=f"{left:.1f}", height=20, class_="free"))
        made.append(el("text", "free", x=f"{at + left / 2:.1f}", y=30, text_anchor="middle"))
    drawing = el("svg", *made, viewBox=f"0 0 {_WIDTH} 40", role="img", aria_label="the window")
    return Figure(drawing, f"The window of {plural(window, 'token')}, in order; figures below.")


def history_plot(points: Sequence[tuple[int, str, int]]) -> Figure | None:
    """Tokens over versions: (number, what it is in words, tokens) each; None below two points."""
    if len(points) < 2:
        return None
    low, high = min(t for _, _, t in points), max(t for _, _, t in points)
    span = high - low
    floor = 0 if low < high / 2 or not span else max(0, low - max(span // 2, 1))
    ceiling = high + max((high - floor) // 10, 1)
    top, bottom = 10, 150

    def x(i: int) -> float:
        return _LEFT + 8 + (_RIGHT - _LEFT - 24) * i / (len(points) - 1)

    def y(tokens: int) -> float:
        return bottom - (bottom - top) * (tokens - floor) / (ceiling - floor)

    curve = " ".join(f"{x(i):.1f},{y(t):.1f}" for i, (_, _, t) in enumerate(points))
    made = [el("polyline", points=curve, class_="curve")]
    every = max(1, -(-len(points) // 24))
    for i, (number, words, tokens) in enumerate(points):
        title = el("title", f"{number}: {plural(tokens, 'token')}. {words}")
        made.append(el("circle", title, cx=f"{x(i):.1f}", cy=f"{y(tokens):.1f}", r=4, class_="dot"))
        if i % every == 0 or i == len(points) - 1:
            made.append(
                el("text", str(number), x=f"{x(i):.1f}", y=bottom + 17, text_anchor="middle")
            )
    ticks = [(float(v), f"{y(v):.1f}") for v in sorted({floor, low, high})]
    drawing = el(
        "svg",
        *_axis(_LEFT, top, bottom, ticks, "{:,.0f}"),
        *made,
        viewBox=f"0 0 {_WIDTH} 174",
        role="img",
        aria_label="tokens over versions",
    )
    cut = f" The scale starts at {floor:,}, not at 0." if floor else ""
    return Figure(
        drawing,
        f"Tokens of the stored versions, oldest on the left: from {points[0][2]:,} to "
        f"{points[-1][2]:,}, at least {low:,} and at most {high:,}.{cut}",
    )


def _axis(
    left: int, top: int, bottom: int, ticks: Sequence[tuple[float, str]], form: str
) -> list[Html]:
    out = [
        el("path", d=f"M{left} {top}V{bottom}H{_RIGHT}", class_="axis"),
    ]
    for value, at in ticks:
        out.append(
            el("text", form.format(value), x=left - 6, y=f"{float(at) + 4:.1f}", text_anchor="end")
        )
    return out
