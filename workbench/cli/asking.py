"""Options of every verb that asks a model, the say-so, and the talk while it runs."""

from __future__ import annotations

import atexit
import gc
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.cli.options import flags, settings
from workbench.cli.output import put, style, talk
from workbench.errors import CtxbenchError, Interrupted, UsageError
from workbench.prompt.plural import plural
from workbench.prompt.visible import one_line, visible

if TYPE_CHECKING:
    from workbench.measure.amounts import Estimate
    from workbench.models.events import Event
    from workbench.store.store import Store
    from workbench.verbs.asker import Asker
    from workbench.verbs.model_session import Inquiry, ModelSession, Plan

T = TypeVar("T")
Function = Callable[..., Any]

_OPTIONS = (
    click.option(
        "--judge",
        type=click.Choice(["offline", "anthropic", "command"]),
        help="Who judges: nobody outside, a server that speaks the Messages API, or a command."
        " [default: offline]",
    ),
    click.option(
        "--runner",
        metavar="CMD",
        help='Ask this command, such as "claude -p", or folder:PATH: questions are put there as'
        " files, answers beside them are read by the next run.",
    ),
    click.option("--base-url", metavar="URL", help="Ask this server, such as a local one."),
    click.option(
        "--judge-model", metavar="ID", help="The model that is asked. [default: claude-sonnet-5-5]"
    ),
    click.option("--max-cost", type=float, metavar="USD", help="Never spend more than this."),
    click.option("--max-calls", type=int, metavar="N", help="Never send more requests than this."),
    click.option("--yes", is_flag=True, help="Send without asking first."),
    click.option(
        "--allow-secrets", is_flag=True, help="Send even if the text holds key-like strings."
    ),
    click.option(
        "--price-unknown-ok",
        is_flag=True,
        help="Ask although the price is not known: then --max-cost cannot be kept.",
    ),
)


def asking_options(function: Function) -> Function:
    """--judge, --runner, --base-url, --judge-model, --max-cost, --max-calls, --yes,
    --allow-secrets, --price-unknown-ok; they arrive as one argument `asking`."""

    function = flags(Asking, "asking")(function)
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@dataclass
class Asking:
    """The options of one run; its limits hold for all FILEs together."""

    judge: str | None = None
    runner: str | None = None
    base_url: str | None = None
    judge_model: str | None = None
    max_cost: float | None = None
    max_calls: int | None = None
    yes: bool = False
    allow_secrets: bool = False
    price_unknown_ok: bool = False
    _session: ModelSession | None = field(default=None, init=False, repr=False)

    @property
    def chosen(self) -> str:
        """offline, anthropic or command: as named, or as another option implies."""
        if self.judge is not None:
            return self.judge
        if self.runner is not None:
            return "command"
        return "anthropic" if self.base_url is not None else "offline"

    def __post_init__(self) -> None:
        """Options that speak of different judges are wrong usage."""
        for option, value, judge in (
            ("--runner", self.runner, "command"),
            ("--base-url", self.base_url, "anthropic"),
        ):
            if value is not None and self.chosen != judge:
                raise UsageError(
                    f"{option} is for --judge {judge}, and the judge here is {self.chosen}.",
                    hint="Leave one of the two out; nothing was done.",
                )

    def session(self, store: Store) -> ModelSession:
        """Who is asked: one session for the run, with the limits that are left."""
        if self._session is None:
            from workbench.verbs.asker import asker_for
            from workbench.verbs.model_session import ModelSession

            chosen = settings(
                runner=self.runner,
                base_url=self.base_url,
                judge_model=self.judge_model,
                max_cost=self.max_cost,
            )
            asker = asker_for(
                chosen,
                judge=self.chosen,
                max_calls=self.max_calls,
                allow_secrets=self.allow_secrets,
                price_unknown_ok=self.price_unknown_ok,
            )
            self._warn(asker)
            self._session = ModelSession(asker, store)
        self._session.store = store
        return self._session

    def _warn(self, asker: Asker) -> None:
        """What is odd about the model that is named: said once in a run, however many FILEs."""
        words = asker.warning()
        if self.chosen == "command" and self.judge_model is not None:
            words = "A command has its own model; --judge-model is not used. Name it in --runner."
        if words:
            talk(f"warning: {words}")

    def ask(self, plan: Plan[Any, T], store: Store, what: str) -> T:
        """The say-so, then the answers with their progress as talk. Raises Interrupted for a no."""
        agreed = self.agreed(plan)
        with stop_key() as stopped:
            return watch(self.session(store).ask(plan, say_so=agreed, cancel=stopped), what)

    def agreed(self, plan: Plan[Any, Any]) -> bool:
        """Whether the user wants this sent: asked on a terminal, else said by an option.

        Raises Interrupted for a no. The price is shown in any case.
        """
        if not plan.missing:
            return True
        plan.check()
        if plan.info.name == "folder":  # nothing leaves this machine
            return True
        if self.yes:
            talk(plan.question().removesuffix("?") + ": agreed to by --yes.")
            return True
        if somebody_there():
            return confirmed(plan.question())
        # A limit in a file of settings is no say-so: it was not said for this run.
        return bool(self.max_cost)  # nor is a limit of nothing


