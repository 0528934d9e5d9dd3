"""Verbs that find things offline and let a model judge as well: one FILE after the other."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from workbench.cli.asking import Asking, report_error, show_estimate, stop_key, watch
from workbench.cli.options import Batch
from workbench.cli.output import put, put_json
from workbench.errors import CtxbenchError

if TYPE_CHECKING:
    from workbench.models.events import Event
    from workbench.store.store import Store
    from workbench.verbs.asking import Asker, Plan


class Judged(Protocol):
    """A result that says what was asked, and why not all was answered."""

    @property
    def path(self) -> str: ...
    @property
    def asked(self) -> Mapping[str, Any]: ...
    @property
    def error(self) -> CtxbenchError | None: ...


class Planned(Protocol):
    """What would be asked; nothing is sent yet."""

    @property
    def plan(self) -> Plan[Any]: ...

    def dry(self) -> dict[str, Any]: ...


J = TypeVar("J", bound=Judged)
P = TypeVar("P", bound=Planned)


def judged(
    path: str,
    plan: Callable[[Store, Asker], P],
    ask: Callable[..., Generator[Event, None, J]],
    asking: Asking,
    batch: Batch,
    *,
    dry_run: bool,
    as_json: bool,
) -> J | None:
    """What a model says of one FILE; None when nothing was sent, which is said."""
    from workbench.prompt.visible import visible
    from workbench.store.store import Store

    try:
        with Store() as store:
            planned = plan(store, asking.asker())
            if dry_run and as_json:
                put_json(planned.dry())
            elif dry_run:
                put(visible(f"Would send: {planned.plan.question().removesuffix('?')}."))
                show_estimate(planned.plan.estimate)
            if dry_run:
                return None
            agreed = asking.agreed(planned.plan)
            with stop_key() as stopped:
                made = watch(ask(planned, store, say_so=agreed, cancel=stopped), path)
    except CtxbenchError as error:
        _report(error, batch)
        return None
    asking.count(made.asked["cost"]["usd"], made.asked["requests"])
    if made.error is not None:
        _report(made.error, batch)
    return made


def _report(error: CtxbenchError, batch: Batch) -> None:
    report_error(error)
    batch.exit_code = max(batch.exit_code, error.exit_code)
