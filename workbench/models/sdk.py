"""Asking through the official SDK: Anthropic's API, or any server that speaks the Messages API.

The SDK is imported when the first request is made, and its own retries are off: they wait for
whatever a server asks and cannot be cancelled or shown. Every request is a stream, so that a
large limit of tokens is never refused before it is sent, that a stalled answer is noticed, and
that stopping closes the connection at once.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.errors import AgentBusy, AgentError, AgentSilent, AgentUnavailable, SdkMissing
from workbench.measure.answer_json import schema_in_words, sendable
from workbench.measure.request import Request, Usage
from workbench.models.address import is_anthropic, is_local
from workbench.models.capabilities import Capabilities
from workbench.models.connection import connect
from workbench.models.replies import Reply, error_of, is_quota
from workbench.models.retry import in_words
from workbench.models.runner import Answer, AskAgain, Journal, RunnerInfo, clean
from workbench.models.secret import Secrets
from workbench.models.stream import LONGEST_ANSWER, Taking, a_count, malformed
from workbench.prompt.visible import one_line

__all__ = ["Capabilities", "SdkRunner", "Timeouts"]

if TYPE_CHECKING:
    from collections.abc import Iterator

    from anthropic import AsyncAnthropic

#: Seconds between two bytes. A local server may read a long prompt for minutes before it says
#: anything.
SILENCE, SILENCE_LOCAL = 120.0, 600.0


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds: until a connection stands, between two bytes (None for the usual), and for a whole
    answer."""

    connect: float = 10.0
    silence: float | None = None
    whole: float = 1800.0


