"""Clients that are agents: asked leanly, with what the installed version offers."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.models.asked import Noted, requests, run
from workbench.errors import AgentFailed
from workbench.measure.request import Usage
from workbench.models.clients import (
    CLIENTS,
    last_words,
    lean,
    options_in,
    prepare,
    read_claude,
)
from workbench.models.command import CommandRunner, split

pytestmark = pytest.mark.skipif(os.name == "nt", reason="programs of POSIX")

#: A client with the options of `help`; it tells what it was given, and answers as `claude` does.
CLIENT = r"""#!<python>
import json, pathlib, sys
with open(<log>, "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\n")
if "--version" in sys.argv:
    print(<version>)
elif "--help" in sys.argv:
    print(<help>)
else:
    text = sys.stdin.read()
    argv = sys.argv[1:]
    system = ""
    if "--system-prompt-file" in argv:
        system = pathlib.Path(argv[argv.index("--system-prompt-file") + 1]).read_text()
    with open(<log> + ".asked", "w") as asked:
        json.dump([system, text], asked)
    answer = <answer>
    print(json.dumps(answer) if "json" in argv else answer["result"])
    sys.exit(<code>)
"""
HELP = """Usage: client [options]
  -p, --print                 Print and exit
  --safe-mode                 No customizations
  --tools <tools...>          Tools to have. Use "" for none
  --no-session-persistence    Keep no session
  --bare                      Give context by: --system-prompt[-file], --add-dir
  --output-format <format>    text or json
"""
ANSWER = {
    "type": "result",
    "subtype": "success",
    "is_error": False,
    "result": '{"score": 6}',
    "usage": {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 900},
    "modelUsage": {"claude-opus-5-5": {"inputTokens": 10}},
}


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """`install(name, ...)` puts such a client on the PATH; returns the list of its calls."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    monkeypatch.setenv("PATH", f"{bin_}{os.pathsep}{os.environ['PATH']}")

    def put(
        name: str,
        help: str = HELP,
        version: str = "1.0 (Client)",
        answer: object = ANSWER,
        code: int = 0,
    ) -> Path:
        log, program = tmp_path / f"{name}.log", bin_ / name
        fields = {
            "python": sys.executable,
            "log": repr(str(log)),
            "version": repr(version),
            "help": repr(help),
            "answer": repr(answer),
            "code": repr(code),
        }
        text = CLIENT
        for key, value in fields.items():
            text = text.replace(f"<{key}>", value)
        program.write_text(text)
        program.chmod(0o755)
        return log

    return put


