"""`ctxbench` on a terminal as a fork of one process that has loaded everything.

Loading modules, vocabularies and word lists is most of what a session of a test costs, and the same
each time. Here one process does it once, for all tests; each session is a fork of it that takes the
terminal, the environment and the folder that it is given, and then runs the command from its first
line to its last. The processes that review and ask, children of the workbench, are forked ahead in
the same way. What is about loading itself, or about variables that are read at a start, gets a
Python of its own: `Terminal(..., alone=True)`.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import select
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
#: A variable of all forks, by which they are known: the process whose tests they are for.
_MARK = "CTXBENCH_TESTS_OF"


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
        env={**os.environ, "PYTHONPATH": str(ROOT), _MARK: str(os.getpid())},
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
    from workbench.cli import main
    from workbench.tui import ask_apart, ask_child, review_apart, review_child

    _fork_ahead(review_child, review_apart)
    _fork_ahead(ask_child, ask_apart, leader=True)

    return main()


def _new_streams() -> None:
    """Standard streams as an interpreter makes them at its start."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        errors = "backslashreplace" if number == 2 else "strict"
        stream = open(number, mode, errors=errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


# -- the processes of a session -------------------------------------------------------------------


class Forked:
    """A process that was forked ahead, with what its user takes of `Popen`."""

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
    """The module `subprocess` for who starts a process: the first one is there already."""

    DEVNULL, PIPE = subprocess.DEVNULL, subprocess.PIPE

    def __init__(self, first: Forked) -> None:
        self._first: Forked | None = first

    def Popen(self, *arguments: Any, **options: Any) -> Any:
        first, self._first = self._first, None
        return first or subprocess.Popen(*arguments, **options)


def _fork_ahead(child: Any, user: Any, *, leader: bool = False) -> None:
    """A process of this session that becomes the module `child` when `user` talks to it."""
    given, to_child = os.pipe()
    answers, from_child = os.pipe()
    pid = os.fork()
    if not pid:
        if leader:
            os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for here, there in ((given, 0), (from_child, 1), (nothing, 2)):
            os.dup2(here, there)
        os.closerange(3, 256)
        _new_streams()
        select.select([0], [], [])
        Path("/proc/self/comm").write_text(child.__name__.rpartition(".")[2])
        with suppress(BaseException):
            child.main()
        os._exit(0)
    os.close(given)
    os.close(from_child)
    user.subprocess = _Subprocess(Forked(pid, to_child, answers))


def named(name: str) -> list[int]:
    """The processes of sessions of these tests that became the module of this name."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            ours = f"{_MARK}={os.getpid()}\0".encode() in (place / "environ").read_bytes()
            if ours and (place / "comm").read_text().strip() == name:
                found.append(int(place.name))
    return found


def _load() -> None:
    """What sessions load one by one: modules, and what they keep once they have read it."""
    import anthropic  # noqa: F401
    import textual.widgets  # noqa: F401

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
