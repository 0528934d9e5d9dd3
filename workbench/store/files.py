"""Reading a prompt file whole and writing it whole: old bytes or new bytes, never a mixture.

`write_in_place` follows links (the link stays, the file it names changes) and keeps permissions,
owner and extended attributes. Normally the new bytes go to a hidden temporary file in the same
folder, are flushed to the disk and renamed over the target. Where that cannot work (the folder
may not be written, the file is a mount point, the owner would be lost) the bytes are written
through the file itself, guarded by a journal in the store's folder (`workbench.store.in_place`).
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import UnreadableInput, WriteFailed
from workbench.reading import is_open_pipe, open_regular, read_open
from workbench.store import in_place
from workbench.store.file_errors import (
    ABSENT,
    ChangedOnDisk,
    refuse_unwritable,
    unreadable,
    unwritable,
)
from workbench.store.home import show_path
from workbench.store.raw import hold, sync_folder, write_all

# Hosts load every *.md beside a prompt as a rule: the name is hidden and has another ending.
_TEMP_PREFIX, _TEMP_SUFFIX = ".ctxbench-", ".tmp"
_NO_RENAME = {errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV}


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: `path` is the real file, `how` is created, replaced or through."""

    path: Path
    sha256: str
    size: int
    how: str
    notes: tuple[str, ...] = ()


__all__ = [
    "ABSENT",
    "ChangedOnDisk",
    "Written",
    "follow",
    "hash_on_disk",
    "read_bytes",
    "sha256",
    "sweep",
    "write_in_place",
]


class _NeedsThrough(Exception):
    """The file cannot be replaced by a rename without losing something."""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def follow(path: Path | str) -> Path:
    """The real file behind `path`, absolute; the file itself need not exist.

    Raises UnreadableInput for links that lead in a circle and for names no system can hold.
    """
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise UnreadableInput(
            f"{show_path(path)} cannot be followed to a file ({error}).",
            hint="Check the name and its links.",
        ) from error


def read_bytes(path: Path | str, *, home: Path | None = None) -> bytes:
    """The bytes of a file, as of one moment; of a pipe too, where it is open already (`<(...)`).

    A write through the file that was killed half-way is put right first (`in_place.heal`; its
    journal is in `home`). Raises UnreadableInput for what is missing, no regular file (see
    `workbench.reading`), too large, or not permitted.
    """
    target = follow(path)
    in_place.heal(target, home)
    try:
        if is_open_pipe(path):
            with Path(path).open("rb") as pipe:
                return read_open(pipe.fileno(), path)
        if not target.exists() and Path(path).exists():
            target = Path(path)  # a file that was opened and then removed
        for _ in range(3):
            fd = open_regular(target)
            try:
                before = os.fstat(fd)
                data = read_open(fd, path)
                after = os.fstat(fd)
            finally:
                os.close(fd)
            if _moment(before) == _moment(after):
                break
        return data
    except OSError as error:
        raise unreadable(path, error) from error
    except ValueError as error:
        raise UnreadableInput(f"{show_path(path)} is not a file name ({error}).") from error


def hash_on_disk(path: Path | str) -> str:
    """The hash of the file now, or `ABSENT`; raises UnreadableInput as `read_bytes` does."""
    return ABSENT if not follow(path).exists() else sha256(read_bytes(path))


def write_in_place(
    path: Path | str, data: bytes, *, expected_sha256: str | None = None, home: Path | None = None
) -> Written:
    """Make the file behind `path` hold `data`; at every moment it holds all old or all new bytes.

    `expected_sha256` is the hash that the file must still have (`ABSENT`: it must not exist yet);
    otherwise ChangedOnDisk. The hash is compared before the new bytes are prepared, and again
    when the file was touched meanwhile; what remains is the instant of the rename itself. `home`
    holds the journal of writes through a file. Raises WriteFailed with the target whole. A file
    without any write permission is refused, also for root.
    """
    target = follow(path)
    in_place.heal(target, home)
    old = _stat(target)
    if old is not None:
        refuse_unwritable(path, target, old)
    _compare(path, target, expected_sha256)
    if not target.parent.is_dir():
        raise WriteFailed(
            f"The folder of {show_path(path)} does not exist.",
            hint="Make the folder first, then try again.",
        )
    notes: list[str] = []
    if old is not None and old.st_nlink > 1:
        notes.append(f"{old.st_nlink - 1} other hard link(s) to this file keep the old text")
    try:
        _replace(path, target, data, old, expected_sha256)
        how = "created" if old is None else "replaced"
    except _NeedsThrough:
        in_place.write(target, data, expected_sha256, home, ChangedOnDisk)
        how, notes = "through", []
    except OSError as error:
        raise unwritable(path, error, exists=old is not None) from error
    return Written(target, sha256(data), len(data), how, tuple(notes))


