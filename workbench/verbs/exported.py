"""What `export` would do and what it did, as values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.change.diff import Diff
from workbench.store.files import sha256
from workbench.verbs.formats import Rendered
from workbench.verbs.inputs import Input
from workbench.verbs.save import WriteResult
from workbench.verbs.secrets import KeyLike
from workbench.verbs.targets import Target, as_dict


@dataclass(frozen=True, slots=True)
class Plan:
    """What an export would do; `aim` says where, and what that would mean. `keys` are strings of
    the source that look like keys, with their lines."""

    source: Input
    to: str
    aim: Target
    rendered: Rendered
    variables: tuple[str, ...]
    keys: tuple[KeyLike, ...] = ()

    @property
    def out(self) -> Path:
        return self.aim.out

    @property
    def overwrites(self) -> bool:
        """Whether text of an existing file would be replaced."""
        return self.aim.overwrites

    def diff(self) -> Diff:
        """From what OUT holds to what it would hold."""
        return self.aim.diff(f"{self.source.spec} as {self.to}")


@dataclass(frozen=True, slots=True)
class Exported:
    """`trouble`: why no version was kept, in words."""

    plan: Plan
    written: WriteResult
    trouble: str = ""

    def to_dict(self) -> dict[str, Any]:
        plan, done = self.plan, self.written
        return {
            "path": plan.source.spec,
            "to": plan.to,
            "out": str(plan.out),
            "bytes": len(plan.rendered.data),
            "sha256": sha256(plan.rendered.data),
            "variables": list(plan.variables),
            "notes": list(plan.rendered.notes),
            "keys": [key.to_dict() for key in plan.keys],
            **as_dict(plan.aim),
            "changed": done.changed,
            "kept": done.kept.to_dict() if done.kept else None,
            "version": done.version.to_dict() if done.version else None,
        }
