"""Starts servers of `server.py` and reads what they wrote down."""

from __future__ import annotations

import atexit
import base64
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.waiting import LONG, wait_until

SCRIPT = Path(__file__).with_name("server.py")


@dataclass(frozen=True)
class Received:
    """One request as it arrived. `end` is None while it is not answered; `gone`: the client hung
    up first.
    """

    path: str
    headers: dict[str, str]
    raw: bytes
    at: float
    active: int
    end: float | None = None
    gone: bool = False

    @property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.raw)
        return found

    @property
    def question(self) -> str:
        return str(self.body["messages"][0]["content"][-1]["text"])


@dataclass
class Served:
    """A running server; `line` is its standard input and output."""

    line: socket.socket
    log: Path
    port: int
    url: str = field(init=False)

    def __post_init__(self) -> None:
        self.url = f"http://127.0.0.1:{self.port}"

    def received(self) -> list[Received]:
        """All requests so far, in the order of their arrival."""
        lines = self.log.read_text("ascii").split("\n")[:-1]
        rows = [json.loads(line) for line in lines]
        ends = {row["end"]: row for row in rows if "end" in row}
        return [
            Received(
                row["path"],
                row["headers"],
                base64.b64decode(row["body"]),
                row["t"],
                row["active"],
                ends[row["request"]]["t"] if row["request"] in ends else None,
                row["request"] in ends and ends[row["request"]]["gone"],
            )
            for row in rows
            if "request" in row
        ]

    def wait(self, true: Callable[[list[Received]], bool]) -> list[Received]:
        """What was received, as soon as `true` of it."""
        [rows] = wait_until(
            lambda: [rows] if true(rows := self.received()) else None,
            lambda: f"what the server never saw: {self.received()}",
        )
        return rows

    def end(self) -> None:
        """May be called again."""
        if self.line.fileno() >= 0:
            self.line.shutdown(socket.SHUT_WR)
            while self.line.recv(4096):  # the last of its output, and then its end
                pass
            self.line.close()


@cache
def _forks() -> socket.socket:
    """The process whose forks the servers are; it ends with this one."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen([sys.executable, str(SCRIPT), "--forks"], stdin=theirs)
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait(LONG)

    atexit.register(end)
    return ours


def serve(folder: Path, scenario: dict[str, Any]) -> Served:
    script, log = folder / "scenario.json", folder / "log.jsonl"
    script.write_text(json.dumps(scenario), "utf-8")
    log.touch()
    line, theirs = socket.socketpair()
    line.settimeout(LONG)
    socket.send_fds(_forks(), [f"{script.resolve()}\0{log.resolve()}".encode()], [theirs.fileno()])
    theirs.close()
    said = b""
    while not said.endswith(b"\n"):
        said += line.recv(100)
    return Served(line, log, int(said))
