"""The map as the panes need it: for a place in tokens, a glyph, a band and a weight.

Places are looked up in a table of 512 steps, made again only when the length of the prompt
changes by half a percent, so that typing costs a list access per visible line.
"""

from __future__ import annotations

from typing import NamedTuple

GLYPHS = "▁▂▃▄▅▆▇█"
_STEPS = 512


class Spot(NamedTuple):
    """What the map says of a place; `weight` is None below 1,000 tokens."""

    glyph: str
    band: str
    weight: float | None
    unsure: bool


_UNKNOWN = Spot(" ", "none", None, False)


class PlaceMap:
    """The position channel `in this prompt`."""

    def __init__(self) -> None:
        self._total = 0
        self._table: list[Spot] = []

    @property
    def known(self) -> bool:
        """Whether weights are known at this length (1,000 tokens and more)."""
        return bool(self._table) and self._table[0].weight is not None

    def update(self, total: int | None) -> bool:
        """Set the length in tokens; true when the table changed."""
        if not total:
            changed = bool(self._table)
            self._table, self._total = [], 0
            return changed
        if self._table and abs(total - self._total) * 200 <= self._total:
            return False
        from workbench.measure.position import weight_curve

        curve = weight_curve(total)
        heights = [curve.height(i / _STEPS) for i in range(_STEPS + 1)]
        low, high = min(heights), max(heights)
        scale = (len(GLYPHS) - 1) / (high - low) if high > low else 0.0
        table = []
        for i, height in enumerate(heights):
            weight = curve.at(i / _STEPS)
            glyph = GLYPHS[round((height - low) * scale)] if scale else GLYPHS[3]
            table.append(Spot(glyph, weight.band, weight.weight, weight.unsure))
        changed = table != self._table
        self._table, self._total = table, total
        return changed

    def at(self, tokens: float, total: int | None) -> Spot:
        """The spot `tokens` from the start of a prompt of `total` tokens."""
        if not self._table or not total:
            return _UNKNOWN
        return self._table[min(_STEPS, max(0, round(tokens / total * _STEPS)))]
