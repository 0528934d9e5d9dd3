"""What FILE may be, in every verb: a path, `-`, `FILE@N`, `git:REV:path`.

A file that exists under the literal name wins over `FILE@N` and `git:...`, so that no file on
disk is out of reach.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.errors import UnreadableInput, UsageError
from workbench.prompt.numbers import whole_number
from workbench.prompt.visible import one_line

if TYPE_CHECKING:
    from workbench.prompt.prompt import Prompt

STDIN = "-"
_STORED = re.compile(r"(?P<path>.+)@(?P<which>[^@/\\]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Input:
    """Bytes and where they are from. `spec` is what the user wrote and what JSON calls `path`.

    `path` is the file the bytes belong to (None for standard input and git), `version` the
    stored version they were read from, `origin` is `file`, `stdin`, `version`, `git` or `text`
    (a text that is nowhere yet; `spec` is the name it was given).
    """

    spec: str
    data: bytes
    origin: str
    path: Path | None = None
    version: int | None = None
    time: str = ""  # when the version was stored, ISO 8601

    def label(self) -> str:
        """How people tell this side from another: `CLAUDE.md@3, 2026-11-29 10:15`."""
        if self.origin == "version":
            return f"{self.path}@{self.version}, {self.time}".rstrip(", ")
        words = {
            "stdin": "standard input",
            "file": f"{self.spec}, on disk",
            "text": f"{self.spec}, in no file",
        }
        return words.get(self.origin, self.spec)

    def side(self) -> dict[str, object]:
        """`label` as JSON."""
        return {"origin": self.origin, "version": self.version, "time": self.time}

    def prompt(self) -> Prompt:
        """The prompt in these bytes; its kind is told from the file's own name, or by a host that
        people added."""
        from workbench.hosts.registry import kind_of
        from workbench.prompt.prompt import Prompt

        place = self._place()
        return Prompt.from_bytes(self.data, path=place, kind=kind_of(place) if place else "")

    @property
    def name(self) -> str:
        """The bare name of the file, empty for standard input."""
        return Path(self._place()).name

    def _place(self) -> str:
        if self.origin == "git":
            return self.spec.removeprefix("git:").partition(":")[2]
        if self.origin == "text":
            return self.spec
        return "" if self.path is None else str(self.path)


def version_named(spec: str) -> tuple[Path, str] | None:
    """The file and the word behind `@` of what has the form FILE@N or FILE@LABEL. Nothing is
    looked up: whether there is such a version is another question."""
    match = _STORED.fullmatch(spec)
    return (Path(match["path"]), match["which"]) if match else None


def split_version(spec: str) -> tuple[Path, int] | None:
    """`FILE@N` or `FILE@LABEL` as file and version number, or None for anything else.

    A label counts only when the store knows it, so `me@work.md` stays the name of a file.
    """
    if spec == STDIN or _exists(spec) or spec.startswith("git:"):
        return None
    match = _STORED.fullmatch(spec)
    if not match:
        return None
    path, which = Path(match["path"]), match["which"]
    number = whole_number(which)
    if number is not None:
        return path, number
    from workbench.verbs.stored import from_store
    from workbench.verbs.versions import known_path

    found = from_store(lambda store: store.labels.all(known_path(store, path)).get(which), None)
    return None if found is None else (path, found)


def named_version(spec: str) -> tuple[Path, int]:
    """File and number of `FILE@N` or `FILE@LABEL`; raises UsageError for anything else."""
    halves = split_version(spec)
    if halves is None:
        raise UsageError(
            f"{one_line(spec, 200)} does not name a stored version.",
            hint="Write FILE@N or FILE@LABEL; see: ctxbench versions FILE",
        )
    return halves


def read_input(spec: str | Input) -> Input:
    """The bytes of one FILE. Raises UnreadableInput, which says what to do, for all troubles."""
    if isinstance(spec, Input):
        return spec
    if spec == STDIN:
        return Input(spec, _from_stdin(), "stdin")
    if spec.startswith("git:") and not _exists(spec):
        return Input(spec, _from_git(spec), "git")
    halves = split_version(spec)
    if halves:
        from workbench.store.store import Store
        from workbench.verbs.versions import known_path

        path, number = halves
        with Store() as store:
            version = store.version(known_path(store, path), number)
            return Input(spec, store.content(version.sha256), "version", path, number, version.time)
    from workbench.store.files import read_bytes

    if not spec:
        raise UnreadableInput("The name of a file is empty.", hint="Check the quotes.")
    try:
        return Input(spec, read_bytes(Path(spec)), "file", Path(spec))
    except UnreadableInput as error:
        match = _STORED.fullmatch(spec)
        if match and not _exists(spec) and _exists(match["path"]):
            error.hint = (
                f"{match['path']} has no version or label {match['which']} either;"
                f" see: ctxbench versions {match['path']}"
            )
        raise


def _from_stdin() -> bytes:
    if sys.stdin is None:
        raise UnreadableInput("Standard input is closed.", hint="Give a file, or pipe text in.")
    from workbench.reading import MOST, size_words

    try:
        data = sys.stdin.buffer.read(MOST + 1)
    except OSError as error:
        raise UnreadableInput(
            f"Standard input cannot be read ({error.strerror or error})."
        ) from None
    if len(data) > MOST:
        raise UnreadableInput(
            f"Standard input does not end within {size_words(MOST)}; nothing was done.",
            hint="Check the command in front of the pipe, or give a part of its output.",
        )
    return data


def once(specs: Sequence[str | Input]) -> None:
    """Raise UsageError where standard input is asked for twice: it can be read once only."""
    if specs.count(STDIN) > 1:
        raise UsageError(
            "`-` was given more than once; standard input can be read only once.",
            hint="Nothing was done. Put the text into a file.",
        )


def need_file(spec: str) -> None:
    """Raise UsageError where `spec` is no file but a stream, a version or a state in git.

    For verbs that work on the history of a file.
    """
    if _exists(spec):
        return
    if not spec:
        raise UsageError("The name of the file is empty.", hint="Nothing was done.")
    hint = "Nothing was done. Put the text into a file first."
    if spec == STDIN:
        raise UsageError("Standard input has no versions of its own.", hint=hint)
    if spec.startswith("git:"):
        raise UsageError(f"{spec} is a state in git and has no versions of its own.", hint=hint)
    match = _STORED.fullmatch(spec)
    if match and _exists(match["path"]):
        raise UsageError(
            f"{spec} means a version; versions are kept of files.",
            hint=f"Nothing was done. Name the file alone: {match['path']}",
        )


def _exists(spec: str) -> bool:
    try:
        return os.path.lexists(spec)
    except ValueError:  # a NUL in the name
        return False


def _from_git(spec: str) -> bytes:
    """`git:REV:path`: the path is relative to the current folder, else to the top of the tree."""
    revision, colon, path = spec.removeprefix("git:").partition(":")
    if not colon or not path or revision.startswith("-"):
        raise UnreadableInput(
            f"{spec} is not of the form git:REV:path.", hint="Example: git:HEAD~1:CLAUDE.md"
        )
    from workbench.hosts import git

    trouble = ""
    for name in (f"./{path}", path):
        try:
            done = git.run(["cat-file", "blob", f"{revision}:{name}"])
        except (OSError, ValueError) as error:
            raise UnreadableInput(f"{spec} cannot be read: git does not run ({error}).") from None
        if done.returncode == 0:
            return done.stdout
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        trouble = trouble or (said[0] if said else f"git ended with code {done.returncode}")
    raise UnreadableInput(
        f"{spec} cannot be read: {trouble.removeprefix('fatal: ')}.",
        hint="Check the revision and the path: git log --oneline -- PATH",
    )
