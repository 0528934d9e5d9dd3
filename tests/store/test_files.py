"""Files are read whole and written whole, with their looks kept and nothing left lying about."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import UnreadableInput, WriteFailed
from workbench.store import files, in_place, raw
from workbench.store.files import ABSENT, ChangedOnDisk, read_bytes, sha256, write_in_place

ROOT = Path(__file__).resolve().parents[2]
ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        done = write_in_place(tmp_path / "new.md", b"x")
    finally:
        os.umask(old)
    assert done.how == "created"
    assert stat.S_IMODE((tmp_path / "new.md").stat().st_mode) == 0o640


def test_permissions_owner_and_attributes_stay(prompt: Path) -> None:
    prompt.chmod(0o600)
    if ROOT_USER:
        os.chown(prompt, 12345, 23456)
    attributes = hasattr(os, "setxattr")
    if attributes:
        try:
            os.setxattr(prompt, "user.note", b"kept")
        except OSError:
            attributes = False
    assert write_in_place(prompt, b"x").how == "replaced"
    info = prompt.stat()
    assert stat.S_IMODE(info.st_mode) == 0o600
    if ROOT_USER:
        assert (info.st_uid, info.st_gid) == (12345, 23456)
    if attributes:
        assert os.getxattr(prompt, "user.note") == b"kept"


def test_hard_links_are_told(prompt: Path) -> None:
    other = prompt.with_name("other.md")
    other.hardlink_to(prompt)
    done = write_in_place(prompt, b"new\n")
    assert "1 other hard link" in done.notes[0]
    assert other.read_bytes() == b"- first text\n"


def test_a_file_changed_meanwhile_is_not_overwritten(prompt: Path) -> None:
    held = sha256(prompt.read_bytes())
    prompt.write_bytes(b"by an agent\n")
    with pytest.raises(ChangedOnDisk, match="changed by another program") as caught:
        write_in_place(prompt, b"mine\n", expected_sha256=held)
    assert caught.value.found == sha256(b"by an agent\n")
    with pytest.raises(ChangedOnDisk):
        write_in_place(prompt, b"mine\n", expected_sha256=ABSENT)
    with pytest.raises(ChangedOnDisk, match="is gone"):
        write_in_place(prompt.with_name("gone.md"), b"mine\n", expected_sha256=held)
    assert prompt.read_bytes() == b"by an agent\n"
    write_in_place(prompt, b"mine\n", expected_sha256=sha256(b"by an agent\n"))
    assert prompt.read_bytes() == b"mine\n"


def test_a_change_while_the_new_bytes_are_prepared_is_seen(
    prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = sha256(prompt.read_bytes())
    real = files._copy_looks

    def meddle(fd: int, target: Path, old: os.stat_result) -> None:
        prompt.write_bytes(b"by an agent, just now\n")
        real(fd, target, old)

    monkeypatch.setattr(files, "_copy_looks", meddle)
    with pytest.raises(ChangedOnDisk):
        write_in_place(prompt, b"mine\n", expected_sha256=held)
    assert prompt.read_bytes() == b"by an agent, just now\n"
    assert names(prompt.parent) == ["CLAUDE.md"]


def test_a_new_file_is_never_put_over_one_that_appeared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.md"
    monkeypatch.setattr(files, "_stat_moved", lambda *_: target.write_bytes(b"theirs") and False)
    with pytest.raises(ChangedOnDisk):
        write_in_place(target, b"mine", expected_sha256=ABSENT)
    assert target.read_bytes() == b"theirs"
    assert names(tmp_path) == ["out.md"]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda p: None, "does not exist"),
        (lambda p: p.mkdir(), "is a folder"),
        (lambda p: p.parent.joinpath("f").write_bytes(b"") and None, "does not exist"),
        (lambda p: p.symlink_to("/dev/null"), "is a device"),
    ],
)
def test_unreadable_inputs_say_why(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    path = tmp_path / "x.md"
    make(path)
    with pytest.raises(UnreadableInput, match=words):
        read_bytes(path)


def test_odd_names_are_errors_in_words(tmp_path: Path) -> None:
    for name in ("a\0b", "x" * 5000, "\x1b[31mred\x1b[0m"):
        with pytest.raises(UnreadableInput) as caught:
            read_bytes(tmp_path / name)
        assert "\x1b" not in str(caught.value)
        assert "\0" not in str(caught.value)


def test_a_pipe_that_a_shell_has_opened_can_be_read() -> None:
    """`ctxbench count <(command)`; a pipe that lies in a folder is another matter."""
    reading, writing = os.pipe()
    try:
        os.write(writing, b"hi")
        os.close(writing)
        assert read_bytes(f"/dev/fd/{reading}") == b"hi"
    finally:
        os.close(reading)


def test_read_only_targets_and_missing_folders(prompt: Path) -> None:
    prompt.chmod(0o444)
    with pytest.raises(WriteFailed, match="read-only"):
        write_in_place(prompt, b"x")
    with pytest.raises(WriteFailed, match="does not exist"):
        write_in_place(prompt.parent / "no" / "x.md", b"x")
    with pytest.raises(WriteFailed):
        write_in_place(prompt.parent, b"x")
    with pytest.raises(WriteFailed):
        write_in_place("/dev/null", b"x")


def test_litter_of_a_killed_writer_goes_with_the_next_write(prompt: Path) -> None:
    stale = prompt.with_name(".ctxbench-0123456789abcdef.tmp")
    stale.write_bytes(b"half")
    prompt.with_name(".ctxbench-mine.md").write_bytes(b"not ours")
    write_in_place(prompt, b"x")
    assert names(prompt.parent) == [".ctxbench-mine.md", "CLAUDE.md"]


def test_a_full_disk_leaves_the_file_whole(prompt: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(WriteFailed, match=r"disk is full.*old bytes"):
            write_in_place(prompt, b"x" * 10_000)
        with pytest.raises(WriteFailed, match=r"disk is full.*not made"):
            write_in_place(prompt.with_name("new.md"), b"x" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert prompt.read_bytes() == b"- first text\n"
    assert names(prompt.parent) == ["CLAUDE.md"]


@pytest.fixture
def no_rename(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a file that is a mount point of its own."""

    def busy(self: Path, target: Path) -> None:
        raise OSError(errno.EBUSY, "busy")

    real = Path.replace
    monkeypatch.setattr(
        Path, "replace", lambda s, t: busy(s, t) if ".ctxbench-" in s.name else real(s, t)
    )


