"""Keys go only to a pane that is seen and has the focus, whatever is laid out, open or running."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tests.tui.benches import Gates, key_row, opened, unchanged, until
from tests.tui.terminal import Terminal
from workbench.tui import keep, rule_work, work
from workbench.tui.layout import load_layouts
from workbench.tui.screens.bench import BenchScreen

TEXT = """# Shop

This is the shop. It sells maps.

## Rules

- Indent with tabs.
- Never push to `main` directly.

## Conventions

Each map has a key.

- Never indent with tabs.
- Print maps in black until 1 March 2020.
"""
#: A layout of a user's own for high terminals.
TALL = "columns: 1fr\nrows: 9 1fr 30\npanes:\n  parts: 1 x 1\n  editor: 1 x 1\n  inspector: 1 x 1\n"


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    path = tmp_path / "CLAUDE.md"
    path.write_text(TEXT)
    return path


LAYOUTS = [layout.name for layout in load_layouts()[0]]


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
async def test_at_every_width_letters_change_the_text_only_where_it_is_seen_and_has_the_focus(
    prompt: Path, layout: str
) -> None:
    async with opened(prompt, (140, 40), layout) as (bench, pilot):
        for width, height in ((140, 40), (80, 24), (140, 40), (60, 12), (30, 8), (9, 3), (80, 24)):
            for name in ("editor", "parts", "inspector"):
                bench.set_focus(bench.panes[name])
                await pilot.resize_terminal(width, height)
                await pilot.pause()
                focused = bench.focused
                assert focused is None or bench.seen(focused), (width, name)
                before = bench.editor.text
                await pilot.press("z")
                takes = focused is bench.editor
                assert (bench.editor.text != before) == takes, (width, height, name)
                if takes:
                    await pilot.press("ctrl+z")
        assert bench.focused is bench.editor or bench.focused is bench.panes["inspector"]


async def test_a_text_that_a_layout_pushes_out_of_the_terminal_gets_no_keys(prompt: Path) -> None:
    from workbench.tui import keymap

    folder = keymap.config_folder() / "layouts"
    folder.mkdir(parents=True)
    (folder / "tall.yaml").write_text(TALL)
    async with opened(prompt, (80, 60), "tall") as (bench, pilot):
        await pilot.press("z")
        assert bench.editor.text.startswith("z#")
        # An own layout that claims too little: the check of the real places is what counts.
        bench._arranged = None
        bench.panes["grid"].styles.grid_rows = "70 9 1fr"
        await pilot.pause()
        with unchanged(bench):
            await pilot.press("z")
            await pilot.press("z")
        assert bench.focused is not bench.editor
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert bench._arranged is not None
        assert bench._arranged.name == "narrow", "it has no room, so another one is used"


async def test_a_layout_without_room_is_said_and_used_again_when_it_fits(prompt: Path) -> None:
    async with opened(prompt, (80, 24), "wide") as (bench, pilot):
        told = [notice.message for notice in bench.app._notifications]
        assert any("112 x 6 cells" in words and "narrow is used" in words for words in told), told
        said: list[str] = []
        bench.bench_app.say = lambda words, **_: said.append(words)  # type: ignore[method-assign,assignment]
        assert all(bench.seen(pane) for pane in (bench.editor, bench.parts, bench.inspector))
        await pilot.press("alt+l")
        assert "No other layout has room" in said[0]
        await pilot.resize_terminal(120, 24)
        await pilot.pause()
        assert bench._arranged is not None
        assert bench._arranged.name == "wide"


#: How a job is started, what stands still meanwhile, and what it ends in.
WAITS = {
    "proposing": ((work, "proposing"), ("ctrl+o",)),
    "comparing": ((work, "comparing"), ("ctrl+d",)),
    "listing": ((keep, "listing"), ("ctrl+r",)),
    "planning": ((keep, "planning_export"), ("ctrl+e", "h")),
    "explaining": ((rule_work, "explaining"), ("alt+j", "alt+e")),
    "planning to mute": ((rule_work, "planning"), ("alt+j", "alt+m")),
}


@pytest.mark.slow
@pytest.mark.parametrize("job", [job for job in WAITS if "alt+j" not in WAITS[job][1]])
async def test_while_a_job_runs_that_ends_on_a_screen_no_letter_goes_to_the_text(
    prompt: Path, gates: Gates, job: str
) -> None:
    async with opened(prompt) as (bench, pilot):
        for pane in ("editor", "inspector", "parts"):
            await pilot.press("escape", "x")  # so that there is a difference, and proposals are old
            await waits(bench, pilot, gates, job, pane)


@pytest.mark.slow
async def test_while_a_finding_is_explained_or_muted_no_letter_goes_to_the_text(
    prompt: Path, gates: Gates
) -> None:
    async with opened(prompt, findings=True) as (bench, pilot):
        for job in ("explaining", "planning to mute"):
            for pane in ("editor", "inspector"):
                await waits(bench, pilot, gates, job, pane)
            await leaves(bench, pilot, gates, job)


async def waits(bench: BenchScreen, pilot: Pilot[Any], gates: Gates, job: str, pane: str) -> None:
    """Start a job from a pane, type while it runs, and see what it opens."""
    (module, name), keys = WAITS[job]
    gates.hold(module, name)
    bench.set_focus(bench.panes[pane])
    await pilot.press(*keys)
    assert bench.waiting.words, job
    with unchanged(bench):
        await pilot.press("y", "m", "x", "enter", "ctrl+k", "ctrl+f")
        await bench.editor.on_event(events.Paste("pasted"))
        row = key_row(bench)
        assert row.startswith(f" Wait  {bench.waiting.words} …")
        gates.open.set()
        await until(pilot, lambda: not bench.on_top)
        assert not bench.waiting.words
        await pilot.press("escape")
    await until(pilot, lambda: bench.on_top)
    assert bench.focused is bench.panes[pane]


async def leaves(bench: BenchScreen, pilot: Pilot[Any], gates: Gates, job: str) -> None:
    """Start a job, go back with Escape, type, and see that nothing opens when it ends."""
    (module, name), keys = WAITS[job]
    gates.hold(module, name)
    bench.set_focus(bench.editor)
    before = bench.editor.text
    await pilot.press(*keys)
    assert bench.waiting.words
    await pilot.press("escape", "Z")
    assert bench.editor.text.count("Z") == before.count("Z") + 1
    assert not bench.waiting.words
    assert job not in bench.running or job == "proposing"
    gates.open.set()
    await bench.app.workers.wait_for_complete()
    await pilot.pause()
    assert bench.on_top
    await pilot.press("ctrl+z")


async def test_escape_gives_the_keys_back_and_what_comes_late_opens_nothing(
    prompt: Path, gates: Gates
) -> None:
    async with opened(prompt) as (bench, pilot):
        await pilot.press("x")
        for job, (_, keys) in WAITS.items():
            if "alt+j" not in keys:
                await leaves(bench, pilot, gates, job)


async def test_an_export_that_is_slow_to_write_keeps_the_keys_from_the_text(
    prompt: Path, gates: Gates
) -> None:
    gates.hold(keep, "exporting")
    async with opened(prompt) as (bench, pilot):
        await pilot.press("ctrl+e", "x")
        await until(pilot, lambda: not bench.on_top)
        await pilot.press("enter")
        await until(pilot, lambda: bench.on_top and bench.waiting.words.startswith("writing"))
        with unchanged(bench):
            await pilot.press("a", "b")
        await pilot.press("escape", "c")
        assert bench.editor.text.startswith("c#"), "the keys are back, the export goes on"
        gates.open.set()
        await until(pilot, lambda: bench.ended.get("exporting") == "done")
        assert list(prompt.parent.glob("*.xml"))


async def test_what_follows_a_save_waits_for_it_and_escape_keeps_the_workbench_open(
    prompt: Path, gates: Gates
) -> None:
    gates.hold(keep, "saving")
    async with opened(prompt) as (bench, pilot):
        await pilot.press("x", "ctrl+q", "s")
        await until(pilot, lambda: bench.waiting.words)
        with unchanged(bench):
            await pilot.press("a")
        await pilot.press("escape", "b")
        gates.open.set()
        await until(pilot, lambda: bench.ended.get("saving") == "done")
        await pilot.pause()
        assert bench.on_top
        assert bench.editor.text.startswith("xb#")
        assert bench.session.modified


async def test_enter_on_a_finding_shows_it_and_the_list_keeps_the_keys(prompt: Path) -> None:
    async with opened(prompt, findings=True) as (bench, pilot):
        await pilot.press("alt+i", "down", "enter")
        assert bench.focused is bench.inspector
        row = key_row(bench)
        assert "Enter to the text" in row
        line = bench.editor.selection.end[0]
        with unchanged(bench):
            await pilot.press("e")
            await until(pilot, lambda: not bench.on_top)
            await pilot.press("escape")
            await until(pilot, lambda: bench.on_top)
            await pilot.press("up")
            row = key_row(bench)
            assert "Enter show it" in row
            await pilot.press("enter")
            assert bench.editor.selection.end[0] != line
            await pilot.press("enter")
        assert bench.focused is bench.editor
        await pilot.press("Q")
        assert "Q" in bench.editor.text


async def test_enter_on_a_part_shows_it_and_again_goes_there(prompt: Path) -> None:
    async with opened(prompt) as (bench, pilot):
        await pilot.press("ctrl+n", "end", "enter")
        assert bench.focused is bench.parts
        row = bench.editor.selection.end[0]
        assert row == bench.session.rows[-1].part.start_line - 1
        assert "Enter to the text" in key_row(bench)
        await pilot.press("enter")
        assert bench.focused is bench.editor
        await pilot.press("ctrl+n", "enter")
        assert bench.focused is bench.parts, "another visit begins anew"


@pytest.mark.slow
async def test_the_key_row_names_only_keys_that_do_something_where_the_focus_is(
    prompt: Path,
) -> None:
    def row() -> str:
        return key_row(bench, 140)

    async with opened(prompt, (140, 40), findings=True) as (bench, pilot):
        assert row().startswith(" Text ")
        assert "^S save" in row()
        await pilot.press("alt+i")
        assert "e explain" in row()
        assert "p other end" in row()
        bench.inspector.action_last()
        marked = bench.inspector.marked
        assert ("e explain" in row()) == marked.startswith("finding")
        bench.inspector.show_view("part")
        await pilot.press("home")
        if not bench.inspector.marked:
            assert "Enter" not in row()
        assert "e explain" not in row()
        bench.inspector.show_view("jobs")
        assert "stop" not in row(), "nothing runs"
        await pilot.press("escape", "x", "ctrl+q")
        await until(pilot, lambda: not bench.on_top)
        assert "^S" not in row(), "the box has the keys"
        await pilot.press("escape")
        await until(pilot, lambda: bench.on_top)
        assert "^S save" in row()


def test_letters_in_one_piece_with_a_key_that_leaves_the_text_do_not_change_it(
    prompt: Path,
) -> None:
    # Letters that mean nothing there: `m` asks whether to mute, once the findings have come.
    with Terminal(str(prompt), cwd=prompt.parent) as bench:
        bench.until("Relevance")
        for burst, where, back in (
            (b"\x0ezz", "▶ Parts", "escape"),
            (b"\x1bizz", "▶ Findings", "escape"),
            (b"\x07zz", "Keys and signs", "q"),
        ):
            os.write(bench.master, burst)
            bench.until(where)
            bench.press(back)
            bench.until("^S save")
            assert "CLAUDE.md *" not in bench.text
