"""Runs commands whose standard streams are closed, full or gone: one process imports, forks run.

A fork sets its streams up as an interpreter does at its start, and flushes them as one does at its
exit, where what cannot be written is exit code 120. Standard input: a JSON
list of `[arguments, fault, unbuffered]`; standard output: one JSON line each of what came of it.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from typing import Any, BinaryIO, TextIO

#: fault -> number of the stream and what happens to it.
FAULTS = {
    "": (0, ""),
    **{
        f"{name} {what}": (number, what)
        for number, name in ((1, "stdout"), (2, "stderr"))
        for what in ("closed", "full", "gone")
    },
}


def stream(number: int, unbuffered: bool) -> TextIO | None:
    """sys.stdout or sys.stderr as a new interpreter makes them."""
    try:
        raw = io.FileIO(number, "w", closefd=False)
    except OSError:
        return None
    errors = "backslashreplace" if number == 2 else "strict"
    below: Any = raw if unbuffered else io.BufferedWriter(raw)
    lines = number == 2 and not unbuffered
    return io.TextIOWrapper(below, "utf-8", errors, None, lines, write_through=unbuffered)


def spoil(number: int, what: str) -> None:
    if what == "closed":
        os.close(number)
    elif what == "full":
        os.dup2(os.open("/dev/full", os.O_WRONLY), number)
    elif what == "gone":
        read, write = os.pipe()
        os.close(read)
        os.dup2(write, number)


def run(arguments: list[str], fault: str, unbuffered: bool) -> None:
    """In the fork: become `ctxbench ARGUMENTS`."""
    from workbench.cli import main

    spoil(*FAULTS[fault])
    sys.stdout = sys.__stdout__ = stream(1, unbuffered)  # type: ignore[assignment,misc]
    sys.stderr = sys.__stderr__ = stream(2, unbuffered)  # type: ignore[assignment,misc]
    code = main(arguments)
    for held in (sys.stdout, sys.stderr):
        try:
            held.flush()
        except OSError:
            code = 120
    os._exit(code)  # taking everything apart would cost more than the run


def forked(arguments: list[str], fault: str, unbuffered: bool, out: BinaryIO, err: BinaryIO) -> int:
    """The exit code of a run in a fork."""
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        run(arguments, fault, unbuffered)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def warm_up(runs: list[list[str]]) -> None:
    """Import and read what the runs need, once for all forks."""
    from workbench.cli import main

    kept = sys.stdin, sys.stdout, sys.stderr
    for arguments in runs:
        sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO()) for _ in range(3))
        main(arguments)
    sys.stdin, sys.stdout, sys.stderr = kept


def serve() -> None:
    cases = json.load(sys.stdin)
    warm_up([arguments for arguments, fault, _ in cases if not fault])
    for arguments, fault, unbuffered in cases:
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            code = forked(arguments, fault, unbuffered, out, err)
            said = []
            for file in (out, err):
                file.seek(0)
                said.append(file.read().decode("utf-8", "replace"))
        sys.stdout.write(json.dumps([code, *said]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
