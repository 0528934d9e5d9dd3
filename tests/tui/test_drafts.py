"""Unsaved text, on the real terminal: every rude end keeps it, and the next open offers it."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.tui.terminal import ROOT, Terminal
from tests.waiting import Bound
from workbench.prompt.source import Source
from workbench.store.drafts import DraftFile, find, read
from workbench.store.files import sha256
from workbench.store.home import home_dir

SCRIPT = ROOT / "benchmarks" / "drafts.py"
TEXT = b"# Title\n\nThe first rule.\n\n## Part\n\nThe second rule.\n"


@pytest.fixture(scope="module")
def ends() -> Iterator[ModuleType]:
    """The benchmark, whose sessions are the stories of this file."""
    spec = importlib.util.spec_from_file_location("ctxbench_ends", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ctxbench_ends"] = module  # its dataclasses look for it
    spec.loader.exec_module(module)
    yield module
    del sys.modules["ctxbench_ends"]


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(TEXT)
    return path


def drafts_on_disk() -> list[Path]:
    folder = home_dir() / "drafts"
    return sorted(folder.glob("*.draft")) if folder.exists() else []


def until(bench: Terminal, what: Callable[[], object]) -> None:
    """Read the screen until `what()` is true."""
    bound = Bound()
    while not what():
        assert bound.holds(), bench.text
        bench.read(0.05)


def left_behind(path: Path, data: bytes, base: bytes = TEXT) -> None:
    draft = DraftFile(path)
    draft.write(Source.from_bytes(data), sha256(base), "v1")
    draft.leave()


# -- every end ---------------------------------------------------------------------------------


ENDS = [
    "TERM",
    "HUP",
    "INT",
    "KILL",
    "KILL the group",
    "closed terminal",
    "closed, HUP ignored",
    "fault",
]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "end"), list(enumerate(ENDS)))
def test_however_it_ends_the_text_is_kept_and_the_terminal_is_clean(
    ends: ModuleType, seed: int, end: str
) -> None:
    """At a random moment; the next session is looked at behind one of them."""
    outcome = ends.session(seed, end, look=end == "KILL")
    assert outcome.failures == []
    assert outcome.keys


def test_every_end_of_the_benchmark_is_met(ends: ModuleType) -> None:
    assert list(ends.ENDS) == ENDS


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_sessions_that_end_at_random_moments(ends: ModuleType) -> None:
    failed = {}
    for seed in range(200):
        outcome = ends.session(seed)
        if outcome.failures:
            failed[seed, outcome.end] = outcome.failures
    assert failed == {}


def test_a_clean_end_leaves_no_draft_no_process_and_no_word(ends: ModuleType, prompt: Path) -> None:
    terminal = ends.Pty(prompt, home_dir())
    try:
        assert terminal.until(b"Part")
        os.write(terminal.master, b"\x11")  # Ctrl+Q
        assert terminal.wait() == 0
        assert ends.unclean(terminal.raw) == []
        assert terminal.modes_kept()
        assert ends.behind(terminal.raw).strip() == b""
        assert ends.left_of(home_dir()) == []
    finally:
        terminal.close()
    assert drafts_on_disk() == []


def test_a_kill_before_anything_was_typed_says_no_word_of_drafts(
    ends: ModuleType, prompt: Path
) -> None:
    terminal = ends.Pty(prompt, home_dir())
    try:
        assert terminal.until(b"Part")
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.wait()
        assert ends.unclean(terminal.raw) == []
        assert terminal.modes_kept()
        assert b"was killed. Nothing that was saved" in ends.behind(terminal.raw)
    finally:
        terminal.close()


def test_modes_that_a_shell_has_set_meanwhile_are_left_alone(
    ends: ModuleType, prompt: Path
) -> None:
    """The shell may notice the death first, and set the modes in which it reads a line."""
    import termios

    terminal = ends.Pty(prompt, home_dir())
    try:
        assert terminal.until(b"Part")
        os.kill(terminal.process.pid, signal.SIGSTOP)
        modes = termios.tcgetattr(terminal.slave)
        modes[3] |= termios.ISIG  # what tells a shell's line editor from the workbench
        termios.tcsetattr(terminal.slave, termios.TCSANOW, modes)
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.wait()
        assert ends.unclean(terminal.raw) == []
        assert termios.tcgetattr(terminal.slave) == modes
    finally:
        terminal.close()


# -- while one types ---------------------------------------------------------------------------


@pytest.mark.slow
def test_the_draft_follows_the_text_and_goes_when_nothing_is_unsaved(prompt: Path) -> None:
    with Terminal(str(prompt)) as bench:
        bench.until("Title")
        bench.press(*"typed ")
        until(
            bench, lambda: drafts_on_disk() and b"typed # Title" in drafts_on_disk()[0].read_bytes()
        )
        bench.press("ctrl+z", "ctrl+z", "ctrl+z")  # clean by undo
        until(bench, lambda: not drafts_on_disk())
        bench.press(*"again ")
        until(bench, drafts_on_disk)
        bench.press("ctrl+s")  # clean by saving
        bench.until("Saved")
        until(bench, lambda: not drafts_on_disk())
        bench.press(*"gone ")
        until(bench, drafts_on_disk)
        bench.press("ctrl+q")
        bench.until("not saved")
        bench.press("d")  # knowingly discarded
        assert bench.ended() == 0
    assert drafts_on_disk() == []
    assert prompt.read_bytes() == b"again " + TEXT


@pytest.mark.slow
def test_text_discarded_to_open_another_file_is_kept_again_when_one_stays(prompt: Path) -> None:
    """ "Open another" asks first; whoever comes back from the list and types on has a draft."""
    with Terminal(str(prompt)) as bench:
        bench.until("Title")
        bench.press(*"typed ")
        until(bench, drafts_on_disk)
        bench.press("ctrl+n")
        bench.until("▶ Parts")
        bench.press("o")
        bench.until("not saved")
        bench.press("d")
        bench.until("Open a prompt")
        until(bench, lambda: not drafts_on_disk())
        bench.press("escape")
        bench.until("Title", gone="Open a prompt")
        bench.press("escape")
        bench.until("▶ Title")
        bench.press(*"on")
        until(bench, lambda: b"typed on# Title" in b"".join(map(Path.read_bytes, drafts_on_disk())))


def test_no_place_for_a_draft_is_said_once_and_tried_again(
    prompt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.store import drafts
    from workbench.tui.drafting import Drafting
    from workbench.tui.session import Session

    places = [tmp_path / "CLAUDE.md" / "no folder"]
    monkeypatch.setattr(drafts, "places", lambda: iter(places))
    said: list[str] = []
    session = Session(prompt, TEXT)
    drafting = Drafting(session, said.append)
    session.replace_lines(0, 1, ["# Typed\n"])
    assert drafting.look() is None
    assert drafting.look() is None
    (words,) = said
    assert "cannot be kept as a draft" in words
    places.append(tmp_path / "a folder")
    where = drafting.look()
    assert where is not None
    assert where.read_bytes().endswith(TEXT.replace(b"Title", b"Typed"))
    drafting.discard()
    assert not where.exists()


def test_an_end_in_the_middle_of_a_write_does_not_wait_for_itself(
    prompt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal interrupts the very thread that writes: it must neither hang nor spoil the draft."""
    from workbench.store import drafts
    from workbench.tui.drafting import Drafting
    from workbench.tui.session import Session

    session = Session(prompt, TEXT)
    drafting = Drafting(session)
    session.replace_lines(0, 1, ["# Typed\n"])
    real, ends = drafts.write_all, list[Path | None]()

    def interrupted(fd: int, data: bytes) -> None:
        if not ends:
            ends.append(None)
            ends[0] = drafting.end(sync=False)
        real(fd, data)

    monkeypatch.setattr(drafts, "write_all", interrupted)
    drafting.look()
    assert ends[0] is not None
    (draft,) = find(prompt, session="").elsewhere
    assert read(draft) == TEXT.replace(b"Title", b"Typed")


