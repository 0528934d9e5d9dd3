"""What FILE may be, in every verb: a path, `-`, `FILE@N`, `git:REV:path`.

A file that exists under the literal name wins over `FILE@N` and `git:...`, so that no file on
disk is out of reach.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import UnreadableInput

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt

STDIN = "-"
_STORED = re.compile(r"(?P<path>.+)@(?P<n>[0-9]+|[A-Za-z][\w.-]*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Input:
    """Bytes and where they are from. `spec` is what the user wrote and what JSON calls `path`.

    `path` is the file the bytes belong to (None for standard input and git), `version` the
    stored version they were read from, `origin` is `file`, `stdin`, `version` or `git`.
    """

    spec: str
    data: bytes
    origin: str
    path: Path | None = None
    version: int | None = None

    def prompt(self) -> Prompt:
        """The prompt in these bytes; its kind is told from the file's own name."""
        from workbench.prompt.prompt import Prompt

        if self.origin == "git":
            name = self.spec.partition(":")[2].partition(":")[2]
        elif self.path is not None:
            name = str(self.path)
        else:
            name = ""
        return Prompt.from_bytes(self.data, path=name)


def split_version(spec: str) -> tuple[Path, str] | None:
    """`FILE@N` or `FILE@LABEL` as its two halves, or None for anything else."""
    if spec == STDIN or _exists(spec):
        return None
    match = _STORED.fullmatch(spec)
    return (Path(match["path"]), match["n"]) if match else None


def read_input(spec: str) -> Input:
    """The bytes of one FILE. Raises UnreadableInput, which says what to do, for all troubles."""
    if spec == STDIN:
        return Input(spec, sys.stdin.buffer.read(), "stdin")
    if not _exists(spec):
        if spec.startswith("git:"):
            return Input(spec, _from_git(spec), "git")
        halves = split_version(spec)
        if halves:
            path, number = halves
            return _from_store(spec, path, number)
    path = Path(spec)
    try:
        if path.is_dir():
            raise UnreadableInput(
                f"{spec} is a folder.", hint="Name a file in it, or: ctxbench open FOLDER"
            )
        return Input(spec, path.read_bytes(), "file", path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableInput(
            f"{spec} cannot be read: {reason}.", hint="Check the name and the permissions."
        ) from None


def _exists(spec: str) -> bool:
    try:
        return os.path.lexists(spec)
    except ValueError:  # a NUL in the name
        return False


def _from_store(spec: str, path: Path, number: str) -> Input:
    from workbench.verbs.versions import read_version

    version, data = read_version(path, number)
    return Input(spec, data, "version", path, version.n)


def _from_git(spec: str) -> bytes:
    """`git:REV:path`: the path is relative to the current folder, else to the top of the tree."""
    revision, colon, path = spec.removeprefix("git:").partition(":")
    if not colon or not path or revision.startswith("-"):
        raise UnreadableInput(
            f"{spec} is not of the form git:REV:path.", hint="Example: git:HEAD~1:CLAUDE.md"
        )
    trouble = ""
    for name in (f"./{path}", path):
        try:
            done = subprocess.run(
                ["git", "cat-file", "blob", f"{revision}:{name}"],
                capture_output=True,
                check=False,
                stdin=subprocess.DEVNULL,
                # A partial clone must not fetch behind the user's back, nor ask for a password.
                env=os.environ | {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"},
            )
        except (OSError, ValueError) as error:
            raise UnreadableInput(f"{spec} cannot be read: git does not run ({error}).") from None
        if done.returncode == 0:
            return done.stdout
        trouble = trouble or done.stderr.decode("utf-8", "replace").strip().splitlines()[0]
    raise UnreadableInput(
        f"{spec} cannot be read: {trouble.removeprefix('fatal: ')}.",
        hint="Check the revision and the path: git log --oneline -- PATH",
    )
