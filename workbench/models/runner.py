"""What every runner is: it takes one `Request` and gives one `Answer`, or raises an `AgentError`.

A runner is a thin piece: it sends one request once. Retries, the number of requests side by side,
cancelling and limits belong to `models.batch`, so that they are the same for every runner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Protocol

from workbench.measure.request import Request, Usage

#: How money stands with a runner: a price per token is known or not, or there is none to pay.
PAYMENTS = ("price", "price unknown", "local", "subscription", "folder")


@dataclass(frozen=True, slots=True)
class RunnerInfo:
    """`name`: offline, anthropic, messages (another server that speaks the Messages API),
    command or folder. `endpoint`: the host and path that is asked, the command or the folder; shown
    before anything is sent. `model`: its id, "" when the command decides. `payment`: one of
    PAYMENTS. `version`: what tells a command from its next version, "" for servers.
    """

    name: str
    endpoint: str
    model: str
    payment: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """`text`: all text blocks in order, thinking left out. `stop`: end_turn, max_tokens, refusal
    or another word of the provider. `model`: the id it reported, or "". `seconds`: from the first
    byte sent to the last one read. `sent`: bytes of the request body.
    """

    text: str
    stop: str = "end_turn"
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    seconds: float = 0.0
    sent: int = 0


_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """`text` as it can be sent: bytes that are no text (kept as surrogates) become U+FFFD."""
    return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)


class AskAgain(Exception):
    """A runner learned that a server lacks something: sent again without it, it may work.

    Not an error for people: the batch asks again at once and counts the call.
    """


class Journal(Protocol):
    """Where a send is written down before it happens (the store's list of what was sent)."""

    def sending(self, endpoint: str, model: str, what: str, size: int) -> None:
        """Called before each request, from any thread; when it raises, nothing is sent."""


class Runner(Protocol):
    """Asks one model, on the event loop of a batch."""

    @property
    def info(self) -> RunnerInfo: ...

    async def ask(self, request: Request, journal: Journal) -> Answer:
        """Send one request once. Raises AgentError; being cancelled closes the connection."""
        ...

    async def close(self) -> None:
        """Give connections and processes back."""
        ...