class SdkRunner:
    """One model behind one address. `url`: as `address.base_url` gives it."""

    def __init__(
        self,
        url: str,
        model: str,
        secrets: Secrets,
        *,
        capabilities: Capabilities | None = None,
        timeouts: Timeouts = Timeouts(),
    ) -> None:
        self._url, self._model, self._secrets = url, model, secrets
        self._anthropic, local = is_anthropic(url), is_local(url)
        self.capabilities = capabilities or Capabilities()
        if self._anthropic:
            self.capabilities = Capabilities(True, True, True)
        self._silence = timeouts.silence or (SILENCE_LOCAL if local else SILENCE)
        self._whole, self._connect = timeouts.whole, timeouts.connect
        self._client: AsyncAnthropic | None = None
        self._guessed: dict[str, bool | None] | None = None
        self._info = RunnerInfo(
            name="anthropic" if self._anthropic else "messages",
            endpoint=f"{url}/v1/messages",
            model=model,
            payment="local" if local else "price",
        )

    @property
    def info(self) -> RunnerInfo:
        return self._info

    async def ask(self, request: Request, journal: Journal) -> Answer:
        body = self._body(request)
        size = len(_bytes({**body, "stream": True}))
        client = await self._opened()
        journal.sending(self._info.endpoint, self._model, request.id, size)
        began, taking = time.monotonic(), Taking()
        with self._errors(taking, body):
            async with asyncio.timeout(self._whole):
                stream = await client.messages.create(**body, stream=True)
                try:
                    await self._take(stream, taking)
                finally:
                    await stream.close()
        if not taking.whole:
            raise self._lost("the answer ended early", taking.usage)
        self._guessed = None  # it was right: without what was left out, the server answers
        if self.capabilities.output_config is None and "output_config" in body:
            self.capabilities.output_config = True
        if self.capabilities.cache_control is None:
            self.capabilities.cache_control = True
        seconds = time.monotonic() - began
        stop = taking.stop or "end_turn"
        text, model = self._secrets.hide(taking.text), self._secrets.hide(taking.model)
        return Answer(text, stop, taking.usage, model, seconds, size)

    async def count(self, request: Request, journal: Journal) -> int | None:
        """Tokens that the server would read for `request`, its own frame included; None where
        it does not count. Free of charge, but it sends the text. Raises AgentError.
        """
        if self.capabilities.count_tokens is False:
            return None
        body = {k: v for k, v in self._body(request).items() if k != "max_tokens"}
        client = await self._opened()
        journal.sending(
            f"{self._info.endpoint}/count_tokens", self._model, request.id, len(_bytes(body))
        )
        try:
            with self._errors(Taking(), {}):
                found = await client.messages.count_tokens(**body)
        except AgentError as error:
            if error.fault in ("no-api", "unknown-model") and not self._anthropic:
                self.capabilities.count_tokens = False
                return None
            raise
        tokens = a_count(getattr(found, "input_tokens", None))
        if tokens is None:
            raise malformed("it holds no count")
        self.capabilities.count_tokens = True
        return tokens

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _opened(self) -> AsyncAnthropic:
        if self._client is None:
            # Most of a second, once: in a thread, so that stopping need not wait for it.
            await asyncio.get_running_loop().run_in_executor(None, _import)
        if self._client is None:  # still: another request may have been quicker
            self._client = connect(
                self._url, self._secrets, silence=self._silence, connecting=self._connect
            )
        return self._client

    def _body(self, request: Request) -> dict[str, Any]:
        can = self.capabilities
        question = request.question
        if not self._anthropic and request.schema:
            # Servers other than Anthropic's may take `output_config` and ignore it.
            question = f"{question}\n\n{schema_in_words(request.schema)}"
        content: list[dict[str, Any]] = [{"type": "text", "text": clean(question)}]
        if request.prefix:
            prefix: dict[str, Any] = {"type": "text", "text": clean(request.prefix)}
            if can.cache_control is not False:
                prefix["cache_control"] = {"type": "ephemeral"}
            content.insert(0, prefix)
        body: dict[str, Any] = {
            "max_tokens": request.max_tokens,
            "messages": [{"role": "user", "content": content}],
            "model": self._model,
        }
        if can.output_config is not False and request.schema:
            shape = {"type": "json_schema", "schema": sendable(request.schema)}
            body["output_config"] = {"format": shape}
        if request.system:
            body["system"] = [{"type": "text", "text": clean(request.system)}]
        return body

    async def _take(self, stream: Any, taking: Taking) -> None:
        if "text/event-stream" in stream.response.headers.get("content-type", ""):
            async for event in stream:
                taking.event(event)
            return
        data = bytearray()
        async for some in stream.response.aiter_bytes():
            data += some
            if len(data) > 4 * LONGEST_ANSWER:
                raise malformed(f"it has more than {4 * LONGEST_ANSWER:,} bytes")
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            raise malformed(f"it is no stream and no JSON ({len(data):,} bytes)") from None
        if isinstance(found, dict) and found.get("error"):
            reply = Reply(200, self._info.endpoint, self._model, found)
            raise error_of(reply, self._secrets.scrub)
        taking.message(found)

    @contextmanager
    def _errors(self, taking: Taking, body: Mapping[str, Any]) -> Iterator[None]:
        """Whatever the SDK raises, as an AgentError; what was counted so far goes with it."""
        import anthropic
        import httpx2

        try:
            yield
        except anthropic.APIStatusError as error:
            if self._learns(error, body):
                raise AskAgain from None
            raise self._refused(error, _begun(taking)) from None
        except TimeoutError:
            raise AgentSilent(
                f"{self._info.endpoint} gave no whole answer in {in_words(self._whole)}.",
                hint="What was answered is kept. A faster model or smaller parts may do.",
                fault="too-slow",
                usage=Usage(input=taking.usage.input),
            ) from None
        except anthropic.APIConnectionError as error:
            raise self._unreached(error.__cause__ or error, taking) from None
        except httpx2.HTTPError as error:
            raise self._unreached(error, taking) from None
        except (anthropic.AnthropicError, ValueError, TypeError) as error:
            reason = self._secrets.scrub(str(error)[:200])
            broken = malformed(f"{type(error).__name__} {reason}".strip())
            broken.usage = _begun(taking) or Usage()
            raise broken from None

    def _refused(self, error: Any, begun: Usage | None) -> AgentError:
        reply = Reply(
            error.status_code,
            self._info.endpoint,
            self._model,
            error.body,
            dict(error.response.headers),
            error.api_message or "",
        )
        found = error_of(reply, self._secrets.scrub)
        found.usage = begun
        return found

    def _learns(self, error: Any, body: Mapping[str, Any]) -> bool:
        """Whether the server may have refused only what not every server knows: it is left out
        from now on, unless the request is refused without it as well.
        """
        if self._anthropic or error.status_code not in (400, 422) or not body:
            return False
        can, words = self.capabilities, str(error.body or error.message).lower()
        if is_quota(words):
            return False
        marked = "cache_control" in json.dumps(body["messages"])
        candidates = {"output_config": "output_config" in body, "cache_control": marked}
        # The one that is named comes first; one that worked before must be named.
        for name in sorted(candidates, key=lambda name: name not in words):
            if candidates[name] and (getattr(can, name) is None or name in words):
                self._guessed = self._guessed or can.to_dict()
                setattr(can, name, False)
                return True
        if self._guessed is not None:
            can.output_config = self._guessed["output_config"]
            can.cache_control = self._guessed["cache_control"]
            self._guessed = None
        return False

    def _unreached(self, cause: BaseException, taking: Taking) -> AgentError:
        import httpx2

        begun = _begun(taking)
        if isinstance(cause, httpx2.TimeoutException) and not isinstance(
            cause, (httpx2.ConnectTimeout, httpx2.PoolTimeout)
        ):
            return AgentSilent(
                f"{self._info.endpoint} has said nothing for {in_words(self._silence)}.",
                hint="What was answered is kept. Try again later.",
                fault="silent",
                usage=begun or Usage(),
            )
        reason = self._secrets.scrub(str(cause)) or type(cause).__name__
        if "CERTIFICATE_VERIFY_FAILED" in reason:
            return AgentUnavailable(
                f"The certificate of {self._info.endpoint} is not trusted: "
                f"{one_line(reason, 120)}.",
                hint="Nothing was sent. Name your server's certificate in SSL_CERT_FILE.",
                fault="certificate",
            )
        return self._lost(reason, begun)

    def _lost(self, reason: str, begun: Usage | None) -> AgentBusy:
        return AgentBusy(
            f"{self._info.endpoint} cannot be reached, or broke off: {one_line(reason, 120)}.",
            hint="Is the server running, and the address right? What was answered is kept.",
            fault="connection",
            usage=begun,
        )


