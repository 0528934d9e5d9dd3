"""`map`: where each part and line sits, in this prompt and in the window of a scenario."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from workbench.measure.map import PositionMap, build_map
from workbench.measure.window import DEFAULT_SCENARIO, scenario_of
from workbench.verbs.inputs import Input
from workbench.verbs.measured import Measured, measuring


@dataclass(frozen=True, slots=True)
class MapResult:
    measured: Measured
    map: PositionMap

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


def position_map(
    spec: str | Input,
    *,
    scenario: str = DEFAULT_SCENARIO,
    before: int | None = None,
    after: int | None = None,
    window: int | None = None,
    content: str = "instruction",
    granularity: str = "auto",
    counter: str = "auto",
    model: str | None = None,
) -> Generator[tuple[int, int], None, MapResult]:
    """The map of one FILE; yields progress. `before`, `after` and `window` are tokens."""
    m = yield from measuring(spec, granularity=granularity, counter=counter, model=model)
    place = scenario_of(scenario, m.prompt.kind, before=before, after=after, window=window)
    return MapResult(m, build_map(m.costs, m.parts, place, content=content))
