"""Exact counts from the provider: free of charge, but the text is sent, so only when asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable

from workbench.errors import AgentError, Interrupted
from workbench.measure.request import Request
from workbench.models.loop import LoopThread
from workbench.models.retry import Patience
from workbench.models.runner import Journal
from workbench.models.sdk import SdkRunner

_POLL = 0.05


def count_exact(
    runner: SdkRunner,
    request: Request,
    *,
    journal: Journal,
    cancel: Callable[[], bool] = lambda: False,
    patience: Patience = Patience(),  # noqa: B008 - frozen
) -> int | None:
    """Tokens that the server reads for `request`, its frame included; None where it cannot count.

    Faults that may pass are tried again as in a batch. Raises AgentError, and Interrupted within
    a second after `cancel()` turned true.
    """
    ended = threading.Event()
    found: list[int | None] = []

    async def work() -> None:
        tried = 0
        try:
            while not found:
                tried += 1
                try:
                    found.append(await runner.count(request, journal))
                except AgentError as error:
                    wait = patience.wait(error, tried)
                    if wait is None:
                        raise
                    await patience.sleep(wait)
        finally:
            await runner.close()

    loop = LoopThread(work(), when_done=ended.set)
    try:
        while True:
            if cancel():
                raise Interrupted("Stopped by you.", hint="Nothing was changed.")
            if ended.wait(_POLL):
                break
    finally:
        loop.stop()
    loop.raise_error()
    return found[0]
