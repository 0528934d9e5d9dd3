"""Text that was typed and not saved: one file for each session, beside the store.

A file and not a row, because a file can be written while the database is locked, full, damaged or
too new. Its first line is a header in JSON (which prompt, which text it started from, when, where,
by which process), the rest are the exact bytes. It is written to a temporary file and renamed, so
that a kill at any moment leaves the old or the new draft. The session that writes it holds a lock
on it, which dies with the process: so a draft without a lock is one that was left behind.

Where the folder of the store cannot be written, the state folder of the platform is used, then a
folder in the temporary directory that only its owner may enter. Whoever looks for drafts looks in
all of them, and believes nothing: size, header, owner and hash are checked before a byte is used.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import stat
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from workbench.errors import StoreError, WriteFailed
from workbench.prompt.source import Source
from workbench.store.file_errors import ABSENT
from workbench.store.files import follow, sha256, sweep
from workbench.store.home import home_dir, pack_json, show_path
from workbench.store.raw import hold, sync_folder, write_all

FOLDER = "drafts"
_SUFFIX = ".draft"
_TEMP_PREFIX, _TEMP_SUFFIX = ".ctxbench-", ".tmp"  # as `files.sweep` knows them
_FORMAT = 1
_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")  # those of `Source`
#: The longest header that is read, and the largest draft.
_HEAD = 1 << 16
_LARGEST = 1 << 28
#: So many drafts of other prompts are looked at for one whose folder was renamed.
_OTHERS = 200
#: A file cannot be renamed over one that is open there.
_LOCKS = sys.platform != "win32"


@dataclass(frozen=True, slots=True)
class Draft:
    """What the header of a draft says; `file` is where it lies.

    `base` is the hash of the text that the typing started from (`ABSENT`: no file yet), `version`
    its version as people read it, `written` seconds since 1970, `alive` whether the session that
    writes it still runs.
    """

    file: Path
    path: Path
    base: str
    version: str
    written: float
    host: str
    pid: int
    size: int
    sha256: str
    encoding: str
    bom: bytes
    tail: bytes
    session: str
    alive: bool = False

    def source(self, data: bytes) -> Source:
        """`data` as a text, in the encoding in which it was edited."""
        cut = len(data) - len(self.tail)
        if data.startswith(self.bom) and data.endswith(self.tail) and cut >= len(self.bom):
            errors = "surrogateescape" if self.encoding == "utf-8" else "surrogatepass"
            with contextlib.suppress(UnicodeError):
                text = data[len(self.bom) : cut].decode(self.encoding, errors)
                source = Source(text, self.encoding, self.bom, self.tail)
                if source.data == data:
                    return source
        return Source.from_bytes(data)


@dataclass(frozen=True, slots=True)
class Found:
    """Drafts of one prompt, newest first; `elsewhere` are those of sessions that still run.

    `troubles` says in words which files could not be used.
    """

    drafts: tuple[Draft, ...] = ()
    elsewhere: tuple[Draft, ...] = ()
    troubles: tuple[str, ...] = ()


class BrokenDraft(Exception):
    """A file that is no draft, or is not whole; the message says why."""


# -- places ------------------------------------------------------------------------------------


def places() -> Iterator[Path]:
    """The folders for drafts, best first; none is made here."""
    with contextlib.suppress(StoreError):
        yield home_dir() / FOLDER
    from platformdirs import user_state_path

    with contextlib.suppress(OSError, RuntimeError):
        yield user_state_path("ctxbench", appauthor=False) / FOLDER
    import tempfile

    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    with contextlib.suppress(OSError):  # no folder for temporary files at all
        yield Path(tempfile.gettempdir()) / f"ctxbench-{FOLDER}{user}"


def _is_ours(info: os.stat_result) -> bool:
    return not hasattr(os, "getuid") or info.st_uid == os.getuid()


def _refuse_foreign(folder: Path) -> None:
    """Raises OSError unless `folder` is a folder of this user that nobody else may enter."""
    info = folder.lstat()
    if not stat.S_ISDIR(info.st_mode):
        raise NotADirectoryError(20, "is no folder", str(folder))
    if not _is_ours(info):
        raise PermissionError(13, "belongs to somebody else", str(folder))
    if os.name == "posix" and info.st_mode & 0o077:
        folder.chmod(0o700)


def _make(folder: Path) -> None:
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    _refuse_foreign(folder)


def _key(path: Path) -> str:
    """What the names of all drafts of a prompt begin with."""
    return sha256(os.fsencode(path))[:20]


# -- writing -----------------------------------------------------------------------------------


@dataclass
class DraftFile:
    """The draft of one session; made on the disk by the first `write`."""

    prompt: Path
    session: str = field(default_factory=lambda: secrets.token_hex(8))
    #: Where the draft lies now; None while there is none.
    file: Path | None = None
    _fd: int = -1

    def __post_init__(self) -> None:
        self.prompt = follow(self.prompt)

    def write(self, source: Source, base: str, version: str = "", *, sync: bool = True) -> Path:
        """Make `source` the draft; returns its file. With `sync` false it is not flushed to the
        disk: enough when only the process ends. Raises WriteFailed where no place takes it."""
        data = source.data
        record = {
            "ctxbench": "draft",
            "format": _FORMAT,
            "path": str(self.prompt),
            "base": base,
            "version": version,
            "written": time.time(),
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "size": len(data),
            "sha256": sha256(data),
            "encoding": source.encoding,
            "bom": source.bom.hex(),
            "tail": source.tail.hex(),
        }
        head = pack_json(record).encode("ascii") + b"\n"
        failed: OSError | None = None
        for folder in places():
            try:
                _make(folder)
                self._replace(folder, head, data, sync)
            except (OSError, ValueError) as error:
                failed = failed or (error if isinstance(error, OSError) else OSError(str(error)))
                continue
            assert self.file is not None
            return self.file
        why = f" ({failed.strerror or failed})" if failed is not None else ""
        raise WriteFailed(
            f"What is typed cannot be kept as a draft{why}.",
            hint="Nothing is lost now, but a crash would lose it: save, or make room.",
        )

    def _replace(self, folder: Path, head: bytes, data: bytes, sync: bool) -> None:
        target = folder / f"{_key(self.prompt)}-{self.session}{_SUFFIX}"
        temp = folder / f"{_TEMP_PREFIX}{secrets.token_hex(8)}{_TEMP_SUFFIX}"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        fd = os.open(temp, flags, 0o600)
        try:
            hold(fd)
            write_all(fd, head)
            write_all(fd, data)
            if not _LOCKS:  # pragma: no cover
                os.close(fd)
                fd = -1
            temp.replace(target)
        except BaseException:
            if fd >= 0:
                os.close(fd)
            with contextlib.suppress(OSError):
                temp.unlink()
            raise
        before, lock = self.file, self._fd
        self.file, self._fd = target, fd
        if lock >= 0:
            os.close(lock)
        if before is not None and before != target:  # the disk was full, or is writable again
            with contextlib.suppress(OSError):
                before.unlink()
        if sync:
            # Only now: a kill must not find the old draft because the disk was slow. What a failing
            # power supply leaves in this instant is not promised.
            with contextlib.suppress(OSError):
                if fd >= 0:
                    os.fsync(fd)
            sync_folder(folder)

    def drop(self) -> None:
        """The text is saved, or not wanted any more: remove the draft."""
        if self.file is not None:
            with contextlib.suppress(OSError):
                self.file.unlink()
        self.leave()

    def leave(self) -> None:
        """Let go of the draft, so that it is offered; the next `write` makes another one."""
        self.file = None
        self.session = secrets.token_hex(8)
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)


# -- looking -----------------------------------------------------------------------------------


def find(path: Path | str, *, base: str = "", session: str = "") -> Found:
    """The drafts of a prompt in all places, newest first.

    `base` is the hash of the file now (`ABSENT`: there is none): by it a draft is known whose
    prompt was moved with its folder. `session` is our own, which is left out.
    """
    prompt = follow(path)
    prefix = f"{_key(prompt)}-"
    newest: dict[str, Draft] = {}
    troubles: list[str] = []
    for folder in places():
        for file in _files(folder, prefix):
            named = file.name.startswith(prefix)
            if session and file.stem.endswith(f"-{session}"):
                continue
            try:
                draft = _header(file)
                if _key(draft.path) != file.name.partition("-")[0]:
                    raise BrokenDraft("it names another prompt")
            except (BrokenDraft, OSError) as error:
                if named and not isinstance(error, FileNotFoundError):
                    why = error.strerror if isinstance(error, OSError) else str(error)
                    troubles.append(
                        f"A draft of {prompt.name} cannot be used: {why}. It is left where it is:"
                        f" {show_path(file)}"
                    )
                continue
            if not named and not _was_moved(draft, prompt, base):
                continue
            old = newest.get(draft.session)
            if old is None or draft.written > old.written:
                newest[draft.session] = draft
    order = sorted(newest.values(), key=lambda draft: draft.written, reverse=True)
    return Found(
        tuple(draft for draft in order if not draft.alive),
        tuple(draft for draft in order if draft.alive),
        tuple(troubles),
    )


def read(draft: Draft) -> bytes:
    """The bytes of a draft; raises BrokenDraft or OSError where they are not whole."""
    with _opened(draft.file) as fd:
        head, rest = _first_line(fd)
        found = _parsed(draft.file, head)
        parts = [rest]
        while part := os.read(fd, 1 << 20):
            parts.append(part)
            if sum(map(len, parts)) > _LARGEST:
                raise BrokenDraft("it is too large")
    data = b"".join(parts)
    if len(data) != found.size or sha256(data) != found.sha256:
        raise BrokenDraft("its text is not whole")
    return data


def drop(draft: Draft) -> None:
    """Remove a draft that was left behind. Raises OSError where that is not possible."""
    with contextlib.suppress(FileNotFoundError):
        draft.file.unlink()


def _files(folder: Path, prefix: str) -> list[Path]:
    """The drafts in a folder: all of one prompt, and some of others. What killed writers left
    half-written is swept away."""
    try:
        _refuse_foreign(folder)
        names = os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []  # the usual case: there is no such folder
    if any(name.endswith(_TEMP_SUFFIX) for name in names):
        sweep(folder)
    drafts = sorted(name for name in names if name.endswith(_SUFFIX))
    others = [name for name in drafts if not name.startswith(prefix)][:_OTHERS]
    return [folder / name for name in drafts if name.startswith(prefix) or name in others]


def _was_moved(draft: Draft, prompt: Path, base: str) -> bool:
    """Whether `draft` was typed into this prompt before its folder got another name."""
    if not base or draft.base != base or draft.path.name != prompt.name:
        return False
    try:
        # A new file says nothing by its hash: then its old folder must be gone, too.
        return not (draft.path.parent if base == ABSENT else draft.path).exists()
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[int]:
    """A draft file for reading: a plain file of ours, not a link, not too large."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    fd = os.open(file, flags | getattr(os, "O_BINARY", 0))
    try:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            raise BrokenDraft("it is not a plain file")
        if not _is_ours(info):
            raise BrokenDraft("it belongs to somebody else")
        if info.st_size > _LARGEST + _HEAD:
            raise BrokenDraft("it is too large")
        yield fd
    finally:
        os.close(fd)


