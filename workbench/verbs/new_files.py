"""Files that a change of a prompt needs: where they would go, and writing them beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from workbench.change.changes import NewFile
from workbench.errors import GateRefused, WriteFailed
from workbench.prompt.source import Source, encode
from workbench.store.files import ABSENT, read_bytes, sha256
from workbench.store.home import show_path
from workbench.store.store import Store
from workbench.verbs.save import Stored, WriteRequest, WriteResult, put_into_file, store_first


def occupied_beside(path: Path | None) -> Callable[[str, str], bool]:
    """Whether something else stands under a path relative to the folder of a prompt: `(path,
    text) -> bool`. Nothing does for a text that is no file."""

    def occupied(name: str, text: str) -> bool:
        if path is None:
            return False
        place = path.parent / name
        return not (_reachable(path.parent, place) and _free(place, text))

    return occupied


def _reachable(folder: Path, place: Path) -> bool:
    """Whether `place` is inside of `folder` and its own folder is there or can be made: a link
    that came with a project must not lead a new file out of it.
    """
    try:
        above = place.parent
        while not above.exists() and not above.is_symlink() and above != folder:
            above = above.parent
        inside = above.resolve().is_relative_to(folder.resolve())
        return inside and (above.is_dir() or above == folder)
    except (OSError, RuntimeError):
        return False


def _free(place: Path, text: str) -> bool:
    """Whether nothing stands there, or a file with this very text, in whatever encoding."""
    try:
        if not place.exists() and not place.is_symlink():
            return True
        return place.is_file() and Source.from_bytes(read_bytes(place)).text == text
    except OSError:
        return False


def refuse_occupied(folder: Path, files: Sequence[NewFile]) -> None:
    """Raise GateRefused where another file is in the way; nothing was written then."""
    for file in files:
        if not _reachable(folder, folder / file.path):
            raise GateRefused(
                f"{show_path((folder / file.path).parent)} is no folder, or a link that leads out"
                f" of {show_path(folder)}; nothing was written.",
                hint="Move it away, or write to another folder with -o.",
            )
        if not _free(folder / file.path, file.text):
            raise GateRefused(
                f"{show_path(folder / file.path)} holds other text; nothing was written.",
                hint="Rename it, or write to another folder with -o.",
            )


def store_beside(
    folder: Path, files: Sequence[NewFile], message: str, author: str, store: Store | None
) -> list[Stored]:
    """A version of each file; nothing is written yet. Raises GateRefused as `refuse_occupied`."""
    refuse_occupied(folder, files)
    out = []
    for file in files:
        place = folder / file.path
        found = read_bytes(place) if place.exists() else None
        # The same text in another encoding stays as it is.
        data = encode(file.text) if found is None else found
        expected = ABSENT if found is None else sha256(found)
        wanted = WriteRequest(place, data, message, author=author, expected_sha256=expected)
        out.append(store_first(wanted, store))
    return out


def put_beside(stored: Sequence[Stored], store: Store | None) -> tuple[WriteResult, ...]:
    """Write what `store_beside` has stored; folders are made. Raises WriteFailed."""
    out = []
    for one in stored:
        folder = Path(one.path).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteFailed(
                f"The folder {show_path(folder)} cannot be made: {error.strerror}.",
                hint="The prompt is as it was.",
            ) from error
        out.append(put_into_file(one, store))
    return tuple(out)


def write_beside(
    folder: Path, files: Sequence[NewFile], message: str, author: str, store: Store | None
) -> tuple[WriteResult, ...]:
    """Store and write new files in the folder of a prompt; never over another file."""
    return put_beside(store_beside(folder, files, message, author, store), store)
