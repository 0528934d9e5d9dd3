"""The exact bytes of a stored version."""

from __future__ import annotations

from pathlib import Path

from workbench.store.store import Store
from workbench.verbs.versions import known_path


def show(path: Path | str, n: int, store: Store) -> bytes:
    """Version `n` of the file, checked against its hash; raises UnreadableInput, StoreError."""
    return store.read(known_path(store, path), n)
