"""In every theme that the workbench offers, text has a contrast of 4.5 and a sign one of 3."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from workbench.tui.app import WorkbenchApp, open_session
from workbench.tui.contrast import Contrast, least_of, legible
from workbench.tui.screens.dialogs import AskScreen, ChooseScreen

_PROMPT = (
    "---\nname: kitchen\n---\n\n# Kitchen\n\n## Bread\n\n- **Never** cut it hot, see `oven`.\n"
    "- Use {{FLOUR}} in <bowl>.\n\n<!-- later -->\n\n```sh\nbake --now\n```\n\n## Soup\n\n"
    "Stir it well, and do not let it boil, please.\n"
)


def _light(channel: int) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _ratio(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """WCAG 2, written anew here so that the workbench is not its own judge."""
    shades = [
        0.2126 * _light(r) + 0.7152 * _light(g) + 0.0722 * _light(b) for r, g, b in (one, other)
    ]
    return (max(shades) + 0.05) / (min(shades) + 0.05)


def _unreadable(app: WorkbenchApp) -> Iterator[str]:
    """Every cell run of the screen whose contrast is too low."""
    palette = app.ansi_theme
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            least = 4.5 if any(ch.isalnum() for ch in text) else 3.0
            lines = all(ch.isspace() or "\u2500" <= ch <= "\u257f" for ch in text)
            if lines or style is None:
                continue
            colour = style.color or RichColor.default()
            ground = style.bgcolor or RichColor.default()
            found = _ratio(
                tuple(colour.get_truecolor(palette, foreground=True)),
                tuple(ground.get_truecolor(palette, foreground=False)),
            )
            if found < least or style.dim:
                yield f"{text!r} {found:.2f} ({style})"


@pytest.mark.parametrize(
    ("size", "places"),
    [
        pytest.param((80, 24), ("choice",), marks=pytest.mark.slow),
        pytest.param((140, 40), ("editor", "parts", "choice", "question"), marks=pytest.mark.slow),
    ],
)
async def test_every_theme_can_be_read_on_the_bench_and_in_dialogs(
    tmp_path: Path, size: tuple[int, int], places: tuple[str, ...]
) -> None:
    path = tmp_path / "CLAUDE.md"
    path.write_text(_PROMPT, "utf-8")
    app = WorkbenchApp(open_session(path), None, tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        themes = list(app.available_themes)
        assert set(BUILTIN_THEMES) <= set(themes) and "ansi-light" in themes
        bad: dict[str, list[str]] = {}

        async def look(what: str) -> None:
            await pilot.pause()
            if found := list(_unreadable(app)):
                bad[f"{app.theme}, {what}"] = found[:3]

        answers = (("a", "a", "one answer"), ("b", "b", "another"))
        dialogs = {
            "choice": ChooseScreen("Quit", "It has changes.", answers),
            "question": AskScreen("Name", "value"),
        }
        for place in places:
            if place in dialogs:
                app.push_screen(dialogs[place])
                await pilot.press("down")
            else:
                app.query_one(f"#{place}").focus()
            for theme in themes:
                app.theme = theme
                await look(place)
            if place in dialogs:
                app.pop_screen()
        assert not bad, "\n".join(f"{name}: {found}" for name, found in bad.items())


def test_text_signs_and_lines_need_different_contrast() -> None:
    assert least_of("12 tok") == 4.5
    assert least_of("▁▂ ◆") == 3.0
    assert least_of(" │──╮ ") == 0.0 and least_of("  ") == 0.0


def test_a_colour_keeps_its_hue_as_far_as_it_can() -> None:
    ground = (255, 255, 255)
    red, green, blue = legible((230, 159, 0), ground, 4.5)
    assert red > green > blue
    assert 4.5 <= _ratio((red, green, blue), ground) < 6.5


def test_what_can_be_read_already_is_left_alone() -> None:
    from textual.app import App

    palette = App[None]().ansi_theme
    segment = Segment("text", Style.parse("#101010 on #ffffff"))
    (same,) = Contrast(palette).apply([segment], Color.parse("#ffffff"))
    assert same is segment
    pale = Segment("text", Style.parse("#e8e8e8 on #ffffff"))
    (darker,) = Contrast(palette).apply([pale], Color.parse("#ffffff"))
    assert darker.text == "text" and darker.style != pale.style
