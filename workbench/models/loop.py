"""An event loop in a thread of its own, which can be stopped from outside and leaves nothing."""

from __future__ import annotations

import asyncio
import sys
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

#: The longest time that ending may take; a thread that is stuck is left to die by itself.
_ENDING = 5.0
_BASE: Any = (
    getattr(asyncio, "ProactorEventLoop")  # noqa: B009 - not known to other platforms
    if sys.platform == "win32"
    else asyncio.SelectorEventLoop
)


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
            with asyncio.Runner(loop_factory=_Loop) as runner:
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
            await _close_connections()


class _Loop(_BASE):  # type: ignore[misc]
    """Knows its connections: a library that is cancelled in the middle of a TLS handshake leaves
    the socket open.
    """

    def __init__(self) -> None:
        super().__init__()
        self.connections: weakref.WeakSet[asyncio.BaseTransport] = weakref.WeakSet()

    async def create_connection(self, *args: Any, **kwargs: Any) -> Any:
        transport, protocol = await super().create_connection(*args, **kwargs)
        self.connections.add(transport)
        return transport, protocol


async def _close_connections() -> None:
    left = getattr(asyncio.get_running_loop(), "connections", ())
    for transport in [one for one in left if not one.is_closing()]:
        transport.abort()
    await asyncio.sleep(0)  # the loop closes an aborted socket in its next round


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
