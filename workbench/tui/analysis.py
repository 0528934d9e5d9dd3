"""What is found out about the open prompt in the background, one job after the other.

count -> what the store remembers -> scores and the review. Each result is drawn when it comes; a
result for an older revision is dropped and its job started again when the typing rests.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from workbench.tui import jobs, keep, work
from workbench.tui.mapping import GLYPHS

if TYPE_CHECKING:
    from workbench.tui.screens.bench_actions import BenchActions

#: Glyphs of places where a critical rule is marked as badly placed: the lower third.
_LOW = GLYPHS[:3]


class Analysis:
    """Starts the jobs of one bench and takes their results."""

    def __init__(self, bench: BenchActions) -> None:
        self.bench = bench
        self.session = bench.session
        self._remembered = False
        self.scores: Any = None  # the last ScoreResult
        self._parts_came = False
        self._settled = False

    def begin(self) -> None:
        """Count first: everything else needs it."""
        lines = self.session.live.begin_count()
        counter, model = self.session.counter_wanted
        jobs.start(
            self.bench,
            "counting",
            self.session.live.revision,
            lambda: work.counting(lines, counter, model),
        )

    def _start(self, name: str, steps: Any) -> None:
        jobs.start(self.bench, name, self.session.live.revision, steps)

    def remember(self) -> None:
        """Ask the store for the task and the version of this file."""
        path, prompt, data = self.session.path, self.session.live.prompt(), self.session.data
        self._start("remembering", lambda: keep.remembering(path, prompt, data))

    def score(self) -> None:
        """Score the parts against the task."""
        live, session = self.session.live, self.session
        costs = live.part_tokens()
        if costs is None:
            return
        prompt, parts, task, path = live.prompt(), live.parts, session.task, session.path
        threshold = session.settings.threshold if session.settings is not None else None
        self._start("scoring", lambda: work.scoring(path, prompt, parts, task, costs, threshold))

    def score_later(self) -> None:
        """A proposal may have made parts: they get their scores when the text has settled."""
        self._parts_came = True

    def rest(self) -> None:
        """Nobody types: look again at what has changed."""
        if self._remembered:
            if self._parts_came:
                self._parts_came = False
                self.score()
            self.bench.asking.follow()
            self.bench.findings.rest()
            self.bench.rule_notes.rest()

    def done(self, event: jobs.Done) -> bool:
        """Take a result; false when it is not one of ours."""
        match event.name:
            case "counting":
                self.session.take_count(*event.result)
                if not self._remembered:
                    self.remember()
            case "remembering":
                self._remembered = True
                found: keep.Remembered = event.result
                self.session.storeless = bool(found.trouble)
                if found.trouble:
                    self.bench.bench_app.say(found.trouble, severity="warning")
                self.session.task, self.session.task_origin = found.task, found.origin
                self.session.pins = found.pins
                self.session.judged.load(found.judged)
                if found.cuts:
                    self.session.live.set_cuts(found.cuts)
                    self.session.changed()
                self.bench.files.placed(found.standing, found.adrift, opened=True)
                self.session.judged.follow(self.session.live, found.task)
                self.score()
                self.bench.findings.rest()
            case "pinning":
                self.session.pins = event.result
                self.bench.reviewing.propose()
            case "scoring":
                self._settle()
                self.scores = event.result
                self.session.scores = {part.id: part for part in event.result.parts}
                self.bench.reviewing.propose()
            case _:
                return False
        self.session.changed()
        self.bench.refresh_map()
        return True

    def _settle(self) -> None:
        """Text, model, counter and scorer are here to stay: the collector need not look at them.

        From here on it runs often and briefly: a round through the 200,000 objects that are
        allowed before the first screen would be felt while typing.
        """
        if not self._settled:
            self._settled = True
            gc.collect()
            gc.freeze()
            gc.set_threshold(10_000, 5, 20)

    def flag(self, critical: Sequence[int]) -> None:
        """Mark critical rules (their lines, from 1), and those that stand where the map is low."""
        flags: dict[int, str] = {}
        for line in critical:
            mark = self.session.mark_of(line - 1)
            low = self.session.places.known and mark.glyph in _LOW
            flags[line - 1] = "!" if low else "◆"
        self.session.flags = flags
