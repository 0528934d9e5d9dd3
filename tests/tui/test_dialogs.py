"""Questions, the panes that take the keys, and what the header says, on the real terminal."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.terminal import CTXBENCH, ROOT, Terminal

pytestmark = pytest.mark.sampled(2)

SAMPLE = ROOT / "sample_prompts" / "ledger-service" / "CLAUDE.md"


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    shutil.copyfile(SAMPLE, path)
    return path


@pytest.fixture(params=[(80, 24), (140, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def bench(request: pytest.FixtureRequest, prompt: Path) -> Iterator[Terminal]:
    columns, rows = request.param
    with Terminal(str(prompt), columns=columns, rows=rows) as terminal:
        yield terminal


@pytest.mark.slow
def test_the_pane_with_the_keys_says_so_without_colours(bench: Terminal) -> None:
    bench.until("Relevance", "▶ Billing ledger", " Text ", "^S save", "Alt+Y")
    bench.press("escape", *"jj")  # Escape does not leave the text: letters are typed
    bench.until("jj# Billing ledger", "^S save")
    bench.press("ctrl+z", "ctrl+z", "ctrl+n")
    bench.until("▶ Parts", " Parts ", "Enter show it", " y why", gone="▶ Billing")
    bench.press("ctrl+n")
    bench.until("▶ Part 1", " Inspector ", "Esc to the text", gone="▶ Parts")
    bench.press("escape")
    bench.until("▶ Billing ledger", "^S save", gone="▶ Part 1")


@pytest.mark.slow
def test_the_window_is_as_full_as_the_command_line_says(bench: Terminal, prompt: Path) -> None:
    screen = bench.until("Relevance", "window ", " full, fresh")
    said = subprocess.run(
        [*CTXBENCH, "map", str(prompt)], capture_output=True, text=True, cwd=ROOT, check=True
    )
    fill = screen.splitlines()[0].partition("window ")[2].partition(" full")[0]
    assert f"{fill} of the window" in said.stdout


@pytest.mark.slow
def test_a_file_that_is_not_there_is_called_new_and_undo_takes_the_star(tmp_path: Path) -> None:
    with Terminal(str(tmp_path / "nosuch.md")) as bench:
        bench.until("nosuch.md", "new file", "New file: nosuch.md")
        bench.press("x")
        bench.until("nosuch.md *")
        bench.press("ctrl+z")
        bench.until(gone="nosuch.md *")
        bench.press("y")
        bench.until("nosuch.md *")
        bench.press("backspace")
        bench.until(gone="nosuch.md *")
        bench.press("x", "ctrl+s")
        bench.until("Saved", gone="new file")
        assert (tmp_path / "nosuch.md").read_text() == "x"


@pytest.mark.slow
def test_after_keeping_both_saving_asks_before_it_goes_over_theirs(
    bench: Terminal, prompt: Path
) -> None:
    bench.until("Relevance")
    bench.press("Mine. ")
    theirs = SAMPLE.read_text() + "Theirs.\n"
    prompt.write_text(theirs)
    bench.until("changed on disk")
    bench.press("ctrl+l")
    bench.until("keep both")
    bench.press("k")
    bench.until("Yours is version")
    for _ in range(2):
        bench.press("ctrl+s")
        bench.until("You kept both", "Nothing was written")
        bench.press("escape")
        bench.until(gone="You kept both")
    assert prompt.read_text() == theirs
    bench.press("ctrl+s")
    bench.until("You kept both")
    bench.press("w")
    bench.until("Saved")
    assert prompt.read_text().startswith("Mine. ")


@pytest.mark.slow
def test_without_utf8_the_signs_are_plain_and_no_escapes_are_seen(prompt: Path) -> None:
    with Terminal(str(prompt), env={"LC_ALL": "C", "PYTHONUTF8": "0"}) as bench:
        screen = bench.until("Relevance", "> Billing ledger", "^S save")
        assert "\\u" not in screen
        assert "\\x" not in screen
        assert screen.isascii()


@pytest.mark.slow
def test_quitting_and_exporting_are_answered_with_letters_or_arrows(
    bench: Terminal, prompt: Path
) -> None:
    bench.until("Relevance")
    bench.press("ctrl+e")
    bench.until("json: the parts", "yaml:", "markdown:", "html:", "messages-json:", "agents-md:")
    bench.press("down", "down")
    bench.until("▸ m  markdown")
    bench.press("enter")
    bench.until("Export as markdown to")
    bench.press("escape")
    bench.until(gone="Export as markdown")
    bench.press("x", "ctrl+q")
    bench.until("quit without saving")
    bench.press("d")
    assert bench.ended() == 0
    assert prompt.read_bytes() == SAMPLE.read_bytes()


@pytest.mark.slow
def test_the_keys_of_the_place_come_first_and_no_words_are_cut(bench: Terminal) -> None:
    bench.until("Relevance")
    bench.press("ctrl+g")
    screen = bench.until("Keys and signs", "◆", "not saved")
    assert screen.splitlines()[1].startswith(" Signs")
    assert "prompt's own scale" in screen
    bench.press("q")
    bench.until("^S save")
    bench.press("ctrl+s")
    bench.until(" v1")
    bench.press("ctrl+r")
    bench.until("Versions of", "UTC")
    bench.press("?")
    screen = bench.until("Keys and signs")
    assert screen.splitlines()[1].startswith(" Versions")


@pytest.mark.slow
def test_a_large_file_says_why_nothing_can_be_typed(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    path.write_text("A line of a very large prompt, number one.\n" * 60_000)
    with Terminal(str(path)) as bench:
        bench.until("files above 2 MB are shown and counted here, not edited.")
        bench.press("x")
        bench.until("Read-only: above 2 MB.")
