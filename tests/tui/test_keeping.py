"""The workbench with a store that keeps nothing, and exports that would go live."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal

TEXT = "# Lamp\n\n- Light the lamp at dusk.\n- Trim the wick.\n\n# Log\n\n- Note each ship.\n"


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    path = tmp_path / "project" / "CLAUDE.md"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


@pytest.fixture
def closed(prompt: Path) -> Iterator[Terminal]:
    """The workbench, with a file where the folder of the store should be."""
    home = prompt.parent.parent / "home"
    home.write_text("somebody's notes\n")
    with Terminal(str(prompt), columns=120, rows=40, env={"CTXBENCH_HOME": str(home)}) as bench:
        yield bench
    assert home.read_text() == "somebody's notes\n"


@pytest.mark.slow
def test_it_opens_with_a_warning_and_saving_asks(closed: Terminal, prompt: Path) -> None:
    closed.until("Light the lamp", "a file stands there")
    closed.until("no version can be kept", gone="a file stands there")  # the sign that stays
    closed.press("x", "ctrl+s")
    closed.until("No version can be kept", "Your text is here")
    closed.press("escape")
    closed.until(gone="No version can be kept")
    assert prompt.read_text() == TEXT
    closed.press("ctrl+s")
    closed.until("No version can be kept")
    closed.press("w")
    closed.until("Saved · no version kept")
    assert prompt.read_text() == "x" + TEXT
    closed.press("ctrl+q")
    assert closed.ended() == 0


@pytest.mark.slow
def test_an_export_goes_live_only_on_a_yes(prompt: Path) -> None:
    agents = prompt.with_name("AGENTS.md")
    with Terminal("CLAUDE.md", columns=120, rows=40, cwd=prompt.parent) as bench:
        bench.until("Relevance")
        bench.press("ctrl+e")
        bench.until("Export what the editor holds")
        bench.press("a")
        bench.until("Export as agents-md to", "CLAUDE.agents.md")  # not AGENTS.md by itself
        bench.press("ctrl+u")
        bench.until("Export as agents-md to", gone="CLAUDE.agents.md")
        bench.press(*"AGENTS.md")
        bench.until("▊  AGENTS.md")
        bench.press("enter")
        bench.until("A host would load this", "Nothing was written")
        assert not agents.exists()
        bench.press("n")
        bench.until("Export as agents-md to")
        bench.press("enter")
        bench.until("A host would load this")
        bench.press("w")
        bench.until("Wrote", "AGENTS.md")
        assert agents.read_text() == TEXT


def test_a_folder_that_is_not_there_is_no_name_for_an_export(prompt: Path) -> None:
    from workbench.errors import UsageError
    from workbench.tui.keep import planning_export

    steps = planning_export(prompt, TEXT.encode(), "same", f"{prompt.parent / 'out'}/")
    with pytest.raises(UsageError, match="There is no folder"):
        list(steps)
    assert [path.name for path in prompt.parent.iterdir()] == ["CLAUDE.md"]
