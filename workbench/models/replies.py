"""What a server's refusal means: HTTP status, headers and body -> one AgentError.

Knows nothing of the SDK, so that every case can be tested without one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from workbench.errors import (
    AgentBusy,
    AgentError,
    AgentFailed,
    AgentKey,
    AgentQuota,
    AgentUnavailable,
    AgentWrongModel,
)
from workbench.models.retry import LONGEST_ASKED_WAIT, asked_wait, in_words
from workbench.prompt.visible import one_line

#: An error inside a stream comes after HTTP 200: its word stands for the status.
_STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
#: Error codes and words of spending limits and missing credit. A 400 has no code for them.
_SPENT_CODE = re.compile(r"spend_limit|billing|credit|quota", re.I)
_SPENT_WORDS = re.compile(
    r"spend(ing)? limit|usage limits?\b|credit balance|insufficient.{0,12}(credit|quota|funds)"
    r"|out of credits?|billing",
    re.I,
)
_TOO_LONG = re.compile(
    r"prompt is too long|too many (input )?tokens|context (length|window|size)|maximum context",
    re.I,
)


def is_quota(words: str) -> bool:
    """Whether the words of a refusal are about money."""
    return bool(_SPENT_WORDS.search(words))


_KEPT = "What was answered is kept."


@dataclass(frozen=True, slots=True)
class Reply:
    """A refusal: `status` of HTTP (200 for an error inside a stream), `body`: decoded JSON or
    text, `message`: of the server, free of secrets. `where`: the endpoint as shown.
    """

    status: int
    where: str
    model: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = ""

    @property
    def type(self) -> str:
        return _text(self._error.get("type"))

    @property
    def code(self) -> str:
        details = self._error.get("details")
        return _text(details.get("error_code")) if isinstance(details, dict) else ""

    @property
    def _error(self) -> Mapping[str, Any]:
        error = self.body.get("error") if isinstance(self.body, dict) else None
        return error if isinstance(error, dict) else {}

    @property
    def said(self) -> str:
        """The server's own words, short and harmless, as an end of a sentence."""
        words = self.message or _text(self._error.get("message"))
        if not words and isinstance(self.body, dict):  # other servers have forms of their own
            words = _text(self.body.get("error")) or _text(self.body.get("detail"))
        elif not words:
            words = _text(self.body)
        return f' ("{one_line(words, 160)}")' if words.strip() else ""


def error_of(reply: Reply, scrub: Any = str) -> AgentError:
    """The error for people. `scrub(text)` takes secrets out of the server's words."""
    said = scrub(reply.said)
    status = _STATUS_OF.get(reply.type, 500) if reply.status == 200 else reply.status
    spent = bool(_SPENT_CODE.search(reply.code)) or (status in (400, 403) and is_quota(said))
    if status == 402 or spent:
        return AgentQuota(
            f"{reply.where} has no credit left for this key, or a spending limit is reached{said}.",
            hint=f"Asking again does not help. Raise the limit at the provider. {_KEPT}",
            fault="quota",
        )
    if status in (401, 403):
        return AgentKey(
            f"{reply.where} refused the key{said}.",
            hint=f"Check ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN. {_KEPT}",
            fault="key",
        )
    if status == 404 and (reply.type or "model" in said.lower()):
        return AgentWrongModel(
            f"{reply.where} does not know the model {one_line(reply.model, 60)!r}{said}.",
            hint=f"Choose another with --judge-model. {_KEPT}",
            fault="unknown-model",
        )
    if status in (404, 405, 501):
        return AgentUnavailable(
            f"There is no Messages API at {reply.where} (HTTP {status}).",
            hint="Give the address without /v1, like http://localhost:11434.",
            fault="no-api",
        )
    if status == 413 or (status == 400 and _TOO_LONG.search(said)):
        return AgentFailed(
            f"The request is too large for {reply.where}{said}.",
            hint="Choose a model with a larger window, or split the part.",
            fault="too-large",
        )
    if 300 <= status < 400:
        return AgentFailed(
            f"{reply.where} sends requests on to another address; nothing was sent there.",
            hint="Give the right address with --base-url.",
            fault="redirect",
        )
    if status in (408, 409, 429) or status >= 500:
        return _busy(reply, status, said)
    return AgentFailed(
        f"{reply.where} refused the request (HTTP {status}){said}.", hint=_KEPT, fault="bad-request"
    )


def _busy(reply: Reply, status: int, said: str) -> AgentError:
    what, fault = {
        429: ("has had too many requests", "rate-limit"),
        503: ("is overloaded", "overloaded"),
        529: ("is overloaded", "overloaded"),
    }.get(status, (f"had an error of its own (HTTP {status})", "server-error"))
    wait = asked_wait(reply.headers)
    if wait is not None and wait > LONGEST_ASKED_WAIT:
        return AgentBusy(
            f"{reply.where} {what} and asks to wait {in_words(wait)}, which is too long{said}.",
            hint=f"Nothing more is sent. Try again later. {_KEPT}",
            fault="wait-too-long",
            wait=wait,
        )
    return AgentBusy(
        f"{reply.where} {what}{said}.",
        hint=f"Try again later. {_KEPT}",
        fault=fault,
        wait=wait,
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
