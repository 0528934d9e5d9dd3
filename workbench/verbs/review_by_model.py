"""`review` with a model: what cannot be obeyed together, beside what the rules find offline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.errors import UsageError
from workbench.judge.agents.contradictions import METHOD, Clash, merged, questions
from workbench.judge.findings import SEVERITIES
from workbench.judge.registry import Context
from workbench.judge.rules.contradiction import RULE
from workbench.judge.task import Task, infer_task
from workbench.language.instructions import Instruction
from workbench.verbs.model_session import Inquiry, Outcome, named
from workbench.verbs.review import Options, Reviewed


def contradictions_inquiry(
    reviewed: Reviewed, options: Options
) -> Inquiry[tuple[Clash, ...], Reviewed]:
    """What it would take to have the instructions of a reviewed FILE judged; the result is the
    review with what the model found.

    Raises UsageError where the settings leave the rule `contradiction` out.
    """
    if options.severity.get(RULE.id) == "off" or (options.rules and RULE.id not in options.rules):
        raise UsageError(
            "A model judges contradictions, and the rule contradiction is left out here.",
            hint="Leave --judge out, or let the rule in; nothing was sent.",
        )
    prompt = reviewed.prompt
    told = Context(prompt).instructions
    task = Task(options.task) if options.task.strip() else infer_task(prompt)
    return Inquiry(
        "contradictions",
        f"review {reviewed.path}",
        METHOD,
        questions(told, task),
        [(reviewed.path, prompt), *named([("task", task.text)])],
        lambda outcome: _with(reviewed, options, told, outcome),
        {"path": reviewed.path},
        things=len(told),
    )


def _with(
    reviewed: Reviewed,
    options: Options,
    told: Sequence[Instruction],
    outcome: Outcome[tuple[Clash, ...]],
) -> Reviewed:
    clashes = [
        clash
        for question in outcome.plan.inquiry.questions
        for clash in outcome.values.get(question.request.id, ())
    ]
    offline = reviewed.findings
    found = merged(offline, told, clashes, outcome.plan.who)
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
