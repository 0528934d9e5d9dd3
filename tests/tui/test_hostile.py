"""Text that wants to drive the terminal: nothing of it arrives there, and nothing crashes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal

pytestmark = pytest.mark.sampled(3)

#: Sequences that only the text of the files below holds; the driver has no use for them.
_FORBIDDEN = (
    b"\x1b]52", b"\x1b]8;", b"\x1b]0;", b"\x1b]2;", b"\x1b]1337", b"\x1b[2J", b"\x1b[3J", b"\x1bc",
    b"\x1bP", b"\x1b_", b"\x1b[31;1m", b"\x1b[?1049l\x1b[31", b"\x07",
    "\u202e".encode(), "\u2066".encode(), "\u200b".encode(), "\u2028".encode(), "\ufeff".encode(),
    "\U000e0041".encode(),
)  # fmt: skip
_HOSTILE = (
    "# \x1b]0;owned\x07Title [/foo] [@click=app.quit]x[/] \u202eevil\u2066\n\n"
    "Never \x1b[2J\x1b[31;1m clear \x1b]52;c;ZXZpbA==\x07\n"
    "See \x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\.\n"
    "[type=x, v={'a[0]'}] [bold red]{x}[/bold red] $(reboot) `code[0]`\n"
    "zero\u200bwidth \ufeff tag\U000e0041 line\u2028separator nel\x85 form\x0cfeed\n"
    "nul\x00 \x9b31m\x9d0;x\x9c\n"
    "\x1bc\x1bPq\x1b\\ \x1b_x\x1b\\ \x1b]1337;File=:AAAA\x07 tab\there\r\n\n"
    "## Part [/two] \x1b[3J\n\n- Always \x07 ring.\n"
)  # fmt: skip


def _assert_clean(terminal: Terminal) -> None:
    # The driver itself sets the shape of the mouse pointer, with words of its own.
    raw = re.sub(rb"\x1b\]22;[a-z-]*\x07", b"", terminal.raw)
    for sequence in _FORBIDDEN:
        assert sequence not in raw, (sequence, raw[max(0, raw.find(sequence) - 60) :][:160])
    # Strict: a bare C1 byte is not UTF-8, and an encoded one is found by its number.
    assert not re.search("[\x80-\x9f]", raw.decode("utf-8"))
    for found in re.finditer(rb"\x1b\][^\x1b\x07]*", raw):
        raise AssertionError(f"an operating system command: {found[0]!r}")


@pytest.fixture(params=["path[0].md", "[red]CLAUDE[@click=x].md", "\x1b]0;owned\x07\u202e.md"])
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / request.param
    path.write_bytes(_HOSTILE.encode() + b"bad \xff\xfe bytes \xed\xa0\x80\n")
    return path


@pytest.mark.slow
def test_text_titles_and_names_cannot_drive_the_terminal(hostile: Path) -> None:
    data = hostile.read_bytes()
    with Terminal(str(hostile)) as bench:
        bench.until("Title [/foo]", "tok", "Relevance")
        bench.press("pagedown", "end", "x", "backspace")
        bench.press("ctrl+d")
        bench.until("Diff")
        bench.press("q")
        bench.until("Task")
        bench.press("ctrl+n", "down", "down", "y")
        bench.until("weights come from")
        bench.press("q")
        bench.until("Task")
        bench.press("ctrl+o")
        bench.until("Proposal")
        bench.press("q")
        bench.until("Task")
        bench.press("ctrl+r")
        bench.until("Versions of")
        bench.press("q")
        bench.until("Task")
        bench.press("ctrl+q")
        bench.ended()
        _assert_clean(bench)
    assert hostile.read_bytes() == data


@pytest.mark.slow
def test_hostile_text_is_saved_byte_for_byte_around_an_edit(hostile: Path) -> None:
    data = hostile.read_bytes()
    with Terminal(str(hostile), columns=140, rows=40) as bench:
        bench.until("tok", "Relevance")
        bench.press("x", "ctrl+s")
        bench.until("Saved")
        bench.press("ctrl+q")
        bench.ended()
        _assert_clean(bench)
    assert hostile.read_bytes() == b"x" + data


def test_errors_about_hostile_names_are_harmless(tmp_path: Path) -> None:
    folder = tmp_path / "[x]\x1b[2J"
    folder.mkdir()
    (folder / "[bold]\x1b]52;c;x\x07.md").write_text("# Hello\n")
    with Terminal(str(folder)) as bench:
        bench.until("Open a prompt", "[bold]")
        bench.press("enter")
        bench.until("# Hello")
        bench.press("ctrl+q")
        bench.ended()
        _assert_clean(bench)


@pytest.mark.slow
def test_one_line_of_a_megabyte_and_odd_files_open(tmp_path: Path) -> None:
    for name, data in {
        "long.md": b"x" * 1_000_000,
        "empty.md": b"",
        "cr.md": b"one\rtwo\r\nthree\n\rfour",
        "utf16.md": "\ufeff# Wide\r\ntext\r\n".encode("utf-16-le"),
        "nul.md": b"\x00" * 3000,
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        with Terminal(str(path)) as bench:
            bench.until(name, "tok")
            bench.press("down", "end", "pagedown", "ctrl+q")
            assert bench.ended() == 0
            _assert_clean(bench)
        assert path.read_bytes() == data
