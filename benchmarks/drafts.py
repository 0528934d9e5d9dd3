"""End the workbench in every rude way at random moments of typing, and look at what is left.

    python benchmarks/drafts.py [--sessions 200] [--seed 1] [--jobs 2] [--looks 1]

Each session is the real command on a pseudo-terminal of its own: it opens a prompt (some with CRLF,
some with undecodable bytes, some not on the disk yet), types at a random pace, and is ended at a
random moment by a signal to the process or to its whole group, by closing the terminal (also where
nobody hears of it by a signal), or by a fault inside. Then:

- the draft is the text with all keys but the last ones, to the byte, and the first key that is
  missing was sent at most two seconds before the end (what lay unread in a terminal because the
  machine was busy counts as lost, too);
- the bytes that reached the terminal, interpreted one after the other, leave it clean, its modes
  (termios) are what they were, and no process is left;
- the exit code is the documented one, and the sentence at the end says where the text is;
- the next `open` offers it (looked at in every `--looks`-th session).

Prints the losses in seconds and every failure. Ends with 1 when there is one.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.waiting import Stopwatch  # noqa: E402

#: Seconds of typing that any end may cost.
BUDGET = 2.0
#: The command as it is installed; and the same with a fault behind Ctrl+C.
_RUN = "import sys; from workbench.cli import main; sys.exit(main())"
_FAULTY = """
import sys
from workbench.cli import main
import workbench.tui.guard as guard
begin = guard.begin
def begin_then_break():
    watcher = begin()
    from workbench.tui.app import WorkbenchApp
    def fault(self):
        raise RuntimeError("made up")
    WorkbenchApp.action_no_interrupt = fault
    return watcher
