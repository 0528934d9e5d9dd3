"""What people lost with other tools, told again with our own texts (numbers: ids of the cases)."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.errors import StoreError, StoreTooNew, UnreadableInput, UsageError, WriteFailed
from workbench.prompt.source import Source
from workbench.prompt.visible import visible
from workbench.store import files
from workbench.store.store import Store
from workbench.verbs.label import label, undo_label
from workbench.verbs.notes import NoteRequest, note_rule, noted_rules
from workbench.verbs.restore import restore
from workbench.verbs.save import WriteRequest, save, write
from workbench.verbs.show import show
from workbench.verbs.undo import undo
from workbench.verbs.versions import versions

ROOT = Path(__file__).resolve().parents[2]


def test_case_082_an_older_text_comes_back(store: Store, prompt: Path) -> None:
    first = prompt.read_bytes()
    save(prompt, "", store, tokens={"chars": len(first)})
    for line in (b"- second line\n", b"- third line\n"):
        prompt.write_bytes(prompt.read_bytes() + line)
        save(prompt, "one more rule", store)
    done = restore(prompt, 1, store)
    assert prompt.read_bytes() == first
    assert done.version.n == 4
    assert done.version.kind == "restore"
    assert done.version.source == 1
    listed = versions(prompt, store).to_dict()["versions"]
    assert [v["n"] for v in listed] == [1, 2, 3, 4]
    assert listed[0]["time"] == "2026-09-01T12:00:00.000Z"
    assert listed[3]["tokens"] == {"chars": len(first)}
    assert show(prompt, 3, store).endswith(b"- third line\n")


def test_case_083_a_label_that_moves_leaves_a_trace(store: Store, prompt: Path) -> None:
    for number in range(4):
        prompt.write_bytes(b"%d" % number)
        save(prompt, "", store)
    label(prompt, 2, "good", store)
    moved = label(prompt, 4, "good", store, author="agent").to_dict()
    assert (moved["old"], moved["new"]) == (2, 4)
    assert [(m.old, m.new) for m in store.labels.history(prompt, "good")] == [(None, 2), (2, 4)]
    assert store.version(prompt, 4).labels == ("good",)
    assert undo_label(prompt, "good", store).move.new == 2
    assert undo_label(prompt, "good", store).move.new is None
    assert store.labels.all(prompt) == {}
    assert len(store.labels.history(prompt, "good")) == 4
    with pytest.raises(UsageError):
        undo_label(prompt, "good", store)


def test_case_085_an_unsaved_edit_survives_a_restore(store: Store, prompt: Path) -> None:
    save(prompt, "base", store)
    prompt.write_bytes(b"- hours of unsaved work\n")
    done = restore(prompt, 1, store)
    assert done.kept is not None
    assert show(prompt, done.kept.n, store) == b"- hours of unsaved work\n"
    assert prompt.read_bytes() == b"- first text\n"
    undo(prompt, store)
    assert prompt.read_bytes() == b"- hours of unsaved work\n"


def test_case_085_a_restore_that_fails_leaves_all_as_it_was(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    write(WriteRequest(prompt, b"- now\n"), store)
    prompt.chmod(0o444)
    before = store.versions(prompt)
    with pytest.raises(WriteFailed, match="read-only"):
        restore(prompt, 1, store)
    assert prompt.read_bytes() == b"- now\n"
    assert store.versions(prompt) == before
    assert store.current(prompt) == before[-1]
    assert [event.kind for event in store.events(prompt)] == ["not-written"]
    with pytest.raises(UnreadableInput, match="no version 9"):
        restore(prompt, 9, store)


def test_case_085_the_list_tells_the_change_against_the_file(store: Store, prompt: Path) -> None:
    prompt.write_bytes(b"a\nb\nc\n")
    save(prompt, "", store)
    prompt.write_bytes(b"c\na\nnew\nnew\n")
    listed = versions(prompt, store)
    assert listed.unsaved
    change = listed.versions[0].change
    assert change is not None
    assert (change.lines_added, change.lines_removed) == (2, 1)


def test_case_086_a_version_that_reads_back_wrong_stops_before_the_file(
    store: Store, prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(prompt, "", store)
    monkeypatch.setattr(Store, "content", lambda self, sha: b"")
    with pytest.raises(StoreError, match="does not read back"):
        write(WriteRequest(prompt, b"   ", "compressed"), store)
    assert prompt.read_bytes() == b"- first text\n"


def test_case_086_nothing_changed_is_said(store: Store, prompt: Path) -> None:
    assert save(prompt, "", store).created
    again = save(prompt, "", store)
    assert (again.created, again.changed, again.version.n) == (False, False, 1)
    noted = save(prompt, "the one we shipped", store)
    assert (noted.created, noted.changed, noted.version.n) == (True, False, 2)
    same = write(WriteRequest(prompt, prompt.read_bytes()), store)
    assert (same.changed, same.version.n) == (False, 2)


@pytest.mark.parametrize(
    "data",
    [
        b"# Title\r\n\n-\tone  \r- two\r\n  end \t without newline",
        b"\xef\xbb\xbf\xef\xbb\xbfmark\n",
        b"",
        b"\n\n\n",
        b"\xff\xfea\x00b\x00c",
    ],
)
def test_case_088_undo_restores_the_exact_bytes(store: Store, prompt: Path, data: bytes) -> None:
    prompt.write_bytes(data)
    write(
        WriteRequest(prompt, b"- rewritten\n", "agent", author="offline agent", kind="optimise"),
        store,
    )
    done = undo(prompt, store)
    assert prompt.read_bytes() == data
    assert done.version.kind == "undo"
    assert sorted(p.name for p in prompt.parent.iterdir()) == ["CLAUDE.md"]


def test_case_088_undo_goes_further_back_and_restore_is_redo(store: Store, prompt: Path) -> None:
    texts = [prompt.read_bytes(), b"two\n", b"three\n", b"four\n"]
    for text in texts[1:]:
        write(WriteRequest(prompt, text), store)
    for text in reversed(texts[:-1]):
        undo(prompt, store)
        assert prompt.read_bytes() == text
    with pytest.raises(UsageError, match="nothing to undo"):
        undo(prompt, store)
    restore(prompt, 4, store)
    assert prompt.read_bytes() == b"four\n"
    undo(prompt, store)
    assert prompt.read_bytes() == texts[0]


def test_case_088_undo_of_unsaved_text_and_of_a_deleted_file(store: Store, prompt: Path) -> None:
    with pytest.raises(UsageError, match="No versions"):
        undo(prompt, store)
    save(prompt, "", store)
    prompt.write_bytes(b"typed elsewhere\n")
    kept = undo(prompt, store).kept
    assert kept is not None
    assert kept.n == 2
    assert prompt.read_bytes() == b"- first text\n"
    assert show(prompt, 2, store) == b"typed elsewhere\n"
    prompt.unlink()
    undo(prompt, store)
    assert prompt.read_bytes() == b"- first text\n"


def test_case_089_undecodable_bytes_and_lone_surrogates_are_kept(
    store: Store, tmp_path: Path
) -> None:
    data = b"- name: Jos\xe9 \xed\xa0\x80 fine\n"
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd \xff name.md"))
    path.write_bytes(data)
    done = save(path, "from \udcff\ud800 argv", store, author="a\udc80")
    assert done.version.reason.startswith("from \udcff")
    assert show(path, 1, store) == data
    write(WriteRequest(path, b"x"), store)
    undo(path, store)
    assert path.read_bytes() == data
    assert store.paths() == (path,)
    store.memory.set_task(path, "t\ud800")
    assert store.memory.task(path) is not None
    label(path, 1, "good", store)
    assert "\udcff" not in visible(Source.from_bytes(data).text)
    with pytest.raises(UsageError):
        label(path, 1, "\ud800", store)


SAVER = """
import sys
from pathlib import Path
from workbench.store.store import Store
store = Store(Path(sys.argv[1]))
for number in range(int(sys.argv[3])):
    store.save(sys.argv[2], f"{sys.argv[4]} {number}".encode(), reason=sys.argv[4])
