"""A question to a model, as a value: what is sent, before anybody has decided to send it.

The packages that know what to ask (judge, change) build requests, `measure.price` says what
they cost, and `models` sends them. All requests of one batch share `system` and `prefix` to the
byte, so that a provider can read them once and keep them cached; only `question` differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Request:
    """One question.

    `id`: names it within its batch (`score 3`), in progress, logs and the list of what was
    sent. `schema`: the JSON schema that the answer must follow. `max_tokens`: limit of the whole
    answer, thinking included. `answer_tokens`: (low, expected) tokens of the answer, for the
    estimate; the worst case is `max_tokens`. `repeat`: which of several identical questions this
    is, from 1; each of them has an answer of its own.
    """

    id: str
    system: str
    prefix: str
    question: str
    schema: Mapping[str, Any] = field(hash=False)
    max_tokens: int = 4096
    answer_tokens: tuple[int, int] = (60, 400)
    repeat: int = 1

    @property
    def texts(self) -> tuple[str, str, str]:
        """What leaves the machine, in the order in which it is sent."""
        return self.system, self.prefix, self.question


class Question(Protocol[T_co]):
    """One question with the reading of its answer. Whoever knows what to ask (judge, change) has a
    class for it; one path plans, prices, sends and keeps them all (`verbs.model_session`).
    """

    @property
    def request(self) -> Request: ...

    @property
    def step(self) -> str:
        """The step of a run that it belongs to, for the estimate: `scores`."""

    @property
    def about(self) -> Mapping[str, Any]:
        """What the JSON of a run says of its answer: the part, the run."""

    def read(self, answer: str) -> T_co:
        """What a model wrote, as a value. Pure. `answer_json.read_answer` finds the JSON that
        follows the schema of the request.

        Raises AnswerBroken with what is wrong with it.
        """


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider reported them; None where it said nothing.

    `input` are those neither read from a cache nor written to one: what was read in all is
    `input + cache_write + cache_read`.
    """

    input: int | None = None
    output: int | None = None
    cache_write: int | None = None
    cache_read: int | None = None

    @property
    def read(self) -> int | None:
        """All tokens that were read, cached ones included."""
        if self.input is None:
            return None
        return self.input + (self.cache_write or 0) + (self.cache_read or 0)

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            _sum(self.input, other.input),
            _sum(self.output, other.output),
            _sum(self.cache_write, other.cache_write),
            _sum(self.cache_read, other.cache_read),
        )

    def to_dict(self) -> dict[str, int | None]:
        return {
            "input": self.input,
            "output": self.output,
            "cache_write": self.cache_write,
            "cache_read": self.cache_read,
        }


def _sum(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else a + b
