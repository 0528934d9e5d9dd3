"""A rule that does not end is stopped, named, and keeps nobody from looking at the rest."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, here, run  # noqa: F401
from workbench.judge import rule_files
from workbench.judge.findings import Finding
from workbench.judge.registry import Context, Rule
from workbench.judge.review import Stopped
from workbench.verbs.inputs import Input
from workbench.verbs.review import Options, review
from workbench.verbs.time_guard import TimeGuard

#: Goes back and forth for longer than anybody lives.
HANGS = re.compile(r"(?:a+)+$")
NAME = rule_files.all_rules()[0].id
#: Far more than any rule needs for a few lines; the one that hangs costs so much in each test.
ENOUGH = 0.3
ONLY = Options(rule_seconds=ENOUGH, rules=frozenset({NAME, "repeat"}))
RULE = "- Never push to main without a review.\n"
TEXT = f"# A\n\n{RULE}{RULE}"


def search_for_ever() -> None:
    HANGS.match("a" * 60 + "b")


def loop_for_ever() -> None:
    while True:
        pass


def _hangs(rule: Rule, context: Context) -> Iterator[Finding]:
    search_for_ever()
    yield rule.finding(1, "never")


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    """One rule of the review never ends; the first of the list, so that all others come after."""
    first, *others = rule_files.all_rules()
    review(
        Input("CLAUDE.md", TEXT.encode(), "text"), replace(ONLY, rule_seconds=60)
    )  # what is imported late is there now
    made = (replace(first, check=_hangs, severity="warning", kinds=frozenset()), *others)
    monkeypatch.setattr("workbench.verbs.review.every_rule", lambda: made)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")
@pytest.mark.parametrize("work", [search_for_ever, loop_for_ever])
def test_what_never_ends_is_stopped_even_inside_one_search(work: Any) -> None:
    before = signal.getsignal(signal.SIGALRM)
    left = signal.getitimer(signal.ITIMER_REAL)[0]
    with pytest.raises(Stopped):
        TimeGuard(0.05)(work)
    assert signal.getsignal(signal.SIGALRM) is before
    # The alarm of whoever had one before (the time limit of this very test) rings as it should.
    assert (signal.getitimer(signal.ITIMER_REAL)[0] > 0) == (left > 0)


def test_work_that_ends_in_time_gives_what_it_gives() -> None:
    assert TimeGuard(5)(lambda: 7) == 7
    with pytest.raises(KeyError):
        TimeGuard(5)(lambda: {}["a"])


def test_outside_the_main_thread_a_loop_is_stopped_too() -> None:
    outcome: list[object] = []

    def inside() -> None:
        try:
            TimeGuard(0.05)(loop_for_ever)
        except Stopped:
            outcome.append("stopped")
        outcome.append(TimeGuard(5)(lambda: 7))

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join(60)
    assert outcome == ["stopped", 7]


def test_all_rules_of_one_file_have_a_limit_together() -> None:
    one = TimeGuard(5, total=0.05)
    with pytest.raises(Stopped):
        one(loop_for_ever)
    with pytest.raises(Stopped):
        one(lambda: 7)  # not even begun


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")
def test_a_sooner_alarm_of_somebody_else_is_left_alone() -> None:
    rung: list[int] = []
    old = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    timer = signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:

        def until_it_rang() -> int:
            while not rung:
                pass
            return len(rung)

        assert TimeGuard(5)(until_it_rang) == 1
    finally:
        signal.signal(signal.SIGALRM, old)
        signal.setitimer(signal.ITIMER_REAL, *timer)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")
def test_a_stopped_rule_is_named_and_the_others_go_on(hanging: None, tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text(TEXT)
    found = review(str(file), ONLY)
    assert found.not_looked_at[0] == f"{NAME}, stopped after 0.3 s"
    assert "repeat" in {finding.rule for finding in found.findings}
    assert found.to_dict()["not_looked_at"][0] == f"{NAME}, stopped after 0.3 s"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")
def test_the_command_line_says_what_was_not_looked_at_and_its_gate_stays_shut(
    hanging: None,
    run: Run,  # noqa: F811
    here: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file that stops a rule could hide from a gate whatever that rule would find."""
    monkeypatch.setattr("workbench.verbs.review.TimeGuard", lambda seconds: TimeGuard(ENOUGH))
    (here / "CLAUDE.md").write_text("# A\n\nWrite Python.\n")
    these = ("review", "CLAUDE.md", "--rule", NAME, "--rule", "repeat")
    shown = run(*these)
    assert shown.code == 0
    assert f"not looked at: {NAME}, stopped after 10 s" in shown.out
    passed = run(*these, "--fail-on", "error", "--json")
    assert passed.code == 0
    assert passed.record["not_looked_at"][0] == f"{NAME}, stopped after 10 s"
    shut = run(*these, "--fail-on", "warning", "--format", "sarif")
    assert shut.code == 1
    assert f"not looked at: {NAME}" in shut.talk
