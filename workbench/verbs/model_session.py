"""The one path of every question to a model: price, secrets, say-so, send, keep, account.

    session = ModelSession(asker, store)
    plan = session.plan(inquiry)                nothing is sent; says what it would cost
    result = yield from session.ask(plan, say_so=True)      sends what is missing

What comes of an inquiry may be the next one: then that is asked as well, within the same yes.

Every send is written down before it happens. Every answer is kept as it arrives: asking the same
again sends nothing, and a run that was broken off goes on with what is missing. The limits of
money and calls hold for all that one session asks.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from workbench.errors import (
    AgentError,
    AnswersWait,
    BudgetReached,
    CtxbenchError,
    Interrupted,
    StoreError,
    UsageError,
)
from workbench.measure.amounts import Estimate, usd_words
from workbench.measure.price import Meter, estimate
from workbench.measure.prices import PriceTable, tariff
from workbench.measure.request import Question, Request, Usage
from workbench.measure.tokens import find_model, get_tokenizer
from workbench.models.events import Answered, Event, Failed, Limits
from workbench.models.fence import escaped
from workbench.models.runner import RunnerInfo
from workbench.prompt.plural import plural
from workbench.prompt.prompt import Prompt
from workbench.prompt.visible import visible
from workbench.store.store import Store
from workbench.verbs.asker import Asker, Chosen
from workbench.verbs.kept_answers import Keeper, Kept, Place
from workbench.verbs.secret_check import Secret, SecretsFound, find_secrets

T = TypeVar("T")
R = TypeVar("R")
#: Questions that get no usable answer before a run that has none at all is given up.
_HOPELESS = 3
#: Seconds that a send or an answer waits for another process that writes to the store: the stop
#: key is not heard meanwhile.
_STORE_WAIT_S = 0.8


class LimitUnkept(UsageError):
    """A limit of money was set, and nobody knows the price."""


def _never(values: Mapping[str, Any]) -> str:
    return ""


@dataclass(frozen=True)
class Inquiry(Generic[T, R]):
    """What a verb wants to know of a model about one text, and what it makes of the answers.

    `kind`: of question, such as `score`; `what`: words for the list of runs, such as
    `score CLAUDE.md`; `method`: changes when the same answer would mean something else; `texts`:
    the named texts that would leave, for the search for keys; `result`: from what was answered to
    the verb's own result, or to the inquiry that follows; `later`: requests as large as those that
    may follow, for the price; `about`: what the JSON of a dry run says besides; `enough(values)`:
    words that end the run early, or nothing; `things`: how many things it is about, such as
    instructions, for people. Two questions never share the id of a request.
    """

    kind: str
    what: str
    method: str
    questions: Sequence[Question[T]]
    texts: Sequence[tuple[str, Prompt]]
    result: Callable[[Outcome[T]], R | Inquiry[Any, R]]
    about: Mapping[str, Any] = field(default_factory=dict)
    enough: Callable[[Mapping[str, T]], str] = _never
    things: int = 0
    later: Mapping[str, Sequence[Request]] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan(Generic[T, R]):
    """What an inquiry would send. `known`: answers that are stored already, by request id;
    `missing`: what must be sent; `estimate`: of the missing ones; `secrets`: key-like strings in
    the texts; `asker`: with what the session has left of its limits.
    """

    inquiry: Inquiry[T, R]
    chosen: Chosen
    asker: Asker
    meter: Meter
    estimate: Estimate
    missing: tuple[Request, ...]
    known: Mapping[str, tuple[T, Kept]] = field(default_factory=dict)
    secrets: tuple[Secret, ...] = ()

    @property
    def info(self) -> RunnerInfo:
        return self.chosen.info

    @property
    def who(self) -> str:
        """The model's name, or what stands for it."""
        return self.info.model or self.info.endpoint

    @property
    def priced(self) -> bool:
        """Whether it is known what this run can cost at most: only then a limit can be kept."""
        return self.estimate.payment == "price" and self.estimate.worst.usd is not None

    @property
    def max_cost(self) -> float | None:
        """The limit of money that is kept; None where there is none, or none can be kept."""
        return self.asker.max_cost if self.priced else None

    def dry(self) -> dict[str, Any]:
        """The plan as JSON of a dry run: who, how many, the price, what forbids it."""
        gone = self.chosen.unavailable
        return {
            "judge_model": self.info.model,
            "endpoint": self.info.endpoint,
            "estimate": self.estimate.to_dict(),
            "would_send": len(self.missing),
            "stored_answers": len(self.known),
            "secrets": [one.to_dict() for one in self.secrets],
            "unavailable": gone.message if gone else None,
        }

    def dry_run(self) -> dict[str, Any]:
        """The whole JSON of a dry run, for verbs whose result has no form of its own for it."""
        return {**self.inquiry.about, "dry_run": True, **self.dry(), "requests": 0, "cost": None}

    def question(self) -> str:
        """What a person is asked before anything is sent."""
        amount = self.estimate.expected
        calls = len(self.missing) + sum(map(len, self.inquiry.later.values()))
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


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What came of an inquiry. `values` and `answers` by request id, stored ones included;
    `failures`: why a request has no answer; `calls`, `usage` and `cost` are of this run alone.
    `stopped`: why not everything was asked, None when it was. `trouble`: what could not be kept.
    """

    plan: Plan[T, Any]
    values: Mapping[str, T]
    answers: Mapping[str, Kept] = field(default_factory=dict)
    failures: Mapping[str, CtxbenchError] = field(default_factory=dict)
    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = None
    stopped: CtxbenchError | None = None
    trouble: str = ""

    @property
    def state(self) -> str:
        """done, partial, stopped or failed."""
        if len(self.values) == len(self.plan.inquiry.questions):
            return "done"
        if isinstance(self.stopped, (Interrupted, BudgetReached)):
            return "stopped"
        return "partial" if self.values else "failed"

    @property
    def error(self) -> CtxbenchError | None:
        """What the user has to be told when something is missing: one error for all."""
        if self.state == "done":
            return None
        if self.stopped is not None:
            return self.stopped
        # Of several that wait for an answer the last one knows how many.
        failures = list(self.failures.values())
        waits = [error for error in failures if isinstance(error, AnswersWait)]
        return waits[-1] if waits else failures[0] if failures else None

    def to_dict(self) -> dict[str, Any]:
        """Who was asked, at which price, and every answer."""
        plan = self.plan
        return {
            "judge_model": plan.info.model,
            "endpoint": plan.info.endpoint,
            "estimate": plan.estimate.to_dict() if plan.missing else None,
            "cost": {
                "usd": None if self.cost is None else round(self.cost, 6),
                "words": usd_words(self.cost, plan.estimate.payment),
                "usage": self.usage.to_dict(),
                "state": self.state,
                "stored_answers": sum(kept.cached for kept in self.answers.values()),
            },
            "requests": self.calls,
            "answers": [
                {"request": name, **one.about, "stored": kept.cached, **kept.to_dict()}
                for one in plan.inquiry.questions
                if (kept := self.answers.get(name := one.request.id)) is not None
            ],
        }


class ModelSession:
    """Asks one model, within limits that hold for all that is asked through it. `spent`: US
    dollars, `calls`: requests that were sent."""

    def __init__(self, asker: Asker, store: Store, *, side_by_side: int = 6) -> None:
        self.asker, self.store = asker, store
        self.spent, self.calls = 0.0, 0
        self._side_by_side = side_by_side

    def plan(self, inquiry: Inquiry[Any, R]) -> Plan[Any, R]:
        """Look at everything and send nothing. Where all answers to an inquiry are stored and it
        leads to another, the plan is that of the other."""
        while True:
            plan = self._plan(inquiry)
            following = None if plan.missing else inquiry.result(_stored(plan))
            if not isinstance(following, Inquiry):
                return plan
            inquiry = following

    def _plan(self, inquiry: Inquiry[T, R]) -> Plan[T, R]:
        questions = {one.request.id: one for one in inquiry.questions}
        if len(questions) != len(inquiry.questions):
            raise ValueError("two questions of one inquiry share an id")
        asker = self._left()
        chosen = asker.choose(self.store)
        place = Place(self.store, chosen.info, inquiry.method)
        known = {
            name: found for name, one in questions.items() if (found := place.find(one)) is not None
        }
        meter = _meter(chosen.info, asker.prices, self.store, inquiry.kind)
        ahead: dict[str, list[Request]] = {}
        for name, one in questions.items():
            if name not in known:
                ahead.setdefault(one.step, []).append(one.request)
        missing = tuple(request for group in ahead.values() for request in group)
        secrets = (
            find_secrets(inquiry.texts, sent=_as_sent(missing), muted=asker.muted)
            if missing
            else ()
        )
        made = estimate({**ahead, **inquiry.later} if missing else {}, meter)
        return Plan(inquiry, chosen, asker, meter, made, missing, known, secrets)

    def ask(
        self,
        plan: Plan[Any, R],
        *,
        say_so: bool,
        cancel: Callable[[], bool] = lambda: False,
    ) -> Generator[Event, None, R]:
        """Send what is missing, and return what the inquiry makes of all answers. Errors of single
        requests are in the outcome that it gets.

        `say_so`: the user saw the estimate and agreed; without it UsageError is raised and nothing
        is sent. After `cancel()` turned true the run is over within a second; what was answered is
        kept. Closing the generator does the same.
        """
        while True:
            outcome = yield from self._outcome(plan, say_so, cancel)
            result = plan.inquiry.result(outcome)
            if not isinstance(result, Inquiry):
                return result
            plan = self.plan(result)

    def _outcome(
        self, plan: Plan[T, R], say_so: bool, cancel: Callable[[], bool]
    ) -> Generator[Event, None, Outcome[T]]:
        if not plan.missing:
            return _stored(plan)
        plan.check()
        if not say_so:
            raise UsageError(
                f"Nothing was sent: nobody agreed to it. {plan.question()}",
                hint="Agree with --yes, or with a limit: --max-cost USD.",
            )
        by_id = {one.request.id: one for one in plan.inquiry.questions}
        keeper = Keeper(by_id, Place(self.store, plan.info, plan.inquiry.method))
        with self._account(plan, keeper) as account:
            account.outcome = yield from self._send(plan, keeper, account, cancel)
        return account.outcome

    def _send(
        self, plan: Plan[T, R], keeper: Keeper[T], account: _Account[T], cancel: Callable[[], bool]
    ) -> Generator[Event, None, Outcome[T]]:
        from workbench.models.batch import BatchRequest, run_batch

        inquiry = plan.inquiry
        values = {name: value for name, (value, _) in plan.known.items()}
        answers = {name: kept for name, (_, kept) in plan.known.items()}
        halt, failed = "", 0
        batch = run_batch(
            plan.chosen.runner_or_raise(),
            BatchRequest(
                requests=plan.missing,
                read=keeper.read,
                side_by_side=self._side_by_side,
                limits=Limits(plan.asker.max_calls, plan.max_cost),
                price=plan.meter,
                stored=keeper.stored,
            ),
            journal=StoreJournal(self.store, inquiry.what),
            cancel=lambda: bool(halt) or cancel(),
        )
        try:
            while True:
                try:
                    event = next(batch)
                except StopIteration as done:
                    result = done.value
                    break
                if isinstance(event, Answered):
                    account.usage += event.usage
                    values[event.id] = event.value
                    halt = halt or inquiry.enough(values)
                elif isinstance(event, Failed):
                    failed += not isinstance(event.error, AnswersWait)
                    if failed == _HOPELESS and not keeper.kept:
                        words = f"{event.error.message} That is {failed} failures and no answer."
                        halt = halt or words
                account.spent = event.spent
                yield event
        finally:
            batch.close()
            keeper.keep_late()
        values.update(result.answers)
        stopped = result.stopped
        if halt and isinstance(stopped, Interrupted):
            stopped = AgentError(halt, hint="The rest was not asked; what was answered is kept.")
        return Outcome(
            plan,
            values,
            answers | keeper.kept | keeper.found,
            result.failures,
            result.calls,
            result.usage,
            _cost(plan, result.cost),
            stopped,
            keeper.trouble,
        )

    @contextmanager
    def _account(self, plan: Plan[T, R], keeper: Keeper[T]) -> Iterator[_Account[T]]:
        """The run in the store's list, from its start to its end, however it ends."""
        store, inquiry, account = self.store, plan.inquiry, _Account[T]()
        patience = store.db.wait_s
        store.db.wait_s = min(patience, _STORE_WAIT_S)
        run = store.runs.start(
            inquiry.kind, inquiry.what, plan.info.endpoint, plan.info.model, plan.estimate.to_dict()
        )
        try:
            yield account
        finally:
            plan.chosen.remember(store)
            done = account.outcome
            calls = done.calls if done else len(keeper.kept)
            cost = done.cost if done else _cost(plan, account.spent)
            self.calls += calls
            self.spent += cost or 0.0
            with suppress(StoreError):
                store.runs.end(
                    run,
                    done.state if done else "stopped",
                    calls=calls,
                    answers=len(keeper.kept),
                    usage=done.usage if done else account.usage,
                    cost=cost,
                )
            store.db.wait_s = patience

    def _left(self) -> Asker:
        """Who is asked, with what is left of the limits."""
        asker = self.asker
        cost = None if asker.max_cost is None else max(0.0, asker.max_cost - self.spent)
        calls = None if asker.max_calls is None else max(0, asker.max_calls - self.calls)
        return replace(asker, max_cost=cost, max_calls=calls)


