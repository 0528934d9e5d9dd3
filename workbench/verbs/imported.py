"""The files that a host loads along with a prompt, because the prompt imports them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path

from workbench.errors import UnreadableInput
from workbench.hosts.imports import list_imports
from workbench.hosts.registry import hosts
from workbench.prompt.prompt import Prompt
from workbench.store.files import read_bytes
from workbench.verbs.same_file import file_identity

#: An import of an import of ... is followed this far where the host does not say.
_HOPS = 4


def imported_texts(prompt: Prompt, path: Path) -> Iterator[tuple[Path, str]]:
    """The files that the host of a prompt loads along with it, each once, with their texts."""
    host = hosts().for_kind(prompt.kind, None, str(path))
    hops = host.imports.depth if host.imports is not None and host.imports.depth else _HOPS
    return _imports(prompt, path, hops, {file_identity(path)})


def _imports(
    prompt: Prompt, path: Path, hops: int, seen: set[Hashable]
) -> Iterator[tuple[Path, str]]:
    """Each imported file once, with its text."""
    if not hops:
        return
    for one in list_imports(prompt, path.parent):
        target = Path(one.path) if one.path else None
        if target is None or file_identity(target) in seen:
            continue
        seen.add(file_identity(target))
        try:
            inner = Prompt.from_bytes(read_bytes(target), str(target), prompt.kind)
        except UnreadableInput:
            continue
        yield target, inner.text
        yield from _imports(inner, target, hops - 1, seen)
