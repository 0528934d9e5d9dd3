"""What things look like: names of styles, in colours of the theme, with a sign besides the colour.

A table in place of CSS component classes: Textual works out the style of every class of every
widget again and again, which was a quarter of the time to the first screen. Themes change the
variables; the names here stay. Whether a colour can be read on its ground is the matter of
`contrast`.
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
        except Exception:  # noqa: BLE001 - a theme may hold anything; without the colour it works
            return None
        return None if colour.ansi is not None and percent < 100 else colour
