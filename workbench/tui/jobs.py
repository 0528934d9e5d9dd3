"""Background work: a generator in a thread, progress in messages, cancel between two steps.

A job never touches a widget. It posts `Progress` (at most twenty times a second, the newest one
replaces those not yet read), then `Done` or `Failed`, each with the revision it was started
for, so that the handler can drop what came too late.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import Any

from textual.dom import DOMNode
from textual.message import Message
from textual.worker import Worker, get_current_worker

from workbench.errors import CtxbenchError

Steps = Generator[tuple[int, int], None, Any]
_EVERY = 0.05


class Job(Message):
    """What all messages of a job carry. Plain classes: dataclasses cost time at the start."""

    def __init__(self, name: str, revision: int) -> None:
        super().__init__()
        self.name, self.revision = name, revision
        #: Which run of the job tells it: a job of the same name may have been started again.
        self.worker: Worker[None] | None = None


class Progress(Job):
    """`done` of `total` steps."""

    def __init__(self, name: str, revision: int, done: int, total: int) -> None:
        super().__init__(name, revision)
        self.done, self.total = done, total

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Progress) and message.name == self.name


class Done(Job):
    """The generator returned `result`."""

    def __init__(self, name: str, revision: int, result: Any) -> None:
        super().__init__(name, revision)
        self.result = result


class Failed(Job):
    """The generator raised `error`; `words` is what people read."""

    def __init__(self, name: str, revision: int, words: str, error: Exception) -> None:
        super().__init__(name, revision)
        self.words, self.error = words, error


class Cancelled(Job):
    """The job was stopped before its end; nothing came of it."""


def start(owner: DOMNode, name: str, revision: int, steps: Callable[[], Steps]) -> Worker[None]:
    """Run `steps()` in a thread; a running job of the same name is cancelled first."""

    def run() -> None:
        worker = get_current_worker()
        last = 0.0

        def post(message: Job) -> None:
            message.worker = worker
            owner.post_message(message)

        try:
            work = steps()
            while True:
                try:
                    done, total = next(work)
                except StopIteration as stop:
                    if not worker.is_cancelled:
                        post(Done(name, revision, stop.value))
                    return
                if worker.is_cancelled:
                    work.close()
                    post(Cancelled(name, revision))
                    return
                now = time.monotonic()
                if now - last >= _EVERY:
                    last = now
                    post(Progress(name, revision, done, total))
        except CtxbenchError as error:
            post(Failed(name, revision, str(error), error))
        except Exception as error:  # noqa: BLE001 - the boundary of the worker
            words = f"{name} failed: {type(error).__name__}: {error}. The prompt is unharmed."
            post(Failed(name, revision, words, error))

    return owner.run_worker(
        run, name=name, group=name, thread=True, exclusive=True, exit_on_error=False
    )


class News(Message):
    """A row that the process of a question to a model wrote; `run` says of which."""

    def __init__(self, run: int, row: dict[str, Any]) -> None:
        super().__init__()
        self.run, self.row = run, row