@pytest.mark.usefixtures("no_rename")
def test_a_file_that_cannot_be_renamed_over_is_written_through(
    prompt: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    before = prompt.stat().st_ino
    for data in (b"a longer text than before\n" * 99, b"short", b""):
        assert write_in_place(prompt, data, home=home).how == "through"
        assert prompt.read_bytes() == data
    assert prompt.stat().st_ino == before
    assert names(prompt.parent) == ["CLAUDE.md"]
    assert names(home / in_place.FOLDER) == []


@pytest.mark.usefixtures("no_rename")
def test_writing_through_needs_its_journal(prompt: Path, tmp_path: Path) -> None:
    (tmp_path / "home").write_bytes(b"a file where the folder should be")
    with pytest.raises(WriteFailed, match="it was not touched"):
        write_in_place(prompt, b"x", home=tmp_path / "home")
    assert prompt.read_bytes() == b"- first text\n"


@pytest.mark.usefixtures("no_rename")
def test_a_write_through_that_fails_is_put_back(
    prompt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = raw.write_all, 0

    def fail_once(fd: int, data: bytes) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:  # the first writes the journal
            real(fd, data[:5])
            raise OSError(errno.ENOSPC, "No space left on device")
        real(fd, data)

    monkeypatch.setattr(in_place, "write_all", fail_once)
    with pytest.raises(WriteFailed, match=r"No space left.*old bytes"):
        write_in_place(prompt, b"y" * 100, home=tmp_path / "home")
    assert prompt.read_bytes() == b"- first text\n"
    assert in_place.unfinished(tmp_path / "home") == ()


@settings(max_examples=60)
@given(old=st.binary(max_size=60), new=st.binary(max_size=60), data=st.data())
def test_any_half_written_state_is_recognised(old: bytes, new: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(new)))
    size = max(len(old), len(new))
    journal = in_place.Journal(Path("/x"), old, new)
    for room in (old, old.ljust(size, b"\0")):
        half = new[:cut] + room[cut:]
        assert half in (old, new) or journal.half_written(half)
        back = data.draw(st.integers(0, len(old)))
        again = old[:back] + half[back:]  # a repair that was killed too
        assert again in (old, new) or journal.half_written(again)


def test_a_file_that_someone_else_rewrote_is_not_healed(prompt: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home" / in_place.FOLDER
    folder.mkdir(parents=True)
    journal = in_place.Journal(prompt, b"old old old", b"new new new")
    for text, left in ((b"something else", b"something else"), (b"new nld old", b"old old old")):
        (folder / "a.write").write_bytes(journal.to_bytes())
        prompt.write_bytes(text)
        in_place.heal(prompt, tmp_path / "home")
        assert prompt.read_bytes() == left
        assert names(folder) == []
    (folder / "b.write").write_bytes(b"not a journal")
    assert not in_place.heal(prompt, tmp_path / "home")
    assert in_place.unfinished(tmp_path / "home") == ()


NOBODY = """
import os, sys
from pathlib import Path
from workbench.store.files import write_in_place
from workbench.errors import WriteFailed
path, home = Path(sys.argv[1]), Path(sys.argv[2])
os.setgroups([]); os.setgid(65534); os.setuid(65534)
print(write_in_place(path, b"by nobody", home=home).how)
try:
    write_in_place(path.with_name("new.md"), b"x", home=home)
except WriteFailed as error:
    print(error)
"""


@pytest.fixture
def open_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that other users can reach too."""
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.skipif(not ROOT_USER, reason="needs root to become another user")
@pytest.mark.parametrize("mine", [True, False])
def test_permissions_of_real_users(open_path: Path, mine: bool) -> None:
    """A folder that may not be written; a file of another owner in a folder that may."""
    folder = open_path / "project"
    folder.mkdir()
    path = folder / "CLAUDE.md"
    path.write_bytes(b"of root")
    path.chmod(0o666)
    if mine:
        folder.chmod(0o777)  # a rename would work, and take the file away from its owner
    home = open_path / "home"
    home.mkdir()
    home.chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-c", NOBODY, str(path), str(home)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "through"
    assert path.read_bytes() == b"by nobody"
    assert path.stat().st_uid == 0
    if not mine:
        assert "may not be written; it was not made" in lines[1]


@pytest.mark.skipif(not ROOT_USER, reason="needs root to mount a small disk")
def test_a_real_full_and_a_real_read_only_disk(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        path = disk / "CLAUDE.md"
        path.write_bytes(b"old")
        with pytest.raises(WriteFailed, match="disk is full"):
            write_in_place(path, b"x" * 100_000)
        assert path.read_bytes() == b"old"
        assert names(disk) == ["CLAUDE.md"]
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(WriteFailed, match="read-only"):
            write_in_place(path, b"new")
        with pytest.raises(WriteFailed, match="read-only"):
            write_in_place(disk / "new.md", b"new")
        assert read_bytes(path) == b"old"
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            subprocess.run(["umount", str(disk)], check=True)
