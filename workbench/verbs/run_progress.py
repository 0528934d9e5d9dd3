"""How far a run is that asks a model, for people: what is answered, what waits, what failed."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from workbench.errors import CtxbenchError
from workbench.models.events import Answered, Event, Failed, Stopped, Waiting
from workbench.prompt.visible import one_line

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Told:
    """`done` of `total` questions are answered or given up; `spent`: what that cost, in words.
    `answered`: one more is. `waits`: why the question `id` is asked again, and when; `cause`: why
    it is given up."""

    done: int
    total: int
    spent: str
    answered: bool = False
    id: str = ""
    waits: str = ""
    cause: str = ""


def told(events: Generator[Event, None, T]) -> Generator[Told, None, T]:
    """The events of a run in words. A failure that ends the run is left to the error at its end."""
    failed: Failed | None = None  # waits for the next event, which may be the end
    while True:
        try:
            event = next(events)
        except StopIteration as done:
            result: T = done.value
            error = getattr(result, "error", None)
            ended = isinstance(error, CtxbenchError) and error.message
            if failed is not None and ended != failed.error.message:
                yield _told(failed)
            return result
        if failed is not None:
            if not (isinstance(event, Stopped) and event.why == failed.error.message):
                yield _told(failed)
            failed = None
        if isinstance(event, Failed):
            failed = event
        else:
            yield _told(event)


def _told(event: Event) -> Told:
    spent = "" if event.spent is None else f", {event.spent:.4f} USD so far"
    now = event.done, event.total, spent
    if isinstance(event, Waiting):
        pause = f"Waiting {event.seconds:.1f} s, then try" if event.seconds else "Try"
        again = f"{one_line(event.why, 160)} {pause} {event.attempt} of {event.attempts}"
        return Told(*now, id=event.id, waits=again)
    if isinstance(event, Failed):
        return Told(*now, id=event.id, cause=event.error.message)
    return Told(*now, answered=isinstance(event, Answered))
