"""`doctor`: what is installed and works, where things are, who could be asked, what was sent.

Looking is nearly all it does: no address is looked up and no server is called. The version store
is tried for real: a write is made, read back and taken away again in one transaction.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from workbench import __version__, config, resources
from workbench.errors import CtxbenchError, StoreError, UsageError
from workbench.measure.amounts import usd_words
from workbench.prompt.plural import plural
from workbench.store.cache import Send
from workbench.store.health import Health, look
from workbench.store.home import show_path
from workbench.store.rescue import Rescued
from workbench.store.rescue import rescue as write_whole
from workbench.store.runs import Run
from workbench.store.store import Store

#: Another program that saves is waited for so long.
_WAIT_S = 5.0
_PACKAGES = (
    "textual",
    "anthropic",
    "tiktoken",
    "ctok",
    "sqlite-utils",
    "markdown-it-py",
    "click",
    "pyyaml",
    "platformdirs",
    "detect-secrets",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report. `state` is `ok`, `missing`, `limited` or `broken`."""

    name: str
    state: str
    detail: str


@dataclass(frozen=True, slots=True)
class Report:
    version: str
    python: str
    platform: str
    packages: tuple[Check, ...]
    counters: tuple[Check, ...]
    places: tuple[Check, ...]
    #: What left this machine. Without a request that the user started, it stays empty.
    sent: tuple[str, ...] = ()
    #: The same for programs: time, what, endpoint, model, bytes.
    sends: tuple[Mapping[str, Any], ...] = ()
    #: Runs that asked a model, with their estimate and their cost, oldest first.
    runs: tuple[Mapping[str, Any], ...] = ()
    models: tuple[Check, ...] = ()
    store: Mapping[str, Any] = field(default_factory=dict)
    #: Why the store cannot say what was sent and asked; empty where it can.
    unread: str = ""

    @property
    def ok(self) -> bool:
        checks = (*self.packages, *self.counters, *self.places)
        return all(check.state != "broken" for check in checks)

    def to_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, **asdict(self)}


def doctor() -> Report:
    """Look at this installation. Nothing is asked over the network, and nothing is left written."""
    health, sends, runs, unread = _looked()
    return Report(
        version=__version__,
        python=f"{platform.python_version()} ({sys.executable})",
        platform=platform.platform(),
        packages=tuple(_package(name) for name in _PACKAGES),
        counters=tuple(_counters()),
        places=(*_places(), _store(health)),
        sent=tuple(_sent_words(send) for send in sends),
        sends=tuple(asdict(send) for send in sends),
        runs=tuple(run.to_dict() for run in runs),
        models=tuple(_models()),
        store=health.to_dict(),
        unread=unread,
    )


def _looked() -> tuple[Health, tuple[Send, ...], tuple[Run, ...], str]:
    """The store, what it lists, and why it cannot be read, in words."""
    try:
        with Store(wait_s=_WAIT_S) as store:
            health = look(store)
            try:
                return health, store.cache.sends(), store.runs.all(), ""
            except StoreError as error:
                return health, (), (), error.message
    except StoreError as error:  # there is no place for a store
        where = Path(os.environ.get("CTXBENCH_HOME", ""))
        health = Health(where, False, writable=False, problem=str(error))
        return health, (), (), error.message


def cost_in_words(run: Mapping[str, Any]) -> str:
    """What a run of the list cost."""
    made = run["estimate"] or {}
    return usd_words(run["cost_usd"], str(made.get("payment", "price unknown")))


def rescue(folder: Path) -> Rescued:
    """Write every whole version of the store into `folder`, a new or an empty one.

    Raises UsageError for a folder that holds something or that a host loads; StoreError.
    """
    from workbench.hosts.load_places import live_at

    hosts = live_at(folder / "1-CLAUDE.md@1")
    if hosts:
        raise UsageError(
            f"{show_path(folder)} is loaded by a host: {hosts[0]}. Nothing was written.",
            hint="Name another folder.",
        )
    with Store() as store:
        return write_whole(store.path, folder)


