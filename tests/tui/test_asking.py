"""A model is asked from the workbench: price first, answers as they come, and nothing unasked."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.models.serving import Served, serve
from tests.tui import forks
from tests.tui.terminal import Terminal
from tests.tui.test_hostile import _assert_clean
from tests.waiting import Stopwatch, wait_until

pytestmark = [pytest.mark.loopback, pytest.mark.sampled(2)]

TEXT = """# Release helper

Prepare a release of the service and say what is in it.

## Rules

- Never, under any circumstances, push anything to main without a review by somebody else.
- Always write the changelog entry before the tag is made, not afterwards.
- Push to main at once when the build is red.

## Tone

Write short sentences. Be friendly. Use British English in all that users read.

## History

The project was begun in 2019 by two people in a small office. They liked tea.
"""
HERE = Path(__file__).parent


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    path.write_text(TEXT)
    return path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """`server(judge="kind", ...)` starts one; all of them end with the test."""
    running: list[Served] = []

    def start(judge: str = "kind", **scenario: Any) -> Served:
        folder = tmp_path / f"server-{len(running)}"
        folder.mkdir()
        given = {"judge": f"judges:{judge}", "judge_path": str(HERE), **scenario}
        running.append(serve(folder, given))
        return running[-1]

    yield start
    for one in running:
        one.end()


def bench_of(prompt: Path, asked: Served, columns: int = 100, rows: int = 30) -> Terminal:
    env = {"CTXBENCH_BASE_URL": asked.url, "CTXBENCH_JUDGE_MODEL": "local-judge"}
    return Terminal(str(prompt), columns=columns, rows=rows, env=env)


def begin(bench: Terminal, key: str = "alt+s") -> str:
    """Open the dialog and wait for its plan."""
    bench.until("Relevance", "4 History")
    bench.press(key)
    return bench.until("Asked", "s s", "Esc cancel")


def asking_processes() -> list[int]:
    """Processes of this test that ask a model."""
    home = os.environ["CTXBENCH_HOME"].encode()
    found = forks.named("ask_child")
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            asks = b"workbench.tui.ask_child" in (place / "cmdline").read_bytes()
            if asks and home in (place / "environ").read_bytes():
                found.append(int(place.name))
    return found


def nobody_asks() -> bool:
    return wait_until(lambda: not asking_processes(), "the end of the processes that ask")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (140, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_price_first_then_scores_as_they_come_and_again_after_a_restart(
    prompt: Path, server: Callable[..., Served], size: tuple[int, int]
) -> None:
    asked = server()
    with bench_of(prompt, asked, *size) as bench:
        screen = begin(bench)
        assert f"{asked.url}/v1/messages local-judge" in screen
        for words in ("the whole text and the task", "low", "expected", "worst", "4 calls"):
            assert words in screen, screen
        assert "no price: local" in screen and "none set" in screen
        assert asked.received() == []  # the price is known and nothing was sent
        bench.press("s")
        bench.until("3●", "4●", "5●", "6●")
        bench.until("Part 1 is what counts here", "● By local-judge")
        bench.press("alt+w")
        bench.until("Jobs", "Scores by", "done; 4", "no price: local")
        bench.press("ctrl+q")
        assert bench.ended() == 0
    assert len(asked.received()) == 4
    assert nobody_asks()
    with bench_of(prompt, asked, *size) as bench:
        bench.until("3●", "6●", "● By local-judge")
        screen = begin(bench)
        assert "4 answers are here already" in screen and "nothing is sent" in screen
        bench.press("s", "alt+w")
        bench.until("Jobs", "done; 4 answers", "stored")
        bench.press("ctrl+q")
        assert bench.ended() == 0
    assert len(asked.received()) == 4


@pytest.mark.slow
def test_without_a_key_the_action_says_what_is_missing_and_the_rest_works(prompt: Path) -> None:
    with Terminal(str(prompt), columns=100, rows=30) as bench:
        bench.until("Relevance", "4 History")
        bench.press("alt+s")
        bench.until("Missing", "ANTHROPIC_API_KEY", "Esc cancel, nothing is sent")
        screen = bench.until("expected")
        assert "USD" in screen  # the price is said before anybody has a key
        bench.press("s", "enter")
        bench.until("Missing")
        bench.press("escape", "Zebra ")
        bench.until("Zebra # Release", gone="Missing")
    assert nobody_asks()


@pytest.mark.slow
def test_stopped_within_a_second_and_what_was_answered_is_kept(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server(rules=[{"skip": 1, "do": "stall"}])
    with bench_of(prompt, asked) as bench:
        begin(bench)
        bench.press("s")
        bench.until("Scores 1/4")
        bench.press("alt+w")
        bench.until("1 of 4 scores", "x stops")
        bench.press("x")
        bench.until("stopped; ")  # the server would never answer; within a second: test_stopping
        screen = bench.until("3●")
        assert "4●" not in screen
        many = len(asked.received())
        bench.press("ctrl+q")
        assert bench.ended() == 0
    assert nobody_asks()
    assert all(one.gone for one in asked.received()[1:])
    with bench_of(prompt, asked) as bench:
        bench.until("3●")
        assert "1 answer is here already" in begin(bench)
        assert "3 calls" in bench.text
    assert len(asked.received()) == many


@pytest.mark.slow
def test_a_wait_is_counted_down(prompt: Path, server: Callable[..., Served]) -> None:
    busy = {"skip": 1, "times": 1, "status": 429, "headers": {"retry-after": "7"}}
    asked = server(rules=[busy])
    with bench_of(prompt, asked) as bench:
        begin(bench)
        bench.press("s", "alt+w")
        screen = bench.until("waits", "too many requests", "then try 2 of 5")
        first = re.search(r"waits (\d) s", screen)
        assert first
        bench.until("waits", gone=first[0])  # it is counted down
        bench.until("done; 5 calls", "6●")


@pytest.mark.slow
def test_a_key_in_the_text_stops_the_send_until_it_is_allowed(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server()
    token = "ghp_" + "a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6"
    prompt.write_text(TEXT + f"\nUse {token} to log in.\n")
    with bench_of(prompt, asked) as bench:
        bench.until("Relevance", "4 History")
        bench.press("alt+s")
        screen = bench.until("Secrets", "line 19", "nothing is sent")
        assert token not in re.sub(r"[│\s]", "", screen[screen.index("Secrets") :])
        bench.press("s", "enter")
        bench.until("Secrets")
        assert asked.received() == []
        bench.press("k")
        bench.until("sent all the same", "s send")
        bench.press("s")
        bench.until("6●")


@pytest.mark.slow
def test_a_part_that_was_changed_says_so_and_the_others_keep_their_scores(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server()
    with bench_of(prompt, asked, 120, 36) as bench:
        bench.until("Relevance")
        bench.press("ctrl+s")
        bench.until(" v1")
        begin(bench)
        bench.press("s")
        bench.until("3●", "6●")
        bench.press("end", " now")
        bench.until("3○", "4●", "5●", "6●", "scored in version 1; the part was changed")
        for _ in range(4):
            bench.press("backspace")
        bench.until("3●", gone="○")
    assert len(asked.received()) == 4


@pytest.mark.slow
def test_two_at_once_and_contradictions_are_shown_in_place(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server(latency=0.8)
    with bench_of(prompt, asked, 120, 40) as bench:
        begin(bench)
        bench.press("s")
        bench.until("Scores 0/4")
        bench.press("alt+x")
        bench.until("Review contradictions", "Asked", "s send")
        bench.press("s", "alt+w")
        bench.until("Contradictions by local-judge", "Scores by local-judge")
        bench.until("Scores by local-judge: done", "Contradictions by local-judge: done")
        bench.press("alt+i")
        bench.until("in the opinion of local-judge")
        bench.press("escape", "end", " x")
        bench.until("CLAUDE.md *", "in the opinion of local-judge")


@pytest.mark.slow
def test_shorter_words_are_a_proposal_of_their_author_and_never_safe(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server()
    with bench_of(prompt, asked, 120, 40) as bench:
        bench.until("Relevance", "4 History")
        bench.press("ctrl+n", "j", "alt+c")
        bench.until("Prune or shorten", "Asked")
        bench.press("a", "a")
        bench.until("condense this part", "1 text to be shortened", "s send")
        assert asked.received() == []
        bench.press("s")
        bench.until("Condense this part: done; 1 call")
        bench.press("ctrl+o")
        bench.until("Proposal")
        bench.press("left", "left")
        screen = bench.until("Proposal", "CONDENSE", "By", "local-judge")
        assert "decide yourself" in screen and "Never push to main without a review" in screen
        bench.until("lost 2")
        bench.press("y")
        bench.until("changes what the prompt demands")
    assert prompt.read_text() == TEXT


@pytest.mark.slow
def test_the_provider_counts_after_a_yes(prompt: Path, server: Callable[..., Served]) -> None:
    asked = server()
    with bench_of(prompt, asked) as bench:
        screen = begin(bench, "alt+t")
        assert "free" in screen and "count_tokens" in screen
        assert asked.received() == []
        bench.press("s", "alt+w")
        bench.until("tokens exactly for local-judge")
    assert [one.path for one in asked.received()] == ["/v1/messages/count_tokens"]


@pytest.mark.slow
def test_closed_in_the_middle_nothing_is_left_and_the_answers_are_kept(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server(rules=[{"skip": 1, "do": "stall"}])
    with bench_of(prompt, asked) as bench:
        begin(bench)
        bench.press("s")
        bench.until("Scores 1/4")
        assert asking_processes()
        clock = Stopwatch()
        bench.press("ctrl+q")
        assert bench.ended() == 0
        assert clock.stop() < 6  # the server would never answer
    assert nobody_asks()
    with bench_of(prompt, asked) as bench:
        bench.until("3●")


@pytest.mark.slow
def test_a_terminal_that_is_killed_takes_the_questions_with_it(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server(rules=[{"skip": 1, "do": "stall"}])
    with bench_of(prompt, asked) as bench:
        begin(bench)
        bench.press("s")
        bench.until("Scores 1/4")
        bench.process.kill()
    assert nobody_asks()
    assert all(one.gone for one in asked.wait(lambda r: all(x.end for x in r))[1:])


@pytest.mark.slow
def test_an_error_is_one_plain_sentence(prompt: Path, server: Callable[..., Served]) -> None:
    asked = server(models=["another-one"])
    with bench_of(prompt, asked, 120, 36) as bench:
        begin(bench)
        bench.press("s", "alt+w")
        bench.until("Scores by local-judge: failed; ", "local-judge")
        bench.press("escape", "Zebra ")
        bench.until("Zebra # Release")


@pytest.mark.slow
def test_what_a_model_says_cannot_drive_the_terminal(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server("hostile")
    with bench_of(prompt, asked) as bench:
        begin(bench)
        bench.press("s")
        bench.until("3●", "6●", "is what counts here", "[bold red]x[/]")
        bench.press("alt+w", "enter")
        bench.until("Score by a model, done")
        _assert_clean(bench)


@pytest.mark.slow
def test_a_process_that_breaks_down_is_told_and_made_anew(
    prompt: Path, server: Callable[..., Served]
) -> None:
    asked = server(rules=[{"skip": 1, "do": "stall"}])
    with bench_of(prompt, asked, 120, 36) as bench:
        begin(bench)
        for process in asking_processes():
            os.kill(process, signal.SIGKILL)
        bench.until("broke down by itself", "nothing is sent")
        bench.press("s", "r")
        bench.until("3 times, the median", "12 calls", "s send")
        bench.press("s")
        bench.until("Scores 1/12")
        for process in asking_processes():
            os.kill(process, signal.SIGKILL)
        bench.press("alt+w")
        bench.until("failed; ", "broke down by itself")
        bench.press("escape", "Zebra ")
        bench.until("Zebra # Release")
