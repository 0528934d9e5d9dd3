"""Asking through the unmodified SDK: what is sent, and what is made of the answer."""

from __future__ import annotations

import json
import logging
import os
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from tests.models.asked import GOOD, KEY, PREFIX, QUICK, SCHEMA, Noted, of, requests, run, sdk
from tests.models.serving import Received, Served
from workbench.errors import (
    AgentBusy,
    AgentKey,
    AgentSilent,
    AgentUnavailable,
    AgentWrongModel,
    AnswerBroken,
    Interrupted,
)
from workbench.measure.request import Request, Usage
from workbench.models.batch import Answered, Asked, Limits, Waiting
from workbench.models.counting import count_exact
from workbench.models.sdk import Capabilities, SdkRunner
from workbench.models.secret import Secrets

pytestmark = pytest.mark.loopback
Start = Callable[..., Served]
ROOT = Path(__file__).resolve().parent.parent.parent


def test_three_questions_are_answered(server: Start) -> None:
    served, journal = server(answer=GOOD), Noted()
    events, result = run(sdk(served.url), requests(3), journal=journal)
    assert result.answers == {"score 1": 7, "score 2": 7, "score 3": 7}
    assert result.stopped is None and not result.failures and result.calls == 3
    assert [event.done for event in of(Answered, events)] == [1, 2, 3]
    assert len(of(Asked, events)) == 3
    assert journal.sent[0][:3] == (f"{served.url}/v1/messages", "claude-sonnet-5-5", "score 1")
    # What the journal says was sent is what arrived.
    assert sorted(row[3] for row in journal.sent) == sorted(len(r.raw) for r in served.received())


def test_what_is_sent(server: Start) -> None:
    """One prefix, byte for byte, with the breakpoint on it; nothing that newer models refuse."""
    served = server(answer=GOOD, key=KEY)
    _, result = run(sdk(served.url), requests(4))
    assert len(result.answers) == 4
    rows = served.received()
    first = rows[0].body
    assert set(first) <= {"max_tokens", "messages", "model", "output_config", "stream", "system"}
    assert first["stream"] is True and first["system"] == [{"type": "text", "text": "You judge."}]
    assert first["output_config"]["format"]["type"] == "json_schema"
    assert "minimum" not in json.dumps(first["output_config"])
    [message] = first["messages"]
    assert message["role"] == "user"
    prefix, question = message["content"]
    assert prefix == {"type": "text", "text": PREFIX, "cache_control": {"type": "ephemeral"}}
    assert "cache_control" not in question
    # All that comes before the question is the same to the byte.
    before = {row.raw[: row.raw.index(b"How much is part")] for row in rows}
    assert len(before) == 1 and PREFIX.encode()[:48] in before.pop()
    headers = rows[0].headers
    assert headers["anthropic-version"] == "2026-10-21"
    assert headers["authorization"] == f"Bearer {KEY}" and "x-api-key" not in headers


def test_a_token_is_sent_as_one_and_no_key_as_nothing(server: Start) -> None:
    served = server(answer=GOOD)
    run(SdkRunner(served.url, "m", Secrets(token="tok-1234")), requests(1))
    run(SdkRunner(served.url, "m", Secrets()), requests(1))
    with_token, without = served.received()
    assert with_token.headers["authorization"] == "Bearer tok-1234"
    assert "authorization" not in without.headers and "x-api-key" not in without.headers


def test_thinking_comes_first_and_is_no_part_of_the_answer(server: Start) -> None:
    served = server(answer=GOOD, thinking='Perhaps {"score": 1}? No.')
    _, result = run(sdk(served.url), requests(2))
    assert result.answers == {"score 1": 7, "score 2": 7}


def test_a_server_that_does_not_stream_is_understood(server: Start) -> None:
    served = server(answer=GOOD, ignores_stream=True, thinking="Well.")
    events, result = run(sdk(served.url), requests(2))
    assert result.answers == {"score 1": 7, "score 2": 7}
    assert of(Answered, events)[0].usage.output == len(GOOD) // 4


