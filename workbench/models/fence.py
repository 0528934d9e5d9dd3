"""What a command is kept away from: it may be an agent that reads files, not a pipe.

Such clients put a file into the question wherever the text names it as `@path`, and obey the
memory file (CLAUDE.md and its like) of the folder that they stand in. So the judged text would send
files that nobody was shown, and would govern its own judge. Therefore a command stands in an empty
folder that lies in no project, and no `@` reaches it in a form that it would expand.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import AgentUnavailable

#: Told to the model where a text holds the sign; it needs no more to read and to quote it.
NOTE = (
    "Every at sign below stands in square brackets, [@], so that no program takes it for the name"
    " of a file. Read it as the sign alone, and write it in the same way where you quote."
)
#: What makes a folder, and all below it, somebody's project for one of the clients.
_GOVERNS = (
    "CLAUDE.md",
    "CLAUDE.local.md",
    "AGENTS.md",
    "AGENTS.override.md",
    "GEMINI.md",
    ".mcp.json",
    ".env",
    ".git",
    ".claude",
    ".codex",
    ".gemini",
)
#: Folders of the user's own settings: in the home folder they govern wherever a client stands.
_OF_THE_USER = (".claude", ".codex", ".gemini")
#: Variables that lead to the folder where the user stood, or to its repository (hooks set them).
_LEADS_BACK = (
    "OLDPWD",
    "INIT_CWD",
    "CLAUDE_PROJECT_DIR",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
)


def escaped(text: str) -> str:
    """`text` with every `@` as `[@]`, which no client expands; `unescaped` gives it back exactly.

    All of them, because each client has its own rule for which ones it expands; and brackets,
    because a backslash would break the JSON that the answer is written in.
    """
    return text.replace("@", "[@]")


def unescaped(text: str) -> str:
    """`text` as it was before `escaped`. A bare `@`, as a model may write it, stays."""
    return text.replace("[@]", "@")


@dataclass(frozen=True, slots=True)
class Place:
    """An empty folder to stand in, and a file beside it for what is not put on standard input."""

    folder: Path
    beside: Path


@contextmanager
def empty_place() -> Iterator[Place]:
    """A place for this user alone; it is gone afterwards, with all that was put there.

    Raises AgentUnavailable where there is no folder for it.
    """
    try:
        root = Path(tempfile.mkdtemp(prefix="ctxbench-", dir=_parent()))
        folder = root / "empty"
        folder.mkdir()
    except OSError as error:
        raise _no_place(error.strerror or str(error)) from None
    try:
        yield Place(folder, root / "system.txt")
    finally:
        shutil.rmtree(root, ignore_errors=True)


def environment(folder: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """The user's environment for a command that stands in `folder`: without the way back."""
    kept = {name: value for name, value in environ.items() if name not in _LEADS_BACK}
    if "PWD" in kept:
        kept["PWD"] = str(folder)
    return kept


def _parent() -> Path:
    """The first folder for temporary files that lies in nobody's project."""
    first = Path(tempfile.gettempdir())
    others = [] if sys.platform == "win32" else [Path("/var/tmp"), Path("/tmp")]
    for one in (first, *others):
        if one.is_dir() and os.access(one, os.W_OK) and not _governed(one):
            return one
    raise _no_place(f"a project lies around {first}")


def _governed(folder: Path) -> bool:
    here, home = folder.resolve(), Path("~").expanduser()
    return any(
        os.path.lexists(one / name)
        for one in (here, *here.parents)
        for name in _GOVERNS
        if not (one == home and name in _OF_THE_USER)
    )


def _no_place(why: str) -> AgentUnavailable:
    return AgentUnavailable(
        f"There is no empty folder outside of every project that a command could stand in: {why}.",
        hint="Name one in the variable TMPDIR: no folder above it may hold a CLAUDE.md, an"
        " AGENTS.md, a GEMINI.md or a .git. Nothing was sent.",
        fault="missing",
    )
