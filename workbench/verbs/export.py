"""`export`: a prompt in another form: its bytes, or a new file that no host loads unasked."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from pathlib import Path

from workbench.errors import StoreError, UsageError
from workbench.hosts.load_places import live_at
from workbench.store.store import Store
from workbench.verbs.exported import Exported, Plan
from workbench.verbs.formats import FORMATS, Rendered, variables
from workbench.verbs.inputs import Input
from workbench.verbs.measured import AUTO, Counting
from workbench.verbs.save import Tokens, WriteRequest, WriteResult, keep_source, write
from workbench.verbs.secrets import key_like
from workbench.verbs.targets import target

NAMES = (*FORMATS, "html")
#: Forms that nobody reads in a terminal: without a name they go to a new file.
PAGES = frozenset({"html"})


def render(source: Input, to: str, counting: Counting = AUTO) -> Rendered:
    """The bytes of the form `to`. Raises UsageError for an unknown one."""
    if to == "html":
        from workbench.verbs.pages.full import render as page
        from workbench.verbs.report import ReportRequest, report
        from workbench.verbs.steps import finished

        return Rendered(page(finished(report(ReportRequest(source, counting=counting)))))
    if to not in FORMATS:
        raise UsageError(f"There is no format {to!r}.", hint=f"Known: {', '.join(NAMES)}.")
    prompt = source.prompt()
    return FORMATS[to][0](prompt, prompt.parts())


def plan(
    source: Input,
    to: str,
    out: Path | None = None,
    *,
    counting: Counting = AUTO,
    muted: Collection[str] = (),
) -> Plan:
    """What would be written where; nothing is. Without `out`, a name that no file has yet, at a
    place that no host loads.

    `muted`: keys of findings that the user accepted, so that they are not warned of.
    """
    rendered = render(source, to, counting)
    return planned(source, to, rendered, out, _name(source, to), muted=muted)


def planned(
    source: Input,
    to: str,
    rendered: Rendered,
    out: Path | None,
    name: str,
    *,
    muted: Collection[str] = (),
) -> Plan:
    """`plan` for bytes that are there already; `name` is that of a new file."""
    if out is None:
        out = _new_name(source, name, rendered.data)
    aim = target(out, rendered.data, name)
    prompt = source.prompt()
    keys = key_like(prompt, muted=muted)
    return Plan(source, to, aim, rendered, variables(prompt.text), keys)


def plan_report(
    source: Input, form: str, rendered: Rendered, out: Path | None, muted: Collection[str]
) -> Plan:
    """Where a report on `source` would be written, `out` or a new name beside it; nothing is."""
    ending = ".report.html" if form == "html" else ".report.md"
    name = (Path(source.name).stem or "prompt") + ending
    return planned(source, form, rendered, out, name, muted=muted)


def carry_out(
    made: Plan,
    store: Store | None,
    *,
    overwrite: bool = False,
    live: bool = False,
    tokens: Tokens | None = None,
) -> Exported:
    """Store, then write. With `overwrite`, text in the way is stored as a version first. Where
    nothing would change, nothing is written or stored; without a store no version is kept.

    `tokens` counts the versions that are made.

    Raises GateRefused when a file is in the way and `overwrite` is false, UsageError when a host
    would load a new file and `live` is false, ChangedOnDisk when the file is not what the plan
    was made for, StoreError; nothing is written then.
    """
    if made.aim.old == made.rendered.data:
        return Exported(made, WriteResult(str(made.out), None))
    made.aim.refuse(overwrite=overwrite, live=live)
    if store is not None:
        keep_source(made.source, store)
    wanted = WriteRequest(
        made.out,
        made.rendered.data,
        f"exported from {made.source.spec} as {made.to}",
        kind="export",
        tokens=tokens,
        expected_sha256=made.aim.expected,
    )
    done = write(wanted, store)
    return Exported(made, done)


def _name(source: Input, to: str) -> str:
    name = source.name or "prompt.md"
    if to == "same":
        return name
    ending = ".html" if to == "html" else FORMATS[to][1]
    return Path(name).stem + ending


def _new_name(source: Input, name: str, data: bytes) -> Path:
    """A name that is not taken and that no host loads: beside the source, else in the current
    folder, else in the folder of the store."""
    folders = [source.path.parent] if source.path is not None else []
    for folder in (*folders, Path()):
        for number in count(1):
            wanted = folder / (
                name if number == 1 else f"{Path(name).stem}-{number}{_ending(name)}"
            )
            if not wanted.exists() and not wanted.is_symlink():
                # A free name may be loaded where the next one is not: CLAUDE.md and CLAUDE-2.md.
                if not live_at(wanted, data):
                    return wanted
                if number > 1:
                    break
    return _apart(name)


def _ending(name: str) -> str:
    return Path(name).suffix


def _apart(name: str) -> Path:
    """A free name in a folder of our own, which no host knows."""
    from workbench.store.home import ensure_folder, home_dir

    try:
        folder = home_dir() / "exports"
        ensure_folder(folder)
    except StoreError as error:
        raise UsageError(
            "Every free name here would be loaded by a host; nothing was written.",
            hint="Name a place with -o.",
        ) from error
    for number in count(1):
        wanted = folder / (name if number == 1 else f"{Path(name).stem}-{number}{_ending(name)}")
        if not wanted.exists():
            break
    return wanted
