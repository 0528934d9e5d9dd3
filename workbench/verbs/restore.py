"""Put a stored version back into its file, as a new version on top."""

from __future__ import annotations

from pathlib import Path

from workbench.store.store import Store
from workbench.verbs.save import Tokens, WriteRequest, WriteResult, write
from workbench.verbs.versions import known_path


def restore(
    path: Path | str,
    n: int,
    store: Store,
    *,
    tokens: Tokens | None = None,
    expected_sha256: str | None = None,
    keep: bool = True,
) -> WriteResult:
    """Make the file hold the bytes of version `n`; without `keep`, no version of that is kept.

    Unsaved text in the file becomes a version first (`kept`); `undo` brings it back. Where the
    file holds those bytes already, nothing is written and no version is made. A restore that
    fails leaves file and versions as they were.
    """
    data = store.read(known_path(store, path), n)
    wanted = WriteRequest(
        path,
        data,
        f"restored version {n}",
        kind="restore",
        tokens=tokens if callable(tokens) else None,
        source=n,
        expected_sha256=expected_sha256,
    )
    return write(wanted, store if keep else None)
