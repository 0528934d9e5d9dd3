"""The one path of every question to a model: price, secrets, say-so, send, keep, account.

    plan = plan_questions(asker, steps, read, ...)    nothing is sent; says what it would cost
    events = ask(plan, store, say_so=True)            sends what is missing, returns the outcome

Every send is written down before it happens. Every answer is kept as it arrives, by the hash of
what was asked, the model and the method: asking the same again sends nothing, and a run that
was broken off goes on with what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from workbench.errors import (
    AgentError,
    BudgetReached,
    CtxbenchError,
    Interrupted,
    StoreError,
    UsageError,
)
from workbench.measure.amounts import usd_words
from workbench.measure.answer_json import read_answer
from workbench.measure.request import Request, Usage
from workbench.models.events import Answered, Event, Failed, Limits
from workbench.models.runner import Answer
from workbench.prompt.visible import visible
from workbench.store.store import Store
from workbench.verbs.asker import Asker, asker_for
from workbench.verbs.questions import Kept, Plan, key_of, plan_questions, reader, stored, who

__all__ = ["Asker", "Kept", "Outcome", "Plan", "ask", "asker_for", "plan_questions", "reader"]

T = TypeVar("T")
#: Questions that get no usable answer before a run that has none at all is given up.
_HOPELESS = 3
#: Seconds that a send or an answer waits for another process that writes to the store: the stop
#: key is not heard meanwhile.
_STORE_WAIT_S = 0.8


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What came of a plan. `values` and `answers` by request id, stored ones included;
    `failures`: why a request has no answer; `calls`, `usage` and `cost` are of this run alone.
    `stopped`: why not everything was asked, None when it was. `trouble`: what could not be kept.
    """

    plan: Plan[T]
    values: Mapping[str, T]
    answers: Mapping[str, Kept]
    failures: Mapping[str, CtxbenchError] = field(default_factory=dict)
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    stopped: CtxbenchError | None = None
    trouble: str = ""

    @property
    def state(self) -> str:
        """done, partial, stopped or failed."""
        if len(self.values) == len(self.plan.requests):
            return "done"
        if isinstance(self.stopped, (Interrupted, BudgetReached)):
            return "stopped"
        return "partial" if self.values else "failed"

    @property
    def error(self) -> CtxbenchError | None:
        """What the user has to be told when something is missing: one error for all."""
        if self.state == "done":
            return None
        if self.stopped is not None:
            return self.stopped
        return next(iter(self.failures.values()), None)

    def money(self) -> str:
        return usd_words(self.cost, self.plan.estimate.payment)

    def to_dict(self, about: Mapping[str, Mapping[str, Any]] | None = None) -> dict[str, Any]:
        """Who was asked, at which price, and every answer; `about`: what else to say of an answer,
        by request id.
        """
        plan, more = self.plan, about or {}
        return {
            "judge_model": plan.info.model,
            "endpoint": plan.info.endpoint,
            "estimate": plan.estimate.to_dict() if plan.missing else None,
            "cost": self.cost_dict(),
            "requests": self.calls,
            "answers": [
                {"request": one.id, **more.get(one.id, {}), "stored": kept.cached, **kept.to_dict()}
                for one in plan.requests
                if (kept := self.answers.get(one.id)) is not None
            ],
        }

    def cost_dict(self) -> dict[str, Any]:
        return {
            "usd": None if self.cost is None else round(self.cost, 6),
            "words": self.money(),
            "usage": self.usage.to_dict(),
            "state": self.state,
            "stored_answers": sum(kept.cached for kept in self.answers.values()),
        }


