"""Findings between two reviews: their lines follow the edits; the process that finds them."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

from tests.waiting import LONG, Stopwatch, wait_until
from workbench.errors import CtxbenchError
from workbench.tui.flagged import PAIR, Flagged, FlagTable, Other, Reviewed
from workbench.tui.jobs import Steps
from workbench.tui.review_apart import Reviewer


def finding(
    key: str, line: int, *others: int, severity: str = "warning", quiet: bool = False
) -> Flagged:
    ends = tuple(Other(other, "", "") for other in others)
    return Flagged(key, "rule", severity, "fact", line, line, 0, 0, "m", "w", "t", "", ends, quiet)


def table_of(*found: Flagged) -> FlagTable:
    table = FlagTable()
    table.take(Reviewed(found, 0, len(found)))
    return table


def drain(steps: Steps) -> object:
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return stop.value


def test_the_loudest_of_a_line_and_of_a_part_is_shown() -> None:
    table = table_of(
        finding("a", 5, severity="note"), finding("b", 5, severity="error"), finding("c", 9)
    )
    assert table.mark(5) == ("✗", "error")
    assert table.mark(6) == ("", "")
    assert table.badge(1, 8) == ("✗2", "error")
    assert table.badge(9, 20) == ("⚑1", "warning")
    assert table.badge(6, 8) == ("", "")
    assert table.totals() == [("error", 1), ("warning", 1), ("note", 1)]


def test_what_is_rarely_worth_a_look_or_muted_for_now_is_counted_not_shown() -> None:
    table = table_of(finding("a", 1, quiet=True), finding("b", 2), finding("c", 3))
    table.quiet.add("c")
    table.choose()
    assert [table.get(i).key for i in range(len(table))] == ["b"]
    assert table.hidden == 1
    table.low = True
    table.choose()
    assert len(table) == 3


def test_lines_follow_edits_as_if_the_text_had_been_reviewed_again() -> None:
    """Random edits against the plain model: a list of lines that carry the keys."""
    chance = random.Random(7)
    for _ in range(60):
        lines = [str(n) for n in range(40)]
        marked = sorted(chance.sample(range(40), 6))
        pairs = {n: chance.choice(marked) for n in marked}
        table = table_of(*(finding(str(n), n + 1, pairs[n] + 1) for n in marked))
        table.look_at(0)
        for _ in range(5):
            # Edits that leave the marked lines alone, as typing beside them does.
            at = chance.randrange(len(lines) + 1)
            new = ["x"] * chance.randrange(3)
            lines[at:at] = new
            table.shift(at, len(new))
        for i in range(len(table)):
            one = table.get(i)
            assert lines[one.line - 1] == one.key
            assert lines[one.others[0].line - 1] == str(pairs[int(one.key)])
            at_line = table.at_line(one.line)
            assert at_line is not None
            assert table.mark(one.line)[0]
            assert i in table.inside(one.line, one.line)
        chosen = table.get(0)
        if len(set(chosen.places)) > 1:
            assert {table.mark(line)[0] for line in chosen.places} == {PAIR}


def test_the_finding_that_is_looked_at_is_known_again_after_a_review() -> None:
    table = table_of(finding("a", 3), finding("b", 5), finding("b", 9))
    table.look_at(2)
    table.take(Reviewed((finding("new", 1), finding("b", 6), finding("b", 10)), 0, 3))
    assert table.at == 2
    table.take(Reviewed((finding("new", 1),), 0, 1))
    assert table.at is None


def test_from_finding_to_finding_round_the_ends() -> None:
    table = table_of(finding("a", 3), finding("b", 5), finding("c", 9))
    assert [table.after(line, 1) for line in (1, 3, 5, 9, 20)] == [0, 1, 2, 0, 0]
    assert [table.after(line, -1) for line in (1, 3, 5, 9, 20)] == [2, 2, 0, 1, 2]
    assert FlagTable().after(1, 1) is None


# -- the process --------------------------------------------------------------------------


def ask(path: Path) -> dict[str, object]:
    return {"path": str(path), "task": "", "host": None}


def test_one_process_reviews_one_text_after_the_other(tmp_path: Path) -> None:
    path, reviewer = tmp_path / "CLAUDE.md", Reviewer()
    texts = (b"- Indent with tabs.\n- Never indent with tabs.\n", b"# Fine\n")
    first, second = (drain(reviewer.review(ask(path), text)) for text in texts)
    assert isinstance(first, Reviewed) and isinstance(second, Reviewed)
    pair = next(f for f in first.findings if f.rule == "contradiction")
    assert pair.places == (2, 1)
    assert not any(f.rule == "contradiction" for f in second.findings)
    reviewer.stop()


def test_what_is_stopped_ends_at_once_and_leaves_no_process(tmp_path: Path) -> None:
    reviewer = Reviewer()
    text = b"".join(b"- Never do thing %d before step %d.\n" % (n, n + 1) for n in range(20_000))
    ended: list[object] = []
    thread = threading.Thread(
        target=lambda: ended.append(drain(reviewer.review(ask(tmp_path / "CLAUDE.md"), text)))
    )
    thread.start()
    wait_until(lambda: reviewer.busy)
    child = reviewer._child
    clock = Stopwatch()
    reviewer.stop()
    assert clock.stop() < 2  # the review itself takes many seconds
    thread.join(LONG)
    assert ended == [None]
    assert child is not None and child.poll() is not None


def test_a_process_that_breaks_down_is_told_and_the_next_review_works(tmp_path: Path) -> None:
    reviewer = Reviewer()
    path = tmp_path / "CLAUDE.md"
    drain(reviewer.review(ask(path), b"# One\n"))
    with pytest.raises(CtxbenchError, match="stopped by itself"):
        drain(reviewer.review({"path": 7}, b"# Two\n"))
    assert isinstance(drain(reviewer.review(ask(path), b"# Three\n")), Reviewed)
    reviewer.stop()


def test_modules_in_the_current_folder_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening a prompt in a stranger's folder must not run the stranger's json.py."""
    (tmp_path / "json.py").write_text("open('owned', 'w')\nraise SystemExit\n")
    (tmp_path / "workbench.py").write_text("open('owned', 'w')\n")
    monkeypatch.chdir(tmp_path)
    reviewer = Reviewer()
    assert isinstance(drain(reviewer.review(ask(tmp_path / "CLAUDE.md"), b"# One\n")), Reviewed)
    reviewer.stop()
    assert not (tmp_path / "owned").exists()


