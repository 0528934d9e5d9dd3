"""The history of one file as git keeps it: every commit that changed it, with its bytes.

Two git processes in all, however long the history is: one lists the commits (renames are
followed), one hands out the contents. Nothing is fetched, checked out, filtered or run.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from workbench.errors import UnreadableInput
from workbench.hosts import git
from workbench.prompt.visible import one_line

_START = re.compile(rb"\x01[0-9a-f]{40,64}")
#: The last second that a date can have, in the year 9999.
_LATEST = 253_402_300_799
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
    blob: bytes
    path: bytes


def history(file: Path, missing: list[str] | None = None) -> Iterator[Commit]:
    """The commits that changed `file`, oldest first; those that removed it are left out.

    `missing` gets the ids of the commits whose bytes are not in this clone. Raises UnreadableInput
    where git does not run, the file is in no repository or in no commit.
    """
    file = file.absolute()
    folder = next(place for place in file.parents if place.is_dir())
    top = _git(folder, ["rev-parse", "--show-toplevel"], file)
    root = Path(os.fsdecode(top.removesuffix(b"\n")))
    # Without --reverse: together with --follow it stops at the first rename.
    form = ["--raw", "--no-abbrev", "-z", f"--format={_FORMAT}", "--", str(file)]
    try:
        listed = _git(folder, ["log", "--follow", *form], file)
    except UnreadableInput:  # renames are found by contents, and those may not be in this clone
        listed = _git(folder, ["log", *form], file)
    found = list(_entries(listed.split(b"\x00")))
    if not found:
        raise UnreadableInput(
            f"git knows no commit of {one_line(str(file), 80)}.",
            hint="Commit the file first, or check its name: git log -- FILE",
        )
    found.reverse()
    yield from _with_bytes(root, found, [] if missing is None else missing)


def _entries(fields: Sequence[bytes]) -> Iterator[_Entry]:
    """Commits with what the file was then; those that removed it are left out.

    Every field is taken by its place, since a message, an author or a name can look like any other.
    """
    at = 0
    while at < len(fields):
        if not _START.fullmatch(fields[at]):
            at += 1
            continue
        head, at = fields[at : at + 4], at + 4
        found: tuple[bytes, bytes] | None = None
        while at + 1 < len(fields) and not _START.fullmatch(fields[at]):
            row = fields[at].strip(b"\n").split()  # :mode mode blob blob status
            if len(row) != 5:
                at += 1
                continue
            names = 2 if row[4][:1] in b"RC" else 1
            if row[4][:1] != b"D" and row[1].startswith(b"100"):  # no link, no submodule
                found = row[3], fields[at + names]
            at += 1 + names
        if len(head) == 4 and found is not None:
            commit, seconds, author, subject = (part.decode("utf-8", "replace") for part in head)
            yield _Entry(commit[1:], _seconds(seconds), author, subject, *found)


def _seconds(said: str) -> int:
    """Seconds since 1970 that are a date; a commit may claim any number, or none."""
    try:
        return min(max(int(said), 0), _LATEST)
    except ValueError:
        return 0


def _with_bytes(root: Path, found: Sequence[_Entry], gone: list[str]) -> Iterator[Commit]:
    process = subprocess.Popen(
        [*git.COMMAND, "cat-file", "--batch"],
        cwd=root,
        env=git.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        for at, (commit, seconds, author, subject, blob, path) in enumerate(found):
            try:
                process.stdin.write(blob + b"\n")
                process.stdin.flush()
            except BrokenPipeError:
                gone += [entry.commit for entry in found[at:]]
                return
            head = process.stdout.readline().split()
            if len(head) != 3:  # "… missing": the object is not in this clone
                gone.append(commit)
                continue
            data = process.stdout.read(int(head[2]))
            process.stdout.read(1)
            time = datetime.fromtimestamp(seconds, UTC)
            yield Commit(commit, time, author, subject, os.fsdecode(path), data)
    finally:
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()
        process.wait()


def _git(folder: Path, arguments: Sequence[str], file: Path) -> bytes:
    try:
        done = git.run(arguments, folder)
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