guard.begin = begin_then_break
sys.exit(main())
"""
#: How a session ends: (name, exit code as `Popen` gives it).
ENDS = {
    "TERM": 143,
    "HUP": 129,
    "INT": 130,
    "KILL": -9,
    "KILL the group": -9,
    "closed terminal": 129,
    "closed, HUP ignored": 129,
    "fault": 2,
}
_LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 \r"


# -- a terminal that only remembers its modes --------------------------------------------------

_SEQUENCE = re.compile(rb"\x1b\[([?<>=]?)([0-9;]*)([A-Za-z])")
#: Private modes and whether a clean terminal has them.
_CLEAN = {
    25: True,
    7: True,
    **dict.fromkeys((1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016), False),
    **dict.fromkeys((47, 1047, 1049, 2004, 2026, 2048), False),
}


def unclean(raw: bytes) -> list[str]:
    """What the bytes leave switched on in a terminal that was clean before."""
    modes = dict(_CLEAN)
    keyboards = 0
    for mark, numbers, letter in _SEQUENCE.findall(raw):
        if mark == b"?" and letter in b"hl":
            for number in numbers.split(b";"):
                modes[int(number or 0)] = letter == b"h"
        elif letter == b"u" and mark == b">":
            keyboards += 1
        elif letter == b"u" and mark == b"<":
            keyboards = max(0, keyboards - int(numbers or 1))
    found = [
        f"mode {mode} is {'on' if on else 'off'}"
        for mode, on in modes.items()
        if on != _CLEAN.get(mode, False)
    ]
    return found + (["the keyboard protocol is on"] if keyboards else [])


def behind(raw: bytes) -> bytes:
    """What was written after the screen of the workbench was left."""
    return _SEQUENCE.sub(b"", raw.rpartition(b"\x1b[?1049l")[2])


class Pty:
    """A process on a pseudo-terminal of its own, its session leader unless `hangup` is false."""

    def __init__(self, path: Path, home: Path, code: str = _RUN, *, hangup: bool = True) -> None:
        import fcntl
        import pty
        import termios

        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.home = home

        def lead() -> None:
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)  # in the background they are ignored
            if not hangup:
                signal.signal(signal.SIGHUP, signal.SIG_IGN)
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        environ = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "open", str(path)],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environ
            | {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "CTXBENCH_HOME": str(home)},
            start_new_session=True,
            preexec_fn=lead,
        )
        self.raw = b""

    def read(self, seconds: float) -> None:
        """Take what is written within `seconds`."""
        end = time.monotonic() + seconds
        while self.master >= 0 and (left := end - time.monotonic()) > 0:
            if select.select([self.master], [], [], left)[0]:
                with suppress(OSError):
                    self.raw += os.read(self.master, 65536)

    def until(self, words: bytes, seconds: float = 60.0) -> bool:
        """Wait for words on the screen, which is drawn row by row in colours."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            self.read(0.02)
            if words in self.raw:
                return True
        return words in self.raw

    def hang_up(self) -> None:
        """Close the terminal."""
        for fd in (self.master, self.slave):
            os.close(fd)
        self.master = self.slave = -1

    def wait(self, seconds: float = 30.0) -> int | None:
        """The exit code, once the process and all that it started are gone."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.02)
        while left_of(self.home) and time.monotonic() < end:
            self.read(0.02)
        if self.master >= 0:
            while select.select([self.master], [], [], 0)[0]:
                self.read(0.01)
        return self.process.poll()

    def modes_kept(self) -> bool:
        import termios

        return termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.master >= 0:
            self.hang_up()


def left_of(home: Path) -> list[int]:
    """The processes of the session whose store is `home` (where /proc tells)."""
    mark, found = f"CTXBENCH_HOME={home}\0".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (folder / "environ").read_bytes() + b"\0":
                found.append(int(folder.name))
    return found


# -- one session -------------------------------------------------------------------------------


@dataclass
class Outcome:
    """What a session left: `lost` is in seconds, `missing` in keys."""

    end: str
    keys: int = 0
    missing: int = 0
    lost: float = 0.0
    failures: list[str] = field(default_factory=list)


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="ctxbench-drafts-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prompt(rng: random.Random) -> tuple[bytes | None, str]:
    """What the file holds (None: it is not there), and the line end that Enter gives."""
    kind = rng.choice(["plain", "plain", "crlf", "bytes", "new"])
    if kind == "new":
        return None, "\n"
    lines = [f"# Part {i}\n\n- Rule {i}: be exact.\n\n" for i in range(rng.randint(3, 300))]
    data = "".join(lines).encode()
    if kind == "crlf":
        return data.replace(b"\n", b"\r\n"), "\r\n"
    return (data + b"\xff\xfe\x80 not UTF-8\n" if kind == "bytes" else data), "\n"


def session(seed: int, end: str = "", *, look: bool = True) -> Outcome:
    """Run one session; everything about it follows from `seed`, but for the clock."""
    rng = random.Random(seed)
    end = end or rng.choice(list(ENDS))
    outcome = Outcome(end)
    with _folder() as folder:
        path, home = folder / "CLAUDE.md", folder / "home"
        data, newline = _prompt(rng)
        if data is not None:
            path.write_bytes(data)
        code = _FAULTY if end == "fault" else _RUN
        terminal = Pty(path, home, code, hangup=end != "closed, HUP ignored")
        try:
            _play(rng, terminal, outcome, path, home, data, newline)
        finally:
            terminal.close()
        if look and outcome.keys > outcome.missing:
            _look(path, home, outcome)
    return outcome


def _play(
    rng: random.Random,
    terminal: Pty,
    outcome: Outcome,
    path: Path,
    home: Path,
    data: bytes | None,
    newline: str,
) -> None:
    if not terminal.until(b"new file" if data is None else b"Part 2"):
        outcome.failures.append("no first screen")
        return
    sent: list[tuple[float, str]] = []
    # From a slow hand to one that types 180 words a minute.
    length, pace = rng.uniform(0.0, 4.0), rng.choice([0.1, 0.15, 0.3])
    start, watch = time.monotonic(), Stopwatch()
    while time.monotonic() < start + length or not sent:
        for _ in range(rng.randint(1, 2)):
            key = rng.choice(_LETTERS)
            os.write(terminal.master, key.encode())
            sent.append((watch.seconds, key))
        terminal.read(rng.uniform(0, 2 * pace))
    if rng.random() < 0.3:
        terminal.read(rng.uniform(0, 2.5))  # a person who looks at what was typed
    _end(terminal, outcome.end)
    ended = watch.stop()
    closed = terminal.master < 0
    found = terminal.wait()
    if found != ENDS[outcome.end]:
        outcome.failures.append(f"exit code {found}")
    kept = _kept(path, home, outcome)
    _measure(outcome, sent, ended, kept, data or b"", newline)
    if left := left_of(home):
        outcome.failures.append(f"processes are left: {left}")
    if closed:
        return
    outcome.failures += unclean(terminal.raw)
    if not terminal.modes_kept():
        outcome.failures.append("the modes of the terminal are others")
    words = behind(terminal.raw)
    if kept is not None and b"is kept" not in words:
        outcome.failures.append(f"nothing said where the text is: {words!r}")


def _end(terminal: Pty, end: str) -> None:
    pid = terminal.process.pid
    if end.startswith("closed"):
        terminal.hang_up()
    elif end == "fault":
        os.write(terminal.master, b"\x03")
    elif end == "KILL the group":
        os.killpg(pid, signal.SIGKILL)
    else:
        os.kill(pid, getattr(signal, f"SIG{end}"))


def _kept(path: Path, home: Path, outcome: Outcome) -> bytes | None:
    """The bytes of the draft that the next session would find."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom workbench.verbs import drafts\n"
        "found = drafts.find(Path(sys.argv[1]))\n"
        "assert not found.elsewhere and not found.troubles and len(found.drafts) < 2, found\n"
        "for draft in found.drafts:\n"
        "    sys.stdout.buffer.write(b'+' + drafts.read(draft))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        env=os.environ | {"CTXBENCH_HOME": str(home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        outcome.failures.append(done.stderr.decode().strip().splitlines()[-1])
    return done.stdout[1:] if done.stdout else None


