"""What scoring gives: one result type for the offline ranking and for models that judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.judge.task import Task

#: Which score is which class (workflows B).
_BANDS = ((8.0, "ESSENTIAL"), (5.0, "HELPFUL"), (2.0, "MARGINAL"))
RECOMMENDATIONS = ("KEEP", "REMOVE", "RELOCATE", "CONDENSE", "OFFLOAD")
#: Pruning thresholds of workflows B: the usual one, for starved contexts, for critical prompts.
THRESHOLD, AGGRESSIVE, CRITICAL = 5.0, 3.0, 7.0
#: Parts that an offline ranking names.
_LOOKED_AT = 3


def class_of(score: float) -> str:
    """ESSENTIAL from 8, HELPFUL from 5, MARGINAL from 2, DISTRACTOR below."""
    return next((name for least, name in _BANDS if score >= least), "DISTRACTOR")


@dataclass(frozen=True, slots=True)
class PartScore:
    """The score of one part.

    `score`: 0 to 10 with one decimal, or None where there is too little to judge. `klass`, `usage`
    and `recommendation` are a model's; the offline ranking has none. `justification`: words that a
    person can check. `shared`: words it shares with the task; `check_by_hand`: it holds a hard rule
    and scored low. `runs`: the scores of all runs where a model
    was asked; `unsure`: they disagree, so the score decides nothing.
    """

    id: str
    title: str
    tokens: int
    score: float | None
    klass: str | None
    usage: str | None
    justification: str
    recommendation: str | None
    shared: tuple[str, ...] = ()
    check_by_hand: bool = False
    runs: tuple[float, ...] = ()
    unsure: bool = False

    @property
    def spread(self) -> float | None:
        """Highest minus lowest score of several runs; None for fewer than two."""
        return max(self.runs) - min(self.runs) if len(self.runs) > 1 else None

    def below(self, threshold: float) -> bool:
        return self.score is not None and self.score < threshold

    def to_dict(self) -> dict[str, Any]:
        """The row of the command line contract."""
        return {
            "id": self.id,
            "title": self.title,
            "tokens": self.tokens,
            "score": self.score,
            "class": self.klass,
            "usage": self.usage,
            "justification": self.justification,
            "recommendation": self.recommendation,
            "shared_words": list(self.shared),
            "check_by_hand": self.check_by_hand,
            "runs": list(self.runs),
            "spread": self.spread,
            "unsure": self.unsure,
        }


@dataclass(frozen=True, slots=True)
class ScoreResult:
    """All scores of one prompt. Parts without a score count in no aggregate.

    `judge`: offline, or the model that judged; `method`: changes whenever scores could (for
    caches); `total_tokens`: of the whole prompt, unscored parts included; `note`: what the
    figures can and cannot say; `inconclusive`: why there are no scores at all, or empty; `suspect`:
    why the measurement itself is not to be trusted, or empty; `missing`: parts without an answer;
    `model`: the name of the model that judged, or empty.
    """

    task: Task
    judge: str
    method: str
    threshold: float
    parts: tuple[PartScore, ...]
    total_tokens: int
    note: str = ""
    inconclusive: str = ""
    suspect: str = ""
    missing: tuple[str, ...] = ()
    model: str = ""

    @property
    def scores(self) -> tuple[float, ...]:
        return tuple(part.score for part in self.parts if part.score is not None)

    @property
    def flagged(self) -> tuple[PartScore, ...]:
        """The parts below the threshold, in order; none where nobody judged: a rank is no
        verdict."""
        if not self.judged:
            return ()
        return tuple(part for part in self.parts if part.below(self.threshold))

    @property
    def judged(self) -> bool:
        """Whether a model judged; the offline ranking only says what is foreign by its words."""
        return self.judge != "offline"

    @property
    def foreign(self) -> tuple[PartScore, ...]:
        """The parts to look at first: at most three, the most foreign first, of those whose words
        stand elsewhere less than half as often as those of the middle part."""
        known = sorted(self.scores)
        if not known:
            return ()
        limit = known[len(known) // 2] / 2
        low = [p for p in self.parts if p.score is not None and p.score < limit]
        return tuple(sorted(low, key=lambda p: (p.score or 0.0, -p.tokens))[:_LOOKED_AT])

    @property
    def total_parts(self) -> int:
        return len(self.scores)

    @property
    def distractor_parts(self) -> int:
        return len(self.flagged)

    @property
    def high_relevance_parts(self) -> int:
        return self.total_parts - self.distractor_parts

    @property
    def context_efficiency(self) -> float | None:
        """high_relevance_parts / total_parts; None when nothing was judged."""
        if not self.judged or not self.total_parts:
            return None
        return self.high_relevance_parts / self.total_parts

    @property
    def average_relevance(self) -> float | None:
        """sum(scores) / total_parts; None when nothing was judged."""
        if not self.judged or not self.total_parts:
            return None
        return sum(self.scores) / self.total_parts

    @property
    def distractor_tokens(self) -> int:
        return sum(part.tokens for part in self.flagged)

    @property
    def savings_pct(self) -> float:
        """Tokens of the flagged parts in percent of the prompt: possible, not advised."""
        return 100 * self.distractor_tokens / self.total_tokens if self.total_tokens else 0.0

    def part(self, part_id: str) -> PartScore | None:
        return next((part for part in self.parts if part.id == part_id), None)

    def to_dict(self) -> dict[str, Any]:
        """The command line contract, without the path."""
        efficiency, average = self.context_efficiency, self.average_relevance
        return {
            "task": self.task.text,
            "task_origin": self.task.origin,
            "judge": self.judge,
            "method": self.method,
            "threshold": self.threshold,
            "parts": [part.to_dict() for part in self.parts],
            "total_parts": self.total_parts,
            "high_relevance_parts": self.high_relevance_parts if self.judged else None,
            "distractor_parts": self.distractor_parts if self.judged else None,
            "context_efficiency": None if efficiency is None else round(efficiency, 4),
            "average_relevance": None if average is None else round(average, 2),
            "total_tokens": self.total_tokens,
            "distractor_tokens": self.distractor_tokens if self.judged else None,
            "savings_pct": round(self.savings_pct, 1) if self.judged else None,
            "inconclusive": self.inconclusive or None,
            "suspect": self.suspect or None,
            "missing": list(self.missing),
            "note": self.note,
        }
