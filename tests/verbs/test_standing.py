"""The text on the disk, the stored versions and git are three things, and each is called so."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from workbench.store.store import Store
from workbench.store.values import NewVersion
from workbench.verbs.export import carry_out, plan
from workbench.verbs.file_state import Standing, earlier, standing, stored_as
from workbench.verbs.inputs import Input
from workbench.verbs.notes import NoteRequest, note_rule
from workbench.verbs.pin import pin, pins
from workbench.verbs.restore import restore
from workbench.verbs.save import WriteRequest, save, write
from workbench.verbs.undo import undo
from workbench.verbs.unplaced import adrift
from workbench.verbs.versions import versions

TEXT = b"# Desk\n\nAnswer in one line.\n\n## Rules\n\n- Never shout.\n- Be brief.\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(TEXT)
    return path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "home" / "ctxbench.db") as made:
        yield made


def now(file: Path, store: Store) -> Standing:
    return standing(file, file.read_bytes(), store)


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def test_a_text_has_the_number_of_a_version_only_when_it_is_that_to_the_byte(
    file: Path, store: Store
) -> None:
    assert now(file, store) == Standing()
    assert now(file, store).name() == ""
    save(file, "", store)
    assert (now(file, store).name(), now(file, store).outside) == ("v1", False)
    file.write_bytes(TEXT.replace(b"Never shout", b"Never whisper") + b"- Ask.\n- Wait.\n")
    found = now(file, store)
    assert found.outside
    assert (found.same, found.last, found.lines) == (None, 1, 3)
    assert found.name() == "on disk, 3 lines from v1"
    assert found.short() == "not v1"
    assert found.change() == "3 lines changed outside since version 1"


def test_an_older_text_that_came_back_is_that_version_and_said_to_be_changed(
    file: Path, store: Store
) -> None:
    save(file, "", store)
    write(WriteRequest(file, TEXT + b"- Ask.\n"), store)
    file.write_bytes(TEXT)
    found = now(file, store)
    assert (found.name(), found.outside) == ("v1", True)
    assert found.change() == "1 line changed outside since version 2; it is version 1 again"
    listed = versions(file, store)
    assert listed.held == 1
    assert listed.outside() == "The file holds version 1 again; another program changed it."


def test_what_was_stored_and_never_written_is_not_what_the_file_was(
    file: Path, store: Store
) -> None:
    store.put(file, b"# Only kept\n", NewVersion(on_disk=False))
    assert now(file, store) == Standing()
    assert (now(file, store).name(), now(file, store).short()) == ("", "")
    assert versions(file, store).outside() == "The file holds text that is not stored."
    assert [one.short for one in earlier(file, TEXT, store)] == ["version 1"]
    file.write_bytes(b"# Only kept\n")
    assert now(file, store).short() == "v1"
    assert not now(file, store).outside
    assert versions(file, store).outside() == ""


def test_an_export_of_unsaved_text_keeps_it_and_the_file_stays_what_it_was(
    file: Path, store: Store, tmp_path: Path
) -> None:
    save(file, "", store)
    typed = TEXT + b"- Typed.\n"
    carry_out(plan(Input(str(file), typed, "file", file), "xml", tmp_path / "out.xml"), store)
    assert stored_as(file, typed, store) == 2
    assert (now(file, store).name(), now(file, store).outside) == ("v1", False)


def test_other_line_ends_are_another_text_though_no_line_differs(file: Path, store: Store) -> None:
    save(file, "", store)
    file.write_bytes(TEXT.replace(b"\n", b"\r\n"))
    found = now(file, store)
    assert (found.lines, found.name()) == (0, "on disk, not v1")
    assert "only line ends" in found.change()


def test_what_a_file_can_be_compared_with_and_what_is_the_same_is_left_out(
    file: Path, store: Store
) -> None:
    def names() -> list[str]:
        return [one.short.partition(" HEAD")[0] for one in earlier(file, file.read_bytes(), store)]

    assert names() == []
    save(file, "", store)
    assert names() == []
    write(WriteRequest(file, TEXT + b"- Ask.\n"), store)
    assert names() == ["version 1"]
    file.write_bytes(TEXT + b"- Ask twice.\n")
    assert names() == ["version 2", "version 1"]
    restore(file, 1, store)  # the text on the disk became version 3 first
    assert names() == ["version 3"], "what the file held before, not what was restored"
    git(file.parent, "init", "-q")
    assert names() == ["version 3"], "no commit yet"
    git(file.parent, "add", "CLAUDE.md")
    git(file.parent, "commit", "-qm", "x")
    assert names() == ["version 3"], "the commit holds the same text"
    write(WriteRequest(file, TEXT + b"- More.\n"), store)
    assert names() == ["version 4", "git"]
    told = earlier(file, file.read_bytes(), store)[-1]
    assert told.data == TEXT
    assert told.label.startswith("CLAUDE.md, git HEAD ")


def test_the_parent_of_a_restored_version_is_the_version_that_was_restored(
    file: Path, store: Store
) -> None:
    texts = [TEXT, TEXT + b"two\n", TEXT + b"three\n"]
    for text in texts:
        write(WriteRequest(file, text), store)
    restore(file, 1, store)
    write(WriteRequest(file, TEXT + b"five\n"), store)
    undo(file, store)
    found = store.versions(file)
    assert [v.kind for v in found] == ["import", "save", "save", "restore", "save", "undo"]
    assert [v.parent for v in found] == [None, 1, 2, 1, 4, 4]
    assert [v["parent"] for v in versions(file, store).to_dict()["versions"]][3] == 1
    # Undo goes by what the file held, not by parents: back to the last text before the restore.
    undo(file, store)
    assert file.read_bytes() == texts[2]
    undo(file, store)
    assert file.read_bytes() == texts[1]


def test_a_store_of_an_earlier_release_tells_the_right_parent_too(file: Path, store: Store) -> None:
    save(file, "", store)
    write(WriteRequest(file, TEXT + b"two\n"), store)
    restore(file, 1, store)
    store.close()
    with closing(sqlite3.connect(store.path)) as conn, conn:  # as it was written until now
        conn.execute("DROP TRIGGER versions_stay")
        conn.execute("UPDATE versions SET parent = before WHERE kind = 'restore'")
        assert conn.execute("SELECT parent FROM versions WHERE n = 3").fetchone() == (2,)
    with Store(store.path) as again:
        assert [v.parent for v in again.versions(file)] == [None, 1, 1]


def test_pins_and_notes_of_reworded_text_wait_and_are_listed(file: Path, store: Store) -> None:
    save(file, "", store)
    pin(file, ["Desk", "Rules"], store)
    note_rule(file, "7", NoteRequest("woke the neighbours"), store)
    assert adrift(file, TEXT, store).summary() == ""
    reworded = TEXT.replace(b"one line", b"three lines").replace(b"# Rules", b"# Manners")
    file.write_bytes(reworded.replace(b"Never shout", b"Quench the furnace at noon"))
    found = adrift(file, file.read_bytes(), store)
    assert found.summary() == "2 pins and 1 note wait: their text changed"
    (changed, line), (gone, nowhere) = found.pins
    assert "Desk" in changed and line == 1
    assert "Rules is not in the text any more" in gone and nowhere == 0
    assert "woke the neighbours" in found.notes[0][0]
    assert [one.title for one in pins(file, store).pins] == ["Desk", "Rules"]
    file.write_bytes(TEXT)
    assert adrift(file, TEXT, store).summary() == "", "the text is back, and so are they"
