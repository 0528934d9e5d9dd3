"""Set-up takes a minute or two: it says what is going on, and a pipe gets no spinner."""

from __future__ import annotations

import io
import sys

import pytest

from scripts import setup

_PIP = (
    "print('Collecting textual==8.2.8'); print('  Downloading x'); print('Collecting cl\\x1bick');"
    "print('Installing collected packages: a, b')"
)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_one_line_names_the_package_that_it_is_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = _Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    progress = setup.Progress(2)
    progress.step("making the environment")
    progress.step("fetching and installing packages")
    assert progress.follow([sys.executable, "-c", _PIP]) == 0
    progress.end()
    said = shown.getvalue()
    assert "[1/2] making the environment" in said
    assert "[2/2] fetching and installing packages" in said and "(1: textual==8.2.8)" in said
    assert "(2: cl?ick)" in said, "what a package is called cannot drive the terminal"
    assert "\n" not in said and said.endswith("\r\033[K")


def test_in_a_pipe_each_step_is_a_line_and_nothing_is_rewritten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    progress = setup.Progress(2)
    progress.step("making the environment")
    progress.step("fetching and installing packages")
    assert progress.follow([sys.executable, "-c", _PIP]) == 0
    progress.end()
    assert shown.getvalue() == (
        "[1/2] making the environment ...\n[2/2] fetching and installing packages ...\n"
    )


def test_what_pip_said_is_shown_when_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    progress = setup.Progress(1)
    progress.step("fetching")
    failing = "import sys; print('Collecting a'); print('ERROR: no such package'); sys.exit(1)"
    assert progress.follow([sys.executable, "-c", failing]) == 1
    assert "ERROR: no such package" in shown.getvalue()
    assert progress.follow(["/nowhere/at/all"]) == 127
