"""The map as the panes need it: for a line or a part, a glyph, a band and the weights.

Nothing of `workbench.measure` is imported before there is a count: the first screen has no map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from workbench.measure.gutter import GutterScale
    from workbench.measure.map import PartLike
    from workbench.measure.position import Weight
    from workbench.measure.window import Scenario

GLYPHS = "▁▂▃▄▅▆▇█"


class Spot(NamedTuple):
    """What the map says of a place; the weights are None while nothing is counted."""

    glyph: str
    band: str
    here: Weight | None = None  # in this prompt
    window: Weight | None = None  # in the window of the scenario


UNKNOWN = Spot(" ", "none")


class Places:
    """Both channels of the map, made anew after each edit; only what is shown is asked for."""

    def __init__(self) -> None:
        self._scale: GutterScale | None = None
        self._drawn: tuple[int, str] = (0, "")

    @property
    def known(self) -> bool:
        """Whether weights are known at this length (1,000 tokens and more)."""
        return self._scale is not None and not self._scale.dim

    def clear(self) -> bool:
        """Nothing is counted; true when that is news."""
        was, self._scale, self._drawn = self._scale, None, (0, "")
        return was is not None

    def update(self, before: Callable[[int], int], lines: int, scenario: Scenario) -> bool:
        """The counts or the scenario changed; true when the whole map is to be drawn again.

        That is when the length has changed by half a percent: less moves no glyph that is not
        painted anyway.
        """
        from workbench.measure.gutter import GutterScale

        if not before(lines):
            return self.clear()
        self._scale = GutterScale(before, lines, scenario)
        total, (drawn, name) = self._scale.total, self._drawn
        if name == scenario.name and abs(total - drawn) * 200 <= drawn:
            return False
        self._drawn = (total, scenario.name)
        return True

    def line(self, line: int) -> Spot:
        """The spot of a 0-based line; without the window, which no line shows."""
        if self._scale is None:
            return UNKNOWN
        weight = self._scale.weight(line)
        return Spot(self._scale.glyph(line), weight.band, weight)

    def part(self, part: PartLike) -> Spot:
        """The spot of a part: the mean of its lines, in both channels."""
        if self._scale is None:
            return UNKNOWN
        found = self._scale.part(part)
        return Spot(self._scale.part_glyph(found), found.prompt.band, found.prompt, found.window)


def short(weight: Weight | None) -> str:
    """A weight in two places for a narrow column, `?` behind it where its range is wide."""
    if weight is None or weight.weight is None:
        return ""
    from workbench.measure.position_words import short as in_full

    number = in_full(weight).partition(" ")[0]
    return f"{number}{'?' if weight.unsure else ''}"
