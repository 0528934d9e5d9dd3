"""What a person started and waits for. Until it ends or Escape is pressed, keys change nothing.

A wait ends in a dialog, in another screen or in another text: what is typed meanwhile was meant
for that, and must not land in the prompt that is about to be covered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from textual.worker import Worker

    from workbench.tui.jobs import Job

    AnyWorker = Worker[None]


class _Wait(NamedTuple):
    worker: AnyWorker
    words: str
    stops: bool
    on_leave: Callable[[], object] | None


class Waiting:
    """The waits of one bench, by the names of their jobs."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._waits: dict[str, _Wait] = {}
        self._left: set[AnyWorker] = set()

    def begin(
        self,
        worker: AnyWorker,
        words: str = "",
        *,
        stops: bool = True,
        on_leave: Callable[[], object] | None = None,
    ) -> None:
        """Wait for a job. `words` say what it does (else its name).

        When the wait is left with Escape, `on_leave` is called; a job that only looks is stopped,
        one that does not stop (`stops` false: it writes, or others need it) ends by itself.
        """
        self._waits[worker.name] = _Wait(worker, words or worker.name, stops, on_leave)
        self._changed()

    @property
    def words(self) -> str:
        """What is waited for; "" when nothing is."""
        live = [wait.words for wait in self._waits.values() if not wait.worker.is_cancelled]
        return live[0] if live else ""

    def leave(self) -> list[str]:
        """Escape: give the keys back; returns the names of the jobs that were stopped."""
        waits, self._waits = list(self._waits.values()), {}
        for wait in waits:
            if wait.stops:
                self._left.add(wait.worker)
                wait.worker.cancel()
            if wait.on_leave is not None:
                wait.on_leave()
        self._changed()
        return [wait.worker.name for wait in waits if wait.stops]

    def wanted(self, event: Job) -> bool:
        """Whether anybody still wants the result of a job."""
        return event.worker not in self._left

    def ended(self, event: Job) -> None:
        """A job has ended, and what follows from it has been done."""
        self._left.discard(event.worker)
        wait = self._waits.get(event.name)
        if wait is not None and wait.worker is event.worker:
            del self._waits[event.name]
            self._changed()