def test_the_first_question_writes_the_cache_and_the_others_read_it(server: Start) -> None:
    served = server(answer=GOOD)
    events, result = run(sdk(served.url), requests(7))
    first, *others = [event.usage for event in of(Answered, events)]
    assert first.cache_write and not first.cache_read
    assert all(usage.cache_read and not usage.cache_write for usage in others)
    assert result.usage == sum(others, first) and result.usage.read
    assert of(Answered, events)[0].model == "claude-sonnet-5-5"


@pytest.mark.slow
def test_30_questions_take_the_time_of_6_at_once(server: Start) -> None:
    """One alone, then six side by side: 1 + ceil(29 / 6) times the latency of 300 ms, which is
    1.8 s; 2.2 s are allowed. Counted in rounds, so that a busy machine does not matter; one
    more is allowed, because whoever is done first takes the next question.
    """
    served = server(answer=GOOD, latency=0.3)
    _, result = run(sdk(served.url), requests(30))
    assert len(result.answers) == 30
    rows = served.received()
    assert rounds(rows) <= 1 + ceil(29 / 6) + 1
    assert [row.active for row in rows[:2]] == [1, 1]  # the first was alone
    assert max(row.active for row in rows) == 6
    assert max(row.end or 0 for row in rows) - rows[0].at < 30 * 0.3


def rounds(rows: list[Received]) -> int:
    """How many latencies follow one another: a request waits for the last one that ended before
    it came.
    """
    depth: list[int] = []
    for row in rows:
        before = [d for d, other in zip(depth, rows, strict=False) if (other.end or 0) <= row.at]
        depth.append(1 + max(before, default=0))
    return max(depth)


def test_case_112_a_large_limit_is_streamed_and_never_refused_here(
    server: Start, shared: Path
) -> None:
    """Without a stream, the SDK refuses large limits in words that users do not understand."""
    given = json.loads((shared / "cases/inputs/112.request.json").read_text())
    served = server(answer=GOOD)
    for limit in (given["max_tokens"], 128_000):
        wanted = [replace(one, max_tokens=limit) for one in requests(2)]
        _, result = run(sdk(served.url), wanted)
        assert len(result.answers) == 2 and not result.failures
    assert all(row.body["stream"] for row in served.received())
    assert served.received()[0].body["max_tokens"] == given["max_tokens"]


def test_an_answer_that_never_ends_is_given_up(server: Start) -> None:
    """Pings keep a connection alive; only the whole time ends it."""
    served = server(rules=[{"do": "stall-inside"}], answer=GOOD)
    _, result = run(sdk(served.url, whole=0.4), requests(1))
    error = result.failures["score 1"]
    assert isinstance(error, AgentSilent) and error.fault == "too-slow" and result.calls == 1
    assert result.usage.input  # what was read is counted


