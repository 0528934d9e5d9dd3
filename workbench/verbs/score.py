"""`score`: offline a ranking of what is foreign; with a model how relevant each part is."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import CtxbenchError, UsageError
from workbench.judge.relevance import THRESHOLD, ScoreResult, score_steps
from workbench.judge.task import Task, infer_task
from workbench.store.store import Store
from workbench.verbs.inputs import Input
from workbench.verbs.manual_cuts import cut_by_hand
from workbench.verbs.measured import Measured, measuring
from workbench.verbs.remembered import Remembered, remembered


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
    spec: str | Input,
    *,
    task: str | None = None,
    judge: str = "offline",
    threshold: float | None = None,
    dry_run: bool = False,
    granularity: str = "auto",
    counter: str = "auto",
    model: str | None = None,
) -> Generator[tuple[int, int], None, Scored]:
    """Score the parts of one FILE; yields progress. Nothing is sent and nothing is written."""
    if judge != "offline":
        raise UsageError(
            "This scores offline; a model is asked with a plan first. Nothing was sent.",
            hint="See workbench.verbs.score_by_model.",
        )
    limit = THRESHOLD if threshold is None else threshold
    m = yield from measuring(spec, granularity=granularity, counter=counter, model=model)
    m = cut_by_hand(m, granularity)
    known = remembered(m.input.path)
    aim = task_for(m, task, known)
    if dry_run:
        return Scored(m, aim, judge, limit, None, known.trouble)
    result = yield from offline_scores(m, aim, limit)
    return Scored(m, aim, judge, limit, result, known.trouble)


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
