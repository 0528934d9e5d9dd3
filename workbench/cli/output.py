"""How the command line writes: JSON Lines or text to stdout, talk to stderr, colour on request."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from workbench.cli.streams import written
from workbench.prompt.visible import visible

_CODES = {"red": 31, "green": 32, "yellow": 33, "cyan": 36, "bold": 1, "dim": 2, "underline": 4}


def colour(stream: TextIO) -> bool:
    """Whether `stream` may be coloured: a terminal, and neither NO_COLOR nor TERM=dumb."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def style(text: str, name: str, *, stream: TextIO | None = None) -> str:
    """`text` in a colour where the stream shows colours. The text must be harmless already."""
    if not colour(stream or sys.stdout):
        return text
    return f"\x1b[{_CODES[name]}m{text}\x1b[0m"


def put_json(record: Mapping[str, Any]) -> None:
    """One JSON object on one line; ASCII only, so that lone surrogates survive any pipe."""
    sys.stdout.write(as_line(record))


def as_line(record: Mapping[str, Any]) -> str:
    """What `put_json` writes."""
    return json.dumps(record, ensure_ascii=True, allow_nan=False) + "\n"


def put(text: str = "") -> None:
    """One line of text to stdout. The caller has made file text visible."""
    sys.stdout.write(text + "\n")


def put_lines(lines: Iterable[str]) -> None:
    for line in lines:
        put(line)


def put_bytes(data: bytes) -> None:
    """Exact bytes to stdout."""

    def write() -> None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    written(write)


def talk(text: str) -> None:
    """One line to stderr, made harmless."""
    sys.stderr.write(visible(text, lines=True) + "\n")
    sys.stderr.flush()


class Progress:
    """A line on stderr that is rewritten in place, on a terminal only."""

    def __init__(self, what: str) -> None:
        self._what = visible(what)
        self._on = sys.stderr.isatty()
        self._last = -1
        self._from = time.monotonic() + 0.5  # short work shows nothing

    def show(self, done: int, of: int) -> None:
        share = 100 * done // max(of, 1)
        if self._on and time.monotonic() >= self._from and share != self._last:
            self._last = share
            sys.stderr.write(f"\r{self._what} {share} %\x1b[K")
            sys.stderr.flush()

    def close(self) -> None:
        if self._on and self._last >= 0:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
