"""Any command as a runner: scripts that answer, fail, hang, print garbage or print 10 MB."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from pathlib import Path

import pytest

from tests.models.asked import Noted, of, requests, run
from tests.waiting import Stopwatch, ended, wait_until
from workbench.errors import (
    AgentFailed,
    AgentSilent,
    AgentUnavailable,
    AnswerBroken,
    UsageError,
)
from workbench.models.batch import Stopped, Waiting
from workbench.models.command import CommandRunner, split, veiled
from workbench.models.secret import Secrets

pytestmark = pytest.mark.skipif(os.name == "nt", reason="process groups of POSIX")


def script(body: str) -> tuple[str, ...]:
    """A command that runs these lines of Python."""
    return (sys.executable, "-c", "import os, sys, time\n" + body)


def gone(pid: int) -> bool:
    """Whether a process has ended, waited for: the system takes its time to bury it."""
    return wait_until(lambda: ended(pid), f"the end of process {pid}")


def test_a_command_gets_the_question_on_stdin_and_prints_the_answer(tmp_path: Path) -> None:
    heard, journal = tmp_path / "heard.txt", Noted()
    answers = script(
        f"text = sys.stdin.read(); open({str(heard)!r}, 'w').write(text)\n"
        'print(\'Sure! Here it is:\\n```json\\n{"score": 4, "reason": "so so"}\\n```\')'
    )
    _, result = run(CommandRunner(answers), requests(1), journal=journal)
    assert result.answers == {"score 1": 4} and result.cost is None
    said = heard.read_text()
    wanted = requests(1)[0]
    at = [said.index(text) for text in wanted.texts]
    assert at == sorted(at) and '"additionalProperties":false' in said
    assert journal.sent[0][3] == len(said.encode())


def test_the_environment_goes_to_the_command_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OF_THE_USER", "8")
    _, result = run(
        CommandRunner(script("""print('{"score": %s}' % os.environ['OF_THE_USER'])""")), requests(1)
    )
    assert result.answers == {"score 1": 8}


def test_a_command_that_reads_nothing_may_answer_all_the_same() -> None:
    long = requests(1, "x" * 3_000_000)
    _, result = run(CommandRunner(script("""print('{"score": 3}')""")), long)
    assert result.answers == {"score 1": 3}


def test_a_command_that_fails_says_why_once_and_stops() -> None:
    fails = CommandRunner(
        script("sys.stderr.write('Not logged in.\\n\\x1b[31mRun login\\x1b[0m'); sys.exit(3)")
    )
    events, result = run(fails, requests(5))
    error = result.failures["score 1"]
    assert isinstance(error, AgentFailed) and result.stopped is error and result.calls == 1
    assert error.message.endswith("exit code 3: Not logged in. Run login")
    assert not of(Waiting, events)


def test_what_a_failing_command_prints_shows_no_key() -> None:
    secrets = Secrets.from_environ({"SOME_TOKEN": "tok-12345678", "PATH": "/usr/bin"})
    fails = CommandRunner(script("sys.exit('bad tok-12345678 and sk-abcdefghij')"), secrets=secrets)
    _, result = run(fails, requests(1))
    message = str(result.stopped)
    assert "tok-12345678" not in message and "sk-abc" not in message and "[hidden]" in message
    assert "tok-" not in fails.info.endpoint


def test_a_command_that_is_killed_says_so() -> None:
    _, result = run(CommandRunner(script("os.kill(os.getpid(), 9)")), requests(1))
    assert "was ended by signal 9 and said nothing" in str(result.stopped)


@pytest.mark.parametrize("name", ["/no/such/command", "/etc/hostname", "/"])
def test_a_command_that_cannot_be_run(name: str) -> None:
    _, result = run(CommandRunner((name,)), requests(3))
    assert isinstance(result.stopped, AgentUnavailable) and result.calls == 1
    assert name in str(result.stopped)


def test_a_command_that_prints_garbage_is_asked_twice_and_the_others_go_on() -> None:
    garbage = script("sys.stdout.buffer.write(os.urandom(3000) + b'{\"score\": \\xff')")
    events, result = run(CommandRunner(garbage), requests(3))
    assert not result.answers and result.stopped is None and result.calls == 6
    assert all(isinstance(error, AnswerBroken) for error in result.failures.values())
    assert len(of(Waiting, events)) == 3


def test_a_command_that_prints_10_mb_is_ended_at_the_limit() -> None:
    flood = script("sys.stdout.write('x' * 10_000_000); time.sleep(600)")
    _, result = run(CommandRunner(flood), requests(1))  # it would say nothing for ten minutes
    error = result.failures["score 1"]
    assert isinstance(error, AnswerBroken) and error.fault == "flood" and result.calls == 1
    assert "more than 4,000,000 bytes" in error.message


def test_10_mb_on_stderr_hurt_nobody() -> None:
    loud = script("sys.stderr.write('x' * 10_000_000); print('{\"score\": 2}')")
    _, result = run(CommandRunner(loud), requests(1))
    assert result.answers == {"score 1": 2}


def test_a_command_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    hangs = script(
        "import signal, subprocess\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        "time.sleep(600)"
    )
    _, result = run(CommandRunner(hangs, whole=1.0), requests(2))
    error = result.failures["score 1"]
    assert isinstance(error, AgentSilent) and result.stopped is error and result.calls == 1
    assert "no answer in 1 s" in error.message
    assert all(gone(int(pid)) for pid in pids.read_text().split())


def test_a_running_command_is_stopped_within_a_second(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    hangs = script(
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} '); time.sleep(600)"
    )
    at: list[Stopwatch] = []

    def cancel() -> bool:
        if not at and pids.exists() and len(pids.read_text().split()) == 3:
            at.append(Stopwatch())
        return bool(at)

    events, result = run(
        CommandRunner(hangs), requests(3), cancel=cancel, side_by_side=3, warm_first=False
    )
    assert at[0].stop() < 1.0
    assert result.under_way == 3 and "Stopped by you" in str(result.stopped)
    assert all(gone(int(pid)) for pid in pids.read_text().split())
    assert of(Stopped, events)


def test_a_child_that_stays_behind_does_not_hold_the_answer_up() -> None:
    leaves = script(
        "import subprocess\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print('{\"score\": 6}', flush=True)"
    )
    clock = Stopwatch()
    _, result = run(CommandRunner(leaves), requests(1))
    assert result.answers == {"score 1": 6}
    assert clock.stop() < 10


def test_a_command_line_is_split_and_no_shell_is_used(tmp_path: Path) -> None:
    assert split('claude -p --model "opus 5"') == ("claude", "-p", "--model", "opus 5")
    for wrong in ("", "   ", 'claude "-p'):
        with pytest.raises(UsageError):
            split(wrong)
    target = tmp_path / "made"
    line = f"{shlex.join(script('print(sys.argv[1:])'))} ; touch {target}"
    _, result = run(CommandRunner(split(line)), requests(1))
    assert not target.exists() and result.failures


H = "[hidden]"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("claude -p --model x --max-tokens 500", "claude -p --model x --max-tokens 500"),
        ("curl -H 'X-Api-Key: abc' -u me:pw http://x", f"curl -H {H} -u {H} http://x"),
        ("env MY_KEY=abc AUTH_TOKEN=x llm -m a", f"env MY_KEY={H} AUTH_TOKEN={H} llm -m a"),
        ("c --api-key abc --keyboard us --token=zz", f"c --api-key {H} --keyboard us --token={H}"),
        ("c --password", "c --password"),
    ],
)
def test_what_a_command_calls_a_key_is_not_shown(given: str, shown: str) -> None:
    """The command is shown before a run, and stored with what was sent."""
    assert " ".join(veiled(split(given))) == shown
    assert "abc" not in CommandRunner(split(given)).info.endpoint


def test_a_child_that_says_nothing_does_not_outlive_its_command(tmp_path: Path) -> None:
    """It had closed its output, so that nothing showed that it was still there."""
    pids = tmp_path / "pids"
    leaves = script(
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'],\n"
        "    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        f"open({str(pids)!r}, 'w').write(str(child.pid))\n"
        "print('{\"score\": 4}')"
    )
    _, result = run(CommandRunner(leaves), requests(1))
    assert result.answers == {"score 1": 4}
    assert gone(int(pids.read_text()))


def test_a_key_that_a_command_prints_is_hidden() -> None:
    secrets = Secrets("sk-ant-very-secret-key-1")
    says = script('print(\'{"score": 4, "reason": "sk-ant-very-secret-key-1"}\')')

    async def ask() -> str:
        return (await CommandRunner(says, secrets=secrets).ask(requests(1)[0], Noted())).text

    assert '"reason": "[hidden]"' in asyncio.run(ask())
