"""`triggers`: for which requests a skill is loaded, by the judgement of a model."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import CtxbenchError, UnreadableInput
from workbench.judge.agents.triggers import (
    METHOD,
    Decision,
    Query,
    Triggers,
    judge_triggers,
    parse_queries,
    read_decision,
    skill_of,
    trigger_requests,
)
from workbench.measure.request import Request
from workbench.models.events import Event
from workbench.prompt.plain_data import read_json
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import one_line
from workbench.reading import MOST_TABLE, read_regular
from workbench.store.store import Store
from workbench.verbs.asking import Asker, Outcome, Plan, ask, plan_questions
from workbench.verbs.inputs import Input, read_input


@dataclass(frozen=True)
class TriggerPlan:
    """What checking one skill would ask; nothing is sent yet."""

    path: str
    name: str
    description: str
    queries: tuple[Query, ...]
    requests: tuple[Request, ...]
    plan: Plan[Decision]

    def dry(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "dry_run": True,
            "name": self.name,
            "description": self.description,
            **self.plan.dry(),
            "requests": 0,
            "cost": None,
        }


@dataclass(frozen=True)
class Triggered:
    """The decisions for each query, what they cost, and why some are missing."""

    planned: TriggerPlan
    triggers: Triggers
    asked: Mapping[str, Any]
    error: CtxbenchError | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"path": self.planned.path, **self.triggers.to_dict(), **self.asked}


def read_queries(path: Path) -> tuple[Query, ...]:
    """The queries of a JSON file. Raises UnreadableInput, UsageError."""
    try:
        found = read_json(read_regular(path, MOST_TABLE).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableInput(
            f"The queries in {one_line(str(path), 200)} cannot be read:"
            f" {one_line(getattr(error, 'strerror', None) or str(error), 160)}.",
            hint="Nothing was sent.",
        ) from None
    return parse_queries(found)


def plan_triggers(
    spec: str | Input, queries: tuple[Query, ...], store: Store, asker: Asker
) -> TriggerPlan:
    """What it would take to check one FILE; sends nothing. Raises UsageError without a
    description."""
    given = read_input(spec) if isinstance(spec, str) else spec
    name, description = skill_of(given.prompt())
    requests = tuple(trigger_requests(name, description, queries))
    texts = [("description", description), *(("queries", query.text) for query in queries)]
    plan = plan_questions(
        asker,
        {"queries": requests},
        lambda request, found: read_decision(found),
        kind="triggers",
        what=f"triggers {given.spec}",
        method=METHOD,
        texts=[(what, Prompt.from_bytes(text.encode("utf-8", "replace"))) for what, text in texts],
        store=store,
    )
    return TriggerPlan(given.spec, name, description, queries, requests, plan)


def ask_triggers(
    planned: TriggerPlan,
    store: Store,
    *,
    say_so: bool,
    cancel: Callable[[], bool] = lambda: False,
) -> Generator[Event, None, Triggered]:
    """Send what is missing; yields the events of the batch and returns the decisions."""
    outcome: Outcome[Decision] = yield from ask(planned.plan, store, say_so=say_so, cancel=cancel)
    decisions = [outcome.values.get(request.id) for request in planned.requests]
    made = judge_triggers(planned.name, planned.description, planned.queries, decisions)
    return Triggered(planned, made, outcome.to_dict(), outcome.error)
