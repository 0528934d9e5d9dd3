"""Many requests to one runner, as a generator of events that can be stopped at any moment.

The event loop runs in a thread of its own, so that neither the command line nor the workbench
waits for a server. When the generator ends, is closed or is cancelled, the thread, its sockets
and its processes are gone.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator

from workbench.errors import Interrupted
from workbench.models.asking import Asking, BatchRequest
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
from workbench.models.runner import Journal, Runner

__all__ = [
    "Answered",
    "Asked",
    "BatchRequest",
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
    batch: BatchRequest[T],
    *,
    journal: Journal,
    cancel: Callable[[], bool] = lambda: False,
) -> Generator[Event, None, BatchResult[T]]:
    """Ask what a batch holds. Errors of single requests are in the result, not raised.

    After `cancel()` turned true, everything is stopped within a second and the result holds what
    was answered; closing the generator stops it as well.
    """
    requests = batch.requests
    if not requests:
        return BatchResult()
    if len({request.id for request in requests}) < len(requests):
        raise ValueError("two requests of one batch have the same id")
    box: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
    asking = Asking(runner, batch, journal=journal, emit=box.put)
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
