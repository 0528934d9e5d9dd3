"""What a batch of requests reports while it runs, its limits and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from workbench.errors import CtxbenchError
from workbench.measure.request import Request, Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """`done` of `total` requests are answered or given up; `spent`: USD so far, None when no
    price is known. Where the provider did not count the tokens, `spent` takes the worst case.
    """

    done: int
    total: int
    spent: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked(Event):
    """Nothing new. Sent ten times a second, so that whoever drives the batch can stop it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """Request `id` is being sent, for the `attempt`-th time (from 1)."""

    id: str
    attempt: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting(Event):
    """Request `id` failed for a reason that may pass; try `attempt` of `attempts` follows in
    `seconds`.
    """

    id: str
    seconds: float
    attempt: int
    attempts: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event, Generic[T]):
    """Request `id` is answered. `value`: what `read` made of it. `cost`: USD or None. `model`:
    the id that the server reported, or "".
    """

    id: str
    value: T
    usage: Usage
    cost: float | None
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed(Event):
    """Request `id` is given up; the others go on unless a `Stopped` follows."""

    id: str
    error: CtxbenchError


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped(Event):
    """No more requests are sent; what was answered is kept."""

    why: str


@dataclass(frozen=True, slots=True)
class Limits:
    """`max_calls`: requests sent, repeats included. `max_cost`: USD. Neither is ever passed: a
    request is only sent when its worst case still fits.
    """

    max_calls: int | None = None
    max_cost: float | None = None


class Price(Protocol):
    """What requests cost, in USD."""

    def worst(self, request: Request) -> float | None:
        """The most that one request can cost; None when the price is unknown."""

    def cost(self, usage: Usage) -> float | None:
        """What counted tokens cost; None when the price or the counts are unknown."""


@dataclass(frozen=True, slots=True)
class BatchResult(Generic[T]):
    """`answers` and `failures` by request id, in the order in which they ended. `usage`: tokens
    of all calls. `cost`: USD, None when no price is known. `calls`: requests sent. `under_way`:
    requests that were cut off in flight, which a provider may bill. `stopped`: why not all
    requests were asked, None when all were.
    """

    answers: Mapping[str, T] = field(default_factory=dict)
    failures: Mapping[str, CtxbenchError] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    calls: int = 0
    under_way: int = 0
    stopped: CtxbenchError | None = None
