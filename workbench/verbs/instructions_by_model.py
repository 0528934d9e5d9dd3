"""`instructions` with a model: which statements bind, beside what the offline rules say."""

from __future__ import annotations

from dataclasses import replace

from workbench.judge.agents.constraints import METHOD, Constraint, compared, questions
from workbench.judge.task import infer_task
from workbench.verbs.instructions import InstructionsResult
from workbench.verbs.model_session import Inquiry, Outcome, named


def constraints_inquiry(
    offline: InstructionsResult,
) -> Inquiry[dict[int, Constraint], InstructionsResult]:
    """What it would take to have every statement of one FILE judged; the result holds both
    opinions."""
    task = infer_task(offline.prompt)

    def result(outcome: Outcome[dict[int, Constraint]]) -> InstructionsResult:
        found = {n: one for values in outcome.values.values() for n, one in values.items()}
        return replace(
            offline,
            compared=compared(offline.prompt, offline.instructions, found),
            asked=outcome.to_dict(),
            error=outcome.error,
        )

    return Inquiry(
        "constraints",
        f"instructions {offline.path}",
        METHOD,
        questions(offline.prompt, task),
        [(offline.path, offline.prompt), *named([("task", task.text)])],
        result,
        {"path": offline.path},
    )
