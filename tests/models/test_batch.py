"""Limits, prices and order of a batch, with a runner in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from tests.models.asked import GOOD, of, requests, run
from workbench.errors import AgentBusy, AgentError, AnswerBroken, BudgetReached
from workbench.measure.request import Request, Usage
from workbench.models.batch import Answered, Asked, Failed, Limits, Stopped
from workbench.models.runner import Answer, AskAgain, Journal, Runner, RunnerInfo


@dataclass
class Scripted:
    """A runner in memory: `says(request, call)` gives the answer or raises."""

    says: Callable[[Request, int], Answer] = lambda request, call: Answer(GOOD, usage=ONE)
    payment: str = "price"
    asked: list[str] = field(default_factory=list)
    closed: int = 0

    @property
    def info(self) -> RunnerInfo:
        return RunnerInfo("scripted", "memory", "m", self.payment)

    async def ask(self, request: Request, journal: Journal) -> Answer:
        journal.sending("memory", "m", request.id, 1)
        self.asked.append(request.id)
        await asyncio.sleep(0)
        return self.says(request, len(self.asked))

    async def close(self) -> None:
        self.closed += 1


ONE = Usage(input=100, output=10)


class Cents:
    """Each call costs a cent, at worst five."""

    def worst(self, request: Request) -> float | None:
        return 0.05

    def cost(self, usage: Usage) -> float | None:
        return 0.01 if usage.output is not None else None


class NoPrice:
    def worst(self, request: Request) -> float | None:
        return None

    def cost(self, usage: Usage) -> float | None:
        return None


def test_runners_of_ours_are_runners() -> None:
    from workbench.models.command import CommandRunner
    from workbench.models.sdk import SdkRunner
    from workbench.models.secret import Secrets

    both: list[Runner] = [
        CommandRunner(("true",)),
        SdkRunner("http://localhost", "m", Secrets()),
        Scripted(),
    ]
    assert [one.info.name for one in both] == ["command", "messages", "scripted"]


@pytest.mark.parametrize("side_by_side", [1, 2, 6])
def test_no_more_calls_than_allowed_repeats_included(side_by_side: int) -> None:
    def says(request: Request, call: int) -> Answer:
        if call % 2:
            raise AgentBusy("busy", fault="overloaded")
        return Answer(GOOD, usage=ONE)

    runner = Scripted(says)
    events, result = run(
        runner, requests(20), side_by_side=side_by_side, limits=Limits(max_calls=7)
    )
    assert len(runner.asked) == 7 == result.calls
    assert isinstance(result.stopped, BudgetReached) and "7 calls" in str(result.stopped)
    assert result.answers and len(of(Stopped, events)) == 1


@pytest.mark.parametrize("side_by_side", [1, 3, 6])
@pytest.mark.parametrize("limit", [0.05, 0.06, 0.1, 0.17, 0.3])
def test_no_more_money_than_allowed_at_any_moment(side_by_side: int, limit: float) -> None:
    """At each moment: spent, plus the worst case of all that is under way."""
    flying: set[str] = set()
    worst = 0.0

    def says(request: Request, call: int) -> Answer:
        return Answer(GOOD, usage=ONE)

    def watch(event: object) -> None:
        nonlocal worst
        if isinstance(event, Asked):
            flying.add(event.id)
            worst = max(worst, (event.spent or 0.0) + 0.05 * len(flying))
        elif isinstance(event, Answered):
            flying.discard(event.id)

    _, result = run(
        Scripted(says),
        requests(50),
        side_by_side=side_by_side,
        limits=Limits(max_cost=limit),
        price=Cents(),
        watch=watch,
    )
    assert 0 < worst <= limit + 1e-9
    assert result.cost == pytest.approx(0.01 * len(result.answers))
    # What could be sent was sent: the next one would not have fitted.
    assert (result.cost or 0) + 0.05 > limit and isinstance(result.stopped, BudgetReached)


def test_a_limit_of_money_needs_a_price() -> None:
    for price in (None, NoPrice()):
        runner = Scripted()
        _, result = run(runner, requests(3), limits=Limits(max_cost=1.0), price=price)
        assert isinstance(result.stopped, BudgetReached) and not runner.asked
        assert result.cost is None
    # A server nearby may hand questions on to a paid one, and a command is paid somewhere.
    for payment in ("local", "subscription"):
        runner = Scripted(payment=payment)
        _, result = run(runner, requests(3), limits=Limits(max_cost=1.0))
        assert isinstance(result.stopped, BudgetReached) and not runner.asked


def test_what_was_not_counted_is_taken_at_its_worst() -> None:
    events, result = run(Scripted(lambda request, call: Answer(GOOD)), requests(2), price=Cents())
    assert result.cost == pytest.approx(0.10)
    assert [event.cost for event in of(Answered, events)] == [None, None]


def test_a_broken_answer_is_paid_for_as_well() -> None:
    _, result = run(
        Scripted(lambda request, call: Answer("no", usage=ONE)), requests(2), price=Cents()
    )
    assert result.calls == 4 and result.cost == pytest.approx(0.04)
    assert result.usage == Usage(input=400, output=40)
    assert all(isinstance(error, AnswerBroken) for error in result.failures.values())


def test_a_server_that_lacks_something_is_asked_again_and_it_counts() -> None:
    def says(request: Request, call: int) -> Answer:
        if call == 1:
            raise AskAgain
        return Answer(GOOD, usage=ONE)

    events, result = run(Scripted(says), requests(2))
    assert len(result.answers) == 2 and result.calls == 3
    assert [(event.id, event.attempt) for event in of(Asked, events)][:2] == [
        ("score 1", 1),
        ("score 1", 2),
    ]


def test_the_runner_is_closed_once_whatever_happens() -> None:
    def fails(request: Request, call: int) -> Answer:
        raise AgentError("no")

    for says in (Scripted().says, fails):
        runner = Scripted(says)
        _, result = run(runner, requests(4))
        assert runner.closed == 1
    # An error without a row in the table stops everything: nothing is known about it.
    assert len(runner.asked) == 1 and result.stopped is not None


def test_events_count_what_is_done() -> None:
    def says(request: Request, call: int) -> Answer:
        return Answer("no" if request.id == "score 2" else GOOD, usage=ONE)

    events, result = run(Scripted(says), requests(5), price=Cents(), side_by_side=1)
    ends = [event for event in events if isinstance(event, (Answered, Failed))]
    assert [(event.done, event.total) for event in ends] == [(n, 5) for n in range(1, 6)]
    assert [event.spent for event in ends] == pytest.approx([0.01, 0.03, 0.04, 0.05, 0.06])
    assert [type(event).__name__ for event in events[:3]] == ["Asked", "Answered", "Asked"]
    assert list(result.failures) == ["score 2"]
