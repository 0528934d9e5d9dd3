"""`ctxbench` on a terminal as a fork of one process that has loaded everything.

Loading modules, vocabularies and word lists is most of what a session of a test costs, and the same
each time. Here one process does it once, for all tests; each session is a fork of it that takes the
terminal, the environment and the folder that it is given, and then runs the command from its first
line to its last. The process that reviews, a child of the workbench, is forked ahead in the same
way. What is about loading itself, or about variables that libraries read while they are loaded,
starts a Python of its own: `Terminal(..., alone=True)`.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import termios
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_prompts"
#: Who forks has no second thread, and can say which descriptors a message brings: Linux.
CAN = sys.platform == "linux"


# -- in the process of the tests ------------------------------------------------------------------


class Session:
    """A fork that was started, with what tests use of `Popen`."""

    def __init__(self, line: socket.socket) -> None:
        self._line, self._said = line, b""
        while b"\n" not in self._said:
            got = line.recv(100)
            assert got, "the process that forks has ended"
            self._said += got
        self.pid = int(self._said.partition(b"\n")[0])
        self.returncode: int | None = None
        line.setblocking(False)

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        if self.returncode is None:
            with suppress(BlockingIOError):
                while got := self._line.recv(100):
                    self._said += got
                self._line.close()
                self.returncode = int(self._said.split()[1])
        return self.returncode

    def wait(self) -> int:
        if self.returncode is None:
            self._line.setblocking(True)
        code = self.poll()
        assert code is not None
        return code

    def kill(self) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


def start(
    arguments: Sequence[str], terminal: int, cwd: Path | None, env: dict[str, str]
) -> Session:
    """`ctxbench ARGUMENTS` on a terminal, given by its descriptor, as a leader of its session."""
    ours, theirs = socket.socketpair()
    message = json.dumps([list(arguments), str(cwd or Path.cwd()), env]).encode()
    socket.send_fds(_server(), [message], [terminal, theirs.fileno()])
    theirs.close()
    return Session(ours)


@cache
def _server() -> socket.socket:
    """The process that forks; it ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.tui.forks"],
        stdin=theirs,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# -- in the process that forks --------------------------------------------------------------------


def serve() -> int | None:
    """Fork for each message; returns in each fork, with the code of its command, and at the end."""
    asked = socket.socket(fileno=os.dup(0))
    _load()
    gc.collect()
    gc.freeze()  # what all have in common is not looked through, and so not copied, in each
    while True:
        message, given, _, _ = socket.recv_fds(asked, 1 << 20, 2)
        if not message:
            with suppress(ChildProcessError):
                while True:
                    os.wait()
            return None
        if not os.fork():
            asked.close()
            terminal, line = given
            return _watched(terminal, socket.socket(fileno=line), *json.loads(message))
        for number in given:
            os.close(number)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _watched(terminal: int, line: socket.socket, *what: Any) -> int | None:
    """Fork the session and say how it ends; returns in the session only."""
    pid = os.fork()
    if not pid:
        line.close()
        return _session(terminal, *what)
    os.close(terminal)
    line.sendall(b"%d\n" % pid)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    with suppress(OSError):  # nobody asks any more
        line.sendall(b"%d\n" % code)
    os._exit(0)


def _session(terminal: int, arguments: list[str], cwd: str, env: dict[str, str]) -> int:
    """Become `ctxbench ARGUMENTS`."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(terminal, number)
    os.close(terminal)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv[:] = ["-c", *arguments]
    _new_streams()
    _fork_reviewer()
    from workbench.cli import main

    return main()


def _new_streams() -> None:
    """Standard streams as an interpreter makes them at its start."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        errors = "backslashreplace" if number == 2 else "strict"
        stream = open(number, mode, errors=errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


# -- the process that reviews ---------------------------------------------------------------------


class Forked:
    """The reviewing process, with what its user takes of `Popen`."""

    def __init__(self, pid: int, stdin: int, stdout: int) -> None:
        self.pid, self.returncode = pid, None
        self.stdin = open(stdin, "wb")  # noqa: SIM115
        self.stdout = open(stdout, "rb")  # noqa: SIM115
        self._lock = threading.Lock()

    def _end(self, flags: int) -> int | None:
        with self._lock:
            if self.returncode is None:
                pid, status = os.waitpid(self.pid, flags)
                if pid:
                    self.returncode = os.waitstatus_to_exitcode(status)
            return self.returncode

    def poll(self) -> int | None:
        return self._end(os.WNOHANG)

    def wait(self) -> int | None:
        return self._end(0)

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


class _Subprocess:
    """The module `subprocess` for `review_apart`: the first process is there already."""

    DEVNULL, PIPE = subprocess.DEVNULL, subprocess.PIPE

    def __init__(self, first: Forked) -> None:
        self._first: Forked | None = first

    def Popen(self, *arguments: Any, **options: Any) -> Any:
        first, self._first = self._first, None
        return first or subprocess.Popen(*arguments, **options)


def _fork_reviewer() -> None:
    """A child of this session that waits for the first text to review."""
    from workbench.tui import review_apart, review_child

    texts, to_texts = os.pipe()
    answers, to_answers = os.pipe()
    pid = os.fork()
    if not pid:
        nothing = os.open(os.devnull, os.O_RDWR)
        for here, there in ((texts, 0), (to_answers, 1), (nothing, 2)):
            os.dup2(here, there)
        os.closerange(3, 256)
        _new_streams()
        with suppress(BaseException):
            review_child.main()
        os._exit(0)
    os.close(texts)
    os.close(to_answers)
    review_apart.subprocess = _Subprocess(Forked(pid, to_texts, answers))  # type: ignore[attr-defined]


def _load() -> None:
    """What sessions load one by one: modules, and what they keep once they have read it."""
    import textual.widgets  # noqa: F401  (its widgets are loaded when they are named)

    for file in sorted((ROOT / "workbench").rglob("*.py")):
        names = file.relative_to(ROOT).with_suffix("").parts
        if "notebook" not in names and names[-1] not in ("__init__", "__main__"):
            import_module(".".join(names))
    from workbench.cli import main

    kept = sys.stdout, sys.stderr
    with tempfile.TemporaryDirectory() as home, open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.environ["CTXBENCH_HOME"] = home
        sys.stdout = sys.stderr = nowhere
        try:
            for path in (
                SAMPLES / "ledger-service" / "CLAUDE.md",
                SAMPLES / "duplicates" / "AGENTS.md",
            ):
                for verb in ("count", "score", "review", "optimize", "versions"):
                    main([verb, str(path)])
        finally:
            sys.stdout, sys.stderr = kept


if __name__ == "__main__":
    sys.exit(serve())
