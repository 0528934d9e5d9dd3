"""The standard streams of one run: data that could not be written is said, talk that is not heard
is no fault, and nothing is left over for the interpreter to stumble on at its exit."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # `typing` and `contextlib` would be a third of what `--version` costs
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TextIO, TypeVar

    T = TypeVar("T")


class ReaderGone(Exception):
    """Whoever read our stdout has stopped (`| head`). Not an OSError: click would exit with 1."""


class OutputFailed(Exception):
    """stdout could not be written, because its disk is full, say; `error` tells why."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def written(write: Callable[[], T]) -> T:
    """What `write` returns; what stops it from writing stdout is ReaderGone or OutputFailed."""
    try:
        return write()
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise OutputFailed(error) from None


class _Stream:
    """A stream with another way to write; all else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def write(self, text: str) -> int:
        raise NotImplementedError


class _Data(_Stream):
    """stdout: whoever writes to it, a library too, learns in our words that it cannot be done."""

    def write(self, text: str) -> int:
        return written(lambda: self._stream.write(text))

    def flush(self) -> None:
        written(self._stream.flush)


class _Talk(_Stream):
    """stderr: talk that nobody can hear changes neither the work nor its exit code."""

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            return


class StandardStreams:
    """`with StandardStreams():` runs a command whose streams may be closed, full or gone."""

    def __enter__(self) -> None:
        _open_closed()
        self._kept = sys.stdout, sys.stderr
        out, err = self._kept
        sys.stdout, sys.stderr = _Data(out), _Talk(err)

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._kept
        for stream in self._kept:
            _let_go(stream)


def _open_closed() -> None:
    """Give the standard streams that were closed at the start (`>&-`) somewhere to go.

    Otherwise the next file that is opened, the version store perhaps, would become stdout.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8")


def _let_go(stream: TextIO) -> None:
    """Write what is still held back, and drop what cannot be written.

    The interpreter does the same at its exit, but says so in its own words and ends with 120.
    """
    try:
        stream.flush()
    except ValueError:
        pass  # closed already
    except OSError:
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        except (OSError, ValueError):
            pass  # a stream without a number has no exit to mind
