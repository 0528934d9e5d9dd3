"""`triggers`: for which requests a skill is loaded, by the judgement of a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.errors import CtxbenchError, UnreadableInput, UsageError
from workbench.judge.agents.triggers import (
    METHOD,
    SHAPE,
    Decision,
    Query,
    Triggers,
    judge_triggers,
    parse_queries,
    questions,
    skill_of,
)
from workbench.prompt.plain_data import read_json
from workbench.prompt.visible import one_line
from workbench.reading import MOST_TABLE, read_regular
from workbench.verbs.inputs import Input, read_input
from workbench.verbs.model_session import Inquiry, Outcome, named


@dataclass(frozen=True)
class Triggered:
    """The decisions for each query, what they cost, and why some are missing."""

    path: str
    triggers: Triggers
    asked: Mapping[str, Any]
    error: CtxbenchError | None = None

    def to_dict(self) -> dict[str, Any]:
        return {"path": self.path, **self.triggers.to_dict(), **self.asked}


def read_queries(path: Path | None) -> tuple[Query, ...]:
    """The queries of a JSON file. Raises UnreadableInput, UsageError."""
    if path is None:
        raise UsageError(
            "No queries are named: --queries takes a JSON file with requests of users, and for"
            " each whether the skill should be loaded.",
            hint=f"{SHAPE}\nWrite a few of both kinds to a file such as queries.json; a sample is"
            " sample_prompts/release-notes/queries.json. Nothing was sent.",
        )
    try:
        found = read_json(read_regular(path, MOST_TABLE).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableInput(
            f"The queries in {one_line(str(path), 200)} cannot be read:"
            f" {one_line(getattr(error, 'strerror', None) or str(error), 160)}.",
            hint="Nothing was sent.",
        ) from None
    return parse_queries(found)


def triggers_inquiry(spec: str | Input, queries: tuple[Query, ...]) -> Inquiry[Decision, Triggered]:
    """What it would take to check one FILE. Raises UsageError without a description."""
    given = read_input(spec) if isinstance(spec, str) else spec
    name, description = skill_of(given.prompt())
    asked = questions(name, description, queries)

    def result(outcome: Outcome[Decision]) -> Triggered:
        decisions = [outcome.values.get(question.request.id) for question in asked]
        made = judge_triggers(name, description, queries, decisions)
        return Triggered(given.spec, made, outcome.to_dict(), outcome.error)

    return Inquiry(
        "triggers",
        f"triggers {given.spec}",
        METHOD,
        asked,
        named([("description", description), *(("queries", query.text) for query in queries)]),
        result,
        {"path": given.spec, "name": name, "description": description},
    )
