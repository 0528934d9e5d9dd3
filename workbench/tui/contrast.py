"""Everything that is read can be read: the least contrast of each cell, in every theme.

Themes were made for large areas: on a light ground their warnings and accents, and text that is
mixed with the ground to look quiet, stay far below what eyes need. One filter looks at what is
about to be painted, wherever it comes from (lists, editor, bars, dialogs, borders with a title),
and makes a colour darker or lighter until text has a contrast of 4.5 and a sign one of 3 with the
ground under it (WCAG 2.2, 1.4.3 and 1.4.11). Lines that only part panes stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

if TYPE_CHECKING:
    from rich.terminal_theme import TerminalTheme

#: The least contrast of text, and of signs such as the map of the gutter.
TEXT, SIGN = 4.5, 3.0
_RGB = tuple[int, int, int]
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
#: In how many steps a colour may go to black or white.
_STEPS = 20


class Contrast(LineFilter):
    """`palette`: what the terminal makes of its own colours, as far as anybody knows."""

    def __init__(self, palette: TerminalTheme) -> None:
        super().__init__()
        self.palette = palette
        self._readable: Callable[[Style, float, RichColor], Style] = lru_cache(4096)(self._made)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same cells; a style that cannot be read is another one."""
        under = background.rich_color
        out = []
        for segment in segments:
            text, style, control = segment
            least = least_of(text)
            if style is None or control or not least:
                out.append(segment)
                continue
            readable = self._readable(style, least, under)
            out.append(segment if readable is style else Segment(text, readable))
        return out

    def _made(self, style: Style, least: float, under: RichColor) -> Style:
        behind = style.bgcolor or under
        ground = self._rgb(behind, foreground=False)
        given = self._rgb(style.color, foreground=True)
        if style.dim:  # how dim a terminal makes it is not known
            style += Style(dim=False)
        if contrast(given, ground) >= least:
            return style
        if style.color is None or not style.color.is_system_defined:
            return style + Style(color=RichColor.from_rgb(*legible(given, ground, least)))
        # A terminal has its own sixteen colours: its plain text first, then black or white.
        names = ["default"] if behind.is_default else []
        for name in (*names, "black", "bright_white"):
            colour = RichColor.parse(name)
            if contrast(self._rgb(colour, foreground=True), ground) >= least:
                return style + Style(color=colour)
        return style

    def _rgb(self, colour: RichColor | None, *, foreground: bool) -> _RGB:
        shown = colour or RichColor.default()
        red, green, blue = shown.get_truecolor(self.palette, foreground=foreground)
        return red, green, blue


@lru_cache(4096)
def least_of(text: str) -> float:
    """How much contrast a text needs; nothing for blanks and for lines that part panes."""
    signs = [ch for ch in text if not ch.isspace() and not "\u2500" <= ch <= "\u257f"]
    if not signs:
        return 0.0
    return TEXT if any(ch.isalnum() for ch in signs) else SIGN


def legible(colour: _RGB, ground: _RGB, least: float) -> _RGB:
    """The colour, made darker or lighter until its contrast with the ground is enough."""
    end = max((_BLACK, _WHITE), key=lambda end: contrast(end, ground))
    for step in range(1, _STEPS + 1):
        mixed = _mix(colour, end, step / _STEPS)
        if contrast(mixed, ground) >= least:
            return mixed
    return end


def _mix(one: _RGB, other: _RGB, share: float) -> _RGB:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: _RGB, other: _RGB) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(4096)
def _luminance(rgb: _RGB) -> float:
    """The relative luminance of WCAG 2, 0 to 1."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (part / 255 for part in rgb)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
