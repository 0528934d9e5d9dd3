"""The disk, the store and the editor are three things: what the workbench says of each."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.benches import Gates, header, opened, until
from tests.waiting import LONG
from workbench.store.store import Store
from workbench.tui import keep
from workbench.tui.bars import task_pieces
from workbench.tui.screens.bench import BenchScreen
from workbench.tui.screens.dialogs import ChooseScreen
from workbench.tui.screens.diff import DiffScreen
from workbench.verbs.notes import NoteRequest, note_rule
from workbench.verbs.pin import pin
from workbench.verbs.save import save

TEXT = "# Desk\n\nAnswer in one line.\n\n## Rules\n\n- Never shout.\n- Be brief.\n"
OUTSIDE = TEXT.replace("one line", "three lines") + "- Ask.\n- Wait.\n"


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    path.write_text(TEXT)
    return path


@pytest.fixture
def stored(prompt: Path) -> Path:
    """A file whose text is version 1."""
    with Store() as store:
        save(prompt, "", store)
    return prompt


def task_row(bench: BenchScreen) -> str:
    return "".join(piece.text for piece in task_pieces(bench.session, 80))


async def diff(bench: BenchScreen, pilot: Pilot[Any], key: str = "ctrl+d") -> DiffScreen:
    """Press a key that opens a diff; the screen with it."""
    before = bench.app.screen
    await pilot.press(key)

    def there() -> bool:
        now = bench.app.screen
        return now is not before and isinstance(now, DiffScreen) and now.is_mounted

    await until(pilot, there)
    screen = bench.app.screen
    assert isinstance(screen, DiffScreen)
    return screen


def words_of(screen: DiffScreen) -> str:
    return "\n".join("".join(piece.text for piece in row) for row in screen.rows.rows)


async def back(bench: BenchScreen, pilot: Pilot[Any]) -> None:
    await pilot.press("q")
    await until(pilot, lambda: bench.on_top)


async def test_a_file_that_was_changed_outside_is_opened_as_what_it_is(stored: Path) -> None:
    stored.write_text(OUTSIDE)
    async with opened(stored) as (bench, pilot):
        assert "on disk, 3 lines from v1" in header(bench, 140)
        assert " not v1 " in header(bench, 80)
        assert " v1" not in header(bench, 80).replace("not v1", "")
        assert "3 lines changed outside since version 1" in task_row(bench)
        assert "^D difference" in task_row(bench)
        notes = " ".join(note.head + note.text for note in bench.change_notes())
        assert "On disk, not version 1: 2 lines added, 1 line changed" in notes
        screen = await diff(bench, pilot)
        assert screen.diff.a.startswith("CLAUDE.md, version 1, ")
        assert screen.diff.b == "CLAUDE.md, on disk (not v1)"
        assert "The text here is what the file holds; shown from version 1" in words_of(screen)
        await back(bench, pilot)
        assert "Task" in task_row(bench), "it was looked at"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: bench.session.version == "v2")
        assert " v2 " in header(bench, 80)


async def test_an_unchanged_file_is_called_by_its_version_and_nothing_is_said(stored: Path) -> None:
    async with opened(stored) as (bench, _):
        assert " v1 " in header(bench, 80)
        assert bench.session.outside_note == ""
        assert "Task" in task_row(bench)


async def test_after_a_save_the_proof_is_there_and_git_is_offered(stored: Path) -> None:
    for words in ("init -q", "add .", "-c user.name=A -c user.email=a@b.example commit -qm x"):
        subprocess.run(["git", *words.split()], cwd=stored.parent, check=True)
    stored.write_text(TEXT + "- Second.\n")
    with Store() as store:
        save(stored, "second", store)
    async with opened(stored) as (bench, pilot):
        await pilot.press("Z")
        screen = await diff(bench, pilot)
        assert screen.diff.a == "CLAUDE.md, on disk (v2)"
        assert screen.diff.b == "CLAUDE.md, in the editor, not saved"
        assert screen.other == "version 1"
        await back(bench, pilot)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: bench.session.version == "v3")
        screen = await diff(bench, pilot)
        assert screen.diff.a.startswith("CLAUDE.md, version 2, ")
        assert screen.diff.b == "CLAUDE.md, on disk (v3)"
        assert not screen.diff.same, "the proof of what was saved"
        assert screen.ledger
        assert screen.other.startswith("git HEAD ")
        screen = await diff(bench, pilot, "b")
        assert "git HEAD" in screen.diff.a
        assert "+ - Second." in words_of(screen)
        assert screen.other == "version 2", "and round again"
        await back(bench, pilot)


async def test_where_nothing_is_older_the_diff_says_so(prompt: Path) -> None:
    async with opened(prompt) as (bench, pilot):
        screen = await diff(bench, pilot)
        assert screen.diff.same
        assert "no other version is stored, git has no other text" in screen.told
        assert screen.told.split()[0] in words_of(screen)
        assert screen.other == ""
        assert not any(name in ("other", "next_change") for _, name, _ in screen.offers())
        await back(bench, pilot)


async def test_while_it_is_open_the_header_follows_what_others_write(stored: Path) -> None:
    async with opened(stored) as (bench, pilot):
        stored.write_text(OUTSIDE)
        bench.files.watch()
        await until(pilot, lambda: bench.session.version == "on disk, 3 lines from v1")
        assert "changed on disk" in task_row(bench)
        screen = await diff(bench, pilot)
        assert screen.diff.a == "CLAUDE.md, as it was read; changed on disk since"
        await back(bench, pilot)
        await pilot.press("ctrl+l", "r")
        await until(pilot, lambda: not bench.session.disk_note and bench.session.standing)
        assert bench.editor.text == OUTSIDE
        await until(pilot, lambda: bench.session.version == "on disk, 3 lines from v1")
        stored.write_text(TEXT)
        bench.files.watch()
        await until(pilot, lambda: bench.session.version == "v1")


async def test_after_keeping_both_the_two_are_called_what_they_are(stored: Path) -> None:
    async with opened(stored) as (bench, pilot):
        await pilot.press("Z")
        stored.write_text(OUTSIDE)
        bench.files.watch()
        await until(pilot, lambda: bench.session.disk_note)
        await pilot.press("ctrl+l", "k")
        await until(pilot, lambda: bench.ended.get("keeping") == "done")
        assert bench.session.modified, "what is here is not what the file holds"
        assert bench.session.version == "on disk, 3 lines from v1"
        screen = await diff(bench, pilot)
        assert screen.diff.a == "CLAUDE.md, on disk (not v1)"
        assert screen.diff.b == "CLAUDE.md, in the editor, not saved"
        assert "- - Ask." in words_of(screen)
        await back(bench, pilot)


async def test_pins_and_notes_whose_words_changed_outside_are_listed(stored: Path) -> None:
    with Store() as store:
        pin(stored, ["Desk", "Rules"], store)
        note_rule(stored, "7", NoteRequest("woke the neighbours"), store)
    changed = OUTSIDE.replace("## Rules", "## Manners")
    stored.write_text(changed.replace("Never shout", "Quench the furnace at noon"))
    async with opened(stored) as (bench, pilot):
        assert "2 pins and 1 note wait: their text changed" in bench.session.outside_note
        notes = bench.change_notes()
        words = [note.head + note.text for note in notes]
        assert any("Waits. The text of the pinned part Desk" in line for line in words)
        assert any("Waits. The pinned part Rules is not in the text" in line for line in words)
        assert any("woke the neighbours" in line for line in words)
        await pilot.press("ctrl+end")
        bench._show_view("changes")
        bench.inspector.mark("line 1")
        await pilot.press("enter")
        assert bench.editor.selection.end[0] == 0
        assert bench.focused is bench.inspector


@pytest.mark.slow
async def test_quitting_says_that_changes_are_lost_only_when_they_are(
    stored: Path, tmp_path: Path
) -> None:
    async def question() -> str:
        await pilot.press("ctrl+q")
        await until(pilot, lambda: isinstance(bench.app.screen, ChooseScreen))
        screen = bench.app.screen
        assert isinstance(screen, ChooseScreen)
        await pilot.press("escape")
        await until(pilot, lambda: bench.on_top)
        return next(words for key, _, words in screen.answers if key == "d")

    async with opened(stored) as (bench, pilot):
        await pilot.press("Z")
        assert await question() == "quit without saving: no version, the file stays as it is"
        await pilot.press("ctrl+e", "s")
        await until(pilot, lambda: not bench.on_top)
        await pilot.press("ctrl+u", *str(tmp_path / "copy.md"), "enter")
        await until(pilot, lambda: bench.ended.get("exporting") == "done")
        assert (tmp_path / "copy.md").read_text() == "Z" + TEXT
        assert await question() == "quit: this very text is kept already, as version 2"
        with Store() as store:
            assert store.read(stored, 2).decode() == "Z" + TEXT
            current = store.current(stored)
            assert current is not None
            assert current.n == 1, "the file does not hold what was exported"
        await until(pilot, lambda: bench.session.version == "v1")
        await pilot.press("Y")
        assert await question() == "quit without saving: no version, the file stays as it is"


async def test_what_a_look_at_the_disk_finds_while_we_write_is_not_called_theirs(
    stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is written and read again before the bench hears that it was written."""
    with Store() as store:
        stored.write_text(OUTSIDE)
        save(stored, "", store)
    written, heard = threading.Event(), threading.Event()
    real = keep.restoring

    def slow(*args: Any) -> Any:
        result = yield from real(*args)
        written.set()
        heard.wait(LONG)
        return result

    monkeypatch.setattr(keep, "restoring", slow)
    async with opened(stored) as (bench, pilot):
        await pilot.press("ctrl+r")
        await until(pilot, lambda: not bench.on_top)
        await pilot.press("down", "r")
        await until(pilot, lambda: bench.waiting.words)
        await pilot.press("escape", "b")
        await until(pilot, written.is_set)
        bench.files.watch()
        await until(pilot, lambda: bench.files.theirs)
        heard.set()
        await until(pilot, lambda: bench.ended.get("restoring") == "done")
        await until(pilot, lambda: bench.session.version == "v3")
        assert bench.files.theirs is None
        assert not bench.session.disk_note
        await pilot.press("ctrl+s")
        await until(pilot, lambda: bench.session.version == "v4")
        assert stored.read_text() == "b" + OUTSIDE


async def test_what_was_typed_while_a_version_was_restored_stays(
    stored: Path, gates: Gates
) -> None:
    with Store() as store:
        stored.write_text(OUTSIDE)
        save(stored, "", store)
    async with opened(stored) as (bench, pilot):
        gates.hold(keep, "restoring")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: not bench.on_top)
        await pilot.press("down", "r")
        await until(pilot, lambda: bench.waiting.words)
        await pilot.press("a", "escape", "b")
        assert bench.editor.text == "b" + OUTSIDE
        gates.open.set()
        await until(pilot, lambda: bench.ended.get("restoring") == "done")
        await until(pilot, lambda: bench.session.version == "v3")
        assert stored.read_text() == TEXT
        assert bench.editor.text == "b" + OUTSIDE
        assert bench.session.modified
        await pilot.press("ctrl+s")
        await until(pilot, lambda: bench.session.version == "v4")
        assert stored.read_text() == "b" + OUTSIDE
