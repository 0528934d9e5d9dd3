"""Who is asked: from the settings and the environment to a runner, before the first call.

A command wins over an address, an address over a key. What is missing is said here, in words,
and never in the middle of a run.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import PurePath

from workbench.config import PROJECT_FILE
from workbench.errors import AgentUnavailable, UsageError
from workbench.models.address import ANTHROPIC, base_url, in_the_clear, is_anthropic
from workbench.models.command import CommandRunner, missing, split
from workbench.models.folder import FolderRunner, is_folder
from workbench.models.runner import Runner
from workbench.models.sdk import Capabilities, SdkRunner, need_sdk
from workbench.models.secret import Secrets

#: Asked when nobody named a model; the account's other models work as well.
DEFAULT_MODEL = "claude-sonnet-5-5"
_OFFLINE = "Everything that works offline is not affected."


def choose(
    *,
    runner: str | None = None,
    url: str | None = None,
    model: str | None = None,
    environ: Mapping[str, str],
    sources: Mapping[str, str] | None = None,
    capabilities: Capabilities | None = None,
) -> Runner:
    """The runner for a command line, or for a server at `url` (default: ANTHROPIC_BASE_URL, then
    Anthropic). `sources`: setting -> where it comes from, as in `config.Settings`.

    Opens nothing and sends nothing. Raises AgentUnavailable with what is missing, UsageError for
    a command or an address that cannot be read.
    """
    _own_choice(sources or {})
    if runner is not None and is_folder(runner):
        return FolderRunner(runner)
    if runner is not None and runner.strip():
        return _command(runner, environ)
    secrets = Secrets.from_environ(environ)
    address = base_url(url or environ.get("ANTHROPIC_BASE_URL") or ANTHROPIC)
    if is_anthropic(address):
        if not secrets:
            raise AgentUnavailable(
                "No model can be asked: there is no key in ANTHROPIC_API_KEY or "
                "ANTHROPIC_AUTH_TOKEN, no command (--runner) and no server (--base-url).",
                hint=f'Set a key, or use a subscription: --runner "claude -p". {_OFFLINE}',
                fault="missing",
            )
        model = model or DEFAULT_MODEL
    if not model:
        raise AgentUnavailable(
            f"No model is named for the server at {address}.",
            hint=f"Name one that it has: --judge-model ID. {_OFFLINE}",
            fault="missing",
        )
    if (secrets or secrets.headers) and in_the_clear(address):
        what = "key" if secrets else "headers in ANTHROPIC_CUSTOM_HEADERS"
        raise AgentUnavailable(
            f"The {what} would travel unencrypted to {address}.",
            hint=f"Use https, or unset the {what}. {_OFFLINE}",
            fault="missing",
        )
    need_sdk()
    return SdkRunner(address, model, secrets, capabilities=capabilities)


def why_not(
    *,
    runner: str | None = None,
    url: str | None = None,
    model: str | None = None,
    environ: Mapping[str, str],
    sources: Mapping[str, str] | None = None,
) -> str:
    """The reason why no model can be asked, "" when one can: for an action that is greyed out."""
    try:
        choose(runner=runner, url=url, model=model, environ=environ, sources=sources)
    except (AgentUnavailable, UsageError) as error:
        return error.message
    return ""


def _command(runner: str, environ: Mapping[str, str]) -> CommandRunner:
    argv = split(runner)
    if shutil.which(argv[0], path=environ.get("PATH")) is None:
        raise missing(argv[0])
    try:
        secrets = Secrets.from_environ(environ)
    except AgentUnavailable:  # a broken key is the command's business
        secrets = Secrets()
    return CommandRunner(argv, secrets=secrets, environ=environ)


def _own_choice(sources: Mapping[str, str]) -> None:
    """A project's file of settings comes with the project: it may not run a command, nor send
    prompts and the key to an address of its choice.
    """
    for key in ("runner", "base_url"):
        if PurePath(sources.get(key, "")).name == PROJECT_FILE:
            raise UsageError(
                f"The setting {key} cannot come from a project ({sources[key]}).",
                hint="A project that you downloaded could run commands or read your key with it. "
                "Put it into your own settings, a variable or a flag.",
            )
