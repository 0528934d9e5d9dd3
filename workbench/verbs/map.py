"""`map`: where each part and line sits, in this prompt and in the window of a scenario."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import KW_ONLY, dataclass
from typing import Any

from workbench.measure.map import PositionMap, build_map
from workbench.measure.position_words import legend, short
from workbench.measure.window import DEFAULT_SCENARIO, scenario_of
from workbench.verbs.inputs import Input
from workbench.verbs.measured import AUTO, Counting, Measured, measuring


@dataclass(frozen=True, slots=True)
class MapResult:
    measured: Measured
    map: PositionMap

    @property
    def legend(self) -> str:
        """One line that explains the glyphs."""
        return legend()

    def in_words(self) -> list[tuple[str, str]]:
        """For each part how well its place in this prompt is used, and that in the window."""
        return [(short(part.prompt), short(part.window)) for part in self.map.parts]

    def to_dict(self) -> dict[str, Any]:
        """The map's own keys, with path, counter, and title and lines of each part."""
        m = self.measured
        made = self.map.to_dict()
        parts = [
            {
                **row,
                "index": part.index,
                "title": part.title,
                "start_line": part.start_line,
                "end_line": part.end_line,
            }
            for part, row in zip(m.parts, made["parts"], strict=True)
        ]
        return {"path": m.path, "counter": m.counter.to_dict(), **made, "parts": parts}


@dataclass(frozen=True, slots=True)
class MapRequest:
    """Which FILE, and the context that it is placed in. `before`, `after` and `window` are tokens;
    without them those of the scenario hold."""

    spec: str | Input
    _: KW_ONLY
    scenario: str = DEFAULT_SCENARIO
    before: int | None = None
    after: int | None = None
    window: int | None = None
    content: str = "instruction"
    granularity: str = "auto"
    counting: Counting = AUTO


def position_map(wanted: MapRequest) -> Generator[tuple[int, int], None, MapResult]:
    """The map of one FILE; yields progress."""
    m = yield from measuring(wanted.spec, granularity=wanted.granularity, counting=wanted.counting)
    place = scenario_of(
        wanted.scenario,
        m.prompt.kind,
        before=wanted.before,
        after=wanted.after,
        window=wanted.window,
    )
    return MapResult(m, build_map(m.costs, m.parts, place, content=wanted.content))
