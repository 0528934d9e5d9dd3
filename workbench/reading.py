"""Reading a file that somebody else may have made: a regular one, at once, and not too much.

A pipe, a socket, a device or a folder under the name of a file would wait for ever or never end;
so would a file that the system makes up as it is read (`/proc`), and a file of holes can claim any
size. Here all of these are refused, by every face: the file is opened without waiting and asked
what it is by its descriptor, so that nothing can take its place in between.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

#: Bytes of a prompt, of a file of settings, and of a table that a user hands in.
MOST = 64_000_000
MOST_SETTINGS = 200_000
MOST_TABLE = 10_000_000
#: Bytes that are asked for at a time.
_PIECE = 1 << 20
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
#: How a shell names a pipe that it has opened for us, as for `<(command)`.
_OPEN_ALREADY = re.compile(r"/dev/(?:stdin|fd/\d{1,9})|/proc/(?:self|\d{1,9})/fd/\d{1,9}")


class NotAFile(OSError):
    """Something else under the name of a file; `what` says what it is, such as `a pipe`."""

    def __init__(self, path: Path | str, what: str) -> None:
        super().__init__(errno.EINVAL, f"it is {what}, not a file", str(path))
        self.what = what


class TooLarge(OSError):
    """A file with more bytes than are read of its kind."""

    def __init__(self, path: Path | str, most: int) -> None:
        super().__init__(errno.EFBIG, f"it is larger than {size_words(most)}", str(path))


def size_words(size: int) -> str:
    """A limit in words: `64 MB`, `200 kB`."""
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size // 1_000} kB"


def is_open_pipe(path: Path | str) -> bool:
    """Whether `path` is the name of a pipe that is open already: its writer was there first."""
    if not _OPEN_ALREADY.fullmatch(str(path)):
        return False
    try:
        return stat.S_ISFIFO(Path(path).stat().st_mode)
    except OSError:
        return False


def open_regular(path: Path | str) -> int:
    """A descriptor to read a regular file with. Never waits.

    Raises OSError: NotAFile or IsADirectoryError for what is no regular file. What is none is not
    even opened, since that alone can set off a device; what took its place meanwhile is found out
    by the descriptor.
    """
    _refuse(path, os.stat(path))  # noqa: PTH116 (many small files: no Path is made for each)
    fd = os.open(path, _FLAGS)
    try:
        _refuse(path, os.fstat(fd))
    except BaseException:
        os.close(fd)
        raise
    return fd


def read_regular(path: Path | str, most: int = MOST) -> bytes:
    """All bytes of a regular file. Raises OSError: TooLarge above `most`, and as `open_regular`."""
    fd = open_regular(path)
    try:
        return read_open(fd, path, most)
    finally:
        os.close(fd)


def read_start(path: Path | str, most: int) -> bytes:
    """The first `most` bytes of a regular file. Raises OSError as `open_regular` does."""
    fd = open_regular(path)
    try:
        size = os.fstat(fd).st_size
        data = _read(fd, min(most, size or most))
        if not size:
            _refuse_made_up(path, fd, data)
        return data
    finally:
        os.close(fd)


def read_open(fd: int, path: Path | str, most: int = MOST) -> bytes:
    """All bytes of an open descriptor; of a pipe as well. Raises OSError as `read_regular`."""
    size = os.fstat(fd).st_size
    if size > most:
        raise TooLarge(path, most)
    data = _read(fd, most + 1)
    if len(data) > most:
        raise TooLarge(path, most)
    if not size:
        _refuse_made_up(path, fd, data)
    return data


def _read(fd: int, most: int) -> bytes:
    pieces: list[bytes] = []
    left = most
    while left > 0:
        piece = os.read(fd, min(left, _PIECE))
        if not piece:
            break
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _refuse(path: Path | str, found: os.stat_result) -> None:
    if stat.S_ISREG(found.st_mode):
        return
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    what = next((words for is_it, words in _KINDS if is_it(found.st_mode)), "something else")
    raise NotAFile(path, what)


def _refuse_made_up(path: Path | str, fd: int, data: bytes) -> None:
    """Refuse what has no size and yet has bytes, also now that they were read."""
    now = os.fstat(fd)
    if data and stat.S_ISREG(now.st_mode) and not now.st_size:
        raise NotAFile(path, "made up by the system as it is read")
