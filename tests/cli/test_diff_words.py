"""`diff` marks the words that changed inside a line: by colour, or by signs when asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def pair(here: Path) -> Path:
    (here / "old.md").write_text("# Oven\n\n- Bake for 20 minutes at most.\n- Wait.\n", "utf-8")
    (here / "new.md").write_text("# Oven\n\n- Bake for 35 minutes at most.\n- Wait.\n", "utf-8")
    return here


def test_signs_stand_around_what_went_and_what_came(run: Run, pair: Path) -> None:
    lines = run("diff", "old.md", "new.md", "--words").out.splitlines()
    assert any(line.endswith("- - Bake for [-20-] minutes at most.") for line in lines)
    assert any(line.endswith("+ - Bake for {+35+} minutes at most.") for line in lines)
    assert not any("[-" in line or "{+" in line for line in lines if "Wait" in line)


def test_without_being_asked_the_text_stays_what_scripts_read(run: Run, pair: Path) -> None:
    out = run("diff", "old.md", "new.md").out
    assert "    3       - - Bake for 20 minutes at most.\n" in out
    assert "          3 + - Bake for 35 minutes at most.\n" in out
    assert "[-" not in out and "\x1b" not in out


def test_on_a_terminal_the_changed_words_are_underlined(
    run: Run, pair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    out = run("diff", "old.md", "new.md", tty=True).out
    assert "\x1b[4m20\x1b[0m" in out and "\x1b[4m35\x1b[0m" in out
    assert "\x1b[4mBake" not in out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("diff", "old.md", "new.md", tty=True).out


def test_signs_in_the_text_of_a_file_stay_text(run: Run, here: Path) -> None:
    (here / "old.md").write_text("- Say \x1b[31m one.\n", "utf-8")
    (here / "new.md").write_text("- Say \x1b[31m two.\n", "utf-8")
    out = run("diff", "old.md", "new.md", "--words").out
    assert "\x1b" not in out and "{+two+}" in out
