"""The session behind the panes: counts, flags and places that follow edits; jobs that end."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from textual.app import App, ComposeResult
from textual.widget import Widget

from workbench.errors import UsageError
from workbench.prompt.lines import split_lines
from workbench.prompt.prompt import Prompt
from workbench.tui import jobs, work
from workbench.tui.first_look import quick_parts
from workbench.tui.jobs import Steps
from workbench.tui.mapping import GLYPHS, PlaceMap
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
    assert looked > 10
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


def test_the_map_is_a_table_made_anew_only_when_the_length_changes() -> None:
    places = PlaceMap()
    assert places.update(3000)
    assert not places.update(3010)
    assert places.update(3100)
    assert places.at(0, 3100).glyph == "█"
    assert places.at(1500, 3100).glyph in GLYPHS[:3]
    assert places.at(1500, 3100).weight is not None
    places.update(500)
    assert places.at(250, 500).weight is None


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
        assert await asyncio.to_thread(reached.wait, 5)
        worker.cancel()
        assert await asyncio.to_thread(closed.wait, 5)
        await pilot.pause()
        assert not any(isinstance(e, jobs.Done) for e in owner.seen)
