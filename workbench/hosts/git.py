"""How git is started: as a reader of strange repositories, which fetches, asks and runs nothing."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

#: A repository is a stranger's data: its configuration starts no program here.
COMMAND = (
    "git",
    "--no-pager",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "log.showSignature=false",
    "-c",
    "core.quotePath=false",
)


def environment() -> dict[str, str]:
    """The variables that git gets."""
    return os.environ | {
        # A partial clone must not fetch behind the user's back, nor ask for a password; before
        # git 2.45 the first variable is unknown, and the second one allows no way to fetch.
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        # The bytes of the commit that is named, and a name with `*` or `[` is that one name.
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_LITERAL_PATHSPECS": "1",
        "LC_ALL": "C",
    }


def run(arguments: Sequence[str], folder: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run git to its end. Raises OSError or ValueError where it does not start."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment(),
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
