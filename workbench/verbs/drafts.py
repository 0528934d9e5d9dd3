"""Text that was typed and never saved: find it, compare it with the file, keep it, discard it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import UnreadableInput, WriteFailed
from workbench.store import drafts
from workbench.store.drafts import BrokenDraft, Draft, DraftFile, Found
from workbench.store.file_errors import ABSENT
from workbench.store.files import read_bytes, sha256

if TYPE_CHECKING:
    from workbench.store.values import Version

__all__ = ["Draft", "DraftFile", "Found", "Offered", "compare", "discard", "find", "keep", "read"]


@dataclass(frozen=True, slots=True)
class Offered:
    """A draft beside the file as it is now.

    `differs` counts the lines that are not the same; `summary` says it in words. `on_disk` is what
    the file holds (None: it is gone), `file_is_newer` whether it was written after the draft, and
    `moved_on` whether it is no longer the text that the typing started from.
    """

    draft: Draft
    data: bytes
    on_disk: bytes | None
    differs: int
    summary: str
    file_is_newer: bool
    moved_on: bool


def _on_disk(path: Path) -> bytes | None:
    return read_bytes(path) if path.exists() else None


def find(path: Path, session: str = "") -> Found:
    """The drafts of a prompt; one that the file holds already, to the byte, is removed."""
    data = _on_disk(path)
    base = ABSENT if data is None else sha256(data)
    found = drafts.find(path, base=base, session=session)
    left = []
    for draft in found.drafts:
        if draft.sha256 == base:
            with suppress(OSError):
                drafts.drop(draft)
        else:
            left.append(draft)
    return Found(tuple(left), found.elsewhere, found.troubles)


def read(draft: Draft) -> bytes:
    """The bytes of a draft. Raises UnreadableInput where they are not whole."""
    try:
        return drafts.read(draft)
    except (BrokenDraft, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableInput(
            f"The draft of {draft.path.name} cannot be read: {why}.",
            hint=f"It is left where it is: {draft.file}",
        ) from error


def compare(path: Path, draft: Draft) -> Offered:
    """Read a draft and compare it with the file as it is now."""
    from workbench.change.diff import diff_sources
    from workbench.prompt.source import Source

    data, disk = read(draft), _on_disk(path)
    diff = diff_sources(Source.from_bytes(disk or b""), draft.source(data))
    counts = diff.counts()
    newer = False
    with suppress(OSError):
        newer = path.stat().st_mtime > draft.written
    base = ABSENT if disk is None else sha256(disk)
    return Offered(
        draft,
        data,
        disk,
        sum(counts.values()),
        diff.summary(),
        newer,
        draft.base != base,
    )


def keep(path: Path, offered: Offered, tokens: Mapping[str, int] | None = None) -> Version:
    """Make the draft a stored version and remove it; the file stays as it is."""
    from workbench.store.store import Store
    from workbench.store.values import NewVersion

    when = datetime.fromtimestamp(offered.draft.written, UTC).strftime("%Y-%m-%d %H:%M UTC")
    with Store() as store:
        new = NewVersion(
            reason=f"unsaved text of {when}", tokens=tokens, on_disk=False, always=True
        )
        version = store.put(path, offered.data, new).version
    with suppress(OSError):  # then it is offered again: twice is better than never
        drafts.drop(offered.draft)
    return version


def discard(draft: Draft) -> None:
    """Remove a draft for good. Raises WriteFailed where that is not possible."""
    try:
        drafts.drop(draft)
    except OSError as error:
        raise WriteFailed(
            f"The draft could not be removed ({error.strerror or error}).",
            hint=f"It is still there, and is offered again: {draft.file}",
        ) from error
