"""`score` by a model: what would be asked, and the scores from what was answered."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import CtxbenchError
from workbench.judge.agents.scoring import METHOD, Judgement, Question, Scoring, questions
from workbench.judge.agents.suspect import canned
from workbench.judge.relevance import ScoreResult
from workbench.judge.task import Task
from workbench.language.instructions import extract_instructions
from workbench.verbs.measured import Measured
from workbench.verbs.model_session import Inquiry, Outcome, Plan, named
from workbench.verbs.remembered import Remembered
from workbench.verbs.score import Scored, ScoreRequest, scorable


@dataclass(frozen=True)
class ScoringByModel:
    """One FILE, measured, and the questions about its parts."""

    request: ScoreRequest
    measured: Measured
    task: Task
    known: Remembered
    questions: Sequence[Question] = field(repr=False)

    def inquiry(self) -> Inquiry[Judgement, Scored]:
        m = self.measured
        return Inquiry(
            "score",
            f"score {m.path}",
            METHOD,
            self.questions,
            [(m.path, m.prompt), *named([("task", self.task.text)])],
            self.result,
            # Answers that are the same to the letter end the run: the measurement is suspect.
            enough=lambda values: canned(list(values.values())),
        )

    def dry(self, plan: Plan[Judgement, Scored]) -> Scored:
        """The plan as the result of a dry run."""
        return self._scored(None, plan.dry(), self.known.trouble, None)

    def result(self, outcome: Outcome[Judgement]) -> Scored:
        """The scores from what was answered; parts without an answer say why."""
        by_part: dict[str, list[Judgement]] = {}
        failed: dict[str, str] = {}
        for question in self.questions:
            name = question.request.id
            if name in outcome.values:
                by_part.setdefault(question.part, []).append(outcome.values[name])
            elif name in outcome.failures:
                failed[question.part] = outcome.failures[name].message
        made = self._combine(by_part, failed, outcome)
        trouble = " ".join(filter(None, (self.known.trouble, outcome.trouble)))
        return self._scored(made, outcome.to_dict(), trouble, outcome.error)

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
            self.request.judge,
            self.request.limit,
            extract_instructions(m.prompt, m.parts),
            self.known.pinned,
            {**(dict.fromkeys(asked, left) if left else {}), **failed},
            model=outcome.plan.who,
        )
        texts = {part.id: m.prompt.part_text(part) for part in m.parts}
        return scoring.combine(by_part, m.total, texts=texts, runs=self.request.runs)

    def _scored(
        self,
        made: ScoreResult | None,
        asked: Mapping[str, Any],
        trouble: str,
        error: CtxbenchError | None,
    ) -> Scored:
        return Scored(
            self.measured,
            self.task,
            self.request.judge,
            self.request.limit,
            made,
            trouble,
            asked,
            error,
        )


def scoring_by_model(wanted: ScoreRequest) -> Generator[tuple[int, int], None, ScoringByModel]:
    """What it would take to score one FILE by a model; yields progress of counting."""
    m, aim, known = yield from scorable(wanted)
    asked = questions(m.prompt, m.parts, aim, runs=wanted.runs)
    return ScoringByModel(wanted, m, aim, known, asked)