def need_sdk() -> None:
    """Raises SdkMissing where the SDK is not installed. It is not loaded for that."""
    import sys
    from importlib.util import find_spec

    try:
        there = find_spec("anthropic") is not None
    except ValueError:  # something stands in its place
        there = sys.modules.get("anthropic") is not None
    if not there:
        raise sdk_missing()


def sdk_missing(what: str = "is not installed") -> SdkMissing:
    return SdkMissing(
        f"The package `anthropic`, which speaks the Messages API, {what}.",
        hint='Nothing was sent. Install it: pip install "anthropic>=2.14,<3". Or ask a command of'
        ' yours: --runner "claude -p".',
        fault="missing",
    )


def _import() -> None:
    """Raises AgentUnavailable where the SDK is not installed, or cannot be loaded."""
    try:
        import anthropic  # noqa: F401
        import httpx2  # noqa: F401
    except ImportError as error:
        missing = getattr(error, "name", None) == "anthropic"
        what = "is not installed" if missing else f"cannot be loaded ({one_line(str(error), 120)})"
        raise sdk_missing(what) from None


def _begun(taking: Taking) -> Usage | None:
    """What a broken answer may cost: its input is known, its output is not."""
    return Usage(input=taking.usage.input) if taking.usage != Usage() else None


def _bytes(body: Mapping[str, Any]) -> bytes:
    """The body as the SDK writes it."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
