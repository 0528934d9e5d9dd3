"""What would be asked of a model, before anything is: price, stored answers, key-like strings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from workbench.errors import AnswerBroken, StoreError, UsageError
from workbench.measure.amounts import Estimate
from workbench.measure.answer_json import read_answer
from workbench.measure.price import Meter, estimate
from workbench.measure.prices import PriceTable, tariff
from workbench.measure.request import Request, Usage
from workbench.measure.tokens import find_model, get_tokenizer
from workbench.models.fence import escaped
from workbench.models.runner import RunnerInfo
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import visible
from workbench.store.memory import text_key
from workbench.store.store import Store
from workbench.verbs.asker import Asker, Chosen
from workbench.verbs.secret_check import Secret, SecretsFound, find_secrets

T = TypeVar("T")


class LimitUnkept(UsageError):
    """A limit of money was set, and nobody knows the price."""


class Asked(Protocol):
    """What belongs to one request: the part or the statements that it is about."""

    @property
    def request(self) -> Request: ...


Q = TypeVar("Q", bound=Asked)


@dataclass(frozen=True, slots=True)
class Kept:
    """One answer as it is stored: `text` is the evidence, exactly what the model said."""

    text: str
    model: str
    usage: Usage
    cached: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {"text": self.text, "model": self.model, "usage": self.usage.to_dict()}


@dataclass(frozen=True)
class Plan(Generic[T]):
    """What would be asked. `known`: answers that are stored already, by request id; `missing`:
    what must be sent; `estimate`: of the missing ones; `secrets`: key-like strings in the texts.
    """

    kind: str
    what: str
    chosen: Chosen
    asker: Asker
    steps: Mapping[str, Sequence[Request]]
    read: Callable[[Request, Any], T]
    method: str
    meter: Meter
    estimate: Estimate
    missing: tuple[Request, ...]
    known: Mapping[str, tuple[T, Kept]] = field(default_factory=dict)
    secrets: tuple[Secret, ...] = ()

    @property
    def info(self) -> RunnerInfo:
        return self.chosen.info

    @property
    def priced(self) -> bool:
        """Whether it is known what this run can cost at most: only then a limit can be kept."""
        return self.estimate.payment == "price" and self.estimate.worst.usd is not None

    @property
    def max_cost(self) -> float | None:
        """The limit of money that is kept; None where there is none, or none can be kept."""
        return self.asker.max_cost if self.priced else None

    @property
    def requests(self) -> tuple[Request, ...]:
        return tuple(request for group in self.steps.values() for request in group)

    def dry(self) -> dict[str, Any]:
        """What a dry run says of the plan, as JSON: who, how many, the price, what forbids it."""
        missing_runner = self.chosen.unavailable
        return {
            "judge_model": self.info.model,
            "endpoint": self.info.endpoint,
            "estimate": self.estimate.to_dict(),
            "would_send": len(self.missing),
            "stored_answers": len(self.known),
            "secrets": [one.to_dict() for one in self.secrets],
            "unavailable": missing_runner.message if missing_runner else None,
        }

    def question(self) -> str:
        """What a person is asked before anything is sent."""
        calls, amount = len(self.missing), self.estimate.expected
        model = f" ({self.info.model})" if self.info.model else ""
        return (
            f"Send {plural(calls, 'call')}, about"
            f" {amount.read + amount.output:,} tokens, {self.estimate.money()},"
            f" to {visible(self.info.endpoint)}{visible(model)}?"
        )

    def check(self) -> None:
        """Raises what forbids this run before anything is sent: nobody to ask, a key-like string,
        a text too long for the model, a limit of money that cannot be kept."""
        if not self.missing:
            return
        self.chosen.runner_or_raise()
        if self.secrets and not self.asker.allow_secrets:
            raise SecretsFound(self.secrets)
        window = find_model(self.info.model).window if self.info.model else None
        largest = max(sum(self.meter.tokens(one)) + one.max_tokens for one in self.missing)
        if window is not None and largest > window:
            raise UsageError(
                f"A question about this text takes {largest:,} tokens with its answer, and the"
                f" window of {visible(self.info.model)} is {window:,}; nothing was sent.",
                hint="Take a model with a larger window, or split the file.",
            )
        if self.asker.max_cost is not None and not (self.priced or self.asker.price_unknown_ok):
            raise LimitUnkept(
                f"{_why_unpriced(self.info)}, so a limit of money cannot be kept; nothing was"
                " sent.",
                hint="Ask without it by --price-unknown-ok, limit the calls instead"
                " (--max-calls N), or put the price of the model into a file that the setting"
                " `prices` names.",
            )


def reader(questions: Iterable[Q], read: Callable[[Q, Any], T]) -> Callable[[Request, Any], T]:
    """What reads an answer, given the request, for a reader that wants the question it was of."""
    by_id = {question.request.id: question for question in questions}
    return lambda request, found: read(by_id[request.id], found)


def plan_questions(
    asker: Asker,
    steps: Mapping[str, Sequence[Request]],
    read: Callable[[Request, Any], T],
    *,
    kind: str,
    what: str,
    method: str,
    texts: Sequence[tuple[str, Prompt]],
    store: Store,
) -> Plan[T]:
    """Look at everything and send nothing.

    `steps`: requests by the name of their step; `read`: from the JSON of an answer (checked against
    the request's schema) to a value, raising AnswerBroken; `kind`: of question, such as `score`;
    `what`: words for the list of runs; `method`: changes when the same answer would mean something
    else; `texts`: the named texts that would leave, for the search for keys.
    """
    requests = [request for group in steps.values() for request in group]
    if len({request.id for request in requests}) != len(requests):
        raise ValueError("two requests of one run share an id")
    chosen = asker.choose(store)
    known = {}
    for request in requests:
        found = stored(store, chosen.info, method, request, read)
        if found is not None:
            known[request.id] = found
    missing = tuple(request for request in requests if request.id not in known)
    meter = meter_for(chosen.info, asker.prices, store, kind)
    ahead = {
        name: [request for request in group if request.id not in known]
        for name, group in steps.items()
    }
    return Plan(
        kind,
        what,
        chosen,
        asker,
        steps,
        read,
        method,
        meter,
        estimate(ahead, meter),
        missing,
        known,
        find_secrets(texts, sent=_as_sent(missing), muted=asker.muted) if missing else (),
    )


def _as_sent(requests: Iterable[Request]) -> dict[str, str]:
    """All texts that would leave, by a name for people; a text that several requests share once."""
    named: dict[str, str] = {}
    for request in requests:
        for what, text in zip(("system text", "context", "question"), request.texts, strict=True):
            if text:
                named.setdefault(text, f"{what} of {request.id}")
    return {name: text for text, name in named.items()}


def _why_unpriced(info: RunnerInfo) -> str:
    if info.payment == "subscription":
        return "What a command costs is not known here"
    if info.payment == "local":
        return (
            f"What {visible(info.model)} costs at {visible(info.endpoint)} is not known (a server"
            " nearby may hand questions on to one that is paid)"
        )
    return f"The price of {visible(info.model)} is unknown"


def meter_for(info: RunnerInfo, prices: PriceTable | None, store: Store, kind: str) -> Meter:
    """What counts and prices requests to this runner.

    Our prices hold for Anthropic's own address; for another public server only the user's own do.
    A server nearby that serves a model of a known price usually hands questions on to its provider,
    who is paid: it is priced as that model, unless the user's own table says otherwise.
    """
    found = tariff(info.model, prices)
    payment = info.payment
    handed_on = payment == "local" and found.known
    if handed_on:
        payment = "price"
    elif payment == "price":
        foreign = info.name != "anthropic" and found.source == tariff(info.model).source
        payment = "price unknown" if foreign or not found.known else "price"
    try:
        learned = store.runs.learned(info.endpoint, info.model, kind)
    except StoreError:
        learned = None
    tokenizer = get_tokenizer("auto", info.model or None)
    schema = {"anthropic": "format", "command": "words"}.get(info.name, "both")
    caches: bool | None = info.name == "anthropic"
    if handed_on and found.caches:
        caches = None  # our marks may get through to the provider
    written = escaped if info.name == "command" else str
    return Meter(found, payment, tokenizer, caches, learned, schema, written)


def stored(
    store: Store,
    info: RunnerInfo,
    method: str,
    request: Request,
    read: Callable[[Request, Any], T],
) -> tuple[T, Kept] | None:
    """A stored answer that still reads well; one that does not is asked for again."""
    try:
        found = store.cache.score(key_of(request), "", who(info), method)
    except StoreError:
        return None
    if not isinstance(found, dict) or not isinstance(found.get("text"), str):
        return None
    try:
        value = read(request, read_answer(found["text"], request.schema))
    except AnswerBroken:
        return None
    counts = found.get("usage")
    usage = Usage()
    if isinstance(counts, dict):
        with suppress(TypeError):  # written by another version
            usage = Usage(**counts)
    return value, Kept(found["text"], str(found.get("model") or ""), usage, cached=True)


def key_of(request: Request) -> str:
    """The hash of all that was asked; a repeated question has an answer of its own."""
    schema = json.dumps(request.schema, sort_keys=True)
    return text_key(*request.texts, schema, str(request.repeat))


def who(info: RunnerInfo) -> str:
    """Whose answers are alike: a model of Anthropic, what stands behind another address, or one
    version of a command."""
    if info.name == "anthropic":
        return info.model
    name = f"{info.model} at {info.endpoint}" if info.model else info.endpoint
    return visible(f"{name} · {info.version}" if info.version else name)
