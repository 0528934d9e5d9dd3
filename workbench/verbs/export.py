"""`export`: a prompt in another form, in a new file, and never over an old one unasked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from workbench.change.diff import Diff, diff_sources
from workbench.errors import GateRefused, UsageError
from workbench.prompt.source import Source
from workbench.store.files import ABSENT, hash_on_disk, read_bytes, sha256
from workbench.store.home import show_path
from workbench.store.store import Store
from workbench.verbs.formats import FORMATS, Rendered, variables
from workbench.verbs.inputs import Input
from workbench.verbs.save import Tokens, WriteResult, write
from workbench.verbs.secrets import KeyLike, key_like

NAMES = (*FORMATS, "html")


@dataclass(frozen=True, slots=True)
class Plan:
    """What an export would do. `old` is what `out` holds now, None where it does not exist;
    `keys` are strings of the source that look like keys, with their lines."""

    source: Input
    to: str
    out: Path
    rendered: Rendered
    old: bytes | None
    variables: tuple[str, ...]
    keys: tuple[KeyLike, ...] = ()

    @property
    def overwrites(self) -> bool:
        """Whether text of an existing file would be replaced."""
        return bool(self.old) and self.old != self.rendered.data

    def diff(self) -> Diff:
        """From what OUT holds to what it would hold."""
        return diff_sources(
            Source.from_bytes(self.old or b""),
            Source.from_bytes(self.rendered.data),
            a_label=f"{self.out}, on disk",
            b_label=f"{self.source.spec} as {self.to}",
        )


@dataclass(frozen=True, slots=True)
class Exported:
    plan: Plan
    written: WriteResult

    def to_dict(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "path": plan.source.spec,
            "to": plan.to,
            "out": str(plan.out),
            "bytes": len(plan.rendered.data),
            "sha256": sha256(plan.rendered.data),
            "variables": list(plan.variables),
            "notes": list(plan.rendered.notes),
            "keys": [key.to_dict() for key in plan.keys],
            "overwrote": plan.overwrites,
            "kept": self.written.kept.to_dict() if self.written.kept else None,
            "version": self.written.version.to_dict(),
        }


def render(source: Input, to: str, *, counter: str = "auto", model: str | None = None) -> Rendered:
    """The bytes of the form `to`. Raises UsageError for an unknown one."""
    if to == "html":
        from workbench.verbs.report import render as page
        from workbench.verbs.report import report
        from workbench.verbs.steps import finished

        return Rendered(page(finished(report(source, counter=counter, model=model))))
    if to not in FORMATS:
        raise UsageError(f"There is no format {to!r}.", hint=f"Known: {', '.join(NAMES)}.")
    prompt = source.prompt()
    return FORMATS[to][0](prompt, prompt.parts())


def plan(
    source: Input,
    to: str,
    out: Path | None = None,
    *,
    counter: str = "auto",
    model: str | None = None,
    muted: Collection[str] = (),
) -> Plan:
    """What would be written where; nothing is. Without `out`, a name that no file has yet.

    `muted`: keys of findings that the user accepted, so that they are not warned of.
    """
    rendered = render(source, to, counter=counter, model=model)
    return planned(source, to, rendered, out, _name(source, to), muted=muted)


def planned(
    source: Input,
    to: str,
    rendered: Rendered,
    out: Path | None,
    name: str,
    *,
    muted: Collection[str] = (),
) -> Plan:
    """`plan` for bytes that are there already; `name` is that of a new file."""
    if out is None:
        out = _new_name(source, name)
    elif out.is_dir():
        out = out / name
    if out.exists() and not out.is_file():
        raise UsageError(
            f"{show_path(out)} is not a plain file; nothing was written.",
            hint="Name a file, or `-` for standard output.",
        )
    old = read_bytes(out) if out.exists() else None
    prompt = source.prompt()
    keys = key_like(prompt, muted=muted)
    return Plan(source, to, out, rendered, old, variables(prompt.text), keys)


def carry_out(
    made: Plan, store: Store, *, overwrite: bool = False, tokens: Tokens | None = None
) -> Exported:
    """Store, then write. With `overwrite`, text in the way is stored as a version first.

    `tokens` counts the versions that are made.

    Raises GateRefused when a file is in the way and `overwrite` is false, ChangedOnDisk when it
    is not what the plan was made for; nothing is written then.
    """
    if made.overwrites and not overwrite:
        raise GateRefused(
            f"{made.out} exists and holds other text; nothing was written.",
            hint="Leave out -o for a new name, or say --force to replace it (it is stored first).",
        )
    source = made.source
    if source.origin == "file" and source.path is not None:
        # The text may be that of an editor, which the file does not hold.
        held = hash_on_disk(source.path) == sha256(source.data)
        store.save(source.path, source.data, on_disk=held)
    done = write(
        made.out,
        made.rendered.data,
        f"exported from {source.spec} as {made.to}",
        store,
        kind="export",
        tokens=tokens,
        expected_sha256=ABSENT if made.old is None else sha256(made.old),
    )
    return Exported(made, done)


def _name(source: Input, to: str) -> str:
    if to == "agents-md":
        return "AGENTS.md"
    name = source.name or "prompt.md"
    if to == "same":
        return name
    ending = ".html" if to == "html" else FORMATS[to][1]
    return Path(name).stem + ending


def _new_name(source: Input, name: str) -> Path:
    """A name beside the source (else in the current folder) that is not taken."""
    folder = source.path.parent if source.path is not None else Path()
    wanted = folder / name
    for number in count(2):
        if not wanted.exists() and not wanted.is_symlink():
            break
        wanted = folder / f"{Path(name).stem}-{number}{wanted.suffix}"
    return wanted
