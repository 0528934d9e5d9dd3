"""What the review finds, in the open workbench: seen, gone to, explained, muted; rules noted."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.terminal import Terminal
from tests.tui.test_hostile import _assert_clean

pytestmark = pytest.mark.sampled(2)

SIZES = [(80, 24), (140, 40)]
SHOP = """# Shop

This is the shop. It sells maps.

## Rules

- Indent with tabs.
- Write commit messages in English.
- Never push to `main` directly.

## Conventions

Each map has a key.

- Never indent with tabs.
- Print maps in black until 1 March 2020.
"""


@pytest.fixture
def prompt(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    path = tmp_path / "CLAUDE.md"
    path.write_text(SHOP)
    return path


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def bench(request: pytest.FixtureRequest, prompt: Path) -> Iterator[Terminal]:
    columns, rows = request.param
    with Terminal(str(prompt), columns=columns, rows=rows, cwd=prompt.parent) as terminal:
        yield terminal


@pytest.mark.slow
def test_findings_are_counted_flagged_and_listed(bench: Terminal) -> None:
    bench.until("⚑2 Alt+I", "Relevance", matches=r" 3 Conv.*⚑2")
    bench.press("alt+i")
    screen = bench.until("▶ Findings", "contradiction", "expired")
    assert "15⇅7" in screen
    bench.until("~ mute")
    bench.press("down", "enter")
    bench.until("▶ Findings", "Enter to the text")
    bench.press("enter")
    bench.until("▶ Conventions", gone="▶ Findings")


@pytest.mark.slow
def test_both_ends_of_a_pair_are_marked_and_a_key_goes_from_one_to_the_other(
    bench: Terminal,
) -> None:
    bench.until("⚑2 Alt+I", "Relevance")
    bench.press("alt+j")
    bench.until("▶ Conventions", "15⇅ ", "7⇅ ", "line 7 (Alt+O): Indent")
    bench.press("alt+o")
    bench.until("▶ Rules", "7⇅ ", "line 15 (Alt+O): Never")
    bench.press("X")
    bench.until("X- Indent with tabs")
    bench.press("backspace", "alt+o")
    bench.until("▶ Conventions", gone="X- Indent")
    bench.press("alt+j")
    bench.until("expired, line 16", gone="7⇅ ")
    bench.press("alt+k")
    bench.until("15⇅ ", "7⇅ ")


@pytest.mark.slow
def test_the_function_keys_go_from_finding_to_finding_too(bench: Terminal) -> None:
    bench.until("⚑2 Alt+I", "Relevance")
    os.write(bench.master, b"\x1b[19~")  # F8
    bench.until("15⇅", "▶ Conventions")
    os.write(bench.master, b"\x1b[19;2~")  # Shift+F8
    bench.until("expired, line 16", gone="7⇅ ")


@pytest.mark.slow
def test_a_key_that_is_held_down_types_nothing(bench: Terminal, prompt: Path) -> None:
    """Alt with a letter, many times in one piece: no `^` and no letter in the prompt."""
    bench.until("⚑2 Alt+I", "Relevance")
    os.write(bench.master, b"\x1bj" * 9 + b"\x1b[A" + b"\x1bj\x1be")
    bench.until("The rule:")
    bench.press("q", "ctrl+q")
    assert bench.ended() == 0, "nothing to save"
    assert prompt.read_text() == SHOP


@pytest.mark.slow
def test_a_finding_goes_when_its_words_go_and_follows_edits_before_that(bench: Terminal) -> None:
    bench.until("⚑2 Alt+I", "Relevance")
    bench.press("enter", "enter", "alt+j")
    bench.until("17⇅", "9⇅")
    bench.press("ctrl+k")
    bench.until("⚑1 Alt+I", gone="contradiction")
    bench.press("ctrl+z")
    bench.until("⚑2 Alt+I")


@pytest.mark.slow
def test_muting_asks_first_writes_one_line_and_is_undone_there(
    bench: Terminal, prompt: Path
) -> None:
    settings = prompt.parent / ".ctxbench.yaml"
    bench.until("⚑2 Alt+I", "Relevance")
    bench.press("alt+i")
    bench.until("▶ Findings", "contradiction")
    bench.press("~")
    bench.until("Mute this finding?", ".ctxbench.yaml", "# contradiction", "never to the")
    bench.press("escape")
    bench.until(gone="Mute this finding?")
    assert not settings.exists()
    bench.press("m")
    bench.until("Mute this finding?")
    bench.press("p")
    bench.until("⚑1 Alt+I", "Not shown: 1 mute", gone="Mute this")
    written = settings.read_text()
    assert re.fullmatch(r'muted:\n  - "[0-9a-f]{12}"  # contradiction\n', written)
    assert prompt.read_text() == SHOP, "the prompt file is never written"
    settings.write_text("muted:\n")
    bench.press("escape", "x")
    bench.until("⚑2 Alt+I", gone="Not shown: 1 mute")


@pytest.mark.slow
def test_muting_for_now_writes_nothing_and_is_taken_back(bench: Terminal, prompt: Path) -> None:
    bench.until("⚑2 Alt+I", "Relevance")
    bench.press("alt+i")
    bench.until("▶ Findings", "contradiction")
    bench.press("~")
    bench.until("Mute this finding?")
    bench.press("s")
    bench.until("⚑1 Alt+I", "1 muted for now", gone="Mute this")
    assert {path.name for path in prompt.parent.iterdir()} == {".git", prompt.name}
    bench.press("f")
    screen = bench.until("(mu", " · all", "15⇅7")
    assert "15⇅7" in screen
    bench.press("home", "~", "f")
    bench.until("⚑2 Alt+I", gone="for now")


@pytest.mark.slow
def test_a_rule_is_explained_with_source_and_date(bench: Terminal) -> None:
    bench.until("⚑2 Alt+I", "Relevance")
    bench.press("alt+j", "alt+e")
    bench.until("contradiction · line 15", "Other end, line 7", "Why:")
    bench.press("end")
    bench.until("Source:", "Key:")
    bench.press("q")
    bench.until("Task")


@pytest.mark.slow
def test_without_utf8_the_flags_are_plain_letters(prompt: Path) -> None:
    with Terminal(str(prompt), env={"LC_ALL": "C", "PYTHONUTF8": "0"}) as bench:
        screen = bench.until("f2 Alt+I", "Relevance")
        assert screen.isascii()
        bench.press("alt+j")
        assert bench.until("15=", "7=").isascii()


@pytest.mark.slow
@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "xterm", "COLORTERM": ""}])
def test_without_colours_the_findings_are_told_apart(prompt: Path, env: dict[str, str]) -> None:
    with Terminal(str(prompt), env=env) as bench:
        bench.until("⚑2 Alt+I", "Relevance")
        bench.press("alt+i")
        bench.until("⚑ 15⇅7 contradiction")


@pytest.mark.slow
def test_case_128_each_rule_can_hold_a_note_that_follows_it(prompt: Path) -> None:
    """Public case 128, in the workbench: why, since when, what it did; in the store."""
    with Terminal(str(prompt), columns=140, rows=40) as bench:
        bench.until("Relevance", "⚑2")
        bench.press("alt+r")
        bench.until("▶ Rules", "5 rules, 0 with evidence", "7 Indent with tabs")
        bench.press("down", "n")
        bench.until("Note on line 7", "Since when", "[none]")
        bench.press("came back twice", "down", "May 2026", "ctrl+t")
        bench.until("[helped]")
        bench.press("enter")
        bench.until("1 with evidence", "+ 7 Indent", "helped · May 2026 ·", gone="Note on line")
        assert prompt.read_text() == SHOP
        # Moved to the end and reworded: the note is still there.
        bench.press("escape", *["down"] * 6, "ctrl+k", "ctrl+k")
        bench.until(gone="- Indent with tabs")
        for _ in range(12):
            bench.press("pagedown")
        bench.press("- Indent with tabs, always.")
        bench.press("alt+r")
        bench.until("1 with evidence", "helped · May 2026 ·", "Indent with tabs, always")
        bench.press("f")
        bench.until("Without evidence only", "Write commit messages", gone="helped · May")
        bench.press("f")
        bench.until("helped · May 2026")
        bench.press("ctrl+q")
        bench.until("not saved")
        bench.press("d")
        bench.ended()
    # Another day: the file still holds the rule as it was, and the note is with it.
    with Terminal(str(prompt), columns=140, rows=40) as bench:
        bench.until("Relevance")
        bench.press("alt+r")
        bench.until("+ 7 Indent with tabs", "helped · May 2026")


@pytest.mark.slow
def test_a_sentence_is_marked_where_the_cursor_stands(prompt: Path) -> None:
    with Terminal(str(prompt), columns=140, rows=40) as bench:
        bench.until("Relevance")
        bench.press(*["down"] * 6, "alt+u")
        bench.until("Line 7 is critical now.")
        bench.press("alt+u")
        bench.until("Line 7 is not critical now.")
        bench.press("home", *["up"] * 5, "alt+u")
        bench.until("There is no sentence on line 2")
    assert prompt.read_text() == SHOP


@pytest.mark.slow
def test_case_046_the_size_of_a_description_is_counted_while_it_is_typed(tmp_path: Path) -> None:
    """Public case 046: the parsed description against the published limits."""
    path = tmp_path / "SKILL.md"
    path.write_text(f"---\nname: maps\ndescription: >-\n  {'word ' * 203}\n---\n\n# Maps\n")
    with Terminal(str(path), columns=140, rows=40) as bench:
        bench.until("Task", "tok")
        bench.press("down", "down")
        bench.until("Description  1,014 characters", "10 below 1,024 (specification)")
        bench.until("522 below 1,536 (Claude Code listing)")
        bench.press("down", "end", "words that are too many")
        bench.until("Description  1,037 characters", "13 over 1,024")
        bench.press("ctrl+z", "ctrl+z", "ctrl+z")
        bench.until("1,014 characters")
        for _ in range(4):
            bench.press("pagedown")
        bench.until("Task", gone="Description")


@pytest.mark.slow
def test_hostile_text_in_findings_and_notes_cannot_drive_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "CLAUDE.md"
    bad = "\x1b]52;c;ZXZpbA==\x07 \x1b[2J [/foo] [@click=app.quit]x[/] \u202e"
    path.write_text(
        f"# Shop {bad}\n\n- Indent with tabs {bad}.\n- Never indent with tabs {bad}.\n"
        f"- Read `src/{bad}/[x].py` and [docs{bad}](gone{bad}.md) first.\n"
        f"- Be helpful and write good code {bad}.\n"
    )
    with Terminal(str(path), columns=100, rows=30) as bench:
        bench.until("Alt+I", "tok", "bidi", gone="⚑… Alt+I")
        bench.press("alt+i", "f", "down", "down", "down", "e")
        bench.until("The rule:")
        bench.press("q")
        bench.until("▶ Findings")
        bench.press("~")
        bench.until("Mute this finding?")
        bench.press("escape")
        for _ in range(6):
            bench.press("alt+j", "alt+o")
        bench.press("alt+r")
        bench.until("▶ Rules", "with evidence")
        bench.press("down", "n")
        bench.until("Note on line")
        bench.press("escape")
        bench.until(gone="Note on line")
        bench.press("ctrl+q")
        bench.ended()
        _assert_clean(bench)
