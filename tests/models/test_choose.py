"""Who is asked, and what is missing, known before the first call."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.models.asked import KEY
from workbench.errors import AgentUnavailable, UsageError
from workbench.models.address import base_url, in_the_clear, is_local
from workbench.models.choose import choose, why_not

ENV = {"PATH": str(Path(sys.executable).parent), "ANTHROPIC_API_KEY": KEY}


def test_case_073_what_is_missing_is_said_before_the_first_call(shared: Path) -> None:
    """A run used the subscription, then needed a key and crashed half way."""
    lines = (shared / "cases/inputs/073.env.txt").read_text().splitlines()
    environ = dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")
    assert "ANTHROPIC_API_KEY" not in environ
    with pytest.raises(AgentUnavailable) as missing:
        choose(environ=environ)
    for way in ("ANTHROPIC_API_KEY", "--runner", "--base-url", "offline is not affected"):
        assert way in str(missing.value)
    assert missing.value.exit_code == 3
    assert "there is no key" in why_not(environ=environ)
    # Each of the three ways alone is enough.
    python = Path(sys.executable).name
    assert why_not(environ=ENV) == ""
    assert why_not(runner=f"{python} -c 1", environ={"PATH": ENV["PATH"]}) == ""
    assert why_not(url="http://localhost:11434", model="qwen3", environ={}) == ""


def test_an_action_without_a_runner_is_off_with_a_reason() -> None:
    assert "'claude-code-42' is not found" in why_not(runner="claude-code-42 -p", environ=ENV)
    assert "No model is named" in why_not(url="http://localhost:1234", environ=ENV)
    assert "line break" in why_not(environ={"ANTHROPIC_API_KEY": "sk-1\nsk-2"})
    assert "unencrypted" in why_not(url="http://models.example.com", model="m", environ=ENV)
    assert "no address" in why_not(url="localhost:11434", model="m", environ=ENV)


def test_a_key_asks_anthropic() -> None:
    info = choose(environ=ENV).info
    assert (info.name, info.endpoint) == ("anthropic", "https://api.anthropic.com/v1/messages")
    assert info.payment == "price" and info.model.startswith("claude-")
    assert choose(environ={"ANTHROPIC_AUTH_TOKEN": "t"}, model="claude-x").info.model == "claude-x"


def test_an_address_asks_the_server_there() -> None:
    local = choose(url="http://127.0.0.1:8080/v1/", model="qwen3", environ={}).info
    assert (local.name, local.payment) == ("messages", "local")
    assert local.endpoint == "http://127.0.0.1:8080/v1/messages"
    far = choose(url="https://gateway.example.com/llm", model="m", environ=ENV).info
    assert (far.payment, far.endpoint) == ("price", "https://gateway.example.com/llm/v1/messages")
    named = choose(model="m", environ={"ANTHROPIC_BASE_URL": "http://localhost:4000"}).info
    assert named.endpoint == "http://localhost:4000/v1/messages"


def test_a_command_wins_and_needs_no_key() -> None:
    python = Path(sys.executable).name
    environ = {"PATH": ENV["PATH"], "ANTHROPIC_API_KEY": "odd key\n"}
    info = choose(runner=f"{python} -c 'print(1)'", url="http://x", environ=environ).info
    assert (info.name, info.model, info.payment) == ("command", "", "subscription")
    assert info.endpoint == f"{python} -c 'print(1)'"


@pytest.mark.parametrize("key", ["runner", "base_url"])
def test_a_project_cannot_choose_who_gets_the_key(key: str) -> None:
    """A cloned project's settings could run a command, or send prompts and key away."""
    for mine in ("flag", "CTXBENCH_RUNNER", "/home/me/.config/ctxbench/config.yaml"):
        choose(environ=ENV, sources={key: mine})
    with pytest.raises(UsageError, match="cannot come from a project"):
        choose(environ=ENV, sources={key: "cloned/.ctxbench.yaml"})


@pytest.mark.parametrize(
    "given, right",
    [
        ("http://localhost:11434", "http://localhost:11434"),
        (" http://localhost:11434/ ", "http://localhost:11434"),
        ("http://localhost:11434/v1", "http://localhost:11434"),
        ("https://a.example/llm/v1/messages/", "https://a.example/llm"),
        ("http://[::1]:80/v1", "http://[::1]:80"),
    ],
)
def test_an_address_is_put_right(given: str, right: str) -> None:
    assert base_url(given) == right


@pytest.mark.parametrize(
    "given",
    [
        "localhost:11434",
        "ftp://a.example",
        "http://",
        "http://a:port",
        "http://a b",
        "https://me:secret-word@a.example",
        "https://a.example/?key=1",
        "http://[::1",
        "http://a\x1b[31m.example",
        "",
    ],
)
def test_what_is_no_address_is_refused_with_a_hint(given: str) -> None:
    with pytest.raises(UsageError) as refused:
        base_url(given)
    assert refused.value.hint and "secret-word" not in str(refused.value)


def test_local_is_known_without_looking_anything_up() -> None:
    for url in ("http://localhost:1", "http://10.1.2.3", "http://[::1]", "http://gpu.lan"):
        assert is_local(url) and not in_the_clear(url)
    for url in ("http://a.example.com", "http://8.8.8.8", "http://localhost.evil.com"):
        assert not is_local(url) and in_the_clear(url)
    assert not in_the_clear("https://a.example.com")
    # Numbers in one piece are numbers: 8.8.8.8 and 127.0.0.1.
    assert in_the_clear("http://134744072") and not in_the_clear("http://2130706433")
    assert in_the_clear("http://0x08080808") and in_the_clear("http://01002004010")


def test_a_header_of_the_environment_is_a_secret_too() -> None:
    environ = {"PATH": "", "ANTHROPIC_CUSTOM_HEADERS": "Authorization: Bearer very-secret-indeed"}
    with pytest.raises(AgentUnavailable, match="unencrypted") as refused:
        choose(url="http://a.example.com", model="m", environ=environ)
    assert "very-secret" not in str(refused.value)
    choose(url="https://a.example.com", model="m", environ=environ)
