"""`score` by a model: first a plan with its price, then the answers as they come."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.judge.agents.scoring import (
    METHOD,
    Judgement,
    Question,
    Scoring,
    questions,
    read_judgement,
    steps_of,
)
from workbench.judge.agents.suspect import canned
from workbench.judge.relevance import THRESHOLD, ScoreResult
from workbench.judge.task import Task
from workbench.language.instructions import extract_instructions
from workbench.models.events import Event
from workbench.prompt.prompt import Prompt
from workbench.store.store import Store
from workbench.verbs.asking import Asker, Outcome, Plan, ask, plan_questions, reader
from workbench.verbs.inputs import Input
from workbench.verbs.manual_cuts import cut_by_hand
from workbench.verbs.measured import Measured, measuring
from workbench.verbs.remembered import Remembered, remembered
from workbench.verbs.score import Scored, task_for


@dataclass(frozen=True)
class ScorePlan:
    """What scoring one FILE would ask; nothing is sent yet."""

    measured: Measured
    task: Task
    judge: str
    threshold: float
    runs: int
    questions: tuple[Question, ...]
    plan: Plan[Judgement]
    known: Remembered

    def dry(self) -> Scored:
        """The plan as the result of a dry run."""
        return self._scored(None, self.plan.dry())

    def result(self, values: Mapping[str, Judgement], outcome: Outcome[Judgement]) -> Scored:
        """The scores from what was answered; parts without an answer say why."""
        by_part: dict[str, list[Judgement]] = {}
        failed: dict[str, str] = {}
        for question in self.questions:
            name = question.request.id
            if name in values:
                by_part.setdefault(question.part, []).append(values[name])
            elif name in outcome.failures:
                failed[question.part] = outcome.failures[name].message
        made = self._combine(by_part, failed, outcome)
        about = {one.request.id: {"part": one.part, "run": one.run} for one in self.questions}
        return self._scored(made, outcome.to_dict(about), outcome)

    def _combine(
        self,
        by_part: Mapping[str, list[Judgement]],
        failed: Mapping[str, str],
        outcome: Outcome[Judgement],
    ) -> ScoreResult:
        m = self.measured
        left = outcome.error.message if outcome.error else ""
        asked = {question.part for question in self.questions}
        scoring = Scoring(
            m.parts,
            [m.part_tokens(part) for part in m.parts],
            self.task,
            self.judge,
            self.threshold,
            extract_instructions(m.prompt, m.parts),
            self.known.pinned,
            {**(dict.fromkeys(asked, left) if left else {}), **failed},
            model=self.plan.info.model or self.plan.info.endpoint,
        )
        texts = {part.id: m.prompt.part_text(part) for part in m.parts}
        return scoring.combine(by_part, m.total, texts=texts, runs=self.runs)

    def _scored(
        self,
        made: ScoreResult | None,
        asked: Mapping[str, Any],
        outcome: Outcome[Judgement] | None = None,
    ) -> Scored:
        trouble = " ".join(filter(None, (self.known.trouble, outcome.trouble if outcome else "")))
        error = outcome.error if outcome else None
        return Scored(
            self.measured, self.task, self.judge, self.threshold, made, trouble, asked, error
        )


def plan_score(
    spec: str | Input,
    store: Store,
    asker: Asker,
    *,
    task: str | None = None,
    threshold: float | None = None,
    runs: int = 1,
    granularity: str = "auto",
    counter: str = "auto",
    model: str | None = None,
) -> Generator[tuple[int, int], None, ScorePlan]:
    """What it would take to score one FILE by a model; yields progress, sends nothing."""
    limit = THRESHOLD if threshold is None else threshold
    m = yield from measuring(spec, granularity=granularity, counter=counter, model=model)
    m = cut_by_hand(m, granularity)
    known = remembered(m.input.path)
    aim = task_for(m, task, known)
    asked = questions(m.prompt, m.parts, aim, runs=runs)
    plan = plan_questions(
        asker,
        steps_of(asked),
        reader(asked, read_judgement),
        kind="score",
        what=f"score {m.path}",
        method=METHOD,
        texts=[
            (m.path, m.prompt),
            ("task", Prompt.from_bytes(aim.text.encode("utf-8", "replace"))),
        ],
        store=store,
    )
    return ScorePlan(m, aim, asker.judge, limit, runs, asked, plan, known)


def ask_scores(
    planned: ScorePlan,
    store: Store,
    *,
    say_so: bool,
    cancel: Callable[[], bool] = lambda: False,
    side_by_side: int = 6,
) -> Generator[Event, None, Scored]:
    """Send what is missing; yields the events of the batch and returns the scores.

    What has no answer is named in the result, and `error` says why. Answers that are the same to
    the letter end the run: the measurement is suspect.
    """
    outcome = yield from ask(
        planned.plan,
        store,
        say_so=say_so,
        cancel=cancel,
        enough=lambda values: canned(list(values.values())),
        side_by_side=side_by_side,
    )
    return planned.result(outcome.values, outcome)
