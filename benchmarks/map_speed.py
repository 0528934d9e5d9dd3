"""What the position map adds to a key press, at 100 KB and 1 MB, and how it grows.

    python benchmarks/map_speed.py

One press changes one line, so the length changes: the map of both channels is made anew for the
visible lines and all parts. CPU time, median; `worst` includes a band built anew.
Budget: a part of the 16 ms (100 KB) and 33 ms (1 MB) of a key press, growth below 3 x.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass

from workbench.measure.gutter import GutterScale
from workbench.measure.map import build_map
from workbench.measure.position import weight_curve
from workbench.measure.window import scenario_of

VISIBLE, PARTS, PRESSES = 60, 15, 300
SIZES = {"100 KB": 100_000, "1 MB": 1_000_000}
LINE = 40  # characters, 10 tokens by the rough rule


@dataclass(frozen=True)
class Lines:
    id: str
    start_line: int
    end_line: int


def press_times(lines: int) -> list[float]:
    """CPU milliseconds of the map at each of some key presses in the middle of the text."""
    scenario = scenario_of("fresh")
    step = lines // PARTS
    parts = [Lines(str(i), i * step + 1, (i + 1) * step) for i in range(PARTS)]
    at = lines // 2
    taken = []
    for extra in range(PRESSES):

        def before(line: int, extra: int = extra) -> int:
            return line * 10 + (extra if line > at else 0)

        started = time.process_time()
        scale = GutterScale(before, lines, scenario)
        for line in range(at - VISIBLE // 2, at + VISIBLE // 2):
            scale.glyph(line)
        scale.weight(at)
        for part in parts:
            scale.part(part)
        taken.append(1000 * (time.process_time() - started))
    return taken


def main() -> int:
    weight_curve(2_000).at(0.5)  # figures and points are read once
    started = time.process_time()
    for tokens in range(3_000, 9_000, 60):
        weight_curve(tokens).at(0.5)
    print(f"one curve with its band      {10 * (time.process_time() - started):7.2f} ms")
    medians = {}
    for name, size in SIZES.items():
        lines = size // LINE
        taken = press_times(lines)
        medians[name] = statistics.median(taken)
        worst = max(taken)
        print(
            f"map at a key press, {name:7s}  {medians[name]:7.2f} ms median, {worst:6.2f} ms worst"
        )
        started = time.process_time()
        build_map([10] * lines, [Lines("all", 1, lines)], scenario_of("fresh"))
        whole = 1000 * (time.process_time() - started)
        print(f"whole map, {name:7s}           {whole:7.1f} ms for {lines:,} lines")
    growth = medians["1 MB"] / medians["100 KB"]
    print(f"growth of a key press        {growth:7.2f} x (budget 3)")
    return 0 if growth < 3 and medians["1 MB"] < 16 else 1


if __name__ == "__main__":
    sys.exit(main())