def _replace(
    path: Path | str,
    target: Path,
    data: bytes,
    old: os.stat_result | None,
    expected: str | None,
) -> None:
    sweep(target.parent)
    try:
        _by_rename(path, target, data, old, expected)
    except FileNotFoundError:
        # Another process may have swept the temporary file in the instant before it was locked.
        if not target.parent.is_dir():
            raise
        _by_rename(path, target, data, old, expected)


def _by_rename(
    path: Path | str,
    target: Path,
    data: bytes,
    old: os.stat_result | None,
    expected: str | None,
) -> None:
    with _temporary(target, old) as (fd, temp):
        write_all(fd, data)
        if old is not None:
            _copy_looks(fd, target, old)
        os.fsync(fd)
        if _stat_moved(target, old):
            _compare(path, target, expected)
        if expected == ABSENT and _link(temp, target):
            return
        try:
            temp.replace(target)
        except OSError as error:
            if old is not None and error.errno in _NO_RENAME:
                raise _NeedsThrough from error
            raise
    sync_folder(target.parent)


@contextlib.contextmanager
def _temporary(target: Path, old: os.stat_result | None) -> Iterator[tuple[int, Path]]:
    temp = target.parent / f"{_TEMP_PREFIX}{secrets.token_hex(8)}{_TEMP_SUFFIX}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    try:
        # A new file gets 0644 less the umask from the system; an old one gets its own mode later.
        fd = os.open(temp, flags | getattr(os, "O_BINARY", 0), 0o644 if old is None else 0o600)
    except OSError as error:
        if old is not None and error.errno in _NO_RENAME:
            raise _NeedsThrough from error
        raise
    try:
        hold(fd)
        yield fd, temp
    finally:
        os.close(fd)
        with contextlib.suppress(OSError):
            temp.unlink()


def _link(temp: Path, target: Path) -> bool:
    """Give the finished file its name only if nothing has it; False where links are unknown."""
    try:
        target.hardlink_to(temp)
    except FileExistsError as error:
        raise ChangedOnDisk(target, hash_on_disk(target)) from error
    except OSError:
        return False
    sync_folder(target.parent)
    return True


def sweep(folder: Path) -> int:
    """Remove temporary files that killed writers left in `folder`; how many."""
    gone = 0
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        stale = [e.name for e in entries if _is_temp(e.name)]
        for name in stale:
            with contextlib.suppress(OSError):
                if (folder / name).is_symlink():
                    continue
                fd = open_regular(folder / name)  # of that name there may be a pipe as well
                try:
                    if hold(fd):  # its writer is dead: the lock went with it
                        (folder / name).unlink()
                        gone += 1
                finally:
                    os.close(fd)
    return gone


def _is_temp(name: str) -> bool:
    return name.startswith(_TEMP_PREFIX) and name.endswith(_TEMP_SUFFIX)


def _copy_looks(fd: int, target: Path, old: os.stat_result) -> None:
    """Owner, attributes (access lists among them) and permissions of the old file."""
    if hasattr(os, "fchown"):
        new = os.fstat(fd)
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            try:
                os.fchown(fd, old.st_uid, old.st_gid)
            except OSError as error:
                raise _NeedsThrough from error
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            for name in os.listxattr(target):
                with contextlib.suppress(OSError):
                    os.setxattr(fd, name, os.getxattr(target, name))
    if hasattr(os, "fchmod"):
        os.fchmod(fd, stat.S_IMODE(old.st_mode))


def _stat(target: Path) -> os.stat_result | None:
    try:
        return target.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise unwritable(target, error, exists=True) from error


def _moment(info: os.stat_result) -> tuple[int, ...]:
    return info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns


def _stat_moved(target: Path, old: os.stat_result | None) -> bool:
    now = _stat(target)
    if now is None or old is None:
        return now is not old
    return _moment(now) != _moment(old)


def _compare(path: Path | str, target: Path, expected: str | None) -> None:
    if expected is not None:
        found = hash_on_disk(target)
        if found != expected:
            raise ChangedOnDisk(Path(path), found)
