"""Requests, readers and batches as the tests of this folder use them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.measure.answer_json import read_answer
from workbench.measure.request import Request
from workbench.models.batch import BatchRequest, BatchResult, Event, run_batch
from workbench.models.retry import Patience
from workbench.models.runner import Answer, Runner
from workbench.models.sdk import SdkRunner, Timeouts
from workbench.models.secret import Secrets

SCHEMA = {
    "type": "object",
    "properties": {
        "score": {"type": "number", "minimum": 0, "maximum": 10},
        "reason": {"type": "string"},
    },
    "required": ["score"],
    "additionalProperties": False,
}
PREFIX = "The parts of a prompt, all of them, and the task.\n" * 40
GOOD = '{"score": 7, "reason": "it is what the task asks for"}'
KEY = "sk-ant-api03-very-secret-indeed"
#: Waits that a test can afford.
QUICK = Patience(first=0.01, longest=0.02)


def requests(count: int, question: str = "How much is part {n} worth?") -> list[Request]:
    return [
        Request(f"score {n}", "You judge.", PREFIX, question.format(n=n), SCHEMA, max_tokens=2048)
        for n in range(1, count + 1)
    ]


def read(request: Request, answer: Answer) -> Any:
    return read_answer(answer.text, request.schema)["score"]


@dataclass
class Noted:
    """A journal in memory; or one that cannot be written."""

    sent: list[tuple[str, str, str, int]] = field(default_factory=list)
    fails: Exception | None = None

    def sending(self, endpoint: str, model: str, what: str, size: int) -> None:
        if self.fails is not None:
            raise self.fails
        self.sent.append((endpoint, model, what, size))


def sdk(url: str, key: str = KEY, **options: Any) -> SdkRunner:
    timeouts = Timeouts(
        **{name: options.pop(name) for name in ("silence", "whole") if name in options}
    )
    return SdkRunner(url, "claude-sonnet-5-5", Secrets(key), timeouts=timeouts, **options)


def run(
    runner: Runner,
    wanted: Sequence[Request],
    *,
    watch: Callable[[Event], None] = lambda event: None,
    **options: Any,
) -> tuple[list[Event], BatchResult[Any]]:
    """A whole batch: its events and its result."""
    steering = {name: options.pop(name) for name in ("journal", "cancel") if name in options}
    batch = BatchRequest(requests=wanted, read=read, **{"patience": QUICK, **options})
    steps = run_batch(runner, batch, **{"journal": Noted(), **steering})
    seen: list[Event] = []
    while True:
        try:
            event = next(steps)
        except StopIteration as end:
            return seen, end.value
        watch(event)
        seen.append(event)


def of(kind: type[Any], events: Sequence[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]
