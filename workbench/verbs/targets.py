"""Where a verb writes a new file, and what that would do: what is in the way, who would load it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import GateRefused, UsageError
from workbench.hosts.load_places import Live, live_at
from workbench.store.files import ABSENT, read_bytes, sha256
from workbench.store.home import show_path

if TYPE_CHECKING:
    from workbench.change.diff import Diff

_SEPARATORS = tuple(sign for sign in (os.sep, os.altsep) if sign)


@dataclass(frozen=True, slots=True)
class Target:
    """A file that would get the bytes `data`. `old` is what it holds now, None where there is none;
    `hosts` are those that load a file of this name and place by themselves."""

    out: Path
    data: bytes
    old: bytes | None
    hosts: tuple[Live, ...] = ()

    @property
    def overwrites(self) -> bool:
        """Whether text of an existing file would be replaced."""
        return bool(self.old) and self.old != self.data

    @property
    def goes_live(self) -> bool:
        """Whether a text would be loaded by a host from now on, where none was before."""
        return bool(self.hosts) and not self.old and bool(self.data)

    @property
    def expected(self) -> str:
        """The hash that the file must still have when it is written."""
        return ABSENT if self.old is None else sha256(self.old)

    def loaded(self) -> str:
        """What hosts would do with it, in words; nothing where none loads it."""
        if not self.hosts:
            return ""
        return f"{show_path(self.out)} is loaded by itself: {'; '.join(map(str, self.hosts))}."

    def diff(self, label: str) -> Diff:
        """From what it holds to what it would hold; `label` names the latter."""
        from workbench.change.diff import diff_sources
        from workbench.prompt.source import Source

        return diff_sources(
            Source.from_bytes(self.old or b""),
            Source.from_bytes(self.data),
            a_label=f"{self.out}, on disk",
            b_label=label,
        )

    def refuse(self, *, overwrite: bool, live: bool) -> None:
        """Raise GateRefused where other text is in the way and `overwrite` is false, UsageError
        where the text would go live and `live` is false; nothing was written then."""
        if self.overwrites and not overwrite:
            raise GateRefused(
                f"{self.out} exists and holds other text; nothing was written.",
                hint="Name another file, or say --force to replace it (it is stored first).",
            )
        if self.goes_live and not live:
            raise UsageError(
                f"{self.loaded()} Nothing was written.",
                hint="Name another place, or say --live if that is what you want.",
            )


def target(out: Path, data: bytes, name: str) -> Target:
    """The target `out`, or the file `name` in it where it is a folder; nothing is written.

    Raises UsageError where it cannot be a file that is written.
    """
    try:
        if out.is_dir():
            out = out / name
        if out.exists() and not out.is_file():
            raise UsageError(
                f"{show_path(out)} is not a plain file; nothing was written.",
                hint="Name a file, or `-` for standard output.",
            )
        if not out.parent.is_dir():
            raise UsageError(
                f"The folder {show_path(out.parent)} does not exist; nothing was written.",
                hint="Make the folder first, or name another place.",
            )
        old = read_bytes(out) if out.exists() else None
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{show_path(out)} cannot be a file ({error}).", hint="Name another; nothing was done."
        ) from error
    return Target(out, data, old, live_at(out, data))


def named(out: str) -> Path:
    """The path that a person wrote for a new file.

    Raises UsageError for an empty name, and for `out/` where no such folder is: it would become a
    file of that name.
    """
    if not out:
        raise UsageError("The name of the file to write is empty.", hint="Nothing was done.")
    if out.endswith(_SEPARATORS) and not Path(out).is_dir():
        raise UsageError(
            f"There is no folder {show_path(out)}; nothing was written.",
            hint="Make the folder first, or leave out the sign at the end for a file.",
        )
    return Path(out)


def named_folder(folder: str) -> Path:
    """The path that a person wrote for a folder; raises UsageError for an empty one."""
    if not folder.strip():
        raise UsageError("The name of the folder is empty.", hint="Nothing was done.")
    return Path(folder)


def as_dict(aim: Target) -> dict[str, Any]:
    """What a target adds to the JSON of a verb that wrote it."""
    return {"overwrote": aim.overwrites, "live": [live.to_dict() for live in aim.hosts]}
