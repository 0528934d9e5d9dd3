"""The history of one file as git keeps it: every commit that changed it, with its bytes.

Two git processes in all, however long the history is: one lists the commits (renames are
followed), one hands out the contents. Nothing is fetched, checked out, filtered or run.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from workbench.errors import UnreadableInput
from workbench.prompt.visible import one_line

#: A repository is a stranger's data: its configuration starts no program here.
_QUIET = (
    "git",
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "log.showSignature=false",
    "-c",
    "core.quotePath=false",
)
_START = re.compile(rb"\x01[0-9a-f]{40,64}")
_FORMAT = "%x01%H%x00%at%x00%an%x00%s%x00"


@dataclass(frozen=True, slots=True)
class Commit:
    """One state of the file. `time`: when the author made it, UTC. `subject`: first line of the
    message. `path`: the name of the file then, from the top of the repository."""

    id: str
    time: datetime
    author: str
    subject: str
    path: str
    data: bytes


class _Entry(NamedTuple):
    commit: str
    seconds: int
    author: str
    subject: str
    path: bytes


def history(file: Path) -> Iterator[Commit]:
    """The commits that changed `file`, oldest first; those that removed it are left out.

    Raises UnreadableInput where git does not run, the file is in no repository or in no commit.
    """
    file = file.absolute()
    folder = next(place for place in file.parents if place.is_dir())
    top = _git(folder, ["rev-parse", "--show-toplevel"], file)
    root = Path(os.fsdecode(top.removesuffix(b"\n")))
    # Without --reverse: together with --follow it stops at the first rename.
    listed = _git(
        folder,
        ["log", "--follow", "--name-status", "-z", f"--format={_FORMAT}", "--", str(file)],
        file,
    )
    found = list(_entries(listed.split(b"\x00")))
    if not found:
        raise UnreadableInput(
            f"git knows no commit of {one_line(str(file), 80)}.",
            hint="Commit the file first, or check its name: git log -- FILE",
        )
    found.reverse()
    yield from _with_bytes(root, found)


def _entries(fields: Sequence[bytes]) -> Iterator[_Entry]:
    """Commits with the name of the file then; those that removed it are left out."""
    starts = [i for i, field in enumerate(fields) if _START.fullmatch(field)]
    for at, end in pairwise([*starts, len(fields)]):
        head, names = fields[at : at + 4], [name for name in fields[at + 4 : end] if name]
        if len(head) < 4 or len(names) < 2 or names[0].strip(b"\n").startswith(b"D"):
            continue
        commit, seconds, author, subject = (part.decode("utf-8", "replace") for part in head)
        yield _Entry(commit[1:], int(seconds), author, subject, names[-1])


def _with_bytes(root: Path, found: Sequence[_Entry]) -> Iterator[Commit]:
    process = subprocess.Popen(
        [*_QUIET, "cat-file", "--batch"],
        cwd=root,
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        for commit, seconds, author, subject, path in found:
            if b"\n" in path:
                continue  # such a name cannot be asked for in this protocol
            process.stdin.write(commit.encode() + b":" + path + b"\n")
            process.stdin.flush()
            head = process.stdout.readline().split()
            if len(head) != 3:  # "… missing": the object is not in this clone
                continue
            data = process.stdout.read(int(head[2]))
            process.stdout.read(1)
            if head[1] != b"blob":
                continue
            time = datetime.fromtimestamp(seconds, UTC)
            yield Commit(commit, time, author, subject, os.fsdecode(path), data)
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait()


def _environment() -> dict[str, str]:
    # A partial clone must not fetch behind the user's back, nor ask for a password.
    return os.environ | {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def _git(folder: Path, arguments: Sequence[str], file: Path) -> bytes:
    try:
        done = subprocess.run(
            [*_QUIET, *arguments],
            cwd=folder,
            env=_environment(),
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, ValueError) as error:
        raise UnreadableInput(
            f"The history of {one_line(str(file), 80)} cannot be read: git does not run.",
            hint=f"Install git ({error}).",
        ) from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        trouble = one_line(said[-1].removeprefix("fatal: "), 160) if said else "git failed"
        raise UnreadableInput(
            f"The history of {one_line(str(file), 80)} cannot be read: {trouble}.",
            hint="The file must be in a git checkout with at least one commit.",
        )
    return done.stdout
