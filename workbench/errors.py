"""One tree of errors; each says what happened, what is unharmed and what to do next.

    CtxbenchError            exit code 2 unless a subclass says otherwise
    ├── UsageError           wrong usage: unknown name, bad number
    ├── UnreadableInput      a file, version or revision that cannot be read
    ├── EditRefused          an edit that would break the prompt; nothing was changed
    ├── GateRefused          the ledger found a loss that nobody allowed (exit code 1)
    ├── WriteFailed          the target could not be written; it is whole, old or new
    ├── StoreError           the version store cannot be used
    │   └── StoreTooNew      written by a newer ctxbench: read only
    ├── AgentError           a model, server or command failed (exit code 3)
    └── Interrupted          the user stopped the work (exit code 130)

The faces map an error to words and an exit code in one place (`workbench.cli.main`).
"""

from __future__ import annotations


class CtxbenchError(Exception):
    """An error for people: `message` says what happened, `hint` what to do next."""

    exit_code = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


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
    """The version store cannot be used."""


class StoreTooNew(StoreError):
    """The store was written by a newer program: it can be read, not written."""


class AgentError(CtxbenchError):
    """A model, a server or a command failed."""

    exit_code = 3


class Interrupted(CtxbenchError):
    """The user stopped the work."""

    exit_code = 130
