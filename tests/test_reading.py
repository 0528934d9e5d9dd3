"""What is no regular file is refused at once, whoever asks, and so is one that is too large."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.errors import UnreadableInput
from workbench.hosts.project_files import read_text
from workbench.hosts.prompt_files import prompt_files
from workbench.reading import NotAFile, TooLarge, read_regular, read_start
from workbench.store import files
from workbench.verbs import baseline, inputs, triggers

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")


def holes(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 42)


SPECIAL: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "a pipe"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "a device"),
    "folder": (lambda path: path.mkdir(), "a folder"),
    "holes": (holes, "larger than"),
}
READERS: dict[str, Callable[[Path], object]] = {
    "prompt": lambda path: inputs.read_input(str(path)),
    "baseline": baseline.read,
    "queries": triggers.read_queries,
}


@pytest.mark.parametrize("kind", SPECIAL)
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_refuses_what_is_no_file(kind: str, reader: str, tmp_path: Path) -> None:
    """Opening a pipe waited for ever for somebody to write into it."""
    make, words = SPECIAL[kind]
    make(tmp_path / "x")
    with pytest.raises(UnreadableInput) as caught:
        READERS[reader](tmp_path / "x")
    assert words in str(caught.value)
    assert read_text(tmp_path / "x", 10) in (None, "\0" * 10)


def test_a_socket_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("s")
    with pytest.raises(NotAFile, match="a socket"):
        read_regular("s")


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no /proc here")
def test_a_file_that_the_system_makes_up_is_none(tmp_path: Path) -> None:
    """A link of a cloned project showed the variables of whoever looked at it."""
    (tmp_path / "CLAUDE.md").symlink_to("/proc/self/environ")
    with pytest.raises(UnreadableInput, match="made up by the system"):
        inputs.read_input(str(tmp_path / "CLAUDE.md"))
    with pytest.raises(NotAFile):
        read_start(tmp_path / "CLAUDE.md", 10)


def test_limits_hold_to_the_byte(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"12345")
    assert read_regular(file, 5) == b"12345"
    assert read_start(file, 3) == b"123"
    with pytest.raises(TooLarge):
        read_regular(file, 4)
    file.write_bytes(b"")
    assert read_regular(file, 0) == b""


def test_what_takes_the_place_of_a_file_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"x")
    real = os.open

    def swapped(path: object, flags: int) -> int:
        file.unlink()
        os.mkfifo(file)
        return real(file, flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(NotAFile):
        read_regular(file)


def test_standard_input_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless:
        class buffer:
            @staticmethod
            def read(most: int) -> bytes:
                return b"y" * most

    monkeypatch.setattr("workbench.reading.MOST", 1_000)
    monkeypatch.setattr("sys.stdin", Endless)
    with pytest.raises(UnreadableInput, match="does not end"):
        inputs.read_input("-")


def test_a_pipe_with_the_name_of_our_own_remains_does_not_stop_a_save(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".ctxbench-0123456789abcdef.tmp")
    assert files.write_in_place(tmp_path / "a.md", b"x").how == "created"


def test_looking_for_prompts_opens_no_pipe(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "commands").mkdir()
    os.mkfifo(tmp_path / "rules" / "a.md")
    os.mkfifo(tmp_path / "CLAUDE.md")
    (tmp_path / "commands" / "b.md").write_text("---\ndescription: x\n---\n\nUse x.\n")
    assert prompt_files(tmp_path) == (tmp_path / "commands" / "b.md",)
