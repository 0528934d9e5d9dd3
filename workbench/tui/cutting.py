"""Splitting and merging parts by hand, from the parts list or the palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.errors import UsageError
from workbench.tui import jobs, keep
from workbench.verbs.manual_cuts import merge_before, split_before

if TYPE_CHECKING:
    from workbench.prompt.parts import Cuts
    from workbench.tui.screens.bench_actions import BenchActions


def split(bench: BenchActions) -> None:
    """Let a part open at the line of the editor's cursor; else say why it cannot."""
    live = bench.session.live
    live.settle()
    line = bench.editor.selection.end[0]
    try:
        cuts = split_before(live.prompt(), live.parts, line)
    except UsageError as error:
        bench.bench_app.say(str(error), severity="warning")
        return
    _use(bench, cuts)
    number = bench.session.part_at(line) + 1
    bench.bench_app.say(f"Part {number} opens at line {line + 1} now.")
    bench.parts.cursor = number - 1


def merge(bench: BenchActions) -> None:
    """Merge the part that is marked in the list with the one before it."""
    live = bench.session.live
    live.settle()
    index = min(bench.parts.cursor, len(live.parts) - 1)
    line = live.parts[index].start_line if live.parts else 0
    try:
        cuts = merge_before(live.prompt(), live.parts, index)
    except UsageError as error:
        bench.bench_app.say(str(error), severity="warning")
        return
    _use(bench, cuts)
    bench.parts.cursor = index - 1
    bench.bench_app.say(f"Merged into part {index}. A split at line {line} takes it back.")


def _use(bench: BenchActions, cuts: Cuts) -> None:
    session = bench.session
    session.live.set_cuts(cuts)
    session.scores = {}
    bench.asking.follow()
    session.changed()
    path = session.path
    jobs.start(bench, "keeping the cuts", 0, lambda: keep.keeping_cuts(path, cuts))
    bench.refresh_map()
    bench.analysis.score()