def calls(log: Path) -> list[list[str]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_claude_is_asked_leanly_and_the_command_is_shown_as_it_is_run(install: object) -> None:
    log = install("claude")  # type: ignore[operator]
    runner = CommandRunner(split("claude -p --model opus")).prepared()
    lean_flags = "--safe-mode --tools '' --no-session-persistence --system-prompt-file FILE"
    assert runner.info.endpoint == f"claude -p --model opus {lean_flags} --output-format json"
    assert runner.info.version == "1.0 (Client)"
    journal = Noted()
    _, result = run(runner, requests(2), journal=journal)
    assert result.answers == {"score 1": 6, "score 2": 6}
    assert result.usage == Usage(20, 10, None, 1800)
    # The judged text goes by the file, the question by standard input; both are counted as sent.
    system, sent = json.loads(Path(f"{log}.asked").read_text())
    assert "You judge." in system and "The parts of a prompt" in system
    assert sent.startswith("How much is part 2 worth?") and "JSON schema" in sent
    assert journal.sent[1][3] == len(system.encode()) + len(sent.encode())
    # Options and version are asked once, however many runners and questions there are.
    CommandRunner(split("claude -p")).prepared()
    asked = calls(log)
    assert [one for one in asked if one in (["--help"], ["--version"])] == [
        ["--version"],
        ["--help"],
    ]
    file = asked[-1][asked[-1].index("--system-prompt-file") + 1]
    assert Path(file).is_absolute() and not Path(file).exists()


def test_what_the_user_chose_and_what_a_version_lacks_is_left_alone() -> None:
    claude, offered = CLIENTS["claude"], options_in(HELP)
    given = ["-p", "--tools=Read", "--system-prompt", "You are mine.", "--output-format", "text"]
    assert [flag.name for flag in lean(claude, given, offered)] == [
        "--safe-mode",
        "--no-session-persistence",
    ]
    old = options_in("  -p, --print\n  --strict-mcp-config\n")
    assert [flag.name for flag in lean(claude, ["-p"], old)] == ["--strict-mcp-config"]
    assert lean(claude, ["-p"], frozenset()) == []
    assert lean(claude, [], offered)[0].name == "--print"


def test_codex_and_gemini_get_their_own_options(install: object) -> None:
    options = "--skip-git-repo-check --sandbox <MODE> --ephemeral --color <WHEN> --skip-trust"
    install("codex", help=options)  # type: ignore[operator]
    install("gemini", help=options)  # type: ignore[operator]
    sandboxed = "--skip-git-repo-check --sandbox read-only --ephemeral --color never"
    for given, wanted in (
        ("codex exec", f"codex exec {sandboxed}"),
        ("codex exec -s workspace-write", "codex exec -s workspace-write "
         + sandboxed.replace("--sandbox read-only ", "")),
        ("codex", "codex"),  # no sub-command for scripts: it is not ours to choose one
        ("env A=1 gemini -m flash", "env A=1 gemini -m flash --skip-trust"),
    ):  # fmt: skip
        assert shlex.join(prepare(split(given), os.environ).argv) == wanted


def test_an_unknown_command_is_run_as_given(install: object, tmp_path: Path) -> None:
    log = install("some-judge", answer={**ANSWER, "result": '{"score": 3}'})  # type: ignore[operator]
    runner = CommandRunner(split("some-judge -x 1")).prepared()
    assert runner.info.endpoint == "some-judge -x 1"
    _, result = run(runner, requests(1))
    assert result.answers == {"score 1": 3}
    assert calls(log) == [["--version"], ["-x", "1"]]


def test_a_program_of_ones_own_is_not_run_before_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may do anything when it is run; its bytes tell its version."""
    monkeypatch.chdir(tmp_path)
    own, ran = tmp_path / "judge.sh", tmp_path / "ran"
    own.write_text(f"#!/bin/sh\ntouch {ran}\n")
    own.chmod(0o755)
    first = prepare(("./judge.sh", "--log", "judge.log"), os.environ)
    (tmp_path / "judge.log").write_text("what it did")  # no part of the judge
    assert prepare(("./judge.sh", "--log", "judge.log"), os.environ) == first
    own.write_text("#!/bin/sh\necho other\n")
    assert prepare(("./judge.sh", "--log", "judge.log"), os.environ).version != first.version
    assert not ran.exists() and first.version


def test_another_script_or_another_version_is_another_judge(
    install: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "judge.py"
    seen = set()
    for text in ("print(1)", "print(2)"):
        script.write_text(text)
        seen.add(prepare((sys.executable, "judge.py"), os.environ).version)
    for version in ("2.1.0", "2.2.0"):
        install("claude", version=version)  # type: ignore[operator]
        os.utime(tmp_path / "bin/claude", ns=(len(seen), len(seen)))
        seen.add(prepare(("claude",), os.environ).version)
    assert len(seen) == 4


def test_a_client_that_cannot_tell_its_version_is_told_by_its_bytes(
    install: object, tmp_path: Path
) -> None:
    (tmp_path / "bin/claude").write_text("#!/bin/sh\nexit 3\n")
    (tmp_path / "bin/claude").chmod(0o755)
    found = prepare(("claude", "-p"), os.environ)
    assert found.version.startswith("sha256 ") and found.added == ()


@pytest.mark.parametrize(
    "body",
    ["exec sleep 600", "yes | cat", "cat; exit 1"],
    ids=["hangs", "floods", "fails"],
)
def test_a_program_that_does_not_answer_holds_nothing_up(
    body: str, install: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.models.clients._LOOK", 1.5)
    monkeypatch.setattr("workbench.models.clients._END", 0.3)
    (tmp_path / "bin/odd-judge").write_text(f"#!/bin/sh\n{body}\n")
    (tmp_path / "bin/odd-judge").chmod(0o755)
    assert prepare(("odd-judge",), os.environ).version.startswith("sha256 ")


def test_a_child_that_a_program_leaves_behind_holds_nothing_up(
    install: object, tmp_path: Path
) -> None:
    (tmp_path / "bin/odd-judge").write_text("#!/bin/sh\nsleep 600 &\necho 1.0\n")
    (tmp_path / "bin/odd-judge").chmod(0o755)
    assert prepare(("odd-judge",), os.environ).version == "1.0"


def test_help_in_the_forms_that_programs_print_it() -> None:
    assert options_in("-e, --ephemeral\n  --a-b, --sys[-file] [--no-x] word--y") == {
        "--ephemeral",
        "--a-b",
        "--sys",
        "--sys-file",
        "--no-x",
    }


def test_the_answer_of_claude_in_its_forms() -> None:
    said = read_claude(json.dumps(ANSWER))
    assert said is not None and (said.text, said.model) == ('{"score": 6}', "claude-opus-5-5")
    listed = read_claude(json.dumps([{"type": "system"}, ANSWER]))
    assert listed == said
    for other in ('{"score": 6}', "Sure!", "[1, 2", "[]", "null", "[" * 5000):
        assert read_claude(other) is None
    odd = read_claude(json.dumps({"type": "result", "result": 3, "usage": {"input_tokens": "x"}}))
    assert odd is not None and (odd.text, odd.usage, odd.error) == ("", Usage(), "")


@pytest.mark.parametrize("code", [0, 1])
def test_a_client_that_is_not_logged_in_says_so(code: int, install: object) -> None:
    failed = {**ANSWER, "is_error": True, "result": "Not logged in · Please run /login"}
    install("claude", answer=failed, code=code)  # type: ignore[operator]
    _, result = run(CommandRunner(split("claude -p")).prepared(), requests(3))
    assert isinstance(result.stopped, AgentFailed) and result.calls == 1
    assert result.stopped.message.endswith(": Not logged in · Please run /login")


def test_of_what_a_command_says_the_end_is_shown_without_colours_and_once() -> None:
    warnings = "".join(f"\x1b[33mwarning\x1b[0m: plug-in {n} is old\n" for n in range(60))
    talk = (
        f"{warnings}\x1b]0;title\x07{'Trying again ...' * 1}\nTrying again ...\nquota is used up\n"
    )
    last = last_words(talk)
    assert last.endswith("plug-in 59 is old Trying again ... quota is used up")
    assert last.startswith("…") and len(last) == 240 and "␛" not in last and "33m" not in last
    assert last_words("\x1b[31m\x1b[0m \n") == "" and last_words("a\x07b") == "a␇b"
