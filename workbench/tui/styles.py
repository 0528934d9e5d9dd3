"""What things look like: names of styles, in colours of the theme, with a sign besides the colour.

A table in place of CSS component classes: Textual works out the style of every class of every
widget again and again, which was a quarter of the time to the first screen. Themes change the
variables; the names here stay.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style
from textual.color import Color

#: Name -> (colour, how much of it in percent, attributes). A colour is a variable of the theme or
#: #rrggbb; what is not all of it is mixed with the background.
FOREGROUND: Mapping[str, tuple[str, int, str]] = {
    "strong": ("#009E73", 100, ""),
    "fair": ("#E69F00", 100, ""),
    "weak": ("#D55E00", 100, ""),
    "none": ("foreground", 45, ""),
    "dim": ("foreground", 60, ""),
    "title": ("accent", 100, "bold"),
    "bold": ("", 100, "bold"),
    "flag": ("warning", 100, "bold"),
    "good": ("success", 100, ""),
    "warn": ("warning", 100, ""),
    "bad": ("error", 100, ""),
    "number": ("", 100, ""),
    "key": ("accent", 100, "bold"),
    "added": ("success", 100, ""),
    "removed": ("error", 100, ""),
    "moved": ("primary", 100, ""),
    "added-word": ("success", 100, "bold underline"),
    "removed-word": ("error", 100, "bold underline"),
    "equal": ("foreground", 80, ""),
    "heading": ("accent", 100, "bold"),
    "fence": ("foreground", 50, ""),
    "code": ("primary", 100, ""),
    "marker": ("accent", 100, ""),
    "comment": ("foreground", 50, "italic"),
    "placeholder": ("warning", 100, ""),
    "tag": ("primary", 100, "bold"),
    "emphasis": ("", 100, "bold"),
    "found": ("", 100, "underline"),
    "line-number": ("foreground", 40, ""),
}
#: Name -> (variable, percent, attributes) of the ground under a row.
GROUND: Mapping[str, tuple[str, int, str]] = {
    "cursor": ("accent", 30, "bold"),
    "hunk": ("foreground", 8, ""),
    "line": ("foreground", 6, ""),
    "selection": ("accent", 40, ""),
    "text-cursor": ("", 100, "reverse"),
}

#: The least contrast of a glyph or word in colour with the ground.
_CONTRAST = 3.0


class StyleBook:
    """Styles by name for the theme that is set; made when they are asked for."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._made: dict[str, Style] = {}

    def __call__(self, name: str) -> Style:
        style = self._made.get(name)
        if style is None:
            style = self._made[name] = self._make(name)
        return style

    def _make(self, name: str) -> Style:
        if name in GROUND:
            variable, percent, attributes = GROUND[name]
            colour = self._mixed(variable, percent) if variable else None
            ground = Style(bgcolor=colour.rich_color) if colour is not None else Style.null()
            return ground + Style.parse(attributes) if attributes else ground
        variable, percent, attributes = FOREGROUND.get(name, ("", 100, ""))
        colour = self._mixed(variable, percent) if variable else None
        style = Style(color=colour.rich_color) if colour is not None else Style.null()
        return style + Style.parse(attributes) if attributes else style

    def _mixed(self, variable: str, percent: int) -> Color | None:
        given = variable if variable.startswith("#") else self._variables.get(variable, "")
        try:
            colour = Color.parse(given)
            ground = Color.parse(self._variables.get("background", "#000000"))
            if percent < 100:
                colour = ground.blend(colour, percent / 100, alpha=1)
            elif colour.ansi is None and ground.ansi is None:
                colour = _legible(colour, ground)
        except Exception:  # noqa: BLE001 - a theme may hold anything; without the colour it works
            return None
        return None if colour.ansi is not None and percent < 100 else colour


def _legible(colour: Color, ground: Color) -> Color:
    """The colour, made darker or lighter until its contrast with the ground is 3 to 1.

    Themes with a light ground have accents and warnings that were made for large areas.
    """
    step = Color(0, 0, 0) if _luminance(ground) > 0.18 else Color(255, 255, 255)
    for _ in range(8):
        if _contrast(colour, ground) >= _CONTRAST:
            break
        colour = colour.blend(step, 0.15)
    return colour


def _contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Color) -> float:
    """The relative luminance of WCAG 2, 0 to 1."""
    channels = (part / 255 for part in colour.rgb)
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