def ask_one(
    asking: Asking,
    store: Store,
    inquiry: Inquiry[Any, T],
    what: str,
    *,
    dry_run: bool,
    as_json: bool,
) -> T | None:
    """What comes of one inquiry; None for a dry run, which is shown here."""
    from workbench.cli.output import put_json

    plan = asking.session(store).plan(inquiry)
    if not dry_run:
        return asking.ask(plan, store, what)
    if as_json:
        put_json(plan.dry_run())
    else:
        put(visible(f"Would send: {plan.question().removesuffix('?')}."))
        show_estimate(plan.estimate)
    return None


def somebody_there() -> bool:
    """Whether a question can be seen and answered: both ends are a terminal, and open."""
    for stream in (sys.stdin, sys.stderr):
        try:
            if stream is None or not stream.isatty():
                return False
        except ValueError:  # closed
            return False
    return True


def confirmed(question: str) -> bool:
    """A yes on the terminal; false without a terminal. Raises Interrupted for a no."""
    if not somebody_there():
        return False
    sys.stderr.write(f"{visible(question)} y/N ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if answer.strip().casefold() not in ("y", "yes"):
        raise Interrupted("Nothing was sent: you said no.")
    return True


def show_estimate(made: Estimate) -> None:
    """The price of a run on stdout: each step and the total, low, expected and worst."""
    from workbench.cli.table import table
    from workbench.cli.text import number

    rows = []
    total = "total" if len(made.steps) != 1 else f"{made.steps[0].name} = total"
    for step in (*(made.steps if len(made.steps) > 1 else ()), None):
        for word in ("low", "expected", "worst"):
            amount = getattr(made if step is None else step, word)
            rows.append(
                (
                    total if step is None else step.name,
                    word,
                    number(amount.calls),
                    number(amount.input),
                    number(amount.cache_write),
                    number(amount.cache_read),
                    number(amount.output),
                    made.in_words(amount),
                )
            )
    head = ("step", "case", "calls", "in", "cache write", "cache read", "out", "cost")
    for line in table(head, rows, "<<>>>>>>"):
        put(line)
    for line in made.formula:
        put(visible(line))


@contextmanager
def stop_key() -> Iterator[Callable[[], bool]]:
    """Ctrl+C asks the work to end, so that what was answered is shown; a second one ends it now."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return

    def note(number: int, frame: object) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def watch(events: Generator[Event, None, T], what: str) -> T:
    """Run a batch to its end; progress, waits and the cost so far go to stderr. A cause is said
    once."""
    from workbench.verbs.run_progress import told

    _leave_at_once()
    _TOLD.clear()
    terminal, shown = sys.stderr.isatty(), 0
    steps = told(events)
    try:
        while True:
            try:
                now = next(steps)
            except StopIteration as done:
                result: T = done.value
                return result
            line = f"{visible(what)}: {now.done} of {now.total} answered{now.spent}"
            if now.waits:
                _clear(terminal)
                talk(f"{now.id}: {now.waits}; Ctrl+C stops.")
            elif now.cause:
                _clear(terminal)
                _say_failure(now.id, now.cause)
            elif terminal:
                sys.stderr.write(f"\r{line}\x1b[K")
                sys.stderr.flush()
            elif now.answered and now.done * 10 // now.total > shown:
                shown = now.done * 10 // now.total
                talk(line)
    finally:
        _clear(terminal)


#: Causes that were said while a batch ran: its end need not say them again.
_TOLD: set[str] = set()


def _say_failure(name: str, cause: str) -> None:
    same = "the same." if cause in _TOLD else one_line(cause, 400)
    talk(f"{name}: {same}")
    _TOLD.add(cause)


def report_error(error: CtxbenchError) -> None:
    """Why a run has no result, or not all of it, with what to do next."""
    words = error.message
    if words in _TOLD:
        words = "not everything was answered, as said above."
    talk(f"error: {words}" + (f"\n{error.hint}" if error.hint else ""))


@cache
def _leave_at_once() -> None:
    """Taking apart what the SDK has imported costs a second and more at the exit, in which a
    person who pressed Ctrl+C waits; frozen objects are left to the system."""
    atexit.register(gc.freeze)


def _clear(terminal: bool) -> None:
    if terminal:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def say_cost(asked: Any) -> None:
    """The last line of a run: what it cost, beside what was expected."""
    cost, made = asked["cost"], asked["estimate"]
    where = visible(asked["endpoint"]) + (
        f" ({visible(asked['judge_model'])})" if asked["judge_model"] else ""
    )
    priced = bool(made) and made["payment"] == "price"
    expected = f" (expected {made['money']})" if priced else ""
    kept = cost["stored_answers"]
    stored = f"; {plural(kept, 'answer')} {'was' if kept == 1 else 'were'} stored" if kept else ""
    calls = plural(asked["requests"], "call")
    put(style(f"{calls} to {where}: {cost['words']}{expected}{stored}.", "dim"))
