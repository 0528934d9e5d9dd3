"""Who is asked and within which limits, from the settings and the environment of one run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from workbench.config import Settings
from workbench.errors import AgentUnavailable, StoreError, UnreadableInput, UsageError
from workbench.measure.prices import PriceTable, parse_prices
from workbench.models.runner import Runner, RunnerInfo
from workbench.prompt.visible import one_line
from workbench.store.store import Store


@dataclass(frozen=True)
class Chosen:
    """A runner, or why there is none: then `info` is the one that a key would make possible, so
    that a price can be said before anybody has one."""

    info: RunnerInfo
    runner: Runner | None = None
    unavailable: AgentUnavailable | None = None

    def runner_or_raise(self) -> Runner:
        if self.runner is None:
            raise self.unavailable or AgentUnavailable("Nobody can be asked.", fault="missing")
        return self.runner

    def remember(self, store: Store) -> None:
        """Keep what was learned about the server, so that it is not found out again."""
        capabilities = getattr(self.runner, "capabilities", None)
        if capabilities is None or self.info.name != "messages":
            return
        found = {k: v for k, v in capabilities.to_dict().items() if v is not None}
        with suppress(StoreError):
            if found and found != store.runs.capabilities(self.info.endpoint, self.info.model):
                store.runs.keep_capabilities(self.info.endpoint, self.info.model, found)


@dataclass(frozen=True)
class Asker:
    """`judge`: anthropic (any server that speaks the Messages API) or command; `runner`: the
    command; `base_url`, `model`: of the server; `max_cost` in US dollars; `price_unknown_ok`: ask
    also where that limit cannot be kept; `sources`: setting -> where it comes from; `environ`:
    holds the key, which is read and never kept.
    """

    judge: str
    runner: str | None = None
    base_url: str | None = None
    model: str | None = None
    max_cost: float | None = None
    max_calls: int | None = None
    allow_secrets: bool = False
    price_unknown_ok: bool = False
    prices: PriceTable | None = None
    muted: tuple[str, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)

    def choose(self, store: Store) -> Chosen:
        """The runner that these settings lead to. Sends nothing; a command's program may be asked
        for its options and its version, once.

        Raises UsageError for settings that cannot be read; a missing key is told by the result.
        """
        from workbench.models.choose import DEFAULT_MODEL, choose
        from workbench.models.command import CommandRunner
        from workbench.models.sdk import Capabilities

        command = self.judge == "command"
        if command and not (self.runner or "").strip():
            raise UsageError(
                "No command is named, so none can be asked; nothing was sent.",
                hint='Name one that reads a question on stdin: --runner "claude -p".',
            )
        options: dict[str, Any] = {
            "runner": self.runner if command else None,
            "url": None if command else self.base_url,
            "model": self.model,
            "environ": self.environ,
            "sources": self.sources,
        }
        try:
            runner = choose(**options)
            if isinstance(runner, CommandRunner):
                runner = runner.prepared()
            found: Mapping[str, Any] = {}
            if runner.info.name == "messages":
                with suppress(StoreError):
                    found = store.runs.capabilities(runner.info.endpoint, runner.info.model)
            if found:
                runner = choose(**options, capabilities=Capabilities.from_dict(found))
            return Chosen(runner.info, runner)
        except AgentUnavailable as missing:
            return Chosen(self._would_be(DEFAULT_MODEL), None, missing)

    def warning(self) -> str:
        """What to say of the model before it is asked: that nobody knows it, or its price.

        A server of one's own has models with names of its own: only names that read like those of a
        paid service are looked at there.
        """
        from workbench.measure.prices import tariff
        from workbench.measure.tokens.models import nearest_id, reads_like_a_service
        from workbench.models.address import ANTHROPIC, base_url, is_local

        if self.judge != "anthropic" or not self.model or tariff(self.model, self.prices).known:
            return ""
        url = base_url(self.base_url or self.environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC)
        if is_local(url) and not reads_like_a_service(self.model):
            return ""
        near = nearest_id(self.model)
        name = one_line(self.model, 60)
        if near == self.model.strip().lower():
            return f"The price of the model {name!r} is not known."
        mean = f" Did you mean {near}?" if near else ""
        return f"The model {name!r} is not in the table of models; its price is not known.{mean}"

    def _would_be(self, default: str) -> RunnerInfo:
        from workbench.models.address import ANTHROPIC, base_url, is_anthropic, is_local

        if self.judge == "command":
            name = (self.runner or "").split()[0]
            return RunnerInfo("command", name, "", "subscription")
        url = base_url(self.base_url or self.environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC)
        name = "anthropic" if is_anthropic(url) else "messages"
        payment = "local" if is_local(url) else "price"
        model = self.model or (default if name == "anthropic" else "")
        return RunnerInfo(name, f"{url}/v1/messages", model, payment)


def asker_for(
    settings: Settings,
    *,
    judge: str,
    max_calls: int | None = None,
    allow_secrets: bool = False,
    price_unknown_ok: bool = False,
) -> Asker:
    """The asker that the settings (flags on top) describe. Reads the user's prices."""
    if max_calls is not None and max_calls < 1:
        raise UsageError(
            f"A limit of {max_calls} calls lets nothing be asked.", hint="Give 1 or more"
        )
    return Asker(
        judge=judge,
        runner=settings.runner,
        base_url=settings.base_url,
        model=settings.judge_model,
        max_cost=settings.max_cost,
        max_calls=max_calls,
        allow_secrets=allow_secrets,
        price_unknown_ok=price_unknown_ok,
        prices=own_prices(settings),
        muted=_own_muted(settings),
        sources=settings.sources,
    )


def _own_muted(settings: Settings) -> tuple[str, ...]:
    """What the user accepted. A project may quieten its review, not the look for keys before a
    text is sent."""
    from workbench.config import PROJECT_FILE

    project = Path(settings.sources.get("muted", "")).name == PROJECT_FILE
    return () if project else tuple(settings.muted)


def own_prices(settings: Settings) -> PriceTable | None:
    """The prices of the user's file, None without one. Raises UsageError, UnreadableInput."""
    if not settings.prices:
        return None
    from workbench.prompt.plain_data import read_yaml
    from workbench.prompt.visible import one_line
    from workbench.reading import MOST_SETTINGS, read_regular

    path = Path(settings.prices)
    try:
        content = read_yaml(read_regular(path, MOST_SETTINGS).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableInput(
            f"The prices in {one_line(str(path), 200)} cannot be read:"
            f" {one_line(getattr(error, 'strerror', None) or str(error), 160)}.",
            hint="Mend the file or take the setting `prices` out; nothing was sent.",
        ) from None
    return parse_prices(content, one_line(str(path), 200))
