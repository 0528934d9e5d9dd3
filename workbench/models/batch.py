"""Many requests to one runner, as a generator of events that can be stopped at any moment.

The event loop runs in a thread of its own, so that neither the command line nor the workbench
waits for a server. When the generator ends, is closed or is cancelled, the thread, its sockets
and its processes are gone.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from workbench.errors import Interrupted
from workbench.measure.request import Request
from workbench.models.asking import Asking
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
    Ticked,
    Waiting,
)
from workbench.models.retry import Patience
from workbench.models.runner import Answer, Journal, Runner

__all__ = [
    "Answered",
    "Asked",
    "BatchResult",
    "Event",
    "Failed",
    "Limits",
    "Price",
    "Stopped",
    "Ticked",
    "Waiting",
    "run_batch",
]

#: How often `cancel` is looked at, and how often a tick is sent, in seconds.
_POLL, _TICK = 0.05, 0.1
#: The longest time that ending a batch may take; a thread that is stuck is left to die by itself.
_ENDING = 5.0


def run_batch(
    runner: Runner,
    requests: Sequence[Request],
    read: Callable[[Request, Answer], T],
    *,
    journal: Journal,
    cancel: Callable[[], bool] = lambda: False,
    side_by_side: int = 6,
    warm_first: bool = True,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    price: Price | None = None,
    patience: Patience = Patience(),  # noqa: B008 - frozen
) -> Generator[Event, None, BatchResult[T]]:
    """Ask `requests` (distinct ids), at most `side_by_side` at once, the first one alone.

    `read(request, answer)` is pure and runs in another thread; when it raises AnswerBroken, the
    request is sent once more. Errors of single requests are in the result, not raised. After
    `cancel()` turned true, everything is stopped within a second and the result holds what was
    answered; closing the generator stops it as well.
    """
    if not requests:
        return BatchResult()
    if len({request.id for request in requests}) < len(requests):
        raise ValueError("two requests of one batch have the same id")
    box: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
    asking = Asking(
        runner,
        requests,
        read,
        journal=journal,
        emit=box.put,
        side_by_side=side_by_side,
        warm_first=warm_first,
        limits=limits,
        price=price,
        patience=patience,
    )
    loop = LoopThread(asking.run(), when_done=lambda: box.put(None))
    last = Ticked(done=0, total=len(requests), spent=None)
    idle = 0.0
    try:
        while not cancel():
            try:
                event = box.get(timeout=_POLL)
            except queue.Empty:
                idle += _POLL
                if idle >= _TICK:
                    idle = 0.0
                    yield Ticked(done=last.done, total=last.total, spent=last.spent)
                continue
            if event is None:
                break
            last, idle = Ticked(done=event.done, total=event.total, spent=event.spent), 0.0
            yield event
        else:
            loop.stop()
            asking.stop(Interrupted("Stopped by you.", hint="What was answered is kept."))
    finally:
        loop.stop()
    while not box.empty():  # answers that came in between are paid for
        event = box.get()
        if event is not None:
            yield event
    loop.raise_error()
    return asking.result()


class LoopThread:
    """A coroutine on an event loop in a thread of its own."""

    def __init__(self, work: Coroutine[Any, Any, None], when_done: Callable[[], None]) -> None:
        self._work, self._when_done = work, when_done
        self._lock = threading.Lock()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="ctxbench-agents", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Cancel the work and wait until the thread has ended. May be called again."""
        with self._lock:
            self._stopping = True
            if self._task is not None and self._thread.is_alive():
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)
        self._thread.join(_ENDING)

    def raise_error(self) -> None:
        """Raise what went wrong in the thread, if it was not being stopped."""
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                runner.get_loop().set_default_executor(_Daemons())
                runner.run(self._main())
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that asked
            self._error = error
        finally:
            self._when_done()

    async def _main(self) -> None:
        work = asyncio.ensure_future(self._work)
        with self._lock:
            self._task = work
            if self._stopping:
                work.cancel()
        try:
            await work
        finally:
            with self._lock:
                self._task = None


class _Daemons(ThreadPoolExecutor):
    """Threads that nobody waits for: looking up a name can hang for half a minute."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def run() -> None:
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 - belongs to the one who waits
                future.set_exception(error)
            else:
                future.set_result(result)

        future.set_running_or_notify_cancel()
        threading.Thread(target=run, name="ctxbench-lookup", daemon=True).start()
        return future
