"""Store a version of a file; and write new text to a file, stored first.

`write` is the one way in which any face puts text into a prompt file: what the file holds is
kept as a version, the new text is stored and read back, and only then the file is touched. Without
a store (None), after the user said so, the file is written and no version is kept.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import StoreError, UsageError, WriteFailed
from workbench.store.files import (
    ABSENT,
    ChangedOnDisk,
    Written,
    follow,
    hash_on_disk,
    read_bytes,
    sha256,
    write_in_place,
)
from workbench.store.store import Store
from workbench.store.values import NewVersion, Saved, Version
from workbench.verbs.stored import keeping_first, note

if TYPE_CHECKING:
    from workbench.verbs.inputs import Input

#: Counts by counter of the given bytes, or a function that counts bytes.
Tokens = Mapping[str, int] | Callable[[bytes], Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class SaveResult:
    """`created` is false where nothing had changed and no message asked for a version.

    `changed` is false where the text is that of the version before.
    """

    path: str
    version: Version
    created: bool
    changed: bool
    relinked_from: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "created": self.created,
            "changed": self.changed,
            "relinked_from": self.relinked_from,
            "version": self.version.to_dict(),
            "versions": [self.version.to_dict()],
        }


@dataclass(frozen=True, slots=True)
class WriteResult:
    """`version` is None where none was kept, `kept` the version made of unsaved text in the file;
    `written` None: nothing to write."""

    path: str
    version: Version | None
    kept: Version | None = None
    written: Written | None = None

    @property
    def changed(self) -> bool:
        return self.written is not None

    def to_dict(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "changed": self.changed,
            "version": self.version.to_dict() if self.version else None,
            "versions": [self.version.to_dict()] if self.version else [],
            "kept": self.kept.to_dict() if self.kept else None,
            "how": self.written.how if self.written else None,
            "notes": list(self.written.notes) if self.written else [],
        }


def save(
    path: Path | str,
    message: str,
    store: Store,
    *,
    tokens: Tokens | None = None,
    author: str = "user",
    expected: bytes | None = None,
) -> SaveResult:
    """Store what the file holds now. The file is not touched.

    Without a message, text that did not change makes no new version. Raises UsageError where the
    file holds something else than `expected`.
    """
    data = read_bytes(path, home=store.home)
    if expected not in (None, data):
        raise UsageError(
            f"{path} holds another text than this prompt; nothing was stored.",
            hint="Load it again: Prompt.load(...)",
        )
    new = NewVersion(reason=message, author=author, tokens=_count(tokens, data))
    done = store.put(path, data, new)
    return SaveResult(
        str(path),
        done.version,
        done.created,
        done.changed,
        str(done.relinked_from) if done.relinked_from else None,
    )


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """New text for a file. `expected_sha256` is what the caller last read there (`ABSENT`: no
    file), None where that does not matter; the other fields are those of the new version.
    """

    path: Path | str
    data: bytes
    message: str = ""
    _: KW_ONLY
    kind: str = "save"
    author: str = "user"
    tokens: Tokens | None = None
    ledger: object = None
    proposals: Sequence[object] = ()
    source: int | None = None
    expected_sha256: str | None = None


def write(wanted: WriteRequest, store: Store | None) -> WriteResult:
    """Store new text, then make the file hold it.

    Where the file holds something else than expected: ChangedOnDisk, and nothing is stored or
    written. Text in the file that is not stored yet becomes a version first. Raises StoreError
    (`not_kept`), with the file untouched, where none can be kept.

    If the file cannot be written, a save stays in the store (the error names its number);
    a restore or undo is taken back, so that everything is as it was.
    """
    return put_into_file(store_first(wanted, store), store)


@dataclass(frozen=True, slots=True)
class Stored:
    """New text of a file as a version; the file itself is not touched yet. `now`: its bytes.
    `done` is None where no version is kept."""

    path: Path | str
    data: bytes
    now: bytes | None
    kept: Version | None
    done: Saved | None


def store_first(wanted: WriteRequest, store: Store | None) -> Stored:
    """The first half of `write`: all that is done before the file is touched. Several files that
    belong together are stored, all of them, before the first one is written.
    """
    path, data, expected = wanted.path, wanted.data, wanted.expected_sha256
    if store is None:
        return Stored(path, data, _on_disk(path, None, expected), None, None)
    now, kept = keep_unsaved(path, store, tokens=wanted.tokens, expected_sha256=expected)
    version = NewVersion(
        reason=wanted.message,
        kind=wanted.kind,
        author=wanted.author,
        tokens=_count(wanted.tokens, data),
        ledger=wanted.ledger,
        proposals=wanted.proposals,
        source=wanted.source,
        on_disk=False,
        always=None if now != data else False,
    )
    with keeping_first():
        done = store.put(path, data, version)
    return Stored(path, data, now, kept, done)


def put_into_file(stored: Stored, store: Store | None) -> WriteResult:
    """The second half of `write`: the file holds the new text, the store knows it."""
    path, data, now, done = stored.path, stored.data, stored.now, stored.done
    written: Written | None = None
    if now != data:
        found = ABSENT if now is None else sha256(now)
        home = None if store is None else store.home
        try:
            written = write_in_place(path, data, expected_sha256=found, home=home)
        except WriteFailed as error:
            if store is not None and done is not None:
                _after_failure(path, store, done, error)
            raise
    if store is None or done is None:
        return WriteResult(str(path), None, None, written)
    try:
        store.set_current(path, done.version.n)
    except StoreError as error:
        # The version is stored and the file is written; the next save finds the two together.
        note(error, f"Version {done.version.n} is stored, and the file holds it.")
    return WriteResult(str(path), done.version, stored.kept, written)


def keep_source(source: Input, store: Store, *, tokens: Tokens | None = None) -> Version | None:
    """The text that something is made from, as a version of its file; None where it is no file.

    Raises StoreError (`not_kept`).
    """
    if source.origin != "file" or source.path is None:
        return None
    with keeping_first():
        # The text may be that of an editor, which the file does not hold.
        held = hash_on_disk(source.path) == sha256(source.data)
        new = NewVersion(tokens=_count(tokens, source.data), on_disk=held)
        return store.put(source.path, source.data, new).version


def keep_unsaved(
    path: Path | str,
    store: Store,
    *,
    tokens: Tokens | None = None,
    expected_sha256: str | None = None,
) -> tuple[bytes | None, Version | None]:
    """The bytes of the file (None: no file), stored; and the version if it is a new one."""
    with keeping_first():
        home = store.home
    now = _on_disk(path, home, expected_sha256)
    if now is None:
        return None, None
    with keeping_first():
        first = not store.versions(path)
        new = NewVersion(
            reason="as found on the disk" if first else "unsaved text found on the disk",
            kind="import" if first else "save",
            tokens=_count(tokens, now) if callable(tokens) else None,
            always=False,
        )
        done = store.put(path, now, new)
    return now, done.version if done.created else None


def _on_disk(path: Path | str, home: Path | None, expected_sha256: str | None) -> bytes | None:
    """The bytes of the file (None: no file); raises ChangedOnDisk where they are not expected."""
    now = read_bytes(path, home=home) if follow(path).exists() else None
    found = ABSENT if now is None else sha256(now)
    if expected_sha256 not in (None, found):
        raise ChangedOnDisk(Path(path), found)
    return now


def _after_failure(path: Path | str, store: Store, done: Saved, error: WriteFailed) -> None:
    if done.created and done.version.kind in ("restore", "undo"):
        with contextlib.suppress(StoreError):  # its bytes are those of an older version
            store.withdraw(path, done.version.n, error.message)
    elif done.created:
        error.hint = f"The text is kept as version {done.version.n}. {error.hint}".strip()


def _count(tokens: Tokens | None, data: bytes) -> Mapping[str, int] | None:
    return tokens(data) if callable(tokens) else tokens
