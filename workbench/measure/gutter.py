"""The map while typing: only what is visible is asked for, and nothing grows with the prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from workbench.measure.map import PartLike, PartWeight
from workbench.measure.position import (
    DEFAULT_FAMILY,
    HEIGHTS,
    NO_EFFECT,
    HeightScale,
    Shape,
    Weight,
    band_of,
)
from workbench.measure.window import Scenario, prompt_curve, scenario_of, window_curve

#: A live part is summed exactly down to stretches of this share of the prompt, then integrated.
_FINE = 0.02


class GutterScale:
    """The map while typing: made anew at each key press, asked only for the visible lines.

    `before(line)` gives the tokens before the 0-based line (`before(lines)` the total), as
    `LineCounter.before` does. Making one costs microseconds; the band behind it is built anew
    only when the length changes by half a percent, in about 3 ms.
    """

    def __init__(
        self,
        before: Callable[[int], int],
        lines: int,
        scenario: Scenario | None = None,
        *,
        content: str = "instruction",
        family: str | Shape = DEFAULT_FAMILY,
    ) -> None:
        scenario = scenario or scenario_of()
        self._before = before
        self._lines = lines
        self.total = before(lines) if lines else 0
        self.prompt = prompt_curve(self.total, scenario.window, content, family)
        self.window = window_curve(scenario, self.total, content, family)
        self._scale = HeightScale(self.prompt.curve)

    @property
    def dim(self) -> bool:
        """True below 1,000 tokens: the shape is a convention and is drawn dim."""
        return not self.prompt.curve.known

    def _middle(self, line: int) -> float:
        return (self._before(line) + self._before(min(line + 1, self._lines))) / 2

    def level(self, line: int) -> int:
        """0 (weakest place of this prompt) to 7 for a 0-based line."""
        return self._scale.level(self.prompt.height(self._middle(line)))

    def glyph(self, line: int) -> str:
        """One of ▁▂▃▄▅▆▇█ for a 0-based line."""
        return HEIGHTS[self.level(line)]

    def weight(self, line: int) -> Weight:
        """The weight of a 0-based line in this prompt."""
        return self.prompt.at(self._middle(line))

    def part(self, part: PartLike) -> PartWeight:
        """The weights of a part as `build_map` gives them, to .002, at a cost that does not grow
        with the size of the prompt."""
        first, last = part.start_line - 1, min(part.end_line, self._lines)
        start, end = self._before(min(first, self._lines)), self._before(last)
        if end <= start:
            return PartWeight(
                part.id,
                0,
                self.prompt.at(start),
                self.window.at(start),
                self.prompt.height(start),
            )
        known, outer = self.prompt.curve.known, self.window.curve.known
        sums = [0.0] * 7
        for a, b, single in self._stretches(first, last):
            share = (b - a) / (end - start)
            middle = (a + b) / 2
            sums[0] += share * self.prompt.height(middle)
            for at, channel, shown in ((1, self.prompt, known), (4, self.window, outer)):
                if shown:
                    weight = channel.at(middle) if single else channel.over(a, b)
                    sums[at] += share * (weight.weight or 0.0)
                    sums[at + 1] += share * (weight.low or 0.0)
                    sums[at + 2] += share * (weight.high or 0.0)
        inside = band_of(sums[1], sums[2], sums[3]) if known else NO_EFFECT
        around = band_of(sums[4], sums[5], sums[6]) if outer else NO_EFFECT
        return PartWeight(part.id, end - start, inside, around, sums[0])

    def part_glyph(self, weight: PartWeight) -> str:
        return self._scale.glyph(weight.height)

    def _stretches(self, first: int, last: int) -> Iterable[tuple[int, int, bool]]:
        """The lines `first` to `last` (0-based, half-open) as stretches of tokens: single lines,
        or runs of lines so short that their mean is the mean of the curve."""
        limit = _FINE * self.total
        waiting = [(first, last, self._before(first), self._before(last))]
        while waiting:
            a, b, start, end = waiting.pop()
            if end <= start:
                continue
            if b - a == 1 or end - start <= limit:
                yield start, end, b - a == 1
                continue
            middle = (a + b) // 2
            cut = self._before(middle)
            waiting.append((a, middle, start, cut))
            waiting.append((middle, b, cut, end))
