"""Background work with files and the store, through the verbs: save, versions, restore, export.

Generators that yield (done, total) and return a result, like those of `work.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.change.changes import NewFile
    from workbench.prompt.parts import Cuts
    from workbench.prompt.prompt import Prompt
    from workbench.tui.jobs import Steps


def remembering(path: Path, prompt: Prompt) -> Steps:
    """What the store knows of a file: (task, its origin, current version, pinned part ids,
    cuts made by hand, what a model said of the parts)."""
    yield 0, 1
    from workbench.judge.task import infer_task
    from workbench.store.store import Store
    from workbench.tui.ask_wants import SETTING
    from workbench.verbs.cuts import stored_cuts

    with Store() as store:
        kept = store.memory.task(path)
        judged = store.memory.setting(path, SETTING)
        current = store.current(path)
        pins = frozenset(store.memory.pins(path))
    cuts = stored_cuts(path)
    if kept:
        return kept, "stored", current, pins, cuts, judged
    found = infer_task(prompt)
    return found.text, found.origin, current, pins, cuts, judged


def keeping_cuts(path: Path, cuts: Cuts) -> Steps:
    """Remember where parts were split and merged by hand."""
    yield 0, 1
    from workbench.verbs.cuts import keep_cuts

    keep_cuts(path, cuts)


def keeping_task(path: Path, task: str) -> Steps:
    """Remember the task of a file."""
    yield 0, 1
    from workbench.store.store import Store

    with Store() as store:
        store.memory.set_task(path, task)


def saving(
    path: Path,
    data: bytes,
    message: str,
    expected: str | None,
    tokens: Mapping[str, int],
    *,
    kind: str = "save",
    proposals: Sequence[object] = (),
    author: str = "user",
    counter: str = "auto",
    model: str | None = None,
) -> Steps:
    """Store a version, then write the file; returns (WriteResult, data).

    `tokens` are those of `data`; text found on the disk, which becomes a version too, is counted
    by `counter` and `model`.
    """
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.measured import tokens_of
    from workbench.verbs.save import write

    def counted(found: bytes) -> Mapping[str, int]:
        return tokens if found == data else tokens_of(found, counter=counter, model=model)

    with Store() as store:
        done = write(
            path,
            data,
            message,
            store,
            kind=kind,
            tokens=counted,
            expected_sha256=expected,
            proposals=proposals,
            author=author,
        )
    return done, data


def keeping(path: Path, data: bytes, message: str, tokens: Mapping[str, int]) -> Steps:
    """Store a version without touching the file; returns the Version."""
    yield 0, 1
    from workbench.store.store import Store

    with Store() as store:
        return store.put(
            path, data, reason=message, tokens=tokens, on_disk=False, always=True
        ).version


def listing(path: Path) -> Steps:
    """The stored versions; returns a VersionsResult, or None when there are none."""
    yield 0, 1
    from workbench.errors import UnreadableInput
    from workbench.store.store import Store
    from workbench.verbs.versions import versions

    with Store() as store:
        try:
            return versions(path, store)
        except UnreadableInput:
            return None


def reading_version(path: Path, n: int) -> Steps:
    """The bytes of a version."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.versions import known_path

    with Store() as store:
        return store.read(known_path(store, path), n)


def restoring(path: Path, n: int, expected: str | None) -> Steps:
    """Put a version back into the file; returns (WriteResult, bytes)."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.restore import restore
    from workbench.verbs.versions import known_path

    with Store() as store:
        data = store.read(known_path(store, path), n)
        return restore(path, n, store, expected_sha256=expected), data


def labelling(path: Path, n: int, name: str) -> Steps:
    """Name a version."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.label import label

    with Store() as store:
        return label(path, n, name, store)


def reading_disk(path: Path) -> Steps:
    """The bytes of the file now, or None when it is gone."""
    yield 0, 1
    from workbench.store.files import read_bytes

    return read_bytes(path) if path.exists() else None


def planning_export(path: Path, data: bytes, to: str, out: Path | None) -> Steps:
    """What an export would write where; returns a Plan."""
    yield 0, 1
    from workbench.verbs.export import plan
    from workbench.verbs.inputs import Input

    return plan(Input(str(path), data, "file", path), to, out)


def exporting(made: Any, overwrite: bool) -> Steps:
    """Carry an export out; returns Exported."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.export import carry_out

    with Store() as store:
        return carry_out(made, store, overwrite=overwrite)


def refusing(path: Path, verdicts: Sequence[tuple[str, str, bool]]) -> Steps:
    """Remember that proposals were refused, or forget it; `verdicts`: (key, kind, again).

    The work is done before the first step: a screen that closes cancels its jobs, and an answer
    that was given must not be lost with it.
    """
    from workbench.store.store import Store

    with Store() as store:
        for key, kind, again in verdicts:
            if again:
                store.memory.allow_again(path, key)
            else:
                store.memory.refuse(path, key, kind)
    yield 1, 1


def pinning(path: Path, part: str, text: str, pin: bool) -> Steps:
    """Pin a part, so that no proposal touches it, or take the pin off; returns the pinned ids."""
    yield 0, 1
    import hashlib

    from workbench.prompt.source import encode
    from workbench.store.store import Store

    with Store() as store:
        if pin:
            store.memory.pin(path, part, hashlib.sha256(encode(text)).hexdigest())
        else:
            store.memory.unpin(path, part)
        return frozenset(store.memory.pins(path))


def offloading(path: Path, files: Sequence[NewFile], text: str) -> Steps:
    """Write new files beside a prompt, each stored first; returns (text, their names)."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.beside import write_beside

    with Store() as store:
        write_beside(path.parent, files, f"taken out of {path.name}", "user", store)
    return text, ", ".join(file.path for file in files)
