"""Counting a large text in a process of its own.

ctok is pure Python and holds the interpreter lock for seconds on a megabyte; in another process
the window stays responsive. The text goes through a pipe and is written nowhere.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from workbench.errors import CtxbenchError, Interrupted

_POLL_SECONDS = 0.05
_WORK = "from workbench.verbs.count_elsewhere import work; work()"


@dataclass(frozen=True, slots=True)
class CountProgress:
    """How far the count is, in lines; `costs` comes with the last one.

    `costs` are in 1 / unit tokens, one for each line: what `LineCounter.adopt` takes.
    """

    done: int
    total: int
    costs: tuple[int, ...] | None = None


def count_lines_elsewhere(
    tokenizer_name: str,
    lines: Sequence[str],
    *,
    model: str | None = None,
    cancel: Callable[[], bool] = lambda: False,
) -> Generator[CountProgress, None, None]:
    """Costs of `lines` (with endings), counted in another process.

    Yields progress at least every 50 ms while it waits, and last the costs. Dropping the generator
    or a `cancel` that turns true ends the process; then Interrupted is raised. Raises CtxbenchError
    when the process fails.
    """
    process = subprocess.Popen(
        # -P: the current directory may hold a stranger's modules.
        [sys.executable, "-P", "-c", _WORK],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    talk: list[bytes] = []
    request = {"counter": tokenizer_name, "model": model, "lines": list(lines)}
    threads = [
        threading.Thread(target=_send, args=(process.stdin, request), daemon=True),
        threading.Thread(target=_receive, args=(process.stdout, answers), daemon=True),
        threading.Thread(
            target=lambda e: talk.append(e.read()), args=(process.stderr,), daemon=True
        ),
    ]
    for thread in threads:
        thread.start()
    done = 0
    try:
        while True:
            if cancel():
                raise Interrupted("Counting was cancelled; nothing was changed.")
            try:
                line = answers.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                yield CountProgress(done, len(lines))
                continue
            answer: dict[str, Any] = (
                json.loads(line) if line else {"error": _last_words(threads[2], talk)}
            )
            if "error" in answer:
                raise CtxbenchError(
                    f"Counting in another process failed: {answer['error']}.",
                    hint="Nothing was changed; count again, or choose another counter.",
                )
            done = answer["done"]
            if "costs" in answer:
                yield CountProgress(done, len(lines), tuple(answer["costs"]))
                return
            yield CountProgress(done, len(lines))
    finally:
        process.kill()
        process.wait()
        for thread in threads:
            thread.join()
        for pipe in (process.stdout, process.stderr):
            pipe.close()


def work(source: IO[bytes] | None = None, sink: IO[bytes] | None = None) -> None:
    """The other process: a request as JSON on stdin, answers as JSON lines on stdout."""
    source = source or sys.stdin.buffer
    sink = sink or sys.stdout.buffer
    from workbench.measure.tokens.counter import LineCounter
    from workbench.measure.tokens.registry import get_tokenizer

    request = json.loads(source.read())
    lines = request["lines"]
    try:
        counter = LineCounter(get_tokenizer(request["counter"], request["model"]))
        for done, _ in counter.load(lines):
            _write(sink, {"done": done})
    except CtxbenchError as error:
        _write(sink, {"error": error.message.rstrip(".")})
        return
    _write(sink, {"done": len(lines), "costs": counter.raw_costs()})


def _write(sink: IO[bytes], answer: dict[str, object]) -> None:
    sink.write(json.dumps(answer).encode("ascii") + b"\n")
    sink.flush()


def _environment() -> dict[str, str]:
    """The environment with this very package first, also when it is not installed."""
    root = str(Path(__file__).resolve().parent.parent.parent)
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _send(pipe: IO[bytes], request: dict[str, object]) -> None:
    with suppress(OSError), pipe:  # when the process has ended, the reader reports why
        pipe.write(json.dumps(request).encode("ascii"))


def _receive(pipe: IO[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    for line in pipe:
        answers.put(line)
    answers.put(b"")


def _last_words(thread: threading.Thread, talk: list[bytes]) -> str:
    thread.join(timeout=1)
    words = b"".join(talk).decode("utf-8", "replace").strip().splitlines()
    from workbench.prompt.visible import one_line

    return one_line(words[-1]) if words else "it ended without an answer"
