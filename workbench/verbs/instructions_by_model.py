"""`instructions` with a model: which statements bind, beside what the offline rules say."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

from workbench.judge.agents.constraints import (
    METHOD,
    Constraint,
    Question,
    compared,
    questions,
    read_constraints,
)
from workbench.judge.task import infer_task
from workbench.models.events import Event
from workbench.prompt.prompt import Prompt
from workbench.store.store import Store
from workbench.verbs.asking import Asker, Outcome, Plan, ask, plan_questions, reader
from workbench.verbs.instructions import InstructionsResult


@dataclass(frozen=True)
class ConstraintPlan:
    """What judging the statements of one FILE would ask; nothing is sent yet."""

    offline: InstructionsResult
    questions: tuple[Question, ...]
    plan: Plan[dict[int, Constraint]]

    def dry(self) -> dict[str, Any]:
        return {
            "path": self.offline.path,
            "dry_run": True,
            **self.plan.dry(),
            "requests": 0,
            "cost": None,
        }


def plan_constraints(offline: InstructionsResult, store: Store, asker: Asker) -> ConstraintPlan:
    """What it would take to have every statement of one FILE judged; sends nothing."""
    task = infer_task(offline.prompt)
    asked = questions(offline.prompt, task)
    plan = plan_questions(
        asker,
        {"statements": [question.request for question in asked]},
        reader(asked, read_constraints),
        kind="constraints",
        what=f"instructions {offline.path}",
        method=METHOD,
        texts=[
            (offline.path, offline.prompt),
            ("task", Prompt.from_bytes(task.text.encode("utf-8", "replace"))),
        ],
        store=store,
    )
    return ConstraintPlan(offline, asked, plan)


def ask_constraints(
    planned: ConstraintPlan,
    store: Store,
    *,
    say_so: bool,
    cancel: Callable[[], bool] = lambda: False,
) -> Generator[Event, None, InstructionsResult]:
    """Send what is missing; yields the events of the batch and returns both opinions."""
    outcome: Outcome[dict[int, Constraint]] = yield from ask(
        planned.plan, store, say_so=say_so, cancel=cancel
    )
    found = {
        number: constraint
        for question in planned.questions
        for number, constraint in outcome.values.get(question.request.id, {}).items()
    }
    offline = planned.offline
    return replace(
        offline,
        compared=compared(offline.prompt, offline.instructions, found),
        asked=outcome.to_dict(),
        error=outcome.error,
    )
