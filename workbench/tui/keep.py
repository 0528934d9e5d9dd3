"""Background work with files and the store, through the verbs: save, versions, restore, export.

Generators that yield (done, total) and return a result, like those of `work.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from workbench.change.changes import NewFile
    from workbench.change.diff import Diff
    from workbench.prompt.parts import Cuts
    from workbench.prompt.prompt import Prompt
    from workbench.store.store import Store
    from workbench.tui.jobs import Steps
    from workbench.verbs.exported import Exported
    from workbench.verbs.file_state import Standing
    from workbench.verbs.measured import Counting
    from workbench.verbs.save import WriteRequest, WriteResult
    from workbench.verbs.unplaced import Adrift


class Remembered(NamedTuple):
    """What the store knows of a file: task and its origin, what the text on the disk is to the
    versions, the ids of pinned parts, what waits for its words, cuts made by hand, what a model
    said of the parts, and why the store is of no use, in words."""

    task: str
    origin: str
    standing: Standing
    pins: frozenset[str]
    adrift: Adrift
    cuts: Cuts
    judged: Any
    trouble: str = ""


def remembering(path: Path, prompt: Prompt, data: bytes) -> Steps:
    """What the store knows of a file that holds `data`; returns Remembered."""
    yield 0, 1
    from workbench.judge.task import infer_task
    from workbench.tui.ask_wants import SETTING
    from workbench.verbs.file_state import Standing, standing
    from workbench.verbs.manual_cuts import stored_cuts
    from workbench.verbs.stored import asked, noted
    from workbench.verbs.unplaced import Adrift, adrift

    def read(store: Store) -> tuple[Any, ...]:
        memory = store.memory
        return (
            memory.task(path) or "",
            memory.setting(path, SETTING),
            standing(path, data, store),
            frozenset(memory.pins(path)),
            adrift(path, data, store),
        )

    noted()
    nothing: tuple[Any, ...] = ("", None, Standing(), frozenset(), Adrift())
    (task, judged, stands, pins, waiting), _ = asked(read, nothing)
    cuts, origin = stored_cuts(path), "stored"
    trouble = noted()
    if not task:
        found = infer_task(prompt)
        task, origin = found.text, found.origin
    return Remembered(task, origin, stands, pins, waiting, cuts, judged, trouble)


def placing(path: Path, data: bytes) -> Steps:
    """What `data`, found on the disk, is to the versions; returns (Standing, Adrift)."""
    yield 0, 1
    from workbench.verbs.file_state import Standing, standing
    from workbench.verbs.stored import from_store
    from workbench.verbs.unplaced import Adrift, adrift

    def read(store: Store) -> tuple[Standing, Adrift]:
        return standing(path, data, store), adrift(path, data, store)

    return from_store(read, (Standing(), Adrift()))


class Compared(NamedTuple):
    """A diff with the sums of its ledger. `told`: why these two texts; `other`: what the newer one
    can be compared with instead, "" where there is nothing; `at`: which comparison this is."""

    diff: Diff
    ledger: str
    worse: bool
    told: str
    other: str
    at: int


def comparing_with_earlier(
    path: Path, disk: bytes | None, now: bytes, names: tuple[str, str], at: int
) -> Steps:
    """Compare the text of the editor with the file, else with a text before that; returns Compared.

    `disk`: the bytes of the file as it was read (None: there is no file); `names` are those of
    the file and of the editor's text. `at` counts what it can be compared with.
    """
    yield 0, 2
    from workbench.errors import CtxbenchError
    from workbench.store.store import Store
    from workbench.tui.work import comparing
    from workbench.verbs.file_state import Earlier, earlier

    old: list[Earlier] = []
    if disk is None or disk != now:
        old.append(Earlier("the file", names[0], "", disk or b""))
    trouble = ""
    try:
        with Store() as store:
            old += earlier(path, now if disk is None else disk, store)
    except CtxbenchError as error:
        trouble = f" {error}"
    old = [one for one in old if one.data != now] or [
        Earlier("the file", names[0], "", disk or b"")
    ]
    one = old[at % len(old)]
    told = ""
    if disk is not None and disk == now:
        told = "The text here is what the file holds"
        told += f"; shown from {one.short} to it." if one.data != now else (
            ", and nothing older is known: no other version is stored, git has no other text."
        )  # fmt: skip
    elif at % len(old):
        told = f"Shown from {one.short} to the text here, which is not saved."
    other = old[(at + 1) % len(old)].short if len(old) > 1 else ""
    diff, ledger, worse = yield from comparing(one.data, now, one.label, names[1], path)
    return Compared(diff, ledger, worse, told + trouble, other, at)


def keeping_cuts(path: Path, cuts: Cuts) -> Steps:
    """Remember where parts were split and merged by hand."""
    yield 0, 1
    from workbench.verbs.manual_cuts import keep_cuts

    keep_cuts(path, cuts)


def keeping_task(path: Path, task: str) -> Steps:
    """Remember the task of a file."""
    yield 0, 1
    from workbench.store.store import Store

    with Store() as store:
        store.memory.set_task(path, task)


def saving(wanted: WriteRequest, counting: Counting, *, keep: bool) -> Steps:
    """Store a version, then write the file; returns (WriteResult, data). Without `keep` the file
    is written and no version is stored.

    The tokens that are wanted are those of the new text; text found on the disk, which becomes a
    version too, is counted.
    """
    yield 0, 1
    from workbench.verbs.save import write
    from workbench.verbs.stored import keep_or_go_on

    known = wanted.tokens

    def counted(found: bytes) -> Mapping[str, int]:
        if found == wanted.data and isinstance(known, Mapping):
            return known
        return counting.tokens(found)

    def into(store: Store | None) -> WriteResult:
        return write(replace(wanted, tokens=counted), store)

    if not keep:
        return into(None), wanted.data
    return keep_or_go_on(into, losing=True, what=Path(wanted.path).name)[0], wanted.data


def keeping(path: Path, data: bytes, message: str, tokens: Mapping[str, int]) -> Steps:
    """Store a version without touching the file; returns the Version."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.store.values import NewVersion

    with Store() as store:
        new = NewVersion(reason=message, tokens=tokens, on_disk=False, always=True)
        return store.put(path, data, new).version


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
    """Carry an export out; returns (Exported, why no version was kept, the version that keeps the
    text or None). `agreed`: a text in the way may be replaced, and the file may be one that a host
    loads."""
    yield 0, 1
    from workbench.verbs.export import carry_out
    from workbench.verbs.file_state import stored_as
    from workbench.verbs.stored import from_store, keep_or_go_on

    def into(store: Store | None) -> Exported:
        return carry_out(made, store, overwrite=agreed, live=agreed)

    done, trouble = keep_or_go_on(into, losing=made.overwrites, what=str(made.out))
    source = made.source
    kept = from_store(lambda store: stored_as(source.path, source.data, store), None)
    return done, trouble, kept


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
    from workbench.verbs.new_files import write_beside

    with Store() as store:
        write_beside(path.parent, files, f"taken out of {path.name}", "user", store)
    return text, ", ".join(file.path for file in files)
