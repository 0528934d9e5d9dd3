"""Where ctxbench keeps its own things, and text that SQLite cannot take as it is."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.errors import StoreError
from workbench.prompt.source import encode
from workbench.prompt.visible import one_line

STORE_NAME = "ctxbench.db"


def home_dir() -> Path:
    """`$CTXBENCH_HOME`, else the platform's data folder; absolute; not created here."""
    named = os.environ.get("CTXBENCH_HOME", "")
    if named:
        try:
            return Path(named).expanduser().absolute()
        except (OSError, RuntimeError) as error:  # no such user, no current folder
            raise StoreError(
                f"CTXBENCH_HOME is {show_path(named)}, and that leads nowhere ({error}).",
                hint="Set it to a folder that you may write, or unset it.",
            ) from error
    from platformdirs import user_data_path

    return user_data_path("ctxbench", appauthor=False)


def nothing_stored() -> bool:
    """Whether there is no store yet, told without opening one."""
    try:
        (home_dir() / STORE_NAME).stat()
    except FileNotFoundError:
        return True
    except (OSError, StoreError):
        return False  # whoever opens it says what is wrong
    return False


def ensure_folder(folder: Path) -> None:
    """Create `folder`, open to its owner only; a folder that exists keeps its permissions.

    Raises StoreError where it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise no_folder(folder) from error
    except OSError as error:
        raise StoreError(
            f"The folder {show_path(folder)} for the version store cannot be made"
            f" ({error.strerror or error}).",
            hint="Nothing was saved and no file was touched. Set CTXBENCH_HOME to a folder that you"
            " may write.",
        ) from error


def probe_folder(folder: Path) -> None:
    """Make a file in `folder`, read it back and remove it, with the folders that it needed.

    Raises StoreError where that is not possible; nothing is left behind either way.
    """
    made: list[Path] = []
    try:
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        for place in reversed(missing):
            place.mkdir(mode=0o700)
            made.append(place)
        if not folder.is_dir():
            raise no_folder(folder)
        probe = folder / f".{secrets.token_hex(8)}.probe"
        try:
            fd = os.open(probe, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                os.write(fd, b"probe")
                os.fsync(fd)
            finally:
                os.close(fd)
            whole = probe.read_bytes() == b"probe"
        finally:
            probe.unlink(missing_ok=True)
        if not whole:
            raise OSError("what was written there does not read back the same")
    except NotADirectoryError as error:
        raise no_folder(folder) from error
    except OSError as error:
        raise StoreError(
            f"The folder {show_path(folder)} of the version store cannot be written"
            f" ({error.strerror or error}).",
            hint="Nothing was saved and no file was touched. Set CTXBENCH_HOME to a folder that you"
            " may write.",
        ) from error
    finally:
        for place in reversed(made):
            with contextlib.suppress(OSError):
                place.rmdir()


def no_folder(folder: Path) -> StoreError:
    """The error for a home of the store that a file stands in the place of."""
    return StoreError(
        f"{show_path(folder)} should be the folder of the version store, and a file stands there or"
        " above it.",
        hint="Nothing was saved and no file was touched. Move the file away, or set CTXBENCH_HOME"
        " to a folder that you may write.",
    )


def show_path(path: Path | str) -> str:
    """A path as people may safely see it."""
    return one_line(str(path), 400)


def path_key(path: Path) -> bytes:
    """What a prompt's place is stored as: bytes, because file names need not be Unicode."""
    return os.fsencode(path)


def path_from_key(key: bytes) -> Path:
    return Path(os.fsdecode(key))


def pack_text(text: str) -> str | bytes:
    """Text for a column: as it is, or as bytes where lone surrogates would abort the insert."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return encode(text)
    return text


def unpack_text(value: str | bytes | None) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return value or ""


def pack_json(value: object) -> str:
    """JSON in ASCII: lone surrogates become escapes and come back the same."""
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def unpack_json(value: str | None) -> Any:
    """What `pack_json` made; raises StoreError where the column was damaged."""
    try:
        return json.loads(value) if value else None
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError(
            "A value in the version store is damaged: it is no JSON.",
            hint="Nothing was changed. `ctxbench doctor` says which, and what is whole.",
        ) from error


def token_counts(value: str | None) -> Mapping[str, int]:
    """Counts that were kept with a version; none where they are damaged: they can be made again."""
    try:
        found = unpack_json(value)
    except StoreError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(name): n for name, n in found.items() if isinstance(n, int)}
