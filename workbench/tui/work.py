"""What runs in the background: generators that yield (done, total) and return a result.

They get values, not the session, so that nothing changes under them while they work.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.prompt.prompt import Prompt
from workbench.tui.jobs import Steps


def counting(lines: Sequence[str], counter: str, model: str | None) -> Steps:
    """Count lines; returns (LineCounter, CounterInfo)."""
    yield 0, len(lines)
    from workbench.measure.tokens import LineCounter, get_tokenizer

    tokenizer = get_tokenizer(counter, model)
    count = LineCounter(tokenizer)
    yield from count.load(lines)
    return count, tokenizer.info


def inferring(prompt: Prompt) -> Steps:
    """What the prompt is for; returns its text, empty when nothing tells."""
    yield 0, 1
    from workbench.judge.task import infer_task

    return infer_task(prompt).text


def scoring(prompt: Prompt, task: str, parts: Sequence[Any], costs: Sequence[int]) -> Steps:
    """Score all parts offline; returns the ScoreResult."""
    yield 0, len(parts)
    from workbench.judge.relevance import score_offline

    return score_offline(prompt, parts, task, costs)
