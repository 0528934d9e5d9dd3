"""Writing a file: what is asked before, and what happens where no version of it can be kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from workbench.cli.options import flags
from workbench.cli.output import talk
from workbench.errors import GateRefused, StoreError

if TYPE_CHECKING:
    from workbench.store.store import Store
    from workbench.verbs.targets import Target

T = TypeVar("T")

no_version_option = click.option(
    "--no-version",
    is_flag=True,
    help="Write without keeping a version, where the store cannot: no undo then.",
)


@dataclass(frozen=True)
class Consent:
    """What a person agreed to beforehand: that a text in the way is replaced, that the new file may
    be one that a host loads, that no version is kept."""

    force: bool
    live: bool
    no_version: bool


_OPTIONS = (
    click.option("--force", is_flag=True, help="Replace OUT without asking (it is stored first)."),
    click.option("--live", is_flag=True, help="Write where a host loads the new file by itself."),
    no_version_option,
)


def writing_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """--force, --live, --no-version; they arrive as one argument `consent`."""
    function = flags(Consent, "consent")(function)
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def on_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def agreed(aim: Target, label: str, consent: Consent) -> Consent:
    """Whether a text in the way may be replaced, and whether the file may go live.

    The difference is shown (`label` names the new side), the hosts that load the file are named,
    and a person is asked on a terminal. Raises GateRefused where that person says no.
    """
    from workbench.prompt.visible import visible

    place, force, live = visible(str(aim.out)), consent.force, consent.live
    if aim.overwrites and not force:
        talk(aim.diff(label).text().rstrip("\n"))
        if aim.hosts:
            talk(aim.loaded())
        force = _yes(f"Replace {place}?")
    elif aim.overwrites and aim.hosts:
        talk(f"Note: {aim.loaded()}")
    elif aim.goes_live and not live and on_terminal():
        talk(aim.loaded())
        live = _yes(f"Write {place}?")
    return replace(consent, force=force, live=live)


def _yes(question: str) -> bool:
    """The answer of a person; False where there is none to ask, and GateRefused for a no."""
    yes = on_terminal() and click.confirm(question, default=False, err=True)
    if not yes and sys.stdin.isatty():
        raise GateRefused("Nothing was written.")
    return yes


def write_kept(
    work: Callable[[Store | None], T], what: str, *, losing: bool, no_version: bool
) -> T:
    """Let `work` write `what` and keep its versions in the store.

    Where none can be kept: text that would be lost (`losing`) is asked about, else it goes on with
    a warning. `no_version`: nobody is asked, and the store is not tried.
    """
    from workbench.verbs.stored import keep_or_go_on

    def unkept() -> T:
        return work(None)

    def kept() -> T:
        return keep_or_go_on(work, losing=losing, what=what)[0]

    return or_unkept(kept, unkept, what, no_version=no_version)


def or_unkept(kept: Callable[[], T], unkept: Callable[[], T], what: str, *, no_version: bool) -> T:
    """`kept()`, or `unkept()` where no version can be kept and a person (or a flag) says so.

    Raises StoreError, naming the flag, where there is nobody to ask; GateRefused for a no.
    """
    from workbench.prompt.visible import visible
    from workbench.verbs.stored import why_not_kept

    if no_version:
        return unkept()
    try:
        return kept()
    except StoreError as error:
        if not error.not_kept:
            raise
        if not on_terminal():
            error.hint += (
                f"\nOr say --no-version: {what} is written, and what it holds now cannot be brought"
                " back by undo."
            )
            raise
        talk(f"warning: {why_not_kept(error)}")
        if click.confirm(
            f"Write {visible(what)} without keeping a version (no undo)?", default=False, err=True
        ):
            return unkept()
        raise GateRefused("Nothing was written.") from error


def warn(words: str) -> None:
    """A warning; what is wrong with the store is told at the end of the run instead, once."""
    from workbench.verbs.stored import is_noted

    if words and not is_noted(words):
        talk(f"warning: {words}")


def begin() -> None:
    """Forget what an earlier run in this process met."""
    from workbench.verbs.stored import noted

    noted()


def end(error: BaseException | None = None) -> None:
    """Tell what of the store stood in the way of this run, in one warning; not where that is
    what ended it."""
    from workbench.verbs.stored import noted

    words = noted()
    if not isinstance(error, StoreError):
        warn(words)
