"""`score`: offline a ranking of what is foreign; with a model how relevant each part is."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from workbench.errors import CtxbenchError, UsageError
from workbench.judge.relevance import THRESHOLD, ScoreResult, score_steps
from workbench.judge.task import Task, infer_task
from workbench.store.store import Store
from workbench.verbs.inputs import Input
from workbench.verbs.manual_cuts import cut_by_hand
from workbench.verbs.measured import AUTO, Counting, Measured, measuring
from workbench.verbs.remembered import Remembered, remembered


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """What is to be scored for which task, offline or by a model. `runs`: how often a model is
    asked; `threshold`: None for the usual one; `task`: None for the one that the file states."""

    spec: str | Input
    _: KW_ONLY
    judge: str = "offline"
    task: str | None = None
    threshold: float | None = None
    runs: int = 1
    granularity: str = "auto"
    counting: Counting = AUTO

    @property
    def limit(self) -> float:
        """The score below which a part is flagged."""
        return THRESHOLD if self.threshold is None else self.threshold


@dataclass(frozen=True, slots=True)
class Scored:
    """`result` is None after a dry run, which only says what would be scored. `trouble`: why the
    store could not be asked for the task and the pins, in words. `asked`: what a model was or
    would be asked, as JSON: estimate, cost, answers; empty for the offline judge. `error`: why
    some parts have no answer, None when all have one.
    """

    measured: Measured
    task: Task
    judge: str
    threshold: float
    result: ScoreResult | None
    trouble: str = ""
    asked: Mapping[str, Any] = field(default_factory=dict)
    error: CtxbenchError | None = None

    def to_dict(self) -> dict[str, Any]:
        m = self.measured
        base: dict[str, Any] = {"path": m.path, "counter": m.counter.to_dict()}
        if self.trouble:
            base["trouble"] = self.trouble
        asked = {"estimate": None, "cost": None, "requests": 0, **self.asked}
        if self.result is not None:
            return {**base, **self.result.to_dict(), **asked}
        return {
            **base,
            "dry_run": True,
            "task": self.task.text,
            "task_origin": self.task.origin,
            "judge": self.judge,
            "threshold": self.threshold,
            **asked,
            "parts": [
                {"id": part.id, "title": part.title, "tokens": m.part_tokens(part), "score": None}
                for part in m.parts
                if part.scored
            ],
        }


def task_for(measured: Measured, given: str | None, known: Remembered) -> Task:
    """The task as given, else as the user stored it for this file, else as the file names it.

    A blank one counts as not given.
    """
    if given is not None and given.strip():
        return Task(given)
    return Task(known.task, "stored") if known.task else infer_task(measured.prompt)


def remember_task(scored: Scored, store: Store) -> None:
    """Keep the task with its file: it is the default from now on, here and in the workbench."""
    path = scored.measured.input.path
    if path is None:
        raise UsageError("A task is remembered with a file, and this is none.")
    store.memory.set_task(path, scored.task.text)


def score(
    wanted: ScoreRequest, *, dry_run: bool = False
) -> Generator[tuple[int, int], None, Scored]:
    """Score the parts of one FILE; yields progress. Nothing is sent and nothing is written."""
    if wanted.judge != "offline":
        raise UsageError(
            "This scores offline; a model is asked with a plan first. Nothing was sent.",
            hint="See workbench.verbs.score_by_model.",
        )
    m, aim, known = yield from scorable(wanted)
    result = None if dry_run else (yield from offline_scores(m, aim, wanted.limit))
    return Scored(m, aim, wanted.judge, wanted.limit, result, known.trouble)


def scorable(
    wanted: ScoreRequest,
) -> Generator[tuple[int, int], None, tuple[Measured, Task, Remembered]]:
    """One FILE measured and cut as people cut it, its task, and what is kept of it; yields
    progress."""
    m = yield from measuring(wanted.spec, granularity=wanted.granularity, counting=wanted.counting)
    m = cut_by_hand(m, wanted.granularity)
    known = remembered(m.input.path)
    return m, task_for(m, wanted.task, known), known


def offline_scores(
    m: Measured, aim: Task, threshold: float | None
) -> Generator[tuple[int, int], None, ScoreResult]:
    """The offline ranking of the parts of one prompt; yields progress."""
    steps = score_steps(
        m.prompt,
        m.parts,
        aim,
        [m.part_tokens(part) for part in m.parts],
        threshold=THRESHOLD if threshold is None else threshold,
    )
    while True:
        try:
            step = next(steps)
        except StopIteration as done:
            result: ScoreResult = done.value
            return result
        yield step.done, step.total