def ask(
    plan: Plan[T],
    store: Store,
    *,
    say_so: bool,
    cancel: Callable[[], bool] = lambda: False,
    enough: Callable[[Mapping[str, T]], str] = lambda values: "",
    side_by_side: int = 6,
) -> Generator[Event, None, Outcome[T]]:
    """Send what is missing, and return everything. Errors of single requests are in the outcome.

    `say_so`: the user saw the estimate and agreed; without it UsageError is raised and nothing is
    sent. `enough(values)`: words that end the run early, or nothing. After `cancel()` turned true
    the run is over within a second; what was answered is kept. Closing the generator does the same.
    """
    values = {name: value for name, (value, _) in plan.known.items()}
    answers = {name: kept for name, (_, kept) in plan.known.items()}
    if not plan.missing:
        return Outcome(plan, values, answers, cost=_nothing(plan))
    plan.check()
    if not say_so:
        raise UsageError(
            f"Nothing was sent: nobody agreed to it. {plan.question()}",
            hint="Agree with --yes, or with a limit: --max-cost USD.",
        )
    from workbench.models.batch import run_batch

    runner = plan.chosen.runner_or_raise()
    keeper = _Keeper(plan, store)
    patience = store.db.wait_s
    store.db.wait_s = min(patience, _STORE_WAIT_S)
    run = store.runs.start(
        plan.kind, plan.what, plan.info.endpoint, plan.info.model, plan.estimate.to_dict()
    )
    halt = ""
    batch = run_batch(
        runner,
        plan.missing,
        keeper.read,
        journal=StoreJournal(store, plan.what),
        cancel=lambda: bool(halt) or cancel(),
        side_by_side=side_by_side,
        limits=Limits(plan.asker.max_calls, plan.max_cost),
        price=plan.meter,
        stored=keeper.stored,
    )
    outcome: Outcome[T] | None = None
    usage, spent, failed = Usage(), None, 0
    try:
        while True:
            try:
                event = next(batch)
            except StopIteration as done:
                result = done.value
                break
            if isinstance(event, Answered):
                usage += event.usage
                values[event.id] = event.value
                halt = halt or enough(values)
            elif isinstance(event, Failed):
                failed += 1
                if failed == _HOPELESS and not keeper.kept:
                    halt = halt or f"{event.error.message} That is {failed} failures and no answer."
            spent = event.spent
            yield event
        values.update(result.answers)
        keeper.store_late()
        stopped = result.stopped
        if halt and isinstance(stopped, Interrupted):
            stopped = AgentError(halt, hint="The rest was not asked; what was answered is kept.")
        outcome = Outcome(
            plan,
            values,
            answers | keeper.kept | keeper.found,
            result.failures,
            result.calls,
            result.usage,
            _cost(plan, result.cost),
            stopped,
            keeper.trouble,
        )
        return outcome
    finally:
        batch.close()
        keeper.store_late()
        plan.chosen.remember(store)
        with suppress(StoreError):
            store.runs.end(
                run,
                outcome.state if outcome else "stopped",
                calls=outcome.calls if outcome else len(keeper.kept),
                answers=len(keeper.kept),
                usage=outcome.usage if outcome else usage,
                cost=outcome.cost if outcome else _cost(plan, spent),
            )
        store.db.wait_s = patience


class _Keeper(Generic[T]):
    """Reads answers and stores them the moment they are read, in whichever thread that is."""

    def __init__(self, plan: Plan[T], store: Store) -> None:
        self._plan, self._store = plan, store
        self.kept: dict[str, Kept] = {}
        self.found: dict[str, Kept] = {}
        self.trouble = ""
        self._late: list[tuple[Request, Kept]] = []

    def stored(self, request: Request) -> tuple[T] | None:
        """An answer that another process stored since the plan was made: it costs nothing."""
        plan = self._plan
        found = stored(self._store, plan.info, plan.method, request, plan.read)
        if found is None:
            return None
        self.found[request.id] = found[1]
        return (found[0],)

    def read(self, request: Request, answer: Answer) -> T:
        value = self._plan.read(request, read_answer(answer.text, request.schema))
        kept = Kept(answer.text, answer.model, answer.usage)
        self.kept[request.id] = kept
        self.found.pop(request.id, None)  # this process paid for one of its own
        if self._late or not self._store_one(request, kept):
            self._late.append((request, kept))  # what is paid for is used, and stored at the end
        return value

    def store_late(self) -> None:
        """Once more, at the end, what the store did not take while the answers came."""
        while self._late and self._store_one(*self._late[0]):
            del self._late[0]
        if not self._late:
            self.trouble = ""

    def _store_one(self, request: Request, kept: Kept) -> bool:
        plan = self._plan
        try:
            self._store.cache.keep_score(
                key_of(request), "", who(plan.info), plan.method, kept.to_dict()
            )
        except StoreError as error:
            self.trouble = f"Answers could not be stored: {error.message}"
            return False
        return True


@dataclass(frozen=True)
class StoreJournal:
    """Writes each send down before it happens; what cannot be written down is not sent."""

    store: Store
    what: str

    def sending(self, endpoint: str, model: str, what: str, size: int) -> None:
        words = visible(f"{what} · {self.what}" if self.what else what)
        self.store.cache.record_send(visible(endpoint), visible(model), words, size)


def _nothing(plan: Plan[Any]) -> float | None:
    """The cost of a run that sent nothing: zero where there are prices at all."""
    return 0.0 if plan.estimate.payment == "price" else None


def _cost(plan: Plan[Any], spent: float | None) -> float | None:
    return spent if plan.meter.payment == "price" else None
