"""What can go wrong with a prompt file, in words: what happened, what is whole, what to do."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from workbench.errors import UnreadableInput, WriteFailed
from workbench.reading import NotAFile, TooLarge
from workbench.store.home import show_path

#: `expected_sha256` of a file that must not exist yet.
ABSENT = "absent"

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class ChangedOnDisk(WriteFailed):
    """The file is not what the caller last read; `found` is its hash now (or `ABSENT`)."""

    def __init__(self, path: Path, found: str) -> None:
        what = "is gone" if found == ABSENT else "was changed by another program"
        super().__init__(
            f"{show_path(path)} {what} since it was read; it was not written.",
            hint="Reload it, or look at the difference and save again.",
        )
        self.found = found


def refuse_unwritable(path: Path | str, target: Path, old: os.stat_result) -> None:
    if not stat.S_ISREG(old.st_mode):
        raise WriteFailed(
            f"{show_path(path)} is not a plain file; nothing was written.", hint="Name a file."
        )
    if not old.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise WriteFailed(
            f"{show_path(path)} is read-only; it still holds its old bytes.",
            hint="Allow writing (`chmod u+w`), or export to another name.",
        )


def unreadable(path: Path | str, error: OSError) -> UnreadableInput:
    shown = show_path(path)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        if Path(path).is_symlink():
            return UnreadableInput(
                f"{shown} is a link to a file that does not exist.", hint="Repair the link."
            )
        return UnreadableInput(f"{shown} does not exist.", hint="Check the name.")
    if isinstance(error, IsADirectoryError):
        return UnreadableInput(f"{shown} is a folder.", hint="Name a file in it.")
    if isinstance(error, NotAFile):
        return UnreadableInput(
            f"{shown} is {error.what}, not a file.", hint="Give a file, or `-` for stdin."
        )
    if isinstance(error, TooLarge):
        return UnreadableInput(
            f"{shown} cannot be read: {error.strerror}.",
            hint="Give a part of it. Nothing was changed.",
        )
    if isinstance(error, PermissionError):
        return UnreadableInput(f"{shown} may not be read.", hint="Ask its owner, or `chmod u+r`.")
    return UnreadableInput(
        f"{shown} cannot be read ({error.strerror or error}).",
        hint="Check the name, its links and its disk; nothing was changed.",
    )


def unwritable(path: Path | str, error: OSError, *, exists: bool) -> WriteFailed:
    shown = show_path(path)
    whole = "it still holds its old bytes" if exists else "it was not made"
    if error.errno in _FULL:
        return WriteFailed(
            f"The disk is full: {shown} was not written; {whole}.",
            hint="Make room and save again, or export to another disk.",
        )
    if error.errno == errno.EROFS:
        return WriteFailed(
            f"{shown} is on a read-only disk; {whole}.", hint="Export it to another place."
        )
    if isinstance(error, PermissionError):
        return WriteFailed(
            f"{shown} may not be written; {whole}.",
            hint="Change the permissions of the file or its folder, or export to another place.",
        )
    return WriteFailed(
        f"{shown} could not be written ({error.strerror or error}); {whole}.",
        hint="Export to another place to keep the text outside the store too.",
    )
