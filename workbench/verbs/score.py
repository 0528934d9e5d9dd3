"""`score`: how relevant each part is for a task, 0 to 10, with reasons a person can check."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from workbench.errors import UsageError
from workbench.judge.relevance import THRESHOLD, ScoreResult, score_steps
from workbench.judge.task import Task, infer_task
from workbench.prompt.instructions import extract_instructions
from workbench.store.store import Store
from workbench.verbs.inputs import Input
from workbench.verbs.measured import Measured, measuring

JUDGES = ("offline", "anthropic")


@dataclass(frozen=True, slots=True)
class Scored:
    """`result` is None after a dry run, which only says what would be scored."""

    measured: Measured
    task: Task
    judge: str
    threshold: float
    result: ScoreResult | None

    def to_dict(self) -> dict[str, Any]:
        m = self.measured
        base = {"path": m.path, "counter": m.counter.to_dict()}
        if self.result is not None:
            return {**base, **self.result.to_dict()}
        return {
            **base,
            "dry_run": True,
            "task": self.task.text,
            "task_origin": self.task.origin,
            "judge": self.judge,
            "threshold": self.threshold,
            "requests": 0,
            "parts": [
                {"id": part.id, "title": part.title, "tokens": m.part_tokens(part), "score": None}
                for part in m.parts
                if part.scored
            ],
        }


def task_for(measured: Measured, given: str | None) -> Task:
    """The task as given, else as the user stored it for this file, else as the file names it.

    A blank one counts as not given.
    """
    if given is not None and given.strip():
        return Task(given)
    path = measured.input.path
    if path is not None:
        with Store() as store:
            kept = store.memory.task(path)
        if kept:
            return Task(kept, "stored")
    return infer_task(measured.prompt)


def remember_task(scored: Scored, store: Store) -> None:
    """Keep the task with its file: it is the default from now on, here and in the workbench."""
    path = scored.measured.input.path
    if path is None:
        raise UsageError("A task is remembered with a file, and this is none.")
    store.memory.set_task(path, scored.task.text)


def pinned_in(measured: Measured) -> frozenset[str]:
    """Ids of the parts that the user pinned, and the hashes of their texts."""
    path = measured.input.path
    if path is None:
        return frozenset()
    with Store() as store:
        pins = store.memory.pins(path)
    return frozenset(pins) | frozenset(pins.values())


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
            "Scoring by a model is not part of this version; nothing was sent.",
            hint="Use --judge offline.",
        )
    limit = THRESHOLD if threshold is None else threshold
    m = yield from measuring(spec, granularity=granularity, counter=counter, model=model)
    aim = task_for(m, task)
    if dry_run:
        return Scored(m, aim, judge, limit, None)
    steps = score_steps(
        m.prompt,
        m.parts,
        aim,
        [m.part_tokens(part) for part in m.parts],
        threshold=limit,
        rules=extract_instructions(m.prompt, m.parts),
        pinned=pinned_in(m),
    )
    while True:
        try:
            step = next(steps)
        except StopIteration as done:
            result: ScoreResult = done.value
            return Scored(m, aim, judge, limit, result)
        yield step.done, step.total
