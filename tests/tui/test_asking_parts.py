"""The pieces behind the questions to a model: the process that asks, and which score is whose."""

from __future__ import annotations

import queue
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.models.serving import Served, serve
from tests.waiting import LONG, Stopwatch, wait_until
from workbench.judge.relevance import PartScore, ScoreResult
from workbench.judge.task import Task
from workbench.measure.live import LivePrompt
from workbench.prompt.source import Source
from workbench.tui.ask_apart import Questioner
from workbench.tui.ask_wants import Judged, Shown, Want, sha_of
from workbench.tui.judged import BY_MODEL, MOVED_ON, JudgedTable
from workbench.tui.screens.ask import limits_of

TEXT = "# One\n\nDo this at once.\n\n## Two\n\nDo that later.\n\n## Three\n\nRest.\n"
TASK = "do things"


def live_of(text: str) -> LivePrompt:
    return LivePrompt(Source.from_bytes(text.encode()), "CLAUDE.md")


def judged(live: LivePrompt, **changes: Any) -> dict[str, Judged]:
    """A model's score 2 for each part."""
    text = live.text()
    return {
        part.id: replace(
            Judged(
                PartScore(part.id, part.title, 5, 2.0, "MARGINAL", "RARELY", "Why.", "CONDENSE"),
                sha_of(text[part.start : part.end]),
                TASK,
                "judge",
                "2026-11-29T10:00:00+00:00",
            ),
            **changes,
        )
        for part in live.parts
    }


def signs(table: JudgedTable, live: LivePrompt) -> list[str]:
    return [table.sign(part.id) for part in live.parts]


def test_the_words_of_a_part_decide_whose_score_it_is() -> None:
    table, live = JudgedTable(), live_of(TEXT)
    table.take(judged(live, version=3).values())
    assert table.follow(live, TASK)
    assert signs(table, live) == [BY_MODEL] * 3
    assert not table.follow(live, TASK)  # no news
    live.replace_lines(6, 7, ["Do that never.\n"])
    assert table.follow(live, TASK)
    assert signs(table, live) == [BY_MODEL, MOVED_ON, BY_MODEL]
    second = live.parts[1].id
    assert "scored in version 3; the part was changed since" in table.told(second)
    live.replace_lines(6, 7, ["Do that later.\n"])
    table.follow(live, TASK)
    assert signs(table, live) == [BY_MODEL] * 3


def test_a_part_that_moved_keeps_its_score_and_another_task_is_told() -> None:
    table = JudgedTable()
    table.take(judged(live_of(TEXT)).values())
    moved = live_of("# One\n\nDo this at once.\n\n## Three\n\nRest.\n\n## Two\n\nDo that later.\n")
    table.follow(moved, TASK)
    assert signs(table, moved) == [BY_MODEL] * 3
    table.follow(moved, "something else")
    assert signs(table, moved) == [MOVED_ON] * 3
    assert "for another task" in table.told(moved.parts[0].id)


def test_what_the_store_holds_is_shown_again_and_nonsense_is_not() -> None:
    live, table = live_of(TEXT), JudgedTable()
    rows = {name: one.to_dict() for name, one in judged(live).items()}
    table.load(rows | {"x": {"score": 3}, "y": None, "z": []})
    table.load("nonsense")
    table.follow(live, TASK)
    assert signs(table, live) == [BY_MODEL] * 3
    first = table.get(live.parts[0].id)
    assert first is not None and first[0] == judged(live)[live.parts[0].id]


def test_proposals_are_made_from_scores_of_this_text_and_never_from_suspect_ones() -> None:
    live = live_of(TEXT)
    offline = ScoreResult(
        Task(TASK),
        "offline",
        "m",
        5.0,
        tuple(
            PartScore(p.id, p.title, 5, 9.0, "ESSENTIAL", "OFTEN", "Words.", "KEEP")
            for p in live.parts
        ),
        15,
    )
    table = JudgedTable()
    assert table.result(offline, live.parts) is offline
    table.take(judged(live).values())
    table.follow(live, TASK)
    live.replace_lines(6, 7, ["Do that never.\n"])
    table.follow(live, TASK)
    found = table.result(offline, live.parts)
    assert found is not None and found.judge == "judge"
    assert [part.score for part in found.parts] == [2.0, None, 2.0]
    table.take(judged(live, suspect="The answers are all the same.").values())
    table.follow(live, TASK)
    assert table.result(offline, live.parts) is offline


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", (None, None)),
        ("0.05 USD", (0.05, None)),
        ("20 calls", (None, 20)),
        ("0,5 usd, 1 call", (0.5, 1)),
        ("3", (3.0, None)),
        ("none", (None, None)),
    ],
)
def test_limits_as_people_type_them(typed: str, meant: tuple[float | None, int | None]) -> None:
    assert limits_of(typed) == meant


# -- the process --------------------------------------------------------------------------


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Served]:
    here = str(Path(__file__).parent)
    served = serve(tmp_path, {"judge": "judges:kind", "judge_path": here})
    yield served
    served.end()


