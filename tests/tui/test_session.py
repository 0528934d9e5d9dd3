"""The session behind the panes: counts, flags and places that follow edits; jobs that end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

from textual.app import App, ComposeResult
from textual.widget import Widget

from tests.waiting import LONG
from workbench.config import Settings
from workbench.errors import UsageError
from workbench.measure.position import Weight
from workbench.measure.window import scenario_of
from workbench.prompt.lines import split_lines
from workbench.prompt.prompt import Prompt
from workbench.tui import jobs, work
from workbench.tui.bars import window_pieces
from workbench.tui.first_look import quick_parts
from workbench.tui.jobs import Steps
from workbench.tui.mapping import GLYPHS, Places, short
from workbench.tui.session import Session


def test_the_first_look_finds_the_parts_that_the_parser_finds(corpus: list[Path]) -> None:
    looked = same = 0
    for path in corpus:
        if path.suffix != ".md" or path.stat().st_size > 60_000:
            continue
        prompt = Prompt.from_bytes(path.read_bytes(), str(path))
        found = quick_parts(split_lines(prompt.text))
        if found is None:
            continue
        looked += 1
        same += [p.title for p in found] == [p.title for p in prompt.parts()]
    assert looked > 10 * len(corpus) // 128
    assert same >= 0.9 * looked, f"{same} of {looked}"


def drain(steps: Steps) -> object:
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return stop.value


def test_counts_marks_and_rows_follow_an_edit(tmp_path: Path) -> None:
    text = "# One\n\n" + "A sentence about the work.\n" * 200 + "\n# Two\n\nNever do that.\n"
    session = Session(tmp_path / "CLAUDE.md", text.encode())
    assert [row.tokens for row in session.rows] == [None] * len(session.live.parts)
    lines = session.live.begin_count()
    count, info = drain(work.counting(lines, "o200k_base", None))  # type: ignore[misc]
    session.take_count(count, info)
    total = session.total
    assert total is not None
    assert total > 1000
    assert sum(row.tokens or 0 for row in session.rows) == total
    assert {session.mark_of(i).glyph for i in range(200)} <= set(GLYPHS)
    session.flags = {len(session.live.lines) - 1: "◆"}
    session.replace_lines(0, 0, ["New first line.\n"])
    session.changed()
    assert session.modified
    assert session.flags == {len(session.live.lines) - 1: "◆"}
    assert sum(row.tokens or 0 for row in session.rows) == session.total
    session.replace_lines(0, 1, [])
    session.recheck()
    assert not session.modified


def test_the_whole_map_is_drawn_again_only_when_the_length_changes() -> None:
    def uniform(total: int) -> Callable[[int], int]:
        return lambda line: round(total * min(line, 100) / 100)

    scenario = scenario_of()
    places = Places()
    assert places.line(3).glyph == " "
    assert places.update(uniform(3000), 100, scenario)
    assert not places.update(uniform(3010), 100, scenario)
    assert places.update(uniform(3100), 100, scenario)
    assert places.update(uniform(3100), 100, scenario_of("full"))
    assert places.line(0).glyph == "█"
    assert places.line(50).glyph in GLYPHS[:3]
    assert places.known
    assert short(places.line(50).here).startswith(".")
    places.update(uniform(500), 100, scenario)
    assert not places.known
    assert short(places.line(50).here) == ""
    assert places.update(uniform(0), 100, scenario)
    assert places.line(0).glyph == " "


def test_a_weight_is_never_rounded_up_into_the_next_band() -> None:
    assert short(Weight(0.948, 0.9, 0.97, "fair", False)) == ".94"
    assert short(Weight(0.848, 0.6, 0.97, "weak", True)) == ".84?"


def test_a_full_window_says_by_how_much_it_is_exceeded(tmp_path: Path) -> None:
    session = Session(tmp_path / "CLAUDE.md", b"# One\n\n" + b"Some words here.\n" * 200)
    lines = session.live.begin_count()
    count, info = drain(work.counting(lines, "o200k_base", None))  # type: ignore[misc]
    session.take_count(count, info)
    session.settings = Settings(window=500)
    head = session.header()
    assert head.over > 0
    words = "".join(piece.text for piece in window_pieces(session, "", 100))
    assert f"{head.over:,}" in words
    assert head.in_window not in words
    assert any("exceeds the window" in line for line in session.why())


class Owner(Widget):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[jobs.Job] = []

    def on_done(self, event: jobs.Done) -> None:
        self.seen.append(event)

    def on_failed(self, event: jobs.Failed) -> None:
        self.seen.append(event)

    def on_cancelled(self, event: jobs.Cancelled) -> None:
        self.seen.append(event)

    def on_progress(self, event: jobs.Progress) -> None:
        self.seen.append(event)


class Bench(App[None]):
    def compose(self) -> ComposeResult:
        yield Owner()


async def test_a_job_reports_and_ends_and_errors_become_words() -> None:
    async with Bench().run_test() as pilot:
        owner = pilot.app.query_one(Owner)

        def good() -> Steps:
            yield 1, 2
            return "result"

        def bad() -> Steps:
            yield 0, 1
            raise UsageError("No.", hint="Do this.")

        def worse() -> Steps:
            yield 0, 1
            raise ZeroDivisionError("[/boom]")

        for name, steps in (("good", good), ("bad", bad), ("worse", worse)):
            jobs.start(owner, name, 7, steps)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
        done = [e for e in owner.seen if isinstance(e, jobs.Done)]
        failed = [e for e in owner.seen if isinstance(e, jobs.Failed)]
        assert [(e.name, e.revision, e.result) for e in done] == [("good", 7, "result")]
        assert failed[0].words == "No. Do this."
        assert "[/boom]" in failed[1].words
        assert "unharmed" in failed[1].words


async def test_a_job_is_stopped_between_two_steps() -> None:
    async with Bench().run_test() as pilot:
        owner = pilot.app.query_one(Owner)
        reached, closed = threading.Event(), threading.Event()

        def endless() -> Steps:
            try:
                while True:
                    reached.set()
                    yield 0, 1
            finally:
                closed.set()

        worker = jobs.start(owner, "endless", 1, endless)
        assert await asyncio.to_thread(reached.wait, LONG)
        worker.cancel()
        assert await asyncio.to_thread(closed.wait, LONG)
        await pilot.pause()
        assert not any(isinstance(e, jobs.Done) for e in owner.seen)
