"""How much each part of a prompt has to do with its task and with the rest of the file."""

from workbench.judge.relevance.result import (
    AGGRESSIVE,
    CRITICAL,
    RECOMMENDATIONS,
    THRESHOLD,
    PartScore,
    ScoreResult,
    class_of,
)
from workbench.judge.relevance.score import METHOD, Progress, score_offline, score_steps

__all__ = [
    "AGGRESSIVE",
    "CRITICAL",
    "METHOD",
    "RECOMMENDATIONS",
    "THRESHOLD",
    "PartScore",
    "Progress",
    "ScoreResult",
    "class_of",
    "score_offline",
    "score_steps",
]
