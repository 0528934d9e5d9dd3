"""Costs of lines for texts that differ from a known one in a few places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from workbench.measure.tokens.blocks import line_costs
from workbench.measure.tokens.counter import LineCounter
from workbench.measure.tokens.text import common_end, common_start
from workbench.measure.tokens.types import Tokenizer


class RunningCosts:
    """Gives what `line_costs` gives; what a text shares with `base` at its ends is not recounted.

    For trying out changes of one prompt: each is counted in the time of what it touches.
    """

    def __init__(self, tokenizer: Tokenizer, base: Sequence[str]) -> None:
        self._tokenizer = tokenizer
        self._base = list(base)

    def __call__(self, lines: Sequence[str]) -> list[int]:
        """Tokens of each line; they add up to the whole count."""
        base, new = self._base, list(lines)
        if len(new) < len(base) // 2:
            return line_costs(self._tokenizer, new)
        most = min(len(base), len(new))
        head = common_start(base, new, most)
        tail = common_end(base, new, most - head)
        end = len(base) - tail
        counter = self._counter
        counter.splice(head, end, new[head : len(new) - tail])
        costs = counter.costs()
        counter.splice(head, len(new) - tail, base[head:end])
        return costs

    @cached_property
    def _counter(self) -> LineCounter:
        return LineCounter(self._tokenizer, self._base)