@dataclass
class _Account(Generic[T]):
    """What a run has used so far; `outcome`: once it has ended by itself."""

    usage: Usage = field(default_factory=Usage)
    spent: float | None = None
    outcome: Outcome[T] | None = None


@dataclass(frozen=True)
class StoreJournal:
    """Writes each send down before it happens; what cannot be written down is not sent."""

    store: Store
    what: str

    def sending(self, endpoint: str, model: str, what: str, size: int) -> None:
        words = visible(f"{what} · {self.what}" if self.what else what)
        self.store.cache.record_send(visible(endpoint), visible(model), words, size)


def named(texts: Iterable[tuple[str, str]]) -> list[tuple[str, Prompt]]:
    """Texts that are no prompts, such as a task, for the search for keys."""
    return [(name, Prompt.from_bytes(text.encode("utf-8", "replace"))) for name, text in texts]


def _as_sent(requests: Iterable[Request]) -> dict[str, str]:
    """All texts that would leave, by a name for people; a text that several requests share once."""
    shown: dict[str, str] = {}
    for request in requests:
        for what, text in zip(("system text", "context", "question"), request.texts, strict=True):
            if text:
                shown.setdefault(text, f"{what} of {request.id}")
    return {name: text for text, name in shown.items()}


def _why_unpriced(info: RunnerInfo) -> str:
    if info.payment == "subscription":
        return "What a command costs is not known here"
    if info.payment == "folder":
        return "What answers in a folder cost is not known here"
    if info.payment == "local":
        return (
            f"What {visible(info.model)} costs at {visible(info.endpoint)} is not known (a server"
            " nearby may hand questions on to one that is paid)"
        )
    return f"The price of {visible(info.model)} is unknown"


