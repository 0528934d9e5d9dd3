"""One tree of errors; each says what happened, what is unharmed and what to do next.

    CtxbenchError            exit code 2 unless a subclass says otherwise
    ├── UsageError           wrong usage: unknown name, bad number
    ├── UnreadableInput      a file, version or revision that cannot be read
    ├── EditRefused          an edit that would break the prompt; nothing was changed
    ├── GateRefused          the ledger found a loss that nobody allowed (exit code 1)
    ├── WriteFailed          the target could not be written; it is whole, old or new
    ├── StoreError           the version store cannot be used
    │   ├── StoreTooNew      written by a newer ctxbench: read only
    │   └── StoreLocked      another program held it for too long
    ├── AgentError           a model, server or command failed (exit code 3)
    │   ├── AgentUnavailable no key, server or command; known before the first call
    │   │   └── SdkMissing   the package that speaks the Messages API is not installed
    │   ├── AgentKey         the key is refused
    │   ├── AgentQuota       no credit, or a spending limit is reached
    │   ├── AgentBusy        too much to do, or out of reach, after every try
    │   ├── AgentSilent      no answer in time
    │   ├── AgentRefused     the model declined to answer
    │   ├── AgentCut         the answer ended at its limit of tokens
    │   ├── AnswerBroken     an answer that cannot be read: no JSON, not what was asked for
    │   ├── AgentWrongModel  the model is not known there
    │   ├── AgentFailed      a command ended with an error, or a server refused the request
    │   └── BudgetReached    the next request could pass the limit that was set
    └── Interrupted          the user stopped the work (exit code 130)

The faces map an error to words and an exit code in one place (`workbench.cli.main`).
"""

from __future__ import annotations

from typing import Any


class CtxbenchError(Exception):
    """An error for people: `message` says what happened, `hint` what to do next."""

    exit_code = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows in place of a traceback, as IPython asks for it."""
        from workbench.prompt.visible import visible

        lines = (f"{type(self).__name__}: {self.message}", self.hint)
        return [visible(line, lines=True) for line in lines if line]


class UsageError(CtxbenchError):
    """Wrong usage."""


class UnreadableInput(CtxbenchError):
    """A file, a stored version or a git revision that cannot be read."""


class EditRefused(CtxbenchError):
    """An edit that cannot be made without harm; the prompt is unchanged."""


class GateRefused(CtxbenchError):
    """The ledger lists a loss that was not allowed."""

    exit_code = 1


class WriteFailed(CtxbenchError):
    """A target could not be written; it still holds its old bytes."""


class StoreError(CtxbenchError):
    """The version store cannot be used.

    `not_kept`: met while the text of a file was to be kept as a version, before the file was
    touched; so the file can still be written without one, where the user says so.
    """

    not_kept = False


class StoreTooNew(StoreError):
    """The store was written by a newer program: it can be read, not written."""


class StoreLocked(StoreError):
    """Another program held the store for longer than was waited."""


class AgentError(CtxbenchError):
    """A model, a server or a command failed.

    `fault`: the row of `workbench.models.faults.FAULTS` that says what follows. `wait`: seconds
    that the server asked us to wait. `usage`: the tokens that it counted before it failed (a
    `workbench.measure.request.Usage`), None when nothing can have been billed.
    """

    exit_code = 3

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        fault: str = "",
        wait: float | None = None,
        usage: Any = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.fault = fault
        self.wait = wait
        self.usage = usage


class AgentUnavailable(AgentError):
    """There is nobody to ask: a key, a server or a command is missing."""


class SdkMissing(AgentUnavailable):
    """The package `anthropic` is not there, or cannot be loaded."""


class AgentKey(AgentError):
    """The key was refused (401, 403)."""


class AgentQuota(AgentError):
    """No credit is left, or a spending limit is reached; asking again cannot help."""


class AgentBusy(AgentError):
    """Too much to do, or not to be reached; every try was used."""


class AgentSilent(AgentError):
    """No answer in time."""


class AgentRefused(AgentError):
    """The model declined to answer this request."""


class AgentCut(AgentError):
    """The answer ended at its limit of tokens."""


class AnswerBroken(AgentError):
    """An answer that cannot be read: no JSON, not the schema, ids that were not asked for."""


class AgentWrongModel(AgentError):
    """The model is not known to this server."""


class AgentFailed(AgentError):
    """A command ended with an error, or a server refused the request itself."""


class AnswersWait(AgentError):
    """Questions lie in a folder and have no answer yet; the same run goes on once they have."""

    exit_code = 4


class BudgetReached(AgentError):
    """The next request could pass the limit of calls or money that was set."""


class Interrupted(CtxbenchError):
    """The user stopped the work."""

    exit_code = 130