# -- the offer ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_offer_is_compared_taken_undone_and_saved(prompt: Path) -> None:
    left_behind(prompt, TEXT.replace(b"first", b"very first"))
    with Terminal(str(prompt)) as bench:
        screen = bench.until("Unsaved text was left behind", "1 line changed", "just now")
        assert "CLAUDE.md was edited and not saved" in screen
        bench.press("d")
        screen = bench.until("Diff", "on disk", "unsaved text", "- The first", "+ The very first")
        assert screen.index("on disk") < screen.index("unsaved text"), "the older text is left"
        bench.press("q")
        bench.until("Unsaved text was left behind", gone="Diff  -")
        bench.press("t")
        bench.until("The very first rule.", "CLAUDE.md *")
        assert prompt.read_bytes() == TEXT, "nothing is written"
        until(bench, lambda: len(drafts_on_disk()) == 1 and find(prompt).elsewhere)
        bench.press("ctrl+z")
        bench.until("The first rule.", gone="very first")
        until(bench, lambda: not drafts_on_disk())
        bench.press("ctrl+y")
        bench.until("The very first rule.")
        bench.press("ctrl+s")
        bench.until("Saved")
        assert prompt.read_bytes() == TEXT.replace(b"first", b"very first")
        bench.press("ctrl+q")
        assert bench.ended() == 0
    assert drafts_on_disk() == []


