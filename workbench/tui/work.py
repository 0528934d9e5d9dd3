"""What runs in the background: generators that yield (done, total) and return a result.

They get values, not the session, so that nothing changes under them while they work. Everything
that reads or writes the store or a file for the terminal face is here, through the verbs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.prompt.parts import Part
from workbench.prompt.prompt import Prompt
from workbench.tui.jobs import Steps


def counting(lines: Sequence[str], counter: str, model: str | None) -> Steps:
    """Count lines; returns (LineCounter, CounterInfo)."""
    yield 0, len(lines)
    from workbench.measure.tokens import LineCounter, get_tokenizer

    tokenizer = get_tokenizer(counter, model)
    count = LineCounter(tokenizer)
    yield from count.load(lines)
    return count, tokenizer.info


def remembering(path: Path, prompt: Prompt) -> Steps:
    """What the store knows of a file: (task, its origin, number of the current version)."""
    yield 0, 1
    from workbench.judge.task import infer_task
    from workbench.store.store import Store

    with Store() as store:
        kept = store.memory.task(path)
        current = store.current(path)
    if kept:
        return kept, "stored", current
    found = infer_task(prompt)
    return found.text, found.origin, current


def keeping_task(path: Path, task: str) -> Steps:
    """Remember the task of a file."""
    yield 0, 1
    from workbench.store.store import Store

    with Store() as store:
        store.memory.set_task(path, task)


def reading_rules(prompt: Prompt, parts: Sequence[Part]) -> Steps:
    """The instructions of a prompt."""
    yield 0, 1
    from workbench.prompt.instructions import extract_instructions

    return extract_instructions(prompt, tuple(parts))


def scoring(
    path: Path,
    prompt: Prompt,
    parts: Sequence[Part],
    task: str,
    costs: Sequence[int],
    threshold: float | None,
) -> Steps:
    """Score all parts offline; returns the ScoreResult."""
    yield 0, len(parts)
    from workbench.judge.relevance import THRESHOLD, score_steps
    from workbench.judge.task import Task
    from workbench.prompt.instructions import extract_instructions
    from workbench.store.store import Store

    with Store() as store:
        pinned = frozenset(store.memory.pins(path))
    steps = score_steps(
        prompt,
        parts,
        Task(task),
        costs,
        threshold=THRESHOLD if threshold is None else threshold,
        rules=extract_instructions(prompt, tuple(parts)),
        pinned=pinned,
    )
    while True:
        try:
            step = next(steps)
        except StopIteration as done:
            return done.value
        yield step.done, step.total


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
) -> Steps:
    """Store a version, then write the file; returns (WriteResult, data)."""
    yield 0, 1
    from workbench.store.store import Store
    from workbench.verbs.save import write

    with Store() as store:
        done = write(
            path,
            data,
            message,
            store,
            kind=kind,
            tokens=tokens,
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


def comparing(old: bytes, new: bytes, a_label: str, b_label: str) -> Steps:
    """The Diff of two texts, older first."""
    yield 0, 1
    from workbench.change.diff import diff_sources
    from workbench.prompt.source import Source

    return diff_sources(
        Source.from_bytes(old), Source.from_bytes(new), a_label=a_label, b_label=b_label
    )


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


def proposing(
    path: Path,
    prompt: Prompt,
    parts: Sequence[Part],
    scores: Any,
    counter: str,
    model: str | None,
) -> Steps:
    """All proposals for a prompt that were not refused before; returns a tuple."""
    yield 0, 1
    from workbench.change.optimise import propose
    from workbench.measure.tokens import get_tokenizer, line_costs
    from workbench.prompt.instructions import extract_instructions
    from workbench.store.store import Store

    tokenizer = get_tokenizer(counter, model)
    with Store() as store:
        refused, pinned = store.memory.refused(path), frozenset(store.memory.pins(path))
    rules = extract_instructions(prompt, tuple(parts))
    yield 0, 1
    return propose(
        prompt,
        parts,
        rules,
        lambda lines: line_costs(tokenizer, lines),
        scores=scores,
        refused=refused,
        pinned=pinned,
    )


def checking(proposal: Any) -> Steps:
    """The ledger of one proposal."""
    yield 0, 1
    return proposal.ledger


def applying(
    path: Path, proposals: Sequence[Any], parts: Sequence[Part], counter: str, model: str | None
) -> Steps:
    """Carry out proposals of one prompt together; returns (text before, new Prompt)."""
    yield 0, 1
    from workbench.change.optimise import apply
    from workbench.measure.tokens import get_tokenizer, line_costs
    from workbench.store.store import Store

    tokenizer = get_tokenizer(counter, model)
    with Store() as store:
        pinned = frozenset(store.memory.pins(path))
    prompt = proposals[0].prompt
    _, new = apply(
        prompt, parts, proposals, lambda lines: line_costs(tokenizer, lines), pinned=pinned
    )
    return prompt, new


def refusing(path: Path, key: str, kind: str, again: bool) -> Steps:
    """Remember that a proposal was refused, or forget it (`again`)."""
    yield 0, 1
    from workbench.store.store import Store

    with Store() as store:
        if again:
            store.memory.allow_again(path, key)
        else:
            store.memory.refuse(path, key, kind)
