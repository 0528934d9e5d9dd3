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
    from workbench.store.store import Store
    from workbench.tui.jobs import Steps
    from workbench.verbs.export import Exported
    from workbench.verbs.save import WriteResult


def remembering(path: Path, prompt: Prompt) -> Steps:
    """What the store knows of a file: (task, its origin, current version, pinned part ids,
    cuts made by hand, what a model said of the parts, why the store is of no use, in words)."""
    yield 0, 1
    from workbench.judge.task import infer_task
    from workbench.tui.ask_wants import SETTING
    from workbench.verbs.cuts import stored_cuts
    from workbench.verbs.stored import asked, noted

    def read(store: Store) -> tuple[Any, ...]:
        memory = store.memory
        pins = frozenset(memory.pins(path))
        return memory.task(path), memory.setting(path, SETTING), store.current(path), pins

    noted()
    nothing: tuple[Any, ...] = (None, None, None, frozenset())
    (kept, judged, current, pins), _ = asked(read, nothing)
    cuts = stored_cuts(path)
    trouble = noted()
    if kept:
        return kept, "stored", current, pins, cuts, judged, trouble
    found = infer_task(prompt)
    return found.text, found.origin, current, pins, cuts, judged, trouble


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
    keep: bool = True,
) -> Steps:
    """Store a version, then write the file; returns (WriteResult, data). Without `keep` the file
    is written and no version is stored.

    `tokens` are those of `data`; text found on the disk, which becomes a version too, is counted
    by `counter` and `model`.
    """
    yield 0, 1
    from workbench.verbs.measured import tokens_of
    from workbench.verbs.save import write
    from workbench.verbs.stored import keep_or_go_on

    def counted(found: bytes) -> Mapping[str, int]:
        return tokens if found == data else tokens_of(found, counter=counter, model=model)

    def into(store: Store | None) -> WriteResult:
        return write(
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

    if not keep:
        return into(None), data
    return keep_or_go_on(into, losing=True, what=path.name)[0], data


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


def planning_export(path: Path, data: bytes, to: str, out: str | None) -> Steps:
    """What an export would write where; returns a Plan. `out`: a name as it was typed."""
    yield 0, 1
    from workbench.verbs.export import plan
    from workbench.verbs.inputs import Input
    from workbench.verbs.targets import named

    where = None if out is None else named(out).expanduser()
    return plan(Input(str(path), data, "file", path), to, where)


def exporting(made: Any, agreed: bool) -> Steps:
    """Carry an export out; returns (Exported, why no version was kept). `agreed`: a text in the
    way may be replaced, and the file may be one that a host loads."""
    yield 0, 1
    from workbench.verbs.export import carry_out
    from workbench.verbs.stored import keep_or_go_on

    def into(store: Store | None) -> Exported:
        return carry_out(made, store, overwrite=agreed, live=agreed)

    return keep_or_go_on(into, losing=made.overwrites, what=str(made.out))


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
