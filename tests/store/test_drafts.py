"""Drafts: exact to the byte, whole at every kill, found again, and never believed unseen."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from workbench.errors import WriteFailed
from workbench.prompt.source import Source
from workbench.store import drafts
from workbench.store.drafts import BrokenDraft, DraftFile, find, places, read
from workbench.store.file_errors import ABSENT
from workbench.store.files import sha256
from workbench.store.home import home_dir
from workbench.verbs import drafts as verbs

TEXTS = [
    b"",
    b"# A title\n\nSome text.\n",
    b"one\r\ntwo\rthree\nno end",
    "\ufeffmark and ümlaut\n".encode(),
    b"\xff\xfe\x80\x81 bytes of nobody\n",
    b"\xef\xbb\xbf\xff\n",
    "wide\n".encode("utf-16"),
    "wide\n".encode("utf-16-le"),
    "odd\n".encode("utf-16") + b"\x00",
    b"- a rule\n" * 120_000,
]


def left_behind(path: Path, data: bytes, base: str = ABSENT) -> Path:
    """A draft of `data` as a session leaves it that was killed."""
    draft = DraftFile(path)
    file = draft.write(Source.from_bytes(data), base, "v3")
    draft.leave()
    return file


@pytest.mark.parametrize("data", TEXTS, ids=lambda data: repr(data[:12]))
def test_a_draft_comes_back_to_the_byte(tmp_path: Path, data: bytes) -> None:
    left_behind(tmp_path / "CLAUDE.md", data, sha256(b"before"))
    (draft,) = find(tmp_path / "CLAUDE.md").drafts
    assert read(draft) == data
    assert draft.source(data).data == data
    assert (draft.base, draft.version, draft.alive) == (sha256(b"before"), "v3", False)


def test_typing_in_an_unmarked_wide_file_keeps_its_encoding(tmp_path: Path) -> None:
    """Two letters of UTF-16 without a mark look like UTF-8: the header knows better."""
    wide = Source.from_bytes("a wide file, long enough to be known\n".encode("utf-16-le"))
    draft = DraftFile(tmp_path / "a.md")
    draft.write(wide.with_text("ab"), ABSENT)
    draft.leave()
    (found,) = find(tmp_path / "a.md").drafts
    assert found.source(read(found)).text == "ab"
    assert found.source(read(found)).data == "ab".encode("utf-16-le")


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    file = left_behind(tmp_path / "a.md", b"secret\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_each_write_replaces_the_one_before_and_nothing_is_left_over(tmp_path: Path) -> None:
    draft = DraftFile(tmp_path / "a.md")
    for number in range(5):
        file = draft.write(Source(f"text {number}"), ABSENT)
        assert [path.name for path in file.parent.iterdir()] == [file.name]
    draft.drop()
    assert list(file.parent.iterdir()) == []


def test_a_link_and_its_file_have_the_same_drafts(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_text("x")
    (tmp_path / "link.md").symlink_to(tmp_path / "real.md")
    left_behind(tmp_path / "link.md", b"typed")
    assert len(find(tmp_path / "real.md").drafts) == 1


def test_all_drafts_of_a_file_are_found_newest_first(tmp_path: Path) -> None:
    for text in (b"first", b"second", b"third"):
        left_behind(tmp_path / "a.md", text)
    left_behind(tmp_path / "b.md", b"another prompt")
    assert [read(draft) for draft in find(tmp_path / "a.md").drafts] == [
        b"third",
        b"second",
        b"first",
    ]


def test_a_session_that_is_alive_keeps_its_draft(tmp_path: Path) -> None:
    """Another window has the file open: that text is not lost, and is not offered."""
    path = tmp_path / "a.md"
    alive = DraftFile(path)
    alive.write(Source("being typed"), ABSENT)
    found = find(path)
    assert found.drafts == ()
    assert [draft.path for draft in found.elsewhere] == [path.resolve()]
    assert find(path, session=alive.session).elsewhere == ()  # our own is none of both
    alive.write(Source("being typed on"), ABSENT)
    assert len(find(path).elsewhere) == 1
    alive.leave()
    assert len(find(path).drafts) == 1


_WRITER = """
import sys
from workbench.prompt.source import Source
from workbench.store.drafts import DraftFile
draft = DraftFile(sys.argv[1])
number = 0
while True:
    draft.write(Source(f"{number} " * 20_000), "absent", sync=False)
    if number == 0:
        print("ready", flush=True)
    number += 1
