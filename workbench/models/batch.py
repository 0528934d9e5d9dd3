"""Many requests to one runner, as a generator of events that can be stopped at any moment.

The event loop runs in a thread of its own, so that neither the command line nor the workbench
waits for a server. When the generator ends, is closed or is cancelled, the thread, its sockets
and its processes are gone.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator, Sequence

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
from workbench.models.loop import LoopThread
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
    stored: Callable[[Request], tuple[T] | None] = lambda request: None,
) -> Generator[Event, None, BatchResult[T]]:
    """Ask `requests` (distinct ids), at most `side_by_side` at once, the first one alone.

    `read(request, answer)` is pure and runs in another thread; when it raises AnswerBroken, the
    request is sent once more. `stored(request)` is asked just before each send: a value that came
    from elsewhere in the meantime costs nothing. Errors of single requests are in the result, not
    raised. After `cancel()` turned true, everything is stopped within a second and the result holds
    what was answered; closing the generator stops it as well.
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
        stored=stored,
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
