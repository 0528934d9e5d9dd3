"""What people do in the workbench, on the real terminal, at both sizes that count."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.terminal import CTXBENCH, ROOT, Terminal
from tests.waiting import cpu_seconds

pytestmark = pytest.mark.sampled(2)

SAMPLE = ROOT / "sample_prompts" / "ledger-service" / "CLAUDE.md"
REPEATS = ROOT / "sample_prompts" / "duplicates" / "AGENTS.md"
SIZES = [(80, 24), (140, 40)]


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    shutil.copyfile(SAMPLE, path)
    return path


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def bench(request: pytest.FixtureRequest, prompt: Path) -> Iterator[Terminal]:
    columns, rows = request.param
    with Terminal(str(prompt), columns=columns, rows=rows) as terminal:
        yield terminal


def tokens(screen: str) -> int:
    found = re.search(r"([\d,]+) tok", screen.splitlines()[0])
    assert found, screen
    return int(found[1].replace(",", ""))


def test_the_first_screen_shows_text_and_part_titles(bench: Terminal) -> None:
    bench.until("# Billing ledger", "1 Billing l", "2 Layout", "CLAUDE.md", "Task", "^S save")


def test_typing_changes_count_and_map_and_undo_takes_it_back(bench: Terminal, prompt: Path) -> None:
    before = tokens(bench.until("tok", "Relevance"))
    assert re.search("[▁▂▃▄▅▆▇█]", bench.text.splitlines()[3])
    bench.press("down", "down", "down", "home")
    bench.press("Always answer in one short line. ")
    bench.until("CLAUDE.md *", "Always answer in one")
    after = tokens(bench.until("tok"))
    assert after > before
    for _ in range(8):
        bench.press("ctrl+z")
    bench.until(gone="Always answer")
    assert tokens(bench.until(gone="CLAUDE.md *")) == before
    assert prompt.read_bytes() == SAMPLE.read_bytes()


@pytest.mark.slow
def test_keys_of_one_burst_are_obeyed_in_their_order(bench: Terminal) -> None:
    """Arrow keys and letters that arrive in one piece: no letter lands before the arrows."""
    bench.until("Relevance")
    os.write(bench.master, b"\x1b[B" * 3 + b"\x1b[H" + b"Zebra" + b"\x1b[C" * 2 + b"Quagga")
    bench.until("Zebra", "Quagga")
    assert "Z#" not in bench.text and "Zebra#" not in bench.text
    row = next(line for line in bench.text.splitlines() if "Zebra" in line)
    assert re.search("Zebra..Quagga", row), row


@pytest.mark.slow
def test_scores_arrive_and_the_part_under_the_cursor_is_explained(bench: Terminal) -> None:
    bench.until("Relevance by words alone 10 of", "Weight here")
    bench.press("ctrl+n", *"jjjjjj")
    screen = bench.until("Part 7 · History", "Relevance by words alone 2 of")
    assert "✂" not in screen, "likeness of words alone takes nothing out"
    bench.press("enter")
    bench.until("## History")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_review_accept_diff_save_and_the_version_is_there(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    prompt = tmp_path / "AGENTS.md"
    shutil.copyfile(REPEATS, prompt)
    with Terminal(str(prompt), columns=size[0], rows=size[1]) as bench:
        bench.until("Relevance")
        bench.press("ctrl+o")
        screen = bench.until("Proposal 1 of 1", "safe", "Found", "Now", "New", "Why", "lost 0")
        assert "Keep the bus free" in screen
        bench.press("y")
        bench.until("accepted 1")
        bench.press("d")
        bench.until("Diff", "1 line removed", "- - Keep the bus free", "0 lost: nothing is lost.")
        bench.press("q")
        bench.until("Proposal", "accepted 1")
        bench.press("q")
        bench.until("applied", "AGENTS.md *")
        assert prompt.read_bytes() == REPEATS.read_bytes()
        bench.press("ctrl+s")
        bench.until("Saved", " v2", gone="AGENTS.md *")
        rule = "- Keep the bus free between two reads.\n"
        first, _, rest = REPEATS.read_text().partition(rule)
        assert prompt.read_text() == first + rule + rest.replace(rule, "")
        bench.press("ctrl+q")
        assert bench.ended() == 0
    listed = subprocess.run(
        [*CTXBENCH, "versions", str(prompt)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert "accepted: " in listed.stdout


@pytest.mark.slow
def test_refused_proposals_do_not_come_back(prompt: Path) -> None:
    for time in range(2):
        with Terminal(str(prompt)) as bench:
            bench.until("Relevance")
            bench.press("ctrl+o")
            if time == 0:
                found = re.search(r"Proposal 1 of (\d+)", bench.until("Proposal 1 of", "Found"))
                assert found
                bench.press(*"n" * int(found[1]))
                bench.until(f"refused {found[1]}")
                bench.press("q", "ctrl+q")
                assert bench.ended() == 0
            else:
                bench.until("Nothing to propose")


def test_save_compare_and_restore_give_the_old_bytes_back(bench: Terminal, prompt: Path) -> None:
    bench.until("Relevance")
    bench.press("Changed. ")
    bench.press("ctrl+s")
    bench.until("Saved", " v2")
    assert prompt.read_text().startswith("Changed. ")
    bench.press("ctrl+r")
    bench.until("Versions of CLAUDE.md", "2 versions", "as found on the disk")
    bench.press("down", "d")
    # The text typed into the title is a statement that changed: the ledger does not pass it over.
    bench.until("Diff", "version 1", "in the editor", "Ledger: ", "lost")
    bench.press("q")
    bench.until("Versions of CLAUDE.md", gone=" - tok")
    bench.press("r")
    bench.until("Restored", gone="Changed. ")
    assert prompt.read_bytes() == SAMPLE.read_bytes()


@pytest.mark.slow
def test_an_outside_edit_is_noticed_and_can_be_reloaded(bench: Terminal, prompt: Path) -> None:
    bench.until("Relevance")
    prompt.write_text(SAMPLE.read_text().replace("# Billing ledger", "# Billing by an agent", 1))
    bench.until("changed on disk", "decide")
    bench.press("ctrl+l")
    bench.until("reload", "keep both")
    bench.press("d")
    bench.until("Diff", "on disk", "in the workbench")
    bench.press("q")
    bench.until("reload")
    bench.press("r")
    bench.until("# Billing by an agent", gone="changed on disk")
    assert "CLAUDE.md *" not in bench.text


@pytest.mark.slow
def test_saving_over_an_outside_edit_asks_and_loses_neither(bench: Terminal, prompt: Path) -> None:
    bench.until("Relevance")
    bench.press("Mine. ")
    theirs = SAMPLE.read_text() + "Theirs.\n"
    prompt.write_text(theirs)
    bench.until("changed on disk")
    bench.press("ctrl+s")
    bench.until("write mine", "Nothing was written")
    assert prompt.read_text() == theirs
    bench.press("w")
    bench.until("Saved")
    assert prompt.read_text().startswith("Mine. ")
    bench.press("ctrl+r")
    bench.until("2 versions", "as found on the disk")


@pytest.mark.slow
def test_export_never_goes_over_a_file_unasked(bench: Terminal, prompt: Path) -> None:
    out = prompt.with_name("out.xml")
    out.write_text("precious\n")
    bench.until("Relevance")
    bench.press("ctrl+e")
    bench.until("Export what the editor holds")
    bench.press("x")
    bench.until("Export as xml to")
    bench.press("ctrl+u", str(out), "enter")
    bench.until("A file is in the way")
    assert out.read_text() == "precious\n"
    bench.press("d")
    bench.until("Diff", "- precious")
    bench.press("q")
    bench.until("A file is in the way")
    bench.press("w")
    bench.until("Wrote")
    assert "<" in out.read_text()


@pytest.mark.slow
def test_quitting_with_changes_asks(bench: Terminal, prompt: Path) -> None:
    bench.until("tok")
    bench.press("x", "ctrl+q")
    bench.until("has changes that are not saved")
    os.write(bench.master, b"\x1b")  # as most terminals send it, and told apart by time
    bench.until(gone="has changes that are not saved")
    bench.press("ctrl+q")
    bench.until("save first")
    bench.press("s")
    assert bench.ended() == 0
    assert prompt.read_text().startswith("x#")


@pytest.mark.slow
def test_keys_palette_and_find_are_reachable_while_typing(bench: Terminal) -> None:
    bench.until("tok")
    bench.press("ctrl+g")
    bench.until("Keys", "Everywhere, also while typing", "Save")
    bench.press("q")
    bench.until("# Billing ledger")
    bench.press("ctrl+p", "version")
    bench.until("Versions")
    bench.press("escape")
    bench.until("# Billing ledger")
    bench.press("ctrl+f", "postmortem", "enter")
    bench.until("▶ Find")
    bench.press("escape", "ctrl+n")
    bench.until("▶ Parts")
    bench.press("?")
    bench.until("Keys and signs", "Parts list", "Signs")


def test_a_folder_offers_its_prompts(prompt: Path) -> None:
    (prompt.parent / "sub").mkdir()
    (prompt.parent / "sub" / "SKILL.md").write_text("# A skill\n\nUse it.\n")
    with Terminal(str(prompt.parent)) as bench:
        bench.until("Open a prompt", "CLAUDE.md", "sub/SKILL.md")
        bench.press("skill", "enter")
        bench.until("# A skill", "SKILL.md")


@pytest.mark.slow
def test_a_large_file_is_shown_read_only_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    path.write_text("A line of a very large prompt, number one.\n" * 60_000)
    with Terminal(str(path), "--layout", "narrow") as bench:
        bench.until("big.md", "A line of a very large prompt")
        if sys.platform == "linux":
            assert cpu_seconds(bench.process.pid) < 5
        bench.until("60,000 lines")
        bench.press("pagedown", "pagedown")
        bench.until(gone="    1 A line")
        bench.until("tok")
        bench.press("q")
        assert bench.ended() == 0


@pytest.mark.slow
@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}])
def test_without_colours_the_signs_say_it(prompt: Path, env: dict[str, str]) -> None:
    with prompt.open("a", encoding="utf-8") as file:
        file.write("\n## Contacts\n\n## Questions\n\nAsk in the channel.\n")
    with Terminal(str(prompt), env=env) as bench:
        screen = bench.until("Relevance", "▸", "◆!", "⚐1")
        assert re.search("[▁▂▃▄▅▆▇█]", screen)