def _measure(
    outcome: Outcome,
    sent: list[tuple[float, str]],
    ended: float,
    kept: bytes | None,
    data: bytes,
    newline: str,
) -> None:
    """How many of the keys are in the draft, and since when the first that is not was typed."""
    outcome.keys = len(sent)
    text = data if kept is None else kept
    if not text.endswith(data):
        outcome.failures.append("the draft lost some of the file")
        return
    typed = text[: len(text) - len(data)].replace(newline.encode(), b"\r")
    wanted = "".join(key for _, key in sent).encode()
    if not wanted.startswith(typed):
        outcome.failures.append(f"other keys: {typed[-40:]!r}")
        return
    outcome.missing = len(wanted) - len(typed)
    if outcome.missing:
        outcome.lost = ended - sent[len(typed)][0]
    if outcome.lost > BUDGET:
        outcome.failures.append(f"{outcome.lost:.2f} s of typing lost ({outcome.missing} keys)")


def _look(path: Path, home: Path, outcome: Outcome) -> None:
    """Open the prompt again: the draft is offered."""
    terminal = Pty(path, home)
    try:
        if not terminal.until(b"Unsaved text was left behind"):
            outcome.failures.append("not offered by the next open")
        os.kill(terminal.process.pid, signal.SIGTERM)
        terminal.wait()
        outcome.failures += [f"after the offer: {what}" for what in unclean(terminal.raw)]
    finally:
        terminal.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--looks", type=int, default=1)
    given = parser.parse_args()

    def one(i: int) -> tuple[int, Outcome]:
        return i, session(given.seed * 1_000_000 + i, look=not i % given.looks)

    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(given.jobs) as pool:
        for i, outcome in pool.map(one, range(given.sessions)):
            outcomes.append(outcome)
            for failure in outcome.failures:
                print(f"session {i} ({outcome.end}): {failure}", flush=True)
    for end, count in sorted(Counter(outcome.end for outcome in outcomes).items()):
        lost = [outcome.lost for outcome in outcomes if outcome.end == end]
        middle, most = statistics.median(lost), max(lost)
        print(f"{end:>20}: {count:3} sessions, lost {middle:.2f} s (median), {most:.2f} s (most)")
    lost = [outcome.lost for outcome in outcomes]
    failed = sum(bool(outcome.failures) for outcome in outcomes)
    print(
        f"{len(outcomes)} sessions, {sum(outcome.keys for outcome in outcomes)} keys: lost"
        f" {statistics.median(lost):.2f} s (median), {max(lost):.2f} s (most); {failed} failed"
    )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
