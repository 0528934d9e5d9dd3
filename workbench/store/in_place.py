"""Writing through a file that cannot be replaced by a rename, without risking its bytes.

Old and new bytes are first flushed to a journal in the store's folder, then the file is
overwritten and flushed, then the journal goes. If the writer dies in between, `heal` (called
before each read and write of a prompt) finds the journal and puts the old bytes back, but only
where the file still is what the dead writer left: a mixture of its old and new bytes.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import hashlib
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import StoreError, WriteFailed
from workbench.store.home import ensure_folder, home_dir, path_from_key, path_key, show_path
from workbench.store.raw import hold, read_all, sync_folder, write_all

FOLDER = "unfinished"
_SUFFIX = ".write"
_WAIT_S = 2.0
_NO_ALLOCATE = {errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS, errno.ENODEV}


@dataclass(frozen=True, slots=True)
class Journal:
    """One unfinished write: the file it was for, its old and its new bytes."""

    target: Path
    old: bytes
    new: bytes

    def to_bytes(self) -> bytes:
        head = {
            "target": base64.b64encode(path_key(self.target)).decode("ascii"),
            "old": len(self.old),
            "new": len(self.new),
        }
        return json.dumps(head).encode("ascii") + b"\n" + self.old + self.new

    @classmethod
    def from_bytes(cls, data: bytes) -> Journal | None:
        """None where the bytes are not a whole journal."""
        line, _, rest = data.partition(b"\n")
        try:
            head = json.loads(line)
            target = path_from_key(base64.b64decode(head["target"]))
            cut, size = int(head["old"]), int(head["old"]) + int(head["new"])
        except (ValueError, KeyError, TypeError):
            return None
        return cls(target, rest[:cut], rest[cut:]) if len(rest) == size else None

    def half_written(self, now: bytes) -> bool:
        """Whether every byte of `now` is the old or the new one of its place, and not all alike.

        So it is after a killed write, and also after a killed repair. Room that was allocated
        but not yet written reads as zeros.
        """
        if now in (self.old, self.new):
            return False
        short, size = sorted((len(self.old), len(self.new)))
        if not short <= len(now) <= size:
            return False
        old, new = self.old.ljust(size, b"\0"), self.new.ljust(size, b"\0")
        return all(map(_either, now, old, new))


def _either(byte: int, one: int, other: int) -> bool:
    return byte in (one, other, 0)


def write(
    target: Path,
    data: bytes,
    expected_sha256: str | None,
    home: Path | None,
    changed: type[WriteFailed],
) -> None:
    """Overwrite `target`, which exists; WriteFailed leaves its old bytes in place.

    `changed(target, hash)` is raised where the file is not the expected one.
    """
    try:
        fd = os.open(target, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        raise _failed(target, error) from error
    try:
        if not hold(fd, _WAIT_S):
            raise WriteFailed(
                f"{show_path(target)} is being written by another ctxbench.", hint="Try again."
            )
        old = read_all(fd)
        found = hashlib.sha256(old).hexdigest()
        if expected_sha256 not in (None, found):
            raise changed(target, found)  # type: ignore[arg-type, call-arg]
        with_journal = _Kept(Journal(target, old, data), home)
        try:
            _overwrite(fd, old, data)
        except BaseException as error:
            try:
                _overwrite(fd, data, old, allocate=False)
            except OSError:
                with_journal.leave()
                raise WriteFailed(
                    f"{show_path(target)} could be neither written nor put back.",
                    hint=f"Its old and new bytes are safe in {show_path(with_journal.path)};"
                    " they are put back when the file is opened next.",
                ) from error
            with_journal.drop()
            if isinstance(error, OSError):
                raise _failed(target, error) from error
            raise
        with_journal.drop()
    finally:
        os.close(fd)


def heal(target: Path, home: Path | None = None) -> bool:
    """Put the old bytes of `target` back if a killed writer left it half-written.

    A write that is still going on is waited for, up to two seconds.
    """
    try:
        folder = (home or home_dir()) / FOLDER
        names = [name for name in os.listdir(folder) if name.endswith(_SUFFIX)]  # noqa: PTH208
    except (OSError, StoreError):
        return False  # the usual case: there never was such a write, or no place for its journal
    healed = [_heal_one(folder / name, target) for name in sorted(names)]
    return any(healed)


def unfinished(home: Path | None = None) -> tuple[Journal, ...]:
    """Writes that died and have not been put right yet (for `doctor`)."""
    found = []
    for path in sorted(((home or home_dir()) / FOLDER).glob(f"*{_SUFFIX}")):
        with contextlib.suppress(OSError):
            journal = Journal.from_bytes(path.read_bytes())
            if journal is not None:
                found.append(journal)
    return tuple(found)


def _heal_one(path: Path, target: Path) -> bool:
    with contextlib.suppress(OSError):
        fd = os.open(path, os.O_RDONLY)
        try:
            journal = Journal.from_bytes(read_all(fd))
            if journal is None or journal.target != target:
                return False
            if not hold(fd, _WAIT_S):
                return False
            if not path.exists():  # its writer finished while we waited
                return False
            half = journal.half_written(target.read_bytes())
            if half:
                file = os.open(target, os.O_RDWR)
                try:
                    _overwrite(file, b"", journal.old, allocate=False)
                finally:
                    os.close(file)
            path.unlink()
            return half
        finally:
            os.close(fd)
    return False


class _Kept:
    """A journal on the disk, locked as long as its writer lives."""

    def __init__(self, journal: Journal, home: Path | None) -> None:
        name = secrets.token_hex(8)
        try:
            folder = (home or home_dir()) / FOLDER
            self.path = folder / f"{name}{_SUFFIX}"
            temp = folder / f"{name}.tmp"
            ensure_folder(folder)
            self._fd = os.open(temp, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                hold(self._fd)
                write_all(self._fd, journal.to_bytes())
                os.fsync(self._fd)
                temp.replace(self.path)
                sync_folder(folder)
            except BaseException:
                os.close(self._fd)
                temp.unlink(missing_ok=True)
                self.path.unlink(missing_ok=True)
                raise
        except (OSError, StoreError) as error:
            raise WriteFailed(
                f"{show_path(journal.target)} can only be written through, and no safe copy of"
                " its old bytes could be made first; it was not touched.",
                hint="Make room in, or allow writing to, the folder of the version store.",
            ) from error

    def leave(self) -> None:
        os.close(self._fd)

    def drop(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink()
        os.close(self._fd)


def _overwrite(fd: int, old: bytes, new: bytes, *, allocate: bool = True) -> None:
    if allocate and len(new) > len(old) and hasattr(os, "posix_fallocate"):
        # Ask for the room before the first old byte goes.
        try:
            os.posix_fallocate(fd, 0, len(new))
        except OSError as error:
            if error.errno not in _NO_ALLOCATE:
                raise
    os.lseek(fd, 0, os.SEEK_SET)
    write_all(fd, new)
    os.ftruncate(fd, len(new))
    os.fsync(fd)


def _failed(target: Path, error: OSError) -> WriteFailed:
    return WriteFailed(
        f"{show_path(target)} could not be written ({error.strerror or error});"
        " it still holds its old bytes.",
        hint="Make room or change its permissions, or export to another place.",
    )