class Talk:
    """A process and what it says."""

    def __init__(self) -> None:
        self.rows: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.process = Questioner(self.rows.put)

    def until(self, name: str) -> dict[str, Any]:
        """The next row of this name."""
        while True:
            row = self.rows.get(timeout=LONG)
            if name in row:
                found = row[name]
                return found if isinstance(found, dict) else row
            assert "gone" not in row, f"it ended without {name}"


@pytest.mark.slow
@pytest.mark.loopback
def test_only_the_plan_that_was_shown_last_is_sent(asked: Served, tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    want = Want("score", str(path), base_url=asked.url, judge_model="m", task=TASK)
    talk = Talk()
    talk.process.plan(1, want.to_dict(), TEXT.encode())
    assert Shown.of(talk.until("plan")).calls == 3
    talk.process.plan(2, want.but(runs=3).to_dict(), TEXT.encode())
    talk.process.send(1)  # a yes to what is no longer shown
    assert Shown.of(talk.until("plan")).calls == 9
    talk.process.plan(3, want.to_dict(), TEXT.encode())
    assert Shown.of(talk.until("plan")).number == 3
    assert asked.received() == []
    talk.process.send(3)
    end = talk.until("end")
    assert (end["state"], end["calls"]) == ("done", 3)
    talk.process.close()
    talk.until("gone")
    assert len(asked.received()) == 3


@pytest.mark.loopback
def test_what_cannot_be_meant_is_said_and_the_process_goes_on(
    asked: Served, tmp_path: Path
) -> None:
    path = tmp_path / "CLAUDE.md"
    want = Want("score", str(path), judge="command", base_url=asked.url, judge_model="m")
    talk = Talk()
    talk.process.plan(1, want.to_dict(), TEXT.encode())
    assert "No command is named" in talk.until("error")["message"]
    talk.process.send(1)
    talk.process.plan(2, want.but(judge="anthropic").to_dict(), TEXT.encode())
    assert Shown.of(talk.until("plan")).number == 2
    talk.process.close()
    talk.until("gone")
    assert asked.received() == []


@pytest.mark.slow
@pytest.mark.loopback
def test_words_that_were_inferred_from_a_pinned_part_are_not_sent_with_a_rewrite(
    asked: Served, tmp_path: Path
) -> None:
    from workbench.prompt.prompt import Prompt
    from workbench.store.store import Store

    path = tmp_path / "CLAUDE.md"
    text = "# Otter\n\nThis prompt is for the zebrafish desk.\n\n## Rules\n\n" + (
        "- Always be brief and to the point in all that you write to anybody at all.\n" * 6
    )
    path.write_text(text)
    first = Prompt.from_bytes(text.encode(), str(path)).parts()[0]
    with Store() as store:
        store.memory.pin(path, first.id, sha_of("x"))
    want = Want(
        "optimize",
        str(path),
        base_url=asked.url,
        judge_model="m",
        agents="condense this part",
        part=2,
        task="This prompt is for the zebrafish desk.",
    )
    talk = Talk()
    talk.process.plan(1, want.to_dict(), text.encode())
    assert Shown.of(talk.until("plan")).calls == 1
    talk.process.send(1)
    assert talk.until("end")["calls"] == 1
    talk.process.close()
    talk.until("gone")
    assert [b"zebrafish" in one.raw for one in asked.received()] == [False]


_ANSWERING = """
import json, re, sys
asked = re.findall(r"Score part (\\d+) of", sys.stdin.read())[-1]
print(json.dumps({"id": asked, "justification": f"Part {asked}.", "usage": "OFTEN", "score": 6}))
"""


def test_a_command_is_asked_and_has_no_price(tmp_path: Path) -> None:
    script = tmp_path / "answer.py"
    script.write_text(_ANSWERING)
    runner = f"{sys.executable} {script}"
    want = Want("score", str(tmp_path / "CLAUDE.md"), judge="command", runner=runner, task=TASK)
    talk = Talk()
    talk.process.plan(1, want.to_dict(), TEXT.encode())
    shown = Shown.of(talk.until("plan"))
    assert shown.money == "no price known: a command"
    talk.process.send(1)
    end = talk.until("end")
    assert (end["state"], end["calls"]) == ("done", 3), end
    talk.process.close()
    talk.until("gone")


def test_a_command_that_hangs_is_stopped_within_a_second_or_so(tmp_path: Path) -> None:
    script, started = tmp_path / "hang.py", tmp_path / "started"
    script.write_text(f"open({str(started)!r}, 'w').close()\nimport time\ntime.sleep(600)\n")
    runner = f"{sys.executable} {script}"
    want = Want("score", str(tmp_path / "CLAUDE.md"), judge="command", runner=runner, task=TASK)
    talk = Talk()
    talk.process.plan(1, want.to_dict(), TEXT.encode())
    talk.until("plan")
    talk.process.send(1)
    wait_until(started.exists, "the command")
    clock = Stopwatch()
    talk.process.stop()
    assert talk.until("end")["state"] == "stopped"
    assert clock.stop() < 2.5
    talk.process.close()
    talk.until("gone")
