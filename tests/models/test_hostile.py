"""A server that means harm: floods, compressed floods, absurd numbers, and the key sent back."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tests.models.asked import GOOD, KEY, Noted, requests, run, sdk
from workbench.errors import AgentUnavailable
from workbench.measure.request import Usage
from workbench.models.bounded import MOST, MOST_REFUSAL
from workbench.models.runner import Answer
from workbench.models.stream import Taking

pytestmark = pytest.mark.loopback
Answering = Callable[[socket.socket], None]
JSON = b"content-type: application/json\r\nconnection: close\r\n"
STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


@pytest.fixture
def raw() -> Iterator[Callable[[Answering], tuple[str, list[bytes]]]]:
    """`raw(answering)` listens: the address, and the heads of the requests as they arrive."""
    listening = socket.create_server(("127.0.0.1", 0))
    heads: list[bytes] = []

    def serve(answering: Answering) -> None:
        with suppress(OSError):
            while True:
                talk, _ = listening.accept()
                with suppress(OSError), talk:
                    got = b""
                    while b"\r\n\r\n" not in got:
                        got += talk.recv(65536)
                    head, _, body = got.partition(b"\r\n\r\n")
                    size = int(head.lower().split(b"content-length:")[1].split()[0])
                    while len(body) < size:
                        body += talk.recv(65536)
                    heads.append(head)
                    answering(talk)

    def start(answering: Answering) -> tuple[str, list[bytes]]:
        threading.Thread(target=serve, args=(answering,), daemon=True).start()
        return f"http://127.0.0.1:{listening.getsockname()[1]}", heads

    yield start
    with suppress(OSError):
        listening.shutdown(socket.SHUT_RDWR)
    listening.close()


def endless(talk: socket.socket) -> None:
    while True:
        talk.sendall(b"x" * 1_000_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("start", "most"),
    [(b"HTTP/1.1 400 No\r\n" + JSON + b"\r\n", MOST_REFUSAL), (STREAM + b"data: ", MOST)],
    ids=["refusal", "stream"],
)
def test_an_answer_without_end_is_not_read_without_end(
    start: bytes, most: int, raw: Callable[..., tuple[str, list[bytes]]]
) -> None:
    """The SDK read a refusal of any size into memory, and nothing could stop it meanwhile."""

    def flood(talk: socket.socket) -> None:
        talk.sendall(start)
        endless(talk)

    _, result = run(sdk(raw(flood)[0]), requests(1))
    assert result.calls == 1
    assert result.failures["score 1"].message.startswith(f"The answer has more than {most:,} bytes")


@pytest.mark.parametrize("status", [b"200 OK", b"400 No"])
def test_what_is_compressed_is_not_unpacked(
    status: bytes, raw: Callable[..., tuple[str, list[bytes]]]
) -> None:
    bomb = gzip.compress(b" " * 1_000_000)

    def send(talk: socket.socket) -> None:
        talk.sendall(b"HTTP/1.1 " + status + b"\r\n" + JSON + b"content-encoding: gzip\r\n\r\n")
        talk.sendall(bomb)

    url, heads = raw(send)
    _, result = run(sdk(url), requests(1))
    assert "it is compressed" in result.failures["score 1"].message
    asked = [line for line in heads[0].lower().split(b"\r\n") if b"accept-encoding" in line]
    assert asked == [b"accept-encoding: identity"]


def test_a_key_that_is_sent_back_in_an_answer_is_hidden(
    raw: Callable[..., tuple[str, list[bytes]]],
) -> None:
    """It was stored with the answer, and printed as the reason of a score."""
    said = json.dumps({"score": 7, "reason": f"you sent {KEY}"})
    body = json.dumps({"model": f"m {KEY}", "content": [{"type": "text", "text": said}]}).encode()

    def send(talk: socket.socket) -> None:
        talk.sendall(b"HTTP/1.1 200 OK\r\n" + JSON + b"\r\n" + body)

    runner = sdk(raw(send)[0])

    async def ask() -> Answer:
        try:
            return await runner.ask(requests(1)[0], Noted())
        finally:
            await runner.close()

    answer = asyncio.run(ask())
    assert "you sent [hidden]" in answer.text and answer.model == "m [hidden]"
    assert KEY not in str(answer)


@pytest.mark.parametrize("usage", [{"input_tokens": 10**400}, {"__slots__": 5}, [1], "many"])
def test_counts_that_are_none_are_left_out(usage: object) -> None:
    """Such a count could not be stored or priced, and became the expectation for the next run."""
    taking = Taking()
    content = [{"type": "text", "text": GOOD}]
    taking.message({"content": content, "usage": usage, "stop_reason": 5, "model": {}})
    assert taking.usage == Usage() and taking.text == GOOD


@pytest.mark.parametrize(
    ("name", "value"),
    [("SSL_CERT_FILE", "/nonexistent/ca.pem"), ("ALL_PROXY", "ftp://me:pa55word@proxy.example")],
)
def test_an_environment_that_cannot_be_used_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was a fault of our own, or the bare words "No such file or directory"."""
    monkeypatch.setenv(name, value)
    journal = Noted()
    _, result = run(sdk("http://127.0.0.1:9"), requests(2), journal=journal)
    assert isinstance(result.stopped, AgentUnavailable) and name in (result.stopped.hint or "")
    assert "pa55word" not in str(result.stopped) and not journal.sent