"""


def test_case_091_two_processes_save_at_once(store: Store, prompt: Path) -> None:
    """The store does not exist yet: both also make it at the same time."""
    command = [sys.executable, "-c", SAVER, str(store.path), str(prompt), "100"]
    both = [subprocess.Popen([*command, name], cwd=ROOT) for name in ("left", "right")]
    assert [process.wait(timeout=100) for process in both] == [0, 0]
    found = store.versions(prompt)
    assert [version.n for version in found] == list(range(1, 201))
    texts = {store.content(version.sha256) for version in found}
    assert texts == {f"{name} {n}".encode() for name in ("left", "right") for n in range(100)}
    assert store.db.integrity() == "ok"


def test_case_091_a_long_wait_is_explained(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    prompt.write_bytes(b"new\n")
    with (
        Store(store.path, wait_s=0.2) as hasty,
        pytest.raises(StoreError, match=r"locked by another program for 0 s.*Nothing was saved"),
    ):
        save(prompt, "", hasty)
    assert store.versions(prompt)[-1].n == 1  # reading never waits
    other.execute("ROLLBACK")
    other.close()
    assert save(prompt, "", store).version.n == 2


def test_case_092_a_newer_store_is_read_only_but_not_lost(store: Store, prompt: Path) -> None:
    save(prompt, "", store)
    with store.db.write() as conn:
        conn.execute("PRAGMA user_version = 9999")
        conn.execute("CREATE TABLE from_the_future (x TEXT)")
    held = store.path.read_bytes()
    with Store(store.path) as older:
        with pytest.raises(StoreTooNew, match="newer ctxbench"):
            write(WriteRequest(prompt, b"new\n"), older)
        assert show(prompt, 1, older) == b"- first text\n"
        assert versions(prompt, older).versions[0].version.n == 1
    assert prompt.read_bytes() == b"- first text\n"
    assert store.path.read_bytes() == held


def test_case_092_a_store_of_an_unknown_shape_is_left_alone(store: Store, prompt: Path) -> None:
    store.path.parent.mkdir()
    with sqlite3.connect(store.path) as conn:
        conn.executescript("PRAGMA user_version = 9999; CREATE TABLE something_new (x TEXT)")
    conn.close()
    held = store.path.read_bytes()
    with pytest.raises(StoreTooNew):
        save(prompt, "", store)
    with pytest.raises(StoreTooNew):
        store.versions(prompt)
    assert store.path.read_bytes() == held


@pytest.mark.parametrize("chain", [1, 3])
def test_case_095_a_link_stays_a_link(store: Store, tmp_path: Path, chain: int) -> None:
    real = tmp_path / "dotfiles" / "CLAUDE.md"
    real.parent.mkdir()
    real.write_bytes(b"- the real file\n")
    real.chmod(0o640)
    at: Path = real
    for number in range(chain):
        link = tmp_path / f"link{number}.md"
        link.symlink_to(os.path.relpath(at, tmp_path))
        at = link
    write(WriteRequest(at, b"- changed\n"), store)
    assert at.is_symlink()
    assert real.read_bytes() == b"- changed\n"
    assert real.stat().st_mode & 0o777 == 0o640
    assert [v.n for v in store.versions(real)] == [1, 2]  # one prompt, whatever its name
    assert [v.n for v in store.versions(at)] == [1, 2]
    undo(real, store)
    assert at.read_bytes() == b"- the real file\n"
    assert at.is_symlink()


def test_case_095_a_link_to_nothing(store: Store, tmp_path: Path) -> None:
    link = tmp_path / "CLAUDE.md"
    link.symlink_to("missing.md")
    with pytest.raises(UnreadableInput, match="link to a file that does not exist"):
        files.read_bytes(link)
    write(WriteRequest(link, b"made\n"), store)
    assert link.is_symlink()
    assert (tmp_path / "missing.md").read_bytes() == b"made\n"
    loop = tmp_path / "loop.md"
    loop.symlink_to("loop.md")
    with pytest.raises(UnreadableInput):
        save(loop, "", store)


def test_case_128_a_private_note_follows_its_rule(store: Store, prompt: Path) -> None:
    """Nobody remembered why a rule was there, or whether it ever helped."""
    prompt.write_text("- Never mend a sail in rain.\n- Prefer flat seams.\n- Use waxed thread.\n")
    before = prompt.read_bytes()
    rule = noted_rules(prompt, store)[0]
    note_rule(prompt, rule.id, NoteRequest("tore twice, since May: helped"), store)
    note_rule(prompt, noted_rules(prompt, store)[2].id, NoteRequest("unclear"), store)
    assert prompt.read_bytes() == before  # the note is in the store, not in the file
    moved = "- Prefer flat seams.\n- Use waxed thread.\n- Never ever mend a sail in the rain.\n"
    prompt.write_text(moved)
    assert [(r.line, r.note) for r in noted_rules(prompt, store)] == [
        (1, ""),
        (2, "unclear"),
        (3, "tore twice, since May: helped"),
    ]
    assert [r.text for r in noted_rules(prompt, store, bare=True)] == ["Prefer flat seams."]
    note_rule(prompt, noted_rules(prompt, store)[1].id, NoteRequest(""), store)
    assert [r.evidence for r in noted_rules(prompt, store)] == [False, False, True]
    # A rule that is taken out and put back has its note again.
    prompt.write_text("- Prefer flat seams.\n")
    note_rule(prompt, noted_rules(prompt, store)[0].id, NoteRequest("why?"), store)
    prompt.write_text(moved)
    assert [r.note for r in noted_rules(prompt, store)][2] == "tore twice, since May: helped"
    with pytest.raises(UsageError):
        note_rule(prompt, "nothing", NoteRequest("x"), store)
