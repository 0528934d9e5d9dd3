"""Scores by a model, part by part as they come, kept with the words that were scored."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path

from workbench.judge.relevance import ScoreResult
from workbench.models.events import Answered, Event
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible
from workbench.store.store import Store
from workbench.tui.ask_wants import SETTING, Judged, Want, sha_of
from workbench.tui.ask_work import Row, Work, ending, followed, shown_of
from workbench.verbs.measured import Counted
from workbench.verbs.model_session import Outcome
from workbench.verbs.score import Scored, ScoreRequest
from workbench.verbs.score_by_model import ScoringByModel, scoring_by_model
from workbench.verbs.steps import finished

#: Seconds between two looks at the scores so far, at least, and times what such a look took.
_EVERY, _SHARE = 0.25, 10


class Scoring(Work):
    """Relevance of the parts."""

    def __init__(self, want: Want, data: bytes) -> None:
        super().__init__(want, data)
        self.wanted: ScoringByModel = finished(
            scoring_by_model(
                ScoreRequest(
                    Counted.of(self.measured()),
                    judge=want.judge,
                    task=want.task or None,
                    threshold=want.threshold,
                    runs=want.runs,
                    granularity=str(want.granularity),
                )
            )
        )
        self.plan = self.session.plan(self.wanted.inquiry())
        self.version = version_of(self.store, want.path, data)

    def shown(self) -> Row:
        count = len({question.part for question in self.wanted.questions})
        what = f"the whole text and the task, to score {plural(count, 'part')}"
        if self.want.runs > 1:
            what += f", {self.want.runs} times each"
        return shown_of([self.plan], what, self._limits(self.plan))

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        scored = yield from self.scored(stopped)
        result = scored.result
        yield ending(
            scored.asked,
            scored.error,
            suspect=result.suspect if result is not None else "",
            missing=len(result.missing) if result is not None else 0,
        )

    def scored(self, stopped: Callable[[], bool]) -> Generator[Row, None, Scored]:
        """Ask for the scores; rows `scores` say what is known of which part as it comes."""
        live = _Live(self)
        events = self.session.ask(self.plan, say_so=True, cancel=stopped)
        scored = yield from followed(events, "scores", live.look)
        if scored.result is not None:
            found = judged_of(self, scored.result)
            keep_judged(self.store, self.want.path, found)
            yield {"scores": [one.to_dict() for one in found.values()]}
        return scored


class _Live:
    """The scores so far, looked at while more come in."""

    def __init__(self, scoring: Scoring) -> None:
        self._scoring = scoring
        self._values = {name: value for name, (value, _) in scoring.plan.known.items()}
        self._sent: dict[str, Judged] = {}
        self._new, self._next = False, 0.0

    def look(self, event: Event) -> Iterator[Row]:
        if isinstance(event, Answered):
            self._values[event.id] = event.value
            self._new = True
        started = time.monotonic()
        if not self._new or started < self._next:
            return
        self._new = False
        scoring = self._scoring
        result = scoring.wanted.result(Outcome(scoring.plan, self._values)).result
        if result is not None and not result.suspect:
            found = judged_of(self._scoring, result)
            new = {n: one for n, one in found.items() if not _same(self._sent.get(n), one)}
            self._sent = found
            if new:
                # Kept as they come: they are paid for, whatever becomes of this process.
                keep_judged(self._scoring.store, self._scoring.want.path, new)
                yield {"scores": [one.to_dict() for one in new.values()]}
        took = time.monotonic() - started
        self._next = started + took + max(_EVERY, _SHARE * took)


def _same(old: Judged | None, new: Judged) -> bool:
    """Whether a part's score is the same; the time of looking at it does not count."""
    return old is not None and old.score == new.score and old.suspect == new.suspect


def judged_of(scoring: Scoring, result: ScoreResult) -> dict[str, Judged]:
    """What the model said, by the id of the part; parts without an answer are left out."""
    from datetime import UTC, datetime

    m = scoring.wanted.measured
    texts = {part.id: m.prompt.part_text(part) for part in m.parts}
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {
        score.id: Judged(
            score,
            sha_of(texts[score.id]),
            result.task.text,
            visible(result.model),
            now,
            scoring.version,
            scoring.want.runs,
            result.suspect,
        )
        for score in result.parts
        if score.score is not None
    }


def keep_judged(store: Store, path: str, found: Mapping[str, Judged]) -> None:
    """Remember what a model said of the parts of a file; what it said of others before stays."""
    if not found:
        return
    kept = store.memory.setting(path, SETTING)
    rows = dict(kept) if isinstance(kept, dict) else {}
    rows |= {name: json.loads(json.dumps(one.to_dict())) for name, one in found.items()}
    store.memory.set_setting(path, SETTING, rows)


def version_of(store: Store, path: str, data: bytes) -> int:
    """The number of the newest version that holds this very text, 0 when none does."""
    from workbench.store.files import sha256

    digest = sha256(data)
    return max((v.n for v in store.versions(Path(path)) if v.sha256 == digest), default=0)
