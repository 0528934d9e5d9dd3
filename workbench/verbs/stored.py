"""Asking the store on the side: a verb that only reads goes on without it.

What could not be asked or kept is noted, once a run however often it is met; the command line
prints the first of it at its end, as one warning.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from workbench.errors import StoreError, StoreLocked

if TYPE_CHECKING:
    from workbench.store.store import Store

T = TypeVar("T")

#: How long a verb that only asks on the side waits for another program that holds the store.
PATIENCE_S = 2.0
#: A store that was held all that time is not waited for again so soon.
_LOCKED_S = 30.0
_MOST_NOTED = 20

_WITHOUT = (
    "Going on without what it holds: the task, pins and refusals of this file are not known, nor"
    " the parts cut by hand."
)
_ONLY_READ = "What it holds was read; nothing new can be kept."

#: In words -> (what happened, what to do), what it means for the run.
_noted: dict[str, tuple[tuple[str, str], str]] = {}
_locked: dict[Path, float] = {}


def open_store() -> Store:
    """The version store of this user, for a verb that needs it: `with open_store() as store`.
    Nothing is looked for before the first use."""
    from workbench.store.store import Store

    return Store()


def why_not_kept(error: StoreError) -> str:
    """Why no version can be kept and what to do about it, for a question whether to go on."""
    from workbench.store.problems import advice

    return f"{error.message} {advice(error)}"


def from_store(read: Callable[[Store], T], otherwise: T, without: str = _WITHOUT) -> T:
    """What `read` finds in the store; `otherwise` where the store cannot be read, which is noted
    with the words `without`, on what that means."""
    return asked(read, otherwise, without)[0]


def asked(read: Callable[[Store], T], otherwise: T, without: str = _WITHOUT) -> tuple[T, str]:
    """The same, and in words why the store could not be read."""
    from workbench.store.store import Store

    path = None
    try:
        with Store(wait_s=PATIENCE_S) as store:
            path = store.path
            if _locked.get(path, 0.0) > time.monotonic():
                store.db.wait_s = 0.0
            found = read(store)
            closed = store.db.why_not_written()
    except StoreError as error:
        if isinstance(error, StoreLocked) and path is not None:
            _locked[path] = time.monotonic() + _LOCKED_S
        return otherwise, note(error, without)
    if closed is not None:
        note(closed, _ONLY_READ)
    return found, ""


def keep_aside(write: Callable[[Store], object], lost: str) -> str:
    """Let `write` keep something that a result does not need, such as what the next run compares
    with; where it cannot, that is noted with the words `lost`, which are returned too."""
    from workbench.store.store import Store

    try:
        with Store(wait_s=PATIENCE_S) as store:
            write(store)
    except StoreError as error:
        return note(error, lost)
    return ""


def keep_or_go_on(work: Callable[[Store | None], T], *, losing: bool, what: str) -> tuple[T, str]:
    """Run `work` with the store that keeps its versions.

    Where none can be kept: if text would be lost (`losing`), StoreError and nothing is written;
    else `work(None)`, which writes without, and the trouble in words (noted as well). `what` is
    written then.
    """
    from workbench.store.store import Store

    try:
        with Store() as store:
            return work(store), ""
    except StoreError as error:
        if losing or not error.not_kept:
            raise
        made = work(None)
        return made, note(error, f"{what} was written without a version of it.")


@contextlib.contextmanager
def keeping_first() -> Iterator[None]:
    """Marks a trouble with the store as met before any file was touched."""
    try:
        yield
    except StoreError as error:
        error.not_kept = True
        raise


def note(error: StoreError, means: str) -> str:
    """Note a trouble and what it means for this run; returns both in words."""
    from workbench.store.problems import advice

    words = _words((error.message, advice(error)), (means,))
    if len(_noted) < _MOST_NOTED:
        _noted[words] = (error.message, advice(error)), means
    return words


def is_noted(words: str) -> bool:
    """Whether these words are a trouble that was noted, so that it will be told."""
    return words in _noted


def noted() -> str:
    """What was noted since this was asked last: the first trouble, and all that it means."""
    found = list(_noted.values())
    _noted.clear()
    return _words(found[0][0], dict.fromkeys(means for _, means in found)) if found else ""


def _words(trouble: tuple[str, str], means: Iterable[str]) -> str:
    message, advised = trouble
    return " ".join(filter(None, (message, *means, advised)))
