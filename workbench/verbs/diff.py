"""`diff`: two prompts side by side, older on the left, with where each side comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.change.diff import Diff, diff_sources
from workbench.errors import UnreadableInput
from workbench.verbs.inputs import Input, need_file, once, read_input, split_version


@dataclass(frozen=True, slots=True)
class DiffResult:
    """`swapped` tells that the older side was given second and is shown first all the same."""

    diff: Diff
    a: Input
    b: Input
    swapped: bool
    known_order: bool

    def to_dict(self) -> dict[str, Any]:
        """`a` and `b` are the FILEs as written; `a_side` and `b_side` say what they are."""
        return {
            **self.diff.to_dict(),
            "a": self.a.spec,
            "b": self.b.spec,
            "direction": "older to newer" if self.known_order else "a to b",
            "swapped": self.swapped,
            "a_side": self.a.side(),
            "b_side": self.b.side(),
        }


def diff(a: str | Input, b: str | Input | None = None, *, as_given: bool = False) -> DiffResult:
    """Compare FILE `a` with FILE `b`; without `b`, the last stored version of `a` with `a`.

    Where the ages of both are known (two versions of one file, or a version and its file) the
    older is the left side; `as_given` keeps the order of the arguments.
    """
    if b is None:
        spec = a.spec if isinstance(a, Input) else a
        halves = split_version(spec)
        if halves:
            b = str(halves[0])
        else:
            need_file(spec)
            a, b = f"{spec}@{_latest(spec)}", a
    once((a, b))
    left, right = read_input(a), read_input(b)
    order = _order(left, right)
    swapped = order > 0 and not as_given
    if swapped:
        left, right = right, left
    return DiffResult(
        diff_sources(
            left.prompt().source,
            right.prompt().source,
            a_label=left.label(),
            b_label=right.label(),
        ),
        left,
        right,
        swapped,
        order != 0 and not (order > 0 and as_given),
    )


def others(result: DiffResult) -> tuple[str, ...]:
    """What else a file can be compared with that is the same as its last version: its specs.

    The version before and the state in git, as far as they differ from the file.
    """
    if not result.diff.same or result.b.path is None:
        return ()
    from workbench.store.store import Store
    from workbench.verbs.file_state import earlier

    with Store() as store:
        found = earlier(result.b.path, result.b.data, store)
    specs = []
    for one in found:
        try:
            read_input(one.spec)
        except UnreadableInput:
            continue  # a repository that is not that of the current folder
        specs.append(one.spec)
    return tuple(specs)


def _order(a: Input, b: Input) -> int:
    """-1 when `a` is older, 1 when `b` is, 0 when nobody knows."""
    if a.path is None or b.path is None or a.path.resolve() != b.path.resolve():
        return 0
    ages = [side.version if side.version is not None else float("inf") for side in (a, b)]
    return (ages[0] > ages[1]) - (ages[0] < ages[1])


def _latest(spec: str) -> int:
    from workbench.store.store import Store
    from workbench.verbs.versions import known_path

    with Store() as store:
        versions = store.versions(known_path(store, spec))
    if not versions:
        raise UnreadableInput(
            f"No version of {spec} is stored, so there is nothing to compare it with.",
            hint=f"Name the other side, or store one: ctxbench save {spec} -m TEXT",
        )
    return versions[-1].n