def _first_line(fd: int) -> tuple[bytes, bytes]:
    """The first line, and what was read behind it."""
    start = os.read(fd, _HEAD)
    head, newline, rest = start.partition(b"\n")
    if not newline:
        raise BrokenDraft("it has no header")
    return head, rest


def _header(file: Path) -> Draft:
    with _opened(file) as fd:
        head, _ = _first_line(fd)
        draft = _parsed(file, head)
        if os.fstat(fd).st_size != len(head) + 1 + draft.size:
            raise BrokenDraft("its text is not whole")
        # A lock that is held for an instant is another window that looks, as we do.
        alive = _LOCKS and not hold(fd, 0.05)
    return replace(draft, alive=alive)


def _parsed(file: Path, head: bytes) -> Draft:
    try:
        record = json.loads(head)
    except (ValueError, RecursionError):
        raise BrokenDraft("its header is broken") from None
    if not isinstance(record, dict) or record.get("ctxbench") != "draft":
        raise BrokenDraft("its header is broken")
    if record.get("format") != _FORMAT:
        raise BrokenDraft("it was written by another version of ctxbench")

    def text(name: str) -> str:
        value = record.get(name)
        if not isinstance(value, str):
            raise BrokenDraft("its header is broken")
        return value

    def number(name: str) -> int:
        value = record.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
            raise BrokenDraft("its header is broken")
        return value

    written = record.get("written")
    if not isinstance(written, int | float) or not 0 <= written < 1 << 40:
        raise BrokenDraft("its header is broken")
    path = text("path")
    if not path or "\0" in path or not Path(path).is_absolute():
        raise BrokenDraft("its header is broken")
    if text("encoding") not in _ENCODINGS:
        raise BrokenDraft("its header is broken")
    try:
        os.fsencode(path)
        bom, tail = bytes.fromhex(text("bom")), bytes.fromhex(text("tail"))
    except ValueError:
        raise BrokenDraft("its header is broken") from None
    return Draft(
        file,
        Path(path),
        text("base"),
        text("version"),
        float(written),
        text("host"),
        number("pid"),
        number("size"),
        text("sha256"),
        text("encoding"),
        bom,
        tail,
        file.stem.partition("-")[2],
    )
