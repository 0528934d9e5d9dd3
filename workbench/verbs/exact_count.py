"""`count --exact`: what the provider itself counts. Free of charge, but the text is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.errors import StoreError, UsageError
from workbench.measure.request import Request
from workbench.prompt.plural import plural
from workbench.prompt.visible import visible
from workbench.store.store import Store
from workbench.verbs.asker import Asker, Chosen
from workbench.verbs.measured import Measured
from workbench.verbs.model_session import StoreJournal
from workbench.verbs.secret_check import Secret, SecretsFound, find_secrets


@dataclass(frozen=True)
class ExactPlan:
    """What counting one FILE exactly would send; nothing is sent yet. `known`: a stored count."""

    measured: Measured
    chosen: Chosen
    asker: Asker
    known: int | None
    secrets: tuple[Secret, ...]

    @property
    def endpoint(self) -> str:
        return f"{self.chosen.info.endpoint}/count_tokens"

    def question(self) -> str:
        """What a person is asked before the text is sent."""
        size = len(self.measured.prompt.source.data)
        model = visible(self.chosen.info.model)
        where = f"{visible(self.endpoint)} ({model})"
        return f"Send {plural(size, 'byte')} to {where} to be counted, for free?"

    def check(self) -> None:
        """Raises what forbids sending: no SDK, nobody to ask, a key-like string."""
        from workbench.models.sdk import need_sdk

        if self.known is not None:
            return
        need_sdk()
        self.chosen.runner_or_raise()
        if self.secrets and not self.asker.allow_secrets:
            raise SecretsFound(self.secrets)


@dataclass(frozen=True, slots=True)
class Exact:
    """`tokens`: of one user message that holds the text, as the provider counts it, what it puts
    around a message included; None where this server does not count. `stored`: nothing was sent.
    `offline`: the same by the local counter, for comparison."""

    tokens: int | None
    offline: int
    model: str
    endpoint: str
    stored: bool

    @property
    def error_pct(self) -> float | None:
        """By how much the local counter is off, in percent of the exact count."""
        if not self.tokens:
            return None
        return round(100 * (self.offline - self.tokens) / self.tokens, 2)

    def to_dict(self) -> dict[str, Any]:
        return {
            "tokens": self.tokens,
            "label": "exact" if self.tokens is not None else None,
            "offline": self.offline,
            "error_pct": self.error_pct,
            "model": self.model,
            "endpoint": self.endpoint,
            "stored": self.stored,
        }


def plan_exact(measured: Measured, asker: Asker, store: Store) -> ExactPlan:
    """Look at everything and send nothing. Raises UsageError for a judge that cannot count."""
    if asker.judge != "anthropic":
        raise UsageError(
            "Only a server that speaks the Messages API counts exactly; nothing was sent.",
            hint="Use a key for Anthropic's API, or --base-url URL.",
        )
    chosen = asker.choose(store)
    try:
        known = store.cache.exact_count(*_key(measured, chosen))
    except StoreError:
        known = None
    texts = [(measured.path, measured.prompt)]
    secrets = find_secrets(texts, muted=asker.muted) if known is None else ()
    return ExactPlan(measured, chosen, asker, known, secrets)


def count_exactly(
    plan: ExactPlan,
    store: Store,
    *,
    say_so: bool,
    cancel: Callable[[], bool] = lambda: False,
) -> Exact:
    """Ask for the count, or take the stored one. The send is written down before it happens.

    `say_so`: the user agreed; without it UsageError, and nothing is sent. Raises AgentError;
    Interrupted within a second after `cancel()` turned true.
    """
    from workbench.models.counting import count_exact
    from workbench.models.sdk import SdkRunner

    plan.check()
    tokens, stored = plan.known, plan.known is not None
    if not stored:
        if not say_so:
            raise UsageError(
                f"Nothing was sent: nobody agreed to it. {plan.question()}",
                hint="Agree with --yes.",
            )
        runner = plan.chosen.runner_or_raise()
        assert isinstance(runner, SdkRunner)
        request = Request("count", "", "", plan.measured.prompt.text, {})
        journal = StoreJournal(store, plan.measured.path)
        tokens = count_exact(runner, request, journal=journal, cancel=cancel)
        plan.chosen.remember(store)
        if tokens is not None:
            store.cache.keep_exact_count(*_key(plan.measured, plan.chosen), tokens)
    m = plan.measured
    offline = m.total + m.frame_tokens
    return Exact(tokens, offline, plan.chosen.info.model, plan.endpoint, stored)


def _key(measured: Measured, chosen: Chosen) -> tuple[str, str]:
    """Whose count it is: another server may call another model by the same name."""
    info = chosen.info
    name = info.model if info.name == "anthropic" else f"{info.model} at {info.endpoint}"
    return measured.prompt.source.sha256, name