def _package(name: str) -> Check:
    try:
        return Check(name, "ok", importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        if name == "ctok":
            why = "needs Python 3.12 or newer; Claude counts are estimates without it"
            return Check(name, "missing", why)
        return Check(name, "broken", "not installed; install ctxbench again")


def _counters() -> list[Check]:
    from workbench.measure.tokens import get_tokenizer

    checks = []
    for name in ("claude-5", "o200k_base", "cl100k_base", "chars"):
        try:
            info = get_tokenizer(name).info
        except CtxbenchError as error:
            checks.append(Check(name, "broken", str(error)))
            continue
        error_pct = f" ±{info.error_pct:g} %" if info.error_pct else ""
        state = "ok" if info.label in ("exact", "offline") else "limited"
        if name == "chars":
            state = "ok"
        checks.append(Check(name, state, f"{info.label}{error_pct}: {info.note}"))
    return checks


def _places() -> list[Check]:
    checks = []
    for kind in ("layouts", "sample_prompts"):
        try:
            checks.append(Check(kind, "ok", str(resources.shipped(kind))))
        except FileNotFoundError as error:
            checks.append(Check(kind, "broken", str(error)))
    for name, path in (("settings", config.user_file()), ("project", config.project_file())):
        if path is None:
            checks.append(Check(name, "missing", f"no {config.PROJECT_FILE} here or above"))
        else:
            present = path.is_file()
            checks.append(Check(name, "ok" if present else "missing", str(path)))
    git = shutil.which("git")
    checks.append(Check("git", "ok" if git else "missing", git or "git:REV:path will not work"))
    return checks


def _store(health: Health) -> Check:
    path = str(health.path)
    if health.problem:
        return Check("store", "broken", f"{path}: {health.problem}")
    if not health.exists:
        return Check("store", "ok", f"{path} (made with the first save)")
    versions, prompts = health.versions or 0, health.prompts or 0
    kept = f"{plural(versions, 'version')} of {plural(prompts, 'prompt')}"
    facts = f"{kept}, {plural(health.size, 'byte')}"
    unfinished = "".join(f"; unfinished: {file}" for file in health.unfinished)
    return Check("store", "ok", f"{path} ({facts}{unfinished})")


def _models() -> list[Check]:
    """Who could be asked, told without asking: a key is named, never shown."""
    from workbench.models.address import ANTHROPIC
    from workbench.models.choose import why_not

    try:
        chosen = config.load()
    except CtxbenchError as error:
        return [Check("settings", "limited", error.message)]
    environ = os.environ
    keys = [name for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN") if environ.get(name)]
    state = Check("key", "ok" if keys else "missing", f"{keys[0]} is set" if keys else "not set")
    url = chosen.base_url or environ.get("ANTHROPIC_BASE_URL")
    options: dict[str, Any] = {"environ": environ, "sources": chosen.sources}
    why = why_not(url=url, model=chosen.judge_model, **options)
    detail = why or f"{url or ANTHROPIC} (not called)"
    checks = [state, Check("server", "missing" if why else "ok", detail)]
    if chosen.runner:
        why = why_not(runner=chosen.runner, **options)
        found = why or "the command of the setting `runner` is there (not run)"
        checks.append(Check("command", "missing" if why else "ok", found))
    else:
        checks.append(Check("command", "missing", "none is set; --runner names one"))
    checks.append(_prices(chosen))
    return checks


def _prices(chosen: config.Settings) -> Check:
    from workbench.measure.tokens.models import table_date
    from workbench.verbs.asker import own_prices

    ours = f"built in, of {table_date()}"
    try:
        own = own_prices(chosen)
    except CtxbenchError as error:
        return Check("prices", "limited", error.message)
    if own is None:
        return Check("prices", "ok", ours)
    return Check("prices", "ok", f"{plural(len(own.tariffs), 'model')} of {chosen.prices}; {ours}")


def _sent_words(sent: Send) -> str:
    model = f" ({sent.model})" if sent.model else ""
    return f"{sent.time} {sent.what}: {plural(sent.size, 'byte')} to {sent.endpoint}{model}"
