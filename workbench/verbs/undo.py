"""Take back the last change of a file, to the byte; again goes one change further back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from workbench.errors import UsageError
from workbench.store.files import follow, read_bytes, sha256
from workbench.store.home import show_path
from workbench.store.store import Store
from workbench.verbs.save import Tokens, WriteRequest, WriteResult, keep_unsaved, write
from workbench.verbs.versions import known_path


def undo(
    path: Path | str,
    store: Store,
    *,
    tokens: Tokens | None = None,
    expected_sha256: str | None = None,
    keep: bool = True,
) -> WriteResult:
    """Make the file hold what it held before the last change, as a new version on top.

    Without `keep` no version is kept: the store is read only, and a second undo is a redo.

    Text in the file that was never saved is the last change: it is stored, then taken back.
    A file that was deleted comes back as it was. What an undo took away is still a version:
    `restore` is redo. Raises UsageError where there is nothing to go back to.
    """
    place = known_path(store, path)
    now = store.current(place)
    if now is None:
        raise UsageError(
            f"No versions of {show_path(path)} are stored, so there is nothing to undo.",
            hint="`ctxbench save FILE` stores one.",
        )
    kept = None
    if follow(path).exists() and keep:
        _, kept = keep_unsaved(path, store, tokens=tokens, expected_sha256=expected_sha256)
        target = store.undo_target(path)
    elif follow(path).exists() and sha256(read_bytes(path, home=store.home)) == now.sha256:
        target = store.undo_target(path)
    else:
        target = now
    if target is None:
        raise UsageError(
            f"{show_path(path)} is as it was first stored; there is nothing to undo.",
            hint="See `ctxbench versions FILE`.",
        )
    wanted = WriteRequest(
        path,
        store.content(target.sha256),
        f"undone, back to version {target.n}",
        kind="undo",
        source=target.source if target.kind == "undo" and target.source else target.n,
        expected_sha256=expected_sha256,
    )
    done = write(wanted, store if keep else None)
    return replace(done, kept=kept or done.kept)