def _meter(info: RunnerInfo, prices: PriceTable | None, store: Store, kind: str) -> Meter:
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
    schema = {"anthropic": "format", "command": "words", "folder": "words"}.get(info.name, "both")
    caches: bool | None = info.name == "anthropic"
    if handed_on and found.caches:
        caches = None  # our marks may get through to the provider
    written = escaped if info.name in ("command", "folder") else str
    return Meter(found, payment, tokenizer, caches, learned, schema, written)


def _stored(plan: Plan[T, Any]) -> Outcome[T]:
    """The outcome of a plan that has nothing to send."""
    values = {name: value for name, (value, _) in plan.known.items()}
    answers = {name: kept for name, (_, kept) in plan.known.items()}
    cost = 0.0 if plan.estimate.payment == "price" else None
    return Outcome(plan, values, answers, cost=cost)


def _cost(plan: Plan[Any, Any], spent: float | None) -> float | None:
    return spent if plan.meter.payment == "price" else None


def account_of(outcomes: Sequence[Outcome[Any]]) -> dict[str, Any]:
    """What several inquiries of one run asked and cost together, as JSON like `Outcome.to_dict`;
    the estimate is that of the first one that asked something."""
    rows = [outcome.to_dict() for outcome in outcomes]
    money = [outcome.cost for outcome in outcomes]
    usage = sum((outcome.usage for outcome in outcomes), Usage())
    whole = None if None in money else sum(one or 0.0 for one in money)
    last, payment = outcomes[-1], outcomes[0].plan.estimate.payment
    return {
        **rows[0],
        "estimate": next((row["estimate"] for row in rows if row["estimate"]), None),
        "cost": {
            "usd": None if whole is None else round(whole, 6),
            "words": usd_words(whole, payment),
            "usage": usage.to_dict(),
            "state": last.state,
            "stored_answers": sum(row["cost"]["stored_answers"] for row in rows),
        },
        "requests": sum(outcome.calls for outcome in outcomes),
        "answers": [answer for row in rows for answer in row["answers"]],
    }
