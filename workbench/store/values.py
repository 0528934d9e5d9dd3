"""What the store hands out: frozen values, with the words that the command line prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from workbench.store.home import token_counts, unpack_text

#: Why a version exists. `import`: the text as it was found on the disk before a first change.
KINDS = ("save", "import", "optimise", "restore", "undo", "export")


def utc_now() -> datetime:
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """UTC in ISO 8601 to the millisecond, such as `2026-09-01T12:00:00.000Z`."""
    text = moment.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.removesuffix("+00:00") + "Z"


@dataclass(frozen=True, slots=True)
class Version:
    """One stored state of a prompt.

    `n` counts from 1 per prompt. `parent` is the version it was derived from, `before` the one
    that the file held until then, `source` the one whose bytes a restore or an undo brought back,
    which is its parent then.
    `tokens` maps the name of a counter to its count; `size` is in bytes.
    """

    n: int
    parent: int | None
    time: str
    author: str
    reason: str
    tokens: Mapping[str, int]
    sha256: str
    labels: tuple[str, ...] = ()
    size: int = 0
    kind: str = "save"
    before: int | None = None
    source: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "parent": self.parent,
            "time": self.time,
            "author": self.author,
            "reason": self.reason,
            "tokens": dict(self.tokens),
            "sha256": self.sha256,
            "labels": list(self.labels),
            "kind": self.kind,
            "bytes": self.size,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVersion:
    """What a new version says of itself.

    The same bytes as the current version make a new one only if `always`, which by default is
    whether a `reason` is given: a note on this moment is worth a row, and the bytes are stored once
    anyway. `on_disk` says that the file holds these bytes: the version becomes the current one.
    Otherwise call `set_current` after the file was written. `parent` defaults to `source`, the
    version whose bytes are brought back, else to the current version. `ledger` and `proposals` are
    anything that JSON can hold.
    """

    reason: str = ""
    kind: str = "save"
    author: str = "user"
    tokens: Mapping[str, int] | None = None
    ledger: object = None
    proposals: Sequence[object] = ()
    parent: int | None = None
    source: int | None = None
    on_disk: bool = True
    always: bool | None = None


#: The columns that `version_from` reads, of `versions v LEFT JOIN contents c`.
COLUMNS = (
    "v.n, v.parent, v.time, v.author, v.reason, v.tokens, v.sha256, coalesce(c.size, 0), v.kind,"
    " v.before, v.source"
)


def version_from(row: tuple[Any, ...], labels: tuple[str, ...] = ()) -> Version:
    n, parent, time, author, reason, tokens, sha, size, kind, before, source = row
    if source is not None:
        # Rows are never changed, and earlier releases wrote what the file held until then.
        parent = source
    return Version(
        n,
        parent,
        time,
        unpack_text(author),
        unpack_text(reason),
        token_counts(tokens),
        sha,
        labels,
        size,
        kind,
        before,
        source,
    )


@dataclass(frozen=True, slots=True)
class Saved:
    """`created` is false where the text was stored already and no new version was wanted.

    `changed` says whether the text differs from what was stored before it. `relinked_from` is
    the old place of a file that was recognised after it moved.
    """

    version: Version
    created: bool
    changed: bool
    relinked_from: Path | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A prompt whose file is gone and may be the one that is now at another place.

    `certain`: the same bytes as its current version. Otherwise an older version has these
    bytes (`n`), or only the file name is the same (`n` is None).
    """

    path: Path
    n: int | None
    certain: bool


@dataclass(frozen=True, slots=True)
class LabelMove:
    """One event in the history of a label; None means that it named nothing."""

    id: int
    name: str
    old: int | None
    new: int | None
    time: str
    author: str
    undoes: int | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": self.name,
            "old": self.old,
            "new": self.new,
            "time": self.time,
            "author": self.author,
            "undoes": self.undoes,
        }


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a prompt besides its versions: relink, failed restore."""

    time: str
    kind: str
    detail: Mapping[str, Any] = field(default_factory=dict)
