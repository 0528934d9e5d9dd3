"""The work of `ask_child.py`: from a wish to a plan with its price, and from a yes to results.

What all kinds of wishes share; `ask_scoring.py` and `ask_kinds.py` have a class for each.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from workbench.config import Settings, load
from workbench.errors import AgentUnavailable, CtxbenchError
from workbench.measure.amounts import Amount, Estimate, total_of, usd, usd_words
from workbench.models.events import Answered, Event, Failed, Stopped, Waiting
from workbench.prompt.visible import one_line, visible
from workbench.store.store import Store
from workbench.tui.ask_wants import Want
from workbench.verbs.asker import Asker, asker_for
from workbench.verbs.inputs import Input
from workbench.verbs.measured import Counting, Measured, measure
from workbench.verbs.model_session import LimitUnkept, ModelSession, Plan
from workbench.verbs.secret_check import SecretsFound

T = TypeVar("T")
Row = dict[str, Any]
MOST_SECRETS = 40


class Work:
    """What all kinds share: settings, the store, who is asked."""

    number = 0

    def __init__(self, want: Want, data: bytes) -> None:
        self.want, self.data = want, data
        self.settings: Settings = load(
            {
                "runner": want.runner,
                "base_url": want.base_url,
                "judge_model": want.judge_model,
                "max_cost": want.max_cost,
            }
        )
        self.store = Store()
        self.asker: Asker = asker_for(
            self.settings,
            judge=want.judge,
            max_calls=want.max_calls,
            allow_secrets=want.allow_secrets,
            # The dialog says that there is no price before its yes. A limit that was typed into
            # it has to be kept; one of the settings is named there and may be passed over.
            price_unknown_ok=want.max_cost is None,
        )
        self.session = ModelSession(self.asker, self.store)
        self.input = Input(want.path, data, "file", Path(want.path))

    def measured(self) -> Measured:
        from workbench.verbs.manual_cuts import cut_by_hand

        want = self.want
        counting = Counting(want.counter, want.model)
        m = measure(self.input, granularity=str(want.granularity), counting=counting)
        return cut_by_hand(m, want.granularity)

    def shown(self) -> Row:
        raise NotImplementedError

    def run(self, stopped: Callable[[], bool]) -> Iterator[Row]:
        raise NotImplementedError

    def _limits(self, plan: Plan[Any, Any]) -> str:
        """A limit that the settings know and the wish does not."""
        most = self.asker.max_cost
        if most is None or self.want.max_cost is not None:
            return ""
        if not plan.priced:
            words = f"The limit of {usd(most)} USD of the settings cannot be kept"
            return f"{words}: no price is known."
        return f"Never more than {usd(most)} USD, as the settings say."


def shown_of(plans: list[Plan[Any, Any]], what: str, note: str) -> Row:
    """Plans that one yes is for, as one `Shown`."""
    first = plans[0]
    missing = [plan for plan in plans if plan.missing]
    secrets = {(one.place, one.words): None for plan in missing for one in plan.secrets}
    gone = first.chosen.unavailable
    blocked: CtxbenchError | None = None
    for plan in missing:
        try:
            plan.check()
        except (AgentUnavailable, SecretsFound):
            pass  # shown by themselves
        except CtxbenchError as error:
            blocked = blocked or error
    estimates = [plan.estimate for plan in missing]
    return {
        "endpoint": visible(first.info.endpoint),
        "model": visible(first.info.model),
        "what": visible(what),
        "calls": sum(len(plan.missing) for plan in plans),
        "known": sum(len(plan.known) for plan in plans),
        "cases": _cases(estimates, first.estimate.payment),
        "secrets": [(place, visible(words)) for place, words in secrets][:MOST_SECRETS],
        "unavailable": one_line(gone.message, 400) if gone is not None and missing else "",
        "blocked": one_line(blocked.message, 400) if blocked is not None else "",
        "hint": one_line((gone.hint if gone else _hint(blocked) if blocked else ""), 300),
        "note": visible(" ".join(filter(None, (note, first.asker.warning())))),
        "money": _money(estimates, first.estimate.payment),
    }


def _hint(blocked: CtxbenchError) -> str:
    """What to do next, in the dialog: it has no options to name."""
    if isinstance(blocked, LimitUnkept):
        return "Take the limit of money out, or limit the calls instead."
    return blocked.hint


def _cases(estimates: list[Estimate], payment: str) -> list[tuple[str, str, str, str]]:
    rows = []
    for name in ("low", "expected", "worst"):
        amount: Amount = total_of(getattr(estimate, name) for estimate in estimates)
        tokens = f"{amount.read + amount.output:,}"
        rows.append((name, f"{amount.calls:,}", tokens, usd_words(amount.usd, payment)))
    return rows if estimates else []


def _money(estimates: list[Estimate], payment: str) -> str:
    """`0.012 to 0.04 USD`, or why there is no figure."""
    low = total_of(estimate.low for estimate in estimates).usd
    high = total_of(estimate.worst for estimate in estimates).usd
    if payment != "price" or low is None or high is None:
        return usd_words(None, payment)
    return f"{usd(low)} to {usd(high)} USD"


def followed(
    events: Generator[Event, None, T], words: str, look: Callable[[Event], Iterator[Row]] | None
) -> Generator[Row, None, T]:
    """The events of a batch as rows for people; returns its result."""
    while True:
        try:
            event = next(events)
        except StopIteration as done:
            result: T = done.value
            return result
        if isinstance(event, (Answered, Failed, Stopped, Waiting)):
            row: Row = {"done": event.done, "total": event.total, "spent": event.spent}
            row["step"] = words
            if isinstance(event, Waiting):
                row["waiting"] = {
                    "id": event.id,
                    "seconds": event.seconds,
                    "attempt": event.attempt,
                    "attempts": event.attempts,
                    "why": one_line(event.why, 160),
                }
            elif isinstance(event, Failed):
                row["failed"] = f"{event.id}: {one_line(event.error.message, 240)}"
            elif isinstance(event, Answered):
                row["answered"] = event.id
            yield {"progress": row}
        if look is not None:
            yield from look(event)


def ending(asked: Mapping[str, Any], error: CtxbenchError | None, **more: Any) -> Row:
    """The last row of a run: what it cost, and in one sentence why something is missing."""
    cost = asked["cost"]
    return {
        "end": {
            "state": cost["state"],
            "money": cost["words"],
            "calls": asked["requests"],
            "stored": cost["stored_answers"],
            "error": one_line(error.message, 400) if error is not None else "",
            "hint": one_line(error.hint, 300) if error is not None else "",
            **more,
        }
    }
