"""Where ctxbench keeps its own things, and text that SQLite cannot take as it is."""

from __future__ import annotations

import json
import os
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


def ensure_folder(folder: Path) -> None:
    """Create `folder`, open to its owner only; a folder that exists keeps its permissions.

    Raises StoreError where it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder {show_path(folder)} for the version store cannot be made"
            f" ({error.strerror or error}).",
            hint="Nothing was saved. Set CTXBENCH_HOME to a folder that you may write.",
        ) from error


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
    return json.loads(value) if value else None


def token_counts(value: str | None) -> Mapping[str, int]:
    found = unpack_json(value)
    return found if isinstance(found, dict) else {}