def test_settings_that_cannot_be_read_are_told_and_do_not_stop_the_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".ctxbench.yaml").write_text("muted: {a: b}\n")
    monkeypatch.chdir(tmp_path)
    reviewer = Reviewer()
    text = b"- Indent with tabs.\n- Never indent with tabs.\n"
    result = drain(reviewer.review(ask(tmp_path / "CLAUDE.md"), text))
    assert isinstance(result, Reviewed)
    assert "muted" in result.trouble
    assert result.findings
    reviewer.stop()


def test_the_workbench_finds_what_the_command_finds(shared: Path) -> None:
    from workbench.verbs.review import review

    reviewer = Reviewer()
    for path in sorted((shared / "probes" / "files").iterdir())[:4]:
        here = drain(reviewer.review(ask(path), path.read_bytes()))
        assert isinstance(here, Reviewed)
        there = review(str(path))
        shown = sorted((f.rule, f.line, f.key) for f in here.findings if not f.quiet)
        assert shown == sorted((f.rule, f.start_line, f.key) for f in there.findings)
    reviewer.stop()


def test_a_second_review_takes_the_place_of_one_that_runs(tmp_path: Path) -> None:
    reviewer, path = Reviewer(), tmp_path / "CLAUDE.md"
    long = b"".join(b"- Never do thing %d before step %d.\n" % (n, n + 1) for n in range(20_000))
    ended: list[object] = []
    thread = threading.Thread(target=lambda: ended.append(drain(reviewer.review(ask(path), long))))
    thread.start()
    wait_until(lambda: reviewer.busy)
    result = drain(reviewer.review(ask(path), b"- Indent with tabs.\n- Never indent with tabs.\n"))
    assert isinstance(result, Reviewed) and result.total < 10
    thread.join(LONG)
    assert ended == [None]
    reviewer.stop()