"""


def test_a_kill_at_any_moment_leaves_a_whole_draft(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    for _ in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
    found = find(path)
    assert found.troubles == ()
    assert len(found.drafts) == 4
    for draft in found.drafts:
        assert len(set(read(draft).split())) == 1
    names = [file.name for file in (home_dir() / "drafts").iterdir()]
    assert len(names) == 4, "temporary files of killed writers are swept away"


# -- where it lies -----------------------------------------------------------------------------


def test_where_the_store_cannot_be_written_the_next_place_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    path = tmp_path / "a.md"
    home_dir().parent.mkdir(parents=True, exist_ok=True)
    home_dir().write_text("a file where the folder of the store should be")
    assert left_behind(path, b"in the state folder").is_relative_to(list(places())[1])
    state = list(places())[1]
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "a.txt"))
    (tmp_path / "a.txt").write_text("a file as well")
    last = left_behind(path, b"in the temporary folder")
    assert last.is_relative_to(tmp_path / "temporary")
    assert stat.S_IMODE(last.parent.stat().st_mode) == 0o700
    assert [read(draft) for draft in find(path).drafts] == [b"in the temporary folder"]
    monkeypatch.setenv("XDG_STATE_HOME", str(state.parent.parent))
    assert list(places())[1] == state
    assert len(find(path).drafts) == 2, "all places are looked into"


def test_a_draft_that_changes_its_place_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk of the store is full for a while: what is typed goes elsewhere, and comes back."""
    path, real = tmp_path / "a.md", drafts.write_all
    draft = DraftFile(path)
    first = draft.write(Source("one"), ABSENT)

    def full(fd: int, data: bytes) -> None:
        if Path(f"/proc/self/fd/{fd}").readlink().is_relative_to(home_dir()):
            raise OSError(28, "No space left on device")
        real(fd, data)

    if not Path("/proc/self/fd").exists():
        pytest.skip("no /proc here to tell the file by its number")
    with monkeypatch.context() as patch:
        patch.setattr(drafts, "write_all", full)
        second = draft.write(Source("two"), ABSENT)
    assert second != first
    assert not first.exists()
    third = draft.write(Source("three"), ABSENT)
    assert third == first
    assert not second.exists()
    draft.leave()
    assert [read(found) for found in find(path).drafts] == [b"three"]


def test_no_place_at_all_is_an_error_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(drafts, "places", lambda: iter([blocked / "a", blocked / "b"]))
    with pytest.raises(WriteFailed, match=r"cannot be kept as a draft .*save, or make room"):
        DraftFile(tmp_path / "a.md").write(Source("typed"), ABSENT)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners here")
def test_a_folder_that_somebody_else_made_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere, trap = tmp_path / "elsewhere", tmp_path / "trap"
    elsewhere.mkdir()
    trap.symlink_to(elsewhere)
    own = tmp_path / "own"
    monkeypatch.setattr(drafts, "places", lambda: iter([trap, own]))
    assert left_behind(tmp_path / "a.md", b"typed").parent == own
    assert list(elsewhere.iterdir()) == []
    monkeypatch.setattr(drafts, "places", lambda: iter([own]))
    monkeypatch.setattr(drafts, "_is_ours", lambda info: False)
    with pytest.raises(WriteFailed, match="belongs to somebody else"):
        DraftFile(tmp_path / "a.md").write(Source("typed"), ABSENT)


# -- a prompt that moved -----------------------------------------------------------------------


def test_a_renamed_folder_takes_its_draft_along(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "CLAUDE.md").write_bytes(b"as it was\n")
    left_behind(old / "CLAUDE.md", b"typed\n", sha256(b"as it was\n"))
    left_behind(old / "NEW.md", b"a new file\n")
    other = tmp_path / "other"
    other.mkdir()
    (other / "CLAUDE.md").write_bytes(b"as it was\n")
    assert verbs.find(other / "CLAUDE.md").drafts == (), "its own file is still there"
    old.rename(tmp_path / "new")
    (draft,) = verbs.find(tmp_path / "new" / "CLAUDE.md").drafts
    assert read(draft) == b"typed\n"
    (draft,) = verbs.find(tmp_path / "new" / "NEW.md").drafts
    assert read(draft) == b"a new file\n"
    (other / "CLAUDE.md").write_bytes(b"something else\n")
    assert verbs.find(other / "CLAUDE.md").drafts == ()