@pytest.mark.slow
def test_of_several_drafts_each_is_reached_kept_discarded_or_left(prompt: Path) -> None:
    from workbench.store.store import Store

    for word in (b"oldest", b"middle", b"newest"):
        left_behind(prompt, TEXT.replace(b"first", word))
    with Terminal(str(prompt)) as bench:
        bench.until("Unsaved text was left behind", "1 of 3", "newest first")
        bench.press("n")
        bench.until("2 of 3")
        bench.press("v")
        bench.until("Kept as version 1", "1 of 2")
        bench.press("x")
        bench.until("Discard the unsaved text?", "in no file and in no version")
        assert len(drafts_on_disk()) == 2, "nothing goes before the yes"
        bench.press("n")
        bench.until("1 of 2", gone="Discard the unsaved")
        bench.press("x")
        bench.until("Discard the unsaved text?")
        bench.press("y")
        bench.until("Discarded", "Unsaved text was left behind")
        bench.press("l")
        bench.until("The second rule", gone="left behind")
        bench.press("ctrl+q")
        assert bench.ended() == 0
    (draft,) = find(prompt).drafts
    assert b"oldest" in read(draft)
    with Store() as store:
        assert store.read(prompt, 1) == TEXT.replace(b"first", b"middle")
    assert prompt.read_bytes() == TEXT
    with Terminal(str(prompt)) as bench:
        bench.until("Unsaved text was left behind", gone="newest first")
        bench.press("escape")
        bench.until("The second rule", gone="left behind")
        bench.press("ctrl+p")
        bench.press(*"Drafts")
        bench.until("Unsaved text that earlier sessions")
        bench.press("enter")
        bench.until("Unsaved text was left behind")


@pytest.mark.slow
def test_a_file_that_is_open_in_another_window_is_not_offered(prompt: Path) -> None:
    other = DraftFile(prompt)
    other.write(Source.from_bytes(b"being typed"), sha256(TEXT))
    with Terminal(str(prompt)) as bench:
        bench.until("open in another window")
        assert "left behind" not in bench.text
    other.drop()


@pytest.mark.slow
def test_reload_theirs_keeps_mine_as_a_draft(prompt: Path) -> None:
    with Terminal(str(prompt)) as bench:
        bench.until("Relevance")
        bench.press(*"mine ")
        bench.until("mine # Title")
        prompt.write_bytes(b"# Theirs\n")
        bench.until("changed on disk")
        bench.press("ctrl+l")
        bench.until("The file changed on disk", "r  reload")
        bench.press("r")
        bench.until("1  # Theirs", gone="mine # Title       ")
        (draft,) = find(prompt).drafts
        assert read(draft) == b"mine " + TEXT
        bench.press("ctrl+q")
        assert bench.ended() == 0
    with Terminal(str(prompt)) as bench:
        bench.until("Unsaved text was left behind", "no longer the one")


def test_a_hostile_draft_is_a_warning_and_drives_nothing(prompt: Path) -> None:
    left_behind(prompt, b"\x1b]0;owned\x07\x1b[2J typed\n")
    bad = drafts_on_disk()[0].with_name(drafts_on_disk()[0].name.replace("-", "-0", 1))
    bad.write_bytes(b"\x1b]0;owned\x07" * 1000)
    with Terminal(str(prompt)) as bench:
        bench.until("Unsaved text was left behind", "cannot be used")
        bench.press("d")
        bench.until("Diff")
        assert b"\x1b]0;owned" not in bench.raw
        bench.press("q")
        bench.until("Unsaved text was left behind")
    assert bad.exists()
