"""`review` with a model: what cannot be obeyed together, beside what the rules find offline."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any

from workbench.errors import UsageError
from workbench.judge.agents.contradictions import (
    METHOD,
    Clash,
    Question,
    merged,
    questions,
    read_clashes,
)
from workbench.judge.findings import SEVERITIES
from workbench.judge.registry import Context
from workbench.judge.rules.contradiction import RULE
from workbench.judge.task import Task, infer_task
from workbench.language.instructions import Instruction
from workbench.measure.request import Request
from workbench.models.events import Event
from workbench.prompt.prompt import Prompt
from workbench.store.store import Store
from workbench.verbs.asking import Asker, Outcome, Plan, ask, plan_questions, reader
from workbench.verbs.review import Options, Reviewed


@dataclass(frozen=True)
class ReviewPlan:
    """What judging the contradictions of one FILE would ask; nothing is sent yet."""

    reviewed: Reviewed
    options: Options
    told: tuple[Instruction, ...]
    questions: tuple[Question, ...]
    plan: Plan[tuple[Clash, ...]]

    def dry(self) -> dict[str, Any]:
        return {
            "path": self.reviewed.path,
            "dry_run": True,
            **self.plan.dry(),
            "requests": 0,
            "cost": None,
        }


def plan_review(reviewed: Reviewed, options: Options, store: Store, asker: Asker) -> ReviewPlan:
    """What it would take to have the instructions of a reviewed FILE judged; sends nothing.

    Raises UsageError where the settings leave the rule `contradiction` out.
    """
    if options.severity.get(RULE.id) == "off" or (options.rules and RULE.id not in options.rules):
        raise UsageError(
            "A model judges contradictions, and the rule contradiction is left out here.",
            hint="Leave --judge out, or let the rule in; nothing was sent.",
        )
    prompt = reviewed.prompt
    context = Context(prompt)
    told = context.instructions
    task = Task(options.task) if options.task.strip() else infer_task(prompt)
    asked = questions(told, task)
    steps: dict[str, list[Request]] = {}
    for question in asked:
        steps.setdefault("contradictions", []).append(question.request)
    plan = plan_questions(
        asker,
        steps,
        reader(asked, read_clashes),
        kind="contradictions",
        what=f"review {reviewed.path}",
        method=METHOD,
        texts=[
            (reviewed.path, prompt),
            ("task", Prompt.from_bytes(task.text.encode("utf-8", "replace"))),
        ],
        store=store,
    )
    return ReviewPlan(reviewed, options, told, asked, plan)


def ask_review(
    planned: ReviewPlan,
    store: Store,
    *,
    say_so: bool,
    cancel: Callable[[], bool] = lambda: False,
) -> Generator[Event, None, Reviewed]:
    """Send what is missing; yields the events of the batch and returns the review with what the
    model found."""
    outcome: Outcome[tuple[Clash, ...]] = yield from ask(
        planned.plan, store, say_so=say_so, cancel=cancel
    )
    return _with(planned, outcome)


def _with(planned: ReviewPlan, outcome: Outcome[tuple[Clash, ...]]) -> Reviewed:
    reviewed, options, info = planned.reviewed, planned.options, planned.plan.info
    clashes = [
        clash
        for question in planned.questions
        for clash in outcome.values.get(question.request.id, ())
    ]
    offline = reviewed.findings
    found = merged(offline, planned.told, clashes, info.model or info.endpoint)
    muted = options.muted_in(reviewed.path)
    wanted = options.severity.get(RULE.id)
    new = [f for f in found[len(offline) :] if f.key not in muted]
    silent = len(found) - len(offline) - len(new)
    new = [replace(f, severity=wanted) if wanted else f for f in new]
    answers = reviewed.answers or ((),) * len(offline)
    stays = reviewed.stays or ("",) * len(offline)
    rows = [*zip(found[: len(offline)], answers, stays, strict=True), *((f, (), "") for f in new)]
    rows.sort(key=lambda row: (row[0].start_line, SEVERITIES.index(row[0].severity), row[0].rule))
    return replace(
        reviewed,
        findings=tuple(row[0] for row in rows),
        answers=tuple(row[1] for row in rows) if reviewed.answers else (),
        stays=tuple(row[2] for row in rows) if reviewed.stays else (),
        muted=reviewed.muted + silent,
        asked=outcome.to_dict(),
        error=outcome.error,
    )