def test_a_draft_that_the_file_holds_already_is_no_news(tmp_path: Path) -> None:
    """Killed between the save and the end of the draft: nothing is lost, nothing is offered."""
    path = tmp_path / "a.md"
    path.write_bytes(b"saved\n")
    file = left_behind(path, b"saved\n", sha256(b"before\n"))
    assert verbs.find(path).drafts == ()
    assert not file.exists()


def test_comparing_says_how_many_lines_differ_and_whether_the_file_moved_on(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\nthe second line\nthree\n")
    left_behind(
        path, b"one\nthe other line\nthree\nfour\n", sha256(b"one\nthe second line\nthree\n")
    )
    (draft,) = verbs.find(path).drafts
    offered = verbs.compare(path, draft)
    assert (offered.differs, offered.moved_on, offered.file_is_newer) == (2, False, False)
    path.write_bytes(b"one\ntwo\n")
    os.utime(path, (draft.written + 60, draft.written + 60))
    offered = verbs.compare(path, draft)
    assert (offered.moved_on, offered.file_is_newer) == (True, True)


def test_kept_as_a_version_it_is_a_draft_no_longer(tmp_path: Path) -> None:
    from workbench.store.store import Store

    path = tmp_path / "a.md"
    path.write_bytes(b"saved\n")
    file = left_behind(path, b"typed\r\n\xff", sha256(b"saved\n"))
    (draft,) = verbs.find(path).drafts
    version = verbs.keep(path, verbs.compare(path, draft))
    with Store() as store:
        assert store.read(path, version.n) == b"typed\r\n\xff"
    assert version.reason.startswith("unsaved text of 20")
    assert path.read_bytes() == b"saved\n"
    assert not file.exists()


# -- files that are not what they seem ---------------------------------------------------------


def _header(file: Path, **changes: object) -> None:
    head, _, rest = file.read_bytes().partition(b"\n")
    file.write_bytes(json.dumps(json.loads(head) | changes).encode() + b"\n" + rest)


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.write_bytes(b""),
        lambda file: file.write_bytes(b"\x00" * 200_000),
        lambda file: file.write_bytes(b"[" * 60_000 + b"\n"),
        lambda file: file.write_bytes(b"[]\n"),
        lambda file: file.write_bytes(b'{"ctxbench": "draft", "format": ' + b"9" * 5000 + b"}\n"),
        lambda file: file.write_bytes(file.read_bytes() + b"more"),
        lambda file: _header(file, path="/etc/passwd"),
        lambda file: _header(file, path="relative.md"),
        lambda file: _header(file, path="/nul\0byte"),
        lambda file: _header(file, path="\ud800"),
        lambda file: _header(file, written=float("nan")),
        lambda file: _header(file, written="yesterday"),
        lambda file: _header(file, size=-1),
        lambda file: _header(file, size=10**40),
        lambda file: _header(file, bom="xyz"),
        lambda file: _header(file, format=2),
        lambda file: _header(file, encoding="hex"),
        lambda file: _header(file, encoding="utf-8\0"),
        lambda file: _header(file, host=None),
        lambda file: os.truncate(file, 1 << 33),  # a hole: takes no room, but cannot be read
        lambda file: (file.unlink(), file.symlink_to("/etc/hostname")),
        lambda file: (file.unlink(), file.mkdir()),
        lambda file: (file.unlink(), os.mkfifo(file)),
    ],
)
def test_a_broken_draft_is_left_alone_with_a_warning(tmp_path: Path, harm: object) -> None:
    path = tmp_path / "a.md"
    file = left_behind(path, b"typed\n")
    good = left_behind(path, b"another\n")
    harm(file)  # type: ignore[operator]
    found = find(path)
    assert [draft.file for draft in found.drafts] == [good]
    (words,) = found.troubles
    assert "A draft of a.md cannot be used: " in words
    assert file.exists() or file.is_symlink()
    assert find(tmp_path / "b.md") == drafts.Found(), "nobody else is bothered"


def test_text_that_is_not_what_the_header_says_is_not_taken(tmp_path: Path) -> None:
    file = left_behind(tmp_path / "a.md", b"typed\n")
    (draft,) = find(tmp_path / "a.md").drafts
    file.write_bytes(file.read_bytes().replace(b"typed", b"TYPED"))
    with pytest.raises(BrokenDraft, match="not whole"):
        read(draft)
