"""Verbs that find things offline and let a model judge as well: one FILE after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from workbench.cli.asking import Asking, ask_one, report_error
from workbench.cli.options import Batch
from workbench.errors import CtxbenchError

if TYPE_CHECKING:
    from workbench.verbs.model_session import Inquiry


class Judged(Protocol):
    """A result that says why not all was answered."""

    @property
    def path(self) -> str: ...
    @property
    def error(self) -> CtxbenchError | None: ...


J = TypeVar("J", bound=Judged)


def judged(
    offline: J,
    inquiry: Callable[[], Inquiry[Any, J]],
    asking: Asking,
    batch: Batch,
    *,
    dry_run: bool,
    as_json: bool,
) -> J | None:
    """What a model says of one FILE beside what was found `offline`; None when nothing was sent,
    which is said."""
    from workbench.verbs.stored import open_store

    try:
        with open_store() as store:
            made = ask_one(asking, store, inquiry(), offline.path, dry_run=dry_run, as_json=as_json)
    except CtxbenchError as error:
        _report(error, batch)
        return None
    if made is not None and made.error is not None:
        _report(made.error, batch)
    return made


def _report(error: CtxbenchError, batch: Batch) -> None:
    report_error(error)
    batch.exit_code = max(batch.exit_code, error.exit_code)
