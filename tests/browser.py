"""Chromium without a screen: what it shows, whether a script ran, and what it asked for."""

from __future__ import annotations

import shutil
import struct
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: No service of Chromium's own may ask for anything: only the page is watched.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--hide-scrollbars",
    "--disable-extensions",
    "--disable-dev-shm-usage",
]


@dataclass
class Browser:
    program: str
    home: Path

    def run(self, page: Path, *flags: str, dark: bool = False) -> str:
        """Open the file; standard output of Chromium."""
        scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
        done = subprocess.run(
            [self.program, *FLAGS, f"--user-data-dir={self.home}", scheme, *flags, page.as_uri()],
            capture_output=True,
            text=True,
            check=False,
            timeout=250,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def dom(self, page: Path, log: Path) -> str:
        """The document after loading; every request is written to `log`."""
        return self.run(page, "--dump-dom", f"--log-net-log={log}", "--virtual-time-budget=3000")

    def brightness(
        self, page: Path, picture: Path, *, dark: bool, size: tuple[int, int] = (700, 500)
    ) -> tuple[float, float]:
        """Mean and spread (0 to 255) of a screenshot, which is left at `picture`."""
        window = f"--window-size={size[0]},{size[1]}"
        self.run(page, f"--screenshot={picture}", window, dark=dark)
        values = _greys(picture.read_bytes())
        mean = sum(values) / len(values)
        return mean, (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5


@pytest.fixture
def browser(tmp_path: Path) -> Browser:
    for name in NAMES:
        program = shutil.which(name)
        if program:
            return Browser(program, tmp_path / "chromium")
    pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")


@dataclass
class Listener:
    """A server on this machine that notes what it is asked for."""

    url: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def listening() -> Iterator[Listener]:
    found = Listener("")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _greys(png: bytes) -> list[int]:
    """The green channel of a picture with eight bits a channel and no interlacing."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and kind in (2, 6)
    step = 3 if kind == 2 else 4
    packed = b""
    at = 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + size]
        at += size + 12
    data = zlib.decompress(packed)
    row_size = width * step
    before = bytearray(row_size)
    out: list[int] = []
    for y in range(height):
        start = y * (row_size + 1)
        how, row = data[start], bytearray(data[start + 1 : start + 1 + row_size])
        for i in range(row_size if how else 0):
            left = row[i - step] if i >= step else 0
            up, corner = before[i], before[i - step] if i >= step else 0
            row[i] = (row[i] + _guess(how, left, up, corner)) & 255
        out += row[1::step]
        before = row
    return out


def _guess(how: int, left: int, up: int, corner: int) -> int:
    if how == 1:
        return left
    if how == 2:
        return up
    if how == 3:
        return (left + up) // 2
    near = left + up - corner
    far = (abs(near - left), abs(near - up), abs(near - corner))
    return (left, up, corner)[far.index(min(far))]
