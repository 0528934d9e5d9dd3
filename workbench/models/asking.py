"""The requests of one batch on one event loop: side by side, tried again, within limits.

Knows nothing of threads: `batch.py` runs it in one and passes its events on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypedDict

from workbench.errors import (
    AgentCut,
    AgentError,
    AgentRefused,
    BudgetReached,
    CtxbenchError,
)
from workbench.measure.request import Request, Usage
from workbench.models.events import (
    Answered,
    Asked,
    BatchResult,
    Event,
    Failed,
    Limits,
    Price,
    Stopped,
    T,
    Waiting,
)
from workbench.models.faults import FAULTS, STOP, STOP_IF_ALONE
from workbench.models.retry import Patience
from workbench.models.runner import Answer, AskAgain, Journal, Runner
from workbench.prompt.visible import one_line

#: Seconds that a runner gets to close its connections.
_CLOSING = 0.4
#: Words of providers for an answer that ended at a limit.
_CUT = ("max_tokens", "model_context_window_exceeded", "length")


class _Counts(TypedDict):
    done: int
    total: int
    spent: float | None


class _StopAll(Exception):
    """Ends the requests that are under way."""


def _nothing_stored(request: Request) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class BatchRequest(Generic[T]):
    """Requests (distinct ids) that belong together: at most `side_by_side` are asked at once, the
    first one alone if `warm_first`.

    `read(request, answer)` is pure and runs in another thread; when it raises AnswerBroken, the
    request is sent once more. `stored(request)` is asked just before each send: a value that came
    from elsewhere in the meantime costs nothing.
    """

    requests: Sequence[Request]
    read: Callable[[Request, Answer], T]
    side_by_side: int = 6
    warm_first: bool = True
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    price: Price | None = None
    patience: Patience = Patience()  # noqa: RUF009 - frozen
    stored: Callable[[Request], tuple[T] | None] = _nothing_stored


class Asking(Generic[T]):
    """One batch. `emit` gets every event; `result()` can be taken at any time."""

    def __init__(
        self,
        runner: Runner,
        batch: BatchRequest[T],
        *,
        journal: Journal,
        emit: Callable[[Event], None],
    ) -> None:
        self._runner, self._journal, self._emit = runner, journal, emit
        requests, price = batch.requests, batch.price
        self._read, self._stored = batch.read, batch.stored
        self._waiting = deque(requests)
        self._from_the_end = False
        self._total = len(requests)
        self._side_by_side, self._warm_first = max(1, batch.side_by_side), batch.warm_first
        self._limits, self._price, self._patience = batch.limits, price, batch.patience
        self._not_before = 0.0
        self._held: dict[str, float] = {}
        self._settled = asyncio.Event()
        self._answers: dict[str, T] = {}
        self._failures: dict[str, CtxbenchError] = {}
        self._usage, self._spent, self._calls = Usage(), 0.0, 0
        self._priced = price is not None and all(price.worst(r) is not None for r in requests)
        self._under_way = 0
        self._stopped: CtxbenchError | None = None

    async def run(self) -> None:
        """Ask everything. Being cancelled stops it; the runner is closed in any case."""
        try:
            if self._warm_first and self._waiting:
                # The first answer comes when the provider has read the common prefix once: only
                # then do the others find it in the cache.
                with suppress(_StopAll):
                    await self._one(self._waiting.popleft())
            tasks = [
                asyncio.ensure_future(self._work())
                for _ in range(min(self._side_by_side, len(self._waiting)))
            ]
            try:
                await asyncio.gather(*tasks)
            except asyncio.CancelledError:
                raise  # the tasks were cancelled with it; twice would cut their tidying short
            except BaseException as error:
                for task in tasks:
                    task.cancel()
                if not isinstance(error, _StopAll):
                    raise
            finally:
                await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._runner.close(), _CLOSING)

    def result(self) -> BatchResult[T]:
        return BatchResult(
            dict(self._answers),
            dict(self._failures),
            self._usage,
            self._money,
            self._calls,
            self._under_way,
            self._stopped,
        )

    def stop(self, error: CtxbenchError) -> None:
        """No more requests are started; those under way are left alone."""
        if self._stopped is None:
            self._stopped = error
            self._waiting.clear()
            self._emit(Stopped(why=error.message, **self._counts()))

    @property
    def _money(self) -> float | None:
        return self._spent if self._priced else None

    def _counts(self) -> _Counts:
        done = len(self._answers) + len(self._failures)
        return {"done": done, "total": self._total, "spent": self._money}

    async def _work(self) -> None:
        while waiting := self._waiting:
            await self._one(waiting.pop() if self._from_the_end else waiting.popleft())

    async def _one(self, request: Request) -> None:
        """One request until it is answered or given up. Raises _StopAll when all must end."""
        tried: dict[str, int] = {}  # by error class
        sent, answered_before = 0, len(self._answers)
        while True:
            await self._gate()
            while (reached := self._reached(request)) is not None and self._held:
                # What is under way may turn out cheaper than its worst case.
                self._settled.clear()
                await self._settled.wait()
            if (found := self._stored(request)) is not None:  # paid for by another process
                self._answered(request, found[0], Answer(""), 0.0)
                return
            if reached is not None:
                self.stop(reached)
                return
            sent += 1
            try:
                await self._send(request, sent)
                return
            except AskAgain:
                continue  # the runner learned what this server cannot do; that is no failed try
            except AgentError as error:
                kind = type(error).__name__
                tried[kind] = tried.get(kind, 0) + 1
                wait = self._patience.wait(error, tried[kind])
                if wait is None:
                    self._give_up(request, error, len(self._answers) == answered_before)
                    return
                await self._wait(request, error, wait, tried[kind] + 1)
            except CtxbenchError as error:  # the journal cannot be written: nothing may be sent
                self._failures[request.id] = error
                self._emit(Failed(id=request.id, error=error, **self._counts()))
                self.stop(error)  # what is under way is paid for: it may end
                return

    async def _send(self, request: Request, sent: int) -> None:
        """One request once. Raises AgentError; what it used is counted in any case."""
        self._calls += 1
        self._held[request.id] = self._worst(request)
        self._emit(Asked(id=request.id, attempt=sent, **self._counts()))
        usage: Usage | None = None
        try:
            answer = await self._runner.ask(request, self._journal)
            usage = answer.usage
            _whole(answer)
            # Another process is at the same questions: we meet it in the middle.
            self._from_the_end = self._from_the_end or self._stored(request) is not None
            value = self._read(request, answer)
        except AgentError as error:
            usage = usage if usage is not None else error.usage
            raise
        except asyncio.CancelledError:
            self._under_way += 1
            raise
        finally:
            del self._held[request.id]
            cost = self._count(request, usage)
            self._settled.set()
        self._answered(request, value, answer, cost)

    def _answered(self, request: Request, value: T, answer: Answer, cost: float | None) -> None:
        self._answers[request.id] = value
        usage, model, counts = answer.usage, answer.model, self._counts()
        self._emit(
            Answered(id=request.id, value=value, usage=usage, cost=cost, model=model, **counts)
        )

    def _count(self, request: Request, usage: Usage | None) -> float | None:
        """Add up what one call used; returns its cost where it is known."""
        if usage is None:
            return None
        self._usage += usage
        cost = self._price.cost(usage) if self._price is not None else None
        self._spent += cost if cost is not None else self._worst(request)
        return cost

    def _worst(self, request: Request) -> float:
        worst = self._price.worst(request) if self._price is not None else None
        return worst or 0.0

    def _reached(self, request: Request) -> BudgetReached | None:
        """Why `request` may not be sent, None when it may."""
        limits = self._limits
        kept = "What was answered is kept."
        if limits.max_calls is not None and self._calls >= limits.max_calls:
            return BudgetReached(
                f"The limit of {limits.max_calls} calls is reached.",
                hint=f"{kept} Raise the limit to go on.",
                fault="budget",
            )
        if limits.max_cost is None:
            return None
        if self._price is None or self._price.worst(request) is None:
            return BudgetReached(
                "The price of this model is unknown, so a limit of money cannot be kept.",
                hint="Nothing was sent. Add the price to the table, or limit the calls instead.",
                fault="budget",
            )
        could = self._spent + sum(self._held.values()) + self._worst(request)
        if could > limits.max_cost:
            return BudgetReached(
                f"The next request could pass the limit of {limits.max_cost:g} USD: "
                f"{self._spent:.4f} spent, {could:.4f} at worst.",
                hint=f"{kept} Raise the limit to go on.",
                fault="budget",
            )
        return None

    async def _gate(self) -> None:
        """Nobody is sent anything before the time that the server asked for."""
        while (left := self._not_before - self._patience.now()) > 0:
            await self._patience.sleep(left)

    async def _wait(
        self, request: Request, error: AgentError, seconds: float, next_try: int
    ) -> None:
        if error.wait:
            self._not_before = max(self._not_before, self._patience.now() + error.wait)
        self._emit(
            Waiting(
                id=request.id,
                seconds=seconds,
                attempt=next_try,
                attempts=FAULTS[error.fault].tries,
                why=error.message,
                **self._counts(),
            )
        )
        if seconds:
            await self._patience.sleep(seconds)

    def _give_up(self, request: Request, error: CtxbenchError, alone: bool) -> None:
        self._failures[request.id] = error
        self._emit(Failed(id=request.id, error=error, **self._counts()))
        fault = FAULTS.get(getattr(error, "fault", ""))
        others = fault.others if fault is not None else STOP
        if others == STOP or (others == STOP_IF_ALONE and alone):
            self.stop(error)
            raise _StopAll


def _whole(answer: Answer) -> None:
    """Raises for an answer that is none: declined, or cut off."""
    if answer.stop == "refusal":
        raise AgentRefused(
            "The model declined to answer this request.",
            hint="The others are not affected. Another model may answer.",
            fault="refused",
        )
    if answer.stop in _CUT:
        raise AgentCut(
            f"The answer was cut off at its limit ({one_line(answer.stop, 40)}).",
            hint="Nothing of it is kept. A model that thinks less, or smaller parts, would fit.",
            fault="cut",
        )