def test_an_endless_answer_is_not_read_to_its_end(
    server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.models.stream.LONGEST_ANSWER", 2000)
    served = server(answer="x" * 100_000)
    _, result = run(sdk(served.url), requests(1))
    error = result.failures["score 1"]
    assert isinstance(error, AnswerBroken) and error.fault == "flood" and result.calls == 1


def test_what_a_server_lacks_is_found_out_once_and_remembered(server: Start) -> None:
    served = server(answer=GOOD, lacks=["output_config", "cache_control"])
    runner = sdk(served.url)
    _, result = run(runner, requests(8))
    assert len(result.answers) == 8 and not result.failures
    rows = served.received()
    assert len(rows) == 10 == result.calls  # twice refused, then never again
    assert "output_config" not in rows[-1].body and "cache_control" not in str(rows[-1].body)
    # The schema stands in the question instead.
    assert '"required":["score"]' in rows[-1].question
    # Handed in again, it is not asked for again.
    known = Capabilities.from_dict(runner.capabilities.to_dict())
    assert known == Capabilities(False, False, None)
    run(sdk(served.url, capabilities=known), requests(2))
    assert len(served.received()) == 12


def test_a_refusal_for_another_reason_teaches_nothing(server: Start) -> None:
    served = server(rules=[{"status": 400, "message": "system: must be polite"}])
    runner = sdk(served.url)
    _, result = run(runner, requests(4))
    assert "must be polite" in str(result.stopped)
    assert result.calls == 3  # with everything, then without each of the two
    assert runner.capabilities == Capabilities()


def test_a_server_that_unlearned_something_is_believed_when_it_names_it(server: Start) -> None:
    served = server(answer=GOOD, lacks=["output_config"])
    runner = sdk(served.url, capabilities=Capabilities(True, True))
    _, result = run(runner, requests(2))
    assert len(result.answers) == 2 and result.calls == 3
    assert runner.capabilities == Capabilities(False, True)


def test_a_server_that_ignores_the_schema_is_told_in_words(server: Start) -> None:
    served = server(answer=f"Here you are:\n```json\n{GOOD}\n```\nAnything else?")
    _, result = run(sdk(served.url), requests(2))
    assert len(result.answers) == 2
    assert '"additionalProperties":false' in served.received()[0].question


def test_capabilities_of_another_kind_are_left_out() -> None:
    assert Capabilities.from_dict({"output_config": "yes", "count_tokens": False, "x": 1}) == (
        Capabilities(None, None, False)
    )


def test_the_server_counts_for_nothing(server: Start) -> None:
    served, journal = server(), Noted()
    [wanted] = requests(1)
    tokens = count_exact(sdk(served.url), wanted, journal=journal)
    [row] = served.received()
    assert tokens == (len("You judge.") + len(PREFIX) + len(row.question)) // 4
    assert row.path == "/v1/messages/count_tokens" and "max_tokens" not in row.body
    assert journal.sent[0][0] == f"{served.url}/v1/messages/count_tokens"
    assert journal.sent[0][3] == len(row.raw)


def test_a_server_that_cannot_count_is_not_asked_twice(server: Start) -> None:
    served = server(lacks=["count_tokens"])
    runner = sdk(served.url)
    [wanted] = requests(1)
    assert count_exact(runner, wanted, journal=Noted()) is None
    assert count_exact(runner, wanted, journal=Noted()) is None
    assert len(served.received()) == 1 and runner.capabilities.count_tokens is False


def test_counting_fails_and_stops_like_asking(server: Start) -> None:
    served, [wanted] = server(key="another"), requests(1)
    with pytest.raises(AgentKey):
        count_exact(sdk(served.url), wanted, journal=Noted())
    with pytest.raises(Interrupted):
        count_exact(sdk(served.url), wanted, journal=Noted(), cancel=lambda: True)
    served.end()
    with pytest.raises(AgentBusy, match="cannot be reached"):
        count_exact(sdk(served.url), wanted, journal=Noted(), patience=QUICK)


def test_an_unknown_model_and_an_address_without_the_api(server: Start) -> None:
    served = server(models=["claude-haiku-5-5"])
    _, result = run(sdk(served.url), requests(3))
    assert isinstance(result.stopped, AgentWrongModel)
    assert "'claude-sonnet-5-5'" in str(result.stopped)
    _, result = run(sdk(f"{served.url}/elsewhere"), requests(3))
    assert "There is no Messages API" in str(result.stopped)
    assert len(served.received()) == 2


def test_nobody_listens(server: Start) -> None:
    served = server()
    served.end()
    _, result = run(sdk(served.url), requests(3))
    assert "cannot be reached" in str(result.stopped) and result.calls == 3


def test_a_proxy_is_not_shown_what_goes_to_this_machine(
    server: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://proxy.example:3128")
    served = server(answer=GOOD)
    _, result = run(sdk(served.url), requests(1))
    assert result.answers == {"score 1": 7}


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make a certificate")
def test_a_certificate_that_is_not_trusted_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = "openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 2 -subj /CN=x"
    command = [*make.split(), "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "c.pem", tmp_path / "k.pem")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"https://127.0.0.1:{listening.getsockname()[1]}"

        def answer_once() -> None:
            with (
                suppress(OSError),
                listening.accept()[0] as one,
                context.wrap_socket(one, server_side=True) as secure,
            ):
                heard = b""
                while not heard.endswith(b"}"):  # to the end of the body
                    heard += secure.recv(65536)
                secure.sendall(b"HTTP/1.1 529 Busy\r\ncontent-length: 0\r\n\r\n")

        for trusted in (False, True):
            if trusted:
                monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "c.pem"))
            thread = threading.Thread(target=answer_once)
            thread.start()
            events, result = run(sdk(url), requests(2), limits=Limits(max_calls=1))
            thread.join()
            error = result.failures.get("score 1")
            if trusted:  # it got as far as an answer
                assert "is overloaded" in of(Waiting, events)[0].why
            else:
                assert isinstance(error, AgentUnavailable) and error.fault == "certificate"
                assert "SSL_CERT_FILE" in str(error) and not of(Waiting, events)


def test_no_key_in_errors_or_logs(
    server: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server says the key back; the SDK's log is on; the user sends a header of his own."""
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Team: team-secret-77")
    caplog.set_level(logging.DEBUG)
    secrets = Secrets.from_environ({"ANTHROPIC_API_KEY": KEY, **os.environ})
    for rule in (
        {"status": 401, "message": f"bad key {KEY}, team-secret-77 and sk-other-key-1234"},
        {"status": 500, "message": f"bad key {KEY}, team-secret-77"},
        {"do": "garbage"},
    ):
        served = server(rules=[rule], key=KEY)
        _, result = run(SdkRunner(served.url, "m", secrets), requests(1))
        assert served.received()[0].headers["x-team"] == "team-secret-77"
        said = f"{result.failures['score 1']!r} {result.failures['score 1']} {caplog.text}"
        assert result.failures and KEY not in said and "team-secret" not in said
        assert "sk-other" not in said
        assert PREFIX[:30] not in caplog.text
    assert KEY not in repr(secrets) + str(secrets)


def test_bytes_that_are_no_text_do_not_stop_a_question(server: Start) -> None:
    served = server(answer=GOOD)
    odd = Request("odd", "s", "pre\udcff \u2028 é", "q\udc80", SCHEMA)
    _, result = run(sdk(served.url), [odd])
    assert result.answers == {"odd": 7}
    assert served.received()[0].body["messages"][0]["content"][0]["text"] == "pre\ufffd \u2028 é"


def test_the_sdk_is_loaded_by_the_first_question_and_no_sooner() -> None:
    code = (
        "import sys\n"
        "import workbench.models.batch, workbench.models.sdk, workbench.models.choose\n"
        "from workbench.models.choose import choose\n"
        "choose(environ={'ANTHROPIC_API_KEY': 'sk-1234567890'})\n"
        "assert not {'anthropic', 'httpx2', 'yaml'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_usage_is_unknown_where_nothing_is_said(server: Start) -> None:
    from workbench.models.stream import Taking

    taking = Taking()
    taking.message({"content": [{"type": "text", "text": "a"}, {"type": "odd"}, 3]})
    assert (taking.text, taking.usage, taking.stop) == ("a", Usage(), "")
    for wrong in ({}, {"content": "text"}, [], "text", None):
        with pytest.raises(AnswerBroken):
            Taking().message(wrong)


def test_events_of_any_shape_are_survived() -> None:
    from types import SimpleNamespace as N

    from workbench.models.stream import Taking

    taking = Taking()
    odd: list[Any] = [None, 7, "x", N(type=None), N(type="message_start", message=None)]
    odd += [N(type="content_block_delta", index="a", delta=N(type="text_delta", text="lost"))]
    odd += [N(type="message_start", message=N(model=3, usage=N(input_tokens=True)))]
    odd += [N(type="content_block_start", index=0, content_block=N(type="text", text=None))]
    odd += [N(type="content_block_delta", index=0, delta=N(type="text_delta", text=["no"]))]
    odd += [N(type="content_block_delta", index=0, delta=N(type="text_delta", text="kept"))]
    odd += [N(type="message_delta", delta=None, usage=N(output_tokens=-4))]
    for event in odd:
        taking.event(event)
    assert (taking.text, taking.usage, taking.whole) == ("kept", Usage(), False)
